//! A value that a model wrote, as the facts keep it: amounts, dates and choices in their normal form.

use crate::engine::knowledge::pack::Pack;
use crate::model::money::{format_minor, parse_minor};
use crate::model::pointer;
use crate::workspaces::contract::talk::{Ground, card, typed};
use serde_json::{Value, json};

/// Why a value has no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unfit {
    /// The contract has no such place.
    Unknown,
    /// The place takes another kind of value; the code of what is wrong.
    Value(&'static str),
}

/// Characters of words that stand where no field is known.
const LONGEST: usize = 500;

/// The places that a value fills: one field, or every field below an object.
pub(super) fn places(ground: &Ground<'_>, at: &str, value: &Value, today: &str) -> Vec<(String, Result<Value, Unfit>)> {
    if let Some(field) = card::field_at(ground, at) {
        let read = typed::read(ground.pack, &field, &spelled(value), today);
        let read = read.map_err(Unfit::Value).and_then(|value| value.ok_or(Unfit::Value("format")));
        return vec![(at.to_owned(), read)];
    }
    if let Value::Object(map) = value {
        let below = |(key, value): (&String, &Value)| places(ground, &pointer::join(at, key), value, today);
        return map.iter().filter(|(_, value)| !value.is_null()).flat_map(below).collect();
    }
    let fit = match (ground.pack, value) {
        (Some(pack), value) if !value.is_array() && known(pack, at) => Ok(part(at, value)),
        _ => Err(Unfit::Unknown),
    };
    vec![(at.to_owned(), fit)]
}

/// A number where a sum or a rate keeps digits in a string.
fn spelled(value: &Value) -> Value {
    let Value::Object(map) = value else { return value.clone() };
    let text = |(key, value): (&String, &Value)| (key.clone(), part(&format!("/{key}"), value));
    map.iter().map(text).collect()
}

/// A part of a composite value: its digits stand in a string, its counts are numbers.
fn part(at: &str, value: &Value) -> Value {
    let name = at.rsplit('/').next().unwrap_or_default();
    match (name, value) {
        ("amount", Value::Number(_) | Value::String(_)) => {
            let digits: String = plain(value).chars().filter(|c| !c.is_whitespace()).collect();
            parse_minor(&digits.replace(',', ".")).map_or_else(|| value.clone(), |minor| json!(format_minor(minor)))
        }
        ("percent" | "value", Value::Number(number)) => json!(number.to_string()),
        ("count", Value::String(text)) => {
            text.trim().parse::<u64>().map_or_else(|_| value.clone(), |count| json!(count))
        }
        (_, Value::String(text)) => json!(text.trim().chars().take(LONGEST).collect::<String>()),
        (_, other) => other.clone(),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A part of a field, or a further detail of a side that the pack has.
fn known(pack: &Pack, at: &str) -> bool {
    let side = at.strip_prefix("/parties/").and_then(|rest| rest.split_once('/')).map(|(role, _)| role);
    side.map_or_else(|| pack.field_of(at).is_some(), |role| pack.party(role).is_some())
}
