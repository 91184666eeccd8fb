//! Terms of a pack against a domain: which apply, which are satisfied, the meter.

use crate::engine::knowledge::condition::{all, is_present};
use crate::engine::knowledge::pack::{Pack, Term};
use crate::model::facts::{Ledger, Origin};
use crate::model::pointer;
use crate::model::terms::{EssentialTerm, EssentialTerms, TermStatus};
use serde_json::Value;

/// Whether a term applies to these facts.
#[must_use]
pub fn applies(term: &Term, domain: &Value) -> bool {
    all(&term.when, domain)
}

/// The alternatives of one `needs` item.
pub fn alternatives(need: &str) -> impl Iterator<Item = &str> {
    need.split('|').map(str::trim)
}

/// The needs of a term that have no value.
#[must_use]
pub fn missing<'t>(term: &'t Term, domain: &Value) -> Vec<&'t str> {
    term.needs
        .iter()
        .filter(|need| !alternatives(need).any(|at| domain.pointer(at).is_some_and(is_present)))
        .map(String::as_str)
        .collect()
}

/// Whether a term applies and still lacks something.
#[must_use]
pub fn is_open(term: &Term, domain: &Value) -> bool {
    applies(term, domain) && !missing(term, domain).is_empty()
}

/// Pointers of a term that have a value.
#[must_use]
pub fn given<'t>(term: &'t Term, domain: &Value) -> Vec<&'t str> {
    term.needs
        .iter()
        .flat_map(|need| alternatives(need))
        .filter(|at| domain.pointer(at).is_some_and(is_present))
        .collect()
}

/// The worst origin among the leaves below some pointers; `None` when there are none.
#[must_use]
pub fn weakest(ledger: &Ledger, pointers: &[&str]) -> Option<Origin> {
    let rank = |origin: Origin| match origin {
        Origin::Assumed => 0,
        Origin::Default => 1,
        Origin::Stated | Origin::Computed => 2,
        Origin::Confirmed => 3,
    };
    ledger
        .0
        .iter()
        .filter(|(at, _)| pointers.iter().any(|root| pointer::is_within(at, root)))
        .map(|(_, entry)| entry.origin)
        .min_by_key(|origin| rank(*origin))
}

/// The meter: every essential term that applies, and where it stands.
#[must_use]
pub fn meter(pack: &Pack, domain: &Value, ledger: &Ledger) -> EssentialTerms {
    let terms: Vec<EssentialTerm> = pack
        .terms
        .iter()
        .filter(|term| term.essential && applies(term, domain))
        .map(|term| {
            let given = given(term, domain);
            let status = match (missing(term, domain).is_empty(), weakest(ledger, &given)) {
                (false, _) => TermStatus::Missing,
                (true, Some(Origin::Assumed)) => TermStatus::Assumed,
                (true, Some(Origin::Default)) => TermStatus::Default,
                (true, Some(Origin::Confirmed)) => TermStatus::Confirmed,
                (true, _) => TermStatus::Stated,
            };
            let first = term.needs.first().and_then(|need| alternatives(need).next()).unwrap_or_default();
            let at = given.first().copied().unwrap_or(first);
            EssentialTerm {
                key: term.key.clone(),
                title: term.title.clone(),
                pointer: at.to_owned(),
                article: term.article.clone(),
                proof: term.proof,
                value: domain.pointer(at).cloned().unwrap_or(Value::Null),
                status,
                consequence: term.consequence.clone(),
            }
        })
        .collect();
    let done = terms.iter().filter(|t| !matches!(t.status, TermStatus::Missing | TermStatus::Assumed)).count();
    EssentialTerms { total: terms.len(), done, terms }
}
