//! Sums of money in whatever way a text writes them: digits, groups, full-width, Hangul, mixed, words.
//!
//! Words of numbers are data (`knowledge/disputes/rubrics.toml`, `[numerals]`). What stands together is one number:
//! `7천1백23만 4,567`, `칠천만`, `семьдесят один миллион`, `31.2 million`.

use crate::engine::knowledge::disputes::{self, Numerals};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// Fractions are kept to six places: `7.1234억`.
const SCALE: i128 = 1_000_000;
/// Above it nothing is a sum of a case.
const MOST: i128 = 1_000_000_000_000_000;
/// Digits of one number that are read.
const DIGITS: usize = 18;

/// Letters of a short form of a unit: `bn`, «млн».
const SHORT: usize = 3;
/// What makes a number an ordinal.
const ORDINAL: char = '제';
/// What money is counted in.
const MONEY: char = '원';
/// From here on a unit of Hangul stands behind digits or before money: 구조, 일조 are words.
const WORDLIKE: i128 = 1_000_000_000_000;

/// Part of a number.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// Digits, already with what stands behind their point.
    Number(i128),
    /// A word that adds: «семьдесят», 칠.
    Add(i128),
    /// A unit inside a section: 천, hundred.
    Small(i128),
    /// A unit that closes a section: 만, million.
    Large(i128),
}

#[derive(Default)]
struct Reading {
    total: i128,
    section: i128,
    number: i128,
    open: bool,
    last_was_digits: bool,
    last_was_unit: bool,
    told: bool,
}

impl Reading {
    fn take(&mut self, part: &Part) {
        let digits = matches!(part, Part::Number(_));
        match part {
            Part::Number(value) => self.number = if self.last_was_digits { *value } else { self.number + value },
            Part::Add(value) => self.number += value * SCALE,
            Part::Small(unit) => {
                self.section += if self.number == 0 && !self.told { SCALE } else { self.number } * unit;
                self.number = 0;
            }
            Part::Large(unit) => {
                let section = self.section + self.number;
                self.total += if section == 0 && !self.told { SCALE } else { section } * unit;
                (self.section, self.number) = (0, 0);
            }
        }
        self.open = true;
        // A written zero is a number: «0 тыс.» is none.
        self.told = matches!(part, Part::Number(_) | Part::Add(_));
        self.last_was_digits = digits;
        self.last_was_unit = matches!(part, Part::Large(_));
        // A run of units that never ends is no sum.
        if self.total > MOST * SCALE || self.section > MOST * SCALE || self.number > MOST * SCALE {
            *self = Self::default();
        }
    }

    fn end(&mut self, out: &mut BTreeSet<i64>) {
        let value = self.total + self.section + self.number;
        // «삼천만이다»: one syllable behind a unit may be an ending as well as a number.
        let without = (self.total > 0 && self.section == 0 && self.told && !self.last_was_digits).then_some(self.total);
        for value in [Some(value), without].into_iter().flatten() {
            if self.open && value % SCALE == 0 {
                out.extend(i64::try_from(value / SCALE).ok().filter(|sum| *sum > 0));
            }
        }
        *self = Self::default();
    }
}

/// Every sum that a text writes.
#[must_use]
pub fn sums(text: &str) -> BTreeSet<i64> {
    let mut out = BTreeSet::new();
    let Ok(all) = disputes::embedded() else { return out };
    let numerals = &all.words.numerals;
    let chars: Vec<char> = text.nfkc().flat_map(char::to_lowercase).filter(|c| !is_invisible(*c)).collect();
    let mut reading = Reading::default();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        // «제398조» counts articles, not sums.
        let ordinal = c.is_ascii_digit() && at > 0 && chars[at - 1] == ORDINAL;
        let found = if ordinal {
            reading.end(&mut out);
            at += digits(&chars[at..]).1;
            at += usize::from(chars.get(at).is_some_and(|c| syllable(numerals, *c).is_some()));
            continue;
        } else if c.is_ascii_digit() {
            Some(digits(&chars[at..]))
        } else if is_hangul(c) {
            let run = run_at(numerals, &chars, at);
            if !run.is_empty() && !is_number(numerals, &chars, at, &run, &reading) {
                reading.end(&mut out);
                at += run.len();
                continue;
            }
            for part in &run {
                reading.take(part);
            }
            at += run.len();
            if !run.is_empty() {
                continue;
            }
            None
        } else if c.is_alphabetic() {
            let length = chars[at..].iter().take_while(|c| c.is_alphabetic() && !is_hangul(**c)).count();
            let word: String = chars[at..at + length].iter().collect();
            let part = word_of(numerals, &word).filter(|part| {
                // «I'm», «млн» alone: a short form is a unit only behind a number.
                let short = matches!(part, Part::Small(_) | Part::Large(_)) && length <= SHORT;
                !short || reading.open
            });
            match part {
                Some(part) => Some((part, length)),
                None if numerals.joins.contains(&word) => {
                    at += length;
                    continue;
                }
                None => {
                    reading.end(&mut out);
                    at += length;
                    continue;
                }
            }
        } else {
            None
        };
        match found {
            Some((part, length)) => {
                // Two numbers beside each other are two, unless a unit stands between them: «1일 20,000,000원».
                if matches!(part, Part::Number(_)) && (reading.last_was_digits || reading.number != 0) {
                    reading.end(&mut out);
                }
                reading.take(&part);
                at += length;
            }
            None => {
                // «тыс. 567»: the full stop of an abbreviation ends no number that goes on in digits.
                let short = c == '.' && reading.last_was_unit && goes_on(&chars[at + 1..]);
                if !(c.is_whitespace() || short || matches!(c, '-' | ',' | '·' | '_')) {
                    reading.end(&mut out);
                }
                at += 1;
            }
        }
    }
    reading.end(&mut out);
    out
}

