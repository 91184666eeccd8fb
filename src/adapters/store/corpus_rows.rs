//! From an edition as it was read to the rows that keep it.

use crate::adapters::store::corpus_writes::{NewNode, PLACE_BITS};
use crate::engine::corpus::{Imported, ImportedNode};
use crate::engine::fold;
use crate::engine::search::index;
use crate::runner::ports::StoreError;
use sha2::{Digest, Sha256};

/// Nodes in reading order: a node, then all that stands below it. The readers mostly give them so.
pub(super) fn in_order(nodes: Vec<ImportedNode>) -> Vec<ImportedNode> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut tops = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        match node.parent.filter(|parent| *parent < index) {
            Some(parent) => below[parent].push(index),
            None => tops.push(index),
        }
    }
    let mut order = Vec::with_capacity(nodes.len());
    let mut waiting: Vec<usize> = tops.into_iter().rev().collect();
    while let Some(index) = waiting.pop() {
        order.push(index);
        waiting.extend(below[index].iter().rev());
    }
    let mut place = vec![0; nodes.len()];
    for (new, old) in order.iter().enumerate() {
        place[*old] = new;
    }
    let mut slots: Vec<Option<ImportedNode>> = nodes.into_iter().map(Some).collect();
    order
        .iter()
        .filter_map(|old| {
            let mut node = slots[*old].take()?;
            node.parent = node.parent.filter(|parent| parent < old).map(|parent| place[parent]);
            Some(node)
        })
        .collect()
}

/// The rows of an edition's nodes, before its id is known.
pub(super) fn nodes(edition: &Imported) -> Result<Vec<NewNode>, StoreError> {
    let count = edition.nodes.len();
    if count >= 1 << PLACE_BITS {
        return Err(StoreError::Failed(format!("an edition of {count} nodes is too large")));
    }
    let mut last: Vec<usize> = (0..count).collect();
    for index in (0..count).rev() {
        if let Some(parent) = edition.nodes[index].parent {
            last[parent] = last[parent].max(last[index]);
        }
    }
    let mut words: Vec<Option<index::Row>> = vec![None; count];
    for row in index::rows(edition) {
        let at = row.node;
        words[at] = Some(row);
    }
    let number = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
    Ok(edition
        .nodes
        .iter()
        .zip(words)
        .enumerate()
        .map(|(index, (node, words))| {
            let key = fold::folded(&node.path);
            NewNode {
                id: number(index),
                last: number(last[index]),
                edition: 0,
                parent: node.parent.map(number),
                kind: node.kind.clone(),
                path: node.path.clone(),
                leaf: leaf(&key).to_owned(),
                key,
                address: node.address.clone(),
                title: node.title.clone(),
                text: node.text.clone(),
                page: node.page,
                lossy: node.lossy,
                hash: hash(node),
                words,
            }
        })
        .collect())
}

/// The last step of a path: `p/10.3.2`.
pub(super) fn leaf(path: &str) -> &str {
    let mut ends = path.rmatch_indices('/');
    ends.next();
    ends.next().map_or(path, |(at, _)| &path[at + 1..])
}

fn hash(node: &ImportedNode) -> String {
    digest(&[node.address.as_str(), &node.title, &node.text])
}

/// Lower-case hex SHA-256 of some texts.
pub(super) fn digest(texts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update(text.as_bytes());
        hasher.update([0]);
    }
    hasher.finalize().iter().fold(String::with_capacity(64), |mut out, byte| {
        use std::fmt::Write;
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_in_reading_order() {
        let node = |parent: Option<usize>, path: &str| ImportedNode {
            parent,
            kind: "clause".to_owned(),
            path: path.to_owned(),
            address: path.to_owned(),
            title: String::new(),
            text: String::new(),
            page: None,
            lossy: false,
        };
        let nodes =
            vec![node(None, "a"), node(None, "b"), node(Some(0), "a/1"), node(Some(2), "a/1/x"), node(Some(1), "b/1")];
        let paths: Vec<(String, Option<usize>)> =
            in_order(nodes).into_iter().map(|node| (node.path, node.parent)).collect();
        let expected = [("a", None), ("a/1", Some(0)), ("a/1/x", Some(1)), ("b", None), ("b/1", Some(3))];
        assert_eq!(paths, expected.map(|(path, parent)| (path.to_owned(), parent)));
        assert_eq!(leaf("art/333/p/1"), "p/1");
        assert_eq!(leaf("p/10.3.2"), "p/10.3.2");
        assert_eq!(leaf("facts"), "facts");
    }
}
