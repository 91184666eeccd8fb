//! Norms: exact numbers and rules from building codes, each with the cell or clause it stands in.
//!
//! Read in this order: `machine` (what may follow what, and why every run ends), `state`, `steps`, `flow`, `settle`,
//! `input`, `lookup` (what EXECUTE asks the corpus), `perform` (answers without a model), `guards` (what no answer may
//! carry), `review` (the form of a person), `present`, `evidence_pack` (an answer that is carried away and checked).

pub mod evidence_pack;
pub mod flow;
pub mod guards;
pub mod input;
pub mod lookup;
pub mod machine;
pub mod perform;
pub mod present;
pub mod review;
pub mod rework;
pub mod settle;
pub mod state;
pub mod steps;

#[cfg(test)]
mod tests;
