//! The wire codec: what a model writes → the canonical `llm_step_output` 1.0.0.
//!
//! Strict mode of model providers knows no optional member, no `oneOf`, no free value. So a model is asked for the
//! closed form of `schemas/llm_step_wire.schema.json`: every key present, absent = null, values as JSON text in
//! `value_json`. [`canonical`] turns it into the seed's form; a canonical answer passes with its nulls dropped.
//! Nothing is validated here beyond what the decoding needs: the canonical schema judges the result.

use self::members::Members;
use crate::engine::reply;
use crate::engine::turn::{Problem, Rejection};
use serde_json::{Map, Value, json};

pub mod dialogue;
pub mod faults;
mod members;

/// A `value_json` that is not the text of a JSON value.
pub const VALUE_JSON: &str = "W01_value_json";
/// Neither the wire form nor the canonical one.
pub const UNKNOWN_SHAPE: &str = "W02_unknown_shape";
/// A member that the wire form needs is missing or null.
pub const MISSING: &str = "W03_missing";
/// A member has the wrong JSON type.
pub const WRONG_TYPE: &str = "W04_wrong_type";
/// A member that the wire form does not have.
pub const UNKNOWN_MEMBER: &str = "W05_unknown_member";
/// Most problems named at once; the rest would only repeat them.
const MAX_PROBLEMS: usize = 50;

/// Turns an answer of the wire form (has `next`) or of the canonical form (has `next_action`) into the canonical
/// one. `step` is filled in when the answer leaves it out; another step stays for a later guard.
///
/// # Errors
/// A [`Rejection`] whose pointers are places in the answer as it came.
pub fn canonical(raw: Value, step: &str) -> Result<Value, Rejection> {
    let Value::Object(mut answer) = raw else {
        return Err(Problem::new(UNKNOWN_SHAPE, "a step output is an object").into());
    };
    if answer.get("step").is_none_or(Value::is_null) {
        answer.insert("step".to_owned(), step.into());
    }
    if answer.contains_key("next_action") {
        return Ok(without_nulls(answer));
    }
    if answer.contains_key("next") {
        return decode(answer);
    }
    let missing: Vec<_> =
        ["patch", "issues", "next", "rationale"].into_iter().filter(|key| !answer.contains_key(*key)).collect();
    let message = format!("this is no step output; missing: {}", missing.join(", "));
    Err(Problem::new(UNKNOWN_SHAPE, message).into())
}

/// The canonical form as it came, without the nulls that models put for absent optional members.
fn without_nulls(mut answer: Map<String, Value>) -> Value {
    drop_nulls(&mut answer);
    if let Some(ops) = answer.get_mut("patch").and_then(|patch| patch.get_mut("ops")).and_then(Value::as_array_mut) {
        for op in ops.iter_mut().filter_map(Value::as_object_mut) {
            let takes_value = needs_value(op);
            op.retain(|key, value| !value.is_null() || (key == "value" && takes_value));
        }
    }
    for update in answer.get_mut("issue_updates").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(issue) = update.get_mut("issue").and_then(Value::as_object_mut) {
            drop_nulls(issue);
        }
    }
    if let Some(next) = answer.get_mut("next_action").and_then(Value::as_object_mut) {
        drop_nulls(next);
        for part in next.values_mut().filter_map(Value::as_object_mut) {
            drop_nulls(part);
        }
    }
    if let Some(safety) = answer.get_mut("safety").and_then(Value::as_object_mut) {
        drop_nulls(safety);
    }
    Value::Object(answer)
}

/// Removes members that are null, at any depth (the reader has bounded it).
pub fn drop_all_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            drop_nulls(map);
            map.values_mut().for_each(drop_all_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_all_nulls),
        _ => {}
    }
}

fn drop_nulls(map: &mut Map<String, Value>) {
    map.retain(|_, value| !value.is_null());
}

fn needs_value(op: &Map<String, Value>) -> bool {
    matches!(op.get("op").and_then(Value::as_str), Some("add" | "replace" | "test"))
}

fn decode(answer: Map<String, Value>) -> Result<Value, Rejection> {
    let mut problems = Vec::new();
    let mut root = Members::of(answer, String::new(), &mut problems);
    let mut output = Map::new();
    root.copy("step", "step", &mut output);
    // Set by the server; a model may echo it from an example.
    root.take("output_id");
    let patch = root.list("patch", true);
    let issues = root.list("issues", false);
    let next = root.object("next");
    root.copy("rationale", "rationale", &mut output);
    root.copy("safety", "safety", &mut output);
    let mut observations = root.list("observations", false);
    root.end();

    let ops: Vec<_> = patch.into_iter().enumerate().map(|(i, op)| operation(op, i, &mut problems)).collect();
    output.insert("patch".to_owned(), json!({"format": "json_patch", "ops": ops}));
    let updates: Vec<_> = issues.into_iter().enumerate().map(|(i, it)| issue(it, i, &mut problems)).collect();
    output.insert("issue_updates".to_owned(), updates.into());
    output.insert("next_action".to_owned(), next_action(next, &mut observations, &mut problems));
    output.insert("observations".to_owned(), observations.into());
    if let Some(safety) = output.get_mut("safety").and_then(Value::as_object_mut) {
        drop_nulls(safety);
    }
    problems.truncate(MAX_PROBLEMS);
    if problems.is_empty() { Ok(Value::Object(output)) } else { Err(problems.into()) }
}

