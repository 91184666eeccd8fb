//! How people ask for an article, `knowledge/asked/*.toml`: questions in everyday words that an article answers, in
//! words that it does not have itself. What a person asks is compared with them, and the places come out as addresses.

use crate::engine::address::{Address, find};
use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::search::near::{Index, Near, Place};
use crate::engine::search::words::Language;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// Places that a question is led to.
const PLACES: usize = 3;
/// Places among which acts of one matter are looked for.
const TWINS: usize = 8;
/// Score from which a place is plainly meant: a few telling words, or a phrase that is nearly the question.
pub const SURE: f64 = 44.0;
/// The folder of acts that are told as a whole.
const OUTSIDE: &str = "outside";
/// The folder of building codes: their places are asked for by other people, in other words.
const NORMS: &str = "norms";
/// Score from which a place of a building code is worth opening.
const OPEN: f64 = 36.0;
/// Places of building codes that a question opens.
const OPENED: usize = 3;
/// Places among which those of named documents are looked for.
const LIKELY: usize = 40;
/// Phrases of an act that stand together.
const CHUNK: usize = 4;
/// Worth of a place beside the best one.
const CLOSE: f64 = 0.6;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/knowledge/asked");

/// A file of one act: the questions of its articles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Articles {
    act: String,
    asked: BTreeMap<String, Vec<String>>,
}

/// A file of acts with the questions that each of them governs, `outside/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Acts {
    act: Vec<Whole>,
}

/// An act as a whole.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    short: String,
    asked: Vec<String>,
}

/// Where people who ask like this are answered, best first; nothing unless the nearest place is plainly like the question
/// and an article.
#[must_use]
pub fn places(question: &str) -> Vec<String> {
    let near = shared().near(question, Language::of_text(question), PLACES);
    let Some(best) = near.first().filter(|best| best.score >= SURE && !best.whole).map(|best| best.score) else {
        return Vec::new();
    };
    near.into_iter().filter(|near| near.score >= best * CLOSE && !near.whole).map(|near| near.address).collect()
}

/// The places of building codes that questions like this one are answered by, best first; `documents` are the ids of
/// those that the question names, none when it names none.
#[must_use]
pub fn norms(question: &str, documents: &[String]) -> Vec<String> {
    let near = norms_index().near(question, &[Language::Russian], LIKELY);
    let named = |near: &Near| {
        let ids = find::parse(&near.address).map(|address| address.act.documents()).unwrap_or_default();
        documents.is_empty() || ids.iter().any(|id| documents.contains(id))
    };
    let fits: Vec<Near> = near.into_iter().filter(named).collect();
    let Some(best) = fits.first().map(|best| best.score).filter(|best| *best >= OPEN) else { return Vec::new() };
    fits.into_iter().filter(|near| near.score >= best * CLOSE).take(OPENED).map(|near| near.address).collect()
}

/// How well each of some words stands in the phrases of a place of a building code: a stem of it 1, its beginning less.
#[must_use]
pub fn norms_met(address: &str, words: &[&str]) -> Vec<f64> {
    static PLACES_OF: LazyLock<HashMap<&'static str, Vec<u32>>> = LazyLock::new(|| {
        let mut known: HashMap<&str, Vec<u32>> = HashMap::new();
        for (id, place) in (0_u32..).zip(norms_index().places()) {
            known.entry(place.address.as_str()).or_default().push(id);
        }
        known
    });
    match PLACES_OF.get(address) {
        Some(ids) => norms_index().met(ids, words, Language::Russian),
        None => vec![0.0; words.len()],
    }
}

/// The acts that govern questions like this one, as their addresses, the nearest first: «НК РФ»; of twins («ЦПК», «КАС»)
/// all. Nothing unless the nearest place is plainly like the question.
#[must_use]
pub fn acts(question: &str) -> Vec<String> {
    let near = shared().near(question, Language::of_text(question), TWINS);
    let Some((best, whole)) = near.first().filter(|best| best.score >= SURE).map(|best| (best.score, best.whole))
    else {
        return Vec::new();
    };
    let mut out: Vec<String> = Vec::new();
    for near in near.into_iter().filter(|near| near.score >= best * CLOSE && !near.whole || near.score >= best) {
        let act = find::parse(&near.address).map(|address| Address { path: Vec::new(), ..address }.canonical());
        let act = act.unwrap_or(near.address);
        // An act that is told as a whole governs alone.
        if !out.contains(&act) && (out.is_empty() || !whole) {
            out.push(act);
        }
    }
    out
}

/// How much of a question people who ask about law say too, from 0 to 1: of its words by their worth, what the place that
/// is most like it is asked for in. A word that nobody asks about law with counts fully against it.
#[must_use]
pub fn likeness(question: &str) -> f64 {
    let near = shared().near(question, Language::of_text(question), PLACES);
    near.iter().map(|near| near.covered).fold(0.0, f64::max)
}

static EMBEDDED: LazyLock<Result<Index, LoadError>> =
    LazyLock::new(|| of_files(FILES.files().chain(FILES.get_dir(OUTSIDE).into_iter().flat_map(Dir::files))));
static CODES: LazyLock<Result<Index, LoadError>> =
    LazyLock::new(|| of_files(FILES.get_dir(NORMS).into_iter().flat_map(Dir::files)));
static EMPTY: LazyLock<Index> = LazyLock::new(Index::default);

