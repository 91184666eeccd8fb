//! G70: a confirmed fact stands word for word, with every number and date, in what it refers to.

use crate::engine::knowledge::disputes;
use crate::engine::turn::Problem;
use crate::workspaces::trial::causes;
use crate::workspaces::trial::facts::referred;
use crate::workspaces::trial::state::Fact;
use crate::workspaces::trial::words::numbers;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks a division of the facts against its input.
#[must_use]
pub fn check(input: &Value, output: &Value) -> Vec<Problem> {
    let mut problems = Vec::new();
    let items: Vec<Fact> = Vec::deserialize(&output["items"]).unwrap_or_default();
    let before: Vec<Fact> = Vec::deserialize(&input["items"]).unwrap_or_default();
    let pack = disputes::embedded().ok().and_then(|all| all.get(output["pack_id"].as_str().unwrap_or_default()));
    let pack = pack.filter(|pack| pack.case_type == input["case"]["case_type"]);
    let Some(pack) = pack.and_then(|pack| causes::around(pack, &input["case"])) else {
        return vec![Problem::new("G70_pack", "no pack of this kind of case").at("/pack_id")];
    };
    // A cause that stands already is corrected by the person, not by a performer.
    if input["case"]["pack_id"].as_str().is_some_and(|id| id != pack.id) {
        return vec![Problem::new("G70_pack", "the pack of this case is chosen already").at("/pack_id")];
    }
    let mut ids = BTreeSet::new();
    for (index, fact) in items.iter().enumerate() {
        let at = format!("/items/{index}");
        if !ids.insert(fact.id.as_str()) {
            problems.push(Problem::new("G70_id", format!("{} stands twice", fact.id)).at(at.clone()));
        }
        let known = |id: &String| {
            pack.elements.iter().any(|one| one.id == *id) || pack.defences.iter().any(|one| one.id == *id)
        };
        if let Some(id) = fact.supports.iter().chain(&fact.contradicts).find(|id| !known(id)) {
            problems.push(Problem::new("G71_unknown_id", format!("the pack has no {id}")).at(format!("{at}/supports")));
        }
        // What stood before was checked then.
        if before.iter().any(|old| old.id == fact.id && old.text == fact.text && old.source == fact.source) {
            continue;
        }
        let source = referred(input, &fact.source.reference).unwrap_or_default();
        if fact.source.quote.is_empty() || !source.contains(fact.source.quote.as_str()) {
            let why = "the quote does not stand in what it refers to";
            problems.push(Problem::new("G70_source", why).at(format!("{at}/source/quote")));
        } else if fact.class == "confirmed" && !numbers(&fact.text).is_subset(&numbers(&source)) {
            let why = "a number or date of the fact does not stand in its source";
            problems.push(Problem::new("G70_number", why).at(format!("{at}/text")));
        }
    }
    problems
}
