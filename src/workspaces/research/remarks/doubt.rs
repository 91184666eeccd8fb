//! Step 7: a model may doubt sentences of an answer. Verdicts, validity and confidence are computed and stay.

use super::refused;
use crate::model::trace::Decision;
use serde_json::{Value, json};

/// Doubts that an answer can carry.
const DOUBTS: usize = 5;
/// Characters of a doubt.
const CHARS: usize = 400;

/// What the model is shown: the answer, its verdicts, its sources.
#[must_use]
pub fn shown(input: &Value, output: &Value) -> Option<Value> {
    let answer = input["answer"].as_str().filter(|answer| !answer.trim().is_empty())?;
    // Sources go by the name that the prompts know; their order is that of the marks.
    Some(json!({"answer_text": answer, "verdicts": output, "laws": input["sources"]}))
}

/// See the module.
#[must_use]
pub fn apply(input: &Value, mut output: Value, remarks: &Value) -> (Value, Vec<Decision>) {
    let mut decisions = Vec::new();
    let answer = input["answer"].as_str().unwrap_or_default();
    let mut kept: Vec<Value> = Vec::new();
    for doubt in remarks["doubts"].as_array().into_iter().flatten() {
        let get = |key: &str| doubt[key].as_str().unwrap_or_default().trim();
        let (sentence, message) = (get("sentence"), get("message"));
        if sentence.is_empty() || message.is_empty() || !answer.contains(sentence) {
            decisions.push(refused("Такого предложения в ответе нет: сомнение не взято.", "/doubts"));
            continue;
        }
        if kept.len() == DOUBTS || kept.iter().any(|known| known["sentence"] == sentence) {
            continue;
        }
        let message: String = message.chars().take(CHARS).collect();
        kept.push(json!({"type": "DOUBT", "message": message, "sentence": sentence, "by": "model"}));
    }
    if let Some(issues) = output["issues"].as_array_mut() {
        issues.extend(kept);
    }
    (output, decisions)
}
