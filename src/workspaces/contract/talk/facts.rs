//! Facts as people read them: one per field, with its name, its value in words and what was established.

use crate::engine::grammar::plural;
use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::model::claim::Support;
use crate::model::facts::LedgerEntry;
use crate::model::ids::{TurnId, Version};
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::model::turn_answer::Recorded;
use crate::workspaces::contract::intake::issues;
use crate::workspaces::contract::present;
use crate::workspaces::contract::talk::Ground;
use crate::workspaces::contract::wire::OWN;
use serde_json::Value;
use std::collections::BTreeMap;

/// One fact: a field of the pack with all its leaves, or a leaf beside them.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// JSON Pointer.
    pub pointer: String,
    /// Its name.
    pub label: String,
    /// Its value.
    pub value: Value,
    /// For people.
    pub shown: String,
    /// The weakest of its leaves.
    pub support: Support,
    /// The words.
    pub quote: Option<String>,
    /// Their turn.
    pub turn: Option<TurnId>,
    /// The newest version of its leaves.
    pub version: Version,
}

/// The facts of a version, in the order of the pack: sides first.
#[must_use]
pub fn of(ground: &Ground<'_>, snapshot: &Snapshot) -> Vec<Fact> {
    let facts = units(ground, snapshot).into_iter().map(|(at, unit)| unit.fact(ground, at));
    in_order(ground, facts.collect())
}

fn in_order(ground: &Ground<'_>, mut facts: Vec<Fact>) -> Vec<Fact> {
    facts.sort_by_cached_key(|fact| (place(ground.pack, &fact.pointer), fact.pointer.clone()));
    facts
}

/// What a fact is made of, before it is put into words.
struct Unit<'s> {
    value: &'s Value,
    support: Support,
    entries: Vec<&'s LedgerEntry>,
}

impl Unit<'_> {
    fn fact(self, ground: &Ground<'_>, at: String) -> Fact {
        let worded = self.entries.iter().find(|entry| entry.quote.is_some() || entry.turn_id.is_some());
        Fact {
            label: label(ground, &at),
            shown: shown(ground, &at, self.value),
            support: self.support,
            quote: worded.and_then(|entry| entry.quote.clone()),
            turn: worded.and_then(|entry| entry.turn_id.clone()),
            version: self.entries.iter().map(|entry| entry.version).max().unwrap_or_default(),
            value: self.value.clone(),
            pointer: at,
        }
    }
}

/// The present facts of a version by their places.
fn units<'s>(ground: &Ground<'_>, snapshot: &'s Snapshot) -> BTreeMap<String, Unit<'s>> {
    let domain = &snapshot.state["domain"];
    let mut leaves: BTreeMap<String, Vec<&LedgerEntry>> = BTreeMap::new();
    for (leaf, entry) in snapshot.aside.ledger.0.iter() {
        leaves.entry(unit(ground.pack, leaf)).or_default().push(entry);
    }
    let present = leaves.into_iter().filter_map(|(at, entries)| {
        let value = domain.pointer(&at).filter(|value| is_present(value))?;
        let support = entries.iter().map(|entry| support(entry)).max_by_key(|support| rank(*support))?;
        Some((at, Unit { value, support, entries }))
    });
    present.collect()
}

/// The pointer of the fact that a leaf belongs to.
#[must_use]
pub fn unit(pack: Option<&Pack>, leaf: &str) -> String {
    // Terms of one's own may be many, and no field holds them.
    if pointer::is_within(leaf, OWN) {
        return leaf.to_owned();
    }
    pack.and_then(|pack| pack.field_of(leaf)).map_or_else(|| leaf.to_owned(), |field| field.pointer.clone())
}

fn place(pack: Option<&Pack>, at: &str) -> usize {
    let Some(pack) = pack else { return 0 };
    if at.starts_with("/contract/type") {
        return 0;
    }
    if pointer::is_within(at, OWN) {
        return 1 + pack.parties.len() + pack.fields.len();
    }
    let side = pack.parties.iter().position(|party| pointer::is_within(at, &format!("/parties/{}", party.role)));
    let field = || pack.fields.iter().position(|field| pointer::is_within(at, &field.pointer));
    side.map(|i| i + 1)
        .or_else(|| field().map(|i| i + 1 + pack.parties.len()))
        .unwrap_or(1 + pack.parties.len() + pack.fields.len())
}

