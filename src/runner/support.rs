//! What was established about what a session keeps and says: its claims, in one list for every workspace. Each
//! workspace says what it claims ([`Workspace::claims`]); here they are numbered and counted.

use crate::engine::knowledge::Knowledge;
use crate::model::claim::Claim;
use crate::model::snapshot::Snapshot;
use crate::workspaces::Workspace;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// `{version, claims, counts}` of a version; `today` is `YYYY-MM-DD`.
#[must_use]
pub fn support(flow: &dyn Workspace, snapshot: &Snapshot, knowledge: &Knowledge, today: &str) -> Value {
    let claims = claims(flow, snapshot, knowledge, today);
    json!({"version": snapshot.version, "counts": counts(&claims), "claims": claims})
}

/// How many claims have each support.
#[must_use]
pub fn counts(claims: &[Claim]) -> BTreeMap<&'static str, usize> {
    let mut out = BTreeMap::new();
    for claim in claims {
        *out.entry(claim.support.as_str()).or_default() += 1;
    }
    out
}

/// The claims of a version, numbered.
#[must_use]
pub fn claims(flow: &dyn Workspace, snapshot: &Snapshot, knowledge: &Knowledge, today: &str) -> Vec<Claim> {
    let mut out = flow.claims(snapshot, knowledge, today);
    for (index, claim) in out.iter_mut().enumerate() {
        claim.id = format!("c{}", index + 1);
    }
    out
}
