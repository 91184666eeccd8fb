//! Ranking over fields (BM25F): the counts of a word in all fields of a unit are summed, each by the worth and the length
//! of its field, before more of the same word stops to count. A unit is whatever its owner ranks; the index keeps numbers.

use crate::engine::search::alike::index;
use crate::engine::search::words::{self, Language};
use crate::engine::text::typo::slipped;
use std::collections::{BTreeMap, HashMap, HashSet};

/// How soon more of one word stops to count.
const K1: f64 = 1.0;
/// Letters of the beginning of a word that stand for its family.
const BEGINNING: usize = 5;
/// What a beginning tells beside a stem as rare.
const FAMILY: f64 = 0.6;
/// In front of a beginning: no stem has it.
const MARK: char = '<';
/// What a word that stands in questions about anything tells beside one that does not.
const WEAK: f64 = 0.5;
/// Letters of a word whose slips are forgiven.
const LONG: usize = 7;
/// Words of a question at most, and words among them that are looked for by their slips.
const MOST: usize = 160;
const MENDED: usize = 8;

/// How a field counts.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// What a word in it is worth.
    pub worth: f64,
    /// How much its length holds it back, from 0 to 1.
    pub length: f64,
    /// A word counts once however often it stands there.
    pub once: bool,
    /// Words that stand in it are the rarer for it: no for headings that a whole chapter inherits.
    pub rarity: bool,
    /// It is left out where a question is compared without it.
    pub aside: bool,
}

/// The counts of one unit.
type Counts = BTreeMap<(u32, usize), u32>;

/// Units while they are gathered.
#[derive(Debug)]
pub struct Gathering {
    fields: Vec<Field>,
    terms: HashMap<String, u32>,
    units: Vec<Counts>,
    lengths: Vec<Vec<u32>>,
}

/// One word of one unit: its weight with all fields, and without those that may be left out.
#[derive(Debug, Clone, Copy)]
struct Posting {
    unit: u32,
    all: f32,
    bare: f32,
}

/// The finished index.
#[derive(Debug, Default)]
pub struct Fields {
    terms: HashMap<String, u32>,
    postings: Vec<Vec<Posting>>,
    /// What each term tells.
    worth: Vec<f64>,
    /// Units that have the term.
    having: Vec<u32>,
    units: usize,
}

/// What a question finds.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// By unit; all fields.
    pub all: HashMap<u32, f64>,
    /// By unit; without the fields that may be left out.
    pub bare: HashMap<u32, f64>,
    /// The most that a unit could have.
    pub most: f64,
}

impl Gathering {
    /// Nothing yet, with these fields.
    #[must_use]
    pub fn new(fields: &[Field]) -> Self {
        Self { fields: fields.to_vec(), terms: HashMap::new(), units: Vec::new(), lengths: Vec::new() }
    }

    /// Adds a unit by the texts of its fields, in the order of the fields; its number.
    pub fn add(&mut self, texts: &[&str]) -> u32 {
        let mut counts: Counts = BTreeMap::new();
        let mut lengths = vec![0_u32; self.fields.len()];
        for (field, text) in texts.iter().enumerate().take(self.fields.len()) {
            let mut seen: HashSet<u32> = HashSet::new();
            for term in terms(text) {
                let next = number(self.terms.len());
                let id = *self.terms.entry(term).or_insert(next);
                if self.fields[field].once && !seen.insert(id) {
                    continue;
                }
                *counts.entry((id, field)).or_default() += 1;
                lengths[field] += 1;
            }
        }
        self.units.push(counts);
        self.lengths.push(lengths);
        number(self.units.len() - 1)
    }

    /// The index; `weak` are stems that tell little.
    #[must_use]
    pub fn finish(self, weak: &HashSet<String>) -> Fields {
        let Self { fields, terms, units, lengths } = self;
        // The mean over the units that have the field.
        let mean = |field: usize| {
            let own: Vec<u32> = lengths.iter().map(|unit| unit[field]).filter(|length| *length > 0).collect();
            own.iter().map(|length| f64::from(*length)).sum::<f64>() / count(own.len().max(1))
        };
        let means: Vec<f64> = (0..fields.len()).map(mean).collect();
        let mut postings: Vec<Vec<Posting>> = vec![Vec::new(); terms.len()];
        let mut having = vec![0_u32; terms.len()];
        for (unit, counts) in units.iter().enumerate() {
            let mut sums: HashMap<u32, (f64, f64, bool)> = HashMap::new();
            for ((term, field), times) in counts {
                let own = fields[*field];
                let length = f64::from(lengths[unit][*field]) / means[*field].max(f64::MIN_POSITIVE);
                let part = own.worth * f64::from(*times) / (1.0 - own.length + own.length * length);
                let (all, bare, rare) = sums.entry(*term).or_default();
                *all += part;
                *bare += if own.aside { 0.0 } else { part };
                *rare |= own.rarity;
            }
            for (term, (all, bare, rare)) in sums {
                #[expect(clippy::cast_possible_truncation, reason = "weights of a few units")]
                postings[index(term)].push(Posting { unit: number(unit), all: all as f32, bare: bare as f32 });
                having[index(term)] += u32::from(rare);
            }
        }
        let mut worth = vec![0.0; terms.len()];
        for (term, id) in &terms {
            let (all, own) = (count(units.len()), f64::from(having[index(*id)]));
            let rare = (1.0 + (all - own + 0.5).max(0.0) / (own + 0.5)).ln();
            let weak = weak.contains(term);
            worth[index(*id)] =
                rare * if term.starts_with(MARK) { FAMILY } else { 1.0 } * if weak { WEAK } else { 1.0 };
        }
        Fields { terms, postings, worth, having, units: units.len() }
    }
}

