//! Settles a SKELETON answer. A performer may order and name sections; which clauses stand there, facts and law decide.

use crate::engine::knowledge::Knowledge;
use crate::engine::turn::{Problem, Proposal, Rejection, Settled, short};
use crate::model::action::NextAction;
use crate::workspaces::contract::draft::overlay::{SHELVED, SectionPlan};
use crate::workspaces::contract::draft::{self, Variant};
use crate::workspaces::contract::guards::{decision, interpret};
use crate::workspaces::contract::stage;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// See the module.
///
/// # Errors
/// G01, G30 (gate closed, no pack), G31 (no usable section), the migration.
pub fn settle(proposal: &mut Proposal<'_>, knowledge: &Knowledge) -> Result<Settled, Rejection> {
    interpret::action(proposal, &["proceed_to_clauses", "halt_error"])?;
    let mut next = proposal.patched.clone();
    if next["gate"]["ready_for_skeleton"] != true {
        return Err(Problem::new("G30_gate_closed", "the gate is closed: no skeleton yet").at("/gate").into());
    }
    let mut aside = (*proposal.before.aside).clone();
    let wished = next["document"]["variant"].as_str().and_then(Variant::parse).unwrap_or_default();
    let (facts, book) = stage::ground(&next, &proposal.before.aside, knowledge)?;
    let (library, _) = draft::skeleton(facts, book, wished);
    let wanted: Vec<SectionPlan> = serde_json::from_value(next["document"]["sections"].clone()).unwrap_or_default();
    let mut decisions = Vec::new();
    let sections = ordered(&library, wanted, &mut |message, at| {
        decisions.push(decision("G31_skeleton", message, Some(at)));
    });
    next = stage::opened(next)?;
    next["meta"]["stage"] = json!("skeleton");
    next["meta"]["status"] = json!("ready");
    next["document"] = json!({"variant": wished.as_str(), "sections": sections});
    aside.extra.remove(SHELVED);
    aside.extra.remove(stage::WISHED);
    aside.pending = None;
    aside.run.loops += 1;
    aside.next_action = Some(NextAction::ProceedToClauses);
    Ok(Settled { state: next, aside, turns: Vec::new(), decisions })
}

/// The performer's order over the library's clauses: unknown ones go, missing ones stay where the library has them.
fn ordered(library: &[SectionPlan], wanted: Vec<SectionPlan>, note: &mut dyn FnMut(String, &str)) -> Vec<SectionPlan> {
    let mut left: BTreeSet<&String> = library.iter().flat_map(|section| &section.clauses).collect();
    let mut out: Vec<SectionPlan> = Vec::new();
    for section in wanted {
        let Some(own) = library.iter().find(|own| own.id == section.id) else {
            note("Такого раздела у этого договора нет: убран.".into(), &section.id);
            continue;
        };
        if out.iter().any(|known| known.id == section.id) {
            note("Раздел назван дважды: остался первый.".into(), &section.id);
            continue;
        }
        let unknown = section.clauses.iter().filter(|id| !left.contains(*id)).count();
        if unknown > 0 {
            note(format!("Пунктов, которых факты не дают: {unknown}; убраны."), &section.id);
        }
        let clauses = section.clauses.into_iter().filter(|id| left.remove(id)).collect();
        out.push(SectionPlan { id: section.id, title: title(&section.title, &own.title), clauses });
    }
    for own in library {
        let kept: Vec<String> = own.clauses.iter().filter(|id| left.remove(*id)).cloned().collect();
        if kept.is_empty() {
            continue;
        }
        match out.iter_mut().find(|section| section.id == own.id) {
            Some(section) => section.clauses.extend(kept),
            None => out.push(SectionPlan { clauses: kept, ..own.clone() }),
        }
    }
    out.retain(|section| !section.clauses.is_empty());
    out
}

/// A heading is words: no figures, no line breaks, not long.
fn title(wanted: &str, own: &str) -> String {
    let wanted = wanted.trim();
    let plain = wanted.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | ',' | '-' | '—' | '«' | '»' | '(' | ')'));
    if plain && (3..=120).contains(&wanted.chars().count()) { short(wanted, 120) } else { own.to_owned() }
}

/// What the library gives, as the patch of a performer who follows it.
#[must_use]
pub fn followed(library: &[SectionPlan], variant: Variant) -> Value {
    json!([{"op": "add", "path": "/document", "value": {"variant": variant.as_str(), "sections": library}}])
}
