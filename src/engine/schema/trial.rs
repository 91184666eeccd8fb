//! The schemas of a mock trial: one per role and step, and the state.

/// `$id` of the state of a mock trial.
pub const STATE: &str = "schema://legalagi/trial/state/1.0.0";

/// Files that name themselves by `$id`.
pub const FILES: &[&str] = &[
    include_str!("../../../schemas/trial/state.schema.json"),
    include_str!("../../../schemas/trial/stipulate.output.schema.json"),
    include_str!("../../../schemas/trial/claimant.output.schema.json"),
    include_str!("../../../schemas/trial/opposing.output.schema.json"),
    include_str!("../../../schemas/trial/party.output.schema.json"),
    include_str!("../../../schemas/trial/judge.output.schema.json"),
    include_str!("../../../schemas/trial/recommend.output.schema.json"),
    include_str!("../../../schemas/trial/verifier.output.schema.json"),
    include_str!("../../../schemas/trial/critic.output.schema.json"),
    include_str!("../../../schemas/trial/summarize.output.schema.json"),
    include_str!("../../../schemas/trial/report.output.schema.json"),
];
