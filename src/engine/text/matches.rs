//! Where a value was said: the words of a turn that carry a scalar, or nothing.

use crate::engine::text::locate::exact;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::names::{company_is, person_is};
use crate::engine::text::scan::mentions;
use crate::engine::text::stem::{Word, contains_stems, is_stop, words};
use crate::engine::text::token::{fold, tokens};
use crate::engine::text::units::currency;
use crate::engine::text::vehicle_codes::{canonical_plate, canonical_vin};
use serde_json::Value;

/// Codes of units and periods: they match what a mention measures, never letters.
const UNITS: &[&str] = &[
    "day", "week", "month", "year", "hour", "m2", "m3", "m", "km", "ha", "t", "kg", "l", "pcs", "set", "copy", "pack",
    "bag", "pallet", "unit",
];

/// Codes of kinds of person.
const KINDS: &[&str] = &["individual", "self_employed", "entrepreneur", "company"];

/// The byte span of the words in `text` that carry the scalar `value`; `None` when nobody said it.
///
/// Numbers equal amounts however written («30000.00» in «30 тысяч»), ISO dates equal days, codes equal their canonical
/// form, names equal themselves in any case, units and currencies equal what was measured. Other text must stand there
/// literally or by its stems. A value right after «не» was denied, not said. Booleans, null and containers never match.
#[must_use]
pub fn finds(value: &Value, text: &str, today: &str) -> Option<(usize, usize)> {
    match value {
        Value::Number(number) => decimal(&number.to_string()).and_then(|d| measured(&d, text, &mentions(text, today))),
        Value::String(said) => string(said.trim(), text, today),
        _ => None,
    }
}

fn string(value: &str, text: &str, today: &str) -> Option<(usize, usize)> {
    if value.is_empty() {
        return None;
    }
    let list = mentions(text, today);
    let spoken = |fits: &dyn Fn(&MentionKind) -> bool| {
        list.iter().find(|m| fits(&m.kind) && !denied(text, m.start)).map(|m| (m.start, m.end))
    };
    if UNITS.contains(&value) {
        return spoken(&|kind| measures(kind, value));
    }
    if KINDS.contains(&value) {
        return spoken(&|kind| of_kind(kind, value));
    }
    if let Some(span) = spoken(&|kind| names(kind, value)) {
        return Some(span);
    }
    if let Some(number) = decimal(value) {
        return measured(&number, text, &list);
    }
    if is_currency(value)
        && let Some(span) = spoken(&|kind| matches!(kind, MentionKind::Money { currency, .. } if currency == value))
            .or_else(|| currency_word(value, text))
    {
        return Some(span);
    }
    literal(value, text).or_else(|| stems(value, text))
}

/// Whether the word right before `start` is «не».
fn denied(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end();
    // Signs such as «$» or an opening quote may stand between.
    let before = before.trim_end_matches(['«', '"', '“', '$', '€', '(']).trim_end();
    let mut chars = before.chars().rev();
    let ends = matches!((chars.next(), chars.next()), (Some('е' | 'Е'), Some('н' | 'Н')));
    ends && chars.next().is_none_or(|c| !c.is_alphanumeric())
}

