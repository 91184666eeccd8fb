//! Words as they are compared: stems of a question with what stands for them, and how much of them a text has.

use crate::engine::search::thesaurus;
use crate::engine::search::words::{self, Language};
use crate::engine::text::typo::slipped;
use std::collections::{BTreeSet, HashSet};

/// Letters that two words of one root begin with, however they go on: «реконструируем», «реконструкция».
const ROOT: usize = 8;

/// Letters before a fleeting vowel at least.
const FLEETING: usize = 2;

/// A word of the question.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Folded, as written.
    pub word: String,
    /// Its stem.
    pub stem: String,
    /// Stems that stand for it.
    pub others: Vec<String>,
    /// What meeting it is worth.
    pub weight: f64,
}

/// The words of a text, folded, with their stems, in order.
#[must_use]
pub fn stems(text: &str) -> Vec<(String, String)> {
    words::tokens(text)
        .into_iter()
        .map(|token| {
            let stem = words::stems(&token.word, Language::Russian).pop().unwrap_or_default();
            (token.word, stem)
        })
        .collect()
}

/// Words and stems of a text, to be looked up.
#[derive(Debug, Clone, Default)]
pub struct Bag(HashSet<String>);

impl Bag {
    /// Of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut bag = Self::default();
        bag.add(text);
        bag
    }

    /// Adds a text.
    pub fn add(&mut self, text: &str) {
        for (word, stem) in stems(text) {
            self.0.insert(word);
            self.0.insert(stem);
        }
    }

    /// How well a term is met: 1, less by a word that stands for it, 0.
    #[must_use]
    pub fn meets(&self, term: &Term) -> f64 {
        if self.0.contains(&term.stem) || self.0.contains(&term.word) {
            1.0
        } else if term.others.iter().any(|stem| self.0.contains(stem)) {
            0.8
        } else if self.0.iter().any(|own| akin(own, &term.stem)) {
            0.7
        } else {
            0.0
        }
    }

    /// Whether a word or stem is there.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// Words of one root: a long common beginning («теплопередача», «теплопередающий»).
fn akin(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let shorter = a.chars().count().min(b.chars().count());
    shorter >= 5 && common + 1 >= shorter && common >= 5 || common >= ROOT || slipped(a, b) || fleeting(a, b)
}

/// Stems of one word with its fleeting vowel and without it: «песок» and «песк» of «пески», «балок» and «балк» of «балки».
fn fleeting(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (long, short) = if a.len() > b.len() { (a, b) } else { (b, a) };
    let Some(at) = short.len().checked_sub(1).filter(|at| *at >= FLEETING && long.len() == short.len() + 1) else {
        return false;
    };
    let vowel = |c: char| "аеёиоуыэюя".contains(c);
    long[..at] == short[..at]
        && matches!(long[at], 'о' | 'е' | 'ё')
        && long[at + 1] == short[at]
        && !vowel(short[at])
        && !vowel(short[at - 1])
}

/// Terms of a text; `weak` are stems that tell little.
#[must_use]
pub fn terms(text: &str, weak: &HashSet<String>) -> Vec<Term> {
    let mut out: Vec<Term> = Vec::new();
    for (word, stem) in stems(text) {
        if words::is_stop(&word) || weak.contains(&stem) || weak.contains(&word) || out.iter().any(|t| t.stem == stem) {
            continue;
        }
        let mut others = thesaurus::shared().expand(&BTreeSet::from([stem.clone()]), &[Language::Russian]);
        // Norms number districts, degrees and categories in Roman figures, people in Arabic ones.
        others.extend(roman(&word).and_then(|figure| stems(figure).pop()).map(|(_, stem)| stem));
        // A number of a question is data, not a word to look for; «в60» is a word.
        let digits = word.chars().all(|c| c.is_ascii_digit() || c == '.');
        let weight = if digits { 0.3 } else { 1.0 };
        out.push(Term { word, stem, others, weight });
    }
    out
}

/// The Roman figure of a small number.
fn roman(word: &str) -> Option<&'static str> {
    const FIGURES: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
    FIGURES.get(word.parse::<usize>().ok()?.checked_sub(1)?).copied()
}

/// How much of the terms some texts have: each term counts by the best text it stands in.
#[must_use]
pub fn coverage(terms: &[Term], bags: &[(&Bag, f64)]) -> f64 {
    let all: f64 = terms.iter().map(|term| term.weight).sum();
    if all <= 0.0 {
        return 0.0;
    }
    let met: f64 = terms
        .iter()
        .map(|term| term.weight * bags.iter().map(|(bag, worth)| bag.meets(term) * worth).fold(0.0, f64::max))
        .sum();
    met / all
}

/// How many neighbouring terms of the question stand side by side in a text, of all such pairs.
#[must_use]
pub fn adjacency(terms: &[Term], texts: &[&str]) -> f64 {
    let pairs = terms.len().saturating_sub(1);
    if pairs == 0 {
        return 0.0;
    }
    let lists: Vec<Vec<String>> = texts
        .iter()
        .map(|text| stems(text).into_iter().filter(|(word, _)| !words::is_stop(word)).map(|(_, stem)| stem).collect())
        .collect();
    let beside = |pair: &[Term]| {
        lists.iter().any(|list| list.windows(2).any(|two| two[0] == pair[0].stem && two[1] == pair[1].stem))
    };
    let met = terms.windows(2).filter(|pair| beside(pair)).count();
    let part = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    part(met) / part(pairs)
}

/// What a place is worth: the words it meets, and how many of them stand together as in the question.
#[must_use]
pub fn worth(coverage: f64, adjacency: f64) -> f64 {
    0.85 * coverage + 0.15 * adjacency.max(if coverage > 0.999 { 0.6 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fleeting_vowel_makes_no_other_word() {
        let met = |asked: &str, text: &str| Bag::of(text).meets(&terms(asked, &HashSet::new())[0]) > 0.0;
        assert!(met("песок", "пески мелкие") && met("балка", "прогибы балок") && met("окна", "площадь окон"));
        assert!(!met("стык", "стог") && !met("пол", "плита"));
    }

    #[test]
    fn a_text_is_worth_what_it_meets() {
        let terms = terms("ширина прохода между стеллажами", &HashSet::new());
        assert_eq!(terms.len(), 3);
        let whole = Bag::of("Проходы между стеллажами: ширина не менее");
        assert!((coverage(&terms, &[(&whole, 1.0)]) - 1.0).abs() < 0.01);
        let part = Bag::of("Ширина ворот");
        assert!(coverage(&terms, &[(&part, 1.0)]) < 0.5);
        assert_eq!(coverage(&[], &[(&part, 1.0)]), 0.0);
    }
}
