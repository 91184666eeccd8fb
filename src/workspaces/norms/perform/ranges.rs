//! Rows whose condition is a range: «от 40 до 50 ‰ (от 1:25 до 1:20)», «св. 1 до 3», «более 800», «не более 50». The
//! number of a question chooses the row that holds it. A bound that two rows share belongs to the one that ends there.

use crate::engine::citation::amounts::numeral;
use regex::Regex;
use std::sync::LazyLock;

const NUMBER: &str = r"(1:)?(\d+(?:[.,]\d+)?)";

static BETWEEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)(?:от|свыше|св\.|более|ниже|выше)\s*(-?){NUMBER}[^\d:]{{0,12}}?(?:до|но не более)\s*(-?){NUMBER}"
    ))
    .ok()
});
static OVER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"(?i)(?:^|[\s(])(не\s+)?(?:более|свыше|св\.|выше)\s*(-?){NUMBER}")).ok());
static UNDER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"(?i)(?:^|[\s(])(не\s+более|менее|ниже|до)\s*(-?){NUMBER}")).ok());
/// «150 мест и более»: the bound belongs to the range.
static FROM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"(?i)(?:^|[\s(])(-?){NUMBER}[^\d:]{{0,14}}?\s(?:и|или)\s+(?:более|выше)")).ok()
});
static SAID: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"(?:^|[\s(=≈~+])(-?){NUMBER}(?:$|[^\p{{L}}\d.,]|[.,](?:\D|$)|\s)")).ok());

/// Beginnings of words that count floors, rooms, layers: «двухэтажный», «трехэтажных».
const COUNTS: [(&str, &str); 13] = [
    ("одно", "1"),
    ("двух", "2"),
    ("трех", "3"),
    ("четырех", "4"),
    ("пяти", "5"),
    ("шести", "6"),
    ("семи", "7"),
    ("восьми", "8"),
    ("девяти", "9"),
    ("десяти", "10"),
    ("двенадцати", "12"),
    ("шестнадцати", "16"),
    ("двадцати", "20"),
];
/// What such words count.
const COUNTED: [&str; 6] = ["этаж", "комнат", "сло", "пролет", "ярус", "секци"];

static PARTED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(\d+)-?\s*(?:и|или|,)\s*(\d+)\s+\p{L}").ok());

