//! A deal that needs a notary is taken as a draft for one.

use super::{LONGEST, MARKS, words_of};
use crate::engine::text::{folded, intent};

/// «Да, проект для нотариуса», «ну значит пойдём к нотариусу»: whether a part takes the text as a draft for the notary.
#[must_use]
pub fn takes_notary(part: &str) -> bool {
    let low = folded(&part.chars().take(LONGEST).collect::<String>());
    let words = words_of(&low);
    let says = |list: &[String]| words.iter().any(|word| list.iter().any(|stem| word.starts_with(stem.as_str())));
    let denied = words.iter().any(|word| matches!(*word, "не" | "без" | "нет" | "not" | "without" | "no"));
    says(&MARKS.notary) && says(&MARKS.draft) && !says(&MARKS.papers) && !denied && !intent::intent(part).question
}
