//! What each word of a question is worth. People tell a scene and then ask: the sentence that asks names the thing, the
//! others limit it. What they offer as an answer («мастера хотят 400 мм») names nothing, and verbs are
//! the person's own: norms say the same with other verbs.

use crate::engine::citation::numbers::amounts;
use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases;
use crate::workspaces::norms::perform::words::{FIGURE, Term, stems};
use std::collections::HashSet;

/// What a word of a sentence is worth that does not ask.
const SCENE: f64 = 0.5;
/// The same when the sentence that asks points back at it: «какой ширины он должен быть».
const MEANT: f64 = 0.75;
/// What a verb is worth.
const VERB: f64 = 0.5;
/// What a word of an offer is worth: less than a number.
const OFFER: f64 = 0.2;
/// Words of the question from which on it names its thing itself.
const ENOUGH: usize = 3;

/// Sentences of a question: they end with a mark behind which another one begins.
fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, mark) in text.char_indices().filter(|(_, c)| matches!(c, '.' | '?' | '!' | '\n' | '…')) {
        let end = at + mark.len_utf8();
        let next = &text[end..];
        let begins = next.trim_start().chars().next().is_none_or(|c| c.is_uppercase() || !c.is_alphanumeric());
        let parted = mark == '\n' || next.is_empty() || next.starts_with(char::is_whitespace);
        if begins && parted {
            out.push(&text[from..end]);
            from = end;
        }
    }
    out.push(&text[from..]);
    out.retain(|piece| piece.contains(char::is_alphanumeric));
    out
}

/// Lowers what asks nothing; returns the words of the scene that are lowered.
pub fn weigh(text: &str, terms: &mut [Term]) -> Vec<Term> {
    for term in terms.iter_mut().filter(|term| is_verb(&term.word)) {
        term.weight = term.weight.min(VERB);
    }
    let pieces = sentences(text);
    if pieces.len() < 2 {
        return Vec::new();
    }
    let lexicon = lexicon::shared();
    let tokens: Vec<Vec<phrases::Token>> = pieces.iter().map(|piece| phrases::tokens(piece)).collect();
    let which = |is: &dyn Fn(usize) -> bool| (0..pieces.len()).filter(|at| is(*at)).collect::<Vec<usize>>();
    let mut asking = which(&|at| lexicon.interrogative.found(&tokens[at]));
    if asking.is_empty() {
        asking = which(&|at| pieces[at].contains('?'));
    }
    if asking.is_empty() || asking.len() == pieces.len() {
        return Vec::new();
    }
    let own = |list: &[usize]| -> HashSet<String> {
        list.iter().flat_map(|at| stems(pieces[*at])).map(|(_, stem)| stem).collect()
    };
    let asked = own(&asking);
    let names = terms.iter().filter(|term| term.weight > VERB && asked.contains(&term.stem)).count();
    let offering = which(&|at| !asking.contains(&at) && lexicon.offers.found(&tokens[at]));
    let telling = which(&|at| !asking.contains(&at) && !offering.contains(&at));
    let told = own(&telling);
    let back = asking.iter().any(|at| lexicon.pronouns.found(&tokens[*at]));
    let worth = match (names < ENOUGH, back) {
        (true, _) => 1.0,
        (false, true) => MEANT,
        (false, false) => SCENE,
    };
    let mut scene = Vec::new();
    for term in terms.iter_mut().filter(|term| !asked.contains(&term.stem)) {
        let most = if told.contains(&term.stem) { worth } else { OFFER };
        if told.contains(&term.stem) && term.weight > FIGURE && worth < 1.0 {
            scene.push(term.clone());
        }
        term.weight = term.weight.min(most);
    }
    scene
}

/// «Уведомить», «устраивать», «поднимаемся»; nouns in «-ость» and short ones are none.
fn is_verb(word: &str) -> bool {
    const ENDS: [&str; 13] =
        ["ать", "ять", "ить", "еть", "уть", "ться", "тись", "ется", "ются", "ится", "ятся", "емся", "имся"];
    word.chars().count() >= 6 && ENDS.iter().any(|end| word.ends_with(end)) && !word.ends_with("рукоять")
}

/// The quantity of the unit behind «сколько»: «за сколько минут», «через сколько метров».
#[must_use]
pub fn counted_unit(text: &str) -> Option<String> {
    let tokens = phrases::tokens(text);
    let behind = tokens.windows(2).find(|two| two[0].low.starts_with("скольк"))?;
    amounts(&format!("5 {}", behind[1].low)).pop().map(|one| one.dimension)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::words;

    fn weights(text: &str) -> Vec<(String, f64)> {
        let mut terms = words::terms(text, &HashSet::new());
        weigh(text, &mut terms);
        terms.into_iter().map(|term| (term.word, term.weight)).collect()
    }

    fn worth(text: &str, word: &str) -> f64 {
        weights(text).into_iter().find(|(own, _)| own == word).map_or(-1.0, |(_, weight)| weight)
    }

    #[test]
    fn the_sentence_that_asks_names_the_thing() {
        let mast = "На каком расстоянии от ограды размещается ось флагштока? Плотники хотят 300 мм.";
        assert!(worth(mast, "флагштока") > 0.9 && worth(mast, "ограды") > 0.9);
        assert!(worth(mast, "плотники") < FIGURE);
        let barn = "Перестраиваем амбар под склад. Какой ширины проход между рядами стеллажей?";
        assert_eq!(worth(barn, "амбар"), SCENE);
        assert_eq!(worth(barn, "проход"), 1.0);
    }

    #[test]
    fn what_the_question_points_back_at_or_does_not_name_is_meant() {
        assert_eq!(
            worth("По галерее ходят 70 человек. Какой ширины в чистоте между опорами она должна быть?", "галерее"),
            MEANT
        );
        assert_eq!(worth("Железный каркас амбара. Какой зазор?", "каркас"), 1.0);
        assert_eq!(worth("Толщина полки амбара. Сталь обычная", "сталь"), 1.0, "nothing asks: nothing is lowered");
        assert_eq!(worth("ширина марша по п. 5.3 для дома", "дома"), 1.0, "an abbreviation ends no sentence");
    }

    #[test]
    fn verbs_and_units() {
        assert_eq!(worth("за сколько дней уведомить хозяина", "уведомить"), VERB);
        assert_eq!(worth("поднимаемся на четыре ступени", "поднимаемся"), VERB);
        assert_eq!(worth("поднимаемся на четыре ступени", "четыре"), FIGURE);
        assert_eq!(worth("плотность кладки", "плотность"), 1.0);
        assert_eq!(counted_unit("За сколько минут максимум").as_deref(), Some("minute"));
        assert_eq!(counted_unit("через сколько метров ставить швы").as_deref(), Some("length"));
        assert_eq!(counted_unit("сколько выходов нужно"), None);
    }
}
