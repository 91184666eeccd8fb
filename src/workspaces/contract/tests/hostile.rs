//! Answers of a performer that nobody should trust.

use super::{Dialogue, step};
use crate::engine::turn::{Accepted, Rejection};
use crate::workspaces::contract::steps;
use serde_json::{Value, json};

/// An INTERPRET answer with these operations that goes to the gate.
pub(super) fn ops(ops: &Value) -> Value {
    json!({
        "step": "INTERPRET",
        "output_id": "x",
        "patch": {"format": "json_patch", "ops": ops},
        "next_action": {"kind": "proceed_to_gate"},
        "rationale": "Так написано.",
    })
}

/// An INTERPRET answer with a merge patch.
pub(super) fn merge(patch: &Value) -> Value {
    json!({
        "step": "INTERPRET",
        "output_id": "x",
        "patch": {"format": "merge_patch", "ops": patch},
        "next_action": {"kind": "proceed_to_gate"},
        "rationale": "Так написано.",
    })
}

/// An INTERPRET answer with issue updates only.
pub(super) fn issues(updates: &Value) -> Value {
    let mut answer = ops(&json!([]));
    answer["issue_updates"] = updates.clone();
    answer
}

/// An INTERPRET answer that asks.
pub(super) fn asks(text: &str, links: &[&str]) -> Value {
    let mut answer = ops(&json!([]));
    answer["next_action"] = json!({
        "kind": "ask_user",
        "ask_user": {"question_text": text, "answer_format": "free_text", "links_to_issue_ids": links},
    });
    answer
}

/// A `GATE_CHECK` answer that opens the gate.
pub(super) fn opens() -> Value {
    json!({
        "step": "GATE_CHECK",
        "output_id": "x",
        "patch": {"format": "json_patch", "ops": [
            {"op": "add", "path": "/gate", "value": {"ready_for_skeleton": true, "summary": "Готово.", "blockers": []}},
        ]},
        "next_action": {"kind": "proceed_to_skeleton"},
        "rationale": "Так написано.",
    })
}

/// A `GATE_CHECK` answer that keeps the gate shut.
pub(super) fn shuts(why: &str) -> Value {
    let mut answer = opens();
    answer["patch"]["ops"][0]["value"] = json!({
        "ready_for_skeleton": false,
        "summary": why,
        "blockers": [{"severity": "high", "message": why, "linked_issue_ids": []}],
    });
    answer["next_action"] = json!({"kind": "halt_error", "error": {"category": "other", "message": why}});
    answer
}

impl Dialogue {
    /// An answer of any performer to `GATE_CHECK`.
    pub(super) fn gate(&mut self, answer: &Value) -> Result<Accepted, Rejection> {
        self.perform(step(steps::GATE_CHECK), &answer.to_string())
    }

    /// The rules that an answer to INTERPRET breaks; empty when it is accepted. The dialogue stays as it was.
    pub(super) fn refusals(&self, answer: &Value) -> Vec<&'static str> {
        match self.clone().interpret(answer) {
            Ok(_) => Vec::new(),
            Err(why) => why.problems.iter().map(|problem| problem.rule).collect(),
        }
    }
}
