//! `GET /api/session/{id}/redline`: the text of two versions compared, as a page or with tracked changes.

use crate::adapters::export;
use crate::engine::document::redline::html;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::fail;
use crate::server::body::Failure;
use crate::server::download::attachment;
use crate::server::export::internal;
use crate::server::history;
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::workspaces::contract::draft::Variant;
use crate::workspaces::contract::redline::between;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

/// Query of the route.
#[derive(Deserialize)]
pub struct Wanted {
    from: Option<String>,
    to: Option<String>,
    format: Option<String>,
    variant: Option<String>,
}

/// The variant of a query; without one the document's own counts.
///
/// # Errors
/// Names the field.
pub fn wished(name: Option<&str>) -> Result<Option<Variant>, ApiError> {
    let unknown = || ApiError::field("variant", "Возможны party_1, neutral и party_2.");
    name.map(|name| Variant::parse(name).ok_or_else(unknown)).transpose()
}

/// Both versions of a comparison.
///
/// # Errors
/// Unknown session or version; storage.
pub async fn versions(
    app: &App,
    session: &SessionId,
    from: Version,
    to: Version,
) -> Result<(Snapshot, Snapshot), ApiError> {
    let load = async |version| app.store.version(session, version).await.map_err(|error| fail::of_store(&error));
    Ok((load(from).await?, load(to).await?))
}

/// `GET /api/session/{id}/redline?from=&to=&format=html|docx&variant=`.
///
/// # Errors
/// A number that is none, no such format or variant, unknown session or version, no type of contract yet.
pub async fn file(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Failure> {
    let session = session_id(&id)?;
    let (from, to) = (history::number("from", wanted.from)?, history::number("to", wanted.to)?);
    let variant = wished(wanted.variant.as_deref())?;
    let word = match wanted.format.as_deref() {
        None | Some("html") => false,
        Some("docx") => true,
        Some(_) => return Err(ApiError::field("format", "Возможны html и docx.").into()),
    };
    let (old, new) = versions(&server.app, &session, from, to).await?;
    let knowledge = server.app.knowledge.current();
    let made = || {
        let (title, redline) =
            between(&old, &new, &knowledge, variant).map_err(|error| internal(&error))?.ok_or_else(untyped)?;
        Ok::<_, ApiError>(if word {
            export::redline::write(&title, &redline, &new.at).map_err(|error| internal(&error))?
        } else {
            html::page(&title, &redline).into_bytes()
        })
    };
    let bytes = server.app.aside(made).await?;
    if !word {
        return Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], bytes).into_response());
    }
    let name = attachment(&format!("redline-v{from}-v{to}.docx"));
    let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    let kind = HeaderValue::from_static(kind);
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}

fn untyped() -> ApiError {
    ApiError::new(ErrorCode::Conflict, "Вид договора ещё не определён: сравнивать пока нечего.")
}
