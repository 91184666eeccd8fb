//! What a term of a person is about, and which clauses of the library speak of the same (`knowledge/dialogue/matters.toml`).

use crate::engine::text::folded;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::scan;
use crate::engine::text::stem::{is_stop, words};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Matters {
    why: String,
    sums: String,
    matter: Vec<Matter>,
}

/// One matter.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Matter {
    /// Its name, for readers of the file.
    #[serde(rename = "id")]
    _id: String,
    words: Vec<Vec<String>>,
    /// Sums that the term names at least.
    #[serde(default)]
    pub(super) sums: usize,
    /// The section that such a term belongs to.
    #[serde(default)]
    pub(super) section: Option<String>,
    /// Clauses that give way to it.
    #[serde(default)]
    pub(super) instead: Vec<String>,
    /// Clauses beside which the person has to choose.
    #[serde(default)]
    pub(super) ask: Vec<String>,
}

static MATTERS: LazyLock<Matters> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/matters.toml")).unwrap_or_default());

/// What a term is about.
pub(super) fn of(quote: &str) -> Vec<&'static Matter> {
    let low = folded(quote);
    let said: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let all = |set: &Vec<String>| set.iter().all(|begins| said.iter().any(|word| word.starts_with(begins.as_str())));
    let about =
        |matter: &&Matter| matter.words.iter().any(all) && (matter.sums == 0 || sums_of(quote).len() >= matter.sums);
    MATTERS.matter.iter().filter(about).collect()
}

fn sums_of(quote: &str) -> Vec<i64> {
    // No date is read here, so the day does not matter.
    let mentions = scan::mentions(quote, "2000-01-01");
    let money = mentions.into_iter().filter_map(|mention| match mention.kind {
        MentionKind::Money { minor, .. } => Some(minor),
        _ => None,
    });
    money.collect()
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
mod tests {
    use super::*;
    use crate::engine::knowledge::clauses;

    #[test]
    fn clauses_that_give_way_exist() {
        let knowledge = &*crate::workspaces::contract::draft::tests::KNOWLEDGE;
        let book = clauses::embedded().unwrap();
        let all: Vec<_> = knowledge.packs.iter().flat_map(|pack| book.of(pack).clauses).collect();
        for id in MATTERS.matter.iter().flat_map(|matter| matter.instead.iter().chain(&matter.ask)) {
            assert!(all.iter().any(|clause| clause.id == *id), "no clause {id}");
        }
    }

    #[test]
    fn payments_of_a_term_are_the_price_together() {
        for (quote, price, want) in [
            ("аванс 10 тысяч рублей, 28 тысяч рублей после сдачи", 3_800_000, true),
            ("всего 38 000 рублей: аванс 10 000 рублей и 28 000 рублей после сдачи", 3_800_000, true),
            ("аванс 10 тысяч рублей, 20 тысяч рублей после сдачи", 3_800_000, false),
        ] {
            assert_eq!(adds_up(quote, Some(price)), want, "{quote}");
            assert!(adds_up(quote, None));
        }
    }

    #[test]
    fn a_term_said_twice_stands_once() {
        let same = [
            "Такси за счёт заказчика до 1 500 рублей",
            "Такси туда-обратно за счёт заказчика, но не больше 1 500 рублей",
        ];
        assert_eq!(repeated(&same), [true, false]);
        let dictated = [
            "старую кухню мастер разбирает работать только с 10 до 18",
            "старую кухню мастер разбирает",
            "работать только с 10 до 18",
        ];
        assert_eq!(repeated(&dictated), [true, false, false]);
        // The same words in another order are another term.
        let turned = ["хозяйка предупреждает жильца", "жилец предупреждает хозяйку за сутки"];
        assert_eq!(repeated(&turned), [false, false]);
        assert_eq!(repeated(&["ключи у соседа", "ключи у соседа"]).iter().filter(|one| **one).count(), 1);
    }
}
