//! A few texts held in memory, for tests of what is done with legal sources.

use crate::engine::address::Address;
use crate::engine::corpus::Imported;
use crate::engine::corpus::boxes::Mark;
use crate::engine::corpus::read::identity::label_slug;
use crate::engine::fold::folded;
use crate::model::source::{Currency, EditionRow, Hit, NodeView, PageView, SearchQuery};
use crate::runner::ports::{BoxFuture, Kept, KeptFile, PageFiles, Sources, StoreError};
use std::collections::HashSet;

/// Editions and their nodes, as they were given.
#[derive(Debug, Clone, Default)]
pub struct SmallCorpus {
    editions: Vec<EditionRow>,
    nodes: Vec<NodeView>,
}

/// Letters at the beginning of a word that stand for it.
const STEM: usize = 5;

fn words(text: &str) -> HashSet<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= STEM);
    parts.map(|word| folded(word).chars().take(STEM).collect()).collect()
}

impl SmallCorpus {
    /// Holds these editions.
    #[must_use]
    pub fn of(editions: Vec<Imported>) -> Self {
        let mut corpus = Self::default();
        for read in editions {
            let edition = format!("{}@{}", read.document, label_slug(&read.label));
            let id = |path: &str| format!("norm://{edition}/{path}");
            for node in &read.nodes {
                corpus.nodes.push(NodeView {
                    node_id: id(&node.path),
                    parent: node.parent.and_then(|at| read.nodes.get(at)).map(|above| id(&above.path)),
                    edition: edition.clone(),
                    document: read.short.clone(),
                    kind: node.kind.clone(),
                    address: node.address.clone(),
                    title: node.title.clone(),
                    text: node.text.clone(),
                    page: node.page,
                    lossy: node.lossy,
                });
            }
            corpus.editions.push(EditionRow {
                document: read.document,
                short: read.short,
                title: read.title,
                jurisdiction: read.jurisdiction,
                kind: read.kind,
                label: read.label,
                valid_from: read.valid_from,
                valid_to: read.valid_to,
                currency: Currency::Unchecked,
                nodes: u32::try_from(read.nodes.len()).unwrap_or(u32::MAX),
                pages: 0,
                sha256: String::new(),
                file: edition.clone(),
                imported_at: String::new(),
                edition,
            });
        }
        corpus
    }

    fn some<'a>(&'a self, wanted: impl Fn(&NodeView) -> bool) -> BoxFuture<'a, Result<Vec<NodeView>, StoreError>> {
        let found = self.nodes.iter().filter(|node| wanted(node)).cloned().collect();
        Box::pin(std::future::ready(Ok(found)))
    }
}

impl Sources for SmallCorpus {
    fn holds(&self, _: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(std::future::ready(Ok(false)))
    }

    fn keep<'a>(
        &'a self,
        _: &'a str,
        _: &'a str,
        _: Vec<Imported>,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Kept, StoreError>> {
        Box::pin(std::future::ready(Err(StoreError::Failed("this corpus keeps nothing".to_owned()))))
    }

    fn editions(&self) -> BoxFuture<'_, Result<Vec<EditionRow>, StoreError>> {
        Box::pin(std::future::ready(Ok(self.editions.clone())))
    }

    fn forget(&self, _: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(std::future::ready(Ok(false)))
    }

    fn search(&self, query: &SearchQuery) -> BoxFuture<'_, Result<Vec<Hit>, StoreError>> {
        let sought = words(&query.q);
        let hit = |node: &NodeView| {
            let shared = words(&format!("{} {}", node.title, node.text)).intersection(&sought).count();
            (shared > 0).then(|| Hit {
                node_id: node.node_id.clone(),
                document: node.document.clone(),
                edition: node.edition.clone(),
                address: node.address.clone(),
                title: node.title.clone(),
                snippet: node.text.clone(),
                page: node.page,
                score: f64::from(u32::try_from(shared).unwrap_or(u32::MAX)),
            })
        };
        let mut found: Vec<Hit> = self.nodes.iter().filter_map(hit).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.node_id.cmp(&b.node_id)));
        Box::pin(std::future::ready(Ok(found)))
    }

    fn locate(&self, address: &Address, _: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        let sought = folded(&address.to_string());
        self.some(|node| folded(&node.address) == sought)
    }

    fn node(&self, node_id: &str) -> BoxFuture<'_, Result<Option<NodeView>, StoreError>> {
        let found = self.nodes.iter().find(|node| node.node_id == node_id).cloned();
        Box::pin(std::future::ready(Ok(found)))
    }

    fn below(&self, edition: &str, parent: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        self.some(|node| node.edition == edition && node.parent.as_deref() == parent)
    }

    fn outline(&self, edition: &str) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        self.some(|node| node.edition == edition)
    }

    fn page(&self, _: &str, _: u32) -> BoxFuture<'_, Result<Option<PageView>, StoreError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn revision(&self) -> BoxFuture<'_, Result<String, StoreError>> {
        Box::pin(std::future::ready(Ok("small".to_owned())))
    }
}

impl PageFiles for SmallCorpus {
    fn put_file<'a>(&'a self, _: &'a str, _: &'a KeptFile) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn file(&self, _: &str) -> BoxFuture<'_, Result<Option<KeptFile>, StoreError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn media(&self, _: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn put_words<'a>(&'a self, _: &'a str, _: &'a [Mark]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn words(&self, _: &str) -> BoxFuture<'_, Result<Option<Vec<Mark>>, StoreError>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}
