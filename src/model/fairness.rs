//! How even a contract is: who may leave and when, what each side pays for delay, whose payments are capped.

use serde::{Deserialize, Serialize};

/// The view, one entry per side in the order of the contract.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fairness {
    /// The sides.
    pub sides: Vec<SideFairness>,
}

/// One side.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideFairness {
    /// «Арендатор».
    pub title: String,
    /// When it may leave the contract by its own decision.
    pub exits: Vec<Exit>,
    /// What it pays for its own breach.
    pub penalties: Vec<Penalty>,
    /// What its payments are limited to.
    pub caps: Vec<Cap>,
}

/// A right to leave.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// Whether a reason is needed («при просрочке более …»).
    pub for_cause: bool,
    /// Notice in days, when one is named; months count as 30.
    pub notice_days: Option<u32>,
    /// The clause that says so.
    pub clause: Option<String>,
    /// Its words.
    pub quote: String,
}

/// A penalty for delay or breach.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Penalty {
    /// Percent a day, decimal text; for rates of another period, a part of it.
    pub per_day: Option<String>,
    /// Percent a year, decimal text.
    pub per_year: Option<String>,
    /// A fixed sum as it is written.
    pub amount: Option<String>,
    /// The clause that says so.
    pub clause: Option<String>,
    /// Its words.
    pub quote: String,
}

/// A limit of what a side pays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cap {
    /// «10 % от неуплаченной суммы».
    pub text: String,
    /// The clause that says so.
    pub clause: Option<String>,
}
