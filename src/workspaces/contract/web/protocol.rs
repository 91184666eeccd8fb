//! `GET /api/session/{id}/protocol`: our text against a copy's, as data or as a document.

use crate::engine::document::flow::{self, Piece};
use crate::engine::knowledge::Knowledge;
use crate::model::compare::FactChange;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::protocol::{FactRow, Protocol};
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::{compare, fail};
use crate::server::body::Failure;
use crate::server::download::attachment;
use crate::server::export::{self, Format, internal};
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::workspaces::Workspace;
use crate::workspaces::contract::draft::version::{Laid, laid};
use crate::workspaces::contract::draft::{Variant, protocol};
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::web::redline;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

/// Query of the route.
#[derive(Deserialize)]
pub struct Wanted {
    with: Option<String>,
    format: Option<String>,
    variant: Option<String>,
}

/// What was shared, what we have now, what they have now.
struct Three {
    shared: Snapshot,
    ours: Snapshot,
    theirs: Snapshot,
}

/// `GET /api/session/{id}/protocol?with={copy}&format=json|html|docx|pdf|md&variant=`.
///
/// # Errors
/// No such format or variant, a session that is no copy of this one, no type of contract yet.
pub async fn file(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Failure> {
    let session = session_id(&id)?;
    let variant = redline::wished(wanted.variant.as_deref())?;
    let extension = wanted.format.as_deref().unwrap_or("json");
    let format = Format::parse(extension)
        .filter(|format| !matches!(format, Format::Ics))
        .ok_or_else(|| ApiError::field("format", "Возможны json, html, docx, pdf и md."))?;
    let copy = session_id(&wanted.with.ok_or_else(|| ApiError::field("with", "Укажите копию для сравнения."))?)?;
    let three = three(&server.app, &session, &copy).await?;
    let knowledge = server.app.knowledge.current();
    let bytes = server.app.aside(|| render(&three, &knowledge, format, variant)).await?;
    let mut response = ([(header::CONTENT_TYPE, format.media_type())], bytes).into_response();
    if matches!(format, Format::Docx | Format::Pdf | Format::Md) {
        let name = attachment(&format!("protocol-of-disagreements.{extension}"));
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// The protocol against a copy, as data.
///
/// # Errors
/// A session that is no copy of this one, no type of contract yet, storage.
pub async fn protocol(app: &App, session: &SessionId, copy: &SessionId) -> Result<Protocol, ApiError> {
    let three = three(app, session, copy).await?;
    let knowledge = app.knowledge.current();
    app.aside(|| Ok(written(&three, &knowledge, None)?.0)).await
}

async fn three(app: &App, session: &SessionId, copy: &SessionId) -> Result<Three, ApiError> {
    let stored = |error| fail::of_store(&error);
    let store = &app.store;
    let share = store.share_of_copy(copy).await.map_err(stored)?;
    let share = share.filter(|share| share.session == *session).ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "Такой копии у этого договора нет. Список копий: /api/session/{id}/shares.")
    })?;
    Ok(Three {
        shared: store.version(session, share.version).await.map_err(stored)?,
        ours: store.latest(session).await.map_err(stored)?,
        theirs: store.latest(copy).await.map_err(stored)?,
    })
}

/// The protocol, and the same as a document.
fn written(three: &Three, knowledge: &Knowledge, variant: Option<Variant>) -> Result<(Protocol, Vec<Piece>), ApiError> {
    let untyped = || ApiError::new(ErrorCode::Conflict, "Вид договора ещё не определён: сравнивать пока нечего.");
    let draft = |snapshot| -> Result<Laid, ApiError> {
        laid(snapshot, knowledge, variant).map_err(|error| internal(&error))?.ok_or_else(untyped)
    };
    let (shared, ours, theirs) = (draft(&three.shared)?, draft(&three.ours)?, draft(&three.theirs)?);
    let rows = protocol::rows(&shared, &ours, &theirs);
    let document = protocol::document(&rows, &ours.document);
    let title = format!("{} к документу «{}»", document.title, ours.document.title);
    let pieces = flow::lay(&document).map_err(|error| internal(&error))?;
    Ok((Protocol { title, rows, facts: facts(three, knowledge) }, pieces))
}

fn render(three: &Three, knowledge: &Knowledge, format: Format, variant: Option<Variant>) -> Result<Vec<u8>, ApiError> {
    let (protocol, pieces) = written(three, knowledge, variant)?;
    export::written(format, &protocol.title, &pieces, &three.theirs.at, || json!(protocol))
}

/// Facts that differ, each of which the person may take over by `PATCH facts`.
fn facts(three: &Three, knowledge: &Knowledge) -> Vec<FactRow> {
    let shown = |snapshot| CONTRACT.present(snapshot, knowledge);
    let (ours, theirs) = (shown(&three.ours), shown(&three.theirs));
    let fact = |fact: FactChange| {
        let at = &fact.pointer;
        FactRow {
            label: name(&theirs.labels, at).or_else(|| name(&ours.labels, at)),
            shown_ours: ours.shown.get(at).cloned(),
            shown_theirs: theirs.shown.get(at).cloned(),
            ours: fact.from,
            theirs: fact.to,
            pointer: fact.pointer,
        }
    };
    compare::difference(&three.ours, &three.theirs).facts.into_iter().map(fact).collect()
}

/// The name of a fact; «сумма» alone says little, so the name of what it belongs to stands before it.
fn name(labels: &BTreeMap<String, String>, at: &str) -> Option<String> {
    let own = labels.get(at)?;
    let above = at.rsplit_once('/').and_then(|(above, _)| labels.get(above));
    Some(above.filter(|above| *above != own).map_or_else(|| own.clone(), |above| format!("{above}: {own}")))
}
