//! G84: numbers of an answer stand in what it cites or come from the recorded calculation; the rest is struck through.

use crate::engine::turn::{Problem, Rejection};
use crate::workspaces::norms::guards::Guarded;
use crate::workspaces::norms::guards::numbers::{self, Support};
use crate::workspaces::norms::perform::answer::ground;
use crate::workspaces::norms::state::Norms;
use serde_json::{Value, json};

/// An answer says something.
///
/// # Errors
/// No words.
pub fn check(output: Value) -> Guarded {
    if output["text"].as_str().is_none_or(|text| text.trim().is_empty()) {
        return Err(Rejection::from(Problem::new("G84_empty", "the answer is empty").at("/text")));
    }
    Ok((output, Vec::new()))
}

/// The final answer: what code put together, with the words, struck where they stand on nothing.
#[must_use]
pub fn finish(norms: &Norms, draft: &Value, output: &Value) -> Value {
    let citations: Vec<Value> = draft["citations"].as_array().cloned().unwrap_or_default();
    let (text, unknown) = marked(output["text"].as_str().unwrap_or_default(), citations.len());
    let (text, struck) = strike(norms, &text, draft);
    let warning = warning(&citations, &norms.as_of);
    let text = match &warning {
        Some(warning) if draft["found"] == true => format!("{warning}\n{text}"),
        _ => text,
    };
    // The place was found by part of the question's words: a person has to look whether it is the right one.
    let unsure = draft["unsure"] == true && found_any(draft);
    let text = if unsure {
        format!("⚠ Слова вопроса стоят здесь не все: проверьте, о том ли это место.\n{text}")
    } else {
        text
    };
    // A number that is not bound whole to row, column and unit is said to be so, and certifies nothing.
    let mut loose: Vec<&str> = draft["unbound"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    loose.dedup();
    let text = if loose.is_empty() {
        text
    } else {
        format!("⚠ Число не привязано целиком: {}.\n{text}", loose.join(", "))
    };
    let good = |one: &Value| matches!(one["verdict"].as_str(), Some("VERIFIED"));
    let mut missing: Vec<Value> = draft["missing"].as_array().cloned().unwrap_or_default();
    missing.extend(
        output["missing"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|one| !one.as_str().unwrap_or_default().is_empty())
            .cloned(),
    );
    missing.dedup();
    let found = draft["found"] == true;
    // Several rows are left and none is chosen: nothing is certified before the question is answered.
    let open = draft["question"].is_object();
    json!({
        "short": short(draft),
        "text": text,
        "numbers": draft["numbers"],
        "citations": citations,
        "branches": draft["branches"],
        "calculation": draft["calculation"],
        "missing": missing,
        "struck": struck,
        "is_valid": found && !open && !unsure && loose.is_empty() && struck.is_empty() && unknown == 0 && !citations.is_empty() && citations.iter().all(good),
        "partial": norms.partial,
        "found": found,
        "by": "agent",
    })
}

fn found_any(draft: &Value) -> bool {
    draft["found"] == true
}

/// The answer in a few words.
#[must_use]
pub fn short(draft: &Value) -> String {
    let values: Vec<String> = draft["numbers"]
        .as_array()
        .into_iter()
        .flatten()
        .take(if draft["calculation"].is_object() { 1 } else { 8 })
        .map(|one| {
            format!("{} {}", one["value"].as_str().unwrap_or_default(), one["unit"].as_str().unwrap_or_default())
                .trim()
                .to_owned()
        })
        .collect();
    if draft["found"] != true { "нет в базе".to_owned() } else { values.join(" / ") }
}

/// Marks of citations that do not exist are taken out; how many there were.
fn marked(text: &str, citations: usize) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut unknown = 0;
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']') else { break };
        let inner = &rest[open + 1..open + close];
        let numbers: Option<Vec<usize>> = inner.split(',').map(|part| part.trim().parse().ok()).collect();
        let bad = numbers.is_some_and(|list| list.iter().any(|number| *number == 0 || *number > citations));
        out.push_str(&rest[..open]);
        if bad {
            unknown += 1;
        } else {
            out.push_str(&rest[open..=open + close]);
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    (out, unknown)
}

/// The words of the person: the question and what was answered to it.
fn told(norms: &Norms) -> String {
    let answers = norms.answers.iter().map(|answer| answer.text.as_str());
    std::iter::once(norms.user_query.as_str()).chain(answers).collect::<Vec<_>>().join("\n")
}

/// Strikes every amount that neither the cited places of its sentence nor the given amounts support.
fn strike(norms: &Norms, text: &str, draft: &Value) -> (String, Vec<Value>) {
    let none = Vec::new();
    let numbers_of = draft["numbers"].as_array().unwrap_or(&none);
    let cited = draft["citations"].as_array().unwrap_or(&none).iter();
    let supports: Vec<Support> = cited
        .map(|one| {
            let (words, cell) = ground(norms, one["node_id"].as_str().unwrap_or_default()).unwrap_or_default();
            Support::of(one, numbers_of, words, cell)
        })
        .collect();
    let given = numbers::given(&told(norms), &draft["calculation"]);
    let mut out = String::with_capacity(text.len());
    let mut struck = Vec::new();
    let mut from = 0;
    for range in numbers::unsupported(text, &supports, &given) {
        if range.start < from {
            continue;
        }
        let words = &text[range.clone()];
        out.push_str(&text[from..range.start]);
        out.push_str(&format!("~~{words}~~"));
        struck.push(json!({"text": words, "verdict": "NUMBER_UNSUPPORTED"}));
        from = range.end;
    }
    out.push_str(&text[from..]);
    (out, struck)
}

/// The first line when a source has been replaced.
fn warning(citations: &[Value], on: &str) -> Option<String> {
    let old: Vec<&Value> = citations.iter().filter(|one| one["verdict"] == "OUTDATED_EDITION").collect();
    let one = old.first()?;
    let text = |key: &str| one[key].as_str().unwrap_or_default();
    let edition = if text("edition").is_empty() || text("edition") == "undated" {
        String::new()
    } else {
        format!(" ({})", text("edition"))
    };
    Some(format!(
        "⚠ {}{edition} на {on} — не действующая редакция: {}. Запись реестра не сверена с официальным текстом; сверьте значение.",
        text("document"),
        text("verdict_reason"),
    ))
}
