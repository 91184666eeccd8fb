//! The judge's tree: what each element stands on, and which disputed fact decides it.

use crate::engine::knowledge::disputes::Dispute;
use crate::workspaces::trial::score::{self, Row, Standing};
use crate::workspaces::trial::state::{Evidence, Fact};
use serde_json::{Value, json};

/// `[{element_id, state, basis[], deciding[fact_id]}]`: elements, then defences that any fact speaks of.
#[must_use]
pub fn tree(pack: &Dispute, facts: &[Fact], evidence: &[Evidence]) -> Vec<Value> {
    let standing = score::standing(pack, facts, evidence);
    // Only a fact that turns the element when it is turned over decides it: a disputed one, or one that stands and
    // denies what would be proven without it.
    let turned: Vec<(&str, Value)> = facts
        .iter()
        .filter(|fact| match fact.class.as_str() {
            "disputed" => !(fact.supports.is_empty() && fact.contradicts.is_empty()),
            _ => !fact.contradicts.is_empty(),
        })
        .filter_map(|fact| Some((fact.id.as_str(), flip(pack, facts, evidence, &fact.id)?["changed"].clone())))
        .collect();
    let node = |row: &Row| {
        let basis: Vec<&String> = row.facts.iter().chain(&row.evidence).collect();
        let moves = |changed: &Value| changed.as_array().is_some_and(|ids| ids.iter().any(|id| *id == row.id.as_str()));
        let deciding: Vec<&str> = turned.iter().filter(|(_, changed)| moves(changed)).map(|(id, _)| *id).collect();
        json!({"element_id": row.id, "state": row.state, "basis": basis, "deciding": deciding})
    };
    standing.elements.iter().chain(&standing.defences).map(node).collect()
}

/// A fact turned over: a disputed one taken as standing, one that stands as denied. `{before, after, changed[]}`;
/// `None` without such a fact. Nothing is written.
#[must_use]
pub fn flip(pack: &Dispute, facts: &[Fact], evidence: &[Evidence], fact_id: &str) -> Option<Value> {
    let fact = facts.iter().find(|fact| fact.id == fact_id)?;
    let mut turned = facts.to_vec();
    let class = if fact.class == "disputed" { "confirmed" } else { "disputed" };
    turned.iter_mut().filter(|one| one.id == fact_id).for_each(|one| one.class = class.to_owned());
    let (before, after) = (score::standing(pack, facts, evidence), score::standing(pack, &turned, evidence));
    let (one, two) = (result(pack, &before), result(pack, &after));
    let state =
        |of: &Standing, id: &str| of.elements.iter().chain(&of.defences).find(|row| row.id == id).map(|row| row.state);
    let mut changed: Vec<String> = Vec::new();
    for row in before.elements.iter().chain(&before.defences).chain(&after.defences) {
        if state(&before, &row.id) != state(&after, &row.id) && !changed.contains(&row.id) {
            changed.push(row.id.clone());
        }
    }
    if one["decision"] != two["decision"] {
        changed.push("decision".to_owned());
    }
    Some(json!({"fact_id": fact_id, "before": one, "after": two, "changed": changed}))
}

fn result(pack: &Dispute, standing: &Standing) -> Value {
    let rows = standing.elements.iter().chain(&standing.defences);
    let states: Vec<Value> = rows.map(|row| json!({"element_id": row.id, "state": row.state})).collect();
    json!({
        "decision": {
            "labels": score::forms(pack, standing),
            "index": score::band(standing.mid), "low": standing.low, "high": standing.high,
        },
        "elements": states,
    })
}
