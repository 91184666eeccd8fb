//! Settles a `DRAFT_CLAUSES` answer: a performer's wording stands only when it keeps every fact and invents none.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::template::{self, Node};
use crate::engine::turn::{Problem, Proposal, Rejection, Settled};
use crate::model::action::NextAction;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::{self, Chosen};
use crate::workspaces::contract::guards::{decision, interpret};
use crate::workspaces::contract::stage;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Longest wording of one clause, in characters.
const LONGEST: usize = 4_000;

/// See the module.
///
/// # Errors
/// G01, G30 (no skeleton, no pack), G33 (a reference that leads nowhere).
pub fn settle(proposal: &mut Proposal<'_>, knowledge: &Knowledge) -> Result<Settled, Rejection> {
    interpret::action(proposal, &["proceed_to_final", "halt_error"])?;
    let before = &proposal.before.state["document"];
    if !before.is_object() {
        return Err(Problem::new("G30_no_skeleton", "there is no skeleton to write clauses for")
            .at("/document")
            .into());
    }
    let mut decisions = Vec::new();
    let (facts, book) = stage::ground(&proposal.before.state, &proposal.before.aside, knowledge)?;
    let (_, chosen) = draft::skeleton(facts, book, stage::variant(before));
    let ids: BTreeSet<&str> = chosen.iter().map(|clause| clause.id.as_str()).collect();
    let proposed = proposal.patched["document"]["clauses"].as_object().cloned().unwrap_or_default();
    let mut templates: BTreeMap<&str, String> = BTreeMap::new();
    for (id, wording) in &proposed {
        let text = wording.as_str().or_else(|| wording["template"].as_str()).unwrap_or_default();
        let fault = match chosen.iter().find(|clause| clause.id == *id) {
            Some(clause) => fault(text, clause, &ids),
            None => Some("такого пункта нет".to_owned()),
        };
        match fault {
            None => drop(templates.insert(id, text.to_owned())),
            Some(why) => {
                decisions.push(decision("G32_wording", format!("Осталась формулировка библиотеки: {why}."), Some(id)))
            }
        }
    }
    // Only what the server found sound is written; the rest of what was proposed goes.
    let mut next = (*proposal.before.state).clone();
    let bare =
        |id: &str| templates.get(id).map(|template| json!({"text": "…", "source": "model", "template": template}));
    let written: Map<String, Value> =
        chosen.iter().filter_map(|clause| Some((clause.id.clone(), bare(&clause.id)?))).collect();
    next["document"]["clauses"] = written.into();
    if let Some(document) = next["document"].as_object_mut() {
        document.remove("check");
    }
    let read = Snapshot { state: Arc::new(next.clone()), ..proposal.before.clone() };
    next["document"]["clauses"] = read_out(&read, knowledge)?;
    next["meta"]["stage"] = json!("clauses");
    next["meta"]["status"] = json!("ready");
    let mut aside = (*proposal.before.aside).clone();
    aside.pending = None;
    aside.run.loops += 1;
    aside.next_action = Some(NextAction::ProceedToFinal);
    Ok(Settled { state: next, aside, turns: Vec::new(), decisions })
}

/// `document.clauses` of a version: how every clause reads now, and whose words they are.
///
/// # Errors
/// As [`stage::texts`].
pub fn read_out(snapshot: &Snapshot, knowledge: &Knowledge) -> Result<Value, Rejection> {
    let drafted = stage::document(snapshot, knowledge, None)?;
    let known = &snapshot.state["document"]["clauses"];
    let edits = draft::overlay::edits(snapshot);
    let mut out = Map::new();
    for (id, text) in stage::texts(&drafted)? {
        let template = known[&id].get("template").cloned();
        let source = match (&template, edits.contains_key(&id)) {
            (_, true) => "person",
            (Some(_), _) => "model",
            _ => "library",
        };
        let text = if text.trim().is_empty() { "—".to_owned() } else { text };
        let mut clause = json!({"text": text, "source": source});
        if let Some(template) = template {
            clause["template"] = template;
        }
        out.insert(id, clause);
    }
    Ok(out.into())
}

/// Why a wording cannot stand; in words for the trace.
fn fault(text: &str, clause: &Chosen, ids: &BTreeSet<&str>) -> Option<String> {
    if text.trim().is_empty() || text.chars().count() > LONGEST {
        return Some("она пуста или слишком длинна".into());
    }
    if text.chars().any(|c| c.is_control()) {
        return Some("в ней служебные знаки".into());
    }
    let Ok(nodes) = template::parse(text) else { return Some("её слоты не читаются".into()) };
    let library = template::parse(&clause.template).unwrap_or_default();
    let facts = |nodes: &[Node]| -> BTreeSet<String> {
        let fact = |(node, _): (&Node, bool)| match node {
            Node::Fact { pointer, .. } => Some(pointer.clone()),
            _ => None,
        };
        template::all(nodes).into_iter().filter_map(fact).collect()
    };
    let (own, wanted) = (facts(&nodes), facts(&library));
    if let Some(lost) = wanted.difference(&own).next() {
        return Some(format!("в ней нет факта {lost}"));
    }
    if let Some(strange) = own.difference(&wanted).next() {
        return Some(format!("факта {strange} в этом пункте нет"));
    }
    let words = |nodes: &[Node]| -> String {
        let word = |(node, _): (&Node, bool)| match node {
            Node::Text(text) => Some(text.clone()),
            _ => None,
        };
        template::all(nodes).into_iter().filter_map(word).collect::<Vec<_>>().join(" ")
    };
    let known = figures(&words(&library));
    if let Some(invented) = figures(&words(&nodes)).into_iter().find(|figure| !known.contains(figure)) {
        return Some(format!("числа {invented} нет ни в фактах, ни в библиотеке"));
    }
    let lost = template::all(&nodes).into_iter().find_map(|(node, _)| match node {
        Node::Ref(id) if !ids.contains(id.as_str()) => Some(id.clone()),
        _ => None,
    });
    lost.map(|id| format!("пункта {id} в договоре нет"))
}

/// Runs of digits, and numbers in words that a sum or a term could hide in.
fn figures(text: &str) -> Vec<String> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).map(str::to_owned);
    let words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    digits.chain(words.filter(|word| crate::engine::text::is_numeral(word))).collect()
}
