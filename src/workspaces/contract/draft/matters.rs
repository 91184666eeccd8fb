//! What a term of a person is about, and which clauses of the library speak of the same (`knowledge/dialogue/matters.toml`).

use crate::engine::knowledge::clauses::ClauseSpec;
use crate::engine::text::folded;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::scan;
use crate::engine::text::stem::{is_stop, words};
use serde::Deserialize;
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The profile of law that no term can change.
const CONSUMER: &str = "consumer";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Matters {
    why: String,
    sums: String,
    endless: String,
    /// Clauses that give way to nothing: `pack:clause`, `pack:*`.
    never: Vec<String>,
    /// Sections of which nothing gives way where the law protects a consumer.
    guarded: Vec<String>,
    /// Words of another way to pay than on an account of a bank.
    elsewhere: Vec<Vec<String>>,
    matter: Vec<Matter>,
}

/// What a term has to name besides its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Named {
    /// A length of time.
    Period,
    /// A length of time or a day.
    Time,
    /// A percentage or a sum.
    Amount,
}

/// One matter.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Matter {
    /// Its name, for readers of the file.
    #[serde(rename = "id")]
    _id: String,
    words: Vec<Vec<String>>,
    /// Words of other matters: a term with one of them is not about this one.
    #[serde(default)]
    without: Vec<String>,
    /// What the term names at least.
    #[serde(default)]
    names: Option<Named>,
    /// Sums that the term names at least.
    #[serde(default)]
    pub(super) sums: usize,
    /// The packs whose clauses it means; empty = all.
    #[serde(default)]
    packs: Vec<String>,
    /// The section that such a term belongs to.
    #[serde(default)]
    pub(super) section: Option<String>,
    /// Clauses that give way to it.
    #[serde(default)]
    pub(super) instead: Vec<String>,
    /// Clauses beside which the person has to choose.
    #[serde(default)]
    pub(super) ask: Vec<String>,
    /// Defaults of the library that give way inside their clause: the clause, its words, the words instead.
    #[serde(default)]
    pub(super) cut: Vec<[String; 3]>,
}

/// Whether nothing of a section gives way where the law protects a consumer.
pub(super) fn is_guarded(section: &str) -> bool {
    MATTERS.guarded.iter().any(|one| one == section)
}

static MATTERS: LazyLock<Matters> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/matters.toml")).unwrap_or_default());

/// What a term of a contract of this pack is about.
pub(super) fn of(pack: &str, quote: &str) -> Vec<&'static Matter> {
    let whole = Part::new(quote);
    // A term of several sentences is about several matters: words of one say nothing of another.
    let parts: Vec<Part<'_>> = parts(quote).into_iter().map(Part::new).collect();
    let about = |matter: &&Matter| {
        (matter.packs.is_empty() || matter.packs.iter().any(|one| one == pack))
            && match matter.sums {
                0 => parts.iter().any(|part| part.is_about(matter)),
                least => whole.is_about(matter) && whole.named.sums.len() >= least,
            }
    };
    MATTERS.matter.iter().filter(about).collect()
}

/// The sentences of a term. A short word before a full stop is an abbreviation.
fn parts(quote: &str) -> Vec<&str> {
    const LONG: usize = 4;
    let mut out = Vec::new();
    let (mut from, mut letters) = (0, 0);
    for (at, c) in quote.char_indices() {
        let behind = &quote[at + c.len_utf8()..];
        let ends = match c {
            ';' | '!' | '?' | '\n' => true,
            '.' => (letters == 0 || letters >= LONG) && behind.starts_with(char::is_whitespace),
            _ => false,
        };
        if ends {
            out.push(&quote[from..at]);
            from = at + c.len_utf8();
        }
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
    }
    out.push(&quote[from..]);
    out
}

/// One sentence with its words and values.
struct Part<'q> {
    said: Said,
    named: LazyCell<Values, Box<dyn FnOnce() -> Values + 'q>>,
}

impl<'q> Part<'q> {
    fn new(words: &'q str) -> Self {
        Self { said: Said::new(words), named: LazyCell::new(Box::new(|| Values::of(words))) }
    }

    fn is_about(&self, matter: &Matter) -> bool {
        matter.words.iter().any(|set| self.said.all(set))
            && !matter.without.iter().any(|begins| self.said.has(begins))
            && matter.names.is_none_or(|what| self.named.has(what))
    }
}

/// Whether a term names another way to pay than on an account of a bank.
pub(super) fn pays_elsewhere(quote: &str) -> bool {
    let said = Said::new(quote);
    MATTERS.elsewhere.iter().any(|set| said.all(set))
}

