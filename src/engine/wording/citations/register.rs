//! `knowledge/citations/acts.toml`: acts whose articles are checked without a corpus.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../../knowledge/citations/acts.toml");

/// Why the register cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("knowledge/citations/acts.toml: {0}")]
pub struct RegisterError(String);

/// An act.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActRow {
    /// Its full name.
    pub name: String,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Number of the last article.
    pub last: u32,
    /// Articles that were looked up.
    #[serde(default)]
    pub articles: BTreeSet<String>,
    /// Articles whose words changed.
    #[serde(default)]
    pub changed: Vec<Changed>,
    /// Parts that ended.
    #[serde(default)]
    pub repealed: Vec<Repealed>,
}

/// An article whose present words are in force from a day.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changed {
    /// The article.
    pub n: String,
    /// The day.
    pub from: String,
}

/// A part that ended on a day.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repealed {
    /// The article.
    pub n: String,
    /// Its paragraph; the whole article without one.
    #[serde(default)]
    pub paragraph: Option<String>,
    /// The first day without it.
    pub on: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    review: Review,
    act: Vec<ActRow>,
    known: Known,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    source: String,
    edition: String,
    checked_by: String,
}

/// The register.
#[derive(Debug, Clone)]
pub struct Register {
    /// Acts whose articles are checked.
    pub acts: Vec<ActRow>,
    /// Names of all acts with the full name of each, longest first.
    pub names: Vec<(String, String)>,
}

static REGISTER: LazyLock<Result<Register, RegisterError>> = LazyLock::new(|| read(TEXT));

/// The register that the program carries.
///
/// # Errors
/// What is wrong with the file.
pub fn embedded() -> Result<&'static Register, RegisterError> {
    REGISTER.as_ref().map_err(Clone::clone)
}

/// Reads a register.
///
/// # Errors
/// The line or the act.
pub fn read(text: &str) -> Result<Register, RegisterError> {
    let file: File = toml::from_str(text).map_err(|error| RegisterError(error.message().to_owned()))?;
    if [&file.review.source, &file.review.edition, &file.review.checked_by].iter().any(|value| value.is_empty()) {
        return Err(RegisterError("review: a field is empty".into()));
    }
    let mut names = Vec::new();
    for act in &file.act {
        if act.last == 0 {
            return Err(RegisterError(format!("{}: last must be at least 1", act.name)));
        }
        for name in std::iter::once(&act.name).chain(&act.aliases) {
            names.push((name.clone(), act.name.clone()));
        }
    }
    names.extend(file.known.names.into_iter().map(|name| (name.clone(), name)));
    names.sort_by(|a, b| b.0.chars().count().cmp(&a.0.chars().count()).then_with(|| a.cmp(b)));
    if let Some(twice) = names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(RegisterError(format!("{} stands twice", twice[0].0)));
    }
    Ok(Register { acts: file.act, names })
}

impl Register {
    /// The act of this full name.
    #[must_use]
    pub fn act(&self, name: &str) -> Option<&ActRow> {
        self.acts.iter().find(|act| act.name == name)
    }

    /// The longest name of an act that the text ends with: the words and the full name.
    #[must_use]
    pub fn ending<'t>(&self, text: &'t str) -> Option<(&'t str, &str)> {
        self.names.iter().find_map(|(name, full)| {
            let start = text.len().checked_sub(name.len())?;
            (text.ends_with(name.as_str())).then(|| (&text[start..], full.as_str()))
        })
    }
}