fn operation(op: Value, index: usize, problems: &mut Vec<Problem>) -> Value {
    let place = format!("/patch/{index}");
    let Some(mut op) = Members::of_value(op, place.clone(), problems) else { return Value::Null };
    let mut out = Map::new();
    op.copy("op", "op", &mut out);
    op.copy("path", "path", &mut out);
    op.copy("from", "from", &mut out);
    let takes_value = needs_value(&out);
    // Without strict mode models write `value` directly.
    let plain = op.map.contains_key("value").then(|| op.map.remove("value")).flatten();
    let coded = op.take("value_json");
    op.end();
    if takes_value {
        match coded.map(|coded| value_of(coded, &format!("{place}/value_json"))).or(plain.map(Ok)) {
            Some(Ok(value)) => drop(out.insert("value".to_owned(), value)),
            Some(Err(problem)) => problems.push(problem),
            None => problems.push(
                Problem::new(VALUE_JSON, "the operation needs a value as JSON text, e.g. \"30000\" or \"null\"")
                    .at(format!("{place}/value_json")),
            ),
        }
    }
    Value::Object(out)
}

/// The value behind a `value_json`; a number, boolean, object or array written directly is taken as it is.
fn value_of(coded: Value, place: &str) -> Result<Value, Problem> {
    let Value::String(text) = coded else { return Ok(coded) };
    reply::strict(&text).map_err(|problem| {
        let message = format!(
            "value_json is not JSON text ({}); a string needs its own quotes: \"\\\"text\\\"\"",
            problem.message
        );
        Problem::new(VALUE_JSON, message).at(place)
    })
}

fn issue(issue: Value, index: usize, problems: &mut Vec<Problem>) -> Value {
    let Some(mut issue) = Members::of_value(issue, format!("/issues/{index}"), problems) else { return Value::Null };
    let (mut update, mut body) = (Map::new(), Map::new());
    issue.copy("op", "op", &mut update);
    issue.copy("key", "key", &mut body);
    let mut rest = Map::new();
    for (from, to) in [
        ("severity", "severity"),
        ("title", "title"),
        ("why", "why_it_matters"),
        ("missing", "missing_or_conflict"),
        ("hint", "resolution_hint"),
        ("confirm", "requires_user_confirmation"),
    ] {
        issue.copy(from, to, &mut rest);
    }
    issue.end();
    // Closing an issue needs its key only; what else a model had to write is filler.
    if !matches!(update.get("op").and_then(Value::as_str), Some("resolve" | "dismiss")) {
        body.append(&mut rest);
    }
    update.insert("issue".to_owned(), body.into());
    Value::Object(update)
}

fn next_action(next: Option<Map<String, Value>>, notes: &mut Vec<Value>, problems: &mut Vec<Problem>) -> Value {
    let Some(next) = next else { return Value::Null };
    let mut next = Members::of(next, "/next".to_owned(), problems);
    let (mut action, mut ask, mut error) = (Map::new(), Map::new(), None);
    next.copy("kind", "kind", &mut action);
    next.copy("text", "question_text", &mut ask);
    next.copy("format", "answer_format", &mut ask);
    next.copy("why", "why_this_question", &mut ask);
    let choices = next.list("choices", false);
    let mut links = next.list("issue_keys", false);
    let target = next.take("target");
    let kind = action.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
    if kind == "halt_error" {
        error = next.object("error");
    } else {
        next.take("error");
    }
    if kind == "ask_user" && !ask.contains_key("question_text") {
        next.missing("text");
    }
    next.end();

    match target.as_ref().and_then(Value::as_str).map(str::trim).filter(|target| !target.is_empty()) {
        Some(pointer) if pointer.starts_with('/') => notes.push(format!("target:{pointer}").into()),
        Some(key) if !links.iter().any(|link| link == key) => links.push(key.into()),
        _ => {}
    }
    if kind == "ask_user" {
        let choices: Vec<_> = choices.into_iter().enumerate().map(|(i, it)| choice(it, i, problems)).collect();
        let format = if choices.is_empty() { "free_text" } else { "choices" };
        let format = ask.entry("answer_format").or_insert_with(|| format.into());
        // One choice beside free text is no choice; the schema wants two.
        if *format == "choices" || choices.len() > 1 {
            ask.insert("choices".to_owned(), choices.into());
        }
        ask.insert("links_to_issue_ids".to_owned(), links.into());
        action.insert("ask_user".to_owned(), ask.into());
    }
    if let Some(error) = error {
        let mut error = Members::of(error, "/next/error".to_owned(), problems);
        let mut out = Map::new();
        error.copy("category", "category", &mut out);
        error.copy("message", "message", &mut out);
        error.copy("recovery", "suggested_recovery", &mut out);
        error.end();
        action.insert("error".to_owned(), out.into());
    }
    Value::Object(action)
}

fn choice(choice: Value, index: usize, problems: &mut Vec<Problem>) -> Value {
    let place = format!("/next/choices/{index}");
    let Some(mut choice) = Members::of_value(choice, place.clone(), problems) else { return Value::Null };
    let mut out = Map::new();
    choice.copy("id", "id", &mut out);
    choice.copy("label", "label", &mut out);
    let coded = choice.take("value_json").or_else(|| choice.take("value"));
    choice.end();
    match coded.map(|coded| value_of(coded, &format!("{place}/value_json"))) {
        Some(Ok(value)) => drop(out.insert("value".to_owned(), value)),
        Some(Err(problem)) => problems.push(problem),
        None => problems.push(Problem::new(MISSING, "the choice has no value").at(format!("{place}/value_json"))),
    }
    Value::Object(out)
}

#[cfg(test)]
mod tests;
