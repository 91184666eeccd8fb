//! What of the sum of a claim is proven, and what is accepted as repaid, set off or deducted.
//!
//! High end: what is claimed without what is accepted against it. Low end: only what is proven, without the same.

use crate::engine::knowledge::dispute_parts::claim_of;
use crate::engine::knowledge::disputes::{DefenceKind, Dispute};
use crate::say;
use crate::workspaces::trial::score::{Proven, Row, Standing};
use crate::workspaces::trial::state::Fact;
use crate::workspaces::trial::sums::sums;
use crate::workspaces::trial::words::{cut, grouped};
use std::collections::BTreeMap;

/// Smaller numbers count days, pieces, articles.
const LEAST: i64 = 1_000;

/// The sum of a claim by the facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// What is claimed.
    pub claimed: i64,
    /// What of it is proven.
    pub proven: i64,
    /// Accepted facts that take something off: the fact, the defence, the sum.
    pub deducted: Vec<(String, String, i64)>,
    /// A proven defence that ends the whole claim.
    pub barred: Option<String>,
}

impl Amount {
    /// The sum by the facts that stand.
    #[must_use]
    pub fn of(pack: &Dispute, facts: &[Fact], standing: &Standing, claimed: i64) -> Self {
        let row = |id: &str| standing.elements.iter().find(|row| row.id == id);
        let established = |row: &Row| matches!(row.state, Proven::Admitted | Proven::Proven | Proven::Partial);
        let mut main = pack.elements.iter().filter(|one| !one.separate);
        let whole = main.all(|one| row(&one.id).is_some_and(established));
        let amount = pack.elements.iter().find(|one| one.amount).and_then(|one| row(&one.id));
        let proven = amount.filter(|_| whole).map_or(0, |row| proven(row, facts, claimed));
        let deducted = deducted(pack, facts, claimed, pack.leading());
        let ends = |row: &&Row| {
            let whole = |one: &&crate::engine::knowledge::disputes::Defence| {
                one.id == row.id && one.kind == DefenceKind::Defence && !one.deducts && one.weight >= 1.0
            };
            matches!(row.state, Proven::Admitted | Proven::Proven) && pack.defences.iter().any(|one| whole(&one))
        };
        let barred = standing.defences.iter().find(ends).map(|row| row.id.clone());
        Self { claimed, proven, deducted, barred }
    }

    fn taken_off(&self) -> i64 {
        self.deducted.iter().map(|(_, _, sum)| sum).sum()
    }

    /// The low end.
    #[must_use]
    pub fn low(&self) -> i64 {
        if self.barred.is_some() { 0 } else { (self.proven - self.taken_off()).max(0) }
    }

    /// The high end.
    #[must_use]
    pub fn high(&self) -> i64 {
        (self.claimed - self.taken_off()).max(0)
    }

    /// How both ends come about, with the facts that take something off.
    #[must_use]
    pub fn formula(&self, lang: &str, title: &dyn Fn(&str) -> String) -> String {
        let off: String = self
            .deducted
            .iter()
            .map(|(fact, defence, sum)| format!(" − {} ({}, {fact})", grouped(*sum), title(defence)))
            .collect();
        let (claimed, proven) = (grouped(self.claimed), grouped(self.proven));
        let (low, high) = (grouped(self.low()), grouped(self.high()));
        let bar = self.barred.as_ref().map(|id| title(id));
        let bar = bar
            .map_or_else(String::new, |bar| say!(lang, " (「{bar}」 인정 시)", " (при «{bar}»)", " (given “{bar}”)"));
        let told = say!(
            lang,
            "상한 {high} = 청구 {claimed}{off}; 하한 {low}{bar} = 증명된 {proven}{off}",
            "верх {high} = требуется {claimed}{off}; низ {low}{bar} = доказано {proven}{off}",
            "high {high} = claimed {claimed}{off}; low {low}{bar} = proven {proven}{off}"
        );
        cut(&told, 400)
    }
}

/// Accepted facts that take something off: the fact, the defence, the sum.
fn deducted(pack: &Dispute, facts: &[Fact], claimed: i64, claim: u32) -> Vec<(String, String, i64)> {
    let deducts = |id: &&String| claim_of(id) == claim && pack.defences.iter().any(|one| one.deducts && one.id == **id);
    let mut by_source: BTreeMap<(&str, i64), Vec<(String, String)>> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| fact.class == "confirmed") {
        let Some(defence) = fact.supports.iter().find(deducts) else { continue };
        let Some(sum) = taken(fact, claimed) else { continue };
        by_source.entry((&fact.source.reference, sum)).or_default().push((fact.id.clone(), defence.clone()));
    }
    // The same repayment told in the outline and in a document is one.
    let mut most: BTreeMap<i64, Vec<(String, String)>> = BTreeMap::new();
    for ((_, sum), told) in by_source {
        let known = most.entry(sum).or_default();
        if told.len() > known.len() {
            *known = told;
        }
    }
    most.into_iter().flat_map(|(sum, told)| told.into_iter().map(move |(fact, id)| (fact, id, sum))).collect()
}

/// What share of the sum that the facts tell a deducting defence takes; none where a sum is missing.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "sums of money below 2^53")]
pub fn share_taken(pack: &Dispute, defence: &str, facts: &[Fact], elements: &[Row]) -> Option<f64> {
    let amount = pack.elements.iter().find(|one| one.amount && claim_of(&one.id) == claim_of(defence))?;
    let row = elements.iter().find(|row| row.id == amount.id)?;
    let own = facts.iter().filter(|fact| row.facts.contains(&fact.id));
    let whole = own.flat_map(|fact| told(&fact.text)).max()?;
    let off: i64 = deducted(pack, facts, whole, claim_of(defence))
        .iter()
        .filter(|(_, id, _)| id == defence)
        .map(|(.., sum)| sum)
        .sum();
    (off > 0).then(|| (off as f64 / whole as f64).min(1.0))
}

/// Sums of a text that are no years.
fn told(text: &str) -> impl Iterator<Item = i64> {
    sums(text).into_iter().filter(|sum| *sum >= LEAST && !(1900..2100).contains(sum))
}

/// What a fact takes off: a sum other than the claim itself, where it tells one.
fn taken(fact: &Fact, claimed: i64) -> Option<i64> {
    let other = told(&fact.text).filter(|sum| *sum < claimed).max();
    other.or_else(|| told(&fact.text).find(|sum| *sum == claimed))
}

/// What the facts of the element tell of the sum; the whole claim where they tell none and nothing is open.
fn proven(row: &Row, facts: &[Fact], claimed: i64) -> i64 {
    let own = facts.iter().filter(|fact| row.facts.contains(&fact.id));
    let most = own.flat_map(|fact| told(&fact.text)).max();
    match (most, row.state) {
        (Some(most), _) => most.min(claimed),
        (None, Proven::Admitted | Proven::Proven) => claimed,
        (None, _) => 0,
    }
}
