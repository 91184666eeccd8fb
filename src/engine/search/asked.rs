//! How people ask for an article, `knowledge/asked/*.toml`: questions in everyday words that an article answers, in
//! words that it does not have itself. What a person asks is compared with them, and the places come out as addresses.

use crate::engine::address::{Address, find};
use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::search::words::{self, Language};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// How soon more of one word stops to count.
const K1: f64 = 1.2;
/// How much a place with many phrases is held back.
const LENGTH: f64 = 0.35;
/// What one phrase that is nearly the question adds to the words of all phrases.
const PHRASE: f64 = 2.0;
/// What the neighbours of an article add to it.
const NEIGHBOURS: f64 = 0.2;
/// How many articles away a neighbour is at most.
const REACH: u32 = 4;
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
/// Characters of a question that are looked at.
const MOST_CHARS: usize = 4_000;
/// Stems of a question at most.
const MOST_STEMS: usize = 160;
/// Letters of the beginning of a word that stand for its family.
const BEGINNING: usize = 5;
/// What a beginning tells beside a stem as rare.
const FAMILY: f64 = 0.6;
/// In front of a beginning: no stem has it.
const MARK: char = '<';

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

/// A place that answers questions like the one asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// Its address in canonical form: «ТК РФ ст. 80», «민법 제623조».
    pub address: String,
    /// Higher is better; comparable within one question only.
    pub score: f64,
    /// How near its nearest phrase is to the question, from 0 to 1, by the worth of their words.
    pub phrase: f64,
    /// Share of the question's worth that the phrases of the place hold, from 0 to 1.
    pub covered: f64,
    /// An act as a whole, not an article of it.
    pub whole: bool,
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
        for (id, place) in norms_index().places.iter().enumerate() {
            known.entry(place.address.as_str()).or_default().push(number(id));
        }
        known
    });
    let index_of = norms_index();
    let Some(ids) = PLACES_OF.get(address) else { return vec![0.0; words.len()] };
    let stands = |stem: &String| {
        let having = index_of.stems.get(stem).map(Vec::as_slice).unwrap_or_default();
        having.iter().any(|phrase| ids.contains(&index_of.phrases[index(*phrase)].place))
    };
    let met = |word: &&str| {
        let (families, own): (Vec<String>, Vec<String>) =
            stems(word, &[Language::Russian]).into_iter().partition(|stem| stem.starts_with(MARK));
        if own.iter().any(stands) {
            1.0
        } else if families.iter().any(stands) {
            FAMILY
        } else {
            0.0
        }
    };
    words.iter().map(met).collect()
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

/// The phrases of all acts, as an index of stems.
#[derive(Debug, Default)]
pub struct Asked {
    places: Vec<Place>,
    phrases: Vec<Phrase>,
    /// Stem → the phrases that have it, in order; those of one place stand together.
    stems: HashMap<String, Vec<u32>>,
    /// Mean number of stems of a place.
    mean: f64,
}

#[derive(Debug)]
struct Place {
    address: String,
    /// The act, as the file names it.
    act: String,
    /// An act, not an article of it.
    whole: bool,
    language: Language,
    stems: f64,
}

#[derive(Debug)]
struct Phrase {
    place: u32,
    /// Its length as a vector of the worth of its stems.
    length: f64,
}

static EMBEDDED: LazyLock<Result<Asked, LoadError>> =
    LazyLock::new(|| Asked::of(FILES.files().chain(FILES.get_dir(OUTSIDE).into_iter().flat_map(Dir::files))));
static CODES: LazyLock<Result<Asked, LoadError>> =
    LazyLock::new(|| Asked::of(FILES.get_dir(NORMS).into_iter().flat_map(Dir::files)));
static EMPTY: LazyLock<Asked> = LazyLock::new(Asked::default);

/// The phrases that the program carries.
///
/// # Errors
/// The first file that cannot be read.
pub fn embedded() -> Result<&'static Asked, LoadError> {
    EMBEDDED.as_ref().map_err(Clone::clone)
}

/// The same for readers who have nobody to tell.
#[must_use]
pub fn shared() -> &'static Asked {
    EMBEDDED.as_ref().unwrap_or(&EMPTY)
}

/// The phrases of building codes.
///
/// # Errors
/// The first file that cannot be read.
pub fn codes() -> Result<&'static Asked, LoadError> {
    CODES.as_ref().map_err(Clone::clone)
}

fn norms_index() -> &'static Asked {
    CODES.as_ref().unwrap_or(&EMPTY)
}

