//! Time travel over JSON: compare, fork, carry away, bring back.

use crate::model::compare::Difference;
use crate::model::error::ApiError;
use crate::model::ids::{SessionId, Version};
use crate::registry;
use crate::runner::app::App;
use crate::runner::bundle::{self, Bundle};
use crate::runner::{compare, fail, open_file, replay};
use crate::server::body::{Failure, Json, Large};
use crate::server::download::attachment;
use crate::server::export::internal;
use crate::server::rest::session_id;
use crate::server::router::Server;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};

type Answer = Result<axum::Json<Value>, Failure>;

/// Query of `GET /api/session/{id}/diff`.
#[derive(Deserialize)]
pub struct Span {
    from: Option<String>,
    to: Option<String>,
}

/// Body of `POST /api/session/{id}/fork`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    version: Version,
}

/// The number of a version from a query.
///
/// # Errors
/// Names the field.
pub fn number(field: &str, text: Option<String>) -> Result<Version, ApiError> {
    text.and_then(|text| text.parse().ok())
        .ok_or_else(|| ApiError::field(field, "Укажите номер версии: целое число от 0."))
}

/// What differs between two versions: facts, issues, and the text where there is one.
///
/// # Errors
/// Unknown session or version; storage; a document that cannot be laid out.
pub async fn difference(app: &App, session: &SessionId, from: Version, to: Version) -> Result<Difference, ApiError> {
    let stored = |error| fail::of_store(&error);
    let found = compare::compare(app, session, from, to).await?;
    let old = app.store.version(session, from).await.map_err(stored)?;
    let new = app.store.version(session, to).await.map_err(stored)?;
    let knowledge = app.knowledge.current();
    let flow = registry::of_state(&new.state).flow;
    let text = app.aside(|| flow.text_changes(&old, &new, &knowledge)).await.map_err(|error| internal(&error))?;
    Ok(Difference { text, ..found })
}

/// `GET /api/session/{id}/diff?from=&to=`.
///
/// # Errors
/// A number that is none; unknown session or version.
pub async fn diff(State(server): State<Server>, Path(id): Path<String>, Query(span): Query<Span>) -> Answer {
    let (from, to) = (number("from", span.from)?, number("to", span.to)?);
    let session = session_id(&id)?;
    Ok(axum::Json(json!(difference(&server.app, &session, from, to).await?)))
}

/// `POST /api/session/{id}/fork`.
///
/// # Errors
/// Unknown session or version.
pub async fn fork(
    State(server): State<Server>,
    Path(id): Path<String>,
    Json(body): Json<Fork>,
) -> Result<(StatusCode, axum::Json<Value>), Failure> {
    let copy = bundle::fork(&server.app, &session_id(&id)?, body.version).await?;
    Ok((StatusCode::CREATED, axum::Json(json!({"session_id": copy}))))
}

/// `GET /api/session/{id}/replay`: the bundle as a file.
///
/// # Errors
/// Unknown session.
pub async fn export(State(server): State<Server>, Path(id): Path<String>) -> Result<impl IntoResponse, Failure> {
    let session = session_id(&id)?;
    let bundle = bundle::export(&server.app, &session, None).await?;
    // A session's id opens the session: it stays out of the file's name.
    let name = attachment(&format!("session-v{}.replay.json", bundle.versions.len().saturating_sub(1)));
    // The words of a long session are megabytes of JSON.
    let written = server.app.aside(|| serde_json::to_vec(&bundle)).await.map_err(|error| internal(&error))?;
    let kind = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], written))
}

/// `POST /api/replay`: checks a bundle, rebuilds it, opens it as a new session.
///
/// # Errors
/// Not a bundle, newer, altered; a version that does not come out the same.
pub async fn import(
    State(server): State<Server>,
    Large(text): Large,
) -> Result<(StatusCode, axum::Json<Value>), Failure> {
    let knowledge = server.app.knowledge.current();
    let rebuilt = || Bundle::read(&text).map(|bundle| (replay::replay(&bundle, &knowledge), bundle));
    let (replayed, bundle) = server.app.aside(rebuilt).await?;
    let versions = replayed.map_err(|differs| {
        let told = differs.refused;
        told.unwrap_or_else(|| {
            ApiError::field("bundle", format!("Версия {} не повторяется: {}.", differs.version, differs.why))
                .with("version", differs.version)
        })
    })?;
    let copy = open_file::open(&server.app, &bundle).await?;
    Ok((StatusCode::CREATED, axum::Json(json!({"session_id": copy, "versions": versions}))))
}
