//! What happens next, as the step output schemas name it.

use crate::model::ids::{IssueId, QuestionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The next action after a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NextAction {
    /// A question for the person.
    AskUser {
        /// The question.
        ask_user: AskUser,
    },
    /// The facts seem to be enough: check.
    ProceedToGate,
    /// The gate is open.
    ProceedToSkeleton,
    /// The skeleton stands: its clauses can be written (2.0.0).
    ProceedToClauses,
    /// The clauses stand: the document can be checked (2.0.0).
    ProceedToFinal,
    /// The document is checked and final (2.0.0).
    Done,
    /// Nothing more can be done without help.
    HaltError {
        /// Why, and what would help.
        error: HaltError,
    },
}

/// A question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskUser {
    /// Set by the server once the question is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_id: Option<QuestionId>,
    /// The words.
    pub question_text: String,
    /// Free text or choices.
    pub answer_format: AnswerFormat,
    /// At least two when the format is `choices`; may be offered beside free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
    /// Which issue it closes and why that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_this_question: Option<String>,
    /// The issues it closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links_to_issue_ids: Option<Vec<IssueId>>,
}

/// How an answer is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerFormat {
    /// Words.
    FreeText,
    /// One of the choices (words remain possible).
    Choices,
}

/// A choice. `value` is a string, number or boolean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Unique within the question.
    pub id: String,
    /// What the person reads.
    pub label: String,
    /// What it means.
    pub value: Value,
}

/// Why a run stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HaltError {
    /// The class of the reason.
    pub category: HaltCategory,
    /// The reason in words.
    pub message: String,
    /// What the person can do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_recovery: Option<String>,
}

/// Class of a halt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HaltCategory {
    /// An answer did not fit its schema.
    SchemaValidation,
    /// Facts are missing that nobody can give now.
    InsufficientContext,
    /// A rule forbids it.
    PolicyViolation,
    /// Anything else.
    Other,
}

impl NextAction {
    /// The name of the kind on the wire.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::AskUser { .. } => "ask_user",
            Self::ProceedToGate => "proceed_to_gate",
            Self::ProceedToSkeleton => "proceed_to_skeleton",
            Self::ProceedToClauses => "proceed_to_clauses",
            Self::ProceedToFinal => "proceed_to_final",
            Self::Done => "done",
            Self::HaltError { .. } => "halt_error",
        }
    }

    /// The question, if the action is one.
    #[must_use]
    pub fn question(&self) -> Option<&AskUser> {
        match self {
            Self::AskUser { ask_user } => Some(ask_user),
            _ => None,
        }
    }
}
