//! The steps of the contract workspace: INTERPRET and `GATE_CHECK`.

use crate::engine::schema;
use crate::engine::step::Step;
use crate::workspaces::contract::guards;

/// Reads the person's words into facts, issues and the next question.
pub const INTERPRET: &str = "INTERPRET";
/// Decides whether the facts are enough for a skeleton.
pub const GATE_CHECK: &str = "GATE_CHECK";

/// All steps.
pub static STEPS: &[Step] = &[
    Step {
        id: INTERPRET,
        prompt: "interpret-step",
        output: schema::STEP_OUTPUT,
        wire: schema::STEP_WIRE,
        state: schema::STATE,
        writes: &["/domain"],
        max_repairs: 2,
        settle: guards::interpret::settle,
    },
    Step {
        id: GATE_CHECK,
        prompt: "gate-check-step",
        output: schema::STEP_OUTPUT,
        wire: schema::STEP_WIRE,
        state: schema::STATE,
        writes: &["/gate"],
        max_repairs: 2,
        settle: guards::gate::settle,
    },
];

/// The step of this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.id == id)
}
