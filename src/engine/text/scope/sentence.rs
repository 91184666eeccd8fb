//! Sentences and their parts between commas, dashes and contrasting conjunctions.

use crate::engine::text::clause::full_stop;
use crate::engine::text::scope_words::{self as lists, EARLIER, has};
use crate::engine::text::token::Token;

/// Tokens beside a word that tell whose it is, and how far a story or a bracket goes on.
const NEAR: usize = 10;
/// See [`NEAR`].
const FAR: usize = 60;

/// A sentence of tokens with its parts.
pub(super) struct Sentence {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The end of the paragraph: what a quotation reaches.
    pub(super) block: usize,
    pub(super) asks: bool,
    pub(super) parts: Vec<(usize, usize)>,
}

impl Sentence {
    fn part(&self, k: usize) -> Option<&(usize, usize)> {
        self.parts.get(self.parts.partition_point(|part| part.1 <= k)).filter(|part| part.0 <= k)
    }

    pub(super) fn part_start(&self, k: usize) -> usize {
        self.part(k).map_or(k, |part| part.0)
    }

    pub(super) fn part_end(&self, k: usize) -> usize {
        self.part(k).map_or(k + 1, |part| part.1)
    }

    /// The tokens of the brackets around one.
    pub(super) fn bracket(&self, list: &[Token], k: usize) -> Option<(usize, usize)> {
        let open = (self.from.max(k.saturating_sub(FAR))..k).rev().find(|at| list[*at].is("(") || list[*at].is(")"))?;
        let to = self.to.min(k + FAR);
        list[open].is("(").then(|| (open, (k..to).find(|at| list[*at].is(")")).unwrap_or(to)))
    }

    /// «Зять вон «Ниву» взял», «соседка вон берёт 150 рублей», «сосед такую же продал»: whether a relation at `k` does
    /// something of his own, and whether all that follows is about it.
    pub(super) fn tells_story(&self, list: &[Token], k: usize) -> Option<bool> {
        let end = self.part_end(k);
        let next = &list[k + 1..end.min(k + 6)];
        let far = next.iter().any(|t| t.is("вон"));
        let took = || next.iter().any(|t| has(&EARLIER.took, &t.low));
        let own = || &list[self.part_start(k).max(k.saturating_sub(NEAR))..end.min(k + NEAR)];
        let ours = || own().iter().any(|t| has(&EARLIER.ours, &t.low));
        // «Сосед, Петров Пётр, взял …» is named: he may be a side.
        let named = || next.iter().any(|t| lists::is_patronymic(&t.low));
        ((far || took()) && !ours() && !named()).then_some(far)
    }

    /// The part of this sentence before that of a token.
    pub(super) fn part_before(&self, k: usize) -> Option<(usize, usize)> {
        let at = self.parts.partition_point(|part| part.1 <= k);
        at.checked_sub(1).and_then(|before| self.parts.get(before)).copied()
    }

    /// Where the parts behind one of an earlier deal end to speak of it: before «а теперь», «мы», «но».
    pub(super) fn goes_on(&self, list: &[Token], end: usize) -> usize {
        let back = |k: &usize| has(&EARLIER.back, &list[*k].low);
        let to = self.to.min(end + FAR);
        (end..to).find(back).map_or(to, |k| self.part_start(k).max(end))
    }

    /// Where the parts behind one of the past end to tell of it: at the first without a past verb.
    pub(super) fn tells_past(&self, list: &[Token], end: usize) -> usize {
        let past = |t: &Token| {
            let long = t.low.chars().count() > 3;
            long && ["л", "ла", "ли", "ло", "лся", "лась", "лись"].iter().any(|ending| t.low.ends_with(ending))
        };
        let next = self.parts.iter().skip_while(|part| part.0 < end);
        let told = next.take_while(|part| part.1 - part.0 <= FAR && list[part.0..part.1].iter().any(past));
        told.last().map_or(end, |part| part.1)
    }

    /// «Может быть, 30 тысяч»: the comma behind a doubt that stands alone does not end it.
    pub(super) fn hedged_end(&self, list: &[Token], k: usize) -> usize {
        let (start, end) = (self.part_start(k), self.part_end(k));
        let alone = list[start..end].iter().filter(|t| t.is_word() || t.is_digits()).count() <= 2;
        if alone && end + 1 < self.to { self.part_end(end + 1).min(self.to) } else { end }
    }
}

/// The sentences of a text, in order.
pub(super) fn sentences(list: &[Token]) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    let mut from = 0;
    let mut paragraph = 0;
    for k in 0..list.len() {
        let next_line = list.get(k + 1).is_none_or(|next| next.line);
        let mark = matches!(list[k].low.as_str(), "?" | "!" | "…" | ";");
        if !(next_line || mark || (list[k].is(".") && full_stop(list, k))) {
            continue;
        }
        let asks = list[from..=k].iter().rev().take(3).any(|t| t.is("?"));
        out.push(Sentence { from, to: k + 1, block: k + 1, asks, parts: parts(list, from, k + 1) });
        from = k + 1;
        if next_line {
            for sentence in out.iter_mut().skip(paragraph) {
                sentence.block = k + 1;
            }
            paragraph = out.len();
        }
    }
    out
}

/// Parts of a sentence between commas, dashes, brackets and contrasting conjunctions.
fn parts(list: &[Token], from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = from;
    for k in from..to {
        let decimal = |k: usize| {
            k > from
                && list[k - 1].is_digits()
                && list[k].glued()
                && list.get(k + 1).is_some_and(|t| t.is_digits() && t.glued())
        };
        let cuts = match list[k].low.as_str() {
            "," => !decimal(k),
            "—" | "–" | "(" | ")" => true,
            "-" => !list[k].glued() && list.get(k + 1).is_some_and(|t| !t.glued()),
            _ => false,
        };
        if cuts || matches!(list[k].low.as_str(), "но" | "зато" | "однако") {
            if start < k {
                out.push((start, k));
            }
            start = if cuts { k + 1 } else { k };
        }
    }
    if start < to {
        out.push((start, to));
    }
    out
}
