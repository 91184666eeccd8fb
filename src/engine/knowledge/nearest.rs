//! The held answer whose questions are nearest to a question: words by stem, weighted by how few answers have them.
//!
//! Every answer brings a dozen questions as people put them. A question is compared with each of them (cosine of the
//! weights) and with all words of the answer's questions together; words of what was said before count a little. What is
//! far from everything finds nothing.

use crate::engine::text::stem::{is_stop, words};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a word that stands in questions about anything weighs of a telling one.
const COMMON: f64 = 0.2;
/// What a word beside the question, in the same message, weighs of one of the question; and one of the talk before.
const BESIDE: f64 = 1.0;
const BEFORE: f64 = 0.15;
/// Shares of a score: the nearest question, the three nearest, the words of the answer's questions together.
const NEAREST: f64 = 0.4;
const NEAR: f64 = 0.4;
const COVERED: f64 = 0.2;
/// What is added where an answer is for this kind of contract alone.
const KIND: f64 = 0.1;
/// Telling words that a question shares with an answer at least, or the share of its weight that fewer of them carry:
/// «кто выиграл чемпионат» is not about winning a case in court.
const SHARED: usize = 2;
const ALL: f64 = 0.75;
/// What a score is worth where the question has one telling word: «нужен ли залог?» may be about anything of it.
const BARE: f64 = 0.7;
/// Questions of an answer that have a word, from which on it belongs to the answer.
const OWN: f64 = 2.0;

/// A question, what stands beside it in its message, and what was said before.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'q> {
    /// The question.
    pub question: &'q str,
    /// The words beside it.
    pub beside: &'q str,
    /// Earlier words.
    pub before: &'q str,
}

/// An answer by its place in the list, and how near it is: 0 is nothing in common, 1 its very question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Its place.
    pub at: usize,
    /// How near.
    pub score: f64,
}

/// A question of an answer.
#[derive(Debug)]
struct Entry {
    answer: usize,
    norm: f64,
}

/// The questions of all answers.
#[derive(Debug)]
pub struct Index {
    entries: Vec<Entry>,
    /// Stem: entries that have it.
    postings: HashMap<String, Vec<u32>>,
    /// Stem: answers whose questions have it, and in how many.
    owners: HashMap<String, BTreeMap<usize, u32>>,
    answers: usize,
}

fn stems(text: &str) -> BTreeSet<String> {
    words(text).into_iter().map(|word| word.stem).collect()
}

