//! Orders to edit the text of a contract: «в 1.1 замените «сайт» на «магазин»», «уберите пункт 4.2», «перепишите пункт 2».
//!
//! Clauses follow from facts: an order about their words is no term of the deal and no answer to a question. What can be
//! done by facts is done where the facts are written; the rest is answered in plain words (`talk`).

use crate::engine::text::folded;
use crate::engine::text::mention::MentionKind as M;
use crate::engine::text::parts::sentences;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::review;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/edits.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    replace: Vec<String>,
    rewrite: Vec<String>,
    remove: Vec<String>,
    add: Vec<String>,
    instead: Vec<String>,
    by: Vec<String>,
    places: Vec<String>,
    short: Vec<String>,
    empty: Vec<String>,
    into: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/edits.toml")).unwrap_or_default());

/// Bytes of a message that are looked at, and orders of one.
const LONGEST: usize = 8_000;
const MOST: usize = 20;
/// Words of an order.
const WORDS: usize = 40;

/// What an order asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Other words in the place of these.
    Replace {
        /// The words that stand.
        old: String,
        /// The words in their place.
        new: String,
    },
    /// Something about a place of the text that only its number names.
    Place,
}

/// An order with the bytes of its sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The sentence.
    pub span: (usize, usize),
    /// What it asks for.
    pub asked: Asked,
}

fn is(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

/// The orders of a message. «Добавьте в 5.3, что …» is none: what it adds is a term (see [`place`]).
#[must_use]
pub fn of(text: &str) -> Vec<Edit> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let read = |span: (usize, usize)| Some(Edit { span, asked: asked(text.get(span.0..span.1)?)? });
    sentences(text).into_iter().filter_map(read).take(MOST).collect()
}

/// The orders of the last words. A sentence that names a value («в 3.1 поменяйте срок на 3 месяца») tells a fact, and a
/// number without a dot counts a line of the list that was shown.
#[must_use]
pub fn heard(heard: &Heard<'_>) -> Vec<Edit> {
    let listed = heard.question.is_some_and(|record| record.keys.iter().any(|key| key == review::KEY));
    let valued = |(start, end): (usize, usize)| {
        let first = heard.mentions.partition_point(|m| m.start < start);
        heard.mentions.iter().skip(first).take_while(|m| m.end <= end).any(|m| {
            matches!(
                m.kind,
                M::Money { .. } | M::Date { .. } | M::DateRange { .. } | M::Duration { .. } | M::Percent { .. }
            )
        })
    };
    let mut all = if heard.turn.choice.is_some() { Vec::new() } else { of(&heard.turn.text) };
    all.retain(|edit| {
        let said = heard.turn.text.get(edit.span.0..edit.span.1).unwrap_or_default();
        let counts = listed
            && !said.as_bytes().windows(3).any(|w| w[0].is_ascii_digit() && w[1] == b'.' && w[2].is_ascii_digit());
        edit.asked != Asked::Place || !valued(edit.span) && !counts
    });
    all
}

/// The bytes of the orders of the last words.
#[must_use]
pub fn spans(heard: &Heard<'_>) -> Vec<(usize, usize)> {
    self::heard(heard).into_iter().map(|edit| edit.span).collect()
}

fn asked(sentence: &str) -> Option<Asked> {
    let low = folded(sentence);
    if low.len() != sentence.len() {
        return None;
    }
    let words: Vec<&str> =
        low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(WORDS).collect();
    let says = |list: &[String]| words.iter().any(|word| is(list, word));
    let marks = &*MARKS;
    if (says(&marks.replace) || says(&marks.instead))
        && let [old, new, ..] = quotations(sentence).as_slice()
    {
        let gap = low.get(old.1..new.0).unwrap_or_default();
        let mut between = gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let leads = between.any(|word| is(&marks.by, word)) || says(&marks.instead) && gap.contains(['—', '–', ',']);
        let own = |(start, end): (usize, usize)| {
            let quote = sentence.get(start..end).unwrap_or_default();
            quote.trim_matches(|c| matches!(c, '«' | '»' | '"' | '“' | '”' | '„')).trim().to_owned()
        };
        let (old, new) = (own(*old), own(*new));
        if leads && !old.is_empty() && !new.is_empty() {
            return Some(Asked::Replace { old, new });
        }
    }
    let orders = says(&marks.replace) || says(&marks.rewrite) || says(&marks.remove);
    // «Добавьте пункт 5.4» names a place and nothing to put there.
    let adds = says(&marks.add) && !words.iter().any(|word| word.chars().count() > 3 && !of_order(word));
    let named = || numbered(&low).is_some() || says(&marks.rewrite) && words.iter().any(|word| is_place(word));
    ((orders || adds) && named()).then_some(Asked::Place)
}

/// «Добавьте в 5.3, что …»: whether a sentence opens with an order to write something in.
#[must_use]
pub fn adds(sentence: &str) -> bool {
    let low = folded(sentence);
    let mut words = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.next().is_some_and(|word| is(&MARKS.add, word))
}

