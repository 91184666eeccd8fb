//! Where a number of a description stands in the print of its place: a cell, a sentence or item, the lines of a table that is
//! not rebuilt.

use crate::engine::knowledge::required::{Given, Requirement};
use crate::workspaces::norms::perform::cells;
use crate::workspaces::norms::perform::ranges::in_digits;
use crate::workspaces::norms::perform::required::DESCRIBED;
use crate::workspaces::norms::perform::sentences;
use crate::workspaces::norms::perform::words::{Bag, Term, coverage, terms};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ops::Range;

/// Letters of a table that is not rebuilt which are quoted around a number.
const AROUND: usize = 160;

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// A number as it is compared: «1.2» is «1,2», any dash is one.
#[must_use]
pub fn plain(value: &str) -> String {
    in_digits(value).chars().map(alike).filter(|c| !c.is_whitespace()).collect()
}

/// A sign as it is compared.
fn alike(c: char) -> char {
    match c {
        '−' | '–' | '—' => '-',
        '.' => ',',
        '\u{a0}' => ' ',
        other => other,
    }
}

/// Where the number of a value stands in a place, as a finding; none when it does not.
#[must_use]
pub fn stands(item: &Value, requirement: &Requirement, given: &Given) -> Option<Value> {
    let about = format!("{} {}", requirement.what, given.when);
    let wanted = terms(&about, &HashSet::new());
    let has_rows = item["table"]["rows"].as_array().is_some_and(|rows| !rows.is_empty());
    if let Some(found) = has_rows.then(|| cell(item, given, &wanted)).flatten() {
        return Some(found);
    }
    said_in(item, requirement, given)
}

/// Where it stands in the words of a place: what a note says stands in no cell.
#[must_use]
pub fn said_in(item: &Value, requirement: &Requirement, given: &Given) -> Option<Value> {
    let wanted = terms(&format!("{} {}", requirement.what, given.when), &HashSet::new());
    let said = if given.when.is_empty() { requirement.what.as_str() } else { given.when.as_str() };
    let words = text(item, "text");
    let place = match item["kind"].as_str() {
        Some("table") => around(words, given, &wanted)?,
        _ => sentence(words, given, &wanted)?,
    };
    let quote = &words[place.quote];
    let printed = &words[place.value];
    let digits = in_digits(printed);
    let counts = digits.chars().all(|c| c.is_ascii_digit());
    Some(json!({
        "kind": "clause",
        "entity": requirement.what,
        "variable": "",
        "value": if counts { digits.as_str() } else { printed },
        "unit": given.unit,
        "conditions": [quote, said],
        "quote": quote,
        "node_id": item["node_id"],
        "group": format!("{}#{}", text(item, "node_id"), requirement.what),
        "note": DESCRIBED,
    }))
}

/// The cell whose row and column are nearest to the condition among those that have the number.
fn cell(item: &Value, given: &Given, wanted: &[Term]) -> Option<Value> {
    let table = &item["table"];
    let columns: Vec<&Value> = table["columns"].as_array().into_iter().flatten().collect();
    let value = plain(&given.value);
    let mut best: Option<(f64, Value)> = None;
    for row in table["rows"].as_array().into_iter().flatten() {
        for (at, own) in row["cells"].as_array().into_iter().flatten().enumerate() {
            let printed = text(own, "text").trim();
            if plain(printed) != value && find(printed, &given.value).is_none() {
                continue;
            }
            let heading = columns.get(at).map(|column| text(column, "text")).unwrap_or_default();
            let bag = Bag::of(&format!("{} {heading}", text(row, "label")));
            let near = coverage(wanted, &[(&bag, 1.0)]);
            if best.as_ref().is_some_and(|(most, _)| *most >= near) {
                continue;
            }
            let mut conditions = vec![text(row, "label").to_owned()];
            if columns.len() > 1 && !heading.is_empty() {
                conditions.push(heading.to_owned());
            }
            let heads = [text(table, "head"), text(item, "title")];
            let unit = cells::unit(heading, &heads, text(row, "label"), columns.len() < 2);
            let found = json!({
                "kind": "cell",
                "entity": if text(item, "title").is_empty() { text(table, "head") } else { text(item, "title") },
                "variable": heading,
                "value": printed,
                "unit": if unit.is_empty() { given.unit.clone() } else { unit },
                "conditions": conditions,
                "quote": printed,
                "node_id": text(own, "node_id"),
                "row_header": text(row, "header_id"),
                "column_header": columns.get(at).map(|column| text(column, "node_id")).unwrap_or_default(),
                "group": text(item, "node_id"),
                "note": DESCRIBED,
            });
            best = Some((near, found));
        }
    }
    best.map(|(_, found)| found)
}