/// The words of a text with the numbers that are spelled out in digits: «трехэтажных и более» → «3 этажных и более».
#[must_use]
pub fn in_digits(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphabetic) {
        out.push_str(&rest[..start]);
        let from = &rest[start..];
        let end = from.find(|c: char| !c.is_alphabetic()).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let low = word.to_lowercase().replace('ё', "е");
        let counts = COUNTS.iter().find_map(|(own, digits)| {
            let counted = low.strip_prefix(own)?;
            // «Одно- и двухэтажных»: what the first counts stands behind the second.
            let opens = counted.is_empty() && after.starts_with('-');
            (opens || COUNTED.iter().any(|one| counted.starts_with(one))).then(|| (*digits, counted.to_owned()))
        });
        match counts {
            Some((digits, counted)) if counted.is_empty() => out.push_str(digits),
            Some((digits, counted)) => out.push_str(&format!("{digits} {counted}")),
            // «Один» is as often an article.
            None => match numeral(&low).filter(|number| *number > 1) {
                Some(number) => out.push_str(&number.to_string()),
                None => out.push_str(word),
            },
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The floors (rooms, layers) that a label names one by one: «1- и 2 этажных», «2 этажных».
fn named(label: &str) -> Vec<f64> {
    let mut out = Vec::new();
    for (at, _) in COUNTED.iter().flat_map(|counted| label.match_indices(counted)) {
        let before = label[..at].trim_end();
        out.extend(value(None, before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default()));
    }
    if let Some(found) = PARTED.as_ref().and_then(|parted| parted.captures(label)).filter(|_| !out.is_empty()) {
        out.extend([1, 2].iter().filter_map(|at| value(None, found.get(*at)?.as_str())));
    }
    out
}

/// A number of a question: whether it is the second part of «1:20», and its value.
pub type Said = (bool, f64);

fn value(sign: Option<&str>, number: &str) -> Option<f64> {
    let value: f64 = number.replace(',', ".").parse().ok()?;
    Some(if sign == Some("-") { -value } else { value })
}

/// The numbers of a question, ratios apart.
#[must_use]
pub fn said(text: &str) -> Vec<Said> {
    let Some(pattern) = SAID.as_ref() else { return Vec::new() };
    let text = in_digits(text);
    let text = text.as_str();
    let (mut out, mut from) = (Vec::new(), 0);
    while let Some(found) = pattern.captures_at(text, from) {
        let number = found.get(3).map_or("", |number| number.as_str());
        if let Some(value) = value(found.get(1).map(|sign| sign.as_str()), number) {
            out.push((found.get(2).is_some(), value));
        }
        from = found.get(3).map_or(text.len(), |number| number.end());
    }
    out
}

/// Whether a label's range holds a number; `None` when it has no range of that kind.
#[must_use]
pub fn holds(label: &str, said: Said) -> Option<bool> {
    let (ratio, number) = said;
    let label = in_digits(label);
    let label = label.as_str();
    let fits = |mark: Option<regex::Match<'_>>| mark.is_some() == ratio;
    let part = |found: &regex::Captures<'_>, sign: usize, at: usize| -> Option<f64> {
        value(found.get(sign).map(|sign| sign.as_str()), found.get(at)?.as_str())
    };
    let mut seen = None;
    for found in BETWEEN.as_ref()?.captures_iter(label) {
        if !fits(found.get(2)) || !fits(found.get(5)) {
            continue;
        }
        let (from, to) = (part(&found, 1, 3)?, part(&found, 4, 6)?);
        // «от 1:25 до 1:20» grows as its second part falls; the end belongs to the range.
        let inside = if from <= to { from < number && number <= to } else { to <= number && number < from };
        seen = Some(seen.unwrap_or(false) || inside);
    }
    if seen.is_some() {
        return seen;
    }
    if let Some(found) = FROM.as_ref()?.captures(label).filter(|found| fits(found.get(2))) {
        return Some(number >= part(&found, 1, 3)?);
    }
    if let Some(found) = OVER.as_ref()?.captures(label).filter(|found| found.get(1).is_none() && fits(found.get(3))) {
        return Some(number > part(&found, 2, 4)?);
    }
    let Some(found) = UNDER.as_ref()?.captures(label).filter(|found| fits(found.get(3))) else {
        let floors = named(label);
        return (!floors.is_empty() && !ratio).then(|| floors.contains(&number));
    };
    let most = part(&found, 2, 4)?;
    let strict = found.get(1).is_some_and(|word| {
        !word.as_str().to_lowercase().starts_with("не") && !word.as_str().eq_ignore_ascii_case("до")
    });
    Some(if strict { number < most } else { number <= most })
}

/// The rows whose ranges hold a number of the question; none when fewer than two rows have ranges.
#[must_use]
pub fn within(labels: &[String], said: &[Said]) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for number in said {
        let found: Vec<(usize, bool)> =
            labels.iter().enumerate().filter_map(|(at, label)| Some((at, holds(label, *number)?))).collect();
        let inside: Vec<usize> = found.iter().filter(|(_, inside)| *inside).map(|(at, _)| *at).collect();
        if found.len() >= 2 && !inside.is_empty() && inside.len() * 2 <= found.len() {
            out.extend(inside);
        }
    }
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(list: &[&str]) -> Vec<String> {
        list.iter().map(|label| (*label).to_owned()).collect()
    }

    #[test]
    fn a_number_chooses_the_row_that_holds_it() {
        let slopes = labels(&["От 40 до 50 ‰ (от 1:25 до 1:20) (включительно)", "От 50 до 60 ‰ (от 1:20 до 1:16,7)"]);
        assert_eq!(within(&slopes, &said("уклон 1:20 какая длина")), [0]);
        assert_eq!(within(&slopes, &said("уклон 55 ‰")), [1]);
        let people = labels(&["более 800", "более 300, но не более 800", "не более 300"]);
        assert_eq!(within(&people, &said("зал на 500 человек")), [1]);
        assert_eq!(within(&people, &said("зал на 900 человек")), [0]);
        assert_eq!(within(&people, &said("зал на 300 человек")), [2]);
        let frost = labels(&["Ниже -20 до -40 включ.", "Ниже -5 до -20 включ."]);
        assert_eq!(within(&frost, &said("пятидневка -25")), [0]);
        let rows = labels(&[
            "до 150 мест, с лотком",
            "до 150 мест, без лотка",
            "150 мест и более, с лотком",
            "150 мест и более, без лотка",
        ]);
        assert_eq!(within(&rows, &said("зал на 120 мест")), [0, 1]);
        let halls = labels(&["Зал (до 150 мест)", "Зал (150 мест и более)"]);
        assert_eq!(within(&halls, &said("зал на 120 кресел")), [0]);
        assert_eq!(within(&halls, &said("зал на 200 кресел")), [1]);
        let floors = labels(&["для одно- и двухэтажных зданий", "для трехэтажных и более высоких зданий"]);
        assert_eq!(within(&floors, &said("у пятиэтажки")), [1]);
        assert_eq!(within(&floors, &said("двухэтажный склад")), [0]);
        assert_eq!(in_digits("двух рядов, шести мест"), "2 рядов, 6 мест");
        assert!(within(&labels(&["Стены", "Окна"]), &said("500")).is_empty());
        assert!(said("бетон В25 и А500").is_empty());
    }
}
