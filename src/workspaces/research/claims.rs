//! What was established about an answer: its citations with their verdicts, what a check struck.

use crate::model::claim::Claim;
use crate::model::snapshot::Snapshot;
use crate::workspaces::claims::{cited, struck};

/// The claims of a version.
#[must_use]
pub fn claims(snapshot: &Snapshot) -> Vec<Claim> {
    let state = &*snapshot.state;
    let verdicts = state["verdicts"].as_array().into_iter().flatten().enumerate();
    let cited = verdicts.map(|(index, one)| cited(one, &one["citation"], format!("/verdicts/{index}")));
    cited.chain(struck(state, "/answer/struck")).collect()
}
