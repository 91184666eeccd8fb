//! The schemas of a norms session: the state and the output of each step.

/// `$id` of the state of a norms session.
pub const STATE: &str = "schema://legalagi/norms/state/1.0.0";

/// Files that name themselves by `$id`.
pub const FILES: &[&str] = &[
    include_str!("../../../schemas/norms/state.schema.json"),
    include_str!("../../../schemas/norms/plan.output.schema.json"),
    include_str!("../../../schemas/norms/execute.output.schema.json"),
    include_str!("../../../schemas/norms/read.output.schema.json"),
    include_str!("../../../schemas/norms/judge.output.schema.json"),
    include_str!("../../../schemas/norms/locate.output.schema.json"),
    include_str!("../../../schemas/norms/finalize.output.schema.json"),
];
