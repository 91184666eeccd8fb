//! Two editions of a document compared: a node meets the one of the same address, its own words are compared. Pure.

use crate::engine::document::redline::words;
use crate::engine::fold;
use crate::model::compare::{RunKind, TextRun};
use crate::model::source::{EditionDiff, NodeChange, NodeFate, NodeView};
use std::collections::HashMap;

/// Parts of a row: the row says what they say.
const PARTS: [&str; 3] = ["cell", "column", "row_header"];

/// What differs between two editions, given as their nodes in reading order.
#[must_use]
pub fn editions(from: &[NodeView], to: &[NodeView]) -> EditionDiff {
    let (from, to) = (whole(from), whole(to));
    let old: HashMap<&str, (usize, &NodeView)> =
        from.iter().enumerate().map(|(at, node)| (path(node), (at, *node))).collect();
    let new: HashMap<&str, &NodeView> = to.iter().map(|node| (path(node), *node)).collect();
    let mut diff = EditionDiff::default();
    let mut taken = 0;
    for node in &to {
        match old.get(path(node)) {
            None => {
                diff.added += 1;
                diff.changes.push(change(node, NodeFate::Added, "", &said(node)));
            }
            Some((at, before)) => {
                // What is gone stands where it stood.
                let gone = from[taken..(*at).max(taken)].iter().filter(|node| !new.contains_key(path(node)));
                for gone in gone {
                    diff.removed += 1;
                    diff.changes.push(change(gone, NodeFate::Removed, &said(gone), ""));
                }
                taken = taken.max(*at + 1);
                let (a, b) = (said(before), said(node));
                if fold::folded(&a) == fold::folded(&b) {
                    diff.same += 1;
                } else {
                    diff.changed += 1;
                    diff.changes.push(change(node, NodeFate::Changed, &a, &b));
                }
            }
        }
    }
    for gone in from[taken..].iter().filter(|node| !new.contains_key(path(node))) {
        diff.removed += 1;
        diff.changes.push(change(gone, NodeFate::Removed, &said(gone), ""));
    }
    diff
}

/// Nodes with words of their own.
fn whole(nodes: &[NodeView]) -> Vec<&NodeView> {
    let speaks = |node: &&NodeView| !PARTS.contains(&node.kind.as_str()) && !said(node).trim().is_empty();
    nodes.iter().filter(speaks).collect()
}

/// The way inside the document: the same in every edition.
fn path(node: &NodeView) -> &str {
    node.node_id.strip_prefix("norm://").and_then(|rest| rest.split_once('/')).map_or("", |(_, path)| path)
}

fn said(node: &NodeView) -> String {
    let parts = [node.title.trim(), node.text.trim()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn change(node: &NodeView, fate: NodeFate, from: &str, to: &str) -> NodeChange {
    let runs = match fate {
        NodeFate::Changed => words::compare(from, to),
        NodeFate::Added => vec![TextRun { kind: RunKind::Inserted, text: to.to_owned() }],
        NodeFate::Removed => vec![TextRun { kind: RunKind::Deleted, text: from.to_owned() }],
    };
    let (address, kind, page) = (node.address.clone(), node.kind.clone(), node.page);
    NodeChange { node_id: node.node_id.clone(), address, kind, page, change: fate, lossy: node.lossy, runs }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(edition: &str, path: &str, kind: &str, title: &str, text: &str) -> NodeView {
        NodeView {
            node_id: format!("norm://own@{edition}/{path}"),
            parent: None,
            edition: format!("own@{edition}"),
            document: "Правила".into(),
            kind: kind.into(),
            address: format!("Правила {path}"),
            title: title.into(),
            text: text.into(),
            page: None,
            lossy: false,
        }
    }

    #[test]
    fn nodes_meet_by_their_address() {
        let one = [
            node("1", "art/1", "article", "Склад", ""),
            node("1", "art/1/p/1", "point", "", "Проход не уже 1,2 м."),
            node("1", "art/2", "article", "Двор", "Двор метут."),
            node("1", "art/3", "article", "Сад", "Сад поливают."),
            node("1", "table/1/row/1", "row", "", "Мешки: 4"),
            node("1", "table/1/row/1/col/1", "cell", "", "4"),
        ];
        let two = [
            node("2", "art/1", "article", "Склад", ""),
            node("2", "art/1/p/1", "point", "", "Проход не уже 1,5 м."),
            node("2", "art/1/p/2", "point", "", "Пол ровный."),
            node("2", "art/3", "article", "Сад", "Сад  поливают."),
            node("2", "table/1/row/1", "row", "", "Мешки: 5"),
            node("2", "table/1/row/1/col/1", "cell", "", "5"),
        ];
        let diff = editions(&one, &two);
        assert_eq!((diff.same, diff.changed, diff.added, diff.removed), (2, 2, 1, 1));
        let told: Vec<(&str, NodeFate)> =
            diff.changes.iter().map(|change| (change.address.as_str(), change.change)).collect();
        assert_eq!(
            told,
            [
                ("Правила art/1/p/1", NodeFate::Changed),
                ("Правила art/1/p/2", NodeFate::Added),
                ("Правила art/2", NodeFate::Removed),
                ("Правила table/1/row/1", NodeFate::Changed),
            ]
        );
        let side = |kind: RunKind| -> String {
            let runs = &diff.changes[0].runs;
            runs.iter()
                .filter(|run| run.kind == RunKind::Same || run.kind == kind)
                .map(|run| run.text.as_str())
                .collect()
        };
        // Both sides come out of the runs whole.
        assert_eq!(side(RunKind::Deleted), "Проход не уже 1,2 м.");
        assert_eq!(side(RunKind::Inserted), "Проход не уже 1,5 м.");
        let none = editions(&one, &one);
        assert_eq!((none.changes.len(), none.same), (0, 5));
        assert_eq!(editions(&[], &two).added, 5);
    }
}
