//! The register of acts, `knowledge/acts.toml`: what an act is called by people and by the program.

use crate::engine::address::lex::{Kind, Token, lex};
use crate::engine::fold::folded;
use crate::engine::knowledge::load::LoadError;
use crate::model::source::DocumentKind;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../knowledge/acts.toml");
const FILE: &str = "knowledge/acts.toml";

static REGISTER: LazyLock<Result<Register, LoadError>> = LazyLock::new(|| Register::from_text(TEXT));
static EMPTY: LazyLock<Register> = LazyLock::new(Register::default);

/// An act as the register knows it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActRecord {
    /// `ru.gk`; never changes.
    pub id: String,
    /// `RU`, `UA`, `KR`.
    pub jurisdiction: String,
    /// What it is.
    pub kind: DocumentKind,
    /// The canonical name in addresses: `ГК РФ`.
    pub short: String,
    /// The full title.
    pub title: String,
    /// Numbers it is cited by: `123-ФЗ`, `2747-IV`, `63.13330.2018`.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// Day of adoption, `YYYY-MM-DD`, if known.
    #[serde(default)]
    pub date: Option<String>,
    /// Abbreviations and names; a word with `~` at its end has any ending.
    #[serde(default)]
    pub names: Vec<String>,
    /// The articles of this code have parts where those of others have points.
    #[serde(default)]
    pub parts: bool,
    /// `cpc`, `epc`, `cac`, `crpc`: the codes of procedure of Ukraine.
    #[serde(default)]
    pub procedure_code: Option<String>,
    /// Where the record comes from.
    pub source: String,
    /// Edition of the record.
    pub edition: String,
    /// Who compared it with the official text, or `unreviewed`.
    pub checked_by: String,
}

impl ActRecord {
    /// Whether its places are numbered clauses rather than articles.
    #[must_use]
    pub fn technical(&self) -> bool {
        matches!(self.kind, DocumentKind::CodeOfPractice | DocumentKind::Snip | DocumentKind::Standard)
    }
}

#[derive(Debug, Clone)]
struct Pattern {
    words: Vec<(String, bool)>,
    act: usize,
}

/// All acts, with an index of their names and numbers.
#[derive(Debug, Clone, Default)]
pub struct Register {
    acts: Vec<ActRecord>,
    by_id: BTreeMap<String, usize>,
    by_number: BTreeMap<String, Vec<usize>>,
    /// By the first letter of the first word; the longest first.
    patterns: BTreeMap<char, Vec<Pattern>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "act")]
    acts: Vec<ActRecord>,
}

/// The register that the program carries.
///
/// # Errors
/// The first broken record.
pub fn embedded() -> Result<&'static Register, LoadError> {
    REGISTER.as_ref().map_err(Clone::clone)
}

/// The register for readers of text, who have nobody to tell; the program refuses to start with a broken one.
pub(crate) fn shared() -> &'static Register {
    REGISTER.as_ref().unwrap_or(&EMPTY)
}

impl Register {
    /// A register from the text of a file.
    ///
    /// # Errors
    /// The first broken record, with its id and field.
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        let broken = |field: String, why: String| LoadError { file: FILE.to_owned(), field, why };
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            broken(format!("line {line}"), error.message().to_owned())
        })?;
        let mut register = Self::default();
        let mut shorts = BTreeSet::new();
        for act in file.acts {
            let field = |name: &str| format!("{}.{name}", act.id);
            let prefix = format!("{}.", act.jurisdiction.to_lowercase());
            if !act.id.starts_with(&prefix) {
                return Err(broken(field("id"), format!("an id in {} starts with {prefix}", act.jurisdiction)));
            }
            if !shorts.insert(folded(&act.short)) {
                return Err(broken(field("short"), format!("{} stands twice", act.short)));
            }
            for (name, value) in [("title", &act.title), ("source", &act.source), ("checked_by", &act.checked_by)] {
                if value.trim().is_empty() {
                    return Err(broken(field(name), "must not be empty".into()));
                }
            }
            if register.by_id.insert(act.id.clone(), register.acts.len()).is_some() {
                return Err(broken(field("id"), "stands twice".into()));
            }
            register.learn(act);
        }
        for patterns in register.patterns.values_mut() {
            patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.words.len()));
        }
        Ok(register)
    }

    fn learn(&mut self, act: ActRecord) {
        let index = self.acts.len();
        for number in &act.numbers {
            self.by_number.entry(folded(number)).or_default().push(index);
        }
        for name in act.names.iter().chain([&act.short]) {
            let words = pattern(name);
            if let Some(first) = words.first().and_then(|word| word.0.chars().next()) {
                self.patterns.entry(first).or_default().push(Pattern { words, act: index });
            }
        }
        self.acts.push(act);
    }

    /// All acts, in the order of the file.
    #[must_use]
    pub fn acts(&self) -> &[ActRecord] {
        &self.acts
    }

    /// The act with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&ActRecord> {
        self.by_id.get(id).map(|&at| &self.acts[at])
    }

    /// Acts with this number («123-ФЗ», «2747-15»), in the order of the file.
    #[must_use]
    pub fn numbered(&self, number: &str) -> Vec<&ActRecord> {
        self.by_number.get(&folded(number)).into_iter().flatten().map(|&at| &self.acts[at]).collect()
    }

    /// Acts whose name stands at these tokens: the longest name, and how many tokens it takes.
    pub(crate) fn named(&self, tokens: &[Token<'_>]) -> Option<(Vec<&ActRecord>, usize)> {
        let first = tokens.first()?.text.chars().next()?;
        let mut found: Vec<&ActRecord> = Vec::new();
        let mut len = 0;
        for pattern in self.patterns.get(&first)? {
            if pattern.words.len() < len {
                break;
            }
            if fits(&pattern.words, tokens) {
                len = pattern.words.len();
                let act = &self.acts[pattern.act];
                if !found.iter().any(|other| other.id == act.id) {
                    found.push(act);
                }
            }
        }
        (!found.is_empty()).then_some((found, len))
    }

    /// The name by which several acts go together: «ГК».
    pub(crate) fn common_name(&self, ids: &[String]) -> Option<String> {
        let acts: Vec<&ActRecord> = ids.iter().filter_map(|id| self.get(id)).collect();
        let (first, rest) = acts.split_first()?;
        let has = |act: &&ActRecord, name: &String| act.names.contains(name) || act.short == *name;
        first.names.iter().chain([&first.short]).find(|name| rest.iter().all(|act| has(act, name))).cloned()
    }
}

