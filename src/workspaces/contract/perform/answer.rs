//! The performer's answer as JSON of the step output schema.

use crate::engine::knowledge::pack::Pack;
use crate::engine::turn::BUILTIN;
use crate::model::ids::QuestionId;
use crate::model::issue::Issue;
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::questions;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A whole answer.
#[must_use]
pub fn output(step: &str, ops: Value, issue_updates: Value, next: Value, rationale: &str, notes: &[String]) -> Value {
    json!({
        "output_id": BUILTIN,
        "step": step,
        "patch": {"format": "json_patch", "ops": ops},
        "issue_updates": issue_updates,
        "next_action": next,
        "rationale": rationale,
        "observations": notes,
    })
}

/// An answer that stops.
#[must_use]
pub fn halt(step: &str, message: &str) -> Value {
    let next = json!({"kind": "halt_error", "error": {"category": "other", "message": message}});
    output(step, json!([]), json!([]), next, message, &[])
}

/// The next question of the pack as an action; `None` when nothing is left to ask.
#[must_use]
pub fn next(
    pack: Option<&Pack>,
    domain: &Value,
    issues: &[Issue],
    asked: &BTreeMap<QuestionId, AskedRecord>,
) -> Option<Value> {
    let planned = questions::next(pack?, domain, issues, asked)?;
    Some(json!({"kind": "ask_user", "ask_user": planned.ask}))
}
