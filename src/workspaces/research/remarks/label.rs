//! Step 4: a model may name spans that the rules left as `body`. Borders and words stay those of the rules.

use super::{head, refused};
use crate::model::trace::Decision;
use serde_json::{Value, json};

/// Spans that one prompt shows.
const SPANS: usize = 40;
/// Characters of a span that a model reads to name it.
const HEAD: usize = 600;

/// Unnamed spans with words: document, section, text.
fn unnamed(output: &Value) -> Vec<(usize, usize, &str)> {
    let documents = output["documents"].as_array().into_iter().flatten().enumerate();
    let spans = documents.flat_map(|(document, item)| {
        let sections = item["sections"].as_array().into_iter().flatten().enumerate();
        sections.filter_map(move |(section, span)| {
            let text = span["text"].as_str().filter(|text| !text.trim().is_empty())?;
            (span["type"] == "body").then_some((document, section, text))
        })
    });
    spans.take(SPANS).collect()
}

/// The unnamed spans with their numbers.
#[must_use]
pub fn shown(output: &Value) -> Option<Value> {
    let list: Vec<Value> = unnamed(output)
        .iter()
        .enumerate()
        .map(|(number, (_, _, text))| json!({"id": format!("span {number}"), "text": head(text, HEAD)}))
        .collect();
    (!list.is_empty()).then(|| json!({"documents": list}))
}

/// See the module.
#[must_use]
pub fn apply(mut output: Value, remarks: &Value) -> (Value, Vec<Decision>) {
    let mut decisions = Vec::new();
    let places: Vec<(usize, usize)> =
        unnamed(&output).iter().map(|(document, section, _)| (*document, *section)).collect();
    for label in remarks["labels"].as_array().into_iter().flatten() {
        let number = label["span"].as_u64().and_then(|number| usize::try_from(number).ok());
        let Some((document, section)) = number.and_then(|number| places.get(number)) else {
            decisions.push(refused("Части с таким номером нет: имя не взято.", "/labels"));
            continue;
        };
        let span = &mut output["documents"][document]["sections"][section];
        // The first name stands; `body` says that the model does not know either.
        if span["type"] == "body" && label["type"] != "body" {
            span["type"] = label["type"].clone();
            span["by"] = json!("model");
        }
    }
    (output, decisions)
}