/// A number and the words around it: bytes of a text.
struct Stands {
    value: Range<usize>,
    quote: Range<usize>,
}

/// The sentence or item that has the number and most words of the condition.
fn sentence(words: &str, given: &Given, wanted: &[Term]) -> Option<Stands> {
    let mut best: Option<(f64, Stands)> = None;
    for unit in sentences::units(words) {
        let piece = &words[unit.at.clone()];
        let Some(found) = find(piece, &given.value) else { continue };
        let opening = unit.opens.clone().map(|at| Bag::of(&words[at])).unwrap_or_default();
        let near = coverage(wanted, &[(&Bag::of(piece), 1.0), (&opening, 0.9)]);
        if best.as_ref().is_none_or(|(most, _)| near > *most) {
            let trimmed = piece.trim_end().len();
            let quote = unit.at.start..unit.at.start + trimmed;
            let value = unit.at.start + found.start..unit.at.start + found.end;
            best = Some((near, Stands { value, quote }));
        }
    }
    best.map(|(_, stands)| stands)
}

/// The lines of a table that is not rebuilt around the number that has most words of the condition near it.
fn around(words: &str, given: &Given, wanted: &[Term]) -> Option<Stands> {
    let mut best: Option<(f64, Stands)> = None;
    let mut from = 0;
    while let Some(found) = find(&words[from..], &given.value) {
        let value = from + found.start..from + found.end;
        let start = words[..value.start].char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
        let end = words[value.end..].char_indices().nth(AROUND).map_or(words.len(), |(at, _)| value.end + at);
        let start = words[start..value.start].find(char::is_whitespace).map_or(start, |at| start + at + 1);
        let end = words[value.end..end].rfind(char::is_whitespace).map_or(end, |at| value.end + at);
        let near = coverage(wanted, &[(&Bag::of(&words[start..end]), 1.0)]);
        from = value.end;
        if best.as_ref().is_none_or(|(most, _)| near > *most) {
            best = Some((near, Stands { value, quote: start.min(from)..end.max(from) }));
        }
    }
    best.map(|(_, stands)| stands)
}

/// Where a number stands in a text with nothing of a number on either side; dashes, spaces and decimal signs are alike.
fn find(words: &str, value: &str) -> Option<Range<usize>> {
    let low = |c: char| alike(c).to_lowercase().next().unwrap_or(c);
    let wanted: Vec<char> = value.trim().chars().map(low).collect();
    let signs: Vec<(usize, char)> = words.char_indices().map(|(at, c)| (at, low(c))).collect();
    if wanted.is_empty() || wanted.len() > signs.len() {
        return None;
    }
    let joins = |c: char| c.is_alphanumeric();
    let number = wanted.iter().any(char::is_ascii_digit);
    for start in 0..=signs.len() - wanted.len() {
        let end = start + wanted.len();
        if !signs[start..end].iter().map(|(_, c)| c).eq(wanted.iter()) {
            continue;
        }
        // «5» is not in «0,5», «15», «5,2» or «5.1»; letters behind a number are its unit.
        let before = |back: usize| start.checked_sub(back).map(|at| signs[at].1);
        let after = |on: usize| signs.get(end + on).map(|(_, c)| *c);
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let opens = match before(1) {
            Some(',') => number && digit(before(2)) && wanted[0].is_ascii_digit(),
            Some(c) => joins(c) && (!number || c.is_ascii_digit() || wanted[0].is_alphabetic() || c.is_alphabetic()),
            None => false,
        };
        let closes = match after(0) {
            Some(',') => number && digit(after(1)),
            Some(c) if number => c.is_ascii_digit(),
            Some(c) => joins(c),
            None => false,
        };
        if !opens && !closes {
            let to = signs.get(end).map_or(words.len(), |(at, _)| *at);
            return Some(signs[start].0..to);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_whole() {
        let at = |words: &str, value: &str| find(words, value).map(|at| words[at].to_owned());
        assert_eq!(at("15 мм, 0,5 мм и 5 мм", "5").as_deref(), Some("5"));
        assert_eq!(at("не менее 0.9 м", "0,9").as_deref(), Some("0.9"));
        assert_eq!(at("в пределах 20–22 °С", "20-22").as_deref(), Some("20–22"));
        assert_eq!(at("не менее двух выходов", "двух").as_deref(), Some("двух"));
        assert_eq!(at("двухэтажный", "двух"), None);
        assert_eq!(at("класса В25", "25"), None);
        assert_eq!(at("класса В25, не ниже", "В25").as_deref(), Some("В25"));
        assert_eq!(at("5,2 и 5.1", "5"), None);
        assert_eq!(at("шириной 1,2м", "1,2").as_deref(), Some("1,2"));
    }
}
