//! Share links: opened, listed, ended by the session's owner; followed by the other side.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::share::Share;
use crate::runner::{fail, share};
use crate::server::access;
use crate::server::body::Failure;
use crate::server::rest::session_id;
use crate::server::router::Server;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

/// Name of the cookie that carries a link's token.
pub const COOKIE: &str = "legalagi_share";

fn shown(share: &Share) -> Value {
    json!({
        "id": share.id,
        "copy": share.copy,
        "version": share.version,
        "created_at": share.created_at,
        "revoked_at": share.revoked_at,
    })
}

/// `POST /api/session/{id}/share`.
///
/// # Errors
/// Unknown session, a copy, a turn that is not finished.
pub async fn open(
    State(server): State<Server>,
    Path(id): Path<String>,
) -> Result<(StatusCode, axum::Json<Value>), Failure> {
    let opened = share::share(&server.app, &session_id(&id)?).await?;
    let mut value = shown(&opened.share);
    value["url"] = json!(format!("/share/{}", opened.token));
    value["token"] = json!(opened.token);
    Ok((StatusCode::CREATED, axum::Json(value)))
}

/// `GET /api/session/{id}/shares`: without tokens, which are not kept.
///
/// # Errors
/// Unknown session.
pub async fn list(State(server): State<Server>, Path(id): Path<String>) -> Result<axum::Json<Value>, Failure> {
    let session = session_id(&id)?;
    let stored = |error| fail::of_store(&error);
    server.app.store.row(&session).await.map_err(stored)?;
    let shares = server.app.store.shares(&session).await.map_err(stored)?;
    Ok(axum::Json(json!({"shares": shares.iter().map(shown).collect::<Vec<_>>()})))
}

/// `DELETE /api/session/{id}/share/{token}`: the token, or the link's id.
///
/// # Errors
/// No such link of this session.
pub async fn revoke(
    State(server): State<Server>,
    Path((id, token)): Path<(String, String)>,
) -> Result<StatusCode, Failure> {
    share::revoke(&server.app, &session_id(&id)?, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /share/{token}`: a cookie for the copy, and its page.
pub async fn follow(State(server): State<Server>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    match share::of_token(&server.app, &token).await {
        Ok(Some(share)) if share.is_live() => {
            let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000");
            ([(header::SET_COOKIE, cookie)], Redirect::to(&format!("/s/{}", share.copy))).into_response()
        }
        Ok(Some(_)) => closed(Closed::Revoked, &headers),
        Ok(None) => closed(Closed::Unknown, &headers),
        Err(error) => Failure(error).into_response(),
    }
}

/// Why a link does not open something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// No such link.
    Unknown,
    /// It was ended.
    Revoked,
    /// It opens less.
    Beyond,
}

/// What is answered then: words for a person, or the error for a program.
#[must_use]
pub fn closed(why: Closed, headers: &HeaderMap) -> Response {
    let (status, words) = match why {
        Closed::Unknown => {
            (StatusCode::NOT_FOUND, "Такой ссылки нет: возможно, она скопирована не целиком. Попросите её ещё раз.")
        }
        Closed::Revoked => {
            (StatusCode::GONE, "Доступ по этой ссылке отозван. Попросите новую ссылку у того, кто её прислал.")
        }
        Closed::Beyond => {
            (StatusCode::NOT_FOUND, "По этой ссылке доступен только договор для согласования: его текст и условия.")
        }
    };
    if access::wants_page(headers) {
        return access::notice(status, "Ссылка не действует", words);
    }
    (status, axum::Json(json!({"error": ApiError::new(ErrorCode::NotFound, words)}))).into_response()
}
