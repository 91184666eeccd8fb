//! Step 5 without a model: sentences of decisions that carried or sank a claim, dangerous words of contracts. Every
//! item ends with the mark of the passage it rests on: `[id:start-end]`, in Unicode scalars of the document's text.

use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::research::{Lexicon, Markers};
use crate::engine::scalars::Scalars;
use crate::engine::text::passages;
use crate::workspaces::research::perform::{cites, sections};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// Most items of each kind.
const MOST: usize = 12;
/// Most characters of a sentence in an item.
const CHARS: usize = 600;

/// See the module.
#[must_use]
pub fn perform(input: &Value, lexicon: &Lexicon) -> Value {
    let mut arguments = Vec::new();
    let mut risks = Vec::new();
    let mut decisions = 0_u32;
    let mut with_outcome = 0_u32;
    for document in input["documents"].as_array().into_iter().flatten() {
        let id = document["id"].as_str().unwrap_or_default();
        let text = text_of(document);
        let parts = sections::of(&text, lexicon);
        if sections::is_decision(&parts) {
            decisions += 1;
            let outcome = outcome(&parts, &lexicon.markers);
            with_outcome += u32::from(outcome.is_some());
            decision(id, &text, &parts, outcome, &lexicon.markers, &mut arguments, &mut risks);
        } else if document["source"] == "session" {
            contract(id, &text, &lexicon.markers, &mut risks);
        }
    }
    rank(&mut arguments, input["query"].as_str().unwrap_or_default());
    rank(&mut risks, input["query"].as_str().unwrap_or_default());
    let list = |items: &[String]| items.iter().take(MOST).cloned().collect::<Vec<_>>();
    let mut output = json!({"success_arguments": list(&arguments), "risk_factors": list(&risks)});
    if decisions > 0 {
        let share = f64::from(with_outcome) / f64::from(decisions);
        output["confidence"] = json!((share * 100.0).round() / 100.0);
    }
    output
}

/// The text of a document: its own, or that of its sections.
#[must_use]
pub fn text_of(document: &Value) -> String {
    match document["text"].as_str() {
        Some(text) => text.to_owned(),
        None => {
            document["sections"].as_array().into_iter().flatten().filter_map(|s| s["text"].as_str()).collect::<String>()
        }
    }
}

/// What the court decided, by its operative part.
fn outcome(parts: &[Value], markers: &Markers) -> Option<&'static str> {
    let operative = parts.iter().find(|part| part["type"] == "operative")?;
    let words = tokens(operative["text"].as_str()?);
    match (markers.satisfied.any.first(&words), markers.denied.any.first(&words)) {
        (Some(yes), Some(no)) if yes.0 < no.0 => Some("satisfied"),
        (_, Some(_)) => Some("denied"),
        (Some(_), None) => Some("satisfied"),
        (None, None) => None,
    }
}

fn decision(
    id: &str,
    text: &str,
    parts: &[Value],
    outcome: Option<&'static str>,
    markers: &Markers,
    arguments: &mut Vec<String>,
    risks: &mut Vec<String>,
) {
    let has_reasons = parts.iter().any(|part| part["type"] == "reasons");
    let wanted = if has_reasons { "reasons" } else { "facts" };
    let ukrainian = text.chars().any(|c| matches!(c, 'і' | 'ї' | 'є'));
    for part in parts.iter().filter(|part| part["type"] == wanted) {
        let body = part["text"].as_str().unwrap_or_default();
        let offset = usize::try_from(part["start"].as_u64().unwrap_or_default()).unwrap_or_default();
        let scalars = Scalars::of(body);
        for (start, end) in passages::sentences(body) {
            let sentence = &body[start..end];
            let words = tokens(sentence);
            if words.len() < 5 {
                continue;
            }
            let against = markers.risk.any.found(&words);
            let carried = !against && markers.argument.any.found(&words);
            if !against && !carried {
                continue;
            }
            let from = offset + scalars.before(start);
            let item = item(id, sentence, from, outcome, ukrainian);
            if against { risks.push(item) } else { arguments.push(item) }
        }
    }
}

fn contract(id: &str, text: &str, markers: &Markers, risks: &mut Vec<String>) {
    let scalars = Scalars::of(text);
    for (start, end) in passages::sentences(text) {
        let sentence = &text[start..end];
        let words = tokens(sentence);
        if words.len() >= 4 && markers.contract_risk.any.found(&words) {
            risks.push(item(id, sentence, scalars.before(start), None, false));
        }
    }
}

/// A sentence with outcome, norms and the mark of its passage.
fn item(id: &str, sentence: &str, from: usize, outcome: Option<&str>, ukrainian: bool) -> String {
    let slice: String = sentence.chars().take(CHARS).collect();
    let to = from + slice.chars().count();
    let mut text = slice.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(outcome) = outcome {
        let (label, words) = match (outcome, ukrainian) {
            ("satisfied", true) => ("результат", "задоволено"),
            ("satisfied", false) => ("исход", "удовлетворено"),
            (_, true) => ("результат", "відмовлено або не розглянуто"),
            (_, false) => ("исход", "отказано или не рассмотрено"),
        };
        text = format!("{text} ({label}: {words}");
        let norms: Vec<&str> = cites::found(sentence).into_iter().map(|(a, b)| &sentence[a..b]).take(4).collect();
        if !norms.is_empty() {
            let norms = norms.join("; ").split_whitespace().collect::<Vec<_>>().join(" ");
            text = format!("{text}; {}: {norms}", if ukrainian { "норми" } else { "нормы" });
        }
        text.push(')');
    }
    format!("{text} [{id}:{from}-{to}]")
}

/// The id and the offsets of the mark at the end of an item.
#[must_use]
pub fn mark(item: &str) -> Option<(&str, usize, usize)> {
    let inner = item.trim_end().strip_suffix(']')?;
    let (_, mark) = inner.rsplit_once('[')?;
    let (id, span) = mark.rsplit_once(':')?;
    let (start, end) = span.split_once('-')?;
    Some((id, start.parse().ok()?, end.parse().ok()?))
}

/// Items that share words with the question come first; otherwise the order of the documents stays.
fn rank(items: &mut [String], query: &str) {
    let begin = |low: &str| low.char_indices().nth(4).map(|(at, last)| low[..at + last.len_utf8()].to_owned());
    let mut wanted: HashMap<String, usize> = HashMap::new();
    for word in tokens(query).iter().filter_map(|word| begin(&word.low)) {
        *wanted.entry(word).or_default() += 1;
    }
    if wanted.is_empty() {
        return;
    }
    items.sort_by_cached_key(|item| {
        let begins: HashSet<String> = tokens(item).iter().filter_map(|word| begin(&word.low)).collect();
        let hits: usize = begins.iter().filter_map(|begin| wanted.get(begin)).sum();
        std::cmp::Reverse(hits)
    });
}
