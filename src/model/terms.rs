//! The meter of concludedness: essential terms and where each stands.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How far the law behind a record was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The text of the article was read.
    Verified,
    /// From commentary or practice.
    SecondHand,
    /// From memory; the page says so.
    Unverified,
}

/// Where a term stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TermStatus {
    /// No value.
    Missing,
    /// In the person's words.
    Stated,
    /// Confirmed by the person.
    Confirmed,
    /// Nobody said it.
    Assumed,
    /// By the rule of law, on the person's word.
    Default,
}

/// One essential term.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EssentialTerm {
    /// Stable key, e.g. `vehicle_lease.object`.
    pub key: String,
    /// What it is.
    pub title: String,
    /// Main pointer into `domain`.
    pub pointer: String,
    /// Where the law says so.
    pub article: String,
    /// How far the article was checked.
    pub proof: Proof,
    /// The value, if any.
    pub value: Value,
    /// Where it stands.
    pub status: TermStatus,
    /// What happens without it.
    pub consequence: String,
}

/// The answer of `/essential-terms`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EssentialTerms {
    /// All essential terms that apply now.
    pub terms: Vec<EssentialTerm>,
    /// How many have a value that counts.
    pub done: usize,
    /// How many there are.
    pub total: usize,
}
