//! A value typed into a field, by the kind of the field: canonical JSON, or the words that people write there.

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::knowledge::rows;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::scan;
use crate::model::money::{format_minor, parse_minor};
use crate::model::pointer;
use crate::model::turn_answer::CardField;
use serde_json::{Value, json};

/// Characters of a text.
const LONGEST: usize = 500;

/// The name of a kind on the wire.
#[must_use]
pub fn name(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Text => "text",
        FieldKind::Money => "money",
        FieldKind::Rate => "rate",
        FieldKind::Integer => "integer",
        FieldKind::DayOfMonth => "day_of_month",
        FieldKind::Date => "date",
        FieldKind::Duration => "duration",
        FieldKind::Quantity => "quantity",
        FieldKind::Year => "year",
        FieldKind::Choice => "choice",
        FieldKind::YesNo => "yes_no",
        FieldKind::VehicleMake => "vehicle_make",
        FieldKind::VehicleModel => "vehicle_model",
        FieldKind::Vin => "vin",
        FieldKind::Plate => "plate",
        FieldKind::Cadastral => "cadastral",
        FieldKind::Address => "address",
        FieldKind::City => "city",
    }
}

/// The value of a field; `None` for an empty one.
///
/// # Errors
/// A code: `format`, `not_a_sum`, `not_a_date`, `out_of_range`, `unknown_choice`, `too_long`…
pub fn read(pack: Option<&Pack>, field: &CardField, raw: &Value, today: &str) -> Result<Option<Value>, &'static str> {
    let raw = match raw {
        Value::String(text) => json!(text.trim()),
        other => other.clone(),
    };
    let text = match &raw {
        Value::Null => return Ok(None),
        Value::String(text) if text.is_empty() => return Ok(None),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(yes) => yes.to_string(),
        Value::Object(_) | Value::Array(_) => String::new(),
    };
    if text.contains('\0') {
        return Err("format");
    }
    if text.chars().count() > LONGEST {
        return Err("too_long");
    }
    if !field.choices.is_empty() {
        let low = text.to_lowercase();
        let fits = |value: &Value, label: &str| {
            // Numbers and flags are told apart by what they are written as.
            let written = value.to_string();
            *value == raw || value.as_str() == Some(text.as_str()) || written == text || label.to_lowercase() == low
        };
        let found = field.choices.iter().find(|choice| fits(&choice.value, &choice.label));
        return found.map(|choice| Some(choice.value.clone())).ok_or("unknown_choice");
    }
    let mentions: Vec<MentionKind> = scan::mentions(&text, today).into_iter().map(|mention| mention.kind).collect();
    let value = match field.kind.as_str() {
        "money" => money(&raw, &text, &mentions).ok_or("not_a_sum")?,
        "rate" => rate(&raw, &text, &mentions, &field.pointer).ok_or("not_a_rate")?,
        "date" => date(&text, &mentions).ok_or("not_a_date")?,
        "duration" => duration(&raw, &mentions).ok_or("not_a_duration")?,
        "quantity" => quantity(pack, &raw, &text, &mentions, &field.pointer).ok_or("not_a_quantity")?,
        "integer" => json!(number(&text).ok_or("not_a_number")?),
        "day_of_month" => within(&text, &mentions, 1, 31)?,
        "year" => within(&text, &mentions, 1900, 2100)?,
        "vin" => vin(&mentions).or_else(|| as_said(&text)).ok_or("format")?,
        "plate" => first(&mentions, |kind| match kind {
            MentionKind::Plate { text } => Some(text.clone()),
            _ => None,
        })?,
        "cadastral" => first(&mentions, |kind| match kind {
            MentionKind::Cadastral { text } => Some(text.clone()),
            _ => None,
        })?,
        "phone" => first(&mentions, |kind| match kind {
            MentionKind::Phone { text } => Some(text.clone()),
            _ => None,
        })
        .or_else(|why| phone_as_said(&text).ok_or(why))?,
        "email" => first(&mentions, |kind| match kind {
            MentionKind::Email { text } => Some(text.clone()),
            _ => None,
        })?,
        "inn" => digits(&text, &[9, 10, 11, 12, 13])?,
        "ogrn" => digits(&text, &[12, 13, 14, 15, 16])?,
        "account" => digits(&text, &[20])?,
        "bik" => digits(&text, &[9])?,
        "series" => digits(&text, &[4])?,
        "number" => digits(&text, &[6])?,
        "kpp" => kpp(&text)?,
        "name" => json!(nominative(&text, &mentions)),
        _ if raw.is_string() => json!(text),
        _ => return Err("format"),
    };
    Ok(Some(value))
}

