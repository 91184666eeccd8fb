//! `get_provision`: the text at an address, with edition, currency and what stands below.

use crate::engine::address::{Address, acts};
use crate::engine::corpus::editions::edition_of;
use crate::engine::corpus::newest;
use crate::engine::fold::folded;
use crate::model::source::{Currency, EditionRow, NodeView};
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
/// Places with the nearest numbers.
const NUMBERS: usize = 5;

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
    let mut out = json!({"address": address, "provisions": provisions, "nearest": []});
    if nodes.is_empty() {
        let told = absent(app, &address, parsed, &rows).await?;
        for (key, value) in told.as_object().into_iter().flatten() {
            out[key] = value.clone();
        }
    }
    Ok(out)
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

/// Why nothing stands at an address, and what to do about it. Nothing found is a result, not an error.
async fn absent(app: &App, address: &str, parsed: Option<Address>, rows: &[EditionRow]) -> Result<Value, ToolError> {
    let ids = parsed.as_ref().map_or_else(Vec::new, |address| address.act.documents());
    let name = parsed.as_ref().map(|address| folded(&Address { path: Vec::new(), ..address.clone() }.canonical()));
    let is_it = |row: &&EditionRow| match &parsed {
        Some(_) => ids.contains(&row.document) || name.as_ref().is_some_and(|name| *name == folded(&row.short)),
        None => row.edition == edition_of(address),
    };
    let held: Vec<&EditionRow> = rows.iter().filter(is_it).collect();
    let Some(row) = held.first() else {
        let known = ids.iter().find_map(|id| acts::embedded().ok()?.get(id));
        let short =
            known.map(|act| act.short.clone()).or(parsed.map(|own| Address { path: Vec::new(), ..own }.canonical()));
        let title = known.map(|act| match act.numbers.first() {
            Some(number) if !act.title.contains(number.as_str()) => format!("{} № {number}", act.title),
            _ => act.title.clone(),
        });
        let title = title.or_else(|| short.clone()).unwrap_or_else(|| edition_of(address).to_owned());
        return Ok(json!({
            "reason": "not_held",
            "act": {"short": short.unwrap_or_else(|| title.clone()), "title": title},
            "message": format!("Акта «{title}» в корпусе нет: из этого не следует, что такого места нет."),
            "import": format!("Загрузите официальный текст: legalagi corpus import ФАЙЛ ({title})."),
            "nearest": [],
        }));
    };
    let today = app.moment().today().to_owned();
    let stands = |row: &&&EditionRow| !newest::is_superseded(row, held.iter().copied(), &today);
    let row = held.iter().find(stands).unwrap_or(row);
    let nearest = nearest(app, parsed, &row.edition).await?;
    Ok(json!({
        "reason": "no_such_place",
        "act": {"short": row.short, "title": row.title, "edition": row.label},
        "message": format!("В акте «{}» (редакция: {}) такого места нет.", row.short, row.label),
        "nearest": nearest,
    }))
}

/// What stands above the address, else the places of its kind with the nearest numbers.
async fn nearest(app: &App, parsed: Option<Address>, edition: &str) -> Result<Vec<Value>, ToolError> {
    let Some(mut above) = parsed else { return Ok(Vec::new()) };
    let wanted = above.path.first().map(|step| (step.unit.segment(), figure(&step.number)));
    while above.path.pop().is_some() && !above.path.is_empty() {
        let nodes = app.sources.locate(&above, None).await.map_err(unreached)?;
        let Some(node) = nodes.iter().find(|node| node.edition == edition).or(nodes.first()) else { continue };
        let below = app.sources.below(&node.edition, Some(&node.node_id)).await.map_err(unreached)?;
        return Ok([node].into_iter().chain(&below).take(NEAREST).map(reference).collect());
    }
    let Some((segment, Some(wanted))) = wanted else { return Ok(Vec::new()) };
    let all = app.sources.outline(edition).await.map_err(unreached)?;
    let apart = |node: &NodeView| {
        let number = node.node_id.rsplit_once(&format!("/{segment}/"))?.1;
        if number.contains('/') { None } else { Some((figure(number)? - wanted).abs()) }
    };
    let mut near: Vec<(f64, &NodeView)> = all.iter().filter_map(|node| Some((apart(node)?, node))).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.node_id.cmp(&b.1.node_id)));
    Ok(near.into_iter().take(NUMBERS).map(|(_, node)| reference(node)).collect())
}

/// `123.20-1` → 123.20.
fn figure(number: &str) -> Option<f64> {
    let end = number.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(number.len());
    number[..end].trim_end_matches('.').parse().ok()
}