/// What was established about a leaf. An assumption of an older release that has words was read from them.
#[must_use]
pub fn support(entry: &LedgerEntry) -> Support {
    match entry.support() {
        Support::Assumed if entry.support.is_none() && entry.quote.is_some() => Support::Read,
        support => support,
    }
}

/// The weaker, the higher.
fn rank(support: Support) -> u8 {
    match support {
        Support::Confirmed => 0,
        Support::Stated => 1,
        Support::Derived => 2,
        Support::Default => 3,
        Support::Read => 4,
        _ => 5,
    }
}

/// The name of a term in the person's own words: its place bears it.
fn own_title(at: &str) -> Option<String> {
    let tokens = pointer::tokens(at).filter(|_| pointer::is_within(at, OWN) && at != OWN)?;
    tokens.get(1).cloned()
}

/// The whole name of a fact: «Арендодатель: ИНН».
#[must_use]
pub fn label(ground: &Ground<'_>, at: &str) -> String {
    if let Some(title) = own_title(at) {
        return title;
    }
    let Some(pack) = ground.pack else { return at.trim_start_matches('/').replace('/', " / ") };
    let mut parts = at.split('/').skip(1);
    if parts.next() == Some("parties")
        && let Some(party) = parts.next().and_then(|role| pack.party(role))
    {
        let leaf = parts.collect::<Vec<_>>().join("/");
        let known = ground.dialogue.party.iter().find(|field| field.leaf == leaf);
        return match known {
            Some(field) => format!("{}: {}", party.title, field.label),
            None => issues::label(pack, at),
        };
    }
    issues::label(pack, at)
}

/// A value for people.
#[must_use]
pub fn shown(ground: &Ground<'_>, at: &str, value: &Value) -> String {
    if let Some(count) = value["count"].as_u64() {
        let unit = value["unit"].as_str().unwrap_or_default();
        let word = plural::unit_of(unit).map_or(unit, |unit| plural::plural(count, unit.forms));
        return format!("{count}\u{a0}{word}");
    }
    if let Some(percent) = value["percent"].as_str() {
        let per = value["per"].as_str().and_then(|per| ground.words.per.get(per));
        let per = per.map(|per| format!(" {per}")).unwrap_or_default();
        return format!("{}\u{a0}%{per}", percent.replace('.', ","));
    }
    if let Some(words) = value.as_str().filter(|_| pointer::is_within(at, OWN)) {
        return present::filled(ground.pack, &ground.now.state["domain"], words);
    }
    let leaf = at.strip_prefix("/parties/").and_then(|rest| rest.split_once('/')).map(|(_, leaf)| leaf);
    let field = leaf.and_then(|leaf| ground.dialogue.party.iter().find(|field| field.leaf == leaf));
    let option = field.and_then(|field| field.options.iter().find(|option| &option.value == value));
    option.map_or_else(|| present::value(ground.pack, at, value), |option| option.label.clone())
}

/// What differs between a version and the facts after it.
#[must_use]
pub fn recorded(ground: &Ground<'_>, before: Option<&Snapshot>, facts: &[Fact]) -> Vec<Recorded> {
    // Only what is gone is put into words; the rest is compared.
    let mut old = before.map(|before| units(ground, before)).unwrap_or_default();
    let from = before.map_or(0, |before| before.version + 1);
    let fresh = facts.iter().filter_map(|fact| {
        let was = old.remove(&fact.pointer);
        let changed = was.as_ref().is_none_or(|was| *was.value != fact.value);
        let settled = was.as_ref().is_some_and(|was| was.support != fact.support) && fact.version >= from;
        (changed || settled).then(|| Recorded {
            was: was.filter(|_| changed).map(|was| was.value.clone()).unwrap_or_default(),
            ..standing(fact)
        })
    });
    let mut recorded: Vec<Recorded> = fresh.collect();
    let gone = in_order(ground, old.into_iter().map(|(at, unit)| unit.fact(ground, at)).collect());
    recorded.extend(gone.into_iter().map(|was| Recorded {
        shown: String::new(),
        value: Value::Null,
        was: was.value.clone(),
        ..standing(&was)
    }));
    recorded
}

/// A fact as a turn recorded it, when nothing stood there before.
#[must_use]
pub fn standing(fact: &Fact) -> Recorded {
    Recorded {
        pointer: fact.pointer.clone(),
        label: fact.label.clone(),
        shown: fact.shown.clone(),
        value: fact.value.clone(),
        was: Value::Null,
        support: fact.support,
        quote: fact.quote.clone(),
        turn: fact.turn.clone(),
    }
}
