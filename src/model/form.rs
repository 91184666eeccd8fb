//! Forms as data: intake, gates and reviews of every workspace.

use crate::model::action::Choice;
use crate::model::error::ApiError;
use serde::{Deserialize, Serialize};

/// A form that a page can render and a server can check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormSpec {
    /// Stable id, e.g. `gate_r1_issues`.
    pub id: String,
    /// Raised when fields change meaning.
    pub version: u32,
    /// Heading.
    pub title: String,
    /// Fields in the order of the page.
    pub fields: Vec<Field>,
}

/// A plain form that the server did not take: what was typed comes back with the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Returned {
    /// The form's id.
    pub form: String,
    /// Names and values as they were sent.
    pub pairs: Vec<(String, String)>,
    /// Why.
    pub error: ApiError,
}

/// One field of a form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Name in the submitted object.
    pub name: String,
    /// What the person reads.
    pub label: String,
    /// Options; empty for free text.
    pub choices: Vec<Choice>,
    /// Whether several options may be picked.
    pub multiple: bool,
    /// Whether an answer is needed.
    pub required: bool,
}
