//! What a person has told so far, and what is true by his words: the measure of questions and of facts.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::fingerprint;
use crate::model::pointer;
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::intake::{defaults, provenance, terms};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Words that stand as facts.
#[derive(Debug, Clone)]
pub struct Told {
    /// What was told, as a domain.
    pub domain: Value,
    /// What must stand at the end: everything told and not taken back.
    pub truth: BTreeMap<String, Value>,
    prints: BTreeSet<Vec<String>>,
}

impl Default for Told {
    fn default() -> Self {
        Self { domain: json!({}), truth: BTreeMap::new(), prints: BTreeSet::new() }
    }
}

impl Told {
    /// Notes facts as told; what they contradict is no longer true.
    pub fn tell(&mut self, set: &BTreeMap<String, Value>) {
        for (at, value) in set {
            self.forget(at);
            self.truth.insert(at.clone(), value.clone());
            if let Some(tokens) = pointer::tokens(at) {
                edit::put(&mut self.domain, &tokens, value.clone());
            }
        }
    }

    /// Notes that a place has no value any more.
    pub fn forget(&mut self, at: &str) {
        self.truth.retain(|told, _| !pointer::is_within(told, at) && !pointer::is_within(at, told));
        let Some((parent, name)) = at.rsplit_once('/') else { return };
        if let Some(map) = self.domain.pointer_mut(parent).and_then(Value::as_object_mut) {
            map.remove(name);
        }
    }

    /// Notes that a question was left to the law.
    pub fn leave_to_law(&mut self, pack: &Pack, record: &AskedRecord) {
        if let Some(question) = provenance::asked_by(pack, record) {
            for (at, value) in defaults::writes(pack, question, &self.domain) {
                if let Some(tokens) = pointer::tokens(&at) {
                    edit::put(&mut self.domain, &tokens, value);
                }
            }
        }
    }

    /// Whether a new question repeats: the same words, or a term whose answer was already given.
    pub fn is_repeat(&mut self, pack: &Pack, record: &AskedRecord) -> bool {
        let print: Vec<String> = fingerprint::fingerprint(&record.question.question_text).into_iter().collect();
        let same_words = !self.prints.insert(print);
        let terms: Vec<_> = record.keys.iter().filter_map(|key| pack.term(key)).collect();
        same_words || (!terms.is_empty() && !terms.iter().any(|term| terms::is_open(term, &self.domain)))
    }
}
