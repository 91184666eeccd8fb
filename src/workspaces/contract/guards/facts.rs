//! G02 and G03: facts of the person stay, and nothing invented passes as a fact.
//!
//! The check compares the leaves before and after, so it does not matter which operations led there.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::engine::limits;
use crate::engine::turn::{Problem, Proposal, Rejection};
use crate::model::facts::{Ledger, LedgerEntry, Origin};
use crate::model::pointer::{self, Changes};
use crate::model::trace::Decision;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::foreign;
use crate::workspaces::contract::guards::decision;
use crate::workspaces::contract::guards::superseding::Superseding;
use crate::workspaces::contract::intake::defaults;
use crate::workspaces::contract::intake::provenance::{Found, Heard, follows, of_leaf};
use serde_json::Value;
use std::collections::BTreeMap;

/// The ledger of the next version, and what was found on the way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Traced {
    /// Exactly one entry per leaf.
    pub ledger: Ledger,
    /// Leaves that are new, different or gone.
    pub changed: Vec<String>,
    /// What was decided.
    pub decisions: Vec<Decision>,
}

/// Traces every new leaf to its origin and refuses a change of a protected one without the person's words.
///
/// # Errors
/// `G02_confirmed_fact`, with the leaf.
pub fn trace(proposal: &Proposal<'_>, pack: Option<&Pack>, knowledge: &Knowledge) -> Result<Traced, Rejection> {
    let before = &proposal.before.state["domain"];
    let domain = &proposal.patched["domain"];
    let changes = pointer::changes(before, domain);
    let old_ledger = &proposal.before.aside.ledger;
    let own = proposal.turns.iter().skip(foreign::turns(&proposal.before.aside));
    let mut said = own.rev().filter(|turn| turn.role == Role::User).map(|turn| heard(proposal, turn));
    let last = said.next();
    let mut earlier = Earlier { rest: said, read: Vec::new() };
    let fresh = changes.fresh.len();
    if fresh > limits::NEW_LEAVES {
        let message = format!("{fresh} new values in one answer, at most {} are allowed", limits::NEW_LEAVES);
        return Err(Problem::new("P02_limit", message).at("/patch/ops").into());
    }
    let mut traced = Traced { ledger: old_ledger.clone(), ..Traced::default() };
    for at in changes.gone.keys() {
        traced.ledger.remove(at);
    }
    if !is_whole(before, old_ledger) {
        let leaves = pointer::leaves(domain);
        traced.ledger.retain(|at| leaves.contains_key(at));
    }
    // Protected leaves that changed without words for them; allowed only when they follow from words nearby.
    let mut held: Vec<(String, LedgerEntry)> = Vec::new();
    for (at, value) in open(before, domain, &changes, old_ledger) {
        let entry = old_ledger.get(&at);
        let unchanged = !changes.fresh.contains_key(&at);
        let by_last = last.as_ref().and_then(|heard| of_leaf(knowledge, pack, &at, value, heard));
        let found = match (unchanged, entry) {
            (true, Some(_)) if confirmed_now(last.as_ref(), &at) => {
                Some(Found { origin: Origin::Confirmed, quote: last.as_ref().map(|h| h.turn.text.clone()), note: None })
            }
            // The person says an assumed value: no longer an assumption.
            (true, Some(_)) if by_last.is_none() => continue,
            _ => by_last.clone(),
        };
        if let Some(entry) = entry
            && !unchanged
            && entry.origin.is_protected()
            && !by_last.as_ref().is_some_and(|found| overrides(found, pack, &at, value, last.as_ref()))
        {
            held.push((at.clone(), entry.clone()));
        }
        let place = |found: Found, turn: Option<&Turn>| entry_of(proposal, found, value, turn);
        let entry = if let Some(found) = found {
            place(found, last.as_ref().map(|heard| heard.turn))
        } else if let Some(found) = pack.and_then(|pack| follows(pack, &at, value, domain)) {
            place(found, None)
        } else if let Some((found, turn)) = earlier.find(|heard| of_leaf(knowledge, pack, &at, value, heard)) {
            place(found, Some(turn))
        } else {
            if is_present(value) {
                traced.decisions.push(decision(
                    "G03_invented_value",
                    "Значения нет в словах пользователя: записано как предположение.",
                    Some(&at),
                ));
            }
            place(Found { origin: Origin::Assumed, quote: None, note: None }, None)
        };
        if !unchanged {
            traced.changed.push(at.clone());
        }
        traced.ledger.insert(at, entry);
    }
    traced.changed.extend(changes.gone.keys().cloned());
    let supersedes = Superseding { pack, traced: &traced, domain, last: last.as_ref() };
    let gone = changes.gone.keys().filter_map(|at| Some((at, old_ledger.get(at)?)));
    let gone = gone.filter(|(at, entry)| entry.origin.is_protected() && !supersedes.removal(at));
    let changed = held.iter().filter(|(at, _)| !supersedes.change(at)).map(|(at, entry)| (at, entry));
    let problems: Vec<Problem> = changed.chain(gone).take(50).map(|(at, entry)| protected(at, entry)).collect();
    if problems.is_empty() { Ok(traced) } else { Err(problems.into()) }
}

