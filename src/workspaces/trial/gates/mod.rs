//! The forms of the gates: what may be filled in, what of it whom concerns, every error with its path.

pub mod final_gate;
pub mod form;
pub mod intake;
pub mod plain;
pub mod rounds;

use crate::model::error::{ApiError, ErrorCode};
use crate::workspaces::trial::gates::form::Form;
use crate::workspaces::trial::round_end::FORM_VERSION;
use crate::workspaces::trial::state::Trial;
use serde_json::{Value, json};

/// A form that was filled in rightly.
#[derive(Debug, Clone, PartialEq)]
pub struct Filled {
    /// What all roles see.
    pub public: Value,
    /// What only the user's side sees.
    pub private: Value,
    /// What enters no prompt.
    pub unprompted: Value,
}

/// Checks a form of a session.
///
/// # Errors
/// `validation_failed` with every field.
pub fn check(trial: &Trial, form_id: &str, version: u32, fields: &Value, today: &str) -> Result<Filled, ApiError> {
    let mut form = Form::of(fields);
    if version != FORM_VERSION {
        form.error("form_version", "form_version", json!({"current": FORM_VERSION}));
    }
    match form_id {
        "facts_intake" => intake::intake(&mut form, trial),
        "facts_review" => intake::review(&mut form, trial),
        "gate_r1_issues" => rounds::issues(&mut form, trial, today),
        "gate_r2_evidence" => rounds::evidence(&mut form, trial, today),
        _ => final_gate::last(&mut form, trial),
    }
    form.done()
}

/// The answer to a form with errors.
#[must_use]
pub fn refused(errors: Vec<Value>) -> ApiError {
    let message = "Форма заполнена не полностью или неверно: у каждого такого поля сказано, что поправить.";
    ApiError::new(ErrorCode::ValidationFailed, message).with("fields", errors)
}
