//! G02 and G03: facts of the person stay, and nothing invented passes as a fact.
//!
//! The check compares the leaves before and after, so it does not matter which operations led there.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::engine::limits;
use crate::engine::turn::{Problem, Proposal, Rejection};
use crate::model::claim::{Evidence, Support};
use crate::model::facts::{Ledger, LedgerEntry, Origin};
use crate::model::pointer::{self, Changes};
use crate::model::trace::Decision;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::foreign;
use crate::workspaces::contract::guards::reading::Reading;
use crate::workspaces::contract::guards::superseding::Superseding;
use crate::workspaces::contract::guards::wired::Wired;
use crate::workspaces::contract::guards::{decision, stale};
use crate::workspaces::contract::intake::accepted::Accepted;
use crate::workspaces::contract::intake::provenance::{self, Found, Heard, follows, of_leaf};
use crate::workspaces::contract::intake::{acceptance, computed, defaults, review};
use crate::workspaces::contract::state;
use serde_json::Value;
use std::collections::BTreeMap;

/// The ledger of the next version, and what was found on the way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Traced {
    /// Exactly one entry per leaf.
    pub ledger: Ledger,
    /// Leaves that are new, different or gone.
    pub changed: Vec<String>,
    /// Leaves whose reading the last words confirmed.
    pub confirmed: Vec<String>,
    /// What was decided.
    pub decisions: Vec<Decision>,
    /// How the built-in reader reads the last turn.
    pub reading: Option<Reading>,
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
    let extra = &proposal.before.aside.extra;
    let read = |heard: &Heard<'_>| {
        let put = review::was_put(&proposal.before.aside.questions);
        let closes = state::closes(extra, heard.turn) || put;
        pack.map(|pack| Reading::of(pack, heard, &proposal.before.state, old_ledger, closes))
    };
    let reading = last.as_ref().and_then(read);
    let of_last = |at: &str, value: &Value| {
        let heard = last.as_ref()?;
        let changed = reading.as_ref().and_then(|reading| reading.changed(at, value, &heard.turn.text));
        changed.or_else(|| {
            let text = &heard.turn.text;
            match (of_leaf(knowledge, pack, at, value, heard), &reading) {
                (Some(found), Some(reading)) => Some(reading.judge(pack, at, value, found, text)),
                (found, None) => found,
                // «Правильно 25» between 25 000 and 30 000: no number of the words, and yet what they choose.
                (None, Some(reading)) => reading.chosen(at, value, text),
            }
        })
    };
    let people: Vec<Turn> = proposal.turns.iter().filter(|turn| turn.role == Role::User).cloned().collect();
    let wired = Wired::of(proposal.wire, people.get(foreign_said(proposal)..).unwrap_or_default());
    let mut earlier = Earlier { rest: said, read: Vec::new() };
    let accepted = Accepted::of(pack, last.as_ref(), proposal.turns, before, old_ledger);
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
        let by_last = of_last(&at, value).map(|found| doubted(found, &at, &wired, last.as_ref()));
        // The words that a model named for the value, where the reader knows no better.
        let by_model = wired.found(&at, value).filter(|_| by_last.as_ref().is_none_or(|f| f.support == Support::Read));
        let found = match (unchanged, entry) {
            (true, Some(entry)) if accepted.takes(&at, entry) || entry.is_read() && wired.confirms(&at) => {
                if let Some(heard) = &last {
                    traced.ledger.insert(at.clone(), confirmed(proposal, entry, heard));
                }
                traced.confirmed.push(at.clone());
                continue;
            }
            // The person says an assumed value: no longer an assumption.
            (true, Some(entry))
                if by_last.as_ref().is_none_or(|found| is_no_more(found, entry))
                    && (by_model.is_none() || entry.is_read()) =>
            {
                continue;
            }
            _ => by_last.clone().filter(|_| by_model.is_none()),
        };
        // The currency of a sum of rows is no word of the person: the sum follows from the rows.
        let of_rows = |pack: &&Pack| {
            let total = pack.rows.as_ref().map(|rows| format!("{}/currency", rows.total));
            total.as_deref() == Some(at.as_str()) && computed::is_sum_of_rows(pack, domain)
        };
        let found = found.filter(|_| !pack.is_some_and(|pack| of_rows(&pack)));
        if let Some(entry) = entry
            && !unchanged
            && entry.origin.is_protected()
            && !by_last.as_ref().is_some_and(|found| overrides(found, pack, &at, value, last.as_ref()))
            && !last.as_ref().is_some_and(|heard| wired.overrides(&at, &entry.value, value, heard))
        {
            held.push((at.clone(), entry.clone()));
        }
        let place = |found: Found, turn: Option<&Turn>| entry_of(proposal, found, value, turn);
        let entry = if let Some(found) = found {
            place(found, last.as_ref().map(|heard| heard.turn))
        } else if let Some(found) = pack.and_then(|pack| follows(pack, &at, value, domain)) {
            place(found, None)
        } else if let Some((found, turn)) = by_model {
            place(found, Some(turn))
        } else if let Some((found, turn)) = earlier.find(|heard, reading| {
            let found = of_leaf(knowledge, pack, &at, value, heard)?;
            let reading = reading.get_or_insert_with(|| read(heard).unwrap_or_default());
            Some(if pack.is_some() { reading.judge(pack, &at, value, found, &heard.turn.text) } else { found })
        }) {
            place(found, Some(turn))
        } else {
            if is_present(value) {
                traced.decisions.push(decision(
                    "G03_invented_value",
                    "Значения нет в словах пользователя: записано как предположение.",
                    Some(&at),
                ));
            }
            place(Found { origin: Origin::Assumed, support: Support::Assumed, quote: None, note: None }, None)
        };
        if !unchanged {
            traced.changed.push(at.clone());
        }
        traced.ledger.insert(at, entry);
    }
    traced.changed.extend(changes.gone.keys().cloned());
    for root in wired.shown_again() {
        let certain: Vec<(String, LedgerEntry)> =
            traced.ledger.within(root).map(|(at, entry)| (at.to_owned(), LedgerEntry::clone(entry))).collect();
        for (at, entry) in certain.into_iter().filter(|(_, entry)| entry.origin.is_protected()) {
            traced.ledger.insert(at, LedgerEntry { origin: Origin::Assumed, support: Some(Support::Read), ..entry });
        }
    }
    if let Some(heard) = &last {
        let today = proposal.moment.today();
        let said = stale::Said { turn: heard.turn, mentions: &heard.mentions, confirmed: &traced.confirmed };
        stale::loosen(pack, old_ledger, &mut traced.ledger, domain, &changes, &said, today);
    }
    traced.reading = reading;
    let supersedes = Superseding { pack, traced: &traced, domain, last: last.as_ref() };
    let gone = changes.gone.keys().filter_map(|at| Some((at, old_ledger.get(at)?)));
    let gone = gone.filter(|(at, entry)| entry.origin.is_protected() && !supersedes.removal(at) && !wired.removes(at));
    let changed = held.iter().filter(|(at, _)| !supersedes.change(at)).map(|(at, entry)| (at, entry));
    let problems: Vec<Problem> = changed.chain(gone).take(50).map(|(at, entry)| protected(at, entry)).collect();
    if problems.is_empty() { Ok(traced) } else { Err(problems.into()) }
}

