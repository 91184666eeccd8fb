//! Whether a value that a person writes into a fact fits its place, and its normal form.

use crate::engine::knowledge::pack::Party;
use crate::engine::knowledge::{Knowledge, dialogue};
use crate::engine::text::folded;
use crate::engine::turn::Moment;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::perform::speaking::SPEAKER;
use crate::workspaces::contract::talk::{Ground, card, typed};
use serde_json::{Value, json};

/// The value as the place keeps it.
///
/// # Errors
/// No such place (`pointer`); a value of another kind (`details.fields` says which).
pub fn fitting(
    before: &Snapshot,
    at: &str,
    value: &Value,
    moment: &Moment,
    knowledge: &Knowledge,
) -> Result<Value, ApiError> {
    let words = dialogue::embedded().map_err(|error| ApiError::new(ErrorCode::Internal, error.to_string()))?;
    let tokens = pointer::tokens(at).filter(|tokens| !tokens.is_empty());
    let unknown = || ApiError::field("pointer", words.fault("edit_unknown")).with("value", at);
    let tokens = tokens.ok_or_else(unknown)?;
    let ground = Ground::new(before, &[], knowledge).ok_or_else(unknown)?;
    let domain = &before.state["domain"];
    let standing = domain.pointer(at);
    let fault = |code: &str, kind: &str| {
        let fields = json!([{"path": at, "code": code, "params": {"type": kind}}]);
        ApiError::new(ErrorCode::ValidationFailed, words.fault("edit_unfit"))
            .with("field", "value")
            .with("fields", fields)
    };
    let read = |field: &_, raw: &Value, kind: &str| {
        let read = typed::read(ground.pack, field, raw, moment.today()).map_err(|code| fault(code, kind))?;
        read.ok_or_else(|| fault("format", kind))
    };
    if let Some(field) = card::field_at(&ground, at) {
        // Words may be as long as a person tells them in the dialogue; a card is for short ones.
        if let Some(text) =
            value.as_str().filter(|text| field.kind == "text" && field.choices.is_empty() && !text.trim().is_empty())
        {
            return Ok(json!(text.trim()));
        }
        return read(&field, value, &field.kind);
    }
    // A part of a sum, a rate, a length: the whole must fit, and the part is its own.
    let whole = ground.pack.and_then(|pack| pack.field_of(at)).map(|field| field.pointer.clone());
    if let Some((whole, field)) = whole.and_then(|whole| Some((whole.clone(), card::field_at(&ground, &whole)?))) {
        let mut trial = domain.clone();
        edit::put(&mut trial, &tokens, plain(value));
        let made = read(&field, trial.pointer(&whole).unwrap_or(&Value::Null), &field.kind)?;
        let part = at.strip_prefix(whole.as_str()).and_then(|rest| made.pointer(rest)).cloned();
        return part.ok_or_else(|| fault("format", &field.kind));
    }
    if at == "/contract/type" {
        let known = value.as_str().is_some_and(|id| knowledge.packs.iter().any(|pack| pack.id == id));
        return if known { Ok(value.clone()) } else { Err(fault("unknown_choice", "choice")) };
    }
    if at == SPEAKER {
        // People say a side by its title or its word.
        let said = value.as_str().map(|said| folded(said.trim())).unwrap_or_default();
        let is = |party: &&Party| {
            said == party.role || said == folded(&party.title) || party.words.iter().any(|word| folded(word) == said)
        };
        let party = ground.pack.and_then(|pack| pack.parties.iter().find(is));
        return party.map(|party| json!(party.role)).ok_or_else(|| fault("unknown_choice", "choice"));
    }
    let same_kind = |old: &Value| std::mem::discriminant(old) == std::mem::discriminant(value);
    match standing {
        Some(old) if same_kind(old) => Ok(value.clone()),
        Some(_) => Err(fault("format", "text")),
        None if ground.pack.is_some_and(|pack| pack.knows(at)) => Ok(value.clone()),
        None => Err(unknown()),
    }
}

/// Digits as people write them in a part of a sum: «35 000,50».
fn plain(value: &Value) -> Value {
    let Some(text) = value.as_str() else { return value.clone() };
    let digits: String = text.chars().filter(|sign| !sign.is_whitespace()).collect::<String>().replace(',', ".");
    if digits.parse::<f64>().is_ok() { json!(digits) } else { value.clone() }
}