fn money(raw: &Value, text: &str, mentions: &[MentionKind]) -> Option<Value> {
    if let Some(amount) = raw["amount"].as_str() {
        let currency = raw["currency"].as_str().unwrap_or("RUB");
        let known = currency.len() == 3 && currency.bytes().all(|b| b.is_ascii_uppercase());
        return known.then_some(json!({"amount": format_minor(parse_minor(amount)?), "currency": currency}));
    }
    let said = mentions.iter().find_map(|kind| match kind {
        MentionKind::Money { minor, currency, .. } => Some((*minor, currency.clone())),
        _ => None,
    });
    let bare = || {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        Some((parse_minor(&plain.replace(',', "."))?, "RUB".to_owned()))
    };
    let (minor, currency) = said.or_else(bare)?;
    (minor >= 0).then(|| json!({"amount": format_minor(minor), "currency": currency}))
}

fn rate(raw: &Value, text: &str, mentions: &[MentionKind], at: &str) -> Option<Value> {
    let decimal = |text: &str| {
        let plain = text.trim().trim_end_matches('%').trim().replace(',', ".");
        plain.parse::<f64>().ok().filter(|rate| (0.0..=1_000.0).contains(rate)).map(|_| plain)
    };
    if let Some(percent) = raw["percent"].as_str() {
        let percent = decimal(percent)?;
        let per = raw["per"].as_str().filter(|per| matches!(*per, "day" | "week" | "month" | "year"));
        return Some(per.map_or_else(|| json!({"percent": percent}), |per| json!({"percent": percent, "per": per})));
    }
    // «0,1 % в день, не больше 10 %»: a place of one rate holds no bound beside it.
    if mentions.iter().filter(|kind| matches!(kind, MentionKind::Percent { .. })).count() > 1 {
        return None;
    }
    let said = mentions.iter().find_map(|kind| match kind {
        MentionKind::Percent { value, per } => Some((value.clone(), per.clone())),
        _ => None,
    });
    let (percent, per) = said.or_else(|| Some((decimal(text)?, None)))?;
    // A penalty without a period is one for each day of delay; other rates stay as they were said.
    let per = per.or_else(|| at.starts_with("/penalty").then(|| "day".to_owned()));
    Some(per.map_or_else(|| json!({"percent": percent}), |per| json!({"percent": percent, "per": per})))
}

fn date(text: &str, mentions: &[MentionKind]) -> Option<Value> {
    if text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok() {
        return Some(json!(text));
    }
    mentions.iter().find_map(|kind| match kind {
        MentionKind::Date { iso, .. } => Some(json!(iso)),
        _ => None,
    })
}

fn duration(raw: &Value, mentions: &[MentionKind]) -> Option<Value> {
    if let (Some(count), Some(unit)) = (raw["count"].as_u64(), raw["unit"].as_str()) {
        let known = matches!(unit, "day" | "working_day" | "week" | "month" | "year") && (1..=10_000).contains(&count);
        return known.then(|| json!({"count": count, "unit": unit}));
    }
    mentions.iter().find_map(|kind| match kind {
        MentionKind::Duration { count, unit } => Some(json!({"count": count, "unit": unit})),
        _ => None,
    })
}

