//! Rules of law that hold when the parties are silent, written on the person's word.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Pack, Question, StatutoryDefault};
use serde_json::Value;

/// The defaults that «как обычно» writes for a question.
pub fn of_question<'p>(pack: &'p Pack, question: &'p Question) -> impl Iterator<Item = &'p StatutoryDefault> {
    question.usual.iter().filter_map(|id| pack.defaults.iter().find(|default| &default.id == id))
}

/// Where a period says how long it lasts: one of them leaves nothing to the law.
const LENGTH: [&str; 3] = ["kind", "end", "duration"];

/// What «как обычно» writes for a question into this domain: only places without a value, and no «на неопределённый срок»
/// beside a period that was told.
#[must_use]
pub fn writes(pack: &Pack, question: &Question, domain: &Value) -> Vec<(String, Value)> {
    of_question(pack, question)
        .filter(|default| !default.sets.keys().any(|at| is_told_otherwise(at, domain)))
        .flat_map(|default| default.sets.iter())
        .filter(|(at, _)| !domain.pointer(at).is_some_and(is_present))
        .map(|(at, value)| (at.clone(), value.clone()))
        .collect()
}

/// Whether a place would tell the length of a period that another place beside it has told.
fn is_told_otherwise(at: &str, domain: &Value) -> bool {
    let Some((parent, leaf)) = at.rsplit_once('/').filter(|(_, leaf)| LENGTH.contains(leaf)) else { return false };
    let told = |other: &&str| domain.pointer(&format!("{parent}/{other}")).is_some_and(is_present);
    parent.ends_with("/term") && LENGTH.iter().filter(|other| **other != leaf).any(told)
}

/// The default that would write this leaf with this value.
#[must_use]
pub fn naming<'p>(pack: &'p Pack, leaf: &str, value: &Value) -> Option<&'p StatutoryDefault> {
    pack.defaults.iter().find(|default| writes_leaf(default, leaf, value))
}

/// Whether a default would write this leaf with this value.
#[must_use]
pub fn writes_leaf(default: &StatutoryDefault, leaf: &str, value: &Value) -> bool {
    default.sets.iter().any(|(at, set)| {
        leaf.strip_prefix(at.as_str())
            .is_some_and(|rest| if rest.is_empty() { set == value } else { set.pointer(rest) == Some(value) })
    })
}
