//! What building codes require, `knowledge/required/*.toml`: of what, under which condition, which number, in which
//! place, and how people ask for it. A question is compared with these descriptions; the number itself is read in the
//! place, so that a description whose number does not stand there says nothing.

use crate::engine::address::find;
use crate::engine::corpus::currency::records;
use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::search::near::{Index, Place};
use crate::engine::search::words::{self, Language};
use crate::engine::text::typo::slipped;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Descriptions that a question is compared with closely.
const NEAREST: usize = 24;
/// Letters of a word that may be mistyped.
const SLIPS: usize = 7;
/// Conditions of one requirement that count as ways to ask for it.
const CONDITIONS: usize = 12;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/knowledge/required");

/// A file: the requirements of one act.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    act: String,
    about: Vec<Described>,
}

/// A requirement as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    place: String,
    what: String,
    ask: Vec<String>,
    unit: String,
    values: Vec<Told>,
}

/// A value as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    v: String,
    #[serde(default)]
    when: String,
    unit: Option<String>,
}

/// A number that a requirement gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// As it is printed: «1,2», «20–22», «EI 45», «двух».
    pub value: String,
    /// Its unit; empty for a bare number.
    pub unit: String,
    /// The condition under which it holds; empty when it is the only one.
    pub when: String,
}

/// What a place of a building code requires of one quantity of one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// The address of the place in canonical form: «СП 63.13330.2018 п. 10.3.5».
    pub address: String,
    /// Ids of the documents that the address means.
    pub documents: Vec<String>,
    /// The quantity and its object in the words of the trade.
    pub what: String,
    /// Its numbers, one for each condition.
    pub values: Vec<Given>,
}

/// A requirement that a question is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Like {
    /// The requirement.
    pub requirement: &'static Requirement,
    /// Higher is better; comparable within one question only.
    pub score: f64,
    /// How near its nearest phrase is to the question, from 0 to 1.
    pub phrase: f64,
    /// Share of the question's worth that its phrases hold, from 0 to 1.
    pub covered: f64,
}

/// All requirements with their index.
#[derive(Debug, Default)]
pub struct Register {
    requirements: Vec<Requirement>,
    index: Index,
    /// The words of all phrases that are long enough to be mistyped, sorted.
    words: BTreeSet<String>,
}

static EMBEDDED: LazyLock<Result<Register, LoadError>> = LazyLock::new(|| {
    let is_data = |file: &&include_dir::File<'_>| file.path().extension().is_some_and(|end| end == "toml");
    let named = |file: &'static include_dir::File<'static>| {
        (file.path().to_string_lossy(), file.contents_utf8().unwrap_or_default())
    };
    Register::of(FILES.files().filter(is_data).map(named))
});
static EMPTY: LazyLock<Register> = LazyLock::new(Register::default);

/// The requirements that the program carries.
///
/// # Errors
/// The first file that cannot be read.
pub fn embedded() -> Result<&'static Register, LoadError> {
    EMBEDDED.as_ref().map_err(Clone::clone)
}

/// The same for readers who have nobody to tell.
#[must_use]
pub fn shared() -> &'static Register {
    EMBEDDED.as_ref().unwrap_or(&EMPTY)
}

/// Whether a document has been replaced by another one that has requirements here.
#[must_use]
pub fn is_followed(document: &str) -> bool {
    static FOLLOWED: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
        let all = shared().all();
        let ids: BTreeSet<&str> = all.iter().flat_map(|one| one.documents.iter().map(String::as_str)).collect();
        let by =
            |id: &&str| records(id, "").any(|one| one.replaced_by.as_deref().is_some_and(|by| names(by, &ids, id)));
        ids.iter().copied().filter(by).collect()
    });
    FOLLOWED.contains(document)
}

/// Whether a name («СП 63.13330.2012») is that of a document beside `own`, whatever its year.
fn names(name: &str, ids: &BTreeSet<&str>, own: &str) -> bool {
    let series = |id: &str| id.match_indices('.').nth(2).map(|(at, _)| id[..=at].to_owned());
    let named = find::parse(name).map(|address| address.act.documents()).unwrap_or_default();
    let same = |id: &&str| named.iter().any(|by| by == *id || series(by).is_some_and(|by| id.starts_with(&by)));
    ids.iter().any(|id| *id != own && same(id))
}

