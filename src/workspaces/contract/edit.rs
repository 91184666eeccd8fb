//! A fact edited by the person: written as confirmed, what depends on it reopens.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::engine::limits;
use crate::engine::measure::size;
use crate::engine::turn::{Moment, Settled};
use crate::model::claim::Evidence;
use crate::model::error::ApiError;
use crate::model::event::Edit;
use crate::model::facts::{LedgerEntry, Origin};
use crate::model::ids::TurnId;
use crate::model::issue::{self, IssueStatus};
use crate::model::pointer;
use crate::model::snapshot::{RunCounters, Snapshot};
use crate::workspaces::contract::guards::pack_of;
use crate::workspaces::contract::intake::{computed, issues, review};
use crate::workspaces::contract::{flow, steps};
use serde_json::{Map, Value, json};

/// A change of one fact as a form brings it.
#[derive(Debug, Clone)]
pub struct Written {
    /// JSON Pointer into `domain`.
    pub at: String,
    /// What to do with it.
    pub edit: Edit,
    /// The words that show it, a verbatim part of the form's turn.
    pub quote: Option<String>,
}

/// Applies an edit.
///
/// # Errors
/// No pointer, no such fact, a value over the limits or of another shape than a fact may have.
pub fn absorb(
    before: &Snapshot,
    at: &str,
    edit: &Edit,
    moment: &Moment,
    knowledge: &Knowledge,
) -> Result<Settled, ApiError> {
    let written = Written { at: at.to_owned(), edit: edit.clone(), quote: None };
    let mut settled = write(before, &[written], None, "EDIT", moment, knowledge)?;
    settled.aside.pending = Some(steps::GATE_CHECK.to_owned());
    Ok(settled)
}

/// Applies several edits as one version; what follows is the caller's to say. `turn` is the turn that shows them.
///
/// # Errors
/// As [`absorb`].
pub fn write(
    before: &Snapshot,
    edits: &[Written],
    turn: Option<&TurnId>,
    step: &str,
    moment: &Moment,
    knowledge: &Knowledge,
) -> Result<Settled, ApiError> {
    let mut next = (*before.state).clone();
    let mut aside = (*before.aside).clone();
    for Written { at, edit, .. } in edits {
        let tokens = pointer::tokens(at).filter(|tokens| !tokens.is_empty() && tokens.len() <= 16);
        let tokens = tokens.ok_or_else(|| ApiError::field("pointer", "Это не указатель на факт (RFC 6901)."))?;
        let standing = next["domain"].pointer(at).cloned();
        let missing = || ApiError::field("pointer", "Такого факта нет.").with("value", at.as_str());
        match edit {
            Edit::Set { value } => {
                if size(value).nodes > 50 || size(value).bytes > limits::MESSAGE_BYTES || !is_present(value) {
                    return Err(ApiError::field("value", "Значение пустое или слишком велико."));
                }
                end_other_kind(&mut next["domain"], at, value);
                put(&mut next["domain"], &tokens, value.clone());
            }
            Edit::Confirm => {
                standing.as_ref().filter(|v| is_present(v)).ok_or_else(missing)?;
            }
            Edit::Reject => {
                standing.as_ref().ok_or_else(missing)?;
                remove(&mut next["domain"], &tokens);
            }
        }
    }
    let pack = pack_of(&next["domain"], &[], knowledge);
    if let Some(pack) = pack {
        recompute(pack, before, edits, &mut next["domain"]);
    }
    let version = before.version + 1;
    let leaves = pointer::leaves(&next["domain"]);
    aside.ledger.retain(|leaf| leaves.contains_key(leaf));
    for (leaf, value) in leaves {
        let within = edits.iter().find(|one| pointer::is_within(&leaf, &one.at));
        let changed = aside.ledger.get(&leaf).is_none_or(|entry| &entry.value != value);
        if within.is_some() || changed {
            let (origin, note) = if within.is_some() {
                (Origin::Confirmed, "изменено человеком")
            } else {
                (Origin::Computed, "пересчитано после правки")
            };
            // What is confirmed in the list keeps the words that it was read from.
            let read = aside.ledger.get(&leaf).filter(|_| turn.is_none() && step != "EDIT" && !changed);
            let read = read.map(|entry| (entry.turn_id.clone(), entry.quote.clone()));
            let shown = within.map(|one| (turn.cloned(), one.quote.clone()));
            let (turn_id, quote) = read.or(shown).unwrap_or_default();
            let entry = LedgerEntry {
                origin,
                value: value.clone(),
                turn_id,
                quote,
                note: Some(note.into()),
                step: step.to_owned(),
                at: moment.now.clone(),
                version,
                support: Some(origin.support()),
                evidence: if within.is_some() {
                    let click = turn.cloned().unwrap_or_else(|| TurnId(format!("v{version}")));
                    vec![Evidence::Click { turn: click }]
                } else {
                    Vec::new()
                },
                candidates: Vec::new(),
            };
            aside.ledger.insert(leaf, entry);
        }
    }
    let mut list = issue::of_state(&next);
    for issue in &mut list {
        let about = issue.key.as_deref().and_then(|key| key.split_once(':')).map(|(_, about)| about.to_owned());
        let meets = |at: &str, about: &str| pointer::is_within(at, about) || pointer::is_within(about, at);
        if about.is_some_and(|about| edits.iter().any(|one| meets(&one.at, &about))) {
            issue.status = IssueStatus::Resolved;
        }
    }
    if let Some(pack) = pack {
        for issue in issues::sync(pack, &next["domain"], &list, moment.today()) {
            match list.iter_mut().find(|standing| standing.key == issue.key) {
                Some(standing) => *standing = issue,
                None => list.push(issue),
            }
        }
    }
    review::sync(&mut list, pack, &next["domain"], &aside.ledger, &aside.questions);
    next["issues"] = json!(list);
    flow::reopen(&mut next, &mut aside, version, moment);
    aside.run = RunCounters::default();
    Ok(Settled { state: next, aside, turns: Vec::new(), decisions: Vec::new() })
}

