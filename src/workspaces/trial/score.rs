//! The burden table and the range of a decision, computed from facts × elements × evidence.
//!
//! Admitted .95, confirmed with evidence .85, confirmed without .55, disputed .4, unproven .2. The middle is
//! .6 of the weakest plus .4 of the mean, times (1 − d) for every proven defence; the spread is .05 + .03 for every
//! disputed element. It is an index, no probability of a court.

use crate::engine::knowledge::dispute_parts::claim_of;
use crate::engine::knowledge::disputes::{DefenceKind, Dispute, Proof};
use crate::workspaces::trial::amounts;
use crate::workspaces::trial::state::{Evidence, Fact};
use serde::Serialize;

/// How far an element is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proven {
    /// Both sides say so.
    Admitted,
    /// A confirmed fact with evidence that nobody denies.
    Proven,
    /// A confirmed fact alone.
    Partial,
    /// Only disputed.
    Disputed,
    /// Nothing.
    Unproven,
}

/// All of them.
pub const PROVEN: [Proven; 5] = [Proven::Admitted, Proven::Proven, Proven::Partial, Proven::Disputed, Proven::Unproven];

impl Proven {
    /// What it weighs.
    #[must_use]
    pub fn weight(self) -> f64 {
        match self {
            Self::Admitted => 0.95,
            Self::Proven => 0.85,
            Self::Partial => 0.55,
            Self::Disputed => 0.4,
            Self::Unproven => 0.2,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admitted => "admitted",
            Self::Proven => "proven",
            Self::Partial => "partial",
            Self::Disputed => "disputed",
            Self::Unproven => "unproven",
        }
    }
}

/// An element or a defence with what stands for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// `el-1`, `d-1`.
    pub id: String,
    /// How far it is proven.
    pub state: Proven,
    /// Confirmed facts.
    pub facts: Vec<String>,
    /// Disputed facts.
    pub disputed: Vec<String>,
    /// Evidence.
    pub evidence: Vec<String>,
}

/// Where the case stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// One row per element, in the order of the pack.
    pub elements: Vec<Row>,
    /// Defences that any fact speaks of.
    pub defences: Vec<Row>,
    /// The middle of the range.
    pub mid: f64,
    /// Its ends.
    pub low: f64,
    /// Its ends.
    pub high: f64,
}

/// Computes it. Confessions alone prove nothing in a criminal case.
#[must_use]
pub fn standing(pack: &Dispute, facts: &[Fact], evidence: &[Evidence]) -> Standing {
    let criminal = pack.case_type == "criminal";
    let elements: Vec<Row> =
        pack.elements.iter().map(|one| row(&one.id, pack.bearer(&one.id), facts, evidence, criminal)).collect();
    let defences: Vec<Row> = pack
        .defences
        .iter()
        .map(|one| row(&one.id, pack.bearer(&one.id), facts, evidence, false))
        .filter(|row| !row.facts.is_empty() || !row.disputed.is_empty())
        .collect();
    // The index is that of the first claim; the others have their own.
    let first = pack.leading();
    let leads = |row: &Row| claim_of(&row.id) == first;
    // A claim of its own takes nothing from the main one: unproven interest lowers only the interest.
    let main = elements.iter().zip(&pack.elements).filter(|(row, one)| !one.separate && leads(row));
    let weights: Vec<f64> = main.map(|(row, _)| row.state.weight()).collect();
    let least = weights.iter().copied().fold(1.0, f64::min);
    #[expect(clippy::cast_precision_loss, reason = "a few elements")]
    let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
    let kept: f64 =
        defences.iter().filter(|row| leads(row)).map(|row| 1.0 - deduction(pack, row, facts, &elements)).product();
    let mid = (0.6 * least + 0.4 * mean) * kept;
    #[expect(clippy::cast_precision_loss, reason = "a few elements")]
    let disputed = elements.iter().filter(|row| leads(row) && row.state == Proven::Disputed).count() as f64;
    let spread = 0.05 + 0.03 * disputed;
    let low = (mid - spread).clamp(0.05, 0.9);
    let high = (mid + spread).clamp(low + 0.05, 0.95);
    Standing { elements, defences, mid: round(mid), low: round(low), high: round(high) }
}

/// What a disputed fact turns: the middle of the range when it is taken as true, and when it is left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Flip {
    /// The fact.
    pub fact_id: String,
    /// As it stands.
    pub base: f64,
    /// Confirmed.
    pub if_true: f64,
    /// Gone.
    pub if_false: f64,
    /// Elements and defences that move.
    pub moves: Vec<String>,
}

/// Every disputed fact taken as true and as false, the widest first.
#[must_use]
pub fn flips(pack: &Dispute, facts: &[Fact], evidence: &[Evidence]) -> Vec<Flip> {
    let base = standing(pack, facts, evidence);
    let mut out: Vec<Flip> = facts
        .iter()
        .filter(|fact| fact.class == "disputed")
        .map(|fact| {
            let mut as_true = facts.to_vec();
            as_true.iter_mut().filter(|one| one.id == fact.id).for_each(|one| one.class = "confirmed".into());
            let as_false: Vec<Fact> = facts.iter().filter(|one| one.id != fact.id).cloned().collect();
            let (yes, no) = (standing(pack, &as_true, evidence), standing(pack, &as_false, evidence));
            let state = |of: &Standing, id: &str| {
                of.elements.iter().chain(&of.defences).find(|row| row.id == id).map(|row| row.state)
            };
            let ids = yes.elements.iter().chain(&yes.defences).chain(&base.defences).map(|row| row.id.clone());
            let mut moves: Vec<String> =
                ids.filter(|id| state(&yes, id) != state(&base, id) || state(&no, id) != state(&base, id)).collect();
            moves.sort();
            moves.dedup();
            Flip { fact_id: fact.id.clone(), base: base.mid, if_true: yes.mid, if_false: no.mid, moves }
        })
        .collect();
    let width = |flip: &Flip| (flip.if_true - flip.if_false).abs();
    out.sort_by(|a, b| width(b).total_cmp(&width(a)).then_with(|| a.fact_id.cmp(&b.fact_id)));
    out
}

