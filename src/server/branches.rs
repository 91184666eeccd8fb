//! Two runs, branches or versions side by side, as each workspace compares what it makes.

use crate::model::error::ApiError;
use crate::model::ids::SessionId;
use crate::registry;
use crate::runner::compare_runs::Asked;
use crate::runner::fail;
use crate::runner::ports::StoreError;
use crate::server::history;
use crate::server::rest::{Answer, session_id};
use crate::server::router::Server;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

/// Query of `GET /api/session/{id}/compare`.
#[derive(Deserialize)]
pub struct With {
    with: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

impl With {
    /// An empty field of a form is no field.
    fn asked(self, session: SessionId) -> Result<Asked, ApiError> {
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let with = filled(self.with).map(|other| session_id(other.trim())).transpose()?;
        let version = |field, text| filled(text).map(|text| history::number(field, Some(text))).transpose();
        Ok(Asked { session, with, from: version("from", self.from)?, to: version("to", self.to)? })
    }
}

/// `GET /api/session/{id}/compare?with={other}&from=&to=`: each workspace compares what it makes. Norms: two runs, of one
/// session or of two. Mock trials: two branches. Contracts: facts, issues and text of two versions.
///
/// # Errors
/// A number that is none, no other session named where one is needed, unknown, other kinds of case or workspace.
pub async fn compare(State(server): State<Server>, Path(id): Path<String>, Query(query): Query<With>) -> Answer {
    let (app, session) = (&server.app, session_id(&id)?);
    let row = app.store.row(&session).await.map_err(|error| fail::of_store(&error))?;
    let asked = query.asked(session)?;
    let web = registry::of(row.workspace).ok_or_else(|| fail::of_store(&StoreError::NotFound))?.web;
    Ok(axum::Json(web.compare(app, &row, &asked).await?))
}
