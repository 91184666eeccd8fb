//! What keeps a document from being final: what the rules find in its facts and words, and words to be looked at.

use crate::engine::knowledge::Knowledge;
use crate::engine::turn::{Rejection, short};
use crate::model::issue::{self, Severity};
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::overlay;
use crate::workspaces::contract::intake::issues;
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
    // A stated fact that the text does not say is a term that was lost on the way.
    let replaced = overlay::edits(snapshot);
    let kept = |at: &str| {
        let slots = replaced.values().flat_map(|edit| edit.replaced.keys());
        slots
            .filter_map(|slot| slot.trim_start_matches("{{").split(['|', '}']).next())
            .any(|over| pointer::is_within(at, over))
    };
    for at in drafted.unused.iter().filter(|at| !kept(at)) {
        let message = format!("В тексте нет того, что согласовано: {}.", issues::label(facts.pack, at));
        out.push(json!({"rule": "D02", "severity": "critical", "message": message, "pointer": short(at, 120)}));
    }
    // A clause with a hole says nothing, though its question was left out.
    for at in drafted.document.holes() {
        let message = format!("В тексте пропуск: {}. Назовите или измените пункт.", issues::label(facts.pack, at));
        out.push(json!({"rule": "D04", "severity": "critical", "message": message, "pointer": short(at, 120)}));
    }
    if let Some(stamp) = facts.stamp() {
        let message = format!("{stamp}: готовым договором этот текст здесь не становится.");
        out.push(json!({"rule": "D03", "severity": "critical", "message": message}));
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