/// A value whose words a model read as part of a term: read, not certain.
fn doubted(found: Found, at: &str, wired: &Wired<'_>, last: Option<&Heard<'_>>) -> Found {
    let quote = found.quote.as_deref().unwrap_or_default();
    let inside = last.is_some_and(|heard| wired.belongs_to_a_term(at, quote, heard.turn));
    match found.support {
        Support::Stated if inside => Found { origin: Origin::Assumed, support: Support::Read, ..found },
        _ => found,
    }
}

/// How many turns of the person came with a file from elsewhere: their words are evidence of nothing here.
fn foreign_said(proposal: &Proposal<'_>) -> usize {
    let foreign = foreign::turns(&proposal.before.aside);
    proposal.turns.iter().take(foreign).filter(|turn| turn.role == Role::User).count()
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
        let question = provenance::asked_by(pack?, last.and_then(|heard| heard.question)?)?;
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
    read: Vec<(Heard<'a>, Option<Reading>)>,
}

impl<'a, I: Iterator<Item = Heard<'a>>> Earlier<'a, I> {
    fn find(&mut self, test: impl Fn(&Heard<'_>, &mut Option<Reading>) -> Option<Found>) -> Option<(Found, &'a Turn)> {
        for (heard, reading) in &mut self.read {
            if let Some(found) = test(heard, reading) {
                return Some((found, heard.turn));
            }
        }
        for heard in self.rest.by_ref() {
            let mut reading = None;
            let found = test(&heard, &mut reading);
            let turn = heard.turn;
            self.read.push((heard, reading));
            if let Some(found) = found {
                return Some((found, turn));
            }
        }
        None
    }
}

/// Whether words add nothing to what is known of a leaf: another reading of what is read.
fn is_no_more(found: &Found, entry: &LedgerEntry) -> bool {
    found.support == Support::Read && entry.is_read()
}

/// An entry whose reading the person confirmed: its words stay its evidence, the yes stands beside them.
fn confirmed(proposal: &Proposal<'_>, entry: &LedgerEntry, heard: &Heard<'_>) -> LedgerEntry {
    let mut evidence = entry.evidence.clone();
    evidence.push(Evidence::Click { turn: heard.turn.id.clone() });
    let (turn_id, quote) = match &entry.quote {
        Some(quote) => (entry.turn_id.clone(), Some(quote.clone())),
        None => (Some(heard.turn.id.clone()), Some(heard.turn.text.clone())),
    };
    LedgerEntry {
        origin: Origin::Confirmed,
        support: Some(Support::Confirmed),
        note: entry.note.clone().filter(|note| !acceptance::is_stale(note)),
        turn_id,
        quote,
        evidence,
        candidates: Vec::new(),
        at: proposal.moment.now.clone(),
        version: proposal.before.version + 1,
        ..entry.clone()
    }
}

fn protected(at: &str, entry: &LedgerEntry) -> Problem {
    let message =
        format!("this fact is {}; it changes only when the user's latest message says so", entry.origin.as_str());
    Problem::new("G02_confirmed_fact", message).at(format!("/domain{at}"))
}

fn entry_of(proposal: &Proposal<'_>, found: Found, value: &Value, turn: Option<&Turn>) -> LedgerEntry {
    let words = turn.zip(found.quote.as_ref());
    let by_words = words.map(|(turn, quote)| Evidence::Turn { id: turn.id.clone(), quote: quote.clone() });
    let formula = found.note.clone().filter(|_| found.origin == Origin::Computed);
    let by_formula = formula.map(|formula| Evidence::Calculation { formula, inputs: Vec::new() });
    let clicked = turn.filter(|turn| found.origin == Origin::Confirmed && turn.choice.is_some());
    let by_click = clicked.map(|turn| Evidence::Click { turn: turn.id.clone() });
    LedgerEntry {
        origin: found.origin,
        value: value.clone(),
        turn_id: turn.map(|turn| turn.id.clone()),
        quote: found.quote,
        note: found.note,
        step: proposal.output["step"].as_str().unwrap_or("INTERPRET").to_owned(),
        at: proposal.moment.now.clone(),
        version: proposal.before.version + 1,
        support: Some(found.support),
        evidence: [by_words, by_formula, by_click].into_iter().flatten().collect(),
        candidates: Vec::new(),
    }
}

/// Leaves that are assumptions and carry something; what was read from words waits in the review instead.
#[must_use]
pub fn assumptions(ledger: &Ledger) -> BTreeMap<&str, &Value> {
    ledger
        .0
        .iter()
        .filter(|(_, entry)| entry.support() == Support::Assumed && is_present(&entry.value))
        .map(|(at, entry)| (at.as_str(), &entry.value))
        .collect()
}
