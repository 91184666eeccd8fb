//! What stands around a person's own term and is no part of it: words that announce it, words to the program behind it.

use crate::engine::text::folded;
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
/// Whether words behind a share bound it by another number: «…, но не более 10 %».
pub(super) fn caps(behind: &str) -> bool {
    let digits = behind.match_indices(|c: char| c.is_ascii_digit());
    digits.map(|(at, _)| &behind[..at]).any(bearing::ends_in_cap)
}
