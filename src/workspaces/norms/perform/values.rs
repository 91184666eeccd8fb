//! The values of a sentence as norms write them: amounts with units; multiples of a size of the element («не менее 3d»);
//! bare numbers of a list whose opening names the unit («ширину, м, не менее: … — 1,4»). Each value has a quantity that
//! governs it: the last word of measure before it.

use crate::engine::citation::amounts::Decimal;
use crate::engine::citation::numbers::{Amount, amounts};
use crate::engine::corpus::table_check::units;
use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases::{self, Token};
use regex::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Words before the other side of a comparison.
const COMPARED: [&str; 6] = ["менее", "более", "меньше", "больше", "превышать", "превышает"];
/// What parts a clause from the one before it.
const ENDS: [char; 4] = [',', ';', ':', '('];
/// Beginnings of words that ask for a quantity.
const ASKING: [&str; 4] = ["как", "каков", "минимальн", "максимальн"];
/// Words behind them among which the quantity stands.
const ASKED: usize = 2;
/// Endings of a measure that is told of a thing: «шириной 2 м», «диаметром 110 мм».
const GIVEN: [&str; 3] = ["ой", "ою", "ом"];
/// Words before a value among which the one that governs it is looked for.
const NEAR: usize = 40;

static MULTIPLE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[\s(–—-])((\d+(?:[.,]\d+)?)\s?(?:d|h0|h|b|t|ds|l0))(?:[\s,.;:)]|$)").ok());
static LISTED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:[—–]\s?|\s-\s|[.…]{3,}\s?)(\d+(?:[.,]\d+)?)(\s*\p{L}|°|%)?").ok());

/// «1,5 — перед лифтами»: the value of an item stands before the dash.
static LEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?:[—–-]\s*)?(\d+(?:[.,]\d+)?)\s+[—–-]\s+\p{L}").ok());

/// «EI 30», «REI 150»: limits of fire resistance.
static FIRE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s(])((?:REI|REW|REIW|RE|R|EIWS|EIW|EIS|EI|EW|E|I)\s?\d{2,3})(?:[\s,.;:)]|$)").ok()
});

/// «В30», «F150», «W6»: classes and grades of a material.
static GRADE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[\s(])((?:[ВBFWDАAC]|М)\s?\d{1,4}(?:,5)?)(?:[\s,.;:)]|$)").ok());

/// What belongs to the number behind it: «1,95·», «6,0 ».
static PRODUCT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:\d+(?:[.,]\d+)?\s?[·∙]|\d+[.,]\d+ )$").ok());

/// Words before a value among which «при» is looked for.
const CONDITIONAL: usize = 5;
/// Words between one of the lexicon's `beyond` and its number at most: «свыше чем на 10».
const SLACK: usize = 2;

/// A value of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Bytes of the text: the number with its unit.
    pub at: Range<usize>,
    /// What it measures.
    pub dimension: String,
    /// Its number as it is written.
    pub value: String,
    /// Its unit as it is written, or as the opening of its list names it.
    pub unit: String,
}

/// The values of a sentence; `opens` are the words that open its list. Of a sentence that has others, the conditions
/// («при высоте более 28 м») are left out.
#[must_use]
pub fn values(text: &str, opens: &str) -> Vec<Found> {
    let all = every(text, opens);
    let own: Vec<Found> = all.iter().filter(|one| !is_condition(text, one)).cloned().collect();
    if own.is_empty() { all } else { own }
}

/// Whether a value is the bound of a condition.
#[must_use]
pub fn is_condition(text: &str, one: &Found) -> bool {
    let before = &text[..one.at.start];
    if subordinate(before) {
        return true;
    }
    // «При ширине кабины 2100 мм»: the measure that governs it belongs to a condition.
    if under_condition(&before[before.rfind(ENDS).map_or(0, |at| at + 1)..]) {
        return true;
    }
    // «Более 28 м», «выше 10 м»: a condition, unless «не» turns it into a bound.
    let clause = &before[before.rfind(ENDS).map_or(0, |at| at + 1)..];
    let tokens = phrases::tokens(clause);
    // «Свыше чем на 10»: short words may stand between, a number may not («свыше 40 м — 1,6»).
    let short = |token: &Token| token.low.chars().count() <= 3 && !token.low.starts_with(|c: char| c.is_ascii_digit());
    let near = (tokens.len().saturating_sub(SLACK + 1)..tokens.len()).rev();
    let is_beyond = |at: &usize| lexicon::shared().beyond.found(std::slice::from_ref(&tokens[*at]));
    let Some(at) = near.take_while(|at| tokens[at + 1..].iter().all(short)).find(is_beyond) else {
        return false;
    };
    at == 0 || tokens[at - 1].low != "не"
}

