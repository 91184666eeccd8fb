//! Conditions on facts: the smallest language that packs need.

use crate::engine::text::folded;
use serde::Deserialize;
use serde_json::Value;

/// One condition on one place of `domain`; every given test must hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// JSON Pointer into `domain`.
    pub at: String,
    /// Equal to this value.
    #[serde(default)]
    pub is: Option<Value>,
    /// Different from this value (a missing value is different).
    #[serde(default)]
    pub is_not: Option<Value>,
    /// One of these values.
    #[serde(default)]
    pub any_of: Option<Vec<Value>>,
    /// Present (`true`) or missing (`false`).
    #[serde(default)]
    pub exists: Option<bool>,
    /// As a number, at least this (decimal text is read as a number).
    #[serde(default)]
    pub at_least: Option<f64>,
    /// As a number, less than this.
    #[serde(default)]
    pub below: Option<f64>,
    /// As words, one that begins so: lower case, «е» for «ё».
    #[serde(default)]
    pub words: Option<Vec<String>>,
}

impl Condition {
    /// That a fact is present.
    #[must_use]
    pub fn present(at: &str) -> Self {
        let at = at.to_owned();
        Self { at, is: None, is_not: None, any_of: None, exists: Some(true), at_least: None, below: None, words: None }
    }

    /// Whether it holds in this domain.
    #[must_use]
    pub fn holds(&self, domain: &Value) -> bool {
        let value = domain.pointer(&self.at).filter(|value| is_present(value));
        self.is.as_ref().is_none_or(|wanted| value == Some(wanted))
            && self.is_not.as_ref().is_none_or(|unwanted| value != Some(unwanted))
            && self.any_of.as_ref().is_none_or(|list| value.is_some_and(|value| list.contains(value)))
            && self.exists.is_none_or(|wanted| value.is_some() == wanted)
            && self.at_least.is_none_or(|limit| value.and_then(number).is_some_and(|n| n >= limit))
            && self.below.is_none_or(|limit| value.and_then(number).is_some_and(|n| n < limit))
            && self
                .words
                .as_ref()
                .is_none_or(|list| value.and_then(Value::as_str).is_some_and(|text| begins(text, list)))
    }
}

/// Whether all conditions hold.
#[must_use]
pub fn all(conditions: &[Condition], domain: &Value) -> bool {
    conditions.iter().all(|condition| condition.holds(domain))
}

/// Whether a value counts as given: not null, not an empty string, object or array.
#[must_use]
pub fn is_present(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Object(map) => map.values().any(is_present),
        Value::Array(items) => items.iter().any(is_present),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

/// Whether a word of a text begins as one of the list.
fn begins(text: &str, list: &[String]) -> bool {
    let low = folded(text);
    let mut words = low.split(|c: char| !c.is_alphanumeric());
    words.any(|word| list.iter().any(|stem| word.starts_with(stem.as_str())))
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(n) => n.as_f64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}
