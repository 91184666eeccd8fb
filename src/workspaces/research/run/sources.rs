//! Finding sources: what is planned and put together is pure, here it is carried out over the port.

use crate::engine::corpus::editions::edition_of;
use crate::model::error::ApiError;
use crate::model::source::{EditionRow, NodeView};
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::library::whole;
use crate::workspaces::research::borders;
use crate::workspaces::research::retrieve::{self, Fused, List};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How far up a place is lifted at most.
const LIFTS: usize = 6;

/// Finds sources for a context.
///
/// # Errors
/// Storage.
pub async fn fetch(app: &App, input: &Value) -> Result<Value, ApiError> {
    let stored = |error| fail::of_store(&error);
    let editions: BTreeMap<String, EditionRow> = app
        .sources
        .editions()
        .await
        .map_err(stored)?
        .into_iter()
        .map(|edition| (edition.edition.clone(), edition))
        .collect();
    if editions.is_empty() {
        return Ok(retrieve::nothing_held());
    }
    let (context, limits) = (&input["context"], &input["limits"]);
    let borders = borders(app, context, limits, &editions).await?;
    let asks = retrieve::plan(context, limits);
    let mut fused = Fused::default();
    let mut answered = 0;
    for ask in &asks {
        let mut hits = app.sources.search(&ask.query).await.map_err(stored)?;
        if hits.is_empty() && ask.query.on.is_some() {
            // An edition whose days nobody knows is shown, marked as unchecked, rather than hidden.
            let any = crate::model::source::SearchQuery { on: None, ..ask.query.clone() };
            hits = app.sources.search(&any).await.map_err(stored)?;
        }
        answered += usize::from(!hits.is_empty());
        for (rank, hit) in hits.iter().enumerate() {
            let Some(edition) = editions.get(edition_of(&hit.node_id)) else { continue };
            fused.add(&hit.node_id, ask.list.unwrap_or_else(|| List::of(edition.kind)), ask.weight, rank);
        }
    }
    let mut lists: BTreeMap<List, Vec<Value>> = BTreeMap::new();
    for list in [List::Laws, List::Cases, List::Guidance] {
        let most = retrieve::limit(limits, list);
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut items = Vec::new();
        for (node_id, score) in fused.best(list) {
            if items.len() >= most {
                break;
            }
            let found = match list {
                // A decision is read as a whole.
                List::Cases => whole(app, edition_of(&node_id)).await.map_err(stored)?,
                List::Laws | List::Guidance => lifted(app, &node_id, list).await?,
            };
            let Some(node) = found else { continue };
            let Some(edition) = editions.get(edition_of(&node.node_id)) else { continue };
            if !node.text.trim().is_empty() && seen.insert(node.node_id.clone()) {
                items.push(retrieve::item(&node, edition, list, score));
            }
        }
        lists.insert(list, items);
    }
    let mut output = retrieve::output(lists, asks.len(), answered);
    if let Some(guidance) = output["guidance"].as_array_mut() {
        guidance.extend(borders);
    }
    Ok(output)
}

/// What the library has not for a question, told before anything is answered.
async fn borders(
    app: &App,
    context: &Value,
    limits: &Value,
    editions: &BTreeMap<String, EditionRow>,
) -> Result<Vec<Value>, ApiError> {
    let wanted = [List::Laws, List::Cases, List::Guidance].into_iter().any(|list| retrieve::limit(limits, list) > 0);
    let Some(question) = context["search_hints"][0].as_str().filter(|_| wanted) else { return Ok(Vec::new()) };
    if let Some(told) = borders::foreign(question) {
        return Ok(vec![told]);
    }
    let stored = |error| fail::of_store(&error);
    let all: Vec<&EditionRow> = editions.values().collect();
    let jurisdiction = context["jurisdiction"].as_str();
    let on = context["on"].as_str().unwrap_or("9999-12-31");
    if let Some(code) = jurisdiction.filter(|code| all.iter().all(|row| row.jurisdiction != *code)) {
        return Ok(vec![borders::no_jurisdiction(code, &all)]);
    }
    let mut out = Vec::new();
    let asked_day = borders::day(question);
    // Whoever asks about a document that is held, by its name, asks about no other.
    let calls_held = all.iter().any(|row| borders::calls(question, &row.short));
    for needed in borders::needed(question, jurisdiction).into_iter().filter(|needed| needed.named || !calls_held) {
        let held = borders::held(&needed, &all);
        let Some(standing) = borders::standing(&held, on) else {
            out.push(borders::not_held(&needed, &all, jurisdiction));
            continue;
        };
        match asked_day.as_deref().and_then(|day| borders::no_edition(&needed, &held, day)) {
            Some(told) => out.push(told),
            None => out.extend(borders::other_days(&needed, &held, on)),
        }
        let Some((path, place)) = &needed.place else { continue };
        let mut found = false;
        for edition in &held {
            let node = app.sources.node(&format!("norm://{}/{path}", edition.edition)).await.map_err(stored)?;
            found = found || node.is_some();
        }
        if !found {
            let outline = app.sources.outline(&standing.edition).await.map_err(stored)?;
            let articles: Vec<(String, String)> = outline
                .into_iter()
                .filter(|node| node.kind == "article")
                .filter_map(|node| Some((node.node_id.split_once("/art/")?.1.to_owned(), node.address)))
                .map(|(number, address)| (format!("art/{number}"), address))
                .collect();
            out.push(borders::no_place(&needed, place, path, &standing.label, &articles));
        }
    }
    Ok(out)
}

/// The node, or what it is a part of, where only the whole makes sense.
async fn lifted(app: &App, node_id: &str, list: List) -> Result<Option<NodeView>, ApiError> {
    let stored = |error| fail::of_store(&error);
    let Some(mut node) = app.sources.node(node_id).await.map_err(stored)? else { return Ok(None) };
    for _ in 0..LIFTS {
        if !retrieve::lifts(&node, list) {
            break;
        }
        let Some(parent) = node.parent.clone() else { break };
        let Some(above) = app.sources.node(&parent).await.map_err(stored)? else { break };
        // A place right below the act itself is not lifted to the whole act.
        if list == List::Laws && (above.parent.is_none() || !retrieve::lifts(&above, list) && above.kind != "article") {
            break;
        }
        node = above;
    }
    Ok(Some(node))
}

/// Whether an output of retrieval says that there was nothing to search in.
#[must_use]
pub fn was_empty(output: &Value) -> bool {
    output["confidence"].as_f64() == Some(0.0)
}
