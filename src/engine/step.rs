//! A step as data: what is asked, what may be written, which guards hold.

use crate::engine::knowledge::Knowledge;
use crate::engine::turn::{Proposal, Rejection, Settled};
use std::any::Any;
use std::sync::OnceLock;

/// What a workspace has computed for the question of a step and needs again for its answer. Its own to read.
pub type Kept = OnceLock<Box<dyn Any + Send + Sync>>;

/// A step of a workspace.
pub struct Step {
    /// `INTERPRET`, `GATE_CHECK`, `classify_intent`…
    pub id: &'static str,
    /// Who works.
    pub kind: Kind,
    /// What an answer is.
    pub answer: Answer,
    /// Prompt file without suffix and extension, e.g. `interpret-step`; empty for a step that no model works on. For a
    /// step that code performs it asks for remarks on the code's output.
    pub prompt: &'static str,
    /// `$id` of the canonical output schema.
    pub output: &'static str,
    /// `$id` of the schema sent to a model in strict mode: the output's, or that of the remarks.
    pub wire: &'static str,
    /// `$id` of the state schema.
    pub state: &'static str,
    /// Pointers below which the patch may write.
    pub writes: &'static [&'static str],
    /// Repair conversations after the first answer.
    pub max_repairs: u32,
    /// Turns a patched state into the next version: issues, question, ledger, status.
    pub settle: fn(&mut Proposal<'_>, &Knowledge) -> Result<Settled, Rejection>,
}

/// Who works on a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A performer: a model, or the built-in one.
    Model,
    /// Plain code over the input.
    Code,
    /// Code that asks the corpus.
    Retrieve,
    /// Rules, the corpus, and a model that may add doubts.
    Verify,
}

/// What an answer to a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A patch of the state with issues and a next action.
    Patch,
    /// The step's whole output; this pointer into the state is where the settled output stands.
    Whole(&'static str),
}