/// Whether the ledger has an entry per leaf. It is an invariant; a state from elsewhere that breaks it is traced anew
/// where it does.
fn is_whole(domain: &Value, ledger: &Ledger) -> bool {
    pointer::count(domain) == ledger.0.len()
}

/// Leaves whose origin is open: new or different ones, and assumptions, which these words may confirm. A fact that
/// stands as it was keeps its entry; nobody looks at it.
fn open<'v>(
    before: &'v Value,
    domain: &'v Value,
    changes: &Changes<'v>,
    ledger: &Ledger,
) -> BTreeMap<String, &'v Value> {
    let mut out: BTreeMap<String, &Value> = changes.fresh.iter().map(|(at, change)| (at.clone(), change.now)).collect();
    let stands = |at: &&String| !changes.gone.contains_key(*at);
    let assumed = ledger.0.iter().filter(|(_, entry)| entry.origin == Origin::Assumed).map(|(at, _)| at);
    for at in assumed.filter(stands) {
        if let Some(value) = domain.pointer(at) {
            out.insert(at.clone(), value);
        }
    }
    if !is_whole(before, ledger) {
        out.extend(pointer::leaves(domain).into_iter().filter(|(at, _)| ledger.get(at).is_none()));
    }
    out
}

/// Whether the last words change a fact that stands. A rule of law does so only as the answer to its own question.
fn overrides(found: &Found, pack: Option<&Pack>, at: &str, value: &Value, last: Option<&Heard<'_>>) -> bool {
    let by_own_question = || {
        let question =
            pack?.questions.iter().find(|q| last.and_then(|h| h.question).is_some_and(|r| r.keys == q.terms))?;
        defaults::of_question(pack?, question).find(|rule| defaults::writes_leaf(rule, at, value))
    };
    found.origin != Origin::Default || by_own_question().is_some()
}

fn heard<'a>(proposal: &Proposal<'a>, turn: &'a Turn) -> Heard<'a> {
    let question = turn.answers_to.as_ref().and_then(|id| proposal.before.aside.questions.get(id));
    Heard::new(turn, question)
}

/// Earlier turns of the person, newest first, read only when a value needs them.
struct Earlier<'a, I> {
    rest: I,
    read: Vec<Heard<'a>>,
}

impl<'a, I: Iterator<Item = Heard<'a>>> Earlier<'a, I> {
    fn find(&mut self, test: impl Fn(&Heard<'_>) -> Option<Found>) -> Option<(Found, &'a Turn)> {
        for heard in &self.read {
            if let Some(found) = test(heard) {
                return Some((found, heard.turn));
            }
        }
        for heard in self.rest.by_ref() {
            let found = test(&heard);
            let turn = heard.turn;
            self.read.push(heard);
            if let Some(found) = found {
                return Some((found, turn));
            }
        }
        None
    }
}

/// Whether the last turn says yes to the question about this assumption.
fn confirmed_now(last: Option<&Heard<'_>>, at: &str) -> bool {
    let Some(heard) = last else { return false };
    let asked = heard.question.is_some_and(|question| {
        question.keys.iter().any(|key| key.strip_prefix("assumed:").is_some_and(|root| pointer::is_within(at, root)))
    });
    asked && heard.says_yes()
}

fn protected(at: &str, entry: &LedgerEntry) -> Problem {
    let message =
        format!("this fact is {}; it changes only when the user's latest message says so", entry.origin.as_str());
    Problem::new("G02_confirmed_fact", message).at(format!("/domain{at}"))
}

fn entry_of(proposal: &Proposal<'_>, found: Found, value: &Value, turn: Option<&Turn>) -> LedgerEntry {
    LedgerEntry {
        origin: found.origin,
        value: value.clone(),
        turn_id: turn.map(|turn| turn.id.clone()),
        quote: found.quote,
        note: found.note,
        step: proposal.output["step"].as_str().unwrap_or("INTERPRET").to_owned(),
        at: proposal.moment.now.clone(),
        version: proposal.before.version + 1,
    }
}

/// Leaves that are assumptions and carry something.
#[must_use]
pub fn assumptions(ledger: &Ledger) -> BTreeMap<&str, &Value> {
    ledger
        .0
        .iter()
        .filter(|(_, entry)| entry.origin == Origin::Assumed && is_present(&entry.value))
        .map(|(at, entry)| (at.as_str(), &entry.value))
        .collect()
}
