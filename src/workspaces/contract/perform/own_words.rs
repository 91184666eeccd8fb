//! What stands around a person's own term and is no part of it: words that announce it, words to the program behind it.

use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::bearing;
use crate::workspaces::contract::perform::own::{LEAST, MARKS};

/// «Доставка силами поставщика, я это уже указала»: a term without what is said to the program behind it.
pub(super) fn without_chatter(said: &str) -> &str {
    let low = folded(said);
    if low.len() != said.len() {
        return said;
    }
    let cut = MARKS.chatter.iter().filter_map(|words| low.rfind(words.as_str()).filter(|at| *at > 0)).min();
    let open = |at: &usize| low[..*at].ends_with([' ', ',', '—', '-']);
    cut.filter(open).map_or(said, |at| said[..at].trim_end_matches([' ', ',', '—', '–', '-', '(']))
}

/// Bytes of the words that announce a term.
pub(super) fn announced(part: &str) -> usize {
    let low = folded(part);
    if low.len() != part.len() {
        return 0;
    }
    let open = |c: char| !c.is_alphanumeric();
    let mut at = low.len() - low.trim_start_matches(open).len();
    // «И ещё условие: …»: several may follow each other.
    for _ in 0..4 {
        let rest = low.get(at..).unwrap_or_default();
        let fits = |mark: &&String| {
            rest.strip_prefix(mark.as_str()).is_some_and(|rest| rest.starts_with(open) || mark.ends_with(':'))
        };
        let marks = MARKS.open.iter().chain(&MARKS.lead).filter(fits);
        let Some(mark) = marks.max_by_key(|mark| mark.len()) else { break };
        at += mark.len();
        let rest = low.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start_matches(|c: char| open(c) && c != '«').len();
    }
    if part.get(at..).is_some_and(|rest| rest.split_whitespace().count() >= LEAST) { at } else { 0 }
}

/// Bytes from a rate to the number that bounds it.
const BOUND: usize = 90;

/// The piece with a rate and the share or sum right behind it that bounds it: «Пеня 0,1 % в день, но не более 10 % цены».
pub(super) fn capped(heard: &Heard<'_>, rate: (usize, usize)) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let next = heard.mentions.partition_point(|m| m.start < rate.1);
    let bounds = |m: &&Mention| matches!(m.kind, MentionKind::Percent { .. } | MentionKind::Money { .. });
    let cap = heard.mentions.get(next).filter(bounds)?;
    let gap = text.get(rate.1..cap.start).filter(|gap| gap.len() <= BOUND && !gap.contains(['.', ';', '\n']))?;
    if !bearing::ends_in_cap(gap) {
        return None;
    }
    let stops = [',', '.', ';', ':', '\n', '—'];
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let before = text.get(..rate.0)?;
    let cut = before.char_indices().rev().find(|(at, c)| stops.contains(c) && !digit(at + 1));
    let from = cut.map_or(0, |(at, c)| at + c.len_utf8());
    let rest = text.get(cap.end..)?;
    let stop = rest.char_indices().find(|(at, c)| stops.contains(c) && !digit(cap.end + at + 1));
    let to = stop.map_or(text.len(), |(at, _)| cap.end + at);
    let from = from + text[from..].len() - text[from..].trim_start().len();
    Some((from, to))
}

/// «… это тоже впишите»: whether a sentence orders itself into the contract.
pub(super) fn ordered(sentence: &str) -> bool {
    let low = folded(sentence);
    low.split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.write_in.iter().any(|order| order == word))
}
