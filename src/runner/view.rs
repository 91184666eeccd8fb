//! A session as a page sees it.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::example;
use crate::model::ids::{SessionId, Version};
use crate::model::issue::{self, Issue};
use crate::model::session::SessionView;
use crate::runner::app::App;
use crate::runner::{fail, turn_answer};
use crate::workspaces;

/// Builds the view of the newest version, or of one version.
///
/// # Errors
/// Unknown session or version; storage.
pub async fn view(app: &App, session: &SessionId, version: Option<Version>) -> Result<SessionView, ApiError> {
    let stored = |error| fail::of_store(&error);
    let row = app.store.row(session).await.map_err(stored)?;
    let workspace = workspaces::get(row.workspace)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это рабочее пространство ещё не готово."))?;
    let snapshot = match version {
        None => app.store.latest(session).await.map_err(stored)?,
        Some(version) => app.store.version(session, version).await.map_err(stored)?,
    };
    let turns = app.store.turns(session, snapshot.version).await.map_err(stored)?;
    let versions = app.store.versions(session).await.map_err(stored)?;
    let told = turn_answer::told(app, workspace, &snapshot, &turns, &versions).await?;
    let changed = versions.iter().find(|row| row.version == snapshot.version).map(|row| row.changed.clone());
    let knowledge = app.knowledge.current();
    let presented = app.aside(|| workspace.present(&snapshot, &knowledge)).await;
    let mut issues: Vec<Issue> = issue::of_state(&snapshot.state);
    issues.sort_by_key(|issue| (issue.status, issue.severity));
    let pending = snapshot.aside.pending.clone();
    let is_copy = app.store.share_of_copy(session).await.map_err(stored)?.is_some();
    let latest = row.version;
    let mut row = row;
    row.version = snapshot.version;
    row.status = snapshot.state["meta"]["status"].as_str().unwrap_or("collecting").to_owned();
    row.updated_at.clone_from(&snapshot.at);
    Ok(SessionView {
        latest,
        row,
        performer: app.llm.performer(),
        stage: snapshot.state["meta"]["stage"].as_str().unwrap_or_default().to_owned(),
        domain: workspace.facts(&snapshot),
        labels: presented.labels,
        shown: presented.shown,
        ledger: snapshot.aside.ledger.clone(),
        changed: changed.unwrap_or_default(),
        issues,
        turns,
        gate: presented.gate,
        terms: presented.terms,
        next_action: if pending.is_some() { None } else { snapshot.aside.next_action.clone() },
        is_copy,
        busy: app.lanes.is_busy(session),
        pending,
        notices: presented.notices,
        example: example::rests_on_it(&snapshot.state),
        told,
    })
}
