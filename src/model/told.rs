//! What is told of a session while it goes on: events with a number that counts without a gap.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that happened, still without its number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// `STATE`, `STEP_ACCEPTED`, `ROUND_END`…
    pub name: String,
    /// Its data.
    pub data: Value,
}

/// An event as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Numbered {
    /// From 1 within a session.
    pub seq: u64,
    /// What happened.
    pub told: Told,
}
