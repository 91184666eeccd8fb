//! The steps of a mock trial.

use crate::engine::step::{Answer, Kind, Step};
use crate::workspaces::trial::machine::Role;
use crate::workspaces::trial::settle;
use crate::workspaces::trial::state::STATE;

/// Divides what was told into confirmed, disputed, needed.
pub const STIPULATE: &str = "FACTS_STIPULATE";
/// Counsel of the claimant, or the prosecutor.
pub const CLAIMANT: &str = "CLAIMANT";
/// Counsel of the defendant, or defence counsel.
pub const OPPOSING: &str = "OPPOSING";
/// The party, or the accused.
pub const PARTY: &str = "PARTY";
/// The judge.
pub const JUDGE: &str = "JUDGE";
/// Actions for the user's own side.
pub const RECOMMEND: &str = "RECOMMEND";
/// The checks of the round.
pub const VERIFY: &str = "VERIFY";
/// What the gate shows.
pub const SUMMARIZE: &str = "SUMMARIZE";
/// The report.
pub const REPORT: &str = "REPORT";

macro_rules! step {
    ($id:expr, $kind:expr, $prompt:literal, $schema:literal) => {
        Step {
            id: $id,
            kind: $kind,
            answer: Answer::Whole("/machine"),
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
    step!(STIPULATE, Kind::Model, "trial-stipulate-step", "schema://legalagi/trial/stipulate/output/1.0.0"),
    step!(CLAIMANT, Kind::Model, "trial-claimant-step", "schema://legalagi/trial/claimant/output/1.0.0"),
    step!(OPPOSING, Kind::Model, "trial-opposing-step", "schema://legalagi/trial/opposing/output/1.0.0"),
    step!(PARTY, Kind::Model, "trial-party-step", "schema://legalagi/trial/party/output/1.0.0"),
    step!(JUDGE, Kind::Model, "trial-judge-step", "schema://legalagi/trial/judge/output/1.0.0"),
    step!(RECOMMEND, Kind::Model, "trial-recommend-step", "schema://legalagi/trial/recommend/output/1.0.0"),
    Step {
        // A model answers with doubts only; what it is joined to is the output.
        wire: "schema://legalagi/trial/critic/output/1.0.0",
        ..step!(VERIFY, Kind::Verify, "trial-critic-step", "schema://legalagi/trial/verifier/output/1.0.0")
    },
    step!(SUMMARIZE, Kind::Code, "", "schema://legalagi/trial/summarize/output/1.0.0"),
    step!(REPORT, Kind::Code, "", "schema://legalagi/trial/report/output/1.0.0"),
];

/// The step of this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.id == id)
}

/// The step of a role.
#[must_use]
pub fn of_role(role: Role) -> &'static str {
    match role {
        Role::Claimant => CLAIMANT,
        Role::Opposing => OPPOSING,
        Role::Party => PARTY,
        Role::Judge => JUDGE,
        Role::Recommend => RECOMMEND,
        Role::Verifier => VERIFY,
        Role::Summarize => SUMMARIZE,
    }
}

/// The role of a step.
#[must_use]
pub fn role(step: &str) -> Option<Role> {
    let roles =
        [Role::Claimant, Role::Opposing, Role::Party, Role::Judge, Role::Recommend, Role::Verifier, Role::Summarize];
    roles.into_iter().find(|role| of_role(*role) == step)
}