/// Whether a value behind these words is compared with in a subordinate clause: «если глубина не превышает 2,5 м».
fn subordinate(before: &str) -> bool {
    let clause = &before[before.rfind(ENDS).map_or(0, |at| at + 1)..];
    let tokens = phrases::tokens(clause);
    let compares = tokens.last().is_some_and(|last| COMPARED.contains(&last.low.as_str()));
    compares && lexicon::shared().subordinate.begin(&tokens)
}

/// Whether a clause ends with «при ширине …»: a word of condition, a measure right behind it, and no other measure, number
/// or bound up to the value.
fn under_condition(clause: &str) -> bool {
    let lexicon = lexicon::shared();
    let tokens = phrases::tokens(clause);
    let is = |at: usize| lexicon.conditional.found(std::slice::from_ref(&tokens[at]));
    let Some(at) = (0..tokens.len()).rev().take(CONDITIONAL).find(|at| is(*at)) else { return false };
    let rest = &tokens[at + 1..];
    let plain = |token: &Token| {
        !token.low.starts_with(|c: char| c.is_ascii_digit())
            && measure(token).is_none()
            && !lexicon.beyond.found(std::slice::from_ref(token))
            && !COMPARED.contains(&token.low.as_str())
    };
    rest.first().is_some_and(|first| measure(first).is_some()) && rest[1..].iter().all(plain)
}

fn every(text: &str, opens: &str) -> Vec<Found> {
    if let Some(unit) = shared_unit(opens) {
        let listed = listed(text, unit);
        if !listed.is_empty() {
            return listed;
        }
    }
    let mut out: Vec<Found> = amounts(text).into_iter().map(|one| of_amount(text, one)).collect();
    let ends: Vec<bool> = out.iter().map(|one| is_end_of_range(one, &out)).collect();
    let mut ends = ends.into_iter();
    out.retain(|_| !ends.next().unwrap_or(false));
    out.extend(multiples(text));
    out.extend(marked(text, &FIRE, "fire"));
    out.sort_by_key(|one| one.at.start);
    out
}

fn of_amount(text: &str, one: Amount) -> Found {
    // «1,95·10 МПа», «6,0 3,6 м»: what the print lost its sign or exponent of is one value with what stands before it.
    let before = &text[..one.range.start];
    let whole = PRODUCT.as_ref().and_then(|product| product.find(before));
    let at = whole.map_or(one.range.start, |whole| whole.start())..one.range.end;
    let (value, unit) = split(&text[one.range]);
    let value = format!("{}{value}", whole.map_or("", |whole| whole.as_str()));
    Found { at, dimension: one.dimension, value, unit }
}

/// «1—2 см» is one value: its second number is none of its own.
fn is_end_of_range(one: &Found, all: &[Found]) -> bool {
    let holds = |other: &Found| {
        other.at.start < one.at.start && one.at.end <= other.at.end && other.value.ends_with(&one.value)
    };
    all.iter().any(|other| holds(other) && other.value.contains(['-', '–', '—', 'х', '×', 'x']))
}

/// Bytes of a group of thousands that a space parts from what stands before it.
fn thousands(rest: &str) -> Option<usize> {
    let gap = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{a0}'))?.len_utf8();
    let digits = rest[gap..].bytes().take_while(u8::is_ascii_digit).count();
    (digits == 3).then_some(gap + 3)
}

