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
    /// The key between whose values the place lets one interpolate: «L/H», «площадь, м²».
    #[serde(default)]
    by: String,
    /// What a note of the place multiplies the values by.
    #[serde(default)]
    times: Vec<Told>,
}

/// A value as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    v: String,
    #[serde(default)]
    when: String,
    unit: Option<String>,
    /// Whether a change by per cent lessens.
    #[serde(default)]
    down: bool,
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
    /// The key at which it holds, as its condition has it; empty when nothing lies between it and the next one.
    pub at: String,
    /// Its condition without the key.
    pub row: String,
    /// Of a change by per cent: whether it lessens.
    pub down: bool,
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
    /// What is interpolated by (see [`key_names`]); empty when nothing is.
    pub by: String,
    /// What a note multiplies its numbers by, each under its condition.
    pub factors: Vec<Given>,
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

/// The names and the unit of a key: «площад, м²», «L/H», «e|е», «мм».
#[must_use]
pub fn key_names(by: &str) -> (Vec<&str>, &str) {
    let (names, unit) =
        by.rsplit_once(", ").unwrap_or(if matches!(by, "мм" | "м" | "кПа") { ("", by) } else { (by, "") });
    (names.split('|').filter(|name| !name.is_empty()).collect(), unit)
}

/// The key of a condition and what is left of it: the last number of the part that has the name of the key, else the one
/// before its unit. A condition of several cases has several keys and none of its own.
fn keyed(when: &str, by: &str) -> Option<(String, String)> {
    let (names, unit) = key_names(by);
    let parts: Vec<&str> = when.split("; ").flat_map(|part| part.split(", ")).collect();
    let number = |text: &str| {
        let numbers = text.split(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'));
        numbers.map(|own| own.trim_matches([',', '.'])).rfind(|own| !own.is_empty()).map(str::to_owned)
    };
    let told = |part: &str| {
        let low = part.to_lowercase();
        let begins = |at: usize| !low[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let named = names.iter().find_map(|name| {
            let name = name.to_lowercase();
            low.match_indices(name.as_str()).find(|(at, _)| begins(*at)).map(|(at, _)| at + name.len())
        });
        match named {
            Some(behind) => number(&low[behind..]),
            None if unit.is_empty() => None,
            None => low.match_indices(&format!(" {}", unit.to_lowercase())).find_map(|(at, _)| {
                let before = &low[..at];
                before.ends_with(|c: char| c.is_ascii_digit()).then(|| number(before)).flatten()
            }),
        }
    };
    let found: Vec<(usize, String)> =
        parts.iter().enumerate().filter_map(|(at, part)| Some((at, told(part)?))).collect();
    let [(index, at)] = found.as_slice() else { return None };
    let rest = parts.iter().enumerate().filter(|(own, _)| own != index).map(|(_, part)| *part);
    Some((at.clone(), rest.collect::<Vec<_>>().join(", ")))
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
                let given = |told: Told, unit: &str, by: &str| {
                    let (at, row) = keyed(&told.when, by).unwrap_or_default();
                    let unit = told.unit.unwrap_or_else(|| unit.to_owned());
                    Given { value: told.v, unit, when: told.when, at, row, down: told.down }
                };
                out.requirements.push(Requirement {
                    address: address.canonical(),
                    documents: address.act.documents(),
                    what: one.what,
                    values: one.values.into_iter().map(|told| given(told, &one.unit, &one.by)).collect(),
                    factors: one.times.into_iter().map(|told| given(told, "", "")).collect(),
                    by: one.by,
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
            let keyed = one.values.iter().filter(|value| !value.at.is_empty()).count();
            assert!(one.by.is_empty() == (keyed == 0) && keyed != 1, "{}: {}", one.address, one.what);
            assert!(one.factors.iter().all(|own| !own.when.is_empty()), "{}: {}", one.address, one.what);
        }
    }

    #[test]
    fn the_key_of_a_condition_stands_apart_from_its_row() {
        let told = |when: &str, by: &str| keyed(when, by);
        let own = |at: &str, row: &str| Some((at.to_owned(), row.to_owned()));
        assert_eq!(told("пески пылеватые, L/H 1,5 и менее", "L/H"), own("1,5", "пески пылеватые"));
        assert_eq!(told("IL 0,25–0,75; e = 0,75", "e|е"), own("0,75", "IL 0,25–0,75"));
        assert_eq!(told("площадь 1000 м² и более", "площад, м²"), own("1000", ""));
        assert_eq!(told("150 м²", "площад, м²"), own("150", ""));
        assert_eq!(told("без покрытий, аргон, 12 мм", "мм"), own("12", "без покрытий, аргон"));
        assert_eq!(told("ζ = 2z/b = 0,4", "ζ"), own("0,4", ""));
        assert_eq!(told("жилые, ГСОП 8000; общественные, ГСОП 10000", "ГСОП"), None, "two cases");
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
