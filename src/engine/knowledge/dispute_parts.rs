//! Several claims in one case: each is a pack of its own, its ids moved apart, and all of them together are one pack.
//!
//! Claim 1 keeps its ids (`el-1`, `d-2`); those of claim 3 are `el-301`, `d-302`. Facts and evidence speak of elements
//! by these ids, so that one fact may serve several claims.

use crate::engine::knowledge::disputes::{Dispute, Told};
use serde::{Deserialize, Serialize};

/// Ids of a claim stand this far from those of the claim before it.
const APART: u32 = 100;

/// How a further claim stands beside the main one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// The claim that the case begins with.
    Main,
    /// 예비적: judged only where the main claim fails.
    Alternative,
    /// 병합: judged beside the main one.
    Joined,
    /// 반소: what the other side claims in the same case.
    Counterclaim,
}

impl Relation {
    /// The relations that a person may choose for a further claim.
    pub const FURTHER: [&str; 3] = ["alternative", "joined", "counterclaim"];

    /// By its name on the wire; the main claim is none that can be added.
    #[must_use]
    pub fn further(name: &str) -> Option<Self> {
        match name {
            "alternative" => Some(Self::Alternative),
            "joined" => Some(Self::Joined),
            "counterclaim" => Some(Self::Counterclaim),
            _ => None,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Alternative => "alternative",
            Self::Joined => "joined",
            Self::Counterclaim => "counterclaim",
        }
    }
}

/// A claim of a pack that holds several.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its number; 1 is the main claim.
    pub number: u32,
    /// How it stands beside the main one.
    pub relation: Relation,
    /// The pack that it is made of.
    pub pack_id: String,
    /// What it is called: the number, the relation, the pack.
    pub title: Told,
}

impl Part {
    /// The side that claims.
    #[must_use]
    pub fn claiming(&self) -> &'static str {
        if self.relation == Relation::Counterclaim { "opposing" } else { "claimant" }
    }
}

/// The number of the claim that an element, defence, gap or issue belongs to.
#[must_use]
pub fn claim_of(id: &str) -> u32 {
    let number = id.rsplit_once('-').and_then(|(_, number)| number.parse::<u32>().ok()).unwrap_or(0);
    (number / APART).max(1)
}

fn moved(id: &str, number: u32) -> String {
    let Some((kind, own)) = id.rsplit_once('-').filter(|_| number > 1) else { return id.to_owned() };
    own.parse::<u32>().map_or_else(|_| id.to_owned(), |own| format!("{kind}-{}", number * APART + own))
}

/// The words before the names of a claim's elements.
fn lead(number: u32, relation: Relation, alternatives: bool) -> Told {
    let [ko, ru, en] = match relation {
        Relation::Main if alternatives => ["(주위적)", " (основное)", " (primary)"],
        Relation::Main => ["", "", ""],
        Relation::Alternative => ["(예비적)", " (на случай отказа)", " (alternative)"],
        Relation::Joined => ["(병합)", " (дополнительное)", " (joined)"],
        Relation::Counterclaim => ["(반소)", " (встречное)", " (counterclaim)"],
    };
    Told {
        ko: format!("청구 {number}{ko}"), ru: format!("Требование {number}{ru}"), en: format!("Claim {number}{en}")
    }
}

fn joined(lead: &Told, title: &Told) -> Told {
    let cut = |text: String| -> String { text.chars().take(120).collect() };
    Told {
        ko: cut(format!("{} · {}", lead.ko, title.ko)),
        ru: cut(format!("{} · {}", lead.ru, title.ru)),
        en: cut(format!("{} · {}", lead.en, title.en)),
    }
}

