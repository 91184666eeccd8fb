//! The steps of a norms session without a model: rules over the words of the question and the text of the norms.

pub mod answer;
pub mod bare;
pub mod between;
pub mod binding;
pub mod calculate;
pub mod cells;
pub mod conditions;
pub mod day;
pub mod derived;
pub mod elsewhere;
pub mod inputs;
pub mod judge;
pub mod keys;
pub mod lost;
pub mod plainly;
pub mod plan;
pub mod printed;
pub mod question;
pub mod ranges;
pub mod reading;
pub mod required;
pub mod rivals;
pub mod sentences;
pub mod telling;
pub mod units;
pub mod values;
pub mod words;

use crate::workspaces::norms::steps;
use serde_json::Value;

/// What the built-in performer answers.
#[must_use]
pub fn perform(step: &str, input: &Value) -> Value {
    match step {
        steps::PLAN => plan::plan(input),
        steps::READ => reading::read(input),
        steps::JUDGE => judge::judge(input),
        steps::FINALIZE => telling::write(input),
        _ => Value::Null,
    }
}
