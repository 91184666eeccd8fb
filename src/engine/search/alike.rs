//! What is asked like something: groups of phrases in people's own words, compared with a question by the worth of the
//! words that they share. Addresses of laws and codes (`asked`) and the short answers of a contract are found by it.

use crate::engine::search::words::{self, Language};
use std::collections::HashMap;

/// How soon more of one word stops to count.
const K1: f64 = 1.2;
/// How much a group with many phrases is held back.
const LENGTH: f64 = 0.35;
/// What one phrase that is nearly the question adds to the words of all phrases.
const PHRASE: f64 = 2.0;
/// Stems of a question at most.
const MOST_STEMS: usize = 160;
/// Characters of a question that are looked at.
const MOST_CHARS: usize = 4_000;
/// Letters of the beginning of a word that stand for its family.
const BEGINNING: usize = 5;
/// What a beginning tells beside a stem as rare.
const FAMILY: f64 = 0.6;
/// In front of a beginning: no stem has it.
const MARK: char = '<';

/// Phrases in groups, as an index of stems.
#[derive(Debug, Default)]
pub struct Alike {
    groups: Vec<Group>,
    phrases: Vec<Phrase>,
    /// Stem → the phrases that have it, in order; those of one group stand together.
    stems: HashMap<String, Vec<u32>>,
    /// Mean number of stems of a group.
    mean: f64,
    /// Stems that tell less than their rarity says: 0 nothing, 1 all of it.
    quiet: HashMap<String, f64>,
}

#[derive(Debug)]
struct Group {
    language: Language,
    stems: f64,
}

#[derive(Debug)]
struct Phrase {
    group: u32,
    /// Its length as a vector of the worth of its stems.
    length: f64,
}

/// A group that has words of the question.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its number, in the order in which groups were added.
    pub group: u32,
    /// Higher is better; comparable within one question only.
    pub score: f64,
    /// How near its nearest phrase is to the question, from 0 to 1, by the worth of their words.
    pub phrase: f64,
    /// Share of the question's worth that the phrases of the group hold, from 0 to 1.
    pub covered: f64,
    /// What all words of the question are worth.
    pub told: f64,
}

impl Alike {
    /// One more group of phrases; [`Alike::weigh`] follows the last one.
    pub fn add(&mut self, phrases: &[String], language: Language) {
        let group = number(self.groups.len());
        let mut all = 0;
        for phrase in phrases {
            let id = number(self.phrases.len());
            let stems = stems(phrase, &[language]);
            all += stems.len();
            for stem in stems {
                self.stems.entry(stem).or_default().push(id);
            }
            self.phrases.push(Phrase { group, length: 0.0 });
        }
        self.groups.push(Group { language, stems: count(all) });
    }

    /// Weighs the words when all groups are there; `quiet` are stems that tell less than their rarity says.
    pub fn weigh(&mut self, quiet: HashMap<String, f64>) {
        self.quiet = quiet;
        self.mean = self.groups.iter().map(|group| group.stems).sum::<f64>() / count(self.groups.len().max(1));
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

    /// What a stem that these phrases have tells: rare ones more.
    fn worth(&self, stem: &str, having: &[u32]) -> f64 {
        let (all, having) = (count(self.phrases.len()), count(having.len()));
        let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
        let told = self.quiet.get(stem).copied().unwrap_or(1.0);
        told * if stem.starts_with(MARK) { rare * FAMILY } else { rare }
    }

    /// Every group that has words of the question, in no order.
    #[must_use]
    pub fn near(&self, question: &str, languages: &[Language]) -> Vec<Hit> {
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
            for same in having.chunk_by(|a, b| self.phrases[index(*a)].group == self.phrases[index(*b)].group) {
                let Some(first) = same.first() else { continue };
                let id = self.phrases[index(*first)].group;
                let group = &self.groups[index(id)];
                if !languages.contains(&group.language) {
                    continue;
                }
                let times = count(same.len());
                let long = 1.0 - LENGTH + LENGTH * group.stems / self.mean;
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
            let best = nearest.entry(phrase.group).or_default();
            *best = best.max(near);
        }
        let hit = |(group, words): (u32, f64)| {
            let phrase = nearest.get(&group).copied().unwrap_or_default();
            let covered = covered.get(&group).copied().unwrap_or_default() / whole.max(f64::MIN_POSITIVE);
            Hit { group, score: words * (1.0 + PHRASE * phrase), phrase, covered, told: whole }
        };
        words.into_iter().map(hit).collect()
    }
}

fn count(n: usize) -> f64 {
    f64::from(number(n))
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A number of a group as an index.
#[must_use]
pub fn index(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// The stems by which a word is looked up, with that of its family.
#[must_use]
pub fn of_word(word: &str) -> Vec<String> {
    stems(word, &[Language::Russian])
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
