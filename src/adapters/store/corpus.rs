//! The corpus of legal sources in the same file as the sessions.

use crate::adapters::store::corpus_rows;
use crate::adapters::store::corpus_writes::{CorpusChange, NewEdition, NewNode, NewPage, PLACE_BITS};
use crate::adapters::store::jobs::Job;
use crate::adapters::store::page_files::FileChange;
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::store::{corpus_reads, corpus_search};
use crate::engine::address::Address;
use crate::engine::corpus::Imported;
use crate::engine::corpus::read;
use crate::engine::corpus::read::identity::label_slug;
use crate::model::source::{EditionRow, Hit, NodeView, PageView, SearchQuery};
use crate::runner::ports::{BoxFuture, Kept, Sources, StoreError};
use std::sync::atomic::{AtomicU64, Ordering};

/// Nodes of one transaction: a turn of a session never waits for more.
const NODES: usize = 300;
/// Pages of one transaction.
const PAGES: usize = 100;
/// Nodes removed in one transaction.
const SWEEP: i64 = 1000;

impl SqliteStore {
    async fn keep_file(&self, file: &str, sha256: &str, editions: Vec<Imported>, at: &str) -> Result<Kept, StoreError> {
        let _alone = self.imports.lock().await;
        if corpus_reads::holds(&self.readers, sha256, read::VERSION).await? {
            return Ok(Kept::Unchanged);
        }
        let mut written = 0;
        for edition in editions {
            written += self.keep_edition(file, sha256, edition, at).await?;
        }
        let (sha256, name, at) = (sha256.to_owned(), file.to_owned(), at.to_owned());
        self.corpus(CorpusChange::File { sha256, reader: read::VERSION, name, at }).await?;
        self.sweep().await?;
        Ok(Kept::Written { nodes: written })
    }

    async fn keep_edition(&self, file: &str, sha256: &str, edition: Imported, at: &str) -> Result<u32, StoreError> {
        let mut edition = edition;
        edition.nodes = corpus_rows::in_order(edition.nodes);
        let (row, nodes, pages) = tokio::task::spawn_blocking({
            let (file, sha256, at) = (file.to_owned(), sha256.to_owned(), at.to_owned());
            move || rows(&file, &sha256, edition, &at)
        })
        .await
        .map_err(|_| StoreError::Failed("an edition could not be prepared".to_owned()))??;
        let (mark, texts) = (row.mark.clone(), row.texts);
        self.corpus(CorpusChange::Begin(Box::new(row))).await?;
        let id = corpus_reads::begun(&self.readers, &mark).await?;
        let mut nodes = nodes.into_iter().map(|node| placed(node, id));
        loop {
            let some: Vec<NewNode> = nodes.by_ref().take(NODES).collect();
            if some.is_empty() {
                break;
            }
            self.corpus(CorpusChange::Nodes(some)).await?;
        }
        let mut pages = pages.into_iter();
        loop {
            let some: Vec<NewPage> = pages.by_ref().take(PAGES).collect();
            if some.is_empty() {
                break;
            }
            self.corpus(CorpusChange::Pages(id, some)).await?;
        }
        self.corpus(CorpusChange::Hold { id }).await?;
        Ok(u32::try_from(texts).unwrap_or(u32::MAX))
    }

