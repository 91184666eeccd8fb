//! What a check of a contract found: on the facts of a session, or in a text.

use crate::model::fairness::Fairness;
use crate::model::issue::Severity;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Stable while the defect stands: the rule and a digest of its place.
    pub id: String,
    /// Code of the rule, e.g. `L01`.
    pub rule: String,
    /// How much it hurts.
    pub severity: Severity,
    /// The rule in words.
    pub title: String,
    /// What exactly is wrong here.
    pub message: String,
    /// What comes of it.
    pub why: String,
    /// Where the law says so; «правило продукта» where no law does.
    pub article: String,
    /// Whether it keeps the document from being called final.
    pub blocks_gate: bool,
    /// JSON Pointer of the fact it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The clause: its id in a session, its number in a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// Where in the text that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// The words it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// What one click would do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

/// A part of a text, in characters (Unicode code points) from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// A repair that is safe enough for one click.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fix {
    /// What the button says.
    pub label: String,
    /// What it does.
    #[serde(flatten)]
    pub action: FixAction,
}

/// What a repair changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FixAction {
    /// A fact gets another value.
    Set {
        /// Its place.
        pointer: String,
        /// The value.
        value: Value,
    },
    /// The person confirms a fact as it stands.
    Confirm {
        /// Its place.
        pointer: String,
    },
    /// A fact goes.
    Reject {
        /// Its place.
        pointer: String,
    },
    /// Words of a text give way to others.
    Replace {
        /// Where.
        span: Span,
        /// The other words.
        text: String,
    },
}

/// Everything a check found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LintReport {
    /// Findings, worst first, then by place.
    pub findings: Vec<Finding>,
    /// Who may leave, who pays what for delay, whose duty to pay is capped.
    pub fairness: Fairness,
}

impl LintReport {
    /// Whether something stands that makes the contract void, not concluded, or wrong in itself.
    #[must_use]
    pub fn is_critical(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Critical)
    }
}
