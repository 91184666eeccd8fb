//! The answer of the last turn: the version before it is looked up, the workspace says the rest.

use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::ids::Version;
use crate::model::session::VersionRow;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use crate::model::turn_answer::{Told, TurnAnswer};
use crate::runner::app::App;
use crate::runner::fail;
use crate::workspaces::{self, Workspace};

/// The answer of the turn that led to this version.
///
/// # Errors
/// Unknown session; storage.
pub async fn of(app: &App, now: &Snapshot) -> Result<TurnAnswer, ApiError> {
    let flow = flow(app, now).await?;
    let stored = |error| fail::of_store(&error);
    let turns = app.store.turns(&now.session, now.version).await.map_err(stored)?;
    let spoken = app.store.spoken(&now.session, now.version).await.map_err(stored)?;
    let before = earlier(app, now, spoken).await?;
    let mut answer = flow.answer(before.as_ref(), now, &turns, &app.knowledge.current());
    named(app, flow, now, &turns, &mut answer);
    Ok(answer)
}

/// What the page shows of answers up to this version; `turns` and `rows` are those of the session.
///
/// # Errors
/// Storage.
pub async fn told(
    app: &App,
    flow: &dyn Workspace,
    now: &Snapshot,
    turns: &[Turn],
    rows: &[VersionRow],
) -> Result<Told, ApiError> {
    let before = before(app, now, rows).await?;
    let mut told = flow.told(before.as_ref(), now, turns, &app.knowledge.current());
    named(app, flow, now, turns, &mut told.answer);
    told.can_undo = flow.undo_target(&causes(rows), now).is_some();
    Ok(told)
}

/// Who performed this turn, and what the person should know about that.
fn named(app: &App, flow: &dyn Workspace, now: &Snapshot, turns: &[Turn], answer: &mut TurnAnswer) {
    let kept = flow.performed(now, turns);
    (answer.performer, answer.warnings) = kept.unwrap_or_else(|| (app.llm.performer().name, Vec::new()));
}

async fn flow(app: &App, now: &Snapshot) -> Result<&'static dyn Workspace, ApiError> {
    let row = app.store.row(&now.session).await.map_err(|error| fail::of_store(&error))?;
    workspaces::get(row.workspace).ok_or_else(|| fail::of_store(&crate::runner::ports::StoreError::NotFound))
}

/// The version before the last event of the person up to this version; none before the first words.
async fn before(app: &App, now: &Snapshot, rows: &[VersionRow]) -> Result<Option<Snapshot>, ApiError> {
    let by_person = |row: &&VersionRow| row.version <= now.version && matches!(row.cause.as_str(), "message" | "edit");
    earlier(app, now, rows.iter().rev().find(by_person).map(|row| row.version)).await
}

/// The version before the one that the person made last.
async fn earlier(app: &App, now: &Snapshot, spoken: Option<Version>) -> Result<Option<Snapshot>, ApiError> {
    match spoken.unwrap_or(now.version).checked_sub(1) {
        None => Ok(None),
        Some(version) => app.store.version(&now.session, version).await.map(Some).map_err(|e| fail::of_store(&e)),
    }
}

fn causes(rows: &[VersionRow]) -> Vec<(Version, &str)> {
    rows.iter().map(|row| (row.version, row.cause.as_str())).collect()
}

/// An event with what only the history knows: the version that an undo goes back to; words that ask for an undo
/// become one while there is something to take back.
///
/// # Errors
/// Storage.
pub async fn prepared(app: &App, flow: &dyn Workspace, now: &Snapshot, event: Event) -> Result<Event, ApiError> {
    let words = match &event {
        Event::Undo { words, .. } => words.clone(),
        Event::Message { text, choice: None, .. } if flow.undoes(text) => Some(text.clone()),
        _ => return Ok(event),
    };
    let stored = |error| fail::of_store(&error);
    let rows = app.store.versions(&now.session).await.map_err(stored)?;
    match flow.undo_target(&causes(&rows), now) {
        Some(undone) => {
            let base = app.store.version(&now.session, undone - 1).await.map_err(stored)?;
            Ok(Event::Undo { undone, words, base: Some(Box::new(base)) })
        }
        // The workspace says that there is nothing.
        None if matches!(event, Event::Undo { .. }) => Ok(Event::Undo { undone: 0, words, base: None }),
        None => Ok(event),
    }
}
