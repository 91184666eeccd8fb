//! A version of a session: the state, and what is stored beside it.

use crate::model::action::{AskUser, NextAction};
use crate::model::facts::Ledger;
use crate::model::ids::{QuestionId, SessionId, TurnId, Version};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One immutable version of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Whose version it is.
    pub session: SessionId,
    /// Its number.
    pub version: Version,
    /// Valid by the workspace's state schema.
    pub state: Arc<Value>,
    /// Versioned together with the state.
    pub aside: Arc<Aside>,
    /// RFC 3339, UTC.
    pub at: String,
}

/// What the product keeps beside the state, so that the state stays as its schema has it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Aside {
    /// Where every fact comes from.
    pub ledger: Ledger,
    /// The step that has to run next; `None` when the person is to act.
    pub pending: Option<String>,
    /// What was decided last; absent before the first step.
    pub next_action: Option<NextAction>,
    /// Every question asked, by id.
    pub questions: BTreeMap<QuestionId, AskedRecord>,
    /// Counters of the current run.
    pub run: RunCounters,
    /// What a workspace keeps for itself (drafts, reports).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extra: BTreeMap<String, Value>,
}

/// What the server remembers of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskedRecord {
    /// The question as it was shown.
    pub question: AskUser,
    /// Pointers into `domain` that the answer is to fill.
    pub targets: Vec<String>,
    /// Keys of the issues it closes.
    pub keys: Vec<String>,
    /// How often it was put, rewordings included.
    pub times: u32,
    /// The turn that answered it, if any.
    pub answered_by: Option<TurnId>,
    /// Whether the answer brought what was asked.
    pub settled: bool,
}

/// Counters inside one run (what follows one user event).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunCounters {
    /// Questions asked.
    pub questions: u32,
    /// Steps performed.
    pub loops: u32,
}