impl Fields {
    /// Compares a question with every unit.
    #[must_use]
    pub fn find(&self, question: &str) -> Found {
        let mut out = Found::default();
        let mut seen: HashSet<u32> = HashSet::new();
        let unknown = (1.0 + count(self.units) / 0.5).ln();
        let mut mended_words = 0;
        for word in spoken(question) {
            let known = word.iter().any(|term| !term.starts_with(MARK) && self.terms.contains_key(term));
            // A slip of the pen: the nearest stem that most units have.
            let tried = !known && mended_words < MENDED;
            mended_words += usize::from(tried);
            let mended = if tried { word.first().and_then(|stem| self.mended(stem)) } else { None };
            let terms = word.iter().map(String::as_str).chain(mended);
            for term in terms {
                let Some(id) = self.terms.get(term).copied() else {
                    out.most += unknown * 0.5 * if term.starts_with(MARK) { FAMILY } else { 1.0 };
                    continue;
                };
                if !seen.insert(id) {
                    continue;
                }
                let worth = self.worth[index(id)];
                out.most += worth * (K1 + 1.0);
                for posting in &self.postings[index(id)] {
                    let part = |tf: f32| worth * f64::from(tf) * (K1 + 1.0) / (K1 + f64::from(tf));
                    *out.all.entry(posting.unit).or_default() += part(posting.all);
                    if posting.bare > 0.0 {
                        *out.bare.entry(posting.unit).or_default() += part(posting.bare);
                    }
                }
            }
        }
        out
    }

    /// The stem that is one letter away and stands in most units.
    fn mended(&self, stem: &str) -> Option<&str> {
        let length = stem.chars().count();
        if length < LONG || !stem.chars().all(char::is_alphabetic) {
            return None;
        }
        let near = |own: &&String| !own.starts_with(MARK) && own.chars().count().abs_diff(length) <= 1;
        let all = self.terms.keys().filter(near).filter(|own| slipped(own, stem));
        all.max_by_key(|own| (self.having[index(self.terms[*own])], std::cmp::Reverse((*own).clone())))
            .map(String::as_str)
    }
}

/// The words of a question, each with the terms that it is looked up by: its stem first.
fn spoken(text: &str) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = Vec::new();
    for token in words::tokens(text) {
        if words::is_stop(&token.word) {
            continue;
        }
        let mut terms = words::stems(&token.word, Language::Russian);
        if token.word.chars().count() > BEGINNING && token.word.starts_with(char::is_alphabetic) {
            terms.push(format!("{MARK}{}", token.word.chars().take(BEGINNING).collect::<String>()));
        }
        if !out.contains(&terms) {
            out.push(terms);
        }
        if out.len() == MOST {
            break;
        }
    }
    out
}

/// The terms of a text in order, as often as they stand there.
fn terms(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for token in words::tokens(text) {
        if words::is_stop(&token.word) {
            continue;
        }
        out.extend(words::stems(&token.word, Language::Russian));
        if token.word.chars().count() > BEGINNING && token.word.starts_with(char::is_alphabetic) {
            out.push(format!("{MARK}{}", token.word.chars().take(BEGINNING).collect::<String>()));
        }
    }
    out
}

fn count(n: usize) -> f64 {
    f64::from(number(n))
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Field = Field { worth: 1.0, length: 0.5, once: false, rarity: true, aside: false };

    #[test]
    fn words_of_all_fields_count_and_slips_are_forgiven() {
        let fields = [PLAIN, Field { worth: 2.0, aside: true, ..PLAIN }];
        let mut gathering = Gathering::new(&fields);
        gathering.add(&["Толщина защитного слоя бетона", ""]);
        gathering.add(&["Ширина и уклон лестничного марша жилых домов", "насколько широкая лестница"]);
        gathering.add(&["Ограждения лестничного марша", ""]);
        let index = gathering.finish(&HashSet::new());
        let best = |question: &str| {
            let found = index.find(question);
            let mut all: Vec<(u32, f64)> = found.all.into_iter().collect();
            all.sort_by(|a, b| b.1.total_cmp(&a.1));
            all.first().map(|(unit, _)| *unit)
        };
        assert_eq!(best("широкая лестница"), Some(1));
        assert_eq!(best("огрождения"), Some(2), "a slip alone");
        assert_eq!(best("кирпич"), None);
        let found = index.find("насколько");
        assert!(found.all.contains_key(&1) && found.bare.is_empty(), "phrases may be left out");
        assert!(found.most > 0.0);
    }
}
