//! Currencies.

use crate::engine::text::mention::MentionKind;
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Subject};
use std::collections::BTreeSet;

pattern!(BY_RATE, r"(?i)(?:курс|эквивалент|условн\w+\s+единиц)");

/// Sums in a text: block, bytes, currency.
fn sums<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (usize, std::ops::Range<usize>, &'s str)> {
    subject.paper.main().flat_map(|(index, block, _)| {
        block.mentions.iter().filter_map(move |mention| match &mention.kind {
            MentionKind::Money { currency, .. } => Some((index, mention.start..mention.end, currency.as_str())),
            _ => None,
        })
    })
}

/// L20.
pub(super) fn foreign(subject: &Subject<'_>) -> Vec<Hit> {
    if subject.paper.main().any(|(_, _, body)| BY_RATE.is(body)) {
        return Vec::new();
    }
    let mut said = BTreeSet::new();
    let mut hits = Vec::new();
    for (index, span, currency) in sums(subject).filter(|(_, _, currency)| *currency != "RUB") {
        if said.insert(currency) {
            let message = format!("{currency}: добавьте «в рублях по курсу Банка России на день платежа»");
            hits.push(Hit::words(index, span, message));
        }
    }
    hits
}

/// L53.
pub(super) fn mixed(subject: &Subject<'_>) -> Vec<Hit> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut hits = Vec::new();
    let foreign = sums(subject).any(|(_, _, currency)| currency != "RUB");
    if !foreign || !subject.paper.main().any(|(_, _, body)| BY_RATE.is(body)) {
        return hits;
    }
    for (index, span, currency) in sums(subject) {
        if known.insert(currency) && known.len() > 1 {
            let all: Vec<&str> = known.iter().copied().collect();
            hits.push(Hit::words(index, span, format!("В тексте суммы в {}", all.join(" и "))));
        }
    }
    hits
}
