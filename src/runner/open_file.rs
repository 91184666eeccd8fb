//! A session that comes in a file: its versions stay as they are, and a version after them counts for nothing what the
//! file says of itself. What can be checked against what is held here is checked at once, by rules alone.

use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::ids::{SessionId, StepRunId};
use crate::model::snapshot::Snapshot;
use crate::model::trace::{StepOutcome, TraceEntry};
use crate::runner::app::App;
use crate::runner::bundle::{self, Bundle};
use crate::runner::by_rules::by_rules;
use crate::runner::drive::{changed, drive};
use crate::runner::ports::Commit;
use crate::runner::{fail, handle_event, notice};
use crate::workspaces::Workspace;
use std::sync::Arc;

/// What made the version after those of the file.
pub const CAUSE: &str = "import";
/// Characters of a title.
const TITLE: usize = 120;

/// Opens a file as a new session. The file must have been replayed.
///
/// # Errors
/// A broken file; storage. Then there is no new session.
pub async fn open(app: &App, file: &Bundle) -> Result<SessionId, ApiError> {
    let session = bundle::import(app, file, file.title.chars().take(TITLE).collect()).await?;
    match doubted(app, file, &session).await {
        Ok(()) => Ok(session),
        Err(error) => {
            // Better no session than one that is trusted.
            app.store.delete(&session).await.map_err(|e| fail::of_store(&e))?;
            Err(error)
        }
    }
}

async fn doubted(app: &App, file: &Bundle, session: &SessionId) -> Result<(), ApiError> {
    let flow = handle_event::workspace_of(app, session).await?;
    let Some(lane) = app.enter(session).await? else { return Err(fail::stopping()) };
    let before = app.store.latest(session).await.map_err(|e| fail::of_store(&e))?;
    let turns = file.versions.last().map_or(0, |kept| kept.turns);
    let event = Event::Import { turns, held: held(app, flow, &before).await };
    let moment = app.moment();
    let knowledge = app.knowledge.current();
    let settled = app.aside(|| flow.absorb(&before, &event, &moment, &knowledge)).await?;
    let snapshot = Snapshot {
        session: session.clone(),
        version: before.version + 1,
        state: Arc::new(settled.state),
        aside: Arc::new(settled.aside),
        at: moment.now,
    };
    let trace = TraceEntry {
        outcome: StepOutcome::Accepted,
        output: serde_json::to_value(&event).unwrap_or_default(),
        ..TraceEntry::begun(StepRunId(app.clock.id()), "IMPORT", snapshot.version, &snapshot.at, "builtin")
    };
    let commit = Commit {
        changed: changed(flow, &before.state, &snapshot.state),
        snapshot: snapshot.clone(),
        cause: CAUSE.into(),
        turns: settled.turns,
        trace: Some(trace),
        request: None,
        ends: None,
        events: notice::of_version(flow, Some(&before.state), &snapshot, None),
        title: None,
    };
    app.store.append(commit).await.map_err(|e| fail::of_store(&e))?;
    // A turn that the file left unfinished waits for the person.
    if before.aside.pending.is_none()
        && let Err(error) = drive(&by_rules(app), flow, snapshot, &lane.cancel, None).await
    {
        // The session stands and trusts nothing; its pending step can be run again.
        (app.publish)(notice::Notice { session: session.clone(), happened: notice::Happened::Failed { error } });
    }
    Ok(())
}

/// Cited words that stand in what is held here, spaces aside.
async fn held(app: &App, flow: &dyn Workspace, before: &Snapshot) -> Vec<(String, String)> {
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for (node, quote) in flow.cited(&before.state) {
        // A source that cannot be read proves nothing.
        let Ok(Some(view)) = app.sources.node(&node).await else { continue };
        if !quote.trim().is_empty() && bare(&view.text).contains(&bare(&quote)) {
            found.push((node, quote));
        }
    }
    found
}
