//! Two values that say the same in other words: an address with and without its abbreviations, a rate with and without
//! the time that it counts for.

use crate::engine::text::dates::day_number;
use crate::engine::text::folded;
use crate::engine::text::stem::stem;
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
    /// Ends of the pointers of places.
    places: Vec<String>,
    /// Ends of the pointers of papers and names of authorities, which are told in more and fewer words.
    papers: Vec<String>,
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
        (Value::String(one), Value::String(other)) if ends(at, &MARKS.places) => {
            let (a, b) = (Place::of(one), Place::of(other));
            if a.is(&b) {
                let longer = if one.chars().count() >= other.chars().count() { old } else { new };
                return Some(longer.clone());
            }
            // «Казань, улица Мира» of «г. Казань, ул. Мира, д. 5» only says less.
            if b.within(&a) { Some(old.clone()) } else { a.within(&b).then(|| new.clone()) }
        }
        (Value::String(one), Value::String(other)) if ends(at, &MARKS.papers) => {
            let (a, b) = (bag(one), bag(other));
            if a.is_empty() || b.is_empty() {
                return None;
            }
            if b.is_subset(&a) { Some(old.clone()) } else { a.is_subset(&b).then(|| new.clone()) }
        }
        (Value::String(one), Value::String(other)) => {
            let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            let (a, b) = (folded(&bare(one)), folded(&bare(other)));
            (!a.is_empty() && a == b).then(|| old.clone())
        }
        _ => None,
    }
}

/// «Первого Мая» and «1 Мая» are one street.
fn ordinal(word: &str) -> Option<String> {
    let brief =
        word.chars().count() <= LONGEST_ORDINAL && ["ого", "его", "ое", "ье"].iter().any(|end| word.ends_with(end));
    day_number(word).filter(|_| brief).map(|number| number.to_string())
}

/// Letters of «четвертого», «одиннадцатого» aside: no street is called by a later day in words.
const LONGEST_ORDINAL: usize = 10;

fn ends(at: &str, list: &[String]) -> bool {
    list.iter().any(|end| at.ends_with(end.as_str()))
}

/// The words and numbers of a text.
fn bag(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(folded).collect()
}

/// What tells an address from others.
struct Place {
    /// Its words, without those that only say what a part is.
    words: BTreeSet<String>,
    /// Its numbers in order: house, building, flat.
    numbers: Vec<String>,
    /// The post code.
    index: Option<String>,
}

impl Place {
    fn of(address: &str) -> Self {
        let (mut words, mut numbers, mut index) = (BTreeSet::new(), Vec::new(), None);
        for piece in address.split(|c: char| !(c.is_alphanumeric() || c == '/' || c == '-')) {
            // «16-2» is a house and its flat; «62-А», «7-Н», «1/2» are single numbers.
            let parts = piece.split('-').collect::<Vec<_>>();
            let counted = parts.len() == 2 && parts.iter().all(|part| part.chars().all(|c| c.is_ascii_digit()));
            let own = if counted { parts } else { vec![piece] };
            for part in own.iter().map(|part| folded(part).replace('-', "")).filter(|part| !part.is_empty()) {
                if part.len() == 6 && part.bytes().all(|b| b.is_ascii_digit()) {
                    index = Some(part);
                } else if part.starts_with(|c: char| c.is_ascii_digit()) {
                    // «1-го Мая» and «1 Мая» are one street.
                    let bare = ["ого", "го", "ая", "я", "й"].iter().find_map(|end| part.strip_suffix(end));
                    numbers.push(bare.map_or(part.clone(), str::to_owned));
                } else if let Some(number) = ordinal(&part) {
                    numbers.push(number);
                } else if !MARKS.address.contains(&part) {
                    words.insert(stem(&part));
                }
            }
        }
        Self { words, numbers, index }
    }

    fn same_index(&self, other: &Self) -> bool {
        self.index.is_none() || other.index.is_none() || self.index == other.index
    }

    fn is(&self, other: &Self) -> bool {
        let any = !(self.words.is_empty() && self.numbers.is_empty());
        any && self.words == other.words && self.numbers == other.numbers && self.same_index(other)
    }

    /// Whether this one says the same as another and less of it: no word and no number of its own.
    fn within(&self, other: &Self) -> bool {
        !self.words.is_empty()
            && self.words.is_subset(&other.words)
            && other.numbers.starts_with(&self.numbers)
            && self.same_index(other)
    }
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
        let full = json!("443010, г. Самара, ул. Садовая, д. 16, кв. 2, помещ. 7-Н");
        for less in ["Самара", "Самаре, Садовая", "г. Самара, ул. Садовая, д. 16", "443010, Самара, Садовая 16-2"]
        {
            assert_eq!(fuller(at, &full, &json!(less)), Some(full.clone()), "{less}");
            assert_eq!(fuller(at, &json!(less), &full), Some(full.clone()), "{less}");
        }
        for other in
            ["г. Самара, ул. Садовая, д. 2", "443011, г. Самара, ул. Садовая, д. 16", "Центральном районе Самары"]
        {
            assert_eq!(fuller(at, &full, &json!(other)), None, "{other}");
        }
        let basis = "/parties/lessor/signer/basis";
        let (less, more) = (json!("доверенность от 15.09.2026"), json!("доверенность от 15.09.2026 № 9"));
        assert_eq!(fuller(basis, &less, &more), Some(more.clone()));
        assert_eq!(fuller(basis, &more, &json!("доверенность № 9")), Some(more.clone()));
        assert_eq!(fuller(basis, &more, &json!("доверенность № 8")), None);
        let (rate, bare) = (json!({"percent": "0.5", "per": "day"}), json!({"percent": "0.5"}));
        assert_eq!(fuller("/penalty/rate", &rate, &bare), Some(rate.clone()));
        assert_eq!(fuller("/penalty/rate", &bare, &rate), Some(rate.clone()));
        assert_eq!(fuller("/penalty/rate", &rate, &json!({"percent": "0.5", "per": "year"})), None);
    }
}
