//! A mission: what a person knows, how he says it, where he sets traps, and what must come of it.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// One mission file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// Unique, e.g. `M01`; equals the file name.
    pub id: String,
    /// What it is about, one line.
    pub title: String,
    /// Id of the pack that must rule at the end; `generic` for the common form.
    #[serde(rename = "type")]
    pub kind: String,
    /// The first words.
    pub opening: String,
    /// What the person knows.
    #[serde(rename = "fact", default)]
    pub facts: Vec<Fact>,
    /// What the person does not know.
    #[serde(rename = "unknown", default)]
    pub unknown: Vec<Unknown>,
    /// What the person answers to a question about an issue that is no fact.
    #[serde(rename = "reply", default)]
    pub replies: Vec<Reply>,
    /// Messages out of turn.
    #[serde(rename = "trap", default)]
    pub traps: Vec<Trap>,
    /// What must also stand at the end: pointer → value (computed values, defaults).
    #[serde(default)]
    pub expect: BTreeMap<String, Value>,
    /// Keys of issues that must have been open at some time.
    #[serde(default)]
    pub issues: Vec<String>,
    /// Pointers that must have been asked about.
    #[serde(default)]
    pub asks: Vec<String>,
    /// Verdicts in order: one when the person has said everything, one more after each `after_gate` trap.
    #[serde(rename = "gate")]
    pub gates: Vec<Gate>,
}

/// Facts that are said in one breath.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Pointer → value in `domain`.
    pub set: BTreeMap<String, Value>,
    /// Phrasings; the seed picks one.
    #[serde(default)]
    pub say: Vec<String>,
    /// Phrasings that make sense only as an answer to the question about this fact.
    #[serde(default)]
    pub brief: Vec<String>,
    /// Id of the choice that means the same, when the question offers it.
    #[serde(default)]
    pub choice: Option<String>,
    /// Whether the opening says it already.
    #[serde(default)]
    pub opening: bool,
}

/// Something the person cannot say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unknown {
    /// Pointers that a question about it aims at.
    pub at: Vec<String>,
    /// What he says instead; the seed picks one.
    pub say: Vec<String>,
}

/// The answer to a question about an issue (`L17`, `conflict:/price/rent`).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// Key of the issue.
    pub to: String,
    /// What he says.
    pub say: String,
    /// What becomes true with it.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
    /// Places that lose their value with it.
    #[serde(default)]
    pub drop: Vec<String>,
}

/// A message out of turn. Exactly one of the three moments is given.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trap {
    /// After so many answers.
    #[serde(default)]
    pub after_question: Option<u32>,
    /// After this verdict (1 = the first).
    #[serde(default)]
    pub after_gate: Option<u32>,
    /// Instead of the answer to the question that aims at this pointer.
    #[serde(default)]
    pub at_question: Option<String>,
    /// The words.
    pub say: String,
    /// What becomes true with it.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
    /// Places that lose their value with it.
    #[serde(default)]
    pub drop: Vec<String>,
}

/// A verdict of the gate.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// What the gate must say.
    pub verdict: Verdict,
    /// Keys of issues that must be among the blockers.
    #[serde(default)]
    pub because: Vec<String>,
}

/// Verdicts of the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The contract can be drafted.
    Ready,
    /// It cannot.
    Blocked,
}

impl Verdict {
    /// The name in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Blocked => "blocked",
        }
    }
}