/// A pack of several claims: the main one and those beside it. Without any the pack stays as it is.
#[must_use]
pub fn together(main: &Dispute, further: &[(u32, Relation, &Dispute)]) -> Dispute {
    let mut out = main.clone();
    if further.is_empty() {
        return out;
    }
    (out.elements, out.defences, out.usual, out.rules) = (vec![], vec![], vec![], vec![]);
    let alternatives = further.iter().any(|(_, relation, _)| *relation == Relation::Alternative);
    // Interest as a claim of its own is no element of the loan any more.
    let beside = further.iter().any(|(_, _, pack)| pack.beside);
    for (number, relation, pack) in std::iter::once(&(1, Relation::Main, main)).chain(further) {
        let lead = lead(*number, *relation, alternatives);
        out.parts.push(Part {
            number: *number,
            relation: *relation,
            pack_id: pack.id.clone(),
            title: joined(&lead, &pack.title),
        });
        let mut own = (*pack).clone();
        own.elements.retain(|one| !(beside && *number == 1 && one.separate));
        for one in &mut own.elements {
            (one.id, one.title) = (moved(&one.id, *number), joined(&lead, &one.title));
        }
        for one in &mut own.defences {
            (one.id, one.title) = (moved(&one.id, *number), joined(&lead, &one.title));
        }
        for one in &mut own.usual {
            one.supports.iter_mut().for_each(|id| *id = moved(id, *number));
        }
        out.elements.append(&mut own.elements);
        out.defences.append(&mut own.defences);
        out.usual.append(&mut own.usual);
        for rule in own.rules {
            if !out.rules.contains(&rule) {
                out.rules.push(rule);
            }
        }
        if own.review.checked_by == "unreviewed" {
            out.review.checked_by = own.review.checked_by;
        }
    }
    out
}

impl Dispute {
    /// The claims in their order; the pack itself is the only one where it holds no others.
    #[must_use]
    pub fn claims(&self) -> Vec<Part> {
        if !self.parts.is_empty() {
            return self.parts.clone();
        }
        let title = self.title.clone();
        vec![Part { number: 1, relation: Relation::Main, pack_id: self.id.clone(), title }]
    }

    /// The claim that decides the index of the whole: the first.
    #[must_use]
    pub fn leading(&self) -> u32 {
        self.parts.first().map_or(1, |part| part.number)
    }

    /// One claim alone, under the ids that it has among the others.
    #[must_use]
    pub fn alone(&self, number: u32) -> Self {
        let mut out = self.clone();
        if self.parts.is_empty() {
            return out;
        }
        out.parts.retain(|part| part.number == number);
        out.elements.retain(|one| claim_of(&one.id) == number);
        out.defences.retain(|one| claim_of(&one.id) == number);
        out.usual.retain(|one| one.supports.iter().any(|id| claim_of(id) == number));
        out
    }

    /// The side that claims what an element belongs to.
    #[must_use]
    pub fn claiming(&self, id: &str) -> &'static str {
        let number = claim_of(id);
        self.parts.iter().find(|part| part.number == number).map_or("claimant", Part::claiming)
    }

    /// The side that an element or a defence is proven by in a civil case: defences by the other one.
    #[must_use]
    pub fn bearer(&self, id: &str) -> &'static str {
        match (id.starts_with("d-"), self.claiming(id)) {
            (false, side) => side,
            (true, "claimant") => "opposing",
            (true, _) => "claimant",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::disputes::embedded;

    #[test]
    fn claims_stand_apart_by_their_ids_and_each_can_be_taken_alone() {
        let all = embedded().unwrap();
        let (loan, unjust, sale) =
            (all.get("loan").unwrap(), all.get("unjust_enrichment").unwrap(), all.get("sale_price").unwrap());
        assert_eq!(together(loan, &[]), *loan);
        let further = [(2, Relation::Alternative, unjust), (3, Relation::Counterclaim, sale)];
        let whole = together(loan, &further);
        assert_eq!(whole.elements.len(), loan.elements.len() + unjust.elements.len() + sale.elements.len());
        let mut ids: Vec<&String> =
            whole.elements.iter().map(|one| &one.id).chain(whole.defences.iter().map(|one| &one.id)).collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count, "no two claims share an id");
        assert!(whole.elements[0].title.ko.starts_with("청구 1(주위적) · "), "{:?}", whole.elements[0].title);
        let second = whole.alone(2);
        assert_eq!(second.elements.len(), unjust.elements.len());
        assert!(second.elements.iter().all(|one| one.id.starts_with("el-20") && claim_of(&one.id) == 2));
        assert!(second.usual.iter().flat_map(|one| &one.supports).all(|id| claim_of(id) == 2));
        let bearers = ["el-1", "d-1", "el-201", "d-201", "el-301", "d-301"].map(|id| whole.bearer(id));
        assert_eq!(bearers, ["claimant", "opposing", "claimant", "opposing", "opposing", "claimant"]);
        assert_eq!((whole.leading(), second.leading(), loan.leading()), (1, 2, 1));
    }
}