impl Asked {
    /// An index of the data among embedded files.
    fn of<'a>(files: impl Iterator<Item = &'a include_dir::File<'a>>) -> Result<Self, LoadError> {
        let is_data = |file: &&include_dir::File<'_>| file.path().extension().is_some_and(|end| end == "toml");
        let named =
            |file: &'a include_dir::File<'a>| (file.path().to_string_lossy(), file.contents_utf8().unwrap_or_default());
        Self::from_files(files.filter(is_data).map(named))
    }

    /// An index of files, each with its name.
    ///
    /// # Errors
    /// The first file that cannot be read, with its place.
    pub fn from_files<'a, N: AsRef<str>>(files: impl Iterator<Item = (N, &'a str)>) -> Result<Self, LoadError> {
        let mut out = Self::default();
        for (name, text) in files {
            let (name, file) = (name.as_ref(), format!("asked/{}", name.as_ref()));
            if name.starts_with(OUTSIDE) {
                // As many phrases as an article has: the questions of an act are of many matters.
                for act in load::toml_file::<Acts>(&file, text)?.act {
                    act.asked.chunks(CHUNK).for_each(|phrases| out.add(&act.short, None, phrases));
                }
                continue;
            }
            let Articles { act, asked } = load::toml_file(&file, text)?;
            // In the order of the act: neighbours tell of one matter.
            let mut asked: Vec<(String, Vec<String>)> = asked.into_iter().collect();
            asked.sort_by_key(|(article, _)| numbers(article));
            for (article, phrases) in &asked {
                out.add(&act, Some(article), phrases);
            }
        }
        out.mean = out.places.iter().map(|place| place.stems).sum::<f64>() / count(out.places.len().max(1));
        let mut squares = vec![0.0; out.phrases.len()];
        // In one order, so that the sums are the same in every run.
        let mut stems: Vec<&String> = out.stems.keys().collect();
        stems.sort_unstable();
        for stem in stems {
            let having = &out.stems[stem];
            let worth = out.worth(stem, having);
            for phrase in having {
                squares[index(*phrase)] += worth * worth;
            }
        }
        for (phrase, square) in out.phrases.iter_mut().zip(squares) {
            phrase.length = square.sqrt();
        }
        Ok(out)
    }

    fn add(&mut self, act: &str, article: Option<&String>, phrases: &[String]) {
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
        let place = number(self.places.len());
        let mut all = 0;
        for phrase in phrases {
            let id = number(self.phrases.len());
            let stems = stems(phrase, &[language]);
            all += stems.len();
            for stem in stems {
                self.stems.entry(stem).or_default().push(id);
            }
            self.phrases.push(Phrase { place, length: 0.0 });
        }
        self.places.push(Place { address, act: act.to_owned(), whole: article.is_none(), language, stems: count(all) });
    }

    /// What a stem that these phrases have tells: rare ones more.
    fn worth(&self, stem: &str, having: &[u32]) -> f64 {
        let (all, having) = (count(self.phrases.len()), count(having.len()));
        let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
        if stem.starts_with(MARK) { rare * FAMILY } else { rare }
    }

    /// What the two best neighbours of an article are worth: a question that a whole chapter is like is of that chapter.
    fn beside(&self, id: u32, scores: &HashMap<u32, f64>) -> f64 {
        let place = &self.places[index(id)];
        if place.whole {
            return 0.0;
        }
        let mut best = [0.0_f64; 2];
        for other in id.saturating_sub(REACH)..=id.saturating_add(REACH) {
            let same = self.places.get(index(other)).is_some_and(|other| other.act == place.act);
            let Some(score) = scores.get(&other).filter(|_| same && other != id) else { continue };
            if *score > best[0] {
                best = [*score, best[0]];
            } else if *score > best[1] {
                best[1] = *score;
            }
        }
        f64::midpoint(best[0], best[1])
    }

    /// The addresses of all places.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| place.address.as_str())
    }

    /// The places whose phrases are nearest to a question, best first.
    #[must_use]
    pub fn near(&self, question: &str, languages: &[Language], limit: usize) -> Vec<Near> {
        let end = question.char_indices().nth(MOST_CHARS).map_or(question.len(), |(at, _)| at);
        let mut asked = stems(&question[..end], languages);
        asked.truncate(MOST_STEMS);
        let mut words: HashMap<u32, f64> = HashMap::new();
        let mut covered: HashMap<u32, f64> = HashMap::new();
        let mut common: HashMap<u32, f64> = HashMap::new();
        let (mut whole, mut square) = (0.0, 0.0);
        for stem in &asked {
            let having = self.stems.get(stem).map(Vec::as_slice).unwrap_or_default();
            let worth = self.worth(stem, having);
            whole += worth;
            square += worth * worth;
            for same in having.chunk_by(|a, b| self.phrases[index(*a)].place == self.phrases[index(*b)].place) {
                let Some(first) = same.first() else { continue };
                let id = self.phrases[index(*first)].place;
                let place = &self.places[index(id)];
                if !languages.contains(&place.language) {
                    continue;
                }
                let times = count(same.len());
                let long = 1.0 - LENGTH + LENGTH * place.stems / self.mean;
                *words.entry(id).or_default() += worth * times * (K1 + 1.0) / (times + K1 * long);
                *covered.entry(id).or_default() += worth;
                for phrase in same {
                    *common.entry(*phrase).or_default() += worth * worth;
                }
            }
        }
        let length = square.sqrt();
        let mut nearest: HashMap<u32, f64> = HashMap::new();
        for (phrase, common) in common {
            let phrase = &self.phrases[index(phrase)];
            let near = common / (phrase.length * length).max(f64::MIN_POSITIVE);
            let best = nearest.entry(phrase.place).or_default();
            *best = best.max(near);
        }
        let own: HashMap<u32, f64> = words
            .into_iter()
            .map(|(id, words)| (id, words * (1.0 + PHRASE * nearest.get(&id).copied().unwrap_or_default())))
            .collect();
        let near = |(id, score): (&u32, &f64)| {
            let id = *id;
            let phrase = nearest.get(&id).copied().unwrap_or_default();
            let covered = covered.get(&id).copied().unwrap_or_default() / whole.max(f64::MIN_POSITIVE);
            let place = &self.places[index(id)];
            let score = score + NEIGHBOURS * self.beside(id, &own);
            (id, Near { address: place.address.clone(), score, phrase, covered, whole: place.whole })
        };
        let mut out: Vec<(u32, Near)> = own.iter().map(near).collect();
        out.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(&b.0)));
        out.into_iter().take(limit).map(|(_, near)| near).collect()
    }
}

