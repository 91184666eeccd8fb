//! Deleting with a way back: into the trash, back again, and for good when the time is over.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::runner::app::App;
use crate::runner::ports::StoreError;
use crate::runner::{fail, handle_event};
use jiff::{SignedDuration, Timestamp};

/// Hides a session with its copies; their links open nothing while it lies there.
///
/// # Errors
/// Unknown session; busy; on hold; storage.
pub async fn trash(app: &App, session: &SessionId) -> Result<(), ApiError> {
    app.store.row(session).await.map_err(|e| fail::of_store(&e))?;
    let Some(_lane) = app.enter(session).await? else { return Err(handle_event::busy(app, session).await) };
    app.store.trash(session, &app.clock.now()).await.map_err(|e| fail::of_store(&e))
}

/// Brings a session back.
///
/// # Errors
/// Not in the trash, or no longer; storage.
pub async fn restore(app: &App, session: &SessionId) -> Result<(), ApiError> {
    app.store.restore(session).await.map_err(|error| match error {
        StoreError::NotFound => ApiError::new(ErrorCode::NotFound, "В корзине этого нет: возможно, время вышло."),
        other => fail::of_store(&other),
    })
}

/// Deletes for good what has lain in the trash for so many minutes; how many sessions, copies not counted. One that
/// fails is tried again the next time.
///
/// # Errors
/// Storage: the first failure, after all were tried.
pub async fn purge(app: &App, minutes: u32) -> Result<usize, ApiError> {
    let now: Option<Timestamp> = app.clock.now().parse().ok();
    let due = |at: &str| match (now, at.parse::<Timestamp>()) {
        (Some(now), Ok(at)) => now.duration_since(at) >= SignedDuration::from_mins(i64::from(minutes)),
        // Nothing lies there for ever because its time cannot be read.
        _ => true,
    };
    let mut purged = 0;
    let mut failed = None;
    for lying in app.store.trashed().await.map_err(|e| fail::of_store(&e))? {
        if !due(&lying.at) {
            continue;
        }
        match app.store.delete(&lying.row.session_id).await {
            Ok(()) => purged += 1,
            // Brought back or deleted meanwhile; or on hold, then it lies there until the hold ends.
            Err(StoreError::NotFound | StoreError::OnHold) => {}
            Err(error) => failed = failed.or(Some(fail::of_store(&error))),
        }
    }
    failed.map_or(Ok(purged), Err)
}
