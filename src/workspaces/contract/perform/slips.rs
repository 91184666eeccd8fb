//! What looks like one thing and means another: a year put right in the same breath, the number of a car's papers, two
//! days of the month where a field holds one.

use crate::engine::text::dates::day_number;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::{folded, is_numeral};
use crate::workspaces::contract::intake::provenance::Heard;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/slips.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    slip: Vec<String>,
    recant: Vec<String>,
    papers: Vec<String>,
    pair: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/slips.toml")).unwrap_or_default());

/// Bytes between a value and the year that mends it.
const SLIP: usize = 30;
/// Letters of a word that names nothing: «в», «нет», «ну».
const SMALL: usize = 3;
/// Bytes between a sum and the number that mends it.
const MEND: usize = 120;
/// Bytes before a number in which the word of its paper stands.
const PAPER: usize = 60;
/// Words between the word of a paper and its number: «СТС серия и номер …».
const WORDS: usize = 4;

/// Puts the mentions of a message right.
pub(super) fn mend(heard: &mut Heard<'_>) {
    let text = heard.turn.text.as_str();
    let mut out: Vec<Mention> = Vec::with_capacity(heard.mentions.len());
    for mention in &heard.mentions {
        match (&mention.kind, out.last_mut()) {
            (M::Passport { .. }, _) if of_paper(text, mention) => {}
            // Neither day alone is what was said.
            (M::DayOfMonth { .. }, _) if day_before(text, mention) => {
                let mut edge = mention.start;
                let is_day = |last: &&Mention| matches!(last.kind, M::DayOfMonth { .. });
                let number = |last: &&Mention| matches!(last.kind, M::Number { .. }) && last.end < mention.start;
                // «5, 15 и 25 числа»: the whole row goes.
                while let Some(last) = out.last().filter(|last| is_day(last) || edge == mention.start && number(last)) {
                    if edge.saturating_sub(last.end) > SLIP {
                        break;
                    }
                    edge = last.start;
                    out.pop();
                }
            }
            // «890 тысяч, ой, скинул ему, 875»: the second number leaves out the thousands of the first.
            (kind, Some(last)) if scaled(kind, last, text, mention.start).is_some() => {
                if let Some(sum) = scaled(kind, last, text, mention.start) {
                    *last = Mention { kind: sum, start: mention.start, end: mention.end };
                }
            }
            // «84 тысячи, вру, 86 400», «в Калуге… тьфу, в Туле»: the last word counts.
            (kind, Some(last)) if same_kind(kind, &last.kind) && recants(text, last.end, mention.start) => {
                *last = Mention { start: last.start, ..mention.clone() };
            }
            (kind, Some(last)) if mention.start - last.end <= SLIP => match (&last.kind, year(kind)) {
                (M::Date { .. }, Some(year)) if is_slip(text, last.end, mention.start) => {
                    if let M::Date { iso, .. } = &mut last.kind {
                        *iso = format!("{year:04}{}", iso.get(4..).unwrap_or_default());
                    }
                    last.end = mention.end;
                }
                _ => out.push(mention.clone()),
            },
            _ => out.push(mention.clone()),
        }
    }
    heard.mentions = out;
}

fn same_kind(one: &M, other: &M) -> bool {
    let counts = |kind: &M| matches!(kind, M::Money { .. } | M::Number { .. } | M::Quantity { .. });
    std::mem::discriminant(one) == std::mem::discriminant(other) || counts(one) && counts(other)
}

/// Whether a few words between two values take the first one back, and nothing else.
fn recants(text: &str, from: usize, to: usize) -> bool {
    let between = text.get(from..to).unwrap_or_default();
    if between.len() > SLIP || between.contains(['\n', ';', '!', '?']) {
        return false;
    }
    let between = plain(between);
    let words: Vec<&str> = between.split(' ').filter(|word| !word.is_empty()).collect();
    let recant = |word: &&&str| MARKS.recant.iter().any(|mark| mark == **word);
    // «Аванс 10 000, ой, и залог 20 000» speaks of another thing: nothing but small words stands between.
    let small = |word: &&str| word.chars().count() <= SMALL;
    words.iter().any(|word| recant(&word)) && words.iter().all(|word| recant(&word) || small(word))
}

