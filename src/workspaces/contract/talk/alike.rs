//! Words of everyday speech that mean the same in a question about a contract: «продадут» for «продаст», «выставят» for
//! «выселит». They lead a question to the answer whose words it has in other forms; nothing is read from them.

use crate::engine::text::stem::stem;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The file (`knowledge/dialogue/alike.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Classes {
    #[serde(default)]
    alike: Vec<Class>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Class {
    words: Vec<String>,
}

/// Stems that mean the same, by each of them.
static ALIKE: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let file: Classes = toml::from_str(include_str!("../../../../knowledge/dialogue/alike.toml")).unwrap_or_default();
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for class in file.alike {
        let stems: BTreeSet<String> = class.words.iter().map(|word| stem(word)).collect();
        for one in &stems {
            all.entry(one.clone()).or_default().extend(stems.iter().cloned());
        }
    }
    all
});

/// Whether a stem of a question, or one that means the same, is among these.
#[must_use]
pub fn is_among(asked: &str, stems: &BTreeSet<String>) -> bool {
    stems.contains(asked) || ALIKE.get(asked).is_some_and(|class| !class.is_disjoint(stems))
}

/// Stems of a question with all that mean the same.
#[must_use]
pub fn widened(asked: &BTreeSet<String>) -> BTreeSet<String> {
    let others = asked.iter().filter_map(|stem| ALIKE.get(stem)).flatten();
    asked.iter().chain(others).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_class_stand_for_each_other() {
        assert!(!ALIKE.is_empty(), "the file is not read");
        let said = BTreeSet::from([stem("продадут")]);
        assert!(widened(&said).contains(&stem("продаст")));
        assert!(is_among(&stem("продадут"), &BTreeSet::from([stem("продаст")])));
        assert!(!is_among(&stem("подарят"), &BTreeSet::from([stem("продаст")])));
    }
}
