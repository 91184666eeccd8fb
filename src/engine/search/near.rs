//! Which places a question is like, by phrases in which people ask for them: rare words that both have, and one phrase
//! that is nearly the question.

use crate::engine::search::words::{self, Language};
use std::collections::HashMap;

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

/// A place that answers questions like the one asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// The number of the place, in the order in which places were added.
    pub id: usize,
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

/// Places with the phrases by which people ask for them, as an index of stems.
#[derive(Debug, Default)]
pub struct Index {
    places: Vec<Held>,
    phrases: Vec<Phrase>,
    /// Stem → the phrases that have it, in order; those of one place stand together.
    stems: HashMap<String, Vec<u32>>,
    /// Mean number of stems of a place.
    mean: f64,
}

/// A place as it is added to an index.
#[derive(Debug)]
pub struct Place {
    /// Its address in canonical form.
    pub address: String,
    /// The act, as the file names it: neighbours are of one act.
    pub act: String,
    /// An act, not an article of it.
    pub whole: bool,
    /// The language of its phrases.
    pub language: Language,
}

#[derive(Debug)]
struct Held {
    place: Place,
    stems: f64,
}

#[derive(Debug)]
struct Phrase {
    place: u32,
    /// Its length as a vector of the worth of its stems.
    length: f64,
}

impl Index {
    /// Adds a place with its phrases; [`Index::weigh`] is called when all are there.
    pub fn add<T: AsRef<str>>(&mut self, place: Place, phrases: &[T]) {
        let id = number(self.places.len());
        let mut all = 0;
        for phrase in phrases {
            let own = number(self.phrases.len());
            let stems = stems(phrase.as_ref(), &[place.language]);
            all += stems.len();
            for stem in stems {
                self.stems.entry(stem).or_default().push(own);
            }
            self.phrases.push(Phrase { place: id, length: 0.0 });
        }
        self.places.push(Held { place, stems: count(all) });
    }

    /// Weighs the phrases of all places against each other.
    pub fn weigh(&mut self) {
        self.mean = self.places.iter().map(|place| place.stems).sum::<f64>() / count(self.places.len().max(1));
        let mut squares = vec![0.0; self.phrases.len()];
        // In one order, so that the sums are the same in every run.
        let mut stems: Vec<&String> = self.stems.keys().collect();
        stems.sort_unstable();
        for stem in stems {
            let having = &self.stems[stem];
            let worth = self.worth(stem, having);
            for phrase in having {
                squares[index(*phrase)] += worth * worth;
            }
        }
        for (phrase, square) in self.phrases.iter_mut().zip(squares) {
            phrase.length = square.sqrt();
        }
    }

    /// How well each of some words stands in the phrases of places: a stem of it 1, its beginning less.
    #[must_use]
    pub fn met(&self, places: &[u32], words: &[&str], language: Language) -> Vec<f64> {
        let stands = |stem: &String| {
            let having = self.stems.get(stem).map(Vec::as_slice).unwrap_or_default();
            having.iter().any(|phrase| places.contains(&self.phrases[index(*phrase)].place))
        };
        let met = |word: &&str| {
            let (families, own): (Vec<String>, Vec<String>) =
                stems(word, &[language]).into_iter().partition(|stem| stem.starts_with(MARK));
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

    /// What a stem that these phrases have tells: rare ones more.
    fn worth(&self, stem: &str, having: &[u32]) -> f64 {
        let (all, having) = (count(self.phrases.len()), count(having.len()));
        let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
        if stem.starts_with(MARK) { rare * FAMILY } else { rare }
    }

    /// What the two best neighbours of an article are worth: a question that a whole chapter is like is of that chapter.
    fn beside(&self, id: u32, scores: &HashMap<u32, f64>) -> f64 {
        let place = &self.places[index(id)].place;
        if place.whole {
            return 0.0;
        }
        let mut best = [0.0_f64; 2];
        for other in id.saturating_sub(REACH)..=id.saturating_add(REACH) {
            let same = self.places.get(index(other)).is_some_and(|other| other.place.act == place.act);
            let Some(score) = scores.get(&other).filter(|_| same && other != id) else { continue };
            if *score > best[0] {
                best = [*score, best[0]];
            } else if *score > best[1] {
                best[1] = *score;
            }
        }
        f64::midpoint(best[0], best[1])
    }

    /// How rare a stem is among all phrases: 1 for one that a single phrase has, or none.
    #[must_use]
    pub fn rare(&self, stem: &str) -> f64 {
        let one = self.worth("", &[0]);
        self.stems.get(stem).map_or(1.0, |having| self.worth(stem, having) / one).min(1.0)
    }

    /// Whether some phrase has a stem.
    #[must_use]
    pub fn has(&self, stem: &str) -> bool {
        self.stems.contains_key(stem)
    }

    /// All places, in the order in which they were added.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().map(|held| &held.place)
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
                if !languages.contains(&place.place.language) {
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
            let place = &self.places[index(id)].place;
            let score = score + NEIGHBOURS * self.beside(id, &own);
            (id, Near { id: index(id), address: place.address.clone(), score, phrase, covered, whole: place.whole })
        };
        let mut out: Vec<(u32, Near)> = own.iter().map(near).collect();
        out.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(&b.0)));
        out.into_iter().take(limit).map(|(_, near)| near).collect()
    }
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
