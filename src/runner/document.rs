//! The document that a version of a session makes.

use crate::model::document_view::DocumentView;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::runner::app::App;
use crate::runner::fail;
use crate::workspaces;

/// Builds the document of the newest version, or of one version; `None` while the facts make none.
///
/// # Errors
/// Unknown session, version, variant or part; storage.
pub async fn document(
    app: &App,
    session: &SessionId,
    version: Option<Version>,
    variant: Option<&str>,
    part: &str,
) -> Result<Option<DocumentView>, ApiError> {
    let stored = |error| fail::of_store(&error);
    let row = app.store.row(session).await.map_err(stored)?;
    let workspace = workspaces::get(row.workspace)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это рабочее пространство ещё не готово."))?;
    let snapshot = match version {
        None => app.store.latest(session).await.map_err(stored)?,
        Some(version) => app.store.version(session, version).await.map_err(stored)?,
    };
    workspace.document(&snapshot, &app.knowledge.current(), variant, part)
}
