//! What a turn is answered with: what was recorded, what was not understood, the reply, the next card, how far it is.

use crate::model::claim::Support;
use crate::model::ids::{IssueId, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The answer of a turn beside the state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnAnswer {
    /// Facts that the person's last turn brought, changed or took away.
    pub recorded: Vec<Recorded>,
    /// Words that ended nowhere.
    pub not_understood: Vec<Missed>,
    /// Words to the person.
    pub reply: String,
    /// The person's questions with their answers.
    pub answers: Vec<Answered>,
    /// What to fill in next.
    pub card: Option<Card>,
    /// How far the matter is; none where the workspace knows no levels.
    pub level: Option<Level>,
    /// What keeps it from the next levels.
    pub holds: Vec<Hold>,
    /// Who performs.
    pub performer: String,
    /// Codes of what the person should know about this turn.
    pub warnings: Vec<String>,
}

/// One fact as a turn left it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// JSON Pointer of the fact.
    pub pointer: String,
    /// Its name for people.
    pub label: String,
    /// Its value for people; empty when the fact went.
    pub shown: String,
    /// The value; null when the fact went.
    pub value: Value,
    /// What stood there before; null when nothing did.
    pub was: Value,
    /// What was established.
    pub support: Support,
    /// The words it comes from.
    pub quote: Option<String>,
    /// Their turn.
    pub turn: Option<TurnId>,
}

/// Words that nothing was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missed {
    /// The words, letter by letter.
    pub quote: String,
    /// Their turn.
    pub turn: TurnId,
}

/// A question of the person, answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The question, letter by letter.
    pub question: String,
    /// The answer.
    pub text: String,
    /// What stands behind it.
    pub support: Support,
    /// Where it comes from.
    pub sources: Vec<Cited>,
}

/// A place that an answer rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cited {
    /// The article, or the clause of this contract.
    pub node: String,
    /// Its words; empty where only the place is known.
    pub quote: String,
}

/// A card: fields that can be filled in at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The question it stands for, or a group of blanks.
    pub card_id: String,
    /// What is asked.
    pub title: String,
    /// Why it matters.
    pub why: String,
    /// What there is to read before answering; the button leaves it as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The fields, in the order of the pack.
    pub fields: Vec<CardField>,
}

/// One field of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardField {
    /// JSON Pointer of the fact.
    pub pointer: String,
    /// Its name for people.
    pub label: String,
    /// What kind of value it takes.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether the contract cannot do without it.
    pub required: bool,
    /// What stands there; null when nothing does.
    pub value: Value,
    /// What was established about it.
    pub support: Option<Support>,
    /// The words it was read from.
    pub quote: Option<String>,
    /// What can be chosen; empty for free values.
    pub choices: Vec<FieldChoice>,
}

/// One value of a choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldChoice {
    /// What is stored.
    pub value: Value,
    /// What people read.
    pub label: String,
}

/// How far a contract is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Something essential is missing or only guessed.
    Draft,
    /// Every essential term stands.
    CanBeConcluded,
    /// The text has no blank, the signatories are known, the checks pass.
    CanBeSigned,
}

impl Level {
    /// The name on the wire and in class names.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::CanBeConcluded => "can_be_concluded",
            Self::CanBeSigned => "can_be_signed",
        }
    }
}

/// What keeps a contract from a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// The level that cannot be reached.
    pub level: Level,
    /// The fact it is about.
    pub pointer: Option<String>,
    /// The issue behind it.
    pub issue_id: Option<IssueId>,
    /// What is wrong.
    pub message: String,
    /// What solves it.
    pub how: String,
}

/// A fact that waits for the person's word.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewItem {
    /// Unique in the list, stable while the fact stands.
    pub id: String,
    /// JSON Pointer of the fact.
    pub pointer: String,
    /// What the fact belongs to: a side, the price, the term.
    pub subject: String,
    /// Its name.
    pub label: String,
    /// Its value for people.
    pub shown: String,
    /// The value.
    pub value: Value,
    /// What was established.
    pub support: Support,
    /// The words it was read from.
    pub quote: Option<String>,
    /// Their turn.
    pub turn: Option<TurnId>,
    /// Other readings of the same place.
    pub options: Vec<ReviewOption>,
}

/// One reading of a place that has several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewOption {
    /// The value.
    pub value: Value,
    /// For people.
    pub shown: String,
    /// The words it was read from.
    pub quote: Option<String>,
}

/// The review list of a version.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The version that the list belongs to.
    pub state_version: u32,
    /// What waits.
    pub items: Vec<ReviewItem>,
}

/// What the page shows under one turn of the person.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnNote {
    /// What was recorded of it and stands.
    pub recorded: Vec<Recorded>,
    /// What was not understood.
    pub not_understood: Vec<Missed>,
    /// Words to the person that say more than the list.
    pub reply: String,
    /// Questions answered.
    pub answers: Vec<Answered>,
}

/// Everything that the page shows of answers: the newest one, a note per turn, the review list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The answer of the last turn.
    pub answer: TurnAnswer,
    /// Notes by the turn of the person.
    pub notes: BTreeMap<TurnId, TurnNote>,
    /// What waits for the person's word.
    pub review: Review,
    /// Whether a turn can be undone.
    pub can_undo: bool,
}