fn quantity(pack: Option<&Pack>, raw: &Value, text: &str, mentions: &[MentionKind], at: &str) -> Option<Value> {
    let units = pack.and_then(|pack| pack.field_of(at)).map(|field| field.units.clone()).unwrap_or_default();
    // A list is read by the pack's own units; whoever fills a row in counts as the goods are sold.
    let in_row = pack.and_then(|pack| pack.rows.as_ref()).is_some_and(|rows| pointer::is_within(at, &rows.at));
    let units = if in_row { rows::words().units.keys().cloned().collect() } else { units };
    let fits = |unit: &str| units.is_empty() || units.iter().any(|known| known == unit);
    let decimal = |text: &str| {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().replace(',', ".");
        plain.parse::<f64>().ok().filter(|number| *number >= 0.0).map(|_| plain)
    };
    if let (Some(value), Some(unit)) = (raw["value"].as_str(), raw["unit"].as_str()) {
        return fits(unit).then_some(json!({"value": decimal(value)?, "unit": unit}));
    }
    let said = mentions.iter().find_map(|kind| match kind {
        MentionKind::Quantity { value, unit } if fits(unit) => Some(json!({"value": value, "unit": unit})),
        _ => None,
    });
    let only = || match units.as_slice() {
        [unit] => Some(json!({"value": decimal(text)?, "unit": unit})),
        _ => None,
    };
    said.or_else(only)
}

fn number(text: &str) -> Option<i64> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    plain.parse().ok()
}

fn within(text: &str, mentions: &[MentionKind], least: i64, most: i64) -> Result<Value, &'static str> {
    let said = mentions.iter().find_map(|kind| match kind {
        MentionKind::DayOfMonth { day } => Some(i64::from(*day)),
        MentionKind::Year { year } => Some(i64::from(*year)),
        _ => None,
    });
    let number = number(text).or(said).ok_or("not_a_number")?;
    if (least..=most).contains(&number) { Ok(json!(number)) } else { Err("out_of_range") }
}

fn vin(mentions: &[MentionKind]) -> Option<Value> {
    mentions.iter().find_map(|kind| match kind {
        MentionKind::Vin { text, valid_shape: true, twins: false, .. } => Some(json!(text)),
        _ => None,
    })
}

/// A code that cannot be right, as it was typed: rule L13 marks it.
fn as_said(text: &str) -> Option<Value> {
    let bare = bare(text).to_uppercase();
    let count = bare.chars().count();
    (bare.chars().all(char::is_alphanumeric) && (5..=25).contains(&count)).then(|| json!(bare))
}

/// A number with a digit too many or too few is kept as it was said: the person may have no other.
fn phone_as_said(text: &str) -> Option<Value> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let plain = text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "+()-–‑".contains(c));
    (plain && (5..=15).contains(&digits)).then(|| json!(text.trim()))
}

fn first(mentions: &[MentionKind], pick: impl Fn(&MentionKind) -> Option<String>) -> Result<Value, &'static str> {
    mentions.iter().find_map(pick).map(|text| json!(text)).ok_or("format")
}

fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

fn digits(text: &str, lengths: &[usize]) -> Result<Value, &'static str> {
    let bare = bare(text);
    let fits = bare.bytes().all(|b| b.is_ascii_digit()) && lengths.contains(&bare.len());
    if fits { Ok(json!(bare)) } else { Err("format") }
}

fn kpp(text: &str) -> Result<Value, &'static str> {
    let bare = bare(text).to_uppercase();
    let fits = bare.len() == 9 && bare.bytes().all(|b| b.is_ascii_alphanumeric());
    if fits { Ok(json!(bare)) } else { Err("format") }
}

/// A name as contracts carry it: a company with its form, a person in the nominative; anything else as it was typed.
fn nominative(text: &str, mentions: &[MentionKind]) -> String {
    let read = mentions.iter().find_map(|kind| match kind {
        MentionKind::Company { form, name } if !form.is_empty() => Some(name.clone()),
        MentionKind::Entrepreneur { person } => Some(person.clone()),
        _ => None,
    });
    read.filter(|read| read.chars().count() + 4 >= text.chars().count()).unwrap_or_else(|| text.to_owned())
}
