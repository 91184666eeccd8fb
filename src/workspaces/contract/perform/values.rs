//! The value that a mention gives to a field of a type.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::model::money::{format_minor, parse_minor};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use serde_json::{Value, json};

/// Whether a bare number would be a sum or a measure without a unit.
#[must_use]
pub fn bare_number(field: &Field, mention: &Mention) -> bool {
    matches!(mention.kind, MentionKind::Number { .. }) && matches!(field.kind, FieldKind::Money | FieldKind::Quantity)
}

/// «Цена теперь 615» where 630 000 stands: a bare number far below the sum in its place is counted in thousands.
pub(super) fn in_thousands(draft: &Draft<'_>, at: &str, said: Option<&str>, value: &Value) -> Option<Value> {
    said.filter(|said| said.bytes().all(|b| b.is_ascii_digit()))?;
    let of = |value: &Value| value["amount"].as_str().and_then(parse_minor);
    let (new, old) = (of(value)?, draft.domain.pointer(at).and_then(of)?);
    let whole = new.checked_mul(1000)?;
    let mut out = value.clone();
    out["amount"] = json!(format_minor(whole));
    (new > 0 && new < 1_000_000 && whole / 10 <= old && old <= whole.checked_mul(10)?).then_some(out)
}

/// Whether a value tells by itself what it is: a code, a car, a place; a sum, a share or a day does not.
#[must_use]
pub fn means_itself(kind: &MentionKind) -> bool {
    use MentionKind as M;
    !matches!(
        kind,
        M::Money { .. }
            | M::Number { .. }
            | M::Percent { .. }
            | M::Date { .. }
            | M::Duration { .. }
            | M::Quantity { .. }
    ) || matches!(kind, M::Money { per: Some(_), .. })
}

/// Pieces, as a unit.
const PIECES: &str = "pcs";

/// Whether a value is more than its words say: thousands left out, metres for square ones, a number for pieces, an
/// address set right from another case.
#[must_use]
pub fn interpreted(text: &str, mention: &Mention, value: &Value) -> bool {
    let said = text.get(mention.start..mention.end).unwrap_or_default();
    match &mention.kind {
        // «казань улица восстания 26» with capitals and commas is the same.
        MentionKind::Address { text: shown } => letters(said) != letters(shown),
        MentionKind::Number { .. } => value.get("unit").is_some(),
        MentionKind::Quantity { unit, .. } => value.get("unit").is_some_and(|kept| kept != unit.as_str()),
        MentionKind::Money { minor, .. } => {
            let digits: String = said.chars().take_while(char::is_ascii_digit).collect();
            let next = said.get(digits.len()..).unwrap_or_default().trim_start();
            let plain = next.is_empty() || next.starts_with("в ");
            // «3 миллиона 200», «миллион сорок пять»: the thousands are left out.
            let low = folded(said);
            let rest = low.rsplit_once("милл").or_else(|| low.rsplit_once("млн")).map(|(_, rest)| rest);
            let behind = rest.map(|rest| rest.trim_start_matches(char::is_alphabetic)).unwrap_or_default();
            let spoken = behind.contains(char::is_alphanumeric) && !behind.contains("тыс") && minor % 100_000 == 0;
            spoken || plain && digits.parse::<i64>().is_ok_and(|number| number.checked_mul(100) != Some(*minor))
        }
        _ => false,
    }
}

/// The words and numbers of an address, without «г.».
fn letters(address: &str) -> Vec<String> {
    let words = address.split(|c: char| !c.is_alphanumeric()).map(folded);
    words.filter(|word| !word.is_empty() && word != "г").collect()
}

/// «9000» behind «сколько всего, в месяц или за час?»: a sum without a period is that of the fact that has none.
pub(super) fn lacks_period(pack: &Pack, heard: &Heard<'_>, field: &Field, mention: &Mention) -> bool {
    let bare = matches!(mention.kind, MentionKind::Money { per: None, .. } | MentionKind::Number { .. });
    let whole = |at: &String| {
        let other = pack.field_of(at).filter(|other| other.kind == FieldKind::Money && other.per.is_none());
        other.is_some_and(|other| other.pointer.split('/').nth(1) == field.pointer.split('/').nth(1))
    };
    field.per.is_some() && bare && heard.question.is_some_and(|q| q.targets.iter().any(whole))
}

fn is_period(per: &str) -> bool {
    matches!(per, "hour" | "day" | "week" | "month" | "year")
}

/// «Дал 300 000 без процентов»: a large round number without a unit is a sum, a year is not.
fn round_sum(value: &str) -> Option<Value> {
    let number: i64 = value.parse().ok()?;
    let sum = number >= 5_000 && number % 100 == 0 && number <= 1_000_000_000_000;
    sum.then(|| money(number.checked_mul(100).unwrap_or(i64::MAX), "RUB"))
}

fn money(minor: i64, currency: &str) -> Value {
    json!({"amount": format_minor(minor), "currency": currency})
}

/// Digits that a sum without a unit has at most.
const DIGITS: usize = 11;

