//! Words that stand for others, `knowledge/thesaurus.toml`: synonyms of the law, and what people say for what it says.

use crate::engine::knowledge::load::LoadError;
use crate::engine::search::words::{self, Language};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../knowledge/thesaurus.toml");
const FILE: &str = "knowledge/thesaurus.toml";

static EMBEDDED: LazyLock<Result<Thesaurus, LoadError>> = LazyLock::new(|| Thesaurus::from_text(TEXT));
static EMPTY: LazyLock<Thesaurus> = LazyLock::new(Thesaurus::default);

/// All groups.
#[derive(Debug, Clone, Default)]
pub struct Thesaurus {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    language: Language,
    /// Any of these phrases in the query: the stems of each.
    when: Vec<Vec<String>>,
    /// Adds these phrases' stems.
    add: Vec<Vec<String>>,
    /// Every phrase stands for every other one.
    both: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    same: Vec<Same>,
    #[serde(default)]
    say: Vec<Say>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Same {
    lang: String,
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Say {
    lang: String,
    when: Vec<String>,
    add: Vec<String>,
}

/// The thesaurus that the program carries.
///
/// # Errors
/// The first broken entry.
pub fn embedded() -> Result<&'static Thesaurus, LoadError> {
    EMBEDDED.as_ref().map_err(Clone::clone)
}

/// The same for readers who have nobody to tell.
#[must_use]
pub fn shared() -> &'static Thesaurus {
    EMBEDDED.as_ref().unwrap_or(&EMPTY)
}

impl Thesaurus {
    /// A thesaurus from the text of a file.
    ///
    /// # Errors
    /// The first broken entry, with its place.
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        let broken = |field: String, why: String| LoadError { file: FILE.to_owned(), field, why };
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            broken(format!("line {line}"), error.message().to_owned())
        })?;
        let language = |name: &str, at: String| match name {
            "ru" => Ok(Language::Russian),
            "ua" => Ok(Language::Ukrainian),
            "kr" => Ok(Language::Korean),
            _ => Err(broken(at, "lang is ru, ua or kr".to_owned())),
        };
        let mut entries = Vec::new();
        for (index, same) in file.same.iter().enumerate() {
            let at = format!("same[{index}]");
            if same.words.len() < 2 {
                return Err(broken(at, "a group has two words at least".to_owned()));
            }
            let language = language(&same.lang, at)?;
            let when = phrases(&same.words, language);
            entries.push(Entry { language, add: when.clone(), when, both: true });
        }
        for (index, say) in file.say.iter().enumerate() {
            let at = format!("say[{index}]");
            if say.when.is_empty() || say.add.is_empty() {
                return Err(broken(at, "when and add must not be empty".to_owned()));
            }
            let language = language(&say.lang, at)?;
            let (when, add) = (phrases(&say.when, language), phrases(&say.add, language));
            entries.push(Entry { language, when, add, both: false });
        }
        Ok(Self { entries })
    }

    /// The stems that a query's stems call for and does not have itself, in order.
    #[must_use]
    pub fn expand(&self, stems: &BTreeSet<String>, languages: &[Language]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for entry in self.entries.iter().filter(|entry| languages.contains(&entry.language)) {
            let said: Vec<&Vec<String>> =
                entry.when.iter().filter(|phrase| phrase.iter().all(|stem| stems.contains(stem))).collect();
            if said.is_empty() {
                continue;
            }
            for phrase in entry.add.iter().filter(|phrase| !(entry.both && said.contains(phrase))) {
                for stem in phrase {
                    if !stems.contains(stem) && !out.contains(stem) {
                        out.push(stem.clone());
                    }
                }
            }
        }
        out
    }
}

fn phrases(words: &[String], language: Language) -> Vec<Vec<String>> {
    words
        .iter()
        .map(|phrase| {
            let tokens = words::tokens(phrase);
            tokens
                .iter()
                .filter(|token| !words::is_stop(&token.word))
                .flat_map(|token| words::stems(&token.word, language))
                .collect()
        })
        .filter(|stems: &Vec<String>| !stems.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(text: &str) -> BTreeSet<String> {
        words::tokens(text).iter().flat_map(|token| words::stems(&token.word, Language::Russian)).collect()
    }

    #[test]
    fn the_embedded_one_reads() {
        let thesaurus = embedded().unwrap();
        assert!(thesaurus.entries.len() > 40, "{}", thesaurus.entries.len());
        let added = thesaurus.expand(&stems("взыскать неустойку"), &[Language::Russian]);
        assert!(added.contains(&"пен".to_owned()), "{added:?}");
        assert!(thesaurus.expand(&stems("высота потолка"), &[Language::Ukrainian]).is_empty());
    }

    #[test]
    fn a_broken_entry_is_named() {
        for (text, field) in [
            ("[[same]]\nlang = \"ru\"\nwords = [\"один\"]", "same[0]"),
            ("[[say]]\nlang = \"fr\"\nwhen = [\"a\"]\nadd = [\"b\"]", "say[0]"),
            ("[[same]]\nlang = 1", "line 2"),
        ] {
            let error = Thesaurus::from_text(text).unwrap_err();
            assert!(error.field.contains(field), "{error:?}");
        }
    }
}
