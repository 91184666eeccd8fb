//! What keeps a document from being final: what the rules find in its facts and words, and words to be looked at.

use crate::engine::knowledge::Knowledge;
use crate::engine::turn::{Rejection, short};
use crate::model::issue::{self, Severity};
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::{draft, lint, stage};
use serde_json::{Value, json};

/// Most findings that a state keeps; the worst come first.
const MOST: usize = 200;

/// Findings of the rules about the document of a version, in the form of the state's schema. `today` is `YYYY-MM-DD`.
///
/// # Errors
/// As [`stage::document`].
pub fn findings(snapshot: &Snapshot, knowledge: &Knowledge, today: &str) -> Result<Vec<Value>, Rejection> {
    let (facts, book) = stage::ground(&snapshot.state, &snapshot.aside, knowledge)?;
    let drafted = draft::draft_of(facts, snapshot, book, None);
    let mut out: Vec<Value> = Vec::new();
    for conflict in &drafted.conflicts {
        let message = format!("{} Сравните с формулировкой библиотеки и выберите.", conflict.why);
        out.push(json!({"rule": "D01", "severity": "critical", "message": message, "clause": conflict.clause}));
    }
    let report = lint::drafted(facts, &issue::of_state(&snapshot.state), drafted, today);
    for finding in report.findings.into_iter().take(MOST) {
        // A rule that holds the gate holds the document too, whatever its weight.
        let severity = if finding.blocks_gate { Severity::Critical } else { finding.severity };
        let mut one = json!({
            "rule": finding.rule, "severity": severity.as_str(), "message": short(&finding.message, 1_500),
        });
        for (name, place) in [("pointer", finding.pointer), ("clause", finding.clause)] {
            if let Some(place) = place.filter(|place| place.len() <= 120) {
                one[name] = json!(place);
            }
        }
        out.push(one);
    }
    Ok(out)
}

/// Whether a finding keeps the document from being final.
#[must_use]
pub fn blocks(finding: &Value) -> bool {
    finding["severity"] == "critical"
}