    async fn forget_edition(&self, edition: &str) -> Result<bool, StoreError> {
        match self.corpus(CorpusChange::Drop { edition: edition.to_owned() }).await {
            Ok(()) => {
                self.sweep().await?;
                self.corpus(CorpusChange::Forget).await.map(|()| true)
            }
            Err(StoreError::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes what is to be removed, in pieces.
    async fn sweep(&self) -> Result<(), StoreError> {
        while corpus_reads::is_sweeping(&self.readers).await? {
            self.corpus(CorpusChange::Sweep { most: SWEEP }).await?;
        }
        self.corpus(CorpusChange::Files(FileChange::Sweep)).await
    }

    async fn corpus(&self, change: CorpusChange) -> Result<(), StoreError> {
        self.submit(Job::Corpus(change)).await
    }
}

/// A node in its edition: places become ids.
fn placed(mut node: NewNode, edition: i64) -> NewNode {
    let id = |place: i64| (edition << PLACE_BITS) + place;
    node.edition = edition;
    node.id = id(node.id);
    node.last = id(node.last);
    node.parent = node.parent.map(id);
    node
}

fn rows(
    file: &str,
    sha256: &str,
    edition: Imported,
    at: &str,
) -> Result<(NewEdition, Vec<NewNode>, Vec<NewPage>), StoreError> {
    let nodes = corpus_rows::nodes(&edition)?;
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let texts = nodes.iter().filter(|node| !node.text.is_empty()).count();
    let remarks = serde_json::to_string(&edition.remarks).unwrap_or_default();
    let row = NewEdition {
        mark: mark(at),
        edition: format!("{}@{}", edition.document, label_slug(&edition.label)),
        document: edition.document,
        short: edition.short,
        title: edition.title,
        jurisdiction: edition.jurisdiction,
        kind: corpus_reads::kind_text(edition.kind),
        label: edition.label,
        valid_from: edition.valid_from,
        valid_to: edition.valid_to,
        nodes: count(nodes.len()),
        texts: count(texts),
        pages: count(edition.pages.len()),
        sha256: sha256.to_owned(),
        file: file.to_owned(),
        remarks,
        at: at.to_owned(),
    };
    let page = |(index, page): (usize, crate::engine::corpus::ImportedPage)| NewPage {
        page: count(index + 1),
        printed: page.printed,
        text: page.text,
        image: page.image,
    };
    let pages = edition.pages.into_iter().enumerate().map(page).collect();
    Ok((row, nodes, pages))
}

/// A mark that no other import has, in this process or beside it.
fn mark(at: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{at} {} {}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

impl Sources for SqliteStore {
    fn holds(&self, sha256: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        let sha256 = sha256.to_owned();
        Box::pin(async move { corpus_reads::holds(&self.readers, &sha256, read::VERSION).await })
    }

    fn keep<'a>(
        &'a self,
        file: &'a str,
        sha256: &'a str,
        editions: Vec<Imported>,
        at: &'a str,
    ) -> BoxFuture<'a, Result<Kept, StoreError>> {
        Box::pin(self.keep_file(file, sha256, editions, at))
    }

    fn editions(&self) -> BoxFuture<'_, Result<Vec<EditionRow>, StoreError>> {
        Box::pin(async move {
            let held = corpus_reads::editions(&self.readers).await?;
            Ok(held.into_iter().map(|held| held.row).collect())
        })
    }

    fn forget(&self, edition: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        let edition = edition.to_owned();
        Box::pin(async move { self.forget_edition(&edition).await })
    }

    fn search(&self, query: &SearchQuery) -> BoxFuture<'_, Result<Vec<Hit>, StoreError>> {
        let query = query.clone();
        Box::pin(async move { corpus_search::search(self, &query).await })
    }

    fn search_notice(&self) -> Option<&'static str> {
        self.meaning_failed().then_some(
            "Поиск по смыслу сейчас не отвечает: найдено только по словам. Проверьте LEGALAGI_EMBEDDINGS_BASE_URL.",
        )
    }

    fn locate(&self, address: &Address, on: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        let (address, on) = (address.clone(), on.map(str::to_owned));
        Box::pin(async move { corpus_reads::locate(&self.readers, &address, on.as_deref()).await })
    }

    fn node(&self, node_id: &str) -> BoxFuture<'_, Result<Option<NodeView>, StoreError>> {
        let node_id = node_id.to_owned();
        Box::pin(async move { corpus_reads::node(&self.readers, &node_id).await })
    }

    fn below(&self, edition: &str, parent: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        let (edition, parent) = (edition.to_owned(), parent.map(str::to_owned));
        Box::pin(async move { corpus_reads::below(&self.readers, &edition, parent.as_deref()).await })
    }

    fn outline(&self, edition: &str) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        let edition = edition.to_owned();
        Box::pin(async move { corpus_reads::outline(&self.readers, &edition).await })
    }

    fn page(&self, edition: &str, page: u32) -> BoxFuture<'_, Result<Option<PageView>, StoreError>> {
        let edition = edition.to_owned();
        Box::pin(async move { corpus_reads::page(&self.readers, &edition, page).await })
    }

    fn revision(&self) -> BoxFuture<'_, Result<String, StoreError>> {
        Box::pin(async move {
            let held = corpus_reads::editions(&self.readers).await?;
            let texts: Vec<&str> =
                held.iter().flat_map(|held| [held.row.edition.as_str(), held.row.sha256.as_str()]).collect();
            Ok(corpus_rows::digest(&texts)[..16].to_owned())
        })
    }
}
