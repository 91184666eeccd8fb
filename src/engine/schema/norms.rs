//! The schemas of a norms session: the state, the output of each step, and the pack that carries an answer away.

/// `$id` of the state of a norms session.
pub const STATE: &str = "schema://legalagi/norms/state/1.0.0";

/// `$id` of the data of an evidence pack.
pub const EVIDENCE_PACK: &str = "schema://legalagi/norms/evidence_pack/1.0.0";

/// Files that name themselves by `$id`.
pub const FILES: &[&str] = &[
    include_str!("../../../schemas/norms/state.schema.json"),
    include_str!("../../../schemas/norms/plan.output.schema.json"),
    include_str!("../../../schemas/norms/execute.output.schema.json"),
    include_str!("../../../schemas/norms/read.output.schema.json"),
    include_str!("../../../schemas/norms/judge.output.schema.json"),
    include_str!("../../../schemas/norms/locate.output.schema.json"),
    include_str!("../../../schemas/norms/finalize.output.schema.json"),
    include_str!("../../../schemas/norms/evidence_pack.schema.json"),
];
