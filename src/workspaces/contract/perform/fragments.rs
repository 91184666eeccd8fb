//! Pieces of a sentence that say nothing by themselves: «не больше 10 %», «за 3 рабочих дня после подписания».

use crate::engine::text::folded;
use crate::engine::text::parts::sentence_at;
use serde::Deserialize;
use std::sync::LazyLock;

/// Words (`knowledge/dialogue/fragments.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Words before a number with which a piece says how long what stands before it may take.
    counted: Vec<String>,
    /// Words with which a piece begins that says nothing alone.
    leans: Vec<String>,
    /// The same at the beginning of a sentence.
    backs: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/fragments.toml")).unwrap_or_default());

/// Pieces that a piece takes along.
const PIECES: usize = 3;

/// «…, но не больше суммы долга»: a piece that says nothing without what stands before it.
pub(super) fn leans(part: &str) -> bool {
    begins(part, &MARKS.leans)
}

fn begins(part: &str, marks: &[String]) -> bool {
    let low = folded(part.trim_start_matches(|c: char| !c.is_alphanumeric()));
    marks.iter().any(|mark| {
        low.strip_prefix(mark.as_str()).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// Where a piece begins that says something by itself.
pub(super) fn whole_from(text: &str, (start, end): (usize, usize)) -> usize {
    let (mut from, _) = sentence_at(text, start);
    // «…, предупредив за сутки; кроме аварии»: a semicolon parts no more than a comma does here.
    let head = text.get(..from).unwrap_or_default().trim_end();
    let own = text.get(start..end).unwrap_or_default();
    // «… не сдаёт под пекарню. Нарушил — штраф 100 000»: so does a sentence that speaks of the one before.
    let goes_on = head.ends_with(';') && leans(own) || head.ends_with('.') && begins(own, &MARKS.backs);
    if goes_on && text[from..start].trim().is_empty() {
        from = sentence_at(text, head.len() - 1).0;
        return from + text[from..].len() - text[from..].trim_start().len();
    }
    let mut at = start;
    for _ in 0..PIECES {
        let part = text.get(at..end).unwrap_or_default();
        if at <= from || !leans(part) && !counts_on(part) {
            break;
        }
        let before = text.get(from..at).unwrap_or_default().trim_end_matches([',', ' ', '—', '-']);
        let comma = before.match_indices(", ").last().map(|(comma, mark)| comma + mark.len());
        at = from + comma.unwrap_or(0);
    }
    at
}

/// «За 3 рабочих дня …», «на 10 дней»: how long what stands before it may take.
fn counts_on(part: &str) -> bool {
    let low = folded(part.trim_start_matches(|c: char| !c.is_alphanumeric()));
    let mut words = low.split_whitespace();
    let first = words.next().unwrap_or_default();
    MARKS.counted.iter().any(|word| word == first)
        && words.next().is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{MARKS, whole_from};

    #[test]
    fn a_piece_that_says_nothing_alone_takes_the_one_before_it_along() {
        assert!(!MARKS.counted.is_empty() && !MARKS.leans.is_empty(), "the file is not read");
        for (text, piece, whole) in [
            ("Аванс 444 000 рублей, за 3 рабочих дня после подписания", "за 3", "Аванс"),
            ("Материалы мои, заказчик вправе отказаться, если этап задержан", "если", "заказчик"),
            ("Пеня 0,1 % в день, не больше 10 %", "не больше", "Пеня"),
            ("Ключи два. Входит при мне, за сутки; кроме аварии", "кроме", "Входит"),
            ("Не сдаёт под пекарню. Нарушил — штраф 100 000", "Нарушил", "Не сдаёт"),
            ("Цена 38 000, за курение штраф 500", "за курение", "за курение"),
        ] {
            let at = |words: &str| text.find(words).unwrap();
            assert_eq!(whole_from(text, (at(piece), text.len())), at(whole), "{text}");
        }
    }
}
