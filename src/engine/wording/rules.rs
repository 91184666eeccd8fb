//! The patterns of a language: read from `knowledge/wording`, compiled once.

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const FILES: [(&str, &str); 3] = [
    ("ko.toml", include_str!("../../../knowledge/wording/ko.toml")),
    ("ru.toml", include_str!("../../../knowledge/wording/ru.toml")),
    ("en.toml", include_str!("../../../knowledge/wording/en.toml")),
];

/// Why a file of patterns cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("knowledge/wording/{file}: {at}: {why}")]
pub struct WordingError {
    /// The file.
    pub file: String,
    /// The rule or key.
    pub at: String,
    /// What is wrong.
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    language: String,
    neutral: String,
    clause: String,
    strip: String,
    exempt: String,
    review: Review,
    names: BTreeMap<String, String>,
    rule: Vec<RuleRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    source: String,
    edition: String,
    checked_by: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleRow {
    id: String,
    pattern: String,
}

/// The patterns of one language.
#[derive(Debug)]
pub struct Book {
    /// `ko`, `ru`, `en`.
    pub language: String,
    /// What stands in place of a promise.
    pub neutral: String,
    /// A clause with this is not checked.
    pub exempt: Option<Regex>,
    /// Ids and patterns, in their order.
    pub rules: Vec<(String, Regex)>,
    strip: Option<Regex>,
    clause: Option<Regex>,
}

static BOOKS: LazyLock<Result<Vec<Book>, WordingError>> =
    LazyLock::new(|| FILES.iter().map(|(file, text)| read(file, text)).collect());

/// Direct speech and marked words: what is quoted is not said.
static QUOTED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"“[^”]*”|‘[^’]*’|"[^"]*"|「[^」]*」|«[^»]*»"#).ok());

/// Whether every file reads.
///
/// # Errors
/// The first that does not.
pub fn self_check() -> Result<(), WordingError> {
    BOOKS.as_ref().map(|_| ()).map_err(Clone::clone)
}

/// The patterns of a language.
#[must_use]
pub fn of(language: &str) -> Option<&'static Book> {
    BOOKS.as_ref().ok()?.iter().find(|book| book.language == language)
}

/// Reads a file of patterns.
///
/// # Errors
/// Names the rule or the line.
pub fn read(file: &str, text: &str) -> Result<Book, WordingError> {
    let broken = |at: &str, why: String| WordingError { file: file.to_owned(), at: at.to_owned(), why };
    let raw: File = toml::from_str(text).map_err(|error| broken("toml", error.message().to_owned()))?;
    for (key, value) in
        [("source", &raw.review.source), ("edition", &raw.review.edition), ("checked_by", &raw.review.checked_by)]
    {
        if value.trim().is_empty() {
            return Err(broken(&format!("review.{key}"), "is empty".into()));
        }
    }
    let bounded = raw.language != "ko";
    let compiled = |at: &str, pattern: &str, bounded: bool| -> Result<Option<Regex>, WordingError> {
        if pattern.is_empty() {
            return Ok(None);
        }
        let pattern = expanded(pattern, &raw.names);
        let pattern = if bounded { format!(r"\b(?:{pattern})") } else { pattern };
        let built = RegexBuilder::new(&pattern).case_insensitive(true).build();
        built.map(Some).map_err(|error| broken(at, error.to_string()))
    };
    let mut rules = Vec::new();
    for row in &raw.rule {
        let pattern = compiled(&row.id, &row.pattern, bounded)?;
        rules.push((row.id.clone(), pattern.ok_or_else(|| broken(&row.id, "is empty".into()))?));
    }
    Ok(Book {
        exempt: compiled("exempt", &raw.exempt, bounded)?,
        strip: compiled("strip", &raw.strip, false)?,
        clause: compiled("clause", &raw.clause, false)?,
        language: raw.language.clone(),
        neutral: raw.neutral.clone(),
        rules,
    })
}

/// Short signs as a regular expression; see `knowledge/wording/README.md`.
fn expanded(pattern: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = pattern.to_owned();
    for (name, words) in names {
        out = out.replace(name, &format!("(?:{words})"));
    }
    out = out.replace('_', r"\s?");
    let mut text = String::new();
    let mut rest = out.as_str();
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        if c == '~'
            && let Some((count, tail)) = number(after)
        {
            text.push_str(&format!("[^,.;]{{0,{count}}}"));
            rest = tail;
        } else if let Some((count, tail)) = rest.strip_prefix(" w").and_then(number)
            && let Some(tail) = tail.strip_prefix(' ')
        {
            text.push_str(&format!(r"(?:[^\w]+\w+){{0,{count}}}[^\w]+"));
            rest = tail;
        } else if c == ' ' {
            text.push_str(r"\s+");
            rest = after;
        } else {
            text.push(c);
            rest = after;
        }
    }
    text
}

fn number(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// The sentence with quoted and stripped words as spaces, byte for byte.
#[must_use]
pub fn blanked(book: &Book, sentence: &str) -> String {
    let mut out = sentence.to_owned();
    for pattern in [QUOTED.as_ref(), book.strip.as_ref()].into_iter().flatten() {
        let found: Vec<_> = pattern.find_iter(&out).map(|found| found.range()).collect();
        for range in found {
            let spaces = " ".repeat(range.len());
            out.replace_range(range, &spaces);
        }
    }
    out
}

/// Clauses as bytes of the sentence: each ends behind the word that joins it to the next.
#[must_use]
pub fn clauses(book: &Book, sentence: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut from = 0;
    for found in book.clause.iter().flat_map(|clause| clause.find_iter(sentence)) {
        out.push((from, found.end()));
        from = found.end();
    }
    out.push((from, sentence.len()));
    out
}