/// Whether a clause protects a side by law, so that it gives way to no words: `consumer` where the law of consumers rules.
pub(super) fn is_protected(pack: &str, clause: &ClauseSpec, consumer: bool) -> bool {
    let named = |one: &String| one.split_once(':').is_some_and(|(of, id)| of == pack && (id == "*" || id == clause.id));
    // A clause that only waits for its rate protects nobody.
    let waits = clause.id.ends_with(".open");
    clause.only.iter().any(|profile| profile == CONSUMER)
        || consumer && !waits && MATTERS.guarded.iter().any(|section| section == clause.section())
        || MATTERS.never.iter().any(named)
}

/// Why a term without an end and an end cannot stand beside each other.
pub(super) fn endless() -> String {
    MATTERS.endless.clone()
}

/// The words of a term.
struct Said(Vec<String>);

impl Said {
    fn new(quote: &str) -> Self {
        let low = folded(quote);
        Self(low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect())
    }

    /// Whether a word begins so; `=пени` is the whole word, `плат|оплат` one of them.
    fn has(&self, begins: &str) -> bool {
        let fits = |begins: &str| match begins.strip_prefix('=') {
            Some(whole) => self.0.iter().any(|word| word == whole),
            None => self.0.iter().any(|word| word.starts_with(begins)),
        };
        begins.split('|').any(fits)
    }

    fn all(&self, set: &[String]) -> bool {
        set.iter().all(|begins| self.has(begins))
    }
}

/// The values that a term names.
struct Values {
    sums: Vec<i64>,
    period: bool,
    day: bool,
    percent: bool,
}

impl Values {
    fn of(quote: &str) -> Self {
        let mut values = Self { sums: Vec::new(), period: false, day: false, percent: false };
        // No date is read here, so the day does not matter.
        for mention in scan::mentions(quote, "2000-01-01") {
            match mention.kind {
                MentionKind::Money { minor, .. } => values.sums.push(minor),
                MentionKind::Percent { .. } => values.percent = true,
                MentionKind::Date { .. } => values.day = true,
                MentionKind::Duration { .. } | MentionKind::DayOfMonth { .. } => values.period = true,
                MentionKind::Quantity { unit, .. } if unit == "hour" => values.period = true,
                _ => {}
            }
        }
        values
    }

    fn has(&self, what: Named) -> bool {
        match what {
            Named::Period => self.period,
            Named::Time => self.period || self.day,
            Named::Amount => self.percent || !self.sums.is_empty(),
        }
    }
}

fn sums_of(quote: &str) -> Vec<i64> {
    Values::of(quote).sums
}

/// Whether the payments that a term names are the price together, with or without the price itself among them; a price
/// that nobody told agrees with everything.
pub(super) fn adds_up(quote: &str, price: Option<i64>) -> bool {
    let Some(price) = price else { return true };
    let sum: i64 = sums_of(quote).iter().fold(0, |sum, one| sum.saturating_add(*one));
    sum == price || sum == price.saturating_mul(2)
}

/// Why payments that do not add up have to be looked at.
pub(super) fn sums(quote: &str) -> String {
    MATTERS.sums.replace("{quote}", quote)
}

/// Why a term and a clause cannot stand beside each other unseen.
pub(super) fn why(quote: &str, clause: &str) -> String {
    MATTERS.why.replace("{quote}", quote).replace("{clause}", clause)
}

/// Stems of the words that say something, in their order.
pub(super) fn stems(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.stem).filter(|stem| !is_stop(stem)).collect()
}

/// Which of these terms only repeat what others say: all their words stand in another one in the same order, or a term is
/// made of others that stand beside it.
pub(super) fn repeated(terms: &[&str]) -> Vec<bool> {
    let cut: Vec<Vec<String>> = terms.iter().map(|term| stems(term)).collect();
    let mut out = vec![false; cut.len()];
    // The longest first: a dictation that holds others whole gives way to them.
    let mut order: Vec<usize> = (0..cut.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(cut[*i].len()));
    for i in order {
        if out[i] {
            continue;
        }
        let parts: Vec<usize> = (0..cut.len()).filter(|k| *k != i && !out[*k] && within(&cut[*k], &cut[i])).collect();
        let covered: BTreeSet<&String> = parts.iter().flat_map(|k| &cut[*k]).collect();
        if parts.len() > 1 && cut[i].iter().all(|stem| covered.contains(stem)) {
            out[i] = true;
            continue;
        }
        for k in parts {
            out[k] = true;
        }
    }
    out
}

/// Whether the words of one stand in another in the same order.
fn within(one: &[String], other: &[String]) -> bool {
    let mut rest = other.iter();
    !one.is_empty() && one.len() <= other.len() && one.iter().all(|stem| rest.any(|next| next == stem))
}

#[cfg(test)]
#[path = "matters_tests.rs"]
mod tests;
