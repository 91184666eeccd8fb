//! Sentences that put right or confirm what was shown before: «остальное верно, только срок …», «не совсем», «я ошибся, …»,
//! «не 1, а 15». They speak of what stands already and answer no open question in words.

use super::{is_rest_right, takes_what_stands, words_of};
use crate::engine::text::folded;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/mended.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    /// Words that put something right, those that may stand before them, and the same in several words.
    words: Vec<String>,
    ahead: Vec<String>,
    phrases: Vec<String>,
    /// Words that deny what was shown before the right ones follow.
    denies: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../../knowledge/dialogue/mended.toml")).unwrap_or_default());

/// Words before the one that puts right: «ой, я ошибся».
const AHEAD: usize = 3;

/// Whether a sentence opens so.
#[must_use]
pub fn opens(sentence: &str) -> bool {
    let low = folded(sentence);
    let words = words_of(&low);
    let first = low.split([',', ';', '—', '–', ':']).find(|piece| !words_of(piece).is_empty()).unwrap_or_default();
    let ahead = |word: &&&str| MARKS.ahead.iter().any(|one| one == **word);
    let lead = words.iter().take(AHEAD).take_while(ahead).count();
    let mends = words.get(lead).is_some_and(|word| MARKS.words.iter().any(|one| one == word));
    let rest = words.get(lead..).unwrap_or_default().join(" ") + " ";
    let phrase = MARKS.phrases.iter().any(|phrase| rest.starts_with(&format!("{phrase} ")));
    is_rest_right(first) || takes_what_stands(sentence) || mends || phrase || exchanges(&words)
}

/// Where the right words begin behind a denial: «нет, ведение учёта и сдача отчётности».
#[must_use]
pub fn behind_denial(text: &str) -> Option<usize> {
    let low = text.to_lowercase();
    // Small letters of another length would move the place.
    let head = MARKS.denies.iter().filter(|_| low.len() == text.len()).filter_map(|mark| {
        let rest = low.strip_prefix(mark.as_str())?;
        let behind = rest.trim_start_matches([',', ':', ';', '.', '!', '—', '–', '-', ' ']);
        (behind.len() < rest.len() && !behind.is_empty()).then(|| text.len() - behind.len())
    });
    head.max()
}

/// «Не 1 марта, а 15 марта»: one number is denied for another.
fn exchanges(words: &[&str]) -> bool {
    let number = |word: Option<&&str>| word.is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let denied = words.iter().enumerate().position(|(at, word)| *word == "не" && number(words.get(at + 1)));
    let behind = denied.and_then(|at| words.get(at + 2..)).unwrap_or_default();
    behind.windows(2).any(|pair| pair[0] == "а" && number(pair.get(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_words_begin_behind_the_denial() {
        for (text, want) in [
            ("Нет, ведение учёта", Some("ведение учёта")),
            ("не совсем: плитка и сантехника", Some("плитка и сантехника")),
            ("нетто 5 кг", None),
            ("нет", None),
            ("да, всё так", None),
        ] {
            assert_eq!(behind_denial(text).and_then(|at| text.get(at..)), want, "{text}");
        }
    }

    #[test]
    fn a_sentence_that_puts_right_is_no_answer() {
        for (text, want) in [
            ("Остальное верно, только срок не 1 марта, а 15 марта 2027", true),
            ("Прочее верно, цену поменяйте", true),
            ("Всё верно, только адрес другой", true),
            ("Не совсем: заказчик не ООО", true),
            ("Ой, я ошибся, не 5 штук, а 6", true),
            ("исправьте адрес на Мира, 7", true),
            ("Я перепутала, залога нет", true),
            ("срок не 1 марта, а 15 марта", true),
            ("Исправление ошибок в программе учёта", false),
            ("Сайт-визитка на 5 страниц", false),
            ("не сайт, а приложение для склада", false),
            ("Верность рецептуре и дегустации", false),
            ("Ошибочно зачисленные платежи сверяет бухгалтер", false),
        ] {
            assert_eq!(opens(text), want, "{text}");
        }
    }
}
