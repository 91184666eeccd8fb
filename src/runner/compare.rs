//! Two versions of a session, fact by fact.

use crate::model::compare::{Difference, FactChange, IssueChange};
use crate::model::error::ApiError;
use crate::model::ids::{SessionId, Version};
use crate::model::issue;
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::fail;
use crate::workspaces::{self, Presented};
use serde_json::Value;

/// Compares two stored versions.
///
/// # Errors
/// Unknown session or version; storage.
pub async fn compare(app: &App, session: &SessionId, from: Version, to: Version) -> Result<Difference, ApiError> {
    let load = |version| app.store.version(session, version);
    let before = load(from).await.map_err(|e| fail::of_store(&e))?;
    let after = load(to).await.map_err(|e| fail::of_store(&e))?;
    let row = app.store.row(session).await.map_err(|e| fail::of_store(&e))?;
    let mut found = difference(&before, &after);
    if let Some(workspace) = workspaces::get(row.workspace) {
        let knowledge = app.knowledge.current();
        let both = || (workspace.present(&before, &knowledge), workspace.present(&after, &knowledge));
        let (old, new) = app.aside(both).await;
        for fact in &mut found.facts {
            let name = |p: &Presented| p.labels.get(&fact.pointer).cloned();
            fact.label = name(&new).or_else(|| name(&old)).unwrap_or_default();
            fact.shown_from = old.shown.get(&fact.pointer).cloned().unwrap_or_default();
            fact.shown_to = new.shown.get(&fact.pointer).cloned().unwrap_or_default();
        }
    }
    Ok(found)
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
            ..FactChange::default()
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
    Difference { facts, issues, text: None }
}
