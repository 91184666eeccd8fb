//! A version of a session: the state, and what is stored beside it.

use crate::model::action::{AskUser, NextAction};
use crate::model::facts::Ledger;
use crate::model::ids::{QuestionId, SessionId, TurnId, Version};
use crate::model::turn::Turn;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
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
    pub questions: Questions,
    /// Counters of the current run.
    pub run: RunCounters,
    /// What a workspace keeps for itself (drafts, reports).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extra: BTreeMap<String, Value>,
}

/// Questions by their ids. Versions share them until one is added or changes: a long dialogue has many.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Questions(Arc<BTreeMap<QuestionId, AskedRecord>>);

impl Deref for Questions {
    type Target = BTreeMap<QuestionId, AskedRecord>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Questions {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Arc::make_mut(&mut self.0)
    }
}

impl From<BTreeMap<QuestionId, AskedRecord>> for Questions {
    fn from(questions: BTreeMap<QuestionId, AskedRecord>) -> Self {
        Self(Arc::new(questions))
    }
}

/// Where [`Aside::undone`] is kept.
const UNDONE: &str = "undone";

impl Aside {
    /// The versions of the person's turns that were taken back, with those that took them back.
    #[must_use]
    pub fn undone(&self) -> Vec<Version> {
        self.extra.get(UNDONE).and_then(|list| serde_json::from_value(list.clone()).ok()).unwrap_or_default()
    }

    /// Remembers versions that were taken back.
    pub fn set_undone(&mut self, versions: &[Version]) {
        self.extra.insert(UNDONE.to_owned(), versions.into());
    }

    /// The turns whose words still count: those of turns that were taken back are evidence of nothing.
    #[must_use]
    pub fn standing(&self, turns: &[Turn]) -> Vec<Turn> {
        let undone = self.undone();
        let stands = |turn: &&Turn| turn.id.version().is_none_or(|version| !undone.contains(&version));
        turns.iter().filter(stands).cloned().collect()
    }
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
