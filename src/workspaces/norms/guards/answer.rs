//! G84: numbers of an answer stand in what it cites or come from the recorded calculation; the rest is struck through.

use crate::engine::citation::numbers::{self, Amount, Ground, amounts};
use crate::engine::turn::{Problem, Rejection};
use crate::workspaces::norms::guards::Guarded;
use crate::workspaces::norms::perform::answer::ground;
use crate::workspaces::norms::state::Norms;
use crate::workspaces::research::perform::passages;
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
    let given = given(norms, draft);
    let (text, struck) = strike(norms, &text, draft, &given);
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
    json!({
        "short": short(draft),
        "text": text,
        "numbers": draft["numbers"],
        "citations": citations,
        "branches": draft["branches"],
        "calculation": draft["calculation"],
        "missing": missing,
        "struck": struck,
        "is_valid": found && !unsure && struck.is_empty() && unknown == 0 && !citations.is_empty() && citations.iter().all(good),
        "partial": norms.partial,
        "found": found,
        "by": "agent",
    })
}

fn found_any(draft: &Value) -> bool {
    draft["found"] == true
}

/// The answer in a few words.
fn short(draft: &Value) -> String {
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

/// Amounts that need no place: of the calculation, and those that the person gave.
fn given(norms: &Norms, draft: &Value) -> Vec<Amount> {
    let mut text = norms.user_query.clone();
    for answer in &norms.answers {
        text.push_str(&format!("\n{}", answer.text));
    }
    let made = &draft["calculation"];
    let mut add = |value: &Value, unit: &Value| {
        let (value, unit) = (value.as_str().unwrap_or_default(), unit.as_str().unwrap_or_default());
        text.push_str(&format!("\n{value} {unit}."));
    };
    if made.is_object() {
        add(&made["result"]["value"], &made["result"]["unit"]);
        add(&made["exact"], &made["result"]["unit"]);
        for input in made["inputs"].as_array().into_iter().flatten() {
            add(&input["value"], &input["unit"]);
        }
    }
    amounts(&text)
}

/// Strikes every amount that neither the cited places of its sentence nor the given amounts support.
fn strike(norms: &Norms, text: &str, draft: &Value, given: &[Amount]) -> (String, Vec<Value>) {
    let none = Vec::new();
    let citations = draft["citations"].as_array().unwrap_or(&none);
    let numbers_of = draft["numbers"].as_array().unwrap_or(&none);
    let mut out = String::with_capacity(text.len());
    let mut struck = Vec::new();
    let mut from = 0;
    for (start, end) in passages::sentences(text) {
        let sentence = &text[start..end];
        let cited = cited(sentence, citations);
        let mut texts: Vec<(String, bool)> = Vec::new();
        for one in cited {
            let quote = one["quote"].as_str().unwrap_or_default();
            let found = ground(norms, one["node_id"].as_str().unwrap_or_default());
            let cell = found.as_ref().is_some_and(|(_, cell)| *cell);
            texts.push((found.map(|(words, _)| words).unwrap_or_default(), false));
            // A cell has its unit in a heading: where that was read, the number counts with it, else bare.
            let unit =
                numbers_of.iter().find(|number| number["citation"] == one["number"]).map(|number| &number["unit"]);
            match unit.and_then(Value::as_str).filter(|unit| !unit.is_empty()) {
                Some(unit) if cell => texts.push((format!("{quote} {unit}"), false)),
                _ => texts.push((quote.to_owned(), cell)),
            }
        }
        let grounds: Vec<Ground<'_>> = texts.iter().map(|(text, table)| Ground { text, table: *table }).collect();
        let checked = numbers::check(sentence, &[], &grounds, given);
        out.push_str(&text[from..start]);
        let mut at = 0;
        for amount in &checked.unsupported {
            if amount.range.start < at {
                continue;
            }
            out.push_str(&sentence[at..amount.range.start]);
            let words = &sentence[amount.range.clone()];
            out.push_str(&format!("~~{words}~~"));
            struck.push(json!({"text": words, "verdict": "NUMBER_UNSUPPORTED"}));
            at = amount.range.end;
        }
        out.push_str(&sentence[at..]);
        from = end;
    }
    out.push_str(&text[from..]);
    (out, struck)
}

/// The citations of a sentence by its marks; all of them when it has none.
fn cited<'c>(sentence: &str, citations: &'c [Value]) -> Vec<&'c Value> {
    let numbers: Vec<usize> = sentence
        .split('[')
        .skip(1)
        .filter_map(|part| part.split_once(']'))
        .flat_map(|(inner, _)| inner.split(',').filter_map(|part| part.trim().parse().ok()).collect::<Vec<usize>>())
        .collect();
    let own: Vec<&Value> = numbers.iter().filter_map(|number| citations.get(number.checked_sub(1)?)).collect();
    if own.is_empty() { citations.iter().collect() } else { own }
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
