//! What a model is shown of a session: places of the contract, facts that stand, what the rules read in the last words.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::knowledge::{Knowledge, dialogue};
use crate::model::claim::Support;
use crate::model::facts::{Ledger, LedgerEntry};
use crate::model::pointer;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::intake::accepted::Accepted;
use crate::workspaces::contract::perform::facts::Doubt;
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::perform::interpret;
use crate::workspaces::contract::talk::typed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Turns before the last one that go along, and characters of each.
const EARLIER: usize = 6;
const LONGEST: usize = 400;

/// The places of a contract, one line each: the part of a prompt that stays while the type does.
#[must_use]
pub fn places(pack: &Pack) -> String {
    let mut out = format!("{} ({})\n", pack.title, pack.id);
    for party in &pack.parties {
        let _ = writeln!(out, "/parties/{}/… {}", party.role, party.title);
    }
    if let Ok(words) = dialogue::embedded() {
        let leaf = |field: &dialogue::PartyField| {
            let values: Vec<String> = field.options.iter().map(|option| option.value.to_string()).collect();
            if values.is_empty() { field.leaf.clone() } else { format!("{} ({})", field.leaf, values.join(", ")) }
        };
        let leaves: Vec<String> = words.party.iter().map(leaf).collect();
        let _ = writeln!(out, "… = {}", leaves.join(" | "));
    }
    // Rows of a list have the same places: one of them is shown for all.
    let row = |field: &Field| {
        let rows = pack.rows.as_ref()?;
        let rest = field.pointer.strip_prefix(rows.at.as_str())?.strip_prefix('/')?;
        rest.split('/').next()?.parse::<u32>().ok()
    };
    let last = pack.fields.iter().filter_map(row).max().unwrap_or_default();
    for field in &pack.fields {
        let number = row(field);
        if number.is_some_and(|number| number > 1) {
            continue;
        }
        let _ = write!(out, "{} {}", field.pointer, field.label);
        if number.is_some() {
            let _ = write!(out, " (1…{last})");
        }
        match field.kind {
            FieldKind::Text => {}
            FieldKind::Choice => {
                let shown: Vec<String> =
                    field.options.iter().map(|option| format!("{} {}", bare(&option.value), option.label)).collect();
                let _ = write!(out, ": {}", shown.join(";"));
            }
            kind => {
                let _ = write!(out, " [{}]", typed::name(kind));
            }
        }
        out.push('\n');
    }
    out
}

/// A value without the marks of a string: the shape of an answer is shown by example.
fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The facts that stand, one field a line, with a mark on those that the person has not confirmed.
#[must_use]
pub fn facts(pack: Option<&Pack>, domain: &Value, ledger: &Ledger) -> String {
    let mut out = String::new();
    for (at, value) in units(pack, domain) {
        let waits = |entry: &LedgerEntry| matches!(entry.support(), Support::Read | Support::Assumed);
        let read = ledger.within(&at).any(|(_, entry)| waits(entry));
        let _ = write!(out, "{at} = {value}{}", if read { " ?" } else { "" });
        // Other values that were said of it and about which the person is asked.
        let mut rivals: Vec<&Value> =
            ledger.within(&at).flat_map(|(_, entry)| &entry.candidates).map(|one| &one.value).collect();
        rivals.retain(|one| *one != value);
        rivals.dedup();
        for rival in rivals.into_iter().take(2) {
            let _ = write!(out, " ?! {rival}");
        }
        out.push('\n');
    }
    out
}

/// Values by the field that they belong to.
fn units<'v>(pack: Option<&Pack>, domain: &'v Value) -> BTreeMap<String, &'v Value> {
    let leaves = pointer::leaves(domain).into_iter().filter(|(_, value)| !value.is_null());
    let mut units = BTreeMap::new();
    for at in leaves.map(|(leaf, _)| unit(pack, &leaf)) {
        if !units.contains_key(&at)
            && let Some(value) = domain.pointer(&at)
        {
            units.insert(at, value);
        }
    }
    units
}

/// The field that a leaf belongs to.
fn unit(pack: Option<&Pack>, leaf: &str) -> String {
    pack.and_then(|pack| pack.field_of(leaf)).map_or_else(|| leaf.to_owned(), |field| field.pointer.clone())
}

/// What the rules have read in the last words: a model answers what is missing here or wrong.
#[must_use]
pub fn reading(given: &Given, knowledge: &Knowledge) -> String {
    interpret::read(given, knowledge, None).map(|read| told(given, &read)).unwrap_or_default()
}

/// A reading of the last words as a model is told of it.
#[must_use]
pub fn told(given: &Given, read: &interpret::Reading<'_, '_>) -> String {
    let mut out = String::new();
    let (old, new) = (units(Some(read.pack), &given.state["domain"]), units(Some(read.pack), &read.draft.domain));
    for (at, value) in new.iter().filter(|(at, value)| old.get(*at) != Some(*value)) {
        let said = read.draft.reads.iter().rev().find(|one| one.at == *at);
        let quote = said.and_then(|one| read.heard.turn.text.get(one.span.0..one.span.1));
        let _ = write!(out, "{at} = {value}");
        if let Some(quote) = quote {
            let _ = write!(out, " «{quote}»");
        }
        out.push('\n');
    }
    for at in old.keys().filter(|at| !new.contains_key(*at)) {
        let _ = writeln!(out, "{at} —");
    }
    let domain = &given.state["domain"];
    let accepted = Accepted::of(Some(read.pack), Some(&read.heard), &given.turns, domain, &given.ledger);
    let stands = |at: &str| domain.pointer(at) == read.draft.domain.pointer(at);
    let taken = given.ledger.0.iter().filter(|(at, entry)| entry.is_read() && stands(at) && accepted.takes(at, entry));
    let taken: BTreeSet<String> = taken.map(|(at, _)| unit(Some(read.pack), at)).collect();
    for at in taken {
        let _ = writeln!(out, "{at} ✓");
    }
    for doubt in &read.draft.doubts {
        match doubt {
            Doubt::Conflict { at, new, new_quote, .. } => drop(writeln!(out, "{at} ?! {new} «{new_quote}»")),
            Doubt::Side { .. } => drop(writeln!(out, "{} ?!", doubt.place())),
        }
    }
    out
}

/// The turns before the last one of the person, each with its id and shortened.
#[must_use]
pub fn earlier(turns: &[Turn]) -> String {
    let last = turns.iter().rposition(|turn| turn.role == Role::User).unwrap_or(turns.len());
    let before = turns.get(..last).unwrap_or_default();
    let mut out = String::new();
    for turn in &before[before.len().saturating_sub(EARLIER)..] {
        let who = if turn.role == Role::User { turn.id.as_str() } else { "—" };
        let text: String = turn.text.chars().take(LONGEST).collect();
        let _ = writeln!(out, "{who}: {}", text.replace('\n', " "));
    }
    out
}
