//! G40: an intent names only documents that were given, and always the question.

use crate::model::trace::Decision;
use crate::workspaces::research::guards::decision;
use serde_json::{Value, json};

/// See the module.
#[must_use]
pub fn check(input: &Value, mut output: Value) -> (Value, Vec<Decision>) {
    let mut decisions = Vec::new();
    let given: Vec<Value> = input["context"]["documents"].as_array().cloned().unwrap_or_default();
    if let Some(named) = output.pointer_mut("/inputs/documents").and_then(Value::as_array_mut) {
        let before = named.len();
        named.retain(|id| given.contains(id));
        if named.len() < before {
            decisions.push(decision("G40_document", "Названы документы, которых нет: убраны.", "/inputs/documents"));
        }
    }
    let asked = output["inputs"]["question"].as_str().is_some_and(|text| !text.trim().is_empty());
    if !asked {
        let query = input["query"].as_str().unwrap_or_default();
        output["inputs"]["question"] = json!(query);
    }
    (output, decisions)
}
