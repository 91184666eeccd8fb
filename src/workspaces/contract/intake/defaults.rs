//! Rules of law that hold when the parties are silent, written on the person's word.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Pack, Question, StatutoryDefault};
use serde_json::Value;

/// The defaults that «как обычно» writes for a question.
pub fn of_question<'p>(pack: &'p Pack, question: &'p Question) -> impl Iterator<Item = &'p StatutoryDefault> {
    question.usual.iter().filter_map(|id| pack.defaults.iter().find(|default| &default.id == id))
}

/// What «как обычно» writes for a question into this domain: only places without a value.
#[must_use]
pub fn writes(pack: &Pack, question: &Question, domain: &Value) -> Vec<(String, Value)> {
    of_question(pack, question)
        .flat_map(|default| default.sets.iter())
        .filter(|(at, _)| !domain.pointer(at).is_some_and(is_present))
        .map(|(at, value)| (at.clone(), value.clone()))
        .collect()
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
