//! What is said to a model about its dialogue answer, in the language of the session: `prompts/dialogue-faults.toml`.

use crate::engine::turn::Problem;
use std::collections::BTreeMap;
use std::sync::LazyLock;

type Words = BTreeMap<String, BTreeMap<String, String>>;

static WORDS: LazyLock<Result<Words, String>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../prompts/dialogue-faults.toml")).map_err(|error| error.to_string())
});

/// A member of a dialogue answer that cannot be taken.
pub const RULE: &str = "D01_dialogue";

/// A fault by its key; `about` stands for `{about}` in its words.
#[must_use]
pub fn fault(language: &str, key: &str, at: &str, about: &str) -> Problem {
    let of = |language: &str| WORDS.as_ref().ok()?.get(language)?.get(key);
    let words = of(language).or_else(|| of("ru")).map_or(key, String::as_str);
    Problem::new(RULE, words.replace("{about}", about)).at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_fault() {
        let words = WORDS.as_ref().expect("the file reads");
        let keys = |language: &str| words[language].keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys("ru"), keys("en"));
        assert!(fault("en", "quote_missing", "/operations/0", "").message.contains("evidence"));
    }
}