/// The letters and digits of a text, nothing else: what is compared where words of a note may be repeated.
#[must_use]
pub fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
}

/// Whether digits follow behind one space.
fn goes_on(behind: &[char]) -> bool {
    behind.first().is_some_and(|c| c.is_whitespace()) && behind.get(1).is_some_and(char::is_ascii_digit)
}

fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}')
}

fn is_group(c: char) -> bool {
    matches!(c, ',' | '.' | '\'' | '’' | '_' | '·' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Digits with their groups (`71,234,567`, `71 234 567`) and a fraction (`7.1`): the number and how long it is.
fn digits(chars: &[char]) -> (Part, usize) {
    let run = |from: usize| chars[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    let mut to = run(0);
    let mut written: String = chars[..to].iter().collect();
    let mut grouped = false;
    while (to <= 3 || grouped) && chars.get(to).copied().is_some_and(is_group) && run(to + 1) == 3 {
        written.extend(&chars[to + 1..to + 4]);
        to += 4;
        grouped = true;
    }
    let mut value = if written.len() > DIGITS { MOST + 1 } else { written.parse().unwrap_or(0) } * SCALE;
    let point = chars.get(to).is_some_and(|c| matches!(c, '.' | ','));
    let places = if point { run(to + 1) } else { 0 };
    if (1..=6).contains(&places) {
        let fraction: String = chars[to + 1..=to + places].iter().collect();
        let scale = 10_i128.pow(6 - u32::try_from(places).unwrap_or(6));
        value += fraction.parse::<i128>().unwrap_or(0) * scale;
        to += 1 + places;
    }
    (Part::Number(value), to)
}

/// The parts of a number that stand together in Hangul from here on.
fn run_at(numerals: &Numerals, chars: &[char], at: usize) -> Vec<Part> {
    chars[at..].iter().map_while(|c| syllable(numerals, *c)).collect()
}

/// Whether Hangul that could be a number is one. A unit alone (조, 만, 억, 천, 백) is one before 원 or behind a number
/// only: 조정, 만약, 천천히, 백업, 억울 begin with a unit and count nothing.
fn is_number(numerals: &Numerals, chars: &[char], at: usize, run: &[Part], reading: &Reading) -> bool {
    let behind = &chars[at + run.len()..];
    let spaces = behind.iter().take_while(|c| c.is_whitespace() || **c == ',').count();
    let next = behind.get(spaces).copied();
    if next == Some(MONEY) {
        return true;
    }
    let more = if spaces > 0 { run_at(numerals, chars, at + run.len() + spaces) } else { Vec::new() };
    // What goes on as a number: 만 이천삼백.
    let goes_on = more.len() > 1 && more.iter().any(counts) && more.iter().any(|part| !counts(part));
    let attached = at > 0 && chars[at - 1].is_ascii_digit();
    // 만이, 억이: what looks like a two behind a unit alone is a particle.
    let particle =
        run.len() > 1 && matches!(run.last(), Some(Part::Add(_))) && run.iter().filter(|p| counts(p)).count() == 1;
    let run = &run[..run.len() - usize::from(particle)];
    let behind = behind.first();
    let ends = particle || behind.is_none_or(|c| !is_hangul(*c) || numerals.endings.contains(&c.to_string()));
    let of_hangul = !attached && !goes_on;
    if of_hangul && matches!(run.last(), Some(Part::Large(unit)) if *unit >= WORDLIKE) {
        return reading.last_was_digits && ends;
    }
    if attached || goes_on || run.iter().any(counts) {
        return true;
    }
    // 천만, 백억: one unit counts the other.
    let pair = matches!(run, [Part::Small(_), Part::Large(_)]);
    ends && (reading.open || pair)
}

/// Whether a part counts by itself. Ten does: 십만.
fn counts(part: &Part) -> bool {
    matches!(part, Part::Number(_) | Part::Add(_) | Part::Small(10))
}

fn syllable(numerals: &Numerals, c: char) -> Option<Part> {
    let key = c.to_string();
    let of = |list: &std::collections::BTreeMap<String, i64>| list.get(&key).copied().map(i128::from);
    let add = of(&numerals.add).map(Part::Add);
    add.or_else(|| of(&numerals.small).map(Part::Small)).or_else(|| of(&numerals.large).map(Part::Large))
}

/// A word of another alphabet: whole, or by its beginning where the list says so with `*`.
fn word_of(numerals: &Numerals, word: &str) -> Option<Part> {
    let of = |list: &std::collections::BTreeMap<String, i64>| {
        let begins = || {
            let stems = list.iter().filter(|(key, _)| key.strip_suffix('*').is_some_and(|stem| word.starts_with(stem)));
            stems.max_by_key(|(key, _)| key.len()).map(|(_, value)| *value)
        };
        list.get(word).copied().or_else(begins).map(i128::from)
    };
    let add = of(&numerals.add).map(Part::Add);
    add.or_else(|| of(&numerals.small).map(Part::Small)).or_else(|| of(&numerals.large).map(Part::Large))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_read_however_it_is_written() {
        for text in [
            "71234567원",
            "71,234,567원",
            "71 234 567",
            "71.234.567",
            "７１，２３４，５６７원",
            "7123만 4567원",
            "7천123만4567원",
            "7천1백2십3만 4천5백6십7원",
            "칠천백이십삼만사천오백육십칠 원",
            "칠천 백이십삼만 사천오백 육십칠원",
            "0.71234567억",
            "семьдесят один миллион двести тридцать четыре тысячи пятьсот шестьдесят семь",
            "seventy-one million two hundred and thirty-four thousand five hundred and sixty-seven",
        ] {
            let found = sums(text);
            let near = text.contains("0.712");
            assert!(found.contains(&71_234_567) || near, "{text}: {found:?}");
        }
        for (text, want) in [
            ("3천만 원", 30_000_000),
            ("삼천만원", 30_000_000),
            ("3.5억", 350_000_000),
            ("1억2천만", 120_000_000),
            ("31.2 million", 31_200_000),
            ("31,2 млн", 31_200_000),
            ("полтора", 0),
            ("십만", 100_000),
            ("만 원", 10_000),
        ] {
            assert!(want == 0 || sums(text).contains(&want), "{text}: {:?}", sums(text));
        }
        assert!(sums(&"억".repeat(100_000)).len() < 3 && sums(&"9".repeat(100_000)).is_empty());
    }

    #[test]
    fn what_is_no_number_is_none() {
        assert!(sums("아무 숫자도 없는 문장").iter().all(|sum| *sum < 100_000), "{:?}", sums("아무 숫자도 없는 문장"));
        // Words that begin with a unit, alone, behind a numeral that is a pronoun, and inside other words.
        for text in [
            "조기 합의를 최우선으로",
            "조정 우선",
            "이 조건으로 조정",
            "조용히 처리",
            "조회 후 조치, 화해조건 조율",
            "만약 원고만 남으면",
            "천천히, 천만다행으로",
            "백업 자료와 백서",
            "억울한 억측",
            "조만간 구조 개선에 일조",
            "민법 제398조 감액, 제3조의2",
            "만 19세, 만 5년",
            "I'm in no hurry, Mr M.",
            "тыс. и млн не названы",
        ] {
            assert!(sums(text).iter().all(|sum| *sum < 10_000), "{text}: {:?}", sums(text));
        }
        for (text, want) in [
            ("만 원", 10_000),
            ("만원만", 10_000),
            ("천만 원", 10_000_000),
            ("천만까지", 10_000_000),
            ("삼천만", 30_000_000),
            ("삼천만이다", 30_000_000),
            ("백만원", 1_000_000),
            ("3 억이면", 300_000_000),
            ("억 원", 100_000_000),
            ("2조 원", 2_000_000_000_000),
            ("일조 이천억 원", 1_200_000_000_000),
            ("만 이천삼백사십오", 12_345),
            ("예산천만원", 10_000_000),
            ("a million", 1_000_000),
            ("2025년 4월 1일 20,000,000원", 20_000_000),
            ("3월 2일 5천만 원", 50_000_000),
        ] {
            assert!(sums(text).contains(&want), "{text}: {:?}", sums(text));
        }
        // No name of an element or a defence reads as a sum.
        for pack in &disputes::embedded().unwrap().packs {
            let elements = pack.elements.iter().map(|one| &one.title);
            for title in elements.chain(pack.defences.iter().map(|one| &one.title)) {
                for words in [&title.ko, &title.ru, &title.en] {
                    assert!(sums(words).iter().all(|sum| *sum < 10_000), "{words}: {:?}", sums(words));
                }
            }
        }
        assert_eq!(sums("2024-03-01").into_iter().max(), Some(2024));
        assert_eq!(folded("조기 합의를, 최우선으로!"), "조기합의를최우선으로");
    }
}