/// The phrases that the program carries.
///
/// # Errors
/// The first file that cannot be read.
pub fn embedded() -> Result<&'static Index, LoadError> {
    EMBEDDED.as_ref().map_err(Clone::clone)
}

/// The same for readers who have nobody to tell.
#[must_use]
pub fn shared() -> &'static Index {
    EMBEDDED.as_ref().unwrap_or(&EMPTY)
}

/// The phrases of building codes.
///
/// # Errors
/// The first file that cannot be read.
pub fn codes() -> Result<&'static Index, LoadError> {
    CODES.as_ref().map_err(Clone::clone)
}

fn norms_index() -> &'static Index {
    CODES.as_ref().unwrap_or(&EMPTY)
}

/// An index of the data among embedded files.
fn of_files<'a>(files: impl Iterator<Item = &'a include_dir::File<'a>>) -> Result<Index, LoadError> {
    let is_data = |file: &&include_dir::File<'_>| file.path().extension().is_some_and(|end| end == "toml");
    let named =
        |file: &'a include_dir::File<'a>| (file.path().to_string_lossy(), file.contents_utf8().unwrap_or_default());
    from_files(files.filter(is_data).map(named))
}

/// An index of files, each with its name.
///
/// # Errors
/// The first file that cannot be read, with its place.
pub fn from_files<'a, N: AsRef<str>>(files: impl Iterator<Item = (N, &'a str)>) -> Result<Index, LoadError> {
    let mut out = Index::default();
    for (name, text) in files {
        let (name, file) = (name.as_ref(), format!("asked/{}", name.as_ref()));
        if name.starts_with(OUTSIDE) {
            // As many phrases as an article has: the questions of an act are of many matters.
            for act in load::toml_file::<Acts>(&file, text)?.act {
                act.asked.chunks(CHUNK).for_each(|phrases| out.add(place(&act.short, None), phrases));
            }
            continue;
        }
        let Articles { act, asked } = load::toml_file(&file, text)?;
        // In the order of the act: neighbours tell of one matter.
        let mut asked: Vec<(String, Vec<String>)> = asked.into_iter().collect();
        asked.sort_by_key(|(article, _)| numbers(article));
        for (article, phrases) in &asked {
            out.add(place(&act, Some(article)), phrases);
        }
    }
    out.weigh();
    Ok(out)
}

/// An article of an act, or the act, as its file names it.
fn place(act: &str, article: Option<&String>) -> Place {
    let korean = act.chars().any(|c| ('가'..='힣').contains(&c));
    let address = match article {
        None => act.to_owned(),
        // «п. 10.3.2», «табл. 10.1»: a place as a norm names it.
        Some(place) if place.contains(' ') => format!("{act} {place}"),
        Some(article) if korean => match article.split_once('의') {
            Some((article, branch)) => format!("{act} 제{article}조의{branch}"),
            None => format!("{act} 제{article}조"),
        },
        Some(article) => format!("{act} ст. {article}"),
    };
    // As every other reader of addresses writes it.
    let known = find::parse(&address);
    let ukrainian = known.as_ref().is_some_and(|at| at.act.documents().iter().any(|id| id.starts_with("ua.")));
    let language = match korean {
        true => Language::Korean,
        false if ukrainian => Language::Ukrainian,
        false => Language::Russian,
    };
    let address = known.map_or(address, |address| address.canonical());
    Place { address, act: act.to_owned(), whole: article.is_none(), language }
}

/// The numbers in the number of an article: `123.20-4` is 123, 20, 4.
fn numbers(article: &str) -> Vec<u32> {
    article.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads_and_every_place_is_an_address() {
        let asked = embedded().unwrap();
        assert!(asked.places().count() > 1000, "{}", asked.places().count());
        for place in asked.places().filter(|place| !place.whole) {
            let address = find::parse(&place.address).unwrap_or_else(|| panic!("{}", place.address));
            assert_eq!((address.path.len(), address.canonical()), (1, place.address.clone()));
        }
    }

    #[test]
    fn every_place_of_a_building_code_is_an_address() {
        let asked = codes().unwrap();
        assert!(asked.places().count() > 1000, "{}", asked.places().count());
        for place in asked.places() {
            let address = find::parse(&place.address).unwrap_or_else(|| panic!("{}", place.address));
            assert!(!address.path.is_empty() && !address.act.documents().is_empty(), "{}", place.address);
        }
    }

    #[test]
    fn a_question_finds_the_place_whose_phrases_are_like_it() {
        let text = "act = \"ТК РФ\"\n[asked]\n\"1\" = [\"начальник не отпускает без отработки\"]\n\
                    \"2\" = [\"потеряли трудовую книжку\", \"начальник пьёт\"]";
        let asked = from_files([("a.toml", text)].into_iter()).unwrap();
        let near = asked.near("директор заставляет отрабатывать месяц, не отпускает", &[Language::Russian], 5);
        assert_eq!(near.iter().map(|near| near.address.as_str()).collect::<Vec<_>>(), ["ТК РФ ст. 1"]);
        assert!(near[0].covered > 0.0 && near[0].covered < 1.0 && near[0].phrase > 0.0);
        assert!(asked.near("директор", &[Language::Korean], 5).is_empty());
        assert!(asked.near("", &[Language::Russian], 5).is_empty());
        let broken = from_files([("b.toml", "act = 1")].into_iter()).unwrap_err();
        assert_eq!((broken.file.as_str(), broken.field.as_str()), ("asked/b.toml", "line 1"));
    }
}