impl Register {
    /// A register of files, each with its name.
    ///
    /// # Errors
    /// The first file that cannot be read, or a place that is no address, with its line.
    pub fn of<'a, N: AsRef<str>>(files: impl Iterator<Item = (N, &'a str)>) -> Result<Self, LoadError> {
        let mut out = Self::default();
        for (name, text) in files {
            let file = format!("required/{}", name.as_ref());
            let Act { act, about } = load::toml_file(&file, text)?;
            for one in about {
                let place = format!("{act} {}", one.place);
                let known = find::parse(&place).filter(|address| !address.path.is_empty());
                let Some(address) = known else {
                    return Err(LoadError { file, field: place, why: "this is no address".to_owned() });
                };
                let mut phrases = vec![one.what.clone()];
                phrases.extend(one.ask);
                let told = one.values.iter().filter(|value| !value.when.is_empty());
                phrases.extend(told.take(CONDITIONS).map(|value| format!("{} {}", one.what, value.when)));
                let long = |token: &words::Token| token.word.chars().count() >= SLIPS;
                let all = phrases.iter().flat_map(|phrase| words::tokens(phrase)).filter(long);
                out.words.extend(all.map(|token| token.word));
                let place =
                    Place { address: address.canonical(), act: act.clone(), whole: false, language: Language::Russian };
                out.index.add(place, &phrases);
                let given = |told: Told| Given {
                    value: told.v,
                    unit: told.unit.unwrap_or_else(|| one.unit.clone()),
                    when: told.when,
                };
                out.requirements.push(Requirement {
                    address: address.canonical(),
                    documents: address.act.documents(),
                    what: one.what,
                    values: one.values.into_iter().map(given).collect(),
                });
            }
        }
        out.index.weigh();
        Ok(out)
    }

    /// All requirements, file by file.
    #[must_use]
    pub fn all(&self) -> &[Requirement] {
        &self.requirements
    }

    /// How rare a stem is in what is required and asked for, from 0 to 1.
    #[must_use]
    pub fn rare(&self, stem: &str) -> f64 {
        self.index.rare(stem)
    }

    /// A question with its slips of the keyboard put right: a long word that no description has, and one that differs from
    /// it by a slip.
    fn mended(&self, question: &str) -> String {
        let mut out = question.to_owned();
        for token in words::tokens(question) {
            let long = token.word.chars().count() >= SLIPS;
            let known = || {
                let mut stems = words::stems(&token.word, Language::Russian).into_iter();
                stems.any(|stem| self.index.has(&stem))
            };
            if !long || known() {
                continue;
            }
            if let Some(meant) = self.words.iter().find(|own| slipped(own, &token.word)) {
                out.push(' ');
                out.push_str(meant);
            }
        }
        out
    }

    /// The requirements that a question is like, best first; `documents` are the ids of those that it names, none when it
    /// names none.
    #[must_use]
    pub fn near(&'static self, question: &str, documents: &[String]) -> Vec<Like> {
        let named = |one: &Requirement| documents.is_empty() || one.documents.iter().any(|id| documents.contains(id));
        // Of named documents few may be among the nearest of all.
        let most = if documents.is_empty() { NEAREST } else { self.requirements.len() };
        let near = self.index.near(&self.mended(question), &[Language::Russian], most).into_iter();
        near.filter_map(|near| {
            let requirement = self.requirements.get(near.id).filter(|one| named(one))?;
            Some(Like { requirement, score: near.score, phrase: near.phrase, covered: near.covered })
        })
        .take(NEAREST)
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "act = \"СП 63.13330.2018\"\n[[about]]\nplace = \"п. 10.3.5\"\nwhat = \"расстояние в свету между стержнями\"\n\
        ask = [\"зазор между прутками\", \"просвет между стержнями\"]\nunit = \"мм\"\n\
        values = [{ v = \"25\", when = \"нижняя арматура\" }, { v = \"30\", when = \"верхняя арматура\" }]\n";

    #[test]
    fn every_file_reads_and_names_a_place() {
        let all = embedded().unwrap().all();
        for one in all {
            assert!(!one.documents.is_empty() && !one.values.is_empty() && !one.what.is_empty(), "{}", one.address);
            let whens = one.values.iter().filter(|value| !value.when.is_empty()).count();
            assert!(one.values.len() == 1 || whens == one.values.len(), "{}: {}", one.address, one.what);
        }
    }

    #[test]
    fn a_question_finds_what_it_asks_for() {
        let register: &'static Register = Box::leak(Box::new(Register::of([("a.toml", FILE)].into_iter()).unwrap()));
        let near = register.near("какой зазор между прутками", &[]);
        assert_eq!(near.len(), 1);
        assert_eq!(near[0].requirement.values[1].unit, "мм");
        assert!(register.near("зазор между прутками", &["ru.fz.123.2008".to_owned()]).is_empty());
        let wrong = FILE.replace("п. 10.3.5", "где-то");
        assert!(Register::of([("a.toml", wrong.as_str())].into_iter()).is_err());
    }
}
