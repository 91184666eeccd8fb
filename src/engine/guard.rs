//! Guards that every workspace shares: what no answer can do, whatever it says.

use crate::engine::step::Step;
use crate::engine::turn::{Problem, Rejection};
use serde_json::Value;

/// The answer must be about the step that was asked.
///
/// # Errors
/// `G00_other_step`.
pub fn step_named(step: &Step, output: &Value) -> Result<(), Rejection> {
    if output["step"] == step.id {
        return Ok(());
    }
    Err(Problem::new("G00_other_step", format!("the answer must be for step {}", step.id)).at("/step").into())
}

/// What must hold between two neighbouring versions, whoever made the newer one.
///
/// The session's identity and its limits stay; the history's tail only grows; asked questions only grow.
///
/// # Errors
/// `G10_identity`, `G11_control`, `G12_history`, `G13_asked`.
pub fn invariants(before: &Value, after: &Value) -> Result<(), Rejection> {
    let mut problems = Vec::new();
    for key in ["session_id", "created_at", "locale"] {
        if before["meta"][key] != after["meta"][key] {
            problems.push(Problem::new("G10_identity", "this never changes").at(format!("/meta/{key}")));
        }
    }
    if before["control"] != after["control"] {
        problems.push(Problem::new("G11_control", "limits and checks are set by the server").at("/control"));
    }
    let list = |state: &Value, key: &str| state["dialogue"][key].as_array().cloned().unwrap_or_default();
    if !is_tail_extended(&list(before, "history"), &list(after, "history")) {
        problems.push(Problem::new("G12_history", "history can only be appended to").at("/dialogue/history"));
    }
    if !list(after, "asked").starts_with(&list(before, "asked")) {
        problems.push(Problem::new("G13_asked", "asked questions stay").at("/dialogue/asked"));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// Whether `after` keeps a tail of `before` and appends to it.
///
/// One version appends at most two turns (schema 1.0.0 keeps at least three), so at most two old ones may fall out
/// of the tail, and something of the old always stays.
fn is_tail_extended(before: &[Value], after: &[Value]) -> bool {
    if before.is_empty() {
        return after.len() <= 2;
    }
    (0..before.len()).any(|cut| {
        let kept = &before[cut..];
        let appended = after.len().saturating_sub(kept.len());
        after.starts_with(kept) && appended <= 2 && cut <= appended
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn history_only_grows() {
        let v = |items: &[i32]| items.iter().map(|i| json!(i)).collect::<Vec<_>>();
        assert!(is_tail_extended(&v(&[1, 2]), &v(&[1, 2])));
        assert!(is_tail_extended(&v(&[1, 2]), &v(&[1, 2, 3])));
        assert!(is_tail_extended(&v(&[1, 2]), &v(&[2, 3])));
        assert!(!is_tail_extended(&v(&[1, 2]), &v(&[2])));
        assert!(!is_tail_extended(&v(&[1, 2]), &v(&[])));
        assert!(!is_tail_extended(&v(&[1, 2]), &v(&[1, 9])));
    }

    #[test]
    fn identity_control_and_asked_stay() {
        let before =
            json!({"meta": {"session_id": "a"}, "control": {"flags": {}}, "dialogue": {"history": [], "asked": [1]}});
        assert!(invariants(&before, &before).is_ok());
        for (pointer, value, rule) in [
            ("/meta/session_id", json!("b"), "G10_identity"),
            ("/control/flags", json!({"x": 1}), "G11_control"),
            ("/dialogue/asked", json!([]), "G13_asked"),
        ] {
            let mut after = before.clone();
            *after.pointer_mut(pointer).unwrap() = value;
            assert_eq!(invariants(&before, &after).unwrap_err().problems[0].rule, rule);
        }
    }
}
