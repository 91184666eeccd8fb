//! Sentences of a message.

use crate::engine::text::token::fold;
use crate::engine::work;

/// Sentences: they end at a line, a semicolon, or a dot before a capital letter or a number.
#[must_use]
pub fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    work::spend(text.len());
    for (at, sign) in text.char_indices() {
        let rest = &text[at + sign.len_utf8()..];
        let ends = match sign {
            '\n' | ';' => true,
            '.' | '!' | '?' => {
                let mut next = rest.chars();
                let gap = next.next().is_some_and(char::is_whitespace);
                // «… убрать. «Риск» — верно»: a quotation begins a sentence by its first letter.
                let first = next.find(|c| !matches!(c, '«' | '"' | '“' | '„' | '('));
                let capital = first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
                // The words before it are read only where a sentence may end: between two such places stands a space.
                let small = first.is_some_and(char::is_lowercase);
                gap && (capital || small) && {
                    let mut before = text[start..at].split_whitespace().rev();
                    let last = before.next().unwrap_or_default();
                    let counted = before.next().is_some_and(|word| word.ends_with(|c: char| c.is_ascii_digit()));
                    work::spend(last.len());
                    // Who writes without capitals ends sentences too; behind a long word a dot abbreviates nothing.
                    let whole = capital || last.chars().count() > LONG && last.chars().all(char::is_alphabetic);
                    whole && (counted || !is_short(last))
                }
            }
            _ => false,
        };
        if ends {
            out.push((start, at + sign.len_utf8()));
            start = at + sign.len_utf8();
        }
    }
    out.push((start, text.len()));
    out.retain(|&(start, end)| !text[start..end].trim().is_empty());
    out
}

/// Bytes on either side of a place among which its sentence is looked for: what is asked of every name of a message stays
/// linear in its length.
const REACH: usize = 1_000;

/// The sentence in which a byte lies, cut where it is longer than anybody writes.
#[must_use]
pub fn sentence_at(text: &str, at: usize) -> (usize, usize) {
    let from = text.floor_char_boundary(at.saturating_sub(REACH));
    let to = text.ceil_char_boundary(at.saturating_add(REACH).min(text.len()));
    let near = sentences(&text[from..to]).into_iter().map(|(start, end)| (from + start, from + end));
    near.into_iter().find(|(start, end)| *start <= at && at < *end).unwrap_or((from, to))
}

/// Letters of the longest abbreviation.
const LONG: usize = 4;

/// Initials and abbreviations that are followed by a name: «И. И.», «г. Москва», «ул. Мира».
fn is_short(word: &str) -> bool {
    let low = fold(word);
    let low = low.trim_matches(|c: char| !c.is_alphanumeric());
    let letters = low.chars().filter(|c| c.is_alphabetic()).count();
    let known = [
        "ул",
        "кв",
        "стр",
        "корп",
        "пер",
        "пр",
        "наб",
        "обл",
        "пос",
        "им",
        "гр",
        "ст",
        "уч",
        "оф",
        "пом",
        "эт",
        "лит",
        "тел",
        "руб",
        "корп",
        "дом",
        "г",
        "№",
        "гор",
        "респ",
        "кат",
        "зав",
        "инв",
        "помещ",
        "каб",
        "комн",
        "влд",
        "мкр",
        "просп",
        "бул",
        "зам",
        "ген",
        "дир",
        "исп",
        "рег",
    ]
    .contains(&low);
    known || (letters == 1 && low.chars().count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_people_end_them() {
        let cut = |text: &str| sentences(text).iter().map(|&(s, e)| text[s..e].trim().to_owned()).collect::<Vec<_>>();
        assert_eq!(cut("Диван серый. Цена 18 000 рублей"), ["Диван серый.", "Цена 18 000 рублей"]);
        assert_eq!(cut("г. Москва, ул. Мира, д. 5"), ["г. Москва, ул. Мира, д. 5"]);
        assert_eq!(cut("Получатель Иванов И. И. Плата 5 000 ₽"), ["Получатель Иванов И. И. Плата 5 000 ₽"]);
        assert_eq!(cut("цемент М500. Количество 20 т. Цена 8 200"), ["цемент М500.", "Количество 20 т.", "Цена 8 200"]);
        assert_eq!(cut("штрафы на нем. осаго на мне, ул. мира"), ["штрафы на нем. осаго на мне, ул. мира"]);
        assert_eq!(cut("платит сразу. за город нельзя"), ["платит сразу.", "за город нельзя"]);
        assert_eq!(cut("станок; бывший в работе\nцена 5"), ["станок;", "бывший в работе", "цена 5"]);
    }
}
