//! Legal research: a question in, an answer out in which every citation was checked against its source.
//!
//! Read in this order: `state`, `steps`, `flow`, `guards`, `perform`, `retrieve`, `present`. The steps have the seed's
//! schemas; `perform` answers them without a model; `guards` check whoever answered; retrieval and the check of
//! citations are planned here and carried out over the ports by the runner.

pub mod borders;
pub mod finish;
pub mod flow;
pub mod foreign;
pub mod guards;
pub mod perform;
pub mod present;
pub mod remarks;
pub mod report;
pub mod retrieve;
pub mod state;
pub mod steps;
#[cfg(test)]
mod tests;
