//! What an answer to a step must survive, whoever gave it.
//!
//! Rules: G80 state and turn, G81 plan, G82 readings, G83 verdict, G84 answer.

pub mod answer;
pub mod numbers;
pub mod plan;
pub mod reading;

use crate::engine::turn::Rejection;
use crate::model::trace::Decision;
use crate::workspaces::norms::state::Norms;
use crate::workspaces::norms::steps;
use serde_json::Value;

/// A guarded output with what was decided about it.
pub type Guarded = Result<(Value, Vec<Decision>), Rejection>;

/// Checks the output of a step. The same output passes a second time unchanged.
///
/// # Errors
/// An output of which nothing can be kept.
pub fn check(step: &str, norms: &Norms, output: Value) -> Guarded {
    match step {
        steps::PLAN => plan::check(output),
        steps::READ => Ok(reading::check(norms, output)),
        steps::FINALIZE => answer::check(output),
        // Verdict and code are enums of the schema; what follows from them the machine decides.
        _ => Ok((output, Vec::new())),
    }
}
