//! G43: an answer cites only the sources it was given, and quotes only what stands in them.

use crate::engine::turn::{Problem, short};
use crate::workspaces::research::guards::{Guarded, decision};
use crate::workspaces::research::perform::answer::source;
use regex::Regex;
use serde_json::{Value, json};
use std::sync::LazyLock;

static MARK: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[ \u{a0}]?\[(\d{1,4})\]").ok());

/// See the module.
///
/// # Errors
/// `G43_empty`: an answer without a word.
pub fn check(input: &Value, mut output: Value) -> Guarded {
    let sources = source::of(input);
    let mut decisions = Vec::new();
    let text = output["answer_text"].as_str().unwrap_or_default().to_owned();
    if text.trim().is_empty() {
        return Err(Problem::new("G43_empty", "the answer has no words").at("/answer_text").into());
    }
    let mut unknown = Vec::new();
    if let Some(mark) = MARK.as_ref() {
        let kept = mark.replace_all(&text, |found: &regex::Captures<'_>| {
            let number: usize = found[1].parse().unwrap_or(usize::MAX);
            if (1..=sources.len()).contains(&number) {
                found[0].to_owned()
            } else {
                unknown.push(found[1].to_owned());
                String::new()
            }
        });
        output["answer_text"] = json!(kept);
    }
    if !unknown.is_empty() {
        let message = format!("Ссылок на источники, которых нет: {}; убраны.", unknown.join(", "));
        decisions.push(decision("G43_unknown_mark", message, "/answer_text"));
    }
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut kept = Vec::new();
    for citation in output["citations"].as_array().cloned().unwrap_or_default() {
        let id = citation["source_id"].as_str().unwrap_or_default();
        let Some(source) = sources.iter().find(|source| source.id == id) else {
            let message = format!("Источника «{}» нет среди найденных: ссылка убрана.", short(id, 80));
            decisions.push(decision("G43_unknown_source", message, "/citations"));
            continue;
        };
        let mut citation = citation.clone();
        if let Some(quote) = citation["quote"].as_str()
            && !bare(source.text).contains(&bare(quote))
        {
            let message = format!("Цитаты «{}» нет в источнике [{}]: убрана.", short(quote, 80), source.number);
            decisions.push(decision("G43_altered_quote", message, "/citations"));
            if let Some(map) = citation.as_object_mut() {
                map.remove("quote");
            }
        }
        citation["number"] = json!(source.number);
        // Where a source is, the store knows, not the performer.
        for (key, value) in [("url", source.url), ("address", source.address), ("title", source.title)] {
            match (value.is_empty(), citation.as_object_mut()) {
                (true, Some(map)) => drop(map.remove(key)),
                (false, Some(map)) => drop(map.insert(key.to_owned(), json!(value))),
                _ => {}
            }
        }
        kept.push(citation);
    }
    output["citations"] = json!(kept);
    Ok((output, decisions))
}
