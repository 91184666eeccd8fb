//! The judge: compares the facts that stand with what the person told.
//!
//! He goes by the mission alone, never by what the guards logged about themselves.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::fingerprint::fingerprint;
use crate::model::pointer;
use crate::workspaces::contract::intake::computed;
use crate::workspaces::contract::missions::format::Mission;
use crate::workspaces::contract::missions::user::Person;
use serde_json::Value;
use std::collections::BTreeMap;

/// How the facts came out.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// As told.
    pub right: u32,
    /// Another value, or a value of the mission at a foreign place.
    pub wrong: u32,
    /// No value.
    pub missing: u32,
    /// A value that nobody gave.
    pub invented: u32,
    /// One line per fault.
    pub notes: Vec<String>,
}

/// Judges the facts at the end of a dialogue.
#[must_use]
pub fn facts(mission: &Mission, pack: &Pack, person: &Person<'_>, domain: &Value) -> Facts {
    let mut out = Facts::default();
    let mut known: BTreeMap<String, Value> = BTreeMap::new();
    let unsaid = person.unsaid().flat_map(|fact| fact.set.iter());
    for (at, value) in person.told.truth.iter().chain(unsaid).chain(&mission.expect) {
        for (leaf, scalar) in leaves(at, value) {
            known.insert(leaf, scalar);
        }
    }
    if !pack.generic {
        known.insert("/contract/type".into(), Value::String(pack.id.clone()));
    }
    for (at, value) in &known {
        match domain.pointer(at).filter(|standing| is_present(standing)) {
            None => {
                out.missing += 1;
                out.notes.push(format!("missing {at}: {value}"));
            }
            Some(standing) if same(pack, at, value, standing) => out.right += 1,
            Some(standing) => {
                out.wrong += 1;
                out.notes.push(format!("wrong {at}: {standing}, told {value}"));
            }
        }
    }
    let said = everything(mission);
    for (at, standing) in pointer::leaves(domain) {
        if !is_present(standing) || known.contains_key(&at) || follows(pack, &at, standing, domain) {
            continue;
        }
        let earlier = said.iter().any(|(told, value)| *told == at && same(pack, &at, value, standing));
        let by_law = person.told.domain.pointer(&at) == Some(standing);
        if earlier || by_law {
            continue;
        }
        if said.iter().any(|(_, value)| value == standing) {
            out.wrong += 1;
            out.notes.push(format!("misplaced {at}: {standing}"));
        } else {
            out.invented += 1;
            out.notes.push(format!("invented {at}: {standing}"));
        }
    }
    out
}

/// The scalars of a value, by their full pointers.
pub(super) fn leaves(at: &str, value: &Value) -> Vec<(String, Value)> {
    if value.is_object() {
        pointer::leaves(value).into_iter().map(|(below, scalar)| (format!("{at}{below}"), scalar.clone())).collect()
    } else {
        vec![(at.to_owned(), value.clone())]
    }
}

/// Every value that the mission has, whenever it was true.
fn everything(mission: &Mission) -> Vec<(String, Value)> {
    let sets = mission.facts.iter().map(|fact| &fact.set);
    let sets = sets.chain(mission.traps.iter().map(|trap| &trap.set));
    let sets = sets.chain(mission.replies.iter().map(|reply| &reply.set)).chain([&mission.expect]);
    sets.flatten().flat_map(|(at, value)| leaves(at, value)).collect()
}

/// Whether a value stands as told; words of a free text may carry a few words around them.
pub(super) fn same(pack: &Pack, at: &str, told: &Value, standing: &Value) -> bool {
    let text = pack.field_of(at).is_some_and(|field| field.kind == FieldKind::Text);
    match (told.as_str(), standing.as_str()) {
        (Some(told), Some(standing)) if text => {
            let (told, standing) = (fingerprint(told), fingerprint(standing));
            told.iter().all(|stem| standing.contains(stem)) && standing.len() <= told.len() + 4
        }
        _ => told == standing,
    }
}

/// What follows from other facts: computed values, the rouble, the only unit, the kind that a sum or a name implies.
fn follows(pack: &Pack, at: &str, value: &Value, domain: &Value) -> bool {
    let computed = computed::all(pack, domain).into_iter().any(|(root, result, _)| {
        at.strip_prefix(root.as_str())
            .is_some_and(|rest| if rest.is_empty() { &result == value } else { result.pointer(rest) == Some(value) })
    });
    let Some((parent, name)) = at.rsplit_once('/') else { return computed };
    let sibling = |leaf: &str| domain.pointer(&format!("{parent}/{leaf}"));
    let starts = |prefix: &str| {
        let name = sibling("name").and_then(Value::as_str).unwrap_or_default();
        name.starts_with(prefix)
    };
    let field = pack.field_of(at);
    computed
        || match (name, value.as_str()) {
            ("currency", Some("RUB")) => true,
            ("unit", Some(unit)) => field.is_some_and(|field| field.units == [unit]),
            ("kind", Some("sum")) => sibling("amount").is_some(),
            ("kind", Some("percent")) => sibling("rate").is_some(),
            ("kind", Some("term")) => sibling("duration").is_some(),
            ("kind", Some("entrepreneur")) => starts("ИП "),
            ("kind", Some("company")) => ["ООО ", "АО ", "ПАО "].iter().any(|form| starts(form)),
            ("type", Some(kind)) => parent == "/contract" && kind == pack.id,
            _ => false,
        }
}
