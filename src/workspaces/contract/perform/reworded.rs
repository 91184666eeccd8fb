//! «Площадь не 43,7, а 47,3»: a number inside words that stand («квартира площадью 43,7 кв. м») is denied beside the one
//! that takes its place. The words stay, with the new number.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::changes::Change;
use regex::Regex;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// «Не 43,7, а 47,3», «47,3, а не 43,7», «47,3 кв. м, не 43,7»: what is denied and what takes its place, by their order.
static PAIRS: LazyLock<Vec<(Regex, bool)>> = LazyLock::new(|| {
    const NUMBER: &str = r"(\d[\d\u{a0}]*(?:[.,]\d+)?)";
    let not_but = format!(r"(?i)(?:^|[^а-яё])не\s+{NUMBER}[^\d.;!?\n]{{0,12}}?,?\s*а\s+{NUMBER}");
    let but_not = format!(r"(?i){NUMBER}[^\d;!?\n]{{0,16}}?,?\s*(?:а\s+)?не\s+{NUMBER}");
    [(not_but, true), (but_not, false)]
        .into_iter()
        .filter_map(|(pattern, first)| Regex::new(&pattern).ok().map(|regex| (regex, first)))
        .collect()
});

/// Bytes of a message in which such a pair is looked for.
const LOOKED: usize = 4_000;

/// The change, where the denied number stands once in the words of exactly one fact.
pub(super) fn of(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Option<Change> {
    let text = heard.turn.text.as_str();
    if text.len() > LOOKED || !text.contains("не") {
        return None;
    }
    PAIRS.iter().find_map(|(regex, first)| {
        let found = regex.captures(text)?;
        let (one, two) = (found.get(1)?, found.get(2)?);
        let (old, new) = if *first { (one, two) } else { (two, one) };
        // A number of one digit stands in too many words by chance.
        if old.as_str().len() < 2 || old.as_str() == new.as_str() {
            return None;
        }
        let standing = |field: &&Field| {
            let said = domain.pointer(&field.pointer).filter(|value| is_present(value)).and_then(Value::as_str);
            field.kind == FieldKind::Text && said.is_some_and(|said| place(said, old.as_str()).is_some())
        };
        let mut fields = pack.fields.iter().filter(standing);
        let (field, None) = (fields.next()?, fields.next()) else { return None };
        let said = domain.pointer(&field.pointer)?.as_str()?;
        let at = place(said, old.as_str())?;
        let value = format!("{}{}{}", &said[..at], new.as_str(), &said[at + old.as_str().len()..]);
        Some(Change {
            at: field.pointer.clone(),
            value: Some(json!(value)),
            span: (one.start(), two.end()),
            formula: Some(format!("{} → {}", old.as_str(), new.as_str())),
        })
    })
}

/// Where a number stands in words, whole and once.
fn place(said: &str, number: &str) -> Option<usize> {
    let whole = |at: &usize| {
        let part = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
        let behind = said.get(at + number.len()..).unwrap_or_default();
        let goes_on = behind.starts_with(part) && behind.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        let digit = behind.starts_with(|c: char| c.is_ascii_digit());
        !said.get(..*at).is_some_and(|before| before.ends_with(part)) && !digit && !goes_on
    };
    let mut found = said.match_indices(number).map(|(at, _)| at).filter(whole);
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_whole_and_once() {
        for (said, number, want) in [
            ("площадью 43,7 кв. м", "43,7", true),
            ("площадью 43,7, дом 43", "43", true),
            ("площадью 143,7 кв. м", "43,7", false),
            ("43,7 и 43,7", "43,7", false),
            ("43,75 кв. м", "43,7", false),
        ] {
            assert_eq!(place(said, number).is_some(), want, "{said} {number}");
        }
    }

    #[test]
    fn a_pair_is_read_by_its_order() {
        for (text, want) in [
            ("площадь не 43,7, а 47,3", Some(("43,7", "47,3"))),
            ("47,3 кв. м, не 43,7", Some(("43,7", "47,3"))),
            ("сорок семь, то есть 47,3 а не 43,7", Some(("43,7", "47,3"))),
            ("не позднее 15 числа", None),
            ("площадь 47,3", None),
        ] {
            let found = PAIRS.iter().find_map(|(regex, first)| {
                let found = regex.captures(text)?;
                let (one, two) = (found.get(1)?.as_str(), found.get(2)?.as_str());
                Some(if *first { (one, two) } else { (two, one) })
            });
            assert_eq!(found, want, "{text}");
        }
    }
}
