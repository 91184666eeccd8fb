//! `get_provision`: the text at an address, with edition, currency and what stands below.

use crate::engine::address::Address;
use crate::model::source::{Currency, EditionRow, NodeView, SearchQuery};
use crate::model::tool::ToolError;
use crate::runner::app::App;
use crate::runner::corpus_tools::place::{self, Found};
use crate::runner::corpus_tools::{empty, unreached};
use serde_json::{Value, json};

/// Characters of a text unless the caller says otherwise.
const CHARS: usize = 20_000;
/// Nodes listed below a place.
const BELOW: usize = 200;
/// Places offered when nothing stands at an address.
const NEAREST: usize = 8;

/// The place in every edition of the day.
pub(super) async fn get(app: &App, input: &Value, on: Option<&str>) -> Result<Value, ToolError> {
    let rows = app.sources.editions().await.map_err(unreached)?;
    if rows.is_empty() {
        return Err(empty());
    }
    let Found { address, nodes, parsed, .. } = place::find(app, input, on).await?;
    let most = input["max_chars"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(CHARS);
    let mut provisions = Vec::new();
    for node in &nodes {
        let row = rows.iter().find(|row| row.edition == node.edition);
        let below = app.sources.below(&node.edition, Some(&node.node_id)).await.map_err(unreached)?;
        provisions.push(provision(node, row, &below, most));
    }
    let nearest = if nodes.is_empty() { nearest(app, &address, parsed).await? } else { Vec::new() };
    Ok(json!({"address": address, "provisions": provisions, "nearest": nearest}))
}

fn provision(node: &NodeView, row: Option<&EditionRow>, below: &[NodeView], most: usize) -> Value {
    let cut = node.text.chars().nth(most).is_some();
    json!({
        "node_id": node.node_id,
        "parent": node.parent,
        "document": node.document,
        "edition": row.map_or(node.edition.as_str(), |row| row.label.as_str()),
        "edition_id": node.edition,
        "kind": node.kind,
        "address": node.address,
        "title": node.title,
        "text": node.text.chars().take(most).collect::<String>(),
        "cut": cut,
        "page": node.page,
        "lossy": node.lossy,
        "valid_from": row.and_then(|row| row.valid_from.clone()),
        "valid_to": row.and_then(|row| row.valid_to.clone()),
        "currency": row.map_or(Currency::Unchecked, |row| row.currency.clone()),
        "below": below.iter().take(BELOW).map(reference).collect::<Vec<_>>(),
    })
}

fn reference(node: &NodeView) -> Value {
    json!({"node_id": node.node_id, "address": node.address, "title": node.title})
}

/// What stands above the address, else what a search for it brings. Nothing found is a result, not an error.
async fn nearest(app: &App, address: &str, parsed: Option<Address>) -> Result<Vec<Value>, ToolError> {
    let mut above = parsed;
    while let Some(place) = &mut above
        && place.path.pop().is_some()
        && !place.path.is_empty()
    {
        let nodes = app.sources.locate(place, None).await.map_err(unreached)?;
        let Some(node) = nodes.first() else { continue };
        let below = app.sources.below(&node.edition, Some(&node.node_id)).await.map_err(unreached)?;
        return Ok([node].into_iter().chain(&below).take(NEAREST).map(reference).collect());
    }
    let limit = u32::try_from(NEAREST).unwrap_or(u32::MAX);
    let query = SearchQuery { q: address.to_owned(), limit, ..SearchQuery::default() };
    let hits = app.sources.search(&query).await.map_err(unreached)?;
    Ok(hits
        .into_iter()
        .map(|hit| json!({"node_id": hit.node_id, "address": hit.address, "title": hit.title}))
        .collect())
}
