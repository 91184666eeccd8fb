//! The state of a research session, read from a value, and the few writes that steps share.

use crate::engine::schema;
use crate::engine::step::Step;
use crate::model::ids::SessionId;
use crate::workspaces::research::steps;
use serde_json::{Value, json};

/// Questions that the state keeps behind the current one.
pub const HISTORY: usize = 20;
/// Bytes of all documents of a session.
pub const DOCUMENT_BYTES: usize = 300 * 1024;

/// A fresh state with its first question.
#[must_use]
pub fn fresh(session: &SessionId, query: &str, now: &str) -> Value {
    json!({
        "meta": {
            "session_id": session,
            "schema_id": schema::research::STATE,
            "schema_version": "1.0.0",
            "stage": "research",
            "locale": {"language": "ru"},
            "status": "collecting",
            "created_at": now,
            "updated_at": now,
            "state_version": 0,
        },
        "query": query,
        "number": 1,
        "as_of": now.get(..10).unwrap_or(now),
        "documents": {},
        "steps": {},
        "inputs": {},
        "edited": [],
        "rewrite": {"count": 0, "pending": false, "issues": []},
        "answer": null,
        "verdicts": [],
        "sources": [],
        "warnings": [],
        "history": [],
        "control": {"limits": {"max_loops": 16}},
    })
}

/// The steps that the current question goes through: those of a sequence, or the whole pipeline.
pub fn plan(state: &Value) -> impl Iterator<Item = &'static Step> {
    let only = &state["control"]["sequence"]["steps"];
    let only: Option<Vec<String>> =
        only.as_array().map(|list| list.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    steps::STEPS.iter().filter(move |step| only.as_ref().is_none_or(|only| only.iter().any(|id| id == step.id)))
}

/// The output of a step, if it has run.
#[must_use]
pub fn output<'s>(state: &'s Value, step: &str) -> Option<&'s Value> {
    state["steps"].get(step)
}

/// Removes the output of a step and of every later one, and what was concluded from them.
pub fn forget_from(state: &mut Value, step: &str) {
    let later = steps::STEPS.iter().skip_while(|known| known.id != step).map(|known| known.id);
    for id in later {
        if let Some(outputs) = state["steps"].as_object_mut() {
            outputs.remove(id);
        }
        if let Some(edited) = state["edited"].as_array_mut() {
            edited.retain(|edited| edited != id);
        }
    }
    state["answer"] = Value::Null;
    state["verdicts"] = json!([]);
    state["meta"]["status"] = json!("collecting");
}

/// The current question goes to the history and makes room for another one.
pub fn ask_anew(state: &mut Value, query: &str, now: &str) {
    let asked = json!({
        "number": state["number"],
        "query": state["query"],
        "answer": state["answer"],
        "sources": state["sources"],
        "at": state["meta"]["updated_at"],
    });
    if let Some(history) = state["history"].as_array_mut() {
        history.push(asked);
        let over = history.len().saturating_sub(HISTORY);
        history.drain(..over);
    }
    let number = state["number"].as_u64().unwrap_or(1) + 1;
    state["number"] = json!(number);
    state["query"] = json!(query);
    state["as_of"] = json!(now.get(..10).unwrap_or(now));
    for (key, value) in [
        ("steps", json!({})),
        ("inputs", json!({})),
        ("edited", json!([])),
        ("rewrite", json!({"count": 0, "pending": false, "issues": []})),
        ("answer", Value::Null),
        ("verdicts", json!([])),
        ("sources", json!([])),
        ("warnings", json!([])),
    ] {
        state[key] = value;
    }
    if let Some(control) = state["control"].as_object_mut() {
        control.remove("sequence");
    }
    state["meta"]["status"] = json!("collecting");
}

/// Adds a warning, each once.
pub fn warn(state: &mut Value, message: &str) {
    if let Some(warnings) = state["warnings"].as_array_mut()
        && !warnings.iter().any(|known| known == message)
        && warnings.len() < 50
    {
        warnings.push(json!(message));
    }
}
