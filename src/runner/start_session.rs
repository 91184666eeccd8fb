//! Opens a session: version 0 with the first words on disk, then the first run.

use crate::engine::limits;
use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{RequestId, SessionId};
use crate::model::session::WorkspaceId;
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::drive::{Driven, drive};
use crate::runner::fail;
use crate::runner::handle_event::{again, done};
use crate::runner::notice;
use crate::runner::ports::{Commit, RequestMark};
use crate::workspaces;
use std::sync::Arc;

/// The workspace that words are meant for.
#[must_use]
pub fn fitting(app: &App, words: &str) -> WorkspaceId {
    workspaces::fitting(words, &app.knowledge.current())
}

/// Scope of the request ids that open sessions.
pub const SCOPE: &str = "new";

/// How a session opened: it exists even when the first step failed.
pub struct Started {
    /// The new session.
    pub session: SessionId,
    /// Where the run ended, or why it stopped.
    pub result: Result<Driven, ApiError>,
}

/// Opens a session.
///
/// # Errors
/// Blank or oversized words, an unknown workspace, storage. A failure of the first step is in [`Started`].
pub async fn start_session(
    app: &App,
    workspace: WorkspaceId,
    message: &str,
    request: Option<RequestId>,
) -> Result<Started, ApiError> {
    check_words("initial_message", message)?;
    let flow = workspaces::get(workspace).ok_or_else(|| {
        ApiError::new(ErrorCode::NotSupported, "Такого рабочего пространства в этой версии нет.")
            .with("field", "workspace")
    })?;
    let hash = sha256(&format!("{}\0{message}", workspace.as_str()));
    if let Some(id) = &request
        && let Some(record) = app.store.request(SCOPE, id).await.map_err(|e| fail::of_store(&e))?
    {
        let session = record.session.clone();
        let result = again(app, flow, SCOPE, id, &hash, record).await;
        return Ok(Started { session, result });
    }
    let session = app.clock.session_id();
    let moment = app.moment();
    let opened = app.aside(|| flow.open(&session, message, &moment)).await;
    let snapshot = Snapshot {
        session: session.clone(),
        version: 0,
        state: Arc::new(opened.state),
        aside: Arc::new(opened.aside),
        at: moment.now,
    };
    let commit = Commit {
        snapshot: snapshot.clone(),
        cause: "message".into(),
        turns: opened.turns,
        changed: Vec::new(),
        trace: None,
        request: request.clone().map(|id| RequestMark { id, body_hash: hash }),
        ends: None,
        events: notice::of_version(flow, None, &snapshot, None),
        title: None,
    };
    let title = flow.title(message);
    let lane = app.enter(&session).await?.ok_or_else(fail::stopping)?;
    app.store.create(workspace, title, commit).await.map_err(|e| fail::of_store(&e))?;
    let result = drive(app, flow, snapshot, &lane.cancel, request.as_ref().map(|id| (SCOPE, id))).await;
    done(app, &session, SCOPE, request.as_ref(), &result).await?;
    Ok(Started { session, result })
}

/// Checks words of a person: something in them, at most 64 KB, no NUL.
///
/// # Errors
/// Names the field and the limit.
pub fn check_words(field: &str, text: &str) -> Result<(), ApiError> {
    if text.trim().is_empty() {
        return Err(ApiError::field(field, "Сообщение пустое. Напишите хотя бы одно слово."));
    }
    if text.len() > limits::MESSAGE_BYTES {
        let message = "Сообщение длиннее 64 КБ. Сократите его или отправьте по частям.";
        return Err(ApiError::field(field, message).with("limit_bytes", limits::MESSAGE_BYTES));
    }
    if text.contains('\0') {
        return Err(ApiError::field(field, "В сообщении есть нулевой символ (NUL). Удалите его."));
    }
    Ok(())
}
