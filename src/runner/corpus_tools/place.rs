//! What a caller's address means: a canonical address, a node, or a typed refusal.

use crate::engine::address::Address;
use crate::engine::address::find::{AddressError, Context, resolve};
use crate::model::source::NodeView;
use crate::model::tool::{ToolCode, ToolError};
use crate::runner::app::App;
use crate::runner::corpus_tools::unreached;
use serde_json::{Value, json};

/// Reads an address in any of its forms.
///
/// # Errors
/// `INVALID_INPUT` for no address or no act, `AMBIGUOUS_ADDRESS` with the candidates.
pub(super) fn read(input: &Value) -> Result<Address, ToolError> {
    let text = input["address"].as_str().unwrap_or_default();
    let context = Context { act: None, jurisdiction: input["jurisdiction"].as_str().map(str::to_owned) };
    resolve(text, &context).map_err(|error| {
        let message = format!("{error}.");
        match error {
            AddressError::Ambiguous(all) => {
                let names: Vec<String> = all.iter().map(Address::canonical).collect();
                ToolError::new(ToolCode::AmbiguousAddress, message).with("candidates", json!(names))
            }
            _ => ToolError::new(ToolCode::InvalidInput, message).with("pointer", "/address"),
        }
    })
}

/// The nodes at an address: of editions in force on the day, else of all that are held, newest first.
///
/// # Errors
/// `SOURCE_UNAVAILABLE`; `EDITION_NOT_HELD` when the place is held, but in no edition of that day.
pub(super) async fn at(app: &App, address: &Address, on: Option<&str>) -> Result<Vec<NodeView>, ToolError> {
    let mut found = app.sources.locate(address, on).await.map_err(unreached)?;
    if found.is_empty() && on.is_some() {
        found = app.sources.locate(address, None).await.map_err(unreached)?;
        let rows = app.sources.editions().await.map_err(unreached)?;
        // Editions whose days nobody knows are shown as unchecked; those of other days are not.
        found.retain(|node| {
            rows.iter().any(|row| row.edition == node.edition && row.valid_from.is_none() && row.valid_to.is_none())
        });
        let held = app.sources.locate(address, None).await.map_err(unreached)?;
        if found.is_empty() && !held.is_empty() {
            let message = "Редакции на этот день в корпусе нет. Загрузите её или спросите без даты.";
            let labels: Vec<&str> = held.iter().map(|node| node.edition.as_str()).collect();
            return Err(ToolError::new(ToolCode::EditionNotHeld, message).with("held", json!(labels)));
        }
    }
    found.sort_by(|a, b| b.edition.cmp(&a.edition));
    Ok(found)
}
