//! `GET /api/session/{id}/evidence-pack`: an answer about norms with everything it stands on, as one ZIP.

use crate::adapters::{evidence_pack, pack_key};
use crate::model::error::{ApiError, ErrorCode};
use crate::server::body::Failure;
use crate::server::download::attachment;
use crate::server::export::internal;
use crate::server::history::number;
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::workspaces::norms::run::evidence_pack as collect;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

/// The query.
#[derive(Deserialize)]
pub struct Which {
    version: Option<String>,
}

/// See the module.
///
/// # Errors
/// Unknown session or version; another workspace; no answer yet.
pub async fn file(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Result<Response, Failure> {
    let session = session_id(&id)?;
    let version = match which.version.filter(|text| !text.is_empty()) {
        Some(text) => Some(number("version", Some(text))?),
        None => None,
    };
    let (version, files) = collect::of_session(&server.app, &session, version).await?;
    let database = server.database.clone();
    let sealed = server.app.aside(|| pack_key::sealed(database.as_deref(), files)).await;
    let files = sealed.map_err(|error| internal(&error))?;
    let bytes = server.app.aside(|| evidence_pack::write(&files)).await.map_err(|error| match error {
        evidence_pack::PackError::TooLarge => {
            ApiError::new(ErrorCode::NotSupported, "Доказательств больше, чем помещается в пакет: уточните вопрос.")
        }
        other => internal(&other),
    })?;
    // A session's id opens the session: it stays out of the file's name.
    let name = attachment(&format!("evidence-v{version}.zip"));
    let about = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((about, bytes).into_response())
}
