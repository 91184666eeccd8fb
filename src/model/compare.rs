//! What differs between two versions of a session.

use crate::model::facts::Origin;
use crate::model::issue::IssueStatus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One fact that differs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct FactChange {
    /// JSON Pointer into `domain`.
    pub pointer: String,
    /// Value in the first version; null when it was not there.
    pub from: Value,
    /// Value in the second version; null when it is gone.
    pub to: Value,
    /// Origin in the second version.
    pub origin: Option<Origin>,
    /// Name for people.
    pub label: String,
    /// First value in words; empty when it was not there.
    pub shown_from: String,
    /// Second value in words; empty when it is gone.
    pub shown_to: String,
}

/// One issue whose status differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IssueChange {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Status in the first version; absent when it was not there.
    pub from: Option<IssueStatus>,
    /// Status in the second version.
    pub to: Option<IssueStatus>,
}

/// What differs between two versions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Difference {
    /// Facts, by pointer.
    pub facts: Vec<FactChange>,
    /// Issues, in the order of the second version.
    pub issues: Vec<IssueChange>,
}