/// The sum that a bare number mends: thousands and millions of the sum before it are meant again.
fn scaled(kind: &M, last: &Mention, text: &str, start: usize) -> Option<M> {
    let (M::Number { value }, M::Money { minor, currency, per }) = (kind, &last.kind) else { return None };
    let between = text.get(last.end..start)?;
    let mends =
        between.len() <= MEND && MARKS.slip.iter().any(|mark| plain(between).split(' ').any(|word| word == mark));
    let number: i64 = value.parse().ok()?;
    // «830 тысяч, ой нет, сторговались на 815 000»: nothing is left out.
    if mends && (1_000..1_000_000_000).contains(&number) {
        return Some(M::Money { minor: number.saturating_mul(100), currency: currency.clone(), per: per.clone() });
    }
    let scale = if minor % 100_000_000 == 0 && *minor >= 100_000_000 { 1_000_000 } else { 1_000 };
    let thousands = minor % 100_000 == 0 && number > 0 && number < 1_000;
    (mends && thousands).then(|| M::Money {
        minor: number.saturating_mul(scale * 100),
        currency: currency.clone(),
        per: per.clone(),
    })
}

/// Whether a sum of a message is said without its noughts («60 тысяч»): then nobody knows how much a bare «60» beside
/// it is.
pub(super) fn spoken_in_thousands(heard: &Heard<'_>) -> bool {
    let text = heard.turn.text.as_str();
    heard.mentions.iter().any(|mention| match &mention.kind {
        M::Money { minor, .. } => {
            let said = text.get(mention.start..mention.end).unwrap_or_default();
            let number = said.trim_start_matches(|c: char| !c.is_ascii_digit());
            let number =
                number.split(|c: char| !(c.is_ascii_digit() || c == ' ' || c == '\u{a0}')).next().unwrap_or("");
            let digits: String = number.chars().filter(char::is_ascii_digit).collect();
            digits.parse::<i64>().is_ok_and(|digits| digits.saturating_mul(100) < *minor)
        }
        _ => false,
    })
}

/// A bare number below a thousand.
pub(super) fn small_sum(mention: &Mention) -> bool {
    matches!(&mention.kind, M::Number { value } if value.parse::<i64>().is_ok_and(|number| number > 0 && number < 1_000))
}

fn year(kind: &M) -> Option<i32> {
    match kind {
        M::Year { year } => Some(*year),
        M::Number { value } => value.parse().ok().filter(|year| (1950..=2100).contains(year)),
        _ => None,
    }
}

/// Small letters, «е» for «ё», words parted by one space.
fn plain(text: &str) -> String {
    let low = text.to_lowercase().replace('ё', "е");
    low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether nothing stands between two bytes but the words of a slip.
fn is_slip(text: &str, from: usize, to: usize) -> bool {
    let between = plain(text.get(from..to).unwrap_or_default());
    MARKS.slip.iter().any(|mark| between == *mark || between.strip_suffix(" в").is_some_and(|own| own == mark))
}

/// The last words before a byte, nearest first.
fn before(text: &str, end: usize) -> Vec<String> {
    let mut from = end.saturating_sub(PAPER);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let near = text.get(from..end).unwrap_or_default();
    let near = near.rsplit([';', '\n', '.', ',']).next().unwrap_or_default();
    plain(near).split(' ').rev().map(str::to_owned).collect()
}

fn of_paper(text: &str, mention: &Mention) -> bool {
    let inside = plain(text.get(mention.start..mention.end).unwrap_or_default());
    let named = inside.contains("паспорт");
    !named && before(text, mention.start).iter().take(WORDS).any(|word| MARKS.papers.contains(word))
}

/// «10 и 25 числа»: another number is joined to the day.
fn day_before(text: &str, mention: &Mention) -> bool {
    let near = before(text, mention.start);
    let mut near = near.iter();
    let joined = near.next().is_some_and(|word| MARKS.pair.contains(word));
    joined && near.next().is_some_and(|word| word.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day)))
}

/// «Не 16. 18 тонн»: whether a number that is denied, and nothing else, stands right before a value.
pub(super) fn behind_denied(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let mut words = before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
    let last = words.next().map(folded).filter(|word| word != "а").or_else(|| words.next().map(folded));
    let number = last.is_some_and(|word| {
        word.bytes().all(|b| b.is_ascii_digit())
            || is_numeral(&word)
            || word.ends_with("го") && day_number(&word).is_some()
    });
    number && words.next().is_some_and(|word| folded(word) == "не")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_taken_back_by_small_words_alone() {
        for (between, want) in [
            (", вру, ", true),
            ("… тьфу, в ", true),
            (" — стоп, ", true),
            (", ой, и предоплата ", false),
            (", стоп, ещё залог ", false),
            (" и ", false),
            (".\nОй, ", false),
        ] {
            assert_eq!(recants(between, 0, between.len()), want, "{between}");
        }
    }
}
