//! Rules of a dispute pack beside its elements: what is asked, amounts, what stands in the way, periods, frames.

use crate::engine::knowledge::disputes::{Dispute, Proof, Told};
use crate::engine::knowledge::load::LoadError;
use crate::engine::wording::citations::{self, Kind};
use serde::Deserialize;

/// How much a usual piece of evidence weighs for what it supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// A deed, a transfer, a recording of the act.
    Strong,
    /// Messages of the time, an invoice.
    Medium,
    /// A statement of one's own side, a memo.
    Weak,
}

/// What a rule of a pack is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleKind {
    /// What is asked, and who proves it.
    Claim,
    /// How the amount is computed.
    Amount,
    /// What a court orders where something special is so.
    Effect,
    /// What stands in the way whatever is proven.
    Bar,
    /// What answers a defence.
    Reply,
    /// A period.
    Period,
    /// The statutory frame of the penalty.
    Frame,
}

/// All of them, as a report lists them.
pub const RULE_KINDS: [RuleKind; 7] = [
    RuleKind::Claim,
    RuleKind::Amount,
    RuleKind::Effect,
    RuleKind::Bar,
    RuleKind::Reply,
    RuleKind::Period,
    RuleKind::Frame,
];

/// A rule about a type of dispute beside its elements.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What it is about.
    pub kind: RuleKind,
    /// The form of decision that it leads to.
    #[serde(default)]
    pub form: Option<String>,
    /// What it says.
    pub title: Told,
    /// Articles it rests on.
    pub norms: Vec<String>,
    /// Words of one of these articles, letter by letter: with them the reference was compared with the act.
    #[serde(default)]
    pub quote: Option<String>,
}

impl Rule {
    /// Compared with the words of the act or not.
    #[must_use]
    pub fn proof(&self) -> Proof {
        if self.quote.is_some() { Proof::LawText } else { Proof::Unverified }
    }
}

/// Forms of decision that a pack may name, by kind of case.
pub const FORMS: [(&str, &[&str]); 2] = [
    ("civil", &["full", "partial", "dismissed", "rejected", "settled"]),
    ("criminal", &["guilty", "reduced", "acquitted", "discharged", "prosecution_dismissed"]),
];

/// Rules and forms of a pack: words, articles, forms of its kind of case, and every kind that a whole pack needs.
///
/// # Errors
/// The first field that does not fit.
pub fn ruled(pack: &Dispute, broken: &dyn Fn(String, &str) -> LoadError) -> Result<(), LoadError> {
    let forms = FORMS.iter().find(|(kind, _)| *kind == pack.case_type).map_or(&[][..], |(_, forms)| *forms);
    let known = |form: &Option<String>| form.as_ref().is_none_or(|form| forms.contains(&form.as_str()));
    if let Some(bad) = pack.defences.iter().find(|one| !known(&one.form)) {
        return Err(broken(format!("defence.{}.form", bad.id), "is no form of decision of this kind of case"));
    }
    for (index, rule) in pack.rules.iter().enumerate() {
        let at = |key: &str| format!("rule.{index}.{key}");
        if !rule.title.is_whole() {
            return Err(broken(at("title"), "needs words in ko, ru and en of at most 120 characters"));
        }
        let reads = |norm: &String| {
            let found = citations::find(norm);
            found.len() == 1 && found[0].kind == Kind::Statute
        };
        if rule.norms.is_empty() || !rule.norms.iter().all(reads) {
            return Err(broken(at("norms"), "needs articles"));
        }
        if !known(&rule.form) {
            return Err(broken(at("form"), "is no form of decision of this kind of case"));
        }
        if rule.quote.as_ref().is_some_and(|quote| quote.trim().chars().count() < 4) {
            return Err(broken(at("quote"), "is too short to be a quotation"));
        }
    }
    let needed: &[RuleKind] = match (pack.general, pack.case_type.as_str()) {
        (true, _) => &[RuleKind::Claim, RuleKind::Bar],
        (false, "civil") => &[RuleKind::Claim, RuleKind::Amount, RuleKind::Reply, RuleKind::Period],
        (false, _) => &[RuleKind::Claim, RuleKind::Frame, RuleKind::Reply, RuleKind::Period],
    };
    match needed.iter().find(|kind| !pack.rules.iter().any(|rule| rule.kind == **kind)) {
        Some(kind) => Err(broken("rule".into(), &format!("has none of the kind {kind:?}"))),
        None => Ok(()),
    }
}
