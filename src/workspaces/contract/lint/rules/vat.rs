//! Value added tax.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::model::money::{format_minor, human};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Subject};
use std::cell::LazyCell;

pattern!(VAT, r"(?i)\bНДС\b");
pattern!(INCLUDED, r"(?i)(?:в\s+том\s+числе|включая|в\s+т\.\s*ч\.)\s*,?\s*НДС");

/// Rates by the day of shipment: from (inclusive), percent. Dated table of the product, second-hand.
const RATES: &[(&str, &[&str])] = &[
    ("2026-01-01", &["22", "10", "0", "5", "7"]),
    ("2025-01-01", &["20", "10", "0", "5", "7"]),
    ("2019-01-01", &["20", "10", "0"]),
];

/// A rate of the tax with what stands around it.
struct Tax<'p> {
    block: usize,
    span: std::ops::Range<usize>,
    rate: &'p str,
    /// The last sum before «НДС».
    price: Option<i64>,
    /// The first sum after the rate.
    tax: Option<i64>,
    included: bool,
}

fn taxes<'s>(subject: &'s Subject<'_>) -> Vec<Tax<'s>> {
    let mut out = Vec::new();
    for (index, block, body) in subject.paper.main() {
        let included = LazyCell::new(|| INCLUDED.is(body));
        let money = |m: &Mention| match m.kind {
            MentionKind::Money { minor, .. } => Some(minor),
            _ => None,
        };
        // For every mention the last sum up to it.
        let sums: Vec<Option<i64>> = block
            .mentions
            .iter()
            .scan(None, |last, m| {
                *last = money(m).or(*last);
                Some(*last)
            })
            .collect();
        for word in VAT.all(body).iter().filter_map(|c| c.get(0)) {
            let at = block.range.start + word.start();
            // Mentions stand in order and never overlap.
            let next = block.mentions.partition_point(|m| m.start <= at);
            let behind = &block.mentions[next..];
            let rate = behind.iter().take_while(|m| m.start < at + 80).find_map(|m| match &m.kind {
                MentionKind::Percent { value, .. } => Some((m, value.as_str())),
                _ => None,
            });
            let Some((found, rate)) = rate else { continue };
            let price = block.mentions.partition_point(|m| m.end <= at).checked_sub(1).and_then(|last| sums[last]);
            let close = behind.iter().take_while(|m| m.start < found.end + 60);
            let tax = close.filter(|m| m.start >= found.end).find_map(money);
            let included = *included;
            out.push(Tax { block: index, span: found.start..found.end, rate, price, tax, included });
        }
    }
    out
}

/// L25.
pub(super) fn sum(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for tax in taxes(subject) {
        let (Some(price), Some(said), Ok(rate)) = (tax.price, tax.tax, tax.rate.parse::<i64>()) else { continue };
        let base = if tax.included { 100 + rate } else { 100 };
        let right = (price.saturating_mul(rate) * 2 + base) / (base * 2);
        if right != said {
            let show = |minor| human(&format_minor(minor));
            let message = format!("НДС {rate} % от {} ₽ — {} ₽, а не {} ₽", show(price), show(right), show(said));
            hits.push(Hit::words(tax.block, tax.span, message));
        }
    }
    hits
}

/// L26.
pub(super) fn rate(subject: &Subject<'_>) -> Vec<Hit> {
    let Some((from, known)) = RATES.iter().find(|(from, _)| *from <= subject.today) else { return Vec::new() };
    let wrong = taxes(subject).into_iter().filter(|tax| !known.contains(&tax.rate));
    wrong
        .map(|tax| {
            let message = format!("Ставки {} % нет; с {from} действуют {} %", tax.rate, known.join(", "));
            Hit::words(tax.block, tax.span, message)
        })
        .collect()
}
