//! Two values that say the same in other words: an address with and without its abbreviations, a rate with and without
//! the time that it counts for.

use crate::engine::text::folded;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words (`knowledge/dialogue/same.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Words of an address that only say what a part of it is.
    address: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/same.toml")).unwrap_or_default());

/// The fuller of two values that do not contradict each other; `None` where they do.
pub(super) fn fuller(at: &str, old: &Value, new: &Value) -> Option<Value> {
    match (old, new) {
        (Value::Object(one), Value::Object(other)) => {
            let within = |small: &serde_json::Map<String, Value>, large: &serde_json::Map<String, Value>| {
                small.iter().all(|(key, value)| value.is_null() || large.get(key) == Some(value))
            };
            if within(other, one) { Some(old.clone()) } else { within(one, other).then(|| new.clone()) }
        }
        (Value::String(one), Value::String(other)) if at.ends_with("/address") => {
            let (a, b) = (parts(one), parts(other));
            let longer = if one.chars().count() >= other.chars().count() { old } else { new };
            (!a.is_empty() && a == b).then(|| longer.clone())
        }
        (Value::String(one), Value::String(other)) => {
            let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            let (a, b) = (folded(&bare(one)), folded(&bare(other)));
            (!a.is_empty() && a == b).then(|| old.clone())
        }
        _ => None,
    }
}

/// The words and numbers of an address that tell it from others.
fn parts(address: &str) -> BTreeSet<String> {
    let words = address.split(|c: char| !c.is_alphanumeric()).map(folded);
    words.filter(|word| !word.is_empty() && !MARKS.address.contains(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_says_the_same_is_one_value() {
        let at = "/parties/lessor/address";
        let (short, long) = (json!("Самара, Садовая, 16-2"), json!("г. Самара, ул. Садовая, д. 16, кв. 2"));
        assert_eq!(fuller(at, &short, &long), Some(long.clone()));
        assert_eq!(fuller(at, &long, &short), Some(long.clone()));
        assert_eq!(fuller(at, &long, &json!("г. Самара, ул. Садовая, д. 18, кв. 2")), None);
        let (rate, bare) = (json!({"percent": "0.5", "per": "day"}), json!({"percent": "0.5"}));
        assert_eq!(fuller("/penalty/rate", &rate, &bare), Some(rate.clone()));
        assert_eq!(fuller("/penalty/rate", &bare, &rate), Some(rate.clone()));
        assert_eq!(fuller("/penalty/rate", &rate, &json!({"percent": "0.5", "per": "year"})), None);
    }
}
