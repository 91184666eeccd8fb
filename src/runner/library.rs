//! The pages about legal sources: a search with its facets, a document at a place.

use crate::engine::corpus::editions::{edition_of, is_whole};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::library::{Facet, PageSheet, SearchPage, SourcePage};
use crate::model::source::{DocumentKind, Hit, NodeView, SearchQuery};
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::ports::{PageError, Sought, StoreError};
use std::collections::BTreeSet;

/// Kinds of nodes that are read alone with what stands below them; smaller ones are read inside them.
const WHOLE: [&str; 5] = ["article", "clause", "table", "annex", "section"];
/// Longest way up from a node; a tree is never deeper.
const DEEPEST: usize = 16;

/// Searches and counts what was found by document. Without words it only lists what is held.
///
/// # Errors
/// Storage.
pub async fn search(app: &App, query: SearchQuery) -> Result<SearchPage, ApiError> {
    let stored = |error| fail::of_store(&error);
    let editions = app.sources.editions().await.map_err(stored)?;
    let hits = match query.q.trim() {
        "" => Vec::new(),
        _ => app.sources.search(&query).await.map_err(stored)?,
    };
    let jurisdictions: BTreeSet<String> = editions.iter().map(|edition| edition.jurisdiction.clone()).collect();
    let documents = facets(&hits, |hit| {
        let edition = editions.iter().find(|edition| edition.edition == edition_of(&hit.node_id));
        edition.map_or_else(|| hit.document.clone(), |edition| edition.document.clone())
    });
    let notice = app.sources.search_notice().filter(|_| !query.q.trim().is_empty()).unwrap_or_default().to_owned();
    Ok(SearchPage { query, hits, documents, jurisdictions: jurisdictions.into_iter().collect(), editions, notice })
}

/// Documents by number of results, most first; ties by name.
fn facets(hits: &[Hit], id: impl Fn(&Hit) -> String) -> Vec<Facet> {
    let mut out: Vec<Facet> = Vec::new();
    for hit in hits {
        let value = id(hit);
        match out.iter_mut().find(|facet| facet.value == value) {
            Some(facet) => facet.count += 1,
            None => out.push(Facet { value, title: hit.document.clone(), count: 1 }),
        }
    }
    out.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.title.cmp(&b.title)));
    out
}

/// The document around a node, or the top of an edition.
///
/// # Errors
/// No such node or edition; storage.
pub async fn source(app: &App, node: &str) -> Result<SourcePage, ApiError> {
    let stored = |error| fail::of_store(&error);
    let missing = || {
        let message =
            "Такого места в базе источников нет: документ удалён или загружен в другой редакции. Найдите его поиском.";
        ApiError::new(ErrorCode::NotFound, message)
    };
    let name = edition_of(node).to_owned();
    let editions = app.sources.editions().await.map_err(stored)?;
    let edition = editions.into_iter().find(|edition| edition.edition == name).ok_or_else(missing)?;
    if is_whole(node) {
        let parts = app.sources.below(&name, None).await.map_err(stored)?;
        // A decision is read from end to end; of everything else the top is its table of contents.
        let contents = edition.kind != DocumentKind::Decision;
        let parts = if contents { parts.iter().map(short).collect() } else { parts };
        let (target, above) = (node.to_owned(), Vec::new());
        return Ok(SourcePage { edition, above, shown: None, parts, contents, target, before: None, behind: None });
    }
    let target = app.sources.node(node).await.map_err(stored)?.ok_or_else(missing)?;
    let mut way = vec![target];
    while let Some(parent) = way.last().and_then(|node| node.parent.clone()).filter(|_| way.len() < DEEPEST) {
        match app.sources.node(&parent).await.map_err(stored)? {
            Some(node) => way.push(node),
            None => break,
        }
    }
    // What is read alone: the topmost article, or the smallest clause that holds the place.
    let article = way.iter().rposition(|node| node.kind == "article");
    let at = article.or_else(|| way.iter().position(is_read_alone)).unwrap_or(0);
    let shown = way[at].clone();
    let parts = app.sources.below(&name, Some(&shown.node_id)).await.map_err(stored)?;
    let beside = app.sources.below(&name, shown.parent.as_deref()).await.map_err(stored)?;
    let place = beside.iter().position(|node| node.node_id == shown.node_id);
    let before = place.and_then(|place| beside.get(place.checked_sub(1)?)).map(short);
    let behind = place.and_then(|place| beside.get(place + 1)).map(short);
    let above = way[at + 1..].iter().rev().map(short).collect();
    // A chapter names its articles, an article shows its parts.
    let contents = !parts.is_empty() && !is_read_alone(&shown);
    let (shown, parts) = if contents { (short(&shown), parts.iter().map(short).collect()) } else { (shown, parts) };
    Ok(SourcePage { edition, above, shown: Some(shown), parts, contents, target: node.to_owned(), before, behind })
}

/// A page of an edition with what is marked on it.
///
/// # Errors
/// No such edition, page or node; a file that cannot be shown; storage.
pub async fn page(app: &App, sought: &Sought) -> Result<PageSheet, ApiError> {
    let boxes = app.pages.boxes(sought).await.map_err(|error| fail::of_page(&error))?;
    let stored = |error| fail::of_store(&error);
    let mut held = app.sources.editions().await.map_err(stored)?.into_iter();
    let edition = held.find(|row| row.edition == sought.edition).ok_or_else(|| fail::of_page(&PageError::NoEdition))?;
    let node = match &sought.node {
        Some(id) => app.sources.node(id).await.map_err(stored)?.as_ref().map(short),
        None => None,
    };
    Ok(PageSheet { edition, boxes, node })
}

/// An edition as one node with the text of all its parts.
///
/// # Errors
/// Storage.
pub async fn whole(app: &App, edition: &str) -> Result<Option<NodeView>, StoreError> {
    let Some(mut node) = app.sources.node(&format!("norm://{edition}")).await? else { return Ok(None) };
    if node.text.trim().is_empty() {
        let parts = app.sources.below(edition, None).await?;
        node.text = parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n\n");
    }
    Ok(Some(node))
}

fn is_read_alone(node: &NodeView) -> bool {
    WHOLE.contains(&node.kind.as_str())
}

/// A node as a link needs it: without its text.
fn short(node: &NodeView) -> NodeView {
    NodeView { text: String::new(), ..node.clone() }
}