/// The value that a mention gives to a field of this type.
#[must_use]
pub fn value_for(field: &Field, mention: &Mention, asked: bool) -> Option<Value> {
    match (&mention.kind, field.kind) {
        (MentionKind::Money { minor, currency, per }, FieldKind::Money) => {
            let fits = match (&field.per, per) {
                (Some(wanted), Some(said)) => wanted == said,
                // A sum per month is no price for the whole, one per square metre is the price of a unit.
                (None, Some(said)) if said == "day" && field.pointer.starts_with("/penalty") => true,
                // «По 110 тысяч в месяц»: one of equal parts; «1200 в сутки» is never what all of it costs.
                (None, Some(said)) if is_period(said) => {
                    asked && !field.pointer.ends_with("/total") || field.pointer.ends_with("/part")
                }
                (None, Some(said)) => {
                    let name = field.pointer.rsplit('/').next().unwrap_or_default();
                    // «96 рублей за килограмм» is not what everything costs, whatever was asked.
                    matches!(name, "unit" | "per_m2" | "minimum") || name != "total" && (said == "unit" || asked)
                }
                _ => true,
            };
            fits.then(|| money(*minor, currency))
        }
        // The number of a chip or of an account is no sum, whatever was asked.
        (MentionKind::Number { value }, FieldKind::Money) if asked => {
            Some(money(parse_minor(value).filter(|_| value.len() <= DIGITS)?, "RUB"))
        }
        // Where it is not the primary sum, its name must stand beside it: the score sees to that.
        (MentionKind::Number { value }, FieldKind::Money) => round_sum(value),
        // «7000 % процентов», «аванс 440 %»: no share of a price is more than the whole.
        (MentionKind::Percent { value, .. }, FieldKind::Rate)
            if value.parse::<f64>().is_ok_and(|n| n > most(field)) =>
        {
            None
        }
        (MentionKind::Percent { value, per }, FieldKind::Rate) => Some(match per {
            Some(per) => json!({"percent": value, "per": per}),
            None => json!({"percent": value}),
        }),
        // «0,5 оставляем»: a fraction, where a rate was asked for.
        (MentionKind::Number { value }, FieldKind::Rate) if asked && value.contains('.') => {
            Some(json!({"percent": value, "per": "day"})).filter(|_| field.pointer.starts_with("/penalty"))
        }
        (MentionKind::Number { value }, FieldKind::Integer) => value.parse::<i64>().ok().map(Value::from),
        (MentionKind::Quantity { value, .. }, FieldKind::Integer) if asked => {
            value.parse::<i64>().ok().map(Value::from)
        }
        (MentionKind::DayOfMonth { day }, FieldKind::DayOfMonth) => Some(json!(day)),
        (MentionKind::Number { value }, FieldKind::DayOfMonth) if asked => {
            value.parse::<u8>().ok().filter(|day| (1..=31).contains(day)).map(Value::from)
        }
        (MentionKind::Date { iso, .. }, FieldKind::Date) => Some(json!(iso)),
        (MentionKind::Duration { count, unit }, FieldKind::Duration) => Some(json!({"count": count, "unit": unit})),
        (MentionKind::Quantity { value, unit }, FieldKind::Quantity) => {
            let fits = field.units.is_empty() || field.units.contains(unit);
            // «Ванная 4 метра»: where an area is wanted, metres are square ones.
            let square = unit == "m" && field.pointer.ends_with("/area");
            let unit = if square { "m2" } else { unit };
            (fits || square).then(|| json!({"value": value, "unit": unit}))
        }
        (MentionKind::Number { value }, FieldKind::Quantity) if asked => match field.units.as_slice() {
            [unit] => Some(json!({"value": value, "unit": unit})),
            // «Сколько?» — «1»: pieces, where they are counted at all.
            units if units.iter().any(|unit| unit == PIECES) => Some(json!({"value": value, "unit": PIECES})),
            _ => None,
        },
        (MentionKind::Year { year }, FieldKind::Year) => Some(json!(year)),
        (MentionKind::Number { value }, FieldKind::Year) if asked => {
            value.parse::<i32>().ok().filter(|year| (1900..=2100).contains(year)).map(Value::from)
        }
        (MentionKind::Vin { text, .. }, FieldKind::Vin)
        | (MentionKind::Plate { text }, FieldKind::Plate)
        | (MentionKind::Cadastral { text }, FieldKind::Cadastral)
        | (MentionKind::Address { text }, FieldKind::Address) => Some(json!(text)),
        (MentionKind::City { name }, FieldKind::City) => Some(json!(name)),
        _ => None,
    }
}

/// The greatest rate that a field can have: interest is counted by the year, a penalty is doubted by its own rule.
fn most(field: &Field) -> f64 {
    match field.pointer.split('/').nth(1) {
        Some("penalty") => f64::INFINITY,
        Some("interest") => 1_000.0,
        _ => 100.0,
    }
}

/// The value that a label shows, where it is its own value: words, an address, a name, an option of a choice. Two values
/// of one message stand against each other without either being written.
#[must_use]
pub fn of_label(pack: &Pack, at: &str, label: &str) -> Option<Value> {
    let Some(field) = pack.field_of(at) else {
        let whole = at.starts_with("/parties/") && !at.contains("/passport/") && !at.ends_with("/kind");
        return whole.then(|| json!(label));
    };
    match field.kind {
        FieldKind::Choice => {
            field.options.iter().find(|option| option.label == label).map(|option| option.value.clone())
        }
        FieldKind::Text | FieldKind::Address | FieldKind::City => Some(json!(label)),
        _ => None,
    }
}
