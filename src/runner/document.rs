//! The document that a version of a session makes.

use crate::engine::knowledge::Knowledge;
use crate::model::document_view::DocumentView;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::snapshot::{Aside, Snapshot};
use crate::runner::app::App;
use crate::runner::{fail, signoff};
use crate::workspaces;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

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
    let knowledge = app.knowledge.current();
    let known = RECENT.lock().unwrap_or_else(PoisonError::into_inner).find(&snapshot, &knowledge, variant, part);
    if let Some(known) = known {
        return with_beside(app, session, known).await;
    }
    // Drafting and reading the whole text over is work: not on the threads that serve.
    let view = app.aside(|| workspace.document(&snapshot, &knowledge, variant, part)).await?;
    let made = Made {
        state: Arc::clone(&snapshot.state),
        aside: Arc::clone(&snapshot.aside),
        knowledge,
        variant: variant.map(str::to_owned),
        part: part.to_owned(),
        view: view.clone(),
    };
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).keep(made);
    with_beside(app, session, view).await
}

/// The document with what others say about it, which no version knows.
async fn with_beside(
    app: &App,
    session: &SessionId,
    document: Option<DocumentView>,
) -> Result<Option<DocumentView>, ApiError> {
    let Some(mut document) = document else { return Ok(None) };
    document.beside = signoff::beside(app, session, document.version, &document.text_sha256).await?;
    Ok(Some(document))
}

/// Documents that are remembered.
const MOST: usize = 16;

/// A page is drawn again for every look at a fact and every switch of a view; the document of a version is the same one.
/// It is told by the very objects that it was made from, which hot sessions keep in memory (ADR 0044).
static RECENT: Mutex<Recent> = Mutex::new(Recent(VecDeque::new()));

struct Made {
    state: Arc<Value>,
    aside: Arc<Aside>,
    knowledge: Arc<Knowledge>,
    variant: Option<String>,
    part: String,
    view: Option<DocumentView>,
}

/// The newest first.
struct Recent(VecDeque<Made>);

impl Recent {
    fn find(
        &self,
        snapshot: &Snapshot,
        knowledge: &Arc<Knowledge>,
        variant: Option<&str>,
        part: &str,
    ) -> Option<Option<DocumentView>> {
        let same = |made: &&Made| {
            Arc::ptr_eq(&made.state, &snapshot.state)
                && Arc::ptr_eq(&made.aside, &snapshot.aside)
                && Arc::ptr_eq(&made.knowledge, knowledge)
                && (made.variant.as_deref(), made.part.as_str()) == (variant, part)
        };
        self.0.iter().find(same).map(|made| made.view.clone())
    }

    fn keep(&mut self, made: Made) {
        self.0.push_front(made);
        self.0.truncate(MOST);
    }
}