/// What a proven defence takes away. What is only said takes nothing.
fn deduction(pack: &Dispute, row: &Row, facts: &[Fact], elements: &[Row]) -> f64 {
    let defence = pack.defences.iter().find(|one| one.id == row.id && one.kind == DefenceKind::Defence);
    let proven = matches!(row.state, Proven::Admitted | Proven::Proven);
    defence.filter(|_| proven).map_or(0.0, |one| {
        // A part that was repaid takes its part, not the whole claim.
        let part = if one.deducts { amounts::share_taken(pack, &one.id, facts, elements) } else { None };
        part.unwrap_or(one.weight)
    })
}

/// What a side brings counts for what that side has to prove: its own evidence never lowers its own standing.
fn row(id: &str, side: &str, facts: &[Fact], evidence: &[Evidence], criminal: bool) -> Row {
    let foreign = |fact: &Fact| evidence.iter().any(|one| one.id == fact.source.reference && one.side != side);
    let of = |class: &str| -> Vec<&Fact> {
        let speaks = |fact: &&Fact| fact.class == class && fact.supports.iter().any(|one| one == id);
        facts.iter().filter(speaks).filter(|fact| !foreign(fact)).collect()
    };
    let (confirmed, disputed) = (of("confirmed"), of("disputed"));
    let usable = |one: &&Evidence| one.side == side && one.action != "withdraw" && one.action != "obtain";
    let stands = |one: &&Evidence| {
        usable(one)
            && (one.supports.iter().any(|el| el == id) || confirmed.iter().any(|fact| fact.source.reference == one.id))
    };
    let shown: Vec<&Evidence> = evidence.iter().filter(stands).collect();
    let undenied = shown.iter().any(|one| !one.contested);
    let admitted = confirmed.iter().any(|fact| fact.source.kind == "admission");
    let state = match (confirmed.is_empty(), admitted, undenied) {
        // A confession alone is no proof (형사소송법 제310조).
        (false, true, false) if criminal => Proven::Partial,
        (false, true, _) => Proven::Admitted,
        (false, false, true) => Proven::Proven,
        (false, false, false) => Proven::Partial,
        (true, ..) if !disputed.is_empty() => Proven::Disputed,
        (true, ..) => Proven::Unproven,
    };
    // A fact that stands and denies it leaves nothing proven.
    let denied = facts.iter().any(|fact| fact.class == "confirmed" && fact.contradicts.iter().any(|one| one == id));
    let state = match (denied, state) {
        (true, Proven::Admitted | Proven::Proven | Proven::Partial | Proven::Disputed) => Proven::Disputed,
        (true, Proven::Unproven) => Proven::Unproven,
        (false, state) => state,
    };
    let ids = |list: &[&Fact]| list.iter().map(|fact| fact.id.clone()).collect();
    Row {
        id: id.to_owned(),
        state,
        facts: ids(&confirmed),
        disputed: ids(&disputed),
        evidence: shown.iter().map(|one| one.id.clone()).collect(),
    }
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Ways in which a court may decide: the form of a proven defence first, then what the index says.
#[must_use]
pub fn forms(pack: &Dispute, standing: &Standing) -> Vec<String> {
    let first = pack.leading();
    let proven = |row: &&Row| claim_of(&row.id) == first && matches!(row.state, Proven::Admitted | Proven::Proven);
    let form = |row: &Row| pack.defences.iter().find(|one| one.id == row.id).and_then(|one| one.form.clone());
    let mut out: Vec<String> = standing.defences.iter().filter(proven).filter_map(form).take(1).collect();
    for label in labels(standing.mid, pack.case_type == "criminal") {
        if out.len() < 2 && !out.iter().any(|one| one == label) {
            out.push(label.to_owned());
        }
    }
    out
}

/// Ways in which a court may decide by the index alone, the likelier first.
#[must_use]
pub fn labels(mid: f64, criminal: bool) -> [&'static str; 2] {
    match (band(mid), criminal) {
        ("high", false) => ["full", "partial"],
        ("medium", false) => ["partial", "settled"],
        (_, false) => ["dismissed", "partial"],
        ("high", true) => ["guilty", "reduced"],
        ("medium", true) => ["reduced", "acquitted"],
        (_, true) => ["acquitted", "reduced"],
    }
}

/// `low`, `medium`, `high`: how an index is shown.
#[must_use]
pub fn band(mid: f64) -> &'static str {
    if mid < 0.35 {
        "low"
    } else if mid < 0.65 {
        "medium"
    } else {
        "high"
    }
}

/// The articles of an element with how well they are founded.
#[must_use]
pub fn norms<'p>(pack: &'p Dispute, id: &str) -> (&'p [String], Proof) {
    let element = pack.elements.iter().find(|one| one.id == id).map(|one| (one.norms.as_slice(), one.proof));
    let defence = || pack.defences.iter().find(|one| one.id == id).map(|one| (one.norms.as_slice(), one.proof));
    element.or_else(defence).unwrap_or((&[], Proof::Unverified))
}
