//! Front matter of a Markdown file: `key: value` lines between two `---`.

use std::collections::BTreeMap;

/// What stands in front of a text, and the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Front<'a> {
    /// The values by key.
    pub values: BTreeMap<&'a str, &'a str>,
    /// The text below.
    pub body: &'a str,
}

impl<'a> Front<'a> {
    /// Splits a text.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let whole = Self { values: BTreeMap::new(), body: text };
        let Some(rest) = text.trim_start_matches('\u{feff}').strip_prefix("---") else { return whole };
        let Some((head, body)) = rest.split_once("\n---") else { return whole };
        // What is indented or an item of a list belongs to the key above it: an attachment has a title of its own.
        let own = |line: &&str| !line.starts_with([' ', '\t', '-']);
        let mut values = BTreeMap::new();
        for (key, value) in head.lines().filter(own).filter_map(|line| line.split_once(':')) {
            let value = value.trim().trim_matches(['"', '\'']);
            if !key.trim().is_empty() {
                values.entry(key.trim()).or_insert(value);
            }
        }
        Self { values, body: body.trim_start_matches('-') }
    }

    /// The value of a key, if it is there and not empty.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.values.get(key).copied().filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_body() {
        let front = Front::of("---\ntitle: \"Правила\"\nfrom: 2024-01-01\n---\n\n# Правила\n");
        assert_eq!(front.get("title"), Some("Правила"));
        assert_eq!(front.get("from"), Some("2024-01-01"));
        assert_eq!(front.body.trim(), "# Правила");
        let nested = Front::of("---\n제목: 창고법\n번호: '12'\n첨부:\n- 구분: 별표\n  제목: 다른 것\n---\n본문");
        assert_eq!((nested.get("제목"), nested.get("번호")), (Some("창고법"), Some("12")));
        assert_eq!(Front::of("текст --- и ещё").body, "текст --- и ещё");
    }
}
