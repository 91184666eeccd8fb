//! What the built-in performer answers: the same input gives the same bytes, without a model and without a network.

pub mod answer;
pub mod cites;
pub mod classify;
pub mod context;
pub mod input;
pub mod patterns;
pub mod sections;

use crate::engine::knowledge::research;
use crate::workspaces::research::steps;
use serde_json::Value;

/// Performs a step; null for one that is not performed by words alone.
#[must_use]
pub fn perform(step: &str, input: &Value) -> Value {
    let Ok(lexicon) = research::embedded() else { return Value::Null };
    match step {
        steps::CLASSIFY => classify::perform(input, lexicon),
        steps::CONTEXT => context::perform(input, lexicon),
        steps::SECTIONS => sections::perform(input, lexicon),
        steps::PATTERNS => patterns::perform(input, lexicon),
        steps::ANSWER => answer::perform(input, lexicon),
        _ => Value::Null,
    }
}
