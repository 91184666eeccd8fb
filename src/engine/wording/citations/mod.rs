//! Citations in a generated text, and what can be said of each without a corpus.
//!
//! [`find`] reads citations of acts and of decisions in Korean, Russian and English; [`verdict`] checks what can be
//! checked offline. Not found is not false: what the register does not know is `unverified`, and only what cannot be
//! is `impossible`.

pub mod english;
pub mod korean;
pub mod register;
pub mod russian;
pub mod verdict;

#[cfg(test)]
mod grammar_tests;
#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::{Value, json};

/// What is cited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An article of an act.
    Statute,
    /// A decision of a court.
    Case,
}

/// A citation as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Parsed {
    /// The act by its full name, as far as the register knows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// «구»: an earlier edition is meant.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub former: bool,
    /// «750», «398의2», «15.27».
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// 항, ч.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paragraph: Option<String>,
    /// 호, п.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The court's name as given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub court: Option<String>,
    /// `YYYY-MM-DD`, as written: months and days are not checked here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Numbers of the case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<String>,
}

/// A citation found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// The words.
    pub raw: String,
    /// Characters of the text, from and to.
    pub span: [usize; 2],
    /// What is cited.
    pub kind: Kind,
    /// How it reads.
    pub parsed: Parsed,
}

/// What is known of a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It stands in the register, in force on the day.
    Verified,
    /// Nothing is known of it.
    Unverified,
    /// Another edition was in force on the day.
    StaleVersion,
    /// It was repealed before the day.
    Repealed,
    /// It exists, but is not about this.
    Mismatch,
    /// It cannot exist.
    Impossible,
}

impl Verdict {
    /// The verdict of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let all =
            [Self::Verified, Self::Unverified, Self::StaleVersion, Self::Repealed, Self::Mismatch, Self::Impossible];
        all.into_iter().find(|one| one.as_str() == name)
    }

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Unverified => "unverified",
            Self::StaleVersion => "stale_version",
            Self::Repealed => "repealed",
            Self::Mismatch => "mismatch",
            Self::Impossible => "impossible",
        }
    }
}

/// The day and the kind of case that citations are checked for.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Today, `YYYY-MM-DD`: no decision is younger.
    pub today: &'a str,
    /// The day for which the law is asked.
    pub law_as_of: &'a str,
    /// `civil`, `criminal`, or nothing.
    pub case_type: Option<&'a str>,
}

/// Citations of a text, in order, in every language that is read.
#[must_use]
pub fn find(text: &str) -> Vec<Citation> {
    if !text.chars().any(char::is_numeric) {
        return Vec::new();
    }
    let mut all = korean::find(text);
    all.extend(russian::find(text));
    all.extend(english::find(text));
    all.sort_by_key(|citation| citation.span);
    all
}

/// What is known of a citation; see [`verdict::of`].
#[must_use]
pub fn verdict(citation: &Citation, asked: Asked<'_>) -> Verdict {
    verdict::of(citation, asked)
}

/// A citation as programs read it.
#[must_use]
pub fn shown(citation: &Citation, asked: Asked<'_>) -> Value {
    json!({
        "raw": citation.raw, "span": citation.span, "kind": citation.kind, "parsed": citation.parsed,
        "verdict": verdict(citation, asked).as_str(),
    })
}
