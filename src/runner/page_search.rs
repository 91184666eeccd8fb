//! Pages of sources for keywords, as images: the seed's `search_documents`.

use crate::engine::search::pages::{self, PageHit};
use crate::engine::search::snippet;
use crate::model::source::{EditionRow, Hit, PageImageHit, SearchQuery};
use crate::runner::app::App;
use crate::runner::ports::{Sought, StoreError};
use std::collections::BTreeSet;

/// Hits that are put together to pages.
const HITS: u32 = 50;

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Words of the question.
    pub keywords: Vec<String>,
    /// Documents in which the answer is expected, by any of their names.
    pub expected: Vec<String>,
    /// Only what may be in force on this day.
    pub on: Option<String>,
    /// Most pages.
    pub limit: usize,
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Pages, best first; empty means none.
    pub pages: Vec<PageImageHit>,
    /// Expected documents that the corpus does not hold.
    pub missing: Vec<String>,
}

/// Searches the expected documents first, and everything only when nothing stands in them.
///
/// # Errors
/// Storage.
pub async fn search(app: &App, wanted: &Wanted) -> Result<Found, StoreError> {
    let editions = app.sources.editions().await?;
    let (mut documents, mut missing) = (BTreeSet::new(), Vec::new());
    for name in wanted.expected.iter().filter(|name| !name.trim().is_empty()) {
        let held = pages::named(name, &editions);
        if held.is_empty() {
            missing.push(name.clone());
        }
        documents.extend(held.into_iter().map(|row| row.document.clone()));
    }
    let query =
        SearchQuery { q: wanted.keywords.join(" "), on: wanted.on.clone(), limit: HITS, ..SearchQuery::default() };
    let mut hits: Vec<Hit> = Vec::new();
    for document in &documents {
        let own = SearchQuery { document: Some(document.clone()), ..query.clone() };
        hits.extend(app.sources.search(&own).await?);
    }
    if hits.is_empty() {
        hits = app.sources.search(&query).await?;
    }
    let mut found = Vec::new();
    for page in pages::grouped(&hits) {
        if found.len() >= wanted.limit.max(1) {
            break;
        }
        let snippet = hits.iter().find(|hit| hit.node_id == page.node_id).map(|hit| snippet::bare(&hit.snippet));
        if let Some(row) = editions.iter().find(|row| row.edition == page.edition)
            && let Some(hit) = shown(app, row, page, snippet.unwrap_or_default()).await
            && !found.iter().any(|own: &PageImageHit| own.edition == hit.edition && own.page == hit.page)
        {
            found.push(hit);
        }
    }
    Ok(Found { pages: found, missing })
}

/// A page with its image; `None` when the edition has no page to show.
async fn shown(app: &App, row: &EditionRow, hit: PageHit, snippet: String) -> Option<PageImageHit> {
    let sought = Sought { edition: row.edition.clone(), page: hit.page, node: Some(hit.node_id.clone()), quote: None };
    let boxes = app.pages.boxes(&sought).await.ok()?;
    let (edition, page) = (row.edition.clone(), boxes.page);
    Some(PageImageHit {
        image: format!("/api/corpus/pages/{edition}/{page}?scale=2&format=png"),
        edition,
        document: row.short.clone(),
        label: row.label.clone(),
        page,
        printed: boxes.printed,
        score: hit.score,
        words: hit.words,
        node_id: hit.node_id,
        address: hit.address,
        snippet,
    })
}