/// Canonical decimal of plain decimal text («30000.00» → «30000»); leading zeros make a code, not a number.
fn decimal(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let code = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || whole.len() > 15 || code || !digits(whole) || !digits(fraction) || text.ends_with('.') {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    Some(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

/// A mention that measures exactly `number`.
fn measured(number: &str, text: &str, list: &[Mention]) -> Option<(usize, usize)> {
    let fits = |kind: &MentionKind| match kind {
        MentionKind::Money { minor, .. } => {
            decimal(&crate::model::money::format_minor(*minor)).as_deref() == Some(number)
        }
        MentionKind::Number { value } | MentionKind::Percent { value, .. } | MentionKind::Quantity { value, .. } => {
            value == number
        }
        MentionKind::Year { year } => year.to_string() == number,
        MentionKind::Duration { count, .. } => count.to_string() == number,
        MentionKind::DayOfMonth { day } => day.to_string() == number,
        _ => false,
    };
    list.iter().find(|m| fits(&m.kind) && !denied(text, m.start)).map(|m| (m.start, m.end))
}

fn measures(kind: &MentionKind, code: &str) -> bool {
    match kind {
        MentionKind::Duration { unit, .. } | MentionKind::Quantity { unit, .. } => unit == code,
        MentionKind::Money { per, .. } | MentionKind::Percent { per, .. } => per.as_deref() == Some(code),
        _ => false,
    }
}

fn of_kind(kind: &MentionKind, code: &str) -> bool {
    match kind {
        MentionKind::PartyKind { kind } => kind == code,
        MentionKind::Company { .. } => code == "company",
        MentionKind::Entrepreneur { .. } => code == "entrepreneur",
        _ => false,
    }
}

/// Whether a mention names the value: a day, a code, a person, a company, a car, a city.
fn names(kind: &MentionKind, value: &str) -> bool {
    let compact: String = value.chars().filter(|c| c.is_alphanumeric()).collect();
    match kind {
        MentionKind::Date { iso, .. } => iso == value,
        MentionKind::DateRange { from, to } => from == value || to == value,
        MentionKind::Inn { digits, .. }
        | MentionKind::Ogrn { digits, .. }
        | MentionKind::Bik { digits }
        | MentionKind::Account { digits }
        | MentionKind::Snils { digits, .. } => *digits == compact,
        MentionKind::Passport { series, number } => {
            compact == *series || compact == *number || compact == format!("{series}{number}")
        }
        MentionKind::Kpp { text } => *text == compact.to_uppercase(),
        MentionKind::Phone { text } => {
            compact.len() >= 10
                && compact.len() <= 11
                && text.ends_with(&compact[compact.len() - 10..])
                && compact.is_ascii()
        }
        MentionKind::Vin { text, .. } => compact.len() >= 5 && canonical_vin(value).0 == *text,
        MentionKind::Plate { text } => canonical_plate(value) == *text,
        MentionKind::Cadastral { text } => text == value,
        MentionKind::Email { text } => *text == value.to_lowercase(),
        MentionKind::Person { surname, given, patronymic, .. } => person_is([surname, given, patronymic], value),
        MentionKind::Entrepreneur { person } => company_is("ИП", person, value),
        MentionKind::Company { form, name } => company_is(form, name, value),
        MentionKind::Vehicle { make, model } => {
            let said = fold(value);
            said == fold(make) || !model.is_empty() && (said == fold(model) || said == fold(&format!("{make} {model}")))
        }
        MentionKind::City { name } => fold(name) == fold(value),
        _ => false,
    }
}

fn is_currency(value: &str) -> bool {
    value.len() == 3 && value.bytes().all(|b| b.is_ascii_uppercase())
}

/// A currency named without a sum: «в рублях».
fn currency_word(code: &str, text: &str) -> Option<(usize, usize)> {
    let list = tokens(text);
    let found =
        (0..list.len()).find(|&i| !list[i].is("р") && currency(&list, i).is_some_and(|(found, _)| found == code))?;
    Some((list[found].start, list[found].end))
}

/// The words as they stand, or the same words with other marks between them.
fn literal(value: &str, text: &str) -> Option<(usize, usize)> {
    if let Some(span) = exact(text, value).into_iter().find(|(start, _)| !denied(text, *start)) {
        return Some(span);
    }
    let bare = |s: &str, w: &Word| fold(&s[w.start..w.end]);
    let wanted: Vec<String> = words(value).iter().map(|w| bare(value, w)).collect();
    if wanted.len() < 2 {
        return None;
    }
    let list = words(text);
    let folded: Vec<String> = list.iter().map(|w| bare(text, w)).collect();
    let at = folded.windows(wanted.len()).position(|window| window == wanted)?;
    let (start, end) = (list[at].start, list[at + wanted.len() - 1].end);
    (!denied(text, start)).then_some((start, end))
}

/// Words with endings: every content stem of the value occurs nearby. Values with digits must be literal, and a
/// negation must stand on both sides or on neither.
fn stems(value: &str, text: &str) -> Option<(usize, usize)> {
    const NEGATIONS: &[&str] = &["не", "без", "нет", "ни", "нельз"];
    if value.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let mut wanted: Vec<String> = words(value).into_iter().map(|w| w.stem).filter(|stem| !is_stop(stem)).collect();
    let denies = |stem: &str| NEGATIONS.contains(&stem);
    if !wanted.iter().any(|stem| stem.chars().count() >= 3 && !denies(stem)) {
        return None;
    }
    wanted.sort_unstable();
    let list = words(text);
    let (start, end) = contains_stems(&list, &wanted)?;
    let negated = wanted.iter().any(|stem| denies(stem));
    let first = list.partition_point(|w| w.start < start);
    let said = list[first.saturating_sub(1)..].iter().take_while(|w| w.end <= end).any(|w| denies(&w.stem));
    (negated || !said).then_some((start, end))
}
