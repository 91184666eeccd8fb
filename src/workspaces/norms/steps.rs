//! The steps of a norms session.

use crate::engine::schema::norms::STATE;
use crate::engine::step::{Answer, Kind, Step};
use crate::workspaces::norms::settle;

/// What to look for and where.
pub const PLAN: &str = "PLAN";
/// One step of the plan, over the corpus.
pub const EXECUTE: &str = "EXECUTE";
/// What the found places say about the question.
pub const READ: &str = "READ";
/// Whether that is enough.
pub const JUDGE: &str = "JUDGE";
/// Where the places of the answer stand on their pages.
pub const LOCATE: &str = "LOCATE";
/// The answer.
pub const FINALIZE: &str = "FINALIZE";

macro_rules! step {
    ($id:expr, $kind:expr, $prompt:literal, $schema:literal, $at:literal) => {
        Step {
            id: $id,
            kind: $kind,
            answer: Answer::Whole($at),
            prompt: $prompt,
            output: $schema,
            wire: $schema,
            state: STATE,
            writes: &[],
            max_repairs: 2,
            settle: |proposal, _| settle::settle($id, proposal),
        }
    };
}

/// All steps.
pub static STEPS: &[Step] = &[
    step!(PLAN, Kind::Model, "norms/plan", "schema://legalagi/norms/plan/output/1.0.0", "/last/plan"),
    step!(EXECUTE, Kind::Retrieve, "", "schema://legalagi/norms/execute/output/1.0.0", "/last/execute"),
    step!(READ, Kind::Model, "norms/execute", "schema://legalagi/norms/read/output/1.0.0", "/last/read"),
    step!(JUDGE, Kind::Model, "norms/judge", "schema://legalagi/norms/judge/output/1.0.0", "/last/judge"),
    step!(LOCATE, Kind::Retrieve, "", "schema://legalagi/norms/locate/output/1.0.0", "/last/locate"),
    step!(FINALIZE, Kind::Model, "norms/finalize", "schema://legalagi/norms/finalize/output/1.0.0", "/last/finalize"),
];

/// The step of this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.id == id)
}
