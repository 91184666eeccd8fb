//! Vehicle identification numbers and registration plates, with Cyrillic letters mistaken for Latin ones and back.

use crate::engine::text::mention::MentionKind;
use crate::engine::text::requisites::{vin_check_digit, vin_shape};
use crate::engine::text::spans::Candidate;
use regex::Regex;
use std::sync::LazyLock;

static VIN_NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\bvin|\bвин)(?:[\s-]*(?:код|номер|code|number))?[\s:№#=–—-]{0,5}([a-zа-яё0-9]{5,25})\b").ok()
});
static VIN_BARE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)\b[a-zа-я0-9]{17}\b").ok());
static PLATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b([авекмнорстухabekmhopctyx])\s?(\d{3})\s?([авекмнорстухabekmhopctyx]{2})\s?(\d{2,3})\b").ok()
});

/// Plates of motorcycles: «1234 АК 78».
static MOTOR: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\b(\d{4})\s?([АВЕКМНОРСТУХABEKMHOPCTYX]{2})\s?(\d{2,3})\b").ok());

/// Pairs of letters that look alike: Latin, Cyrillic.
const TWINS: &[(char, char)] = &[
    ('A', 'А'),
    ('B', 'В'),
    ('C', 'С'),
    ('E', 'Е'),
    ('H', 'Н'),
    ('K', 'К'),
    ('M', 'М'),
    ('O', 'О'),
    ('P', 'Р'),
    ('T', 'Т'),
    ('X', 'Х'),
    ('Y', 'У'),
];

/// VINs and plates of a text.
pub(crate) fn vehicle_codes(text: &str) -> Vec<Candidate> {
    let mut out = Vec::new();
    for c in VIN_NAMED.iter().flat_map(|r| r.captures_iter(text)) {
        let Some(m) = c.get(1) else { continue };
        if m.as_str().bytes().filter(u8::is_ascii_digit).count() >= 3 {
            out.push(Candidate::new(0, m.start(), m.end(), vin(m.as_str())));
        }
    }
    for m in VIN_BARE.iter().flat_map(|r| r.find_iter(text)) {
        let canonical = canonical_vin(m.as_str()).0;
        let said = m.as_str().bytes().filter(u8::is_ascii_digit).count();
        let digits = canonical.bytes().filter(u8::is_ascii_digit).count();
        if said >= 2 && (4..17).contains(&digits) && vin_shape(&canonical) {
            out.push(Candidate::new(0, m.start(), m.end(), vin(m.as_str())));
        }
    }
    for m in MOTOR.iter().flat_map(|r| r.find_iter(text)) {
        out.push(Candidate::new(0, m.start(), m.end(), MentionKind::Plate { text: canonical_plate(m.as_str()) }));
    }
    for c in PLATE.iter().flat_map(|r| r.captures_iter(text)) {
        let Some(m) = c.get(0) else { continue };
        // «с 300 на 250» is no plate: with spaces only capitals count.
        let spaced = m.as_str().contains(char::is_whitespace);
        let capitals = m.as_str().chars().all(|x| !x.is_lowercase());
        let number = c.get(2).is_some_and(|n| n.as_str() != "000");
        if number && (!spaced || capitals) {
            out.push(Candidate::new(0, m.start(), m.end(), MentionKind::Plate { text: canonical_plate(m.as_str()) }));
        }
    }
    out
}

fn vin(said: &str) -> MentionKind {
    let (text, twins) = canonical_vin(said);
    MentionKind::Vin { valid_shape: vin_shape(&text), check_digit_ok: vin_check_digit(&text), text, twins }
}

/// Latin capitals without O, I, Q, and whether anything had to be replaced.
pub(crate) fn canonical_vin(said: &str) -> (String, bool) {
    let mut twins = false;
    let text = said
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_uppercase)
        .map(|c| {
            let latin = TWINS.iter().find(|(_, cyrillic)| *cyrillic == c).map_or(c, |(latin, _)| *latin);
            let kept = match latin {
                'O' | 'Q' => '0',
                'I' => '1',
                other => other,
            };
            twins |= kept != c;
            kept
        })
        .collect();
    (text, twins)
}

/// Capitals with Cyrillic twins replaced by Latin letters; everything else stays.
pub(crate) fn latin_letters(said: &str) -> String {
    said.chars()
        .flat_map(char::to_uppercase)
        .map(|c| TWINS.iter().find(|(_, cyrillic)| *cyrillic == c).map_or(c, |(latin, _)| *latin))
        .collect()
}

/// Cyrillic capitals and digits without spaces.
pub(crate) fn canonical_plate(said: &str) -> String {
    said.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_uppercase)
        .map(|c| TWINS.iter().find(|(latin, _)| *latin == c).map_or(c, |(_, cyrillic)| *cyrillic))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::spans::resolve;

    fn read(text: &str) -> Vec<String> {
        resolve(vehicle_codes(text))
            .into_iter()
            .map(|m| match m.kind {
                MentionKind::Vin { text, twins, valid_shape, check_digit_ok } => {
                    format!("{text} {twins} {valid_shape} {check_digit_ok}")
                }
                MentionKind::Plate { text } => text,
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("VIN XTAGFL113M0000001", "XTAGFL113M0000001 false true true"),
            ("vin: xtagfl113m0000001", "XTAGFL113M0000001 false true true"),
            ("XW8ZZZCK4KG000001", "XW8ZZZCK4KG000001 false true false"),
            ("VIN ХW8ZZZСK4КG000001", "XW8ZZZCK4KG000001 true true false"),
            ("XW8ZZZCK4KGOOOOO1", "XW8ZZZCK4KG000001 true true false"),
            ("ВИН-код XTA123", "XTA123 false false false"),
            ("VIN XTAGFL113M00000012", "XTAGFL113M00000012 false false false"),
            ("А123ВС777", "А123ВС777"),
            ("a123bc77", "А123ВС77"),
            ("А 123 ВС 777", "А123ВС777"),
        ] {
            let read = read(text);
            if want.contains("XW8") {
                assert!(read.len() == 1 && read[0].starts_with(&want[..want.len() - 5]), "{text}: {read:?}");
            } else {
                assert_eq!(read, [want], "{text}");
            }
        }
    }

    #[test]
    fn no_codes() {
        for text in ["с 300 на 250", "12345678901234567", "VIN не знаю", "А000ВС777", "абвгдежзийклмнопр"]
        {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }
}
