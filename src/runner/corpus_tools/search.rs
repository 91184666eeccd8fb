//! `search_corpus` and `search_documents`.

use crate::engine::corpus::editions::edition_of;
use crate::engine::search::snippet;
use crate::model::source::{EditionRow, Hit, SearchQuery};
use crate::model::tool::{ToolCode, ToolError};
use crate::runner::app::App;
use crate::runner::corpus_tools::{empty, unreached};
use serde_json::{Value, json};

/// Most passages that are grouped by document.
const GROUPED: u32 = 50;

/// Passages for words or an address, best first.
pub(super) async fn passages(app: &App, input: &Value, on: Option<&str>) -> Result<Value, ToolError> {
    let hits = found(app, &query(input, on, limit(input))).await?;
    Ok(json!({"results": hits.iter().map(shown).collect::<Vec<_>>()}))
}

/// Documents in which the words stand, each with its best passage.
pub(super) async fn documents(app: &App, input: &Value, on: Option<&str>) -> Result<Value, ToolError> {
    if input["query"].as_str().is_none_or(|query| query.trim().is_empty()) {
        let message = "Нужны semantic_keywords (слова вопроса) или query (строка поиска).";
        return Err(ToolError::new(ToolCode::InvalidInput, message).with("pointer", "/semantic_keywords"));
    }
    let hits = found(app, &query(input, on, GROUPED)).await?;
    let editions = app.sources.editions().await.map_err(unreached)?;
    let mut groups: Vec<(&EditionRow, &Hit, u32)> = Vec::new();
    for hit in &hits {
        let id = edition_of(&hit.node_id);
        if let Some((_, _, matches)) = groups.iter_mut().find(|(edition, _, _)| edition.edition == id) {
            *matches += 1;
        } else if let Some(edition) = editions.iter().find(|edition| edition.edition == id) {
            groups.push((edition, hit, 1));
        }
    }
    let most = usize::try_from(limit(input)).unwrap_or(usize::MAX);
    let documents: Vec<Value> = groups
        .into_iter()
        .take(most)
        .map(|(edition, best, matches)| {
            json!({
                "document": edition.document,
                "edition": edition.edition,
                "short": edition.short,
                "title": edition.title,
                "jurisdiction": edition.jurisdiction,
                "kind": edition.kind,
                "label": edition.label,
                "currency": edition.currency,
                "matches": matches,
                "best": shown(best),
            })
        })
        .collect();
    Ok(json!({"documents": documents}))
}

fn limit(input: &Value) -> u32 {
    input["limit"].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(10)
}

fn query(input: &Value, on: Option<&str>, limit: u32) -> SearchQuery {
    let text = |key: &str| input[key].as_str().map(str::to_owned);
    SearchQuery {
        q: text("query").unwrap_or_default(),
        jurisdiction: text("jurisdiction"),
        document: text("document"),
        kinds: serde_json::from_value(input["kinds"].clone()).unwrap_or_default(),
        on: on.map(str::to_owned),
        limit,
    }
}

async fn found(app: &App, query: &SearchQuery) -> Result<Vec<Hit>, ToolError> {
    let hits = app.sources.search(query).await.map_err(unreached)?;
    if hits.is_empty() && app.sources.editions().await.map_err(unreached)?.is_empty() {
        return Err(empty());
    }
    Ok(hits)
}

/// A hit as JSON: the marks around found words are for the page.
fn shown(hit: &Hit) -> Value {
    let mut value = json!(hit);
    value["snippet"] = json!(snippet::bare(&hit.snippet));
    value
}
