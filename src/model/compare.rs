//! What differs between two versions of a session.

use crate::model::facts::Origin;
use crate::model::issue::IssueStatus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One fact that differs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct FactChange {
    /// JSON Pointer into `domain`.
    pub pointer: String,
    /// Value in the first version; null when it was not there.
    pub from: Value,
    /// Value in the second version; null when it is gone.
    pub to: Value,
    /// Origin in the second version.
    pub origin: Option<Origin>,
    /// Name for people.
    pub label: String,
    /// First value in words; empty when it was not there.
    pub shown_from: String,
    /// Second value in words; empty when it is gone.
    pub shown_to: String,
}

/// One issue whose status differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IssueChange {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Status in the first version; absent when it was not there.
    pub from: Option<IssueStatus>,
    /// Status in the second version.
    pub to: Option<IssueStatus>,
}

/// What differs between two versions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Difference {
    /// Facts, by pointer.
    pub facts: Vec<FactChange>,
    /// Issues, in the order of the second version.
    pub issues: Vec<IssueChange>,
    /// Pieces of the text that differ; absent while there is no text to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Vec<TextChange>>,
}

/// Where a run of compared text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// In both versions.
    Same,
    /// In the second version only.
    Inserted,
    /// In the first version only.
    Deleted,
}

/// Text of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextRun {
    /// Where it stands.
    pub kind: RunKind,
    /// The words.
    pub text: String,
}

/// What became of a piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextFate {
    /// The same words under the same number.
    Same,
    /// The same words under another number.
    Renumbered,
    /// Other words.
    Changed,
    /// Stands at another place.
    Moved,
    /// New.
    Added,
    /// Gone.
    Removed,
}

/// One piece of the text that differs: a clause, a paragraph, a row of a table, a side's requisites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextChange {
    /// Id of the clause, or a name of the place such as `preamble.1`.
    pub clause: String,
    /// What became of it.
    pub change: TextFate,
    /// Its number in the first version; empty for none.
    pub number_from: String,
    /// Its number in the second version; empty for none.
    pub number_to: String,
    /// Its words.
    pub runs: Vec<TextRun>,
}
