//! G42: an argument or a risk stands on a passage of a given document, and brings no number that is not in it.

use crate::engine::text::passages;
use crate::model::trace::Decision;
use crate::workspaces::research::guards::decision;
use crate::workspaces::research::perform::patterns;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// See the module.
#[must_use]
pub fn check(input: &Value, mut output: Value) -> (Value, Vec<Decision>) {
    let texts: BTreeMap<&str, String> = input["documents"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|document| Some((document["id"].as_str()?, patterns::text_of(document))))
        .collect();
    let mut decisions = Vec::new();
    for key in ["success_arguments", "risk_factors"] {
        let items: Vec<String> =
            output[key].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        let before = items.len();
        let kept: Vec<String> = items.into_iter().filter(|item| stands(item, &texts)).collect();
        if kept.len() < before {
            let message = format!("Без опоры на текст документа: убрано {}.", before - kept.len());
            decisions.push(decision("G42_no_passage", message, &format!("/{key}")));
        }
        output[key] = json!(kept);
    }
    (output, decisions)
}

fn stands(item: &str, texts: &BTreeMap<&str, String>) -> bool {
    let Some((id, start, end)) = patterns::mark(item) else { return false };
    let Some(passage) = texts.get(id).and_then(|text| passages::slice(text, start, end)) else { return false };
    let words = item.rsplit_once('[').map_or(item, |(words, _)| words);
    !passage.trim().is_empty() && numbers(words).iter().all(|number| numbers(passage).contains(number))
}

/// Runs of digits.
fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect()
}
