//! Two versions of a session, fact by fact.

use crate::model::error::ApiError;
use crate::model::facts::Origin;
use crate::model::ids::{SessionId, Version};
use crate::model::issue::{self, IssueStatus};
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::fail;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One fact that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FactChange {
    /// JSON Pointer into `domain`.
    pub pointer: String,
    /// Value in the first version; null when it was not there.
    pub from: Value,
    /// Value in the second version; null when it is gone.
    pub to: Value,
    /// Origin in the second version.
    pub origin: Option<Origin>,
}

/// One issue whose status differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IssueChange {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Status in the first version; absent when it was not there.
    pub from: Option<IssueStatus>,
    /// Status in the second version.
    pub to: Option<IssueStatus>,
}

/// What differs between two versions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Difference {
    /// Facts, by pointer.
    pub facts: Vec<FactChange>,
    /// Issues, in the order of the second version.
    pub issues: Vec<IssueChange>,
}

/// Compares two stored versions.
///
/// # Errors
/// Unknown session or version; storage.
pub async fn compare(app: &App, session: &SessionId, from: Version, to: Version) -> Result<Difference, ApiError> {
    let load = |version| app.store.version(session, version);
    let before = load(from).await.map_err(|e| fail::of_store(&e))?;
    let after = load(to).await.map_err(|e| fail::of_store(&e))?;
    Ok(difference(&before, &after))
}

/// What differs.
#[must_use]
pub fn difference(before: &Snapshot, after: &Snapshot) -> Difference {
    let old = pointer::leaves(&before.state["domain"]);
    let new = pointer::leaves(&after.state["domain"]);
    let mut all: Vec<&String> = old.keys().chain(new.keys()).collect();
    all.sort();
    all.dedup();
    let facts = all
        .into_iter()
        .filter(|at| old.get(*at) != new.get(*at))
        .map(|at| FactChange {
            pointer: at.clone(),
            from: old.get(at).map_or(Value::Null, |v| (*v).clone()),
            to: new.get(at).map_or(Value::Null, |v| (*v).clone()),
            origin: after.aside.ledger.origin(at),
        })
        .collect();
    let (old, new) = (issue::of_state(&before.state), issue::of_state(&after.state));
    let issues = new
        .iter()
        .filter_map(|issue| {
            let from = old.iter().find(|before| before.id == issue.id).map(|before| before.status);
            (from != Some(issue.status)).then(|| IssueChange {
                key: issue.key.clone().unwrap_or_default(),
                title: issue.title.clone(),
                from,
                to: Some(issue.status),
            })
        })
        .collect();
    Difference { facts, issues }
}
