//! A session as lists and pages see it.

use crate::model::action::NextAction;
use crate::model::facts::Ledger;
use crate::model::ids::{SessionId, Version};
use crate::model::issue::Issue;
use crate::model::terms::EssentialTerms;
use crate::model::turn::Turn;
use crate::model::turn_answer::Told;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The name that leaves the choice of a workspace to the words.
pub const ANY: &str = "any";

/// A workspace by its name on the wire and in the database. Which names there are, the registry knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorkspaceId([u8; WorkspaceId::MOST]);

impl WorkspaceId {
    /// Most letters of a name.
    const MOST: usize = 24;

    /// A name that a workspace gives itself: up to 24 small Latin letters and `_`. Anything else does not compile.
    ///
    /// # Panics
    /// Where the name is none; constants are made before the program runs.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        match Self::read(name.as_bytes()) {
            Some(id) => id,
            None => panic!("a workspace's name is 1 to 24 small Latin letters and _"),
        }
    }

    /// Reads a name; whether there is such a workspace, the registry says.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text.as_bytes())
    }

    const fn read(name: &[u8]) -> Option<Self> {
        if name.is_empty() || name.len() > Self::MOST {
            return None;
        }
        let mut own = [0; Self::MOST];
        let mut at = 0;
        while at < name.len() {
            if !name[at].is_ascii_lowercase() && name[at] != b'_' {
                return None;
            }
            own[at] = name[at];
            at += 1;
        }
        Some(Self(own))
    }

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(Self::MOST);
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

impl fmt::Debug for WorkspaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for WorkspaceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for WorkspaceId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&name).ok_or_else(|| D::Error::custom("no name of a workspace"))
    }
}

/// Who performs the steps; shown plainly on the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Performer {
    /// `builtin` or the model's name.
    pub name: String,
    /// Whether a language model is asked.
    pub is_model: bool,
}

/// A row of the list of sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRow {
    /// The session.
    pub session_id: SessionId,
    /// Its workspace.
    pub workspace: WorkspaceId,
    /// The name that a person gave it, or what its facts say it is about, or its first words, cut at 120 characters.
    pub title: String,
    /// `collecting`, `gating`, `ready`, `blocked`.
    pub status: String,
    /// The latest version.
    pub version: Version,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// RFC 3339, UTC.
    pub updated_at: String,
    /// Put away: not among the current ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub archived: bool,
}

/// A row of the list of versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionRow {
    /// Its number.
    pub version: Version,
    /// What made it: `message`, `edit`, `INTERPRET`, `GATE_CHECK`.
    pub cause: String,
    /// RFC 3339, UTC.
    pub at: String,
    /// Pointers into `domain` whose value differs from the version before.
    pub changed: Vec<String>,
}

/// Everything a page needs to draw one session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionView {
    /// The row of the list.
    pub row: SessionRow,
    /// The newest version; differs from `row.version` in time travel.
    pub latest: Version,
    /// Who performs.
    pub performer: Performer,
    /// Stage of the state.
    pub stage: String,
    /// The facts.
    pub domain: Value,
    /// Names of facts for people, by pointer.
    pub labels: BTreeMap<String, String>,
    /// Values for people (money, dates, choices), by pointer of the leaf.
    pub shown: BTreeMap<String, String>,
    /// Where every fact comes from.
    pub ledger: Ledger,
    /// Pointers changed by this version against the one before.
    pub changed: Vec<String>,
    /// Issues, worst first.
    pub issues: Vec<Issue>,
    /// The whole dialogue.
    pub turns: Vec<Turn>,
    /// The gate's verdict, once there is one.
    pub gate: Option<GateView>,
    /// The meter.
    pub terms: EssentialTerms,
    /// What happens next.
    pub next_action: Option<NextAction>,
    /// The step that is still to run; a failed turn can be retried.
    pub pending: Option<String>,
    /// Whether it is the other side's copy of another session.
    pub is_copy: bool,
    /// Whether a turn is running now.
    pub busy: bool,
    /// Remarks about the pack: generic, unreviewed, separate code.
    pub notices: Vec<String>,
    /// Whether it rests on the example corpus, whose rules are invented.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub example: bool,
    /// Answers of the turns, and what waits for the person's word.
    #[serde(default)]
    pub told: Told,
}

/// The gate's verdict as the state schema 1.0.0 has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GateView {
    /// Whether a skeleton may be built.
    pub ready_for_skeleton: bool,
    /// One to three sentences.
    pub summary: String,
    /// What stands in the way.
    #[serde(default)]
    pub blockers: Vec<Blocker>,
}

/// What stands in the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocker {
    /// How much it hurts.
    pub severity: crate::model::issue::Severity,
    /// What it is, with the article and the consequence.
    pub message: String,
    /// The issues behind it.
    #[serde(default)]
    pub linked_issue_ids: Vec<crate::model::ids::IssueId>,
}
