//! A fact read back from the words that a person wrote over it in a clause.

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::scan;
use crate::model::money;
use serde_json::{Value, json};

/// A value and the words around it that belong to nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The fact's new value.
    pub value: Value,
    /// Words behind it.
    pub rest: String,
}

/// The new value of the fact at `at`, if the words name one of its kind that differs from the old one.
#[must_use]
pub fn value(pack: &Pack, domain: &Value, at: &str, form: &str, now: &str, today: &str) -> Option<Read> {
    let field = pack.field_of(at).filter(|field| field.pointer == at);
    let old = domain.pointer(at).cloned().unwrap_or(Value::Null);
    let now = now.trim();
    let kind = field.map(|field| field.kind);
    // Words are taken as they are only where they stand as they were said: another case would be another word.
    let plain = matches!(kind, Some(FieldKind::Text)) && form.is_empty() || old.is_null() && field.is_none();
    if plain && !now.is_empty() && now.chars().count() <= 500 && !now.contains(['[', ']']) {
        return Some(Read { value: json!(now), rest: String::new() });
    }
    let mentions = scan::mentions(now, today);
    let named = |mention: &Mention| typed(kind?, &mention.kind, &old).filter(|value| *value != old);
    let (mention, value) = mentions.iter().find_map(|mention| Some((mention, named(mention)?)))?;
    Some(Read { value, rest: behind(now, mention) })
}

/// What stands behind the value and is no part of how a value is written out (sums in words, kopecks).
fn behind(now: &str, mention: &Mention) -> String {
    let rest = &now[mention.end..];
    let written_out = rest.trim_start().starts_with('(') || rest.contains("копе") || rest.contains("руб");
    if written_out { String::new() } else { rest.to_owned() }
}

fn typed(kind: FieldKind, mention: &MentionKind, old: &Value) -> Option<Value> {
    Some(match (kind, mention) {
        (FieldKind::Money, MentionKind::Money { minor, currency, .. }) => {
            json!({"amount": money::format_minor(*minor), "currency": currency})
        }
        (FieldKind::Money, MentionKind::Number { value }) => {
            let minor = money::parse_minor(value)?;
            json!({"amount": money::format_minor(minor), "currency": old["currency"].as_str().unwrap_or("RUB")})
        }
        (FieldKind::Rate, MentionKind::Percent { value, per }) => {
            let per = per.as_deref().or_else(|| old["per"].as_str()).unwrap_or("day");
            json!({"percent": value, "per": per})
        }
        (FieldKind::Date, MentionKind::Date { iso, .. }) => json!(iso),
        (FieldKind::Duration, MentionKind::Duration { count, unit }) => json!({"count": count, "unit": unit}),
        (FieldKind::Quantity, MentionKind::Quantity { value, unit }) => json!({"value": value, "unit": unit}),
        (FieldKind::DayOfMonth, MentionKind::DayOfMonth { day }) => json!(day),
        (FieldKind::DayOfMonth | FieldKind::Integer, MentionKind::Number { value }) => {
            json!(value.parse::<i64>().ok()?)
        }
        (FieldKind::Year, MentionKind::Year { year }) => json!(year),
        (FieldKind::Year, MentionKind::Number { value }) => {
            json!(value.parse::<i64>().ok().filter(|y| (1900..2101).contains(y))?)
        }
        _ => return None,
    })
}
