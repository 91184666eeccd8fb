//! Settles a `FINAL_CHECK` answer: rules decide whether the document is final; a performer may only add what it saw.

use crate::engine::knowledge::Knowledge;
use crate::engine::turn::{Problem, Proposal, Rejection, Settled, short};
use crate::model::action::{HaltCategory, HaltError, NextAction};
use crate::model::issue::Severity;
use crate::workspaces::contract::check;
use crate::workspaces::contract::guards::{clauses, decision, interpret};
use serde_json::{Value, json};

/// Findings that a performer may add.
const MOST: usize = 30;

/// See the module.
///
/// # Errors
/// G01, G30 (no clauses, no pack), G33.
pub fn settle(proposal: &mut Proposal<'_>, knowledge: &Knowledge) -> Result<Settled, Rejection> {
    interpret::action(proposal, &["done", "halt_error"])?;
    if !proposal.before.state["document"]["clauses"].is_object() {
        return Err(Problem::new("G30_no_clauses", "there are no clauses to check").at("/document").into());
    }
    let mut next = (*proposal.before.state).clone();
    // Facts do not change in this stage, yet libraries may have: what is checked is what reads now.
    next["document"]["clauses"] = clauses::read_out(proposal.before, knowledge)?;
    let mut findings = check::findings(proposal.before, knowledge, proposal.moment.today())?;
    let mut decisions = Vec::new();
    let seen = proposal.patched["document"]["check"]["findings"].as_array().cloned().unwrap_or_default();
    for finding in seen.iter().take(MOST).filter_map(added) {
        if !findings.iter().any(|known| known["message"] == finding["message"]) {
            decisions.push(decision("G34_finding", "Замечание исполнителя добавлено к правилам.", None));
            findings.push(finding);
        }
    }
    let blocking: Vec<&Value> = findings.iter().filter(|finding| check::blocks(finding)).collect();
    let passed = blocking.is_empty();
    let summary = if passed {
        format!("Документ проверен и может быть подписан. Замечаний, которые не мешают: {}.", findings.len())
    } else {
        let first: Vec<&str> = blocking.iter().take(3).filter_map(|finding| finding["message"].as_str()).collect();
        format!("Подписывать рано, препятствий: {}. {}", blocking.len(), first.join(" "))
    };
    let summary = short(&summary, 1_500);
    next["meta"]["stage"] = json!(if passed { "final" } else { "clauses" });
    next["meta"]["status"] = json!(if passed { "ready" } else { "blocked" });
    next["document"]["check"] = json!({"passed": passed, "summary": summary, "findings": findings});
    let mut aside = (*proposal.before.aside).clone();
    aside.pending = None;
    aside.run.loops += 1;
    let mut turns = Vec::new();
    let action = if passed {
        NextAction::Done
    } else {
        let error = HaltError {
            category: HaltCategory::InsufficientContext,
            message: summary,
            suggested_recovery: Some("Назовите недостающее словами или исправьте отмеченные пункты.".into()),
        };
        interpret::halt(proposal, &mut next, &mut turns, error)
    };
    aside.next_action = Some(action);
    Ok(Settled { state: next, aside, turns, decisions })
}

/// A performer's finding in the form of the schema; it never blocks by itself: only rules do.
fn added(raw: &Value) -> Option<Value> {
    let message = raw["message"].as_str().map(str::trim).filter(|text| text.chars().count() >= 3)?;
    let severity = raw["severity"].as_str().and_then(Severity::parse).unwrap_or(Severity::Med);
    let severity = if severity == Severity::Critical { Severity::High } else { severity };
    let mut out = json!({"rule": "M01", "severity": severity.as_str(), "message": short(message, 1_000)});
    for place in ["clause", "pointer"] {
        if let Some(at) = raw[place].as_str().filter(|at| at.len() <= 120) {
            out[place] = json!(at);
        }
    }
    Some(out)
}
