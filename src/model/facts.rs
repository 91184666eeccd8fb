//! The fact ledger: where the value of every leaf of `domain` comes from.

use crate::model::claim::{Evidence, Support};
use crate::model::ids::{TurnId, Version};
use crate::model::pointer::is_within;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The words stand in a turn of the person.
    Stated,
    /// A yes, a choice, or an edit by the person.
    Confirmed,
    /// Nobody said it.
    Assumed,
    /// Follows from other facts by a named formula.
    Computed,
    /// The rule of law that holds when the parties are silent, taken on the person's word.
    Default,
}

impl Origin {
    /// Whether only the person may change the value.
    #[must_use]
    pub fn is_protected(self) -> bool {
        matches!(self, Self::Stated | Self::Confirmed | Self::Default)
    }

    /// The name used on the wire and in class names.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Confirmed => "confirmed",
            Self::Assumed => "assumed",
            Self::Computed => "computed",
            Self::Default => "default",
        }
    }
}

/// One entry: exactly one per leaf.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// Origin of the value.
    pub origin: Origin,
    /// The value when the entry was made.
    pub value: Value,
    /// The turn whose words carry the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<TurnId>,
    /// The words, a verbatim part of that turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// Formula of a computed value, article of a default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The step that wrote it: `INTERPRET`, `EDIT`.
    pub step: String,
    /// RFC 3339, UTC.
    pub at: String,
    /// The version that brought it.
    pub version: Version,
    /// What was established; absent in old entries, see [`LedgerEntry::support`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// Where the value comes from, letter by letter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Values that stand against each other here; empty once the person has chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
}

/// One of several values said for the same place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The value.
    pub value: Value,
    /// Its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// Where it comes from.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

impl Origin {
    /// The support that an entry of this origin has when nothing finer is known.
    #[must_use]
    pub fn support(self) -> Support {
        match self {
            Self::Stated => Support::Stated,
            Self::Confirmed => Support::Confirmed,
            Self::Assumed => Support::Assumed,
            Self::Computed => Support::Derived,
            Self::Default => Support::Default,
        }
    }
}

impl LedgerEntry {
    /// What was established about the value; an old entry says it by its origin.
    #[must_use]
    pub fn support(&self) -> Support {
        self.support.unwrap_or_else(|| self.origin.support())
    }

    /// Whether the person said it and has not confirmed how it was read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.support() == Support::Read
    }
}

/// JSON Pointer into `domain` → entry. Shared between versions: a copy costs nothing until it is changed, and then only
/// the entries that change are new.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ledger(pub Arc<BTreeMap<String, Arc<LedgerEntry>>>);

impl Ledger {
    /// The entry of a leaf.
    #[must_use]
    pub fn get(&self, pointer: &str) -> Option<&LedgerEntry> {
        self.0.get(pointer).map(Arc::as_ref)
    }

    /// Writes the entry of a leaf.
    pub fn insert(&mut self, pointer: String, entry: LedgerEntry) {
        Arc::make_mut(&mut self.0).insert(pointer, Arc::new(entry));
    }

    /// The entries at a place and below it, in order: found by the place, not by a look at every entry.
    pub fn within<'l>(&'l self, root: &'l str) -> impl Iterator<Item = (&'l String, &'l Arc<LedgerEntry>)> + Clone {
        use std::ops::Bound::{Included, Unbounded};
        let from = self.0.range::<str, _>((Included(root), Unbounded));
        from.take_while(move |(leaf, _)| leaf.starts_with(root)).filter(move |(leaf, _)| is_within(leaf, root))
    }

    /// Drops the entry of a leaf that is gone.
    pub fn remove(&mut self, pointer: &str) {
        if self.0.contains_key(pointer) {
            Arc::make_mut(&mut self.0).remove(pointer);
        }
    }

    /// Keeps the entries of these leaves.
    pub fn retain(&mut self, mut stands: impl FnMut(&str) -> bool) {
        let gone: Vec<String> = self.0.keys().filter(|at| !stands(at)).cloned().collect();
        for at in gone {
            self.remove(&at);
        }
    }

    /// Changes entries in place.
    pub fn each_mut(&mut self, mut change: impl FnMut(&str, &mut LedgerEntry)) {
        for (at, entry) in Arc::make_mut(&mut self.0) {
            change(at, Arc::make_mut(entry));
        }
    }

    /// The origin of a leaf.
    #[must_use]
    pub fn origin(&self, pointer: &str) -> Option<Origin> {
        self.0.get(pointer).map(|entry| entry.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_entry_opens_with_the_support_of_its_origin() {
        let old = r#"{"origin":"stated","value":5,"step":"INTERPRET","at":"2026-11-21T09:00:00Z","version":1}"#;
        let entry: LedgerEntry = serde_json::from_str(old).expect("an entry of an older release");
        assert_eq!(entry.support(), Support::Stated);
        assert!(entry.evidence.is_empty() && entry.candidates.is_empty() && !entry.is_read());
        assert_eq!(serde_json::to_string(&entry).expect("writes"), old, "and is written as it was");
    }

    #[test]
    fn every_origin_has_its_support() {
        for (origin, support) in [
            (Origin::Confirmed, Support::Confirmed),
            (Origin::Stated, Support::Stated),
            (Origin::Computed, Support::Derived),
            (Origin::Default, Support::Default),
            (Origin::Assumed, Support::Assumed),
        ] {
            assert_eq!(origin.support(), support);
        }
    }
}
