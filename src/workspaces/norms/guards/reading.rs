//! G82: a finding stands in a place that was read, its quote is a slice of that place, and its value is in the quote.

use crate::engine::citation::amounts::Decimal;
use crate::engine::citation::numbers::amounts;
use crate::model::trace::Decision;
use crate::workspaces::norms::perform::answer::{ground, holder};
use crate::workspaces::norms::perform::ranges::in_digits;
use crate::workspaces::norms::settle::decision;
use crate::workspaces::norms::state::Norms;
use serde_json::{Value, json};

/// See the module.
#[must_use]
pub fn check(norms: &Norms, mut output: Value) -> (Value, Vec<Decision>) {
    let mut decisions = Vec::new();
    let given = output["findings"].as_array().cloned().unwrap_or_default();
    let count = given.len();
    let kept: Vec<Value> = given.into_iter().filter_map(|one| stands(norms, one)).collect();
    if kept.len() < count {
        let message = format!("Без опоры на прочитанное место: убрано {}.", count - kept.len());
        decisions.push(decision("G82_finding", message, "/findings"));
        if kept.is_empty() {
            output["code"] = json!("TEXT_FOUND_BUT_IRRELEVANT");
            output["relevance"] = json!(0.0);
        }
    }
    output["findings"] = json!(kept);
    (output, decisions)
}

/// The finding with what it lacks filled in; none when it stands on nothing.
fn stands(norms: &Norms, mut one: Value) -> Option<Value> {
    let id = one["node_id"].as_str()?.to_owned();
    let item = holder(norms, &id)?;
    let (text, cell) = ground(norms, &id)?;
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quote = bare(one["quote"].as_str().unwrap_or_default());
    let value = bare(one["value"].as_str().unwrap_or_default());
    if quote.is_empty() || !bare(&text).contains(&quote) {
        return None;
    }
    // A cell's value is the cell; a clause's value stands in its quote, in digits or in words.
    let number = Decimal::read(&value.replace(',', "."));
    let told = || in_digits(&quote).split(|c: char| !c.is_ascii_digit()).any(|own| own == value);
    let spelled = || number.is_some() && (amounts(&quote).iter().any(|one| Some(one.value) == number) || told());
    if !value.is_empty() && !quote.contains(&value) && !spelled() {
        return None;
    }
    if cell && !norms.evidence.iter().any(|item| is_cell(item, &id, &quote)) {
        return None;
    }
    one["kind"] = json!(if cell { "cell" } else { "clause" });
    if one["group"].as_str().is_none_or(str::is_empty) {
        one["group"] = item["node_id"].clone();
    }
    if !one["score"].is_number() {
        one["score"] = json!(0.9);
    }
    Some(one)
}

fn is_cell(item: &Value, id: &str, quote: &str) -> bool {
    let rows = item["table"]["rows"].as_array().into_iter().flatten();
    let mut cells = rows.flat_map(|row| row["cells"].as_array().into_iter().flatten());
    cells.any(|cell| cell["node_id"] == id && cell["text"].as_str().is_some_and(|text| text.trim() == quote))
}
