//! Which of two values a short answer picks.

use super::{BRIEF, MARKS, is_soft, is_yes, words_of};
use crate::engine::text::folded;
use crate::engine::text::parts::sentences;
use crate::workspaces::contract::intake::provenance::Heard;

/// «Второе», «верно первое значение»: which of two values a short first sentence picks, with its bytes.
#[must_use]
pub fn picks(heard: &Heard<'_>) -> Option<(usize, (usize, usize))> {
    let text = heard.turn.text.as_str();
    let first = *sentences(text).first()?;
    let low = folded(text.get(first.0..first.1)?);
    let words = words_of(&low);
    let place = |word: &&str| MARKS.ordinals.iter().take(2).position(|stem| word.starts_with(stem.as_str()));
    let mut named = words.iter().filter_map(place);
    let (one, None) = (named.next()?, named.next()) else { return None };
    let only = words.iter().all(|word| {
        place(word).is_some() || is_yes(word) || is_soft(word) || MARKS.values.iter().any(|one| one == word)
    });
    (only && words.len() <= BRIEF).then_some((one, first))
}
