//! The review list: what was read or assumed waits here for the person's word, all at once.

use crate::engine::knowledge::{Knowledge, dialogue};
use crate::engine::turn::{Moment, Settled};
use crate::model::claim::{Evidence, Support};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Edit;
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::model::turn_answer::{ReviewItem, ReviewOption};
use crate::workspaces::contract::edit;
use crate::workspaces::contract::talk::facts::{self, Fact};
use crate::workspaces::contract::talk::next::{self, REVIEW};
use crate::workspaces::contract::talk::{Ground, card, typed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The word of the person about the list.
pub struct Word<'a> {
    /// The version that the person saw.
    pub version: u32,
    /// Everything not named is right.
    pub all: bool,
    /// Ids of what is right.
    pub accept: &'a [String],
    /// Ids of what is wrong.
    pub reject: &'a [String],
    /// Values by id.
    pub set: &'a BTreeMap<String, Value>,
}

/// What waits for the person's word, grouped by subject.
#[must_use]
pub fn items(ground: &Ground<'_>, facts: &[Fact]) -> Vec<ReviewItem> {
    let waiting = facts.iter().filter_map(|fact| {
        let options = options(ground, &fact.pointer);
        let open = matches!(fact.support, Support::Read | Support::Assumed) || options.len() > 1;
        open.then(|| item(ground, fact, options))
    });
    let mut items: Vec<ReviewItem> = waiting.collect();
    let mut order: BTreeMap<String, usize> = BTreeMap::new();
    for item in &items {
        let next = order.len();
        order.entry(item.subject.clone()).or_insert(next);
    }
    items.sort_by_key(|item| order.get(&item.subject).copied());
    items
}

fn item(ground: &Ground<'_>, fact: &Fact, options: Vec<ReviewOption>) -> ReviewItem {
    ReviewItem {
        id: fact.pointer.clone(),
        pointer: fact.pointer.clone(),
        subject: subject(ground, &fact.pointer),
        label: fact.label.clone(),
        shown: fact.shown.clone(),
        value: fact.value.clone(),
        support: fact.support,
        quote: fact.quote.clone(),
        turn: fact.turn.clone(),
        options,
    }
}

/// What a fact belongs to: the side, or the term of the pack that needs it.
fn subject(ground: &Ground<'_>, at: &str) -> String {
    let side = at.strip_prefix("/parties/").and_then(|rest| rest.split('/').next());
    if let Some(party) = side.and_then(|role| ground.pack?.party(role)) {
        return party.title.clone();
    }
    let needs = |term: &&crate::engine::knowledge::pack::Term| {
        term.needs.iter().any(|need| need.split('|').any(|way| pointer::is_within(at, way.trim())))
    };
    let term = ground.pack.and_then(|pack| pack.terms.iter().find(needs));
    term.map_or_else(|| facts::label(ground, at), |term| term.title.clone())
}

/// Other readings that the ledger keeps of a place.
fn options(ground: &Ground<'_>, at: &str) -> Vec<ReviewOption> {
    let mut found: Vec<ReviewOption> = Vec::new();
    let entries = ground.now.aside.ledger.within(at);
    for candidate in entries.flat_map(|(_, entry)| &entry.candidates) {
        let quote = candidate.evidence.iter().find_map(|one| match one {
            Evidence::Turn { quote, .. } | Evidence::Node { quote, .. } => Some(quote.clone()),
            Evidence::Fact { .. } | Evidence::Calculation { .. } | Evidence::Click { .. } => None,
        });
        let (value, shown) = (candidate.value.clone(), facts::shown(ground, at, &candidate.value));
        let option = ReviewOption { value, shown, quote };
        if !found.contains(&option) {
            found.push(option);
        }
    }
    found
}

/// Takes the person's word about the list: one version.
///
/// # Errors
/// A stale list (409); an unknown id or a value that does not fit (422).
pub fn absorb(before: &Snapshot, word: &Word<'_>, moment: &Moment, knowledge: &Knowledge) -> Result<Settled, ApiError> {
    let words = dialogue::embedded().map_err(|error| ApiError::new(ErrorCode::Internal, error.to_string()))?;
    if word.version != before.version {
        let error = ApiError::new(ErrorCode::Conflict, words.fault("review_stale"));
        return Err(error.with("current_version", before.version));
    }
    let unknown = |id: &str| {
        ApiError::new(ErrorCode::ValidationFailed, words.fault("review_unknown")).with("field", "id").with("value", id)
    };
    let ground = Ground::new(before, &[], knowledge).ok_or_else(|| unknown(""))?;
    let facts = facts::of(&ground, before);
    let mut list = items(&ground, &facts);
    let named: BTreeSet<&String> = word.accept.iter().chain(word.reject).chain(word.set.keys()).collect();
    // Whatever the page shows can be put right here, confirmed or not; «всё верно» is about what waits.
    let waits: BTreeSet<String> = list.iter().map(|item| item.id.clone()).collect();
    let shown = facts.iter().filter(|fact| named.contains(&fact.pointer) && !waits.contains(&fact.pointer));
    list.extend(shown.map(|fact| item(&ground, fact, options(&ground, &fact.pointer))));
    let known: BTreeSet<&str> = list.iter().map(|item| item.id.as_str()).collect();
    let named: Vec<&String> = word.accept.iter().chain(word.reject).chain(word.set.keys()).collect();
    if let Some(id) = named.iter().find(|id| !known.contains(id.as_str())) {
        return Err(unknown(id));
    }
    let mut edits: Vec<edit::Written> = Vec::new();
    let write = |at: &str, edit: Edit| edit::Written { at: at.to_owned(), edit, quote: None };
    for item in &list {
        if word.reject.contains(&item.id) {
            edits.push(write(&item.pointer, Edit::Reject));
        } else if let Some(raw) = word.set.get(&item.id) {
            edits.push(write(&item.pointer, Edit::Set { value: value(&ground, item, raw, moment.today())? }));
        } else if (word.all && waits.contains(&item.id)) || word.accept.contains(&item.id) {
            edits.push(write(&item.pointer, Edit::Confirm));
        }
    }
    let mut settled = edit::write(before, &edits, None, REVIEW, moment, knowledge)?;
    next::ask_or_check(before, &mut settled, moment, knowledge);
    Ok(settled)
}

/// A value of the list: one of its options, or what the field takes.
fn value(ground: &Ground<'_>, item: &ReviewItem, raw: &Value, today: &str) -> Result<Value, ApiError> {
    if let Some(option) = item.options.iter().find(|option| option.value == *raw) {
        return Ok(option.value.clone());
    }
    let fault = |code: &str| {
        let fields = serde_json::json!([{"path": item.id, "code": code, "params": {}}]);
        ApiError::new(ErrorCode::ValidationFailed, ground.dialogue.fault("card")).with("fields", fields)
    };
    match card::field_at(ground, &item.pointer) {
        Some(field) => {
            let read = typed::read(ground.pack, &field, raw, today);
            read.map_err(fault)?.ok_or_else(|| fault("format"))
        }
        // Words of the person's own are words.
        None if item.value.is_string() && raw.as_str().is_none_or(|words| words.trim().is_empty()) => {
            Err(fault("format"))
        }
        None => Ok(raw.clone()),
    }
}
