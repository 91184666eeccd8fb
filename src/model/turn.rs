//! A turn of the dialogue, as the append-only log keeps it.

use crate::model::ids::{QuestionId, TurnId};
use serde::{Deserialize, Serialize};

/// Who spoke.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person.
    User,
    /// A performer.
    Assistant,
    /// The product itself.
    System,
}

/// One turn. `answers_to` and `choice` are kept in the log, not in the schema's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Unique within the session.
    pub id: TurnId,
    /// Who spoke.
    pub role: Role,
    /// The words, exactly as given; never empty.
    pub text: String,
    /// RFC 3339, UTC.
    pub at: String,
    /// The question that this turn answers, if the person answered one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers_to: Option<QuestionId>,
    /// The id of the choice that was picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
}