/// Another kind of the same thing takes the old sum or rate away («без залога»).
pub fn end_other_kind(domain: &mut Value, at: &str, value: &Value) {
    let Some(parent) = at.strip_suffix("/kind") else { return };
    let stays = match value.as_str() {
        Some("sum") => "amount",
        Some("percent") => "rate",
        _ => "",
    };
    if let Some(map) = domain.pointer_mut(parent).and_then(Value::as_object_mut) {
        for name in ["amount", "rate"].into_iter().filter(|name| *name != stays) {
            map.remove(name);
        }
    }
}

/// Computed values follow: those that were computed before, or whose place is empty.
fn recompute(pack: &Pack, before: &Snapshot, edits: &[Written], domain: &mut Value) {
    let of_rows = |entry: &LedgerEntry, rows: &str| entry.note.as_deref().is_some_and(|note| note.contains(rows));
    let was_computed = |at: &str, rows: &str| {
        before.aside.ledger.within(at).any(|(_, entry)| entry.origin == Origin::Computed && of_rows(entry, rows))
    };
    let written = |at: &str| edits.iter().any(|one| pointer::is_within(&one.at, at));
    if let Some(at) = computed::lost(pack, domain, was_computed).filter(|at| !written(at))
        && let Some(tokens) = pointer::tokens(&at)
    {
        remove(domain, &tokens);
    }
    for (at, value, _) in computed::all(pack, domain) {
        let computed_before = before
            .aside
            .ledger
            .0
            .iter()
            .any(|(leaf, entry)| pointer::is_within(leaf, &at) && entry.origin == Origin::Computed);
        let empty = !domain.pointer(&at).is_some_and(is_present);
        if !edits.iter().any(|one| pointer::is_within(&one.at, &at))
            && (computed_before || empty)
            && let Some(tokens) = pointer::tokens(&at)
        {
            put(domain, &tokens, value);
        }
    }
}

/// Writes a value, making the objects on the way.
pub fn put(domain: &mut Value, tokens: &[String], value: Value) {
    let mut place = domain;
    for token in tokens {
        if let Some(index) = element(place, token) {
            place = &mut place[index];
            continue;
        }
        if !place.is_object() {
            *place = Value::Object(Map::new());
        }
        place = &mut place[token.as_str()];
    }
    *place = value;
}

/// The element of an array that a token names.
fn element(place: &Value, token: &str) -> Option<usize> {
    let index = token.parse::<usize>().ok().filter(|index| index.to_string() == token)?;
    place.as_array().filter(|items| index < items.len()).map(|_| index)
}

/// Removes a value and the containers that became empty by it.
pub fn remove(domain: &mut Value, tokens: &[String]) {
    let Some((last, parents)) = tokens.split_last() else { return };
    let parent = parents.iter().try_fold(&mut *domain, |place, token| match element(place, token) {
        Some(index) => place.get_mut(index),
        None => place.get_mut(token.as_str()),
    });
    let index = parent.as_deref().and_then(|place| element(place, last));
    let emptied = match (parent, index) {
        (Some(Value::Array(items)), Some(index)) => {
            items.remove(index);
            items.is_empty()
        }
        (Some(Value::Object(map)), _) => {
            map.remove(last);
            map.is_empty()
        }
        _ => false,
    };
    if emptied && !parents.is_empty() {
        remove(domain, parents);
    }
}
