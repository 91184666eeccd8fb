//! What was established about a contract: its facts by their origin, and what the linter found in facts and words.

use crate::engine::knowledge::{Knowledge, clauses};
use crate::model::claim::{By, Claim, ClaimKind, Evidence, Support};
use crate::model::finding::Finding;
use crate::model::snapshot::Snapshot;
use crate::model::{issue, pointer};
use crate::workspaces::claims::{facts, plain};
use crate::workspaces::contract::draft::{Facts, draft_of};
use crate::workspaces::contract::lint;
use serde_json::json;

/// The claims of a version; `today` is `YYYY-MM-DD`.
#[must_use]
pub fn claims(snapshot: &Snapshot, knowledge: &Knowledge, today: &str) -> Vec<Claim> {
    let mut out = facts(snapshot);
    let (Some(own), Ok(book)) = (Facts::of(snapshot, knowledge), clauses::embedded()) else { return out };
    let drafted = draft_of(own, snapshot, book, None);
    let report = lint::drafted(own, &issue::of_state(&snapshot.state), drafted, today);
    let found: Vec<Claim> = report.findings.iter().map(|one| finding(one, &out)).collect();
    out.extend(found);
    out
}

/// A finding is computed from facts and as good as the weakest of them; about words alone it is an opinion of a rule.
fn finding(one: &Finding, facts: &[Claim]) -> Claim {
    let place = one.pointer.as_ref().map(|at| format!("/domain{at}"));
    let under: Vec<&Claim> =
        facts.iter().filter(|claim| place.as_ref().is_some_and(|place| pointer::is_within(&claim.at, place))).collect();
    let weakest = under.iter().find(|claim| !claim.support.certifies(claim.by)).or(under.first());
    let (support, reason) = match weakest {
        Some(claim) if claim.support.certifies(claim.by) => (Support::Derived, ""),
        Some(claim) => (claim.support, "weakest_input"),
        None => (Support::Unchecked, "rule"),
    };
    let mut evidence: Vec<Evidence> = under.iter().map(|claim| Evidence::Fact { pointer: claim.at.clone() }).collect();
    let inputs = under.iter().map(|claim| claim.at.clone()).collect();
    evidence.push(Evidence::Calculation { formula: one.rule.clone(), inputs });
    Claim {
        value: json!({
            "id": one.id, "rule": one.rule, "severity": one.severity, "article": one.article, "clause": one.clause,
        }),
        by: Some(By::Rule),
        evidence,
        ..plain(ClaimKind::Finding, place.unwrap_or_default(), &one.message, support, reason)
    }
}
