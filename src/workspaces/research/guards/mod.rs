//! What an answer to a research step must survive, whoever gave it.
//!
//! Rules: G40 intent, G41 query context, G42 patterns without a passage, G43 unknown sources and altered quotes.

pub mod answer;
pub mod context;
pub mod intent;
pub mod patterns;

use crate::engine::turn::Rejection;
use crate::model::trace::Decision;
use crate::workspaces::research::steps;
use serde_json::Value;

/// A guarded output with what was decided about it.
pub type Guarded = Result<(Value, Vec<Decision>), Rejection>;

/// Checks the output of a step against its input. The same output passes a second time unchanged.
///
/// # Errors
/// An output of which nothing can be kept.
pub fn check(step: &str, input: &Value, output: Value) -> Guarded {
    match step {
        steps::CLASSIFY => Ok(intent::check(input, output)),
        steps::CONTEXT => Ok(context::check(input, output)),
        steps::PATTERNS => Ok(patterns::check(input, output)),
        steps::ANSWER => answer::check(input, output),
        _ => Ok((output, Vec::new())),
    }
}

/// A decision for the trace.
#[must_use]
pub fn decision(rule: &str, message: impl Into<String>, at: &str) -> Decision {
    Decision { rule: rule.to_owned(), message: message.into(), at: Some(at.to_owned()) }
}