fn pattern(name: &str) -> Vec<(String, bool)> {
    let text = folded(&name.replace('~', "\u{1}"));
    let mut words: Vec<(String, bool)> = Vec::new();
    for token in lex(&text) {
        if token.text == "\u{1}" {
            if let Some(word) = words.last_mut() {
                word.1 = true;
            }
        } else {
            words.push((token.text.to_owned(), false));
        }
    }
    words
}

fn fits(words: &[(String, bool)], tokens: &[Token<'_>]) -> bool {
    if words.len() > tokens.len() {
        return false;
    }
    let alike = |(word, open): &(String, bool), token: &Token<'_>| {
        if *open {
            // An ending has at most four letters: «кодекс», «кодексами», but not «кодексовый».
            token.text.strip_prefix(word.as_str()).is_some_and(|rest| rest.chars().count() <= 4)
        } else {
            token.text == word
        }
    };
    if !words.iter().zip(tokens).all(|(word, token)| alike(word, token)) {
        return false;
    }
    // A number goes on («СП 63» in «СП 63.13330.2012»): then it is another act.
    let (Some(last), Some(next)) = (tokens.get(words.len() - 1), tokens.get(words.len())) else { return true };
    let after = tokens.get(words.len() + 1);
    let goes_on = matches!(next.text, "." | "-")
        && !next.spaced
        && after.is_some_and(|token| token.kind == Kind::Digits && !token.spaced);
    !(last.kind == Kind::Digits && goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_register_is_sound() {
        let register = embedded().unwrap();
        assert!(register.acts().len() >= 150, "{}", register.acts().len());
        for id in ["ru.gk", "ru.sp.63.13330.2018", "ru.fz.123.2008", "ru.pp.87.2008", "ua.cac", "kr.civil"] {
            assert!(register.get(id).is_some(), "{id}");
        }
        assert_eq!(register.get("ua.cac").unwrap().procedure_code.as_deref(), Some("cac"));
        assert_eq!(register.numbered("123-фз")[0].id, "ru.fz.123.2008");
        assert_eq!(register.numbered("2747-15")[0].id, "ua.cac");
        for act in register.acts() {
            assert!(!act.edition.is_empty() && !act.checked_by.is_empty(), "{}", act.id);
        }
    }

    #[test]
    fn names_are_found_in_any_form() {
        let register = embedded().unwrap();
        let ids = |text: &str| -> Vec<String> {
            let text = folded(text);
            let tokens = lex(&text);
            register.named(&tokens).map_or(Vec::new(), |(acts, _)| acts.iter().map(|act| act.id.clone()).collect())
        };
        assert_eq!(ids("Гражданского кодекса"), ["ru.gk"]);
        assert_eq!(ids("Гражданского процессуального кодекса"), ["ru.gpk"]);
        assert_eq!(ids("ГК"), ["ru.gk", "ua.commercial"]);
        assert_eq!(ids("ГК РФ"), ["ru.gk"]);
        assert_eq!(ids("Кодексу адміністративного судочинства України"), ["ua.cac"]);
        assert_eq!(ids("민법 제750조"), ["kr.civil"]);
        assert!(ids("гкх").is_empty());
        assert_eq!(register.common_name(&["ru.gk".into(), "ua.commercial".into()]).as_deref(), Some("ГК"));
    }

    #[test]
    fn a_broken_record_is_named() {
        let error = |from: &str, to: &str| Register::from_text(&TEXT.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error("id = \"ru.gpk\"", "id = \"ru.gk\"").contains("ru.gk.id"));
        assert!(error("short = \"ГПК РФ\"", "short = \"ГК РФ\"").contains("stands twice"));
        assert!(error("kind = \"code\"", "kind = \"poem\"").contains("line"));
        assert!(error("id = \"ru.gpk\"", "id = \"ua.gpk\"").contains("starts with ru."));
    }
}
