//! The contract state, read from a value: typed views, and the few writes the server makes itself.

use crate::model::snapshot::{AskedRecord, Snapshot};
use crate::model::turn::{Role, Turn};
use serde_json::{Value, json};

/// A limit of `control.limits`.
#[must_use]
pub fn limit(state: &Value, name: &str) -> u32 {
    state["control"]["limits"][name].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(1)
}

/// Whether a critical assumption keeps the gate closed.
#[must_use]
pub fn assumptions_need_confirmation(state: &Value) -> bool {
    state["control"]["checks"]["require_user_confirmation_for_assumptions"].as_bool().unwrap_or(true)
}

/// The id of the pack that the facts follow.
#[must_use]
pub fn contract_type(domain: &Value) -> Option<&str> {
    domain.pointer("/contract/type").and_then(Value::as_str)
}

/// A turn as `dialogue.history` keeps it.
#[must_use]
pub fn history_item(turn: &Turn) -> Value {
    let role = match turn.role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    };
    json!({"id": turn.id, "role": role, "text": turn.text, "at": turn.at})
}

/// Appends turns to the history and keeps its tail of `max_history_turns`.
pub fn append_history(state: &mut Value, turns: &[Turn]) {
    let keep = limit(state, "max_history_turns") as usize;
    if let Some(history) = state["dialogue"]["history"].as_array_mut() {
        history.extend(turns.iter().map(history_item));
        let over = history.len().saturating_sub(keep);
        history.drain(..over);
    }
}

/// The question that is open now: asked last and not answered yet.
#[must_use]
pub fn open_question(snapshot: &Snapshot) -> Option<&AskedRecord> {
    let id = snapshot.aside.next_action.as_ref()?.question()?.question_id.as_ref()?;
    snapshot.aside.questions.get(id)
}

/// The last turn of the person.
#[must_use]
pub fn last_said(turns: &[Turn]) -> Option<&Turn> {
    turns.iter().rev().find(|turn| turn.role == Role::User)
}

/// Where the turn stands that answers the last look at the text.
pub const CLOSING: &str = "closing_turn";

/// Whether a turn answers «what else did you agree on?»: nothing else was open when it was said.
#[must_use]
pub fn closes(extra: &std::collections::BTreeMap<String, Value>, turn: &Turn) -> bool {
    extra.get(CLOSING).is_some_and(|id| id == turn.id.as_str())
}
