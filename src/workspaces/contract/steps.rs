//! The steps of the contract workspace: two about facts, three about the document.

use crate::engine::schema;
use crate::engine::step::{Answer, Kind, Step};
use crate::workspaces::contract::guards;

/// Reads the person's words into facts, issues and the next question.
pub const INTERPRET: &str = "INTERPRET";
/// Decides whether the facts are enough for a skeleton.
pub const GATE_CHECK: &str = "GATE_CHECK";

/// Orders the sections and clauses of the document.
pub const SKELETON: &str = "SKELETON";
/// Writes the words of the clauses.
pub const DRAFT_CLAUSES: &str = "DRAFT_CLAUSES";
/// Decides whether the document is final.
pub const FINAL_CHECK: &str = "FINAL_CHECK";

/// All steps.
pub static STEPS: &[Step] = &[
    Step {
        id: INTERPRET,
        kind: Kind::Model,
        answer: Answer::Patch,
        prompt: "interpret-step",
        output: schema::STEP_OUTPUT,
        wire: schema::DIALOGUE_WIRE,
        state: schema::STATE,
        writes: &["/domain"],
        max_repairs: 2,
        settle: guards::interpret::settle,
    },
    Step {
        id: GATE_CHECK,
        kind: Kind::Model,
        answer: Answer::Patch,
        prompt: "gate-check-step",
        output: schema::STEP_OUTPUT,
        wire: schema::STEP_WIRE,
        state: schema::STATE,
        writes: &["/gate"],
        max_repairs: 2,
        settle: guards::gate::settle,
    },
    Step {
        id: SKELETON,
        kind: Kind::Model,
        answer: Answer::Patch,
        prompt: "skeleton-step",
        output: schema::STEP_OUTPUT_2,
        wire: schema::STEP_WIRE_2,
        state: schema::STATE_2,
        writes: &["/document"],
        max_repairs: 2,
        settle: guards::skeleton::settle,
    },
    Step {
        id: DRAFT_CLAUSES,
        kind: Kind::Model,
        answer: Answer::Patch,
        prompt: "draft-clauses-step",
        output: schema::STEP_OUTPUT_2,
        wire: schema::STEP_WIRE_2,
        state: schema::STATE_2,
        writes: &["/document/clauses"],
        max_repairs: 2,
        settle: guards::clauses::settle,
    },
    Step {
        id: FINAL_CHECK,
        kind: Kind::Model,
        answer: Answer::Patch,
        prompt: "final-check-step",
        output: schema::STEP_OUTPUT_2,
        wire: schema::STEP_WIRE_2,
        state: schema::STATE_2,
        writes: &["/document/check"],
        max_repairs: 2,
        settle: guards::final_check::settle,
    },
];

/// The step of this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.id == id)
}
