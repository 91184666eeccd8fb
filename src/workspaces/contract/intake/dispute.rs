//! Two values of one fact: the values that an open conflict leaves to choose from.
//!
//! They stand as notes among the evidence of the issue, so that a question about it offers exactly them and an answer
//! is recognised whenever it comes.

use crate::engine::knowledge::pack::Pack;
use crate::model::action::Choice;
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus};
use crate::workspaces::contract::present;
use serde_json::{Value, json};

/// Prefix of the key of such an issue.
pub const PREFIX: &str = "conflict:";
/// Prefix of the ids of its choices.
const CHOICE: &str = "option:";

/// An open conflict.
#[derive(Debug, Clone, PartialEq)]
pub struct Dispute {
    /// The key of its issue.
    pub key: String,
    /// The place.
    pub at: String,
    /// What the person chooses from, as it was said.
    pub options: Vec<Value>,
}

/// The open conflicts among some issues.
#[must_use]
pub fn open(issues: &[Issue]) -> Vec<Dispute> {
    let standing = issues.iter().filter(|issue| issue.status == IssueStatus::Open);
    let made = standing.filter_map(|issue| {
        let key = issue.key.clone()?;
        let at = key.strip_prefix(PREFIX)?.to_owned();
        Some(Dispute { key, at, options: options(issue) })
    });
    made.collect()
}

/// The values of a conflict, in the order of the words.
#[must_use]
pub fn options(issue: &Issue) -> Vec<Value> {
    let notes = issue.evidence.iter().flatten().filter(|one| one.kind == EvidenceKind::Note);
    let read = notes.filter_map(|one| serde_json::from_str::<Value>(&one.reference).ok());
    read.filter_map(|note| note.get("option").cloned()).collect()
}

/// A value as the evidence of an issue keeps it.
#[must_use]
pub fn note(value: &Value) -> Evidence {
    Evidence { kind: EvidenceKind::Note, reference: json!({"option": value}).to_string() }
}

/// Puts the values into an issue in place of those it has.
pub fn set_options<'v>(issue: &mut Issue, values: impl Iterator<Item = &'v Value>) {
    let list = issue.evidence.get_or_insert_default();
    list.retain(|one| one.kind != EvidenceKind::Note);
    list.extend(values.map(note));
}

/// The choices of the question about a conflict; none where its values are not known.
#[must_use]
pub fn choices(pack: Option<&Pack>, issue: &Issue) -> Option<Vec<Choice>> {
    let at = issue.key.as_deref()?.strip_prefix(PREFIX)?;
    let values = options(issue);
    let made = values.iter().enumerate().map(|(index, value)| Choice {
        id: format!("{CHOICE}{}", index + 1),
        label: crate::engine::turn::short(&present::value(pack, at, value), 200),
        value: value.clone(),
    });
    let made: Vec<Choice> = made.collect();
    let distinct = made.iter().all(|one| made.iter().filter(|other| other.label == one.label).count() == 1);
    (made.len() >= 2 && distinct).then_some(made)
}

/// Which value the choice with this id stands for.
#[must_use]
pub fn chosen(id: &str) -> Option<usize> {
    id.strip_prefix(CHOICE)?.parse::<usize>().ok()?.checked_sub(1)
}