impl Index {
    /// Reads the questions of answers, which stand in the order of the list.
    #[must_use]
    pub fn of<'q>(answers: impl Iterator<Item = Vec<&'q str>>) -> Self {
        let mut all = Self { entries: Vec::new(), postings: HashMap::new(), owners: HashMap::new(), answers: 0 };
        let mut read: Vec<BTreeSet<String>> = Vec::new();
        for questions in answers {
            let answer = all.answers;
            all.answers += 1;
            for said in questions.into_iter().map(stems).filter(|said| !said.is_empty()) {
                for stem in &said {
                    *all.owners.entry(stem.clone()).or_default().entry(answer).or_default() += 1;
                }
                all.entries.push(Entry { answer, norm: 0.0 });
                read.push(said);
            }
        }
        for (at, said) in read.into_iter().enumerate() {
            all.entries[at].norm = said.iter().map(|stem| all.weight(stem).powi(2)).sum::<f64>().sqrt();
            for stem in said {
                all.postings.entry(stem).or_default().push(u32::try_from(at).unwrap_or(u32::MAX));
            }
        }
        all
    }

    /// What a stem weighs: the fewer answers have it, the more.
    fn weight(&self, stem: &str) -> f64 {
        let owners = self.owners.get(stem).map_or(0.5, |owners| count(owners.len()));
        let rare = (1.0 + count(self.answers) / owners).ln();
        if is_stop(stem) { rare * COMMON } else { rare }
    }

    /// The nearest answers among those that fit, the best first; `kind` says of an answer whether it fits, and whether
    /// it is for this kind of contract alone.
    #[must_use]
    pub fn find(&self, said: Asked<'_>, kind: impl Fn(usize) -> Option<bool>) -> Vec<Near> {
        let mut asked: BTreeMap<String, f64> = BTreeMap::new();
        for stem in stems(said.question) {
            let weight = self.weight(&stem);
            asked.insert(stem, weight);
        }
        if asked.is_empty() {
            return Vec::new();
        }
        for (words, share) in [(said.beside, BESIDE), (said.before, BEFORE)] {
            for stem in stems(words) {
                if !is_stop(&stem) && self.owners.contains_key(&stem) && !asked.contains_key(&stem) {
                    let weight = self.weight(&stem) * share;
                    asked.insert(stem, weight);
                }
            }
        }
        let norm = asked.values().map(|weight| weight.powi(2)).sum::<f64>().sqrt();
        let mut dots: BTreeMap<u32, f64> = BTreeMap::new();
        for (stem, weight) in &asked {
            let own = self.weight(stem);
            for at in self.postings.get(stem).into_iter().flatten() {
                *dots.entry(*at).or_default() += weight * own;
            }
        }
        let mut near: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (at, dot) in dots {
            let Some(entry) = self.entries.get(at as usize) else { continue };
            near.entry(entry.answer).or_default().push(dot / (norm * entry.norm));
        }
        let covered = |answer: usize| {
            let own = |stem: &String| self.owners.get(stem).and_then(|owners| owners.get(&answer)).copied();
            let parts =
                asked.iter().filter_map(|(stem, weight)| Some(weight.powi(2) * (f64::from(own(stem)?) / OWN).min(1.0)));
            parts.sum::<f64>() / norm.powi(2)
        };
        // «Это мне опасно?» asks about what stands beside it.
        let own = |text: &str| stems(text).into_iter().filter(|stem| !is_stop(stem)).collect::<BTreeSet<String>>();
        let mut tells = own(said.question);
        if tells.len() < SHARED {
            tells.extend(own(said.beside));
        }
        let telling: Vec<(String, f64)> = tells
            .into_iter()
            .map(|stem| (self.weight(&stem).powi(2), stem))
            .map(|(weight, stem)| (stem, weight))
            .collect();
        let whole: f64 = telling.iter().map(|(_, weight)| weight).sum();
        let shares = |answer: usize| {
            let has = |stem: &String| self.owners.get(stem).is_some_and(|owners| owners.contains_key(&answer));
            let met: Vec<f64> = telling.iter().filter(|(stem, _)| has(stem)).map(|(_, weight)| *weight).collect();
            met.len() >= SHARED || met.iter().sum::<f64>() >= whole * ALL && !met.is_empty()
        };
        let mut out: Vec<Near> = Vec::new();
        for (at, mut all) in near {
            let Some(own) = kind(at).filter(|_| shares(at)) else { continue };
            all.sort_by(|one, other| other.total_cmp(one));
            let three = all.iter().take(3);
            let three = three.clone().sum::<f64>() / count(three.len());
            let added = if own { KIND } else { 0.0 };
            let score = NEAREST * all[0] + NEAR * three + COVERED * covered(at) + added;
            out.push(Near { at, score: if telling.len() < SHARED { score * BARE } else { score } });
        }
        out.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.at.cmp(&other.at)));
        out
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts of a few thousand")]
fn count(of: usize) -> f64 {
    of.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index {
        let answers = [
            vec!["Может ли хозяин выселить жильца?", "а если он выгонит нас зимой", "выставит за дверь раньше срока"],
            vec!["Нужно ли регистрировать аренду?", "надо ли нести договор в росреестр", "регистрация аренды на год"],
            vec!["Кто платит налог?", "с этих денег налог платить надо", "налог с аренды кто платит"],
        ];
        Index::of(answers.into_iter())
    }

    #[test]
    fn the_nearest_questions_lead_to_their_answer() {
        let index = index();
        let first =
            |question: &str| index.find(Asked { question, ..Asked::default() }, |_| Some(false)).first().copied();
        for (question, at) in
            [("он нас выгонит зимой?", 0), ("в росреестр нести договор надо?", 1), ("а налог с аренды кто платит", 2)]
        {
            let found = first(question).unwrap_or_else(|| panic!("{question}"));
            assert_eq!(found.at, at, "{question}");
            assert!(found.score > 0.3, "{question}: {}", found.score);
        }
        assert_eq!(first("чемпионат мира по шахматам"), None);
        let exact = first("Может ли хозяин выселить жильца?").expect("found").score;
        assert!(exact > first("может ли хозяин прийти").expect("found").score);
    }

    #[test]
    fn the_kind_of_contract_decides_between_equals_and_shuts_others_out() {
        let answers = [vec!["нужен ли нотариус"], vec!["нужен ли нотариус"], vec!["нужен ли нотариус"]];
        let index = Index::of(answers.into_iter());
        let kinds = [Some(false), None, Some(true)];
        let found: Vec<usize> = index
            .find(Asked { question: "нотариус нужен?", ..Asked::default() }, |at| kinds[at])
            .into_iter()
            .map(|near| near.at)
            .collect();
        assert_eq!(found, [2, 0]);
    }

    #[test]
    fn what_was_said_before_helps_a_bare_question() {
        let answers = [vec!["вернут ли деньги за квартиру"], vec!["вернут ли деньги за фотосъёмку"]];
        let index = Index::of(answers.into_iter());
        let before = "Снимаю свадьбу, фотосъёмка на день";
        let found =
            index.find(Asked { question: "а деньги вернут?", beside: "", before }, |_| Some(false));
        assert_eq!(found.first().map(|near| near.at), Some(1));
    }
}