/// «150 мм» → the number and its unit.
fn split(amount: &str) -> (String, String) {
    let mut end = amount.find(|c: char| !(c.is_ascii_digit() || ",.-–—х×x".contains(c))).unwrap_or(amount.len());
    // «10 000 м2»: groups of thousands belong to the number.
    while let Some(group) = thousands(&amount[end..]) {
        end += group;
    }
    let trimmed = amount[..end].trim_end_matches([',', '.', '-', '–', '—', 'х', '×', 'x']);
    if trimmed.is_empty() {
        // «три рабочих дня»: the number in words, its unit behind it.
        let (word, rest) = amount.split_once([' ', '\u{a0}']).unwrap_or((amount, ""));
        return (spelled(word), rest.to_owned());
    }
    // «20, 25 и 30 мм»: the unit is what stands behind the last number.
    let rest = &amount[trimmed.len()..];
    let mut numbers =
        rest.char_indices().filter(|(at, c)| c.is_ascii_digit() && rest[..*at].ends_with(char::is_whitespace));
    let unit = numbers
        .next_back()
        .map_or(rest, |(at, _)| rest[at..].trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.')));
    (trimmed.to_owned(), unit.trim_start_matches([' ', '\u{a0}', '-', '–', '—']).to_owned())
}

/// A number in words, in digits.
fn spelled(word: &str) -> String {
    crate::engine::citation::amounts::numeral(&word.to_lowercase())
        .map_or_else(|| word.to_owned(), |one| one.to_string())
}

/// The only unit that the opening of a list names as its own («, м, не менее:»).
fn shared_unit(opens: &str) -> Option<&'static str> {
    match units(opens.trim_end_matches([':', ' '])).as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Bare numbers behind dashes or leaders.
fn listed(text: &str, unit: &str) -> Vec<Found> {
    let (Some(pattern), Some(leading)) = (LISTED.as_ref(), LEADING.as_ref()) else { return Vec::new() };
    let dimension = amounts(&format!("1 {unit}")).first().map(|one| one.dimension.clone()).unwrap_or_default();
    let first: Vec<regex::Captures<'_>> = leading.captures(text).into_iter().collect();
    let found = if first.is_empty() {
        pattern.captures_iter(text).filter(|found| found.get(2).is_none()).collect()
    } else {
        first
    };
    found
        .into_iter()
        .filter_map(|found| {
            let number = found.get(1)?;
            Some(Found {
                at: number.range(),
                dimension: dimension.clone(),
                value: number.as_str().to_owned(),
                unit: unit.to_owned(),
            })
        })
        .collect()
}

/// «3d», «0,5h0»: times a size of the element.
fn multiples(text: &str) -> Vec<Found> {
    let Some(pattern) = MULTIPLE.as_ref() else { return Vec::new() };
    pattern
        .captures_iter(text)
        .filter_map(|found| {
            let (whole, number) = (found.get(1)?, found.get(2)?);
            Decimal::read(&number.as_str().replace(',', "."))?;
            Some(Found {
                at: whole.range(),
                dimension: "length".to_owned(),
                value: number.as_str().to_owned(),
                unit: whole.as_str()[number.as_str().len()..].trim().to_owned(),
            })
        })
        .collect()
}

/// Classes and grades of a sentence; they are values only of a question that asks for one.
#[must_use]
pub fn grades(text: &str) -> Vec<Found> {
    marked(text, &GRADE, "grade")
}

/// «EI 30», «В30»: the mark is part of the value.
fn marked(text: &str, pattern: &LazyLock<Option<Regex>>, dimension: &str) -> Vec<Found> {
    let Some(pattern) = pattern.as_ref() else { return Vec::new() };
    let found = pattern.captures_iter(text).filter_map(|found| found.get(1));
    found
        .map(|whole| Found {
            at: whole.range(),
            dimension: dimension.to_owned(),
            value: whole.as_str().to_owned(),
            unit: String::new(),
        })
        .collect()
}

/// The measures that a text speaks of, by their place in the lexicon.
#[must_use]
pub fn measures(text: &str) -> BTreeSet<usize> {
    let tokens = phrases::tokens(text);
    tokens.iter().filter_map(measure).collect()
}

/// The measure that a question asks for: the first it names; later ones are conditions, and so is one that its value
/// stands behind («корпус высотой 20 метров»).
#[must_use]
pub fn first_measure(text: &str) -> BTreeSet<usize> {
    let tokens = phrases::tokens(text);
    let number =
        |at: usize| tokens.get(at).is_some_and(|next: &Token| next.low.starts_with(|c: char| c.is_ascii_digit()));
    let given = |at: usize| GIVEN.iter().any(|end| tokens[at].low.ends_with(end)) && (number(at + 1) || number(at + 2));
    (0..tokens.len()).filter(|at| !given(*at)).find_map(|at| measure(&tokens[at])).into_iter().collect()
}

/// The measure that stands right behind the word that asks («пандус с уклоном …, марш какой длины»), else the first one.
#[must_use]
pub fn asked_measure(text: &str) -> BTreeSet<usize> {
    let tokens = phrases::tokens(text);
    let asks = |token: &Token| ASKING.iter().any(|word| token.low.starts_with(word));
    let behind = tokens.iter().enumerate().filter(|(_, token)| asks(token));
    let found = behind.flat_map(|(at, _)| tokens[at + 1..].iter().take(ASKED)).find_map(measure);
    found.map_or_else(|| first_measure(text), |one| BTreeSet::from([one]))
}

/// The measure of a word: width, height, distance…
fn measure(token: &Token) -> Option<usize> {
    lexicon::shared().measures.iter().position(|one| one.any.found(std::slice::from_ref(token)))
}

/// The measure that governs each value: the last word of measure before it, in its sentence or in the opening of the list.
#[must_use]
pub fn governors(text: &str, opens: &str, values: &[Found]) -> Vec<Option<usize>> {
    let tokens = phrases::tokens(text);
    let opening = phrases::tokens(opens).iter().rev().take(NEAR).find_map(measure);
    let subject = tokens.iter().take(NEAR).find_map(measure);
    values
        .iter()
        .map(|value| {
            let before = tokens.partition_point(|token| token.end <= value.at.start);
            let from = before.saturating_sub(NEAR);
            // «Не менее диаметра стержня и не менее 10 мм»: what is compared with does not govern.
            let compared = |at: usize| at > 0 && COMPARED.contains(&tokens[at - 1].low.as_str());
            let near = (from..before).rev().filter(|at| !compared(*at));
            let (word, measure) = near.filter_map(|at| Some((&tokens[at], measure(&tokens[at])?))).next().unzip();
            // Behind a dash stands what is said of the subject: «при большей длине — не менее 1,6 м» is no length.
            let parted = word.is_some_and(|word: &Token| {
                let between = text.get(word.end..value.at.start).unwrap_or_default();
                between.contains(['—', '–']) || between.contains(" - ")
            });
            if parted { opening.or(subject) } else { measure.or(opening) }
        })
        .collect()
}

/// The values that measure what is asked: where some are governed by the measure of the question and others by another
/// one, the first are meant.
#[must_use]
pub fn meant(asked: &BTreeSet<usize>, governors: &[Option<usize>]) -> Vec<usize> {
    let all: Vec<usize> = (0..governors.len()).collect();
    let own: Vec<usize> =
        all.iter().copied().filter(|at| governors[*at].is_some_and(|measure| asked.contains(&measure))).collect();
    let other = governors.iter().any(|one| one.is_some_and(|measure| !asked.contains(&measure)));
    if !own.is_empty() && other { own } else { all }
}

/// Whether every value is governed by another measure than those of the question.
#[must_use]
pub fn strange(asked: &BTreeSet<usize>, governors: &[Option<usize>]) -> bool {
    !asked.is_empty()
        && !governors.is_empty()
        && governors.iter().all(|one| one.is_some_and(|measure| !asked.contains(&measure)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, opens: &str) -> Vec<String> {
        values(text, opens).into_iter().map(|one| format!("{}|{}", one.value, one.unit)).collect()
    }

    #[test]
    fn values_of_lists_multiples_and_words() {
        assert_eq!(
            said("при длине до 40 м — 1,4, свыше 40 м — 1,6.", "Ширина прохода, м, не менее:"),
            ["1,4|м", "1,6|м"]
        );
        assert_eq!(said("- для шкафов с полками………………...2,4;", "Ширину следует принимать, м, не менее:"), ["2,4|м"]);
        assert_eq!(said("не менее 3d, а стоек — не менее 1,5d.", ""), ["3|d", "1,5|d"]);
        assert_eq!(said("Высота 4 м — под навесом.", "Принимают:"), ["4|м"]);
        assert_eq!(said("При высоте более 28 м ширина не менее 1,2 м.", ""), ["1,2|м"]);
        assert_eq!(said("Высота перил для зданий выше 10 м не менее 0,6 м.", ""), ["0,6|м"]);
        assert_eq!(said("Высота не выше 10 м.", ""), ["10|м"]);
        assert_eq!(said("Зазор шириной 1—2 см.", ""), ["1—2|см"]);
        assert_eq!(
            said("1.5 — перед лифтами при ширине кабины 2100 мм;", "Ширина площадки должна быть, м, не менее:"),
            ["1.5|м"]
        );
        assert_eq!(said("Проход не менее 0,7 м при высоте полок 2 м.", ""), ["0,7|м"]);
        assert_eq!(said("Доски 20, 25 и 30 мм.", ""), ["20|мм", "25|мм", "30|мм"]);
        assert_eq!(said("Бруски сечением 60х60 мм.", ""), ["60х60|мм"]);
        assert_eq!(said("Модуль 1,95·10 МПа, место 6,0 3,6 м.", ""), ["1,95·10|МПа", "6,0 3,6|м"]);
        assert_eq!(
            grades("Бетон класса не ниже В30.").iter().map(|one| one.value.as_str()).collect::<Vec<_>>(),
            ["В30"]
        );
        assert_eq!(said("Если высота не превышает 3 м, ширина равна 0,8 м.", ""), ["0,8|м"]);
        assert_eq!(said("Высота не превышает 3 м, ширина равна 0,8 м.", ""), ["3|м", "0,8|м"]);
    }

    #[test]
    fn each_value_is_governed_by_its_own_measure() {
        let text = "Мостики шириной не менее 1 м ограждают перилами высотой не менее 1,2 м.";
        let found = values(text, "");
        let own = governors(text, "", &found);
        assert_eq!(meant(&measures("ширина мостика"), &own), [0]);
        assert_eq!(meant(&measures("высота перил"), &own), [1]);
        assert_eq!(meant(&measures("мостик"), &own), [0, 1]);
        assert!(strange(&measures("площадь мостика"), &own));
    }
}
