//! Norms: exact numbers and rules from building codes, each with the cell or clause it stands in.
//!
//! Read in this order: `machine` (what may follow what, and why every run ends), `state`, `steps`, `flow`, `settle`,
//! `input`, `pictures` (pages for a model that looks at them), `lookup` (what EXECUTE asks the corpus), `perform`
//! (answers without a model), `guards` (what no answer may carry), `review` (the form of a person), `present`,
//! `evidence_pack` (an answer to take away and check), `runs` and `compare` (two runs side by side).

pub mod compare;
pub mod evidence_pack;
pub mod flow;
pub mod foreign;
pub mod guards;
pub mod input;
pub mod lookup;
pub mod machine;
pub mod perform;
pub mod pictures;
pub mod present;
pub mod review;
pub mod rework;
pub mod runs;
pub mod settle;
pub mod state;
pub mod steps;

#[cfg(test)]
mod tests;
