//! The JSON of remarks and sign-offs: `/api/session/{id}/…` for the owner, `/api/share/{token}/…` with a link.

use crate::model::ids::{RemarkId, Version};
use crate::runner::signoff::{NewRemark, NewSignoff, Seat};
use crate::runner::{signoff, view};
use crate::server::body::{Failure, Json};
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::server::share::{self, Closed};
use crate::server::signoff::{by_link, owner};
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

type Made = Result<(StatusCode, axum::Json<Value>), Failure>;

/// Body of a remark.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    text: String,
    #[serde(default)]
    name: String,
    clause: Option<String>,
    answers: Option<RemarkId>,
}

/// Body of a sign-off.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signoff {
    version: Version,
    name: String,
    #[serde(default)]
    note: String,
    text_sha256: Option<String>,
}

/// Why something is refused to whoever comes with a link.
pub enum Refusal {
    /// The link opens nothing.
    Closed(Closed),
    /// What was asked for cannot be done.
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Closed(why) => share::closed(why, &HeaderMap::new()),
            Self::Failed(failure) => failure.into_response(),
        }
    }
}

async fn seat(server: &Server, token: &str) -> Result<Seat, Refusal> {
    by_link(server, token).await?.map_err(Refusal::Closed)
}

async fn listed(server: &Server, seat: &Seat) -> Result<axum::Json<Value>, Failure> {
    let document = signoff::shown(&server.app, &seat.session).await?;
    let (version, text, beside) = (document.version, document.text_sha256, document.beside);
    Ok(axum::Json(json!({
        "version": version, "text_sha256": text, "remarks": beside.remarks, "signoffs": beside.signoffs,
    })))
}

async fn remark(server: &Server, seat: &Seat, body: Remark) -> Made {
    let Remark { text, name, clause, answers } = body;
    let kept = signoff::remark(&server.app, seat, NewRemark { name, text, clause, answers }).await?;
    Ok((StatusCode::CREATED, axum::Json(json!(kept))))
}

async fn settle(server: &Server, seat: &Seat, remark: String) -> Result<StatusCode, Failure> {
    signoff::settle(&server.app, seat, &RemarkId(remark)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn sign(server: &Server, seat: &Seat, body: Signoff) -> Made {
    let Signoff { version, name, note, text_sha256 } = body;
    let kept = signoff::sign(&server.app, seat, NewSignoff { name, note, version, seen: text_sha256 }).await?;
    Ok((StatusCode::CREATED, axum::Json(json!(kept))))
}

/// `GET /api/session/{id}/remarks`: remarks, answers, sign-offs.
///
/// # Errors
/// Unknown session; a contract without a text.
pub async fn own_list(State(server): State<Server>, Path(id): Path<String>) -> Result<axum::Json<Value>, Failure> {
    listed(&server, &owner(session_id(&id)?)).await
}

/// `POST /api/session/{id}/remarks`.
///
/// # Errors
/// A field that is not as it should be; too many remarks.
pub async fn own_remark(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Remark>) -> Made {
    remark(&server, &owner(session_id(&id)?), body).await
}

/// `POST /api/session/{id}/remarks/{remark}/settle`.
///
/// # Errors
/// No such remark.
pub async fn own_settle(
    State(server): State<Server>,
    Path((id, remark)): Path<(String, String)>,
) -> Result<StatusCode, Failure> {
    settle(&server, &owner(session_id(&id)?), remark).await
}

/// `POST /api/session/{id}/signoff`.
///
/// # Errors
/// Another version stands: 409 with its number; a field that is not as it should be.
pub async fn own_sign(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Signoff>) -> Made {
    sign(&server, &owner(session_id(&id)?), body).await
}

/// `GET /api/share/{token}`: the document as it stands, what is open about it, what is said of it.
///
/// # Errors
/// No such link for a lawyer, or an ended one.
pub async fn by_token(State(server): State<Server>, Path(token): Path<String>) -> Result<axum::Json<Value>, Refusal> {
    let seat = seat(&server, &token).await?;
    let view = view::view(&server.app, &seat.session, None).await?;
    let document = signoff::shown(&server.app, &seat.session).await?;
    Ok(axum::Json(json!({
        "version": document.version,
        "text_sha256": document.text_sha256,
        "title": document.title,
        "variant": document.variant,
        "level": view.told.answer.level,
        "holds": view.told.answer.holds,
        "blocks": document.blocks,
        "findings": document.report.findings,
        "remarks": document.beside.remarks,
        "signoffs": document.beside.signoffs,
    })))
}

/// `GET /api/share/{token}/remarks`.
///
/// # Errors
/// No such link for a lawyer, or an ended one.
pub async fn link_list(State(server): State<Server>, Path(token): Path<String>) -> Result<axum::Json<Value>, Refusal> {
    Ok(listed(&server, &seat(&server, &token).await?).await?)
}

/// `POST /api/share/{token}/remarks`.
///
/// # Errors
/// As [`own_remark`]; no name; no such link.
pub async fn link_remark(
    State(server): State<Server>,
    Path(token): Path<String>,
    request: Request,
) -> Result<(StatusCode, axum::Json<Value>), Refusal> {
    // The link first: what is sent to one that opens nothing is not read.
    let seat = seat(&server, &token).await?;
    let Json(body) = Json::from_request(request, &()).await?;
    Ok(remark(&server, &seat, body).await?)
}

/// `POST /api/share/{token}/remarks/{remark}/settle`.
///
/// # Errors
/// No such remark; no such link.
pub async fn link_settle(
    State(server): State<Server>,
    Path((token, remark)): Path<(String, String)>,
) -> Result<StatusCode, Refusal> {
    let seat = seat(&server, &token).await?;
    Ok(settle(&server, &seat, remark).await?)
}

/// `POST /api/share/{token}/signoff`.
///
/// # Errors
/// As [`own_sign`]; no such link.
pub async fn link_sign(
    State(server): State<Server>,
    Path(token): Path<String>,
    request: Request,
) -> Result<(StatusCode, axum::Json<Value>), Refusal> {
    let seat = seat(&server, &token).await?;
    let Json(body) = Json::from_request(request, &()).await?;
    Ok(sign(&server, &seat, body).await?)
}
