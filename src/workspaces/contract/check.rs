//! What keeps a document from being final: gaps in its words, and what the rules find in it.

use crate::engine::document::tree::Inline;
use crate::engine::knowledge::Knowledge;
use crate::engine::turn::Rejection;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::stage;
use serde_json::{Value, json};

/// Findings of the rules about the document of a version, in the form of the state's schema.
///
/// # Errors
/// As [`stage::document`].
pub fn findings(snapshot: &Snapshot, knowledge: &Knowledge, _today: &str) -> Result<Vec<Value>, Rejection> {
    let drafted = stage::document(snapshot, knowledge, None)?;
    let mut out = Vec::new();
    for line in drafted.document.lines() {
        for inline in line {
            if let Inline::Missing { label, pointer } = inline
                && !out.iter().any(|known: &Value| known["pointer"] == *pointer)
            {
                let message = format!("Не заполнено: {label}.");
                out.push(json!({"rule": "L11", "severity": "critical", "message": message, "pointer": pointer}));
            }
        }
    }
    for conflict in &drafted.conflicts {
        let message = format!("{} Сравните с формулировкой библиотеки и выберите.", conflict.why);
        out.push(json!({"rule": "D01", "severity": "critical", "message": message, "clause": conflict.clause}));
    }
    Ok(out)
}

/// Whether a finding keeps the document from being final.
#[must_use]
pub fn blocks(finding: &Value) -> bool {
    finding["severity"] == "critical"
}
