//! What a model may add to a step that code performs: the order of found sources, names of unnamed spans, doubts about
//! an answer. Code has done the whole work before; a model that stays away or talks nonsense takes nothing from it.
//!
//! Rule: G44, one for each remark that could not be kept.

pub mod doubt;
pub mod label;
pub mod rank;

use crate::model::trace::Decision;
use crate::workspaces::research::guards::decision;
use crate::workspaces::research::steps;
use serde_json::{Value, json};

/// What the model is shown beside the step's own input; `None` when nothing could come of asking.
#[must_use]
pub fn shown(step: &str, input: &Value, output: &Value) -> Option<Value> {
    match step {
        steps::RETRIEVE => rank::shown(input, output),
        steps::SECTIONS => label::shown(output),
        steps::VALIDATE => doubt::shown(input, output),
        _ => None,
    }
}

/// The output with the remarks worked in.
#[must_use]
pub fn apply(step: &str, input: &Value, output: Value, remarks: &Value) -> (Value, Vec<Decision>) {
    match step {
        steps::RETRIEVE => rank::apply(input, output, remarks),
        steps::SECTIONS => label::apply(output, remarks),
        steps::VALIDATE => doubt::apply(input, output, remarks),
        _ => (output, Vec::new()),
    }
}

/// The first characters of a text.
fn head(text: &str, most: usize) -> Value {
    json!(text.chars().take(most).collect::<String>())
}

/// A remark that was not kept.
fn refused(message: impl Into<String>, at: &str) -> Decision {
    decision("G44_remark", message, at)
}
