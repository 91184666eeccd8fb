//! A step as data: what is asked, what may be written, which guards hold.

use crate::engine::knowledge::Knowledge;
use crate::engine::turn::{Proposal, Rejection, Settled};

/// A model step of a workspace.
pub struct Step {
    /// `INTERPRET`, `GATE_CHECK`…
    pub id: &'static str,
    /// Prompt file without suffix and extension, e.g. `interpret-step`.
    pub prompt: &'static str,
    /// `$id` of the canonical output schema.
    pub output: &'static str,
    /// `$id` of the schema sent to a model in strict mode.
    pub wire: &'static str,
    /// `$id` of the state schema.
    pub state: &'static str,
    /// Pointers below which the patch may write.
    pub writes: &'static [&'static str],
    /// Repair conversations after the first answer.
    pub max_repairs: u32,
    /// Turns a patched state into the next version: issues, question, ledger, status.
    pub settle: fn(&Proposal<'_>, &Knowledge) -> Result<Settled, Rejection>,
}
