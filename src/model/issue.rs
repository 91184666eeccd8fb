//! Issues: gaps and conflicts that stand between the facts and a contract.

use crate::model::ids::IssueId;
use serde::{Deserialize, Serialize};

/// How much an open issue hurts. Ordered: `Critical` first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Without it there is no contract, or it is void.
    Critical,
    /// A serious risk.
    High,
    /// Worth agreeing.
    Med,
    /// A nicety.
    Low,
}

impl Severity {
    /// Reads `critical`, `high`, `med` or `low`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Critical, Self::High, Self::Med, Self::Low].into_iter().find(|one| one.as_str() == name)
    }
}

/// Where the issue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IssueStatus {
    /// Still to be answered.
    Open,
    /// Closed by facts.
    Resolved,
    /// Closed by the person's decision.
    Dismissed,
}

/// What an issue points at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// `turn`, `fact_path` or `note`.
    pub kind: EvidenceKind,
    /// Turn id, JSON Pointer or free text.
    #[serde(rename = "ref")]
    pub reference: String,
}

/// Kind of an evidence reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceKind {
    /// A turn of the dialogue.
    Turn,
    /// A leaf of the domain.
    FactPath,
    /// Words.
    Note,
}

/// An issue as the state schema 1.0.0 has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issue {
    /// Made by the server.
    pub id: IssueId,
    /// Stable key for deduplication, e.g. `vehicle_lease.object`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// How much it hurts.
    pub severity: Severity,
    /// Where it stands.
    pub status: IssueStatus,
    /// What it is.
    pub title: String,
    /// Consequence, with the article where there is one.
    pub why_it_matters: String,
    /// What exactly is missing or contradictory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_or_conflict: Option<String>,
    /// What to say or confirm to close it.
    pub resolution_hint: String,
    /// Whether only the person's own word closes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires_user_confirmation: Option<bool>,
    /// What it points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Vec<Evidence>>,
}

impl Severity {
    /// The name used on the wire and in class names.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Med => "med",
            Self::Low => "low",
        }
    }
}

impl IssueStatus {
    /// The name used on the wire and in class names.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Resolved => "resolved",
            Self::Dismissed => "dismissed",
        }
    }
}

/// The issues of a state of any workspace; those that do not read are left out (the schema has checked them).
#[must_use]
pub fn of_state(state: &serde_json::Value) -> Vec<Issue> {
    state["issues"]
        .as_array()
        .map(|list| list.iter().filter_map(|issue| serde_json::from_value(issue.clone()).ok()).collect())
        .unwrap_or_default()
}
