//! Mock trial: facts are fixed first, three adversarial rounds follow, a gate after each steers the next.
//!
//! Read in this order: `machine` (what may follow what), `state`, `steps`, `flow`, `facts`, `score`, `perform`
//! (arguments without a model), `guards` (what no output may carry), `steering`, `gates` (forms), `round_end`, `report`.

pub mod audit;
pub mod compare;
pub mod facts;
pub mod flow;
pub mod foreign;
pub mod gates;
pub mod guards;
pub mod input;
pub mod machine;
pub mod perform;
pub mod polarity;
pub mod present;
pub mod receipts;
pub mod report;
pub mod round_end;
pub mod score;
pub mod settle;
pub mod state;
pub mod steering;
pub mod steps;
pub mod sums;
pub mod tree;
pub mod words;

#[cfg(test)]
mod tests;
