//! The words on a file that rests on the example corpus.

use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static WORDS: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/example.toml")).unwrap_or_default());

/// The words in the language of a state's text; Russian where it names none that is known.
#[must_use]
pub fn mark(state: &Value) -> &'static str {
    let language = state["meta"]["locale"]["language"].as_str().unwrap_or_default();
    WORDS.get(language).or_else(|| WORDS.get("ru")).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_file_is_marked_in_the_language_of_its_text() {
        let of = |language: &str| mark(&json!({"meta": {"locale": {"language": language}}}));
        for (language, words) in
            [("ru", "УЧЕБНЫЙ ПРИМЕР"), ("uk", "НАВЧАЛЬНИЙ ПРИКЛАД"), ("ko", "연습용"), ("xx", "УЧЕБНЫЙ")]
        {
            assert!(of(language).contains(words), "{language}: {}", of(language));
        }
    }
}
