//! Contracts by dialogue: one sentence in, a validated state out that is ready for a skeleton.
//!
//! Read in this order: `state`, `steps`, `flow`, `guards`, `perform`, `present`. The pack (`knowledge/contracts`) says
//! what a type of contract needs; `intake` asks the pack; `perform` works without a model; `guards` check whoever worked.

pub mod check;
pub mod clause_edit;
pub mod document;
pub mod draft;
pub mod edit;
pub mod fitting;
pub mod flow;
pub mod foreign;
pub mod guards;
pub mod intake;
pub mod lint;
pub mod matter;
pub mod missions;
pub mod perform;
pub mod present;
pub mod stage;
pub mod state;
pub mod steps;
pub mod talk;
#[cfg(test)]
mod tests;
pub mod wire;
