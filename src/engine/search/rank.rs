//! Ordering what was found: several lists by rank into one, boosts for titles and definitions, ties by address.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A row that some list found.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The node.
    pub id: i64,
    /// Its address: ties go by it.
    pub address: String,
    /// What kind of place.
    pub kind: String,
    /// Stems of its title.
    pub title: Vec<String>,
    /// What it has earned.
    pub score: f64,
}

/// How much ranks further down still count.
const SOFT: f64 = 20.0;

/// Lists of ids, best first, each with its weight, as one score per id.
#[must_use]
pub fn fuse(lists: &[(f64, Vec<(i64, f64)>)]) -> BTreeMap<i64, f64> {
    let mut scores: BTreeMap<i64, f64> = BTreeMap::new();
    for (weight, list) in lists {
        let best = list.first().map_or(1.0, |(_, score)| score.abs().max(f64::MIN_POSITIVE));
        for (rank, (id, score)) in list.iter().enumerate() {
            let rank = f64::from(u32::try_from(rank).unwrap_or(u32::MAX));
            // Half by rank, half by how near it came to the best of its list.
            let near = score.abs() / best;
            *scores.entry(*id).or_default() += weight * (SOFT / (SOFT + rank) + near) / 2.0;
        }
    }
    scores
}

/// Boosts and sorts; the same candidates always come in the same order.
pub fn order(candidates: &mut [Candidate], stems: &[Vec<String>], added: &[String], rarity: &dyn Fn(&str) -> f64) {
    let meant: BTreeSet<&str> = stems.iter().flatten().chain(added).map(String::as_str).collect();
    let asked: f64 = stems.iter().map(|forms| weight(forms, rarity)).sum();
    for candidate in candidates.iter_mut() {
        let own: BTreeSet<&str> = candidate.title.iter().map(String::as_str).collect();
        let hit: f64 = stems
            .iter()
            .filter(|forms| forms.iter().any(|form| own.contains(form.as_str())))
            .map(|forms| weight(forms, rarity))
            .sum();
        if asked > 0.0 && !own.is_empty() {
            // Both ways: how much of the question is in the title, and how much of the title is in the question.
            let said = hit / asked;
            let own_hit = own.iter().filter(|stem| meant.contains(*stem)).count();
            let covered =
                f64::from(u32::try_from(own_hit).unwrap_or(0)) / f64::from(u32::try_from(own.len()).unwrap_or(1));
            candidate.score *= 1.0 + 0.35 * said + 0.35 * covered;
        }
        candidate.score *= match candidate.kind.as_str() {
            "term" => 1.1,
            "annex" | "figure" => 0.8,
            "section" => 0.7,
            _ => 1.0,
        };
    }
    candidates.sort_by(best_first);
}

fn weight(forms: &[String], rarity: &dyn Fn(&str) -> f64) -> f64 {
    forms.iter().map(|form| rarity(form)).fold(0.0, f64::max)
}

fn best_first(a: &Candidate, b: &Candidate) -> Ordering {
    b.score.total_cmp(&a.score).then_with(|| a.address.cmp(&b.address)).then_with(|| a.id.cmp(&b.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lists_agree_and_ties_go_by_address() {
        let scores = fuse(&[(1.0, vec![(1, -9.0), (2, -8.0)]), (1.0, vec![(2, -5.0), (3, -1.0)])]);
        assert!(scores[&2] > scores[&1] && scores[&1] > scores[&3]);
        let candidate = |id, address: &str| Candidate {
            id,
            address: address.to_owned(),
            kind: "article".to_owned(),
            title: vec!["склад".to_owned()],
            score: 1.0,
        };
        let mut all = vec![candidate(1, "Б"), candidate(2, "А")];
        order(&mut all, &[vec!["склад".to_owned()]], &[], &|_| 1.0);
        assert_eq!(all[0].address, "А");
        assert!(all[0].score > 1.0);
    }
}