/// The numbers in the number of an article: `123.20-4` is 123, 20, 4.
fn numbers(article: &str) -> Vec<u32> {
    article.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

fn count(n: usize) -> f64 {
    f64::from(number(n))
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn index(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// The stems of a text, each once, without words that say nothing; beside the stem of a long word its beginning, which
/// «отработка» and «отрабатывать» share.
fn stems(text: &str, languages: &[Language]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |stem: String| {
        if !out.contains(&stem) {
            out.push(stem);
        }
    };
    for token in words::tokens(text) {
        if words::is_stop(&token.word) {
            continue;
        }
        for language in languages {
            words::stems(&token.word, *language).into_iter().for_each(&mut add);
        }
        if languages != [Language::Korean] && token.word.chars().count() > BEGINNING {
            let beginning: String = token.word.chars().take(BEGINNING).collect();
            add(format!("{MARK}{beginning}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads_and_every_place_is_an_address() {
        let asked = embedded().unwrap();
        assert!(asked.places.len() > 1000, "{}", asked.places.len());
        for place in asked.places.iter().filter(|place| !place.whole) {
            let address = find::parse(&place.address).unwrap_or_else(|| panic!("{}", place.address));
            assert_eq!((address.path.len(), address.canonical()), (1, place.address.clone()));
        }
    }

    #[test]
    fn every_place_of_a_building_code_is_an_address() {
        let asked = codes().unwrap();
        assert!(asked.places.len() > 1000, "{}", asked.places.len());
        for place in &asked.places {
            let address = find::parse(&place.address).unwrap_or_else(|| panic!("{}", place.address));
            assert!(!address.path.is_empty() && !address.act.documents().is_empty(), "{}", place.address);
        }
    }

    #[test]
    fn a_question_finds_the_place_whose_phrases_are_like_it() {
        let text = "act = \"ТК РФ\"\n[asked]\n\"1\" = [\"начальник не отпускает без отработки\"]\n\
                    \"2\" = [\"потеряли трудовую книжку\", \"начальник пьёт\"]";
        let asked = Asked::from_files([("a.toml", text)].into_iter()).unwrap();
        let near = asked.near("директор заставляет отрабатывать месяц, не отпускает", &[Language::Russian], 5);
        assert_eq!(near.iter().map(|near| near.address.as_str()).collect::<Vec<_>>(), ["ТК РФ ст. 1"]);
        assert!(near[0].covered > 0.0 && near[0].covered < 1.0 && near[0].phrase > 0.0);
        assert!(asked.near("директор", &[Language::Korean], 5).is_empty());
        assert!(asked.near("", &[Language::Russian], 5).is_empty());
        let broken = Asked::from_files([("b.toml", "act = 1")].into_iter()).unwrap_err();
        assert_eq!((broken.file.as_str(), broken.field.as_str()), ("asked/b.toml", "line 1"));
    }
}
