//! Properties that exclude each other: a question about compression is not answered by a row of tension. A text that
//! names both, or none, is against nothing; the words are data (`knowledge/norms/words.toml`).

use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases::{self, Token};

/// For each pair of the lexicon the only side that a text names.
pub type Sides = Vec<Option<usize>>;

/// The sides that a text names.
#[must_use]
pub fn sides(text: &str) -> Sides {
    let tokens = phrases::tokens(text);
    lexicon::shared().rivals.iter().map(|one| only(&tokens, one)).collect()
}

fn only(tokens: &[Token], rivals: &lexicon::Rivals) -> Option<usize> {
    let mut named = (0..rivals.sides.len()).filter(|at| rivals.sides[*at].found(tokens));
    named.next().filter(|_| named.next().is_none())
}

/// Whether a text names another property instead of the one that is asked for.
#[must_use]
pub fn against(text: &str, asked: &Sides) -> bool {
    if asked.iter().all(Option::is_none) {
        return false;
    }
    let tokens = phrases::tokens(text);
    let all = lexicon::shared().rivals.iter().zip(asked);
    all.filter(|(_, side)| side.is_some()).any(|(one, side)| only(&tokens, one).is_some_and(|own| Some(own) != *side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_property_excludes_its_rival_only() {
        let asked = sides("прочность доски на сжатие");
        assert!(against("Растяжение вдоль волокон", &asked));
        for text in ["Сжатие вдоль волокон", "Изгиб", "Сжатие и растяжение вдоль волокон"]
        {
            assert!(!against(text, &asked), "{text}");
        }
        assert!(!against("Растяжение", &sides("прочность доски")), "what is not named excludes nothing");
        assert!(!against("Растяжение", &sides("прочность на сжатие и растяжение")), "both are asked for");
    }

    #[test]
    fn no_word_is_on_two_sides() {
        for one in &lexicon::shared().rivals {
            assert!(one.sides.len() > 1 && one.sides.iter().all(|side| !side.is_empty()));
        }
    }
}
