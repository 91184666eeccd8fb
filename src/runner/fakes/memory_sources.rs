//! A corpus in memory: words are counted, addresses compared as text. Enough for flows; the real one is tested apart.

use crate::engine::address::Address;
use crate::engine::corpus::Imported;
use crate::model::source::{Currency, EditionRow, Hit, NodeView, SearchQuery};
use crate::runner::ports::{BoxFuture, Kept, Sources, StoreError};
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Default)]
struct Shelf {
    editions: Vec<EditionRow>,
    nodes: Vec<NodeView>,
    changes: u32,
}

/// Sources for the length of a test.
#[derive(Debug, Default)]
pub struct MemorySources {
    shelf: Mutex<Shelf>,
}

impl MemorySources {
    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 3)
        .map(|word| word.chars().take(5).collect())
        .collect()
}

impl Sources for MemorySources {
    fn holds(&self, sha256: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        let held = self.lock().editions.iter().any(|edition| edition.sha256 == sha256);
        Box::pin(ready(Ok(held)))
    }

    fn keep(&self, file: &str, sha256: &str, edition: Imported) -> BoxFuture<'_, Result<Kept, StoreError>> {
        let mut shelf = self.lock();
        let id = format!("{}@{}", edition.document, edition.label);
        let place = |path: &str| format!("norm://{id}/{path}");
        for node in &edition.nodes {
            // The text of what stands below belongs to a node, as in the real corpus.
            let below: String = edition
                .nodes
                .iter()
                .filter(|other| other.path.starts_with(&format!("{}/", node.path)))
                .map(|other| format!("\n{}", other.text))
                .collect();
            shelf.nodes.push(NodeView {
                node_id: place(&node.path),
                parent: node.parent.and_then(|at| edition.nodes.get(at)).map(|parent| place(&parent.path)),
                edition: id.clone(),
                document: edition.short.clone(),
                kind: node.kind.clone(),
                address: node.address.clone(),
                title: node.title.clone(),
                text: format!("{}{below}", node.text),
                page: node.page,
                lossy: node.lossy,
            });
        }
        let nodes = u32::try_from(edition.nodes.len()).unwrap_or(u32::MAX);
        shelf.editions.push(EditionRow {
            edition: id,
            document: edition.document,
            short: edition.short,
            title: edition.title,
            jurisdiction: edition.jurisdiction,
            kind: edition.kind,
            label: edition.label,
            valid_from: edition.valid_from,
            valid_to: edition.valid_to,
            currency: Currency::Unchecked,
            nodes,
            pages: 0,
            sha256: sha256.to_owned(),
            file: file.to_owned(),
            imported_at: "2026-01-01T00:00:00.000Z".into(),
        });
        shelf.changes += 1;
        Box::pin(ready(Ok(Kept::Written { nodes })))
    }

    fn editions(&self) -> BoxFuture<'_, Result<Vec<EditionRow>, StoreError>> {
        Box::pin(ready(Ok(self.lock().editions.clone())))
    }

    fn forget(&self, edition: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        let mut shelf = self.lock();
        let before = shelf.editions.len();
        shelf.editions.retain(|row| row.edition != edition);
        shelf.nodes.retain(|node| node.edition != edition);
        shelf.changes += 1;
        let gone = shelf.editions.len() < before;
        Box::pin(ready(Ok(gone)))
    }

    fn search(&self, query: &SearchQuery) -> BoxFuture<'_, Result<Vec<Hit>, StoreError>> {
        let shelf = self.lock();
        let wanted = words(&query.q);
        let mut hits: Vec<Hit> = shelf
            .nodes
            .iter()
            .filter_map(|node| {
                let edition = shelf.editions.iter().find(|edition| edition.edition == node.edition)?;
                let fits = query.jurisdiction.as_ref().is_none_or(|code| *code == edition.jurisdiction)
                    && query.document.as_ref().is_none_or(|id| *id == edition.document)
                    && (query.kinds.is_empty() || query.kinds.contains(&edition.kind));
                let own = words(&format!("{} {}", node.title, node.text));
                let count = wanted.iter().filter(|word| own.contains(word)).count();
                let named = query.q.contains(&node.address);
                (fits && (count > 0 || named)).then(|| Hit {
                    node_id: node.node_id.clone(),
                    document: node.document.clone(),
                    edition: edition.label.clone(),
                    address: node.address.clone(),
                    title: node.title.clone(),
                    snippet: node.text.chars().take(200).collect(),
                    page: node.page,
                    score: f64::from(u32::try_from(count).unwrap_or(u32::MAX)) + if named { 100.0 } else { 0.0 },
                })
            })
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.address.cmp(&b.address)));
        hits.truncate(if query.limit == 0 { 10 } else { query.limit as usize });
        Box::pin(ready(Ok(hits)))
    }

    fn locate(&self, address: &Address, _on: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        let words = address.canonical();
        let nodes = self.lock().nodes.iter().filter(|node| node.address == words).cloned().collect();
        Box::pin(ready(Ok(nodes)))
    }

    fn node(&self, node_id: &str) -> BoxFuture<'_, Result<Option<NodeView>, StoreError>> {
        let node = self.lock().nodes.iter().find(|node| node.node_id == node_id).cloned();
        Box::pin(ready(Ok(node)))
    }

    fn below(&self, edition: &str, parent: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        let nodes = self
            .lock()
            .nodes
            .iter()
            .filter(|node| node.edition == edition && node.parent.as_deref() == parent)
            .cloned()
            .collect();
        Box::pin(ready(Ok(nodes)))
    }

    fn revision(&self) -> BoxFuture<'_, Result<String, StoreError>> {
        let revision = self.lock().changes.to_string();
        Box::pin(ready(Ok(revision)))
    }
}
