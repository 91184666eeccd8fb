//! What the built-in reader reads in a turn: the guards' own witness for the place of a value.
//!
//! A value that stands in the words may belong elsewhere. It is `stated` only where the reader, who follows labels,
//! questions and scopes, puts this very value at this very place; anything else that the words carry is `read`.

use crate::engine::knowledge::pack::Pack;
use crate::model::claim::{Evidence, Support};
use crate::model::facts::{Candidate, Ledger, LedgerEntry, Origin};
use crate::model::issue::{self, Issue, IssueStatus};
use crate::model::pointer;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::intake::provenance::{Found, Heard};
use crate::workspaces::contract::perform::changes::{self, Change};
use crate::workspaces::contract::perform::facts::{Doubt, Draft, collect};
use crate::workspaces::contract::perform::interpret::{conflicts, disputed};
use crate::workspaces::contract::perform::speaking::SPEAKER;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A leaf as it was read.
#[derive(Debug, Clone, PartialEq)]
struct Leaf {
    value: Value,
    span: (usize, usize),
    clear: bool,
}

/// The reading of one turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    leaves: BTreeMap<String, Leaf>,
    /// Bytes of the words that spoke of facts.
    pub spans: Vec<(usize, usize)>,
    /// Values that stand against each other.
    pub conflicts: Vec<(String, Vec<Candidate>)>,
    /// Changes of what stands.
    pub changes: Vec<Change>,
    /// Places of the conflicts that were open before.
    contested: Vec<String>,
}

impl Reading {
    /// Reads a turn over the facts that stood before it.
    #[must_use]
    pub fn of(pack: &Pack, heard: &Heard<'_>, before: &Value, ledger: &Ledger, closes: bool) -> Self {
        let mut domain = before["domain"].clone();
        if !pack.generic {
            edit::put(&mut domain, &["contract".into(), "type".into()], json!(pack.id));
        }
        let changes = if heard.turn.choice.is_some() { Vec::new() } else { changes::of(pack, heard, &domain) };
        // What opens a conversation is read as the performer reads it: no kind of contract stood before.
        let mut draft = Draft::new(&before["domain"], ledger);
        draft.domain.clone_from(&domain);
        draft.hear_before(before);
        draft.closes = closes;
        let issues = issue::of_state(before);
        draft.disputed = disputed(pack, &issues);
        draft.conflicts = conflicts(&issues);
        collect(pack, heard, &mut draft);
        let mut leaves = BTreeMap::new();
        for read in &draft.reads {
            let leaf = |value: &Value| Leaf { value: value.clone(), span: read.span, clear: read.clear };
            if !(read.value.is_object() || read.value.is_array()) {
                leaves.insert(read.at.clone(), leaf(&read.value));
                continue;
            }
            for (below, value) in pointer::leaves(&read.value) {
                leaves.insert(format!("{}{below}", read.at), leaf(value));
            }
        }
        let candidate = |value: &Value, quote: &str, own: bool| Candidate {
            value: value.clone(),
            quote: Some(quote.to_owned()).filter(|quote| !quote.is_empty()),
            evidence: if own && !quote.is_empty() {
                vec![Evidence::Turn { id: heard.turn.id.clone(), quote: quote.to_owned() }]
            } else {
                Vec::new()
            },
        };
        let conflicts = draft.doubts.iter().filter_map(|doubt| match doubt {
            Doubt::Conflict { at, old, old_quote, new, new_quote, one_message } => {
                let old = candidate(old, old_quote, *one_message);
                Some((at.clone(), vec![old, candidate(new, new_quote, true)]))
            }
            Doubt::Side { .. } => None,
        });
        let mut spans: Vec<(usize, usize)> = draft.spans.iter().map(|(_, span)| *span).collect();
        for doubt in &draft.doubts {
            if let Doubt::Side { said, .. } = doubt {
                spans.extend(heard.turn.text.find(said.as_str()).map(|at| (at, at + said.len())));
            }
        }
        let contested = draft.conflicts.iter().map(|rivals| rivals.at.clone()).collect();
        Self { leaves, spans, conflicts: conflicts.collect(), contested, changes }
    }

    /// What is established by words that carry the value of a leaf.
    #[must_use]
    pub fn judge(&self, pack: Option<&Pack>, at: &str, value: &Value, found: Found, text: &str) -> Found {
        if found.origin != Origin::Stated || at == "/contract/type" {
            return found;
        }
        let leaf = self.leaves.get(at).filter(|leaf| &leaf.value == value);
        match leaf {
            Some(leaf) => {
                let quote = text.get(leaf.span.0..leaf.span.1).map(str::to_owned).or(found.quote.clone());
                let (origin, support) =
                    if leaf.clear { (Origin::Stated, Support::Stated) } else { (Origin::Assumed, Support::Read) };
                Found { origin, support, quote, ..found }
            }
            // Of places that no pack knows the reader has no opinion.
            None if pack.is_none_or(|pack| pack.field_of(at).is_none()) && !at.starts_with("/parties/") => found,
            None => Found { origin: Origin::Assumed, support: Support::Read, ..found },
        }
    }