/// Whether a word only orders or names a place.
fn of_order(word: &str) -> bool {
    is(&MARKS.add, word) || is_place(word) || is(&MARKS.short, word) || is(&MARKS.empty, word)
}

fn is_place(word: &str) -> bool {
    MARKS.places.iter().any(|stem| word.starts_with(stem.as_str()))
}

/// The bytes of a place with its number: «пункт 4.2», «п. 3», «в 1.1».
fn numbered(low: &str) -> Option<(usize, usize)> {
    let digits =
        |at: usize| low[at..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(low.len(), |end| at + end);
    low.char_indices()
        .filter(|(at, c)| c.is_ascii_digit() && !low[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '.'))
        .find_map(|(at, _)| {
            let end = digits(at);
            let number = low[at..end].trim_end_matches('.');
            let before = low[..at].trim_end_matches([' ', '.', '№']);
            let from = before
                .rfind(|c: char| !c.is_alphanumeric())
                .map_or(0, |cut| cut + before[cut..].chars().next().map_or(1, char::len_utf8));
            let word = &before[from..];
            let dotted = number.contains('.') && is(&MARKS.into, word);
            let short = is(&MARKS.short, word);
            // «В 5.30 утра» is an hour.
            let whole = !low[end..].starts_with(|c: char| c.is_alphabetic() || c == '%' || c == '-');
            (whole && (is_place(word) || short || dotted)).then_some((from, at + number.len()))
        })
}

/// The bytes at the head of some words that name a place of the text, with the preposition before and the marks behind:
/// «в 5.3, что доступы передаём по акту».
#[must_use]
pub fn place(low: &str) -> Option<usize> {
    let first = low.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let (from, end) = numbered(low)?;
    let led = from == 0 || is(&MARKS.into, first) && low[first.len()..from.max(first.len())].trim().is_empty();
    let rest = &low[end..];
    let open = rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '«');
    led.then_some(end + rest.len() - open.len())
}

/// The quotations of a sentence with their marks.
fn quotations(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find(['«', '"', '“', '„']).map(|found| at + found) {
        let mark = text[open..].chars().next().unwrap_or('«');
        let from = open + mark.len_utf8();
        let closes = |c: char| match mark {
            '«' => c == '»',
            '"' => c == '"',
            _ => matches!(c, '”' | '“'),
        };
        let Some(close) = text[from..].find(closes).map(|found| from + found) else { break };
        at = close + text[close..].chars().next().map_or(1, char::len_utf8);
        out.push((open, at));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_read() {
        let read: Marks = toml::from_str(include_str!("../../../../knowledge/dialogue/edits.toml")).unwrap();
        assert!(!read.replace.is_empty() && !read.places.is_empty() && !read.into.is_empty());
    }

    #[test]
    fn an_order_to_edit_is_told_from_a_term() {
        let replace = |old: &str, new: &str| Some(Asked::Replace { old: old.into(), new: new.into() });
        for (text, want) in [
            ("В 1.1 замените «сайт» на «интернет-магазин»", replace("сайт", "интернет-магазин")),
            ("Поменяйте слово «станок» на \"фрезерный станок\"", replace("станок", "фрезерный станок")),
            ("Вместо «ремонт» напишите «отделка»", replace("ремонт", "отделка")),
            ("вместо «кот» — «кошка», пожалуйста", replace("кот", "кошка")),
            ("уберите пункт 4.2", Some(Asked::Place)),
            ("П. 3.1 удалите, пожалуйста", Some(Asked::Place)),
            ("перепишите пункт 2", Some(Asked::Place)),
            ("Переформулируйте раздел об ответственности", Some(Asked::Place)),
            ("добавьте пункт 5.4", Some(Asked::Place)),
            ("в 6.2 измените формулировку", Some(Asked::Place)),
            ("добавьте в 5.3, что доступы передаём по акту", None),
            ("уберите про курение", None),
            ("если сломается, замените стекло за 5 дней", None),
            ("Исполнитель переделывает работу за 3 дня", None),
            ("в 2 этапа, пункт выдачи на Мира, 5", None),
            ("поменяйте цену на 30 000", None),
            ("магазин «Сайт» на «Ленинской»", None),
        ] {
            let found = of(text);
            assert_eq!(found.first().map(|edit| edit.asked.clone()), want, "{text}");
        }
    }

    #[test]
    fn a_place_stands_before_what_is_added() {
        for (text, rest) in [
            ("в 5.3, что доступы передаём по акту", Some("что доступы передаём по акту")),
            ("в пункт 5.3: доступы передаём по акту", Some("доступы передаём по акту")),
            ("в п. 2 про ключи", Some("про ключи")),
            ("раздел 3, что собаку нельзя", Some("что собаку нельзя")),
            ("что в 2 раза дороже", None),
            ("в договор, что курить нельзя", None),
        ] {
            assert_eq!(place(text).map(|at| &text[at..]), rest, "{text}");
        }
    }
}
