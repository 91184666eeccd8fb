//! What a caller's address means: a canonical address, its nodes, or a typed refusal.

use crate::engine::address::find::{AddressError, Context, resolve};
use crate::engine::address::print::way;
use crate::engine::address::{Act, Address};
use crate::engine::fold::folded;
use crate::model::source::{EditionRow, NodeView};
use crate::model::tool::{ToolCode, ToolError};
use crate::runner::app::App;
use crate::runner::corpus_tools::unreached;
use serde_json::{Value, json};

/// An address that was understood.
pub(super) struct Found {
    /// In its canonical form.
    pub(super) address: String,
    /// What stands there, in every edition that counts, newest first.
    pub(super) nodes: Vec<NodeView>,
    /// As it was read; none for the id of a node.
    pub(super) parsed: Option<Address>,
    /// Whether any reader of addresses understands it; else only who knows the corpus does.
    pub(super) registered: bool,
}

/// Reads the `address` of an input: an address in any of its forms, a place of a held document by the document's own
/// name, or the id of a node.
///
/// # Errors
/// `INVALID_INPUT` for no address or no act, `AMBIGUOUS_ADDRESS` with the candidates, `EDITION_NOT_HELD` when the place
/// is held, but in no edition of that day, `SOURCE_UNAVAILABLE`.
pub(super) async fn find(app: &App, input: &Value, on: Option<&str>) -> Result<Found, ToolError> {
    let text = input["address"].as_str().unwrap_or_default().trim();
    if text.starts_with("norm://") {
        let node = app.sources.node(text).await.map_err(unreached)?;
        let address = node.as_ref().map_or_else(|| text.to_owned(), |node| node.address.clone());
        return Ok(Found { address, nodes: Vec::from_iter(node), parsed: None, registered: false });
    }
    let context = Context { act: None, jurisdiction: input["jurisdiction"].as_str().map(str::to_owned) };
    let error = match resolve(text, &context) {
        Ok(address) => {
            let nodes = at(app, &address, on).await?;
            return Ok(Found { address: address.canonical(), nodes, parsed: Some(address), registered: true });
        }
        Err(error) => error,
    };
    if let AddressError::Ambiguous(all) = &error {
        let names: Vec<String> = all.iter().map(Address::canonical).collect();
        let message = format!("{error}.");
        return Err(ToolError::new(ToolCode::AmbiguousAddress, message).with("candidates", json!(names)));
    }
    let rows = app.sources.editions().await.map_err(unreached)?;
    match rows.iter().find_map(|row| Some((row, own(text, row)?))) {
        Some((row, address)) => {
            let nodes = at(app, &address, on).await?;
            let place = format!("{} {}", row.short, way(&address.path, Some(&row.jurisdiction)));
            let canonical = nodes.first().map_or_else(|| place.trim().to_owned(), |node| node.address.clone());
            Ok(Found { address: canonical, nodes, parsed: Some(address), registered: false })
        }
        None => Err(ToolError::new(ToolCode::InvalidInput, format!("{error}.")).with("pointer", "/address")),
    }
}

/// The place that a text names in a document by the document's own name: «Правила складов ст. 4».
fn own(text: &str, row: &EditionRow) -> Option<Address> {
    let end = text.char_indices().nth(row.short.chars().count()).map_or(text.len(), |(at, _)| at);
    let (name, rest) = text.split_at(end);
    if folded(name) != folded(&row.short) || rest.starts_with(char::is_alphanumeric) {
        return None;
    }
    if rest.trim().is_empty() {
        return Some(Address { act: Act::Known(row.document.clone()), path: Vec::new() });
    }
    let context = Context { act: Some(row.document.clone()), jurisdiction: Some(row.jurisdiction.clone()) };
    resolve(rest.trim(), &context).ok()
}

/// The nodes at an address: of editions in force on the day, else of those whose days nobody knows.
async fn at(app: &App, address: &Address, on: Option<&str>) -> Result<Vec<NodeView>, ToolError> {
    let mut found = app.sources.locate(address, on).await.map_err(unreached)?;
    if found.is_empty() && on.is_some() {
        let held = app.sources.locate(address, None).await.map_err(unreached)?;
        let rows = app.sources.editions().await.map_err(unreached)?;
        let undated = |node: &&NodeView| {
            rows.iter().any(|row| row.edition == node.edition && row.valid_from.is_none() && row.valid_to.is_none())
        };
        found = held.iter().filter(undated).cloned().collect();
        if found.is_empty() && !held.is_empty() {
            let message = "Редакции на этот день в корпусе нет. Загрузите её или спросите без даты.";
            let ids: Vec<&str> = held.iter().map(|node| node.edition.as_str()).collect();
            return Err(ToolError::new(ToolCode::EditionNotHeld, message).with("held", json!(ids)));
        }
    }
    found.sort_by(|a, b| b.edition.cmp(&a.edition));
    Ok(found)
}