    /// A leaf that no word carries as it stands: one of a conflict that the words chose between, or what a signatory
    /// acts by («на основании Устава»).
    #[must_use]
    pub fn chosen(&self, at: &str, value: &Value, text: &str) -> Option<Found> {
        let leaf = self.leaves.get(at).filter(|leaf| &leaf.value == value)?;
        let signs =
            at.starts_with("/parties/") && ["/signer/basis", "/signer/post"].iter().any(|end| at.ends_with(end));
        let signs = signs || at == SPEAKER;
        // What the reader made of the words («4 метра» for square ones) is a reading with its quote.
        let interpreted = !leaf.clear;
        if !signs && !interpreted && !self.contested.iter().any(|place| pointer::is_within(at, place)) {
            return None;
        }
        let (origin, support) =
            if leaf.clear { (Origin::Stated, Support::Stated) } else { (Origin::Assumed, Support::Read) };
        Some(Found { origin, support, quote: text.get(leaf.span.0..leaf.span.1).map(str::to_owned), note: None })
    }

    /// A change of what stands that brings this leaf.
    #[must_use]
    pub fn changed(&self, at: &str, value: &Value, text: &str) -> Option<Found> {
        let change = self.changes.iter().find(|change| {
            let leaf = change.value.as_ref().zip(at.strip_prefix(change.at.as_str()));
            leaf.is_some_and(|(set, rest)| (if rest.is_empty() { Some(set) } else { set.pointer(rest) }) == Some(value))
        })?;
        let quote = text.get(change.span.0..change.span.1).map(str::to_owned);
        // A formula computes numbers; words that were put elsewhere or written anew are a reading.
        let whole = change.value.as_ref().and_then(Value::as_object);
        let counted =
            whole.is_some_and(|set| ["amount", "count", "percent"].iter().any(|leaf| set.contains_key(*leaf)));
        Some(match &change.formula {
            Some(_) if !counted => Found { origin: Origin::Assumed, support: Support::Read, quote, note: None },
            Some(formula) => {
                Found { origin: Origin::Computed, support: Support::Derived, quote, note: Some(formula.clone()) }
            }
            None => Found { origin: Origin::Stated, support: Support::Stated, quote, note: None },
        })
    }

    /// Whether the person asked for this leaf to go.
    #[must_use]
    pub fn removes(&self, at: &str) -> bool {
        self.changes.iter().any(|change| change.value.is_none() && pointer::is_within(at, &change.at))
    }
}

/// Writes the candidates of open conflicts to the entries they concern, and drops those of settled ones.
pub fn keep_candidates(ledger: &mut Ledger, reading: Option<&Reading>, issues: &[Issue]) {
    let open = |at: &str| {
        let key = format!("conflict:{at}");
        issues.iter().any(|issue| issue.key.as_deref() == Some(&key) && issue.status == IssueStatus::Open)
    };
    let under_doubt = |leaf: &str| {
        let mut at = leaf;
        while !at.is_empty() {
            if open(at) {
                return true;
            }
            at = at.rsplit_once('/').map_or("", |(parent, _)| parent);
        }
        false
    };
    let settled: Vec<String> = ledger
        .0
        .iter()
        .filter(|(leaf, entry)| !entry.candidates.is_empty() && !under_doubt(leaf))
        .map(|(leaf, _)| leaf.clone())
        .collect();
    for leaf in settled {
        if let Some(entry) = ledger.get(&leaf).cloned() {
            ledger.insert(leaf, LedgerEntry { candidates: Vec::new(), ..entry });
        }
    }
    for (at, candidates) in reading.into_iter().flat_map(|reading| &reading.conflicts).filter(|(at, _)| open(at)) {
        let leaf = ledger.0.keys().find(|leaf| pointer::is_within(leaf, at)).cloned();
        let Some((leaf, mut entry)) = leaf.and_then(|leaf| ledger.get(&leaf).cloned().map(|entry| (leaf, entry)))
        else {
            continue;
        };
        let mut both = candidates.clone();
        if let Some(old) = both.first_mut().filter(|old| old.evidence.is_empty()) {
            old.evidence.clone_from(&entry.evidence);
        }
        entry.candidates = both;
        ledger.insert(leaf, entry);
    }
}
