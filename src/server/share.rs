//! Share links: opened, listed, ended by the session's owner; followed by the other side.

use crate::engine::limits;
use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::{Edit, Event};
use crate::model::ids::{SessionId, Version};
use crate::model::protocol::{LinkRow, Protocol, Sharing};
use crate::model::session::WorkspaceId;
use crate::model::share::{Parts, Share};
use crate::registry;
use crate::runner::app::App;
use crate::runner::ports::StoreError;
use crate::runner::{fail, share, signoff};
use crate::server::access;
use crate::server::body::{Failure, Json, too_large};
use crate::server::door::caller::Caller;
use crate::server::export::internal;
use crate::server::prefs::cookie;
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::server::signoff::pages;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::request::Parts as Asked;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Value, json};

/// Name of the cookie that carries a link's token.
pub const COOKIE: &str = "legalagi_share";

fn shown(share: &Share) -> Value {
    json!({
        "id": share.id,
        "to": if share.copy.is_some() { "other_side" } else { "lawyer" },
        "copy": share.copy,
        "version": share.version,
        "created_at": share.created_at,
        "revoked_at": share.revoked_at,
    })
}

/// To whom a link opens something.
#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum To {
    /// A copy to the other side.
    #[default]
    OtherSide,
    /// The document itself to a lawyer.
    Lawyer,
}

/// Body of the route.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[serde(default)]
    to: To,
    #[serde(default)]
    question: bool,
    #[serde(default)]
    documents: bool,
}

/// What a body asks for; without a body, a bare copy.
async fn wanted(request: Request) -> Result<Wanted, Failure> {
    let (head, body) = request.into_parts();
    let bytes = to_bytes(body, limits::BODY_BYTES).await.map_err(|_| too_large())?;
    if bytes.is_empty() {
        return Ok(Wanted::default());
    }
    let Json(wanted) = Json::from_request(Request::from_parts(head, Body::from(bytes)), &()).await?;
    Ok(wanted)
}

/// `POST /api/session/{id}/share`.
///
/// # Errors
/// Unknown session, a copy, a turn that is not finished.
pub async fn open(
    State(server): State<Server>,
    Path(id): Path<String>,
    request: Request,
) -> Result<(StatusCode, axum::Json<Value>), Failure> {
    let Wanted { to, question, documents } = wanted(request).await?;
    let session = session_id(&id)?;
    let opened = match to {
        To::OtherSide => share::share(&server.app, &session, Parts { question, documents }).await?,
        To::Lawyer => signoff::open_link(&server.app, &session).await?,
    };
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

/// `GET /share/{token}`: a cookie for the copy, and its page; of a link for a lawyer, the page itself.
pub async fn follow(State(server): State<Server>, Path(token): Path<String>, asked: Asked) -> Response {
    match share::of_token(&server.app, &token).await {
        Ok(Some(Share { copy: Some(copy), revoked_at: None, .. })) => match cookie_of(&token, Some(&asked)) {
            Ok(opens) => ([(header::SET_COOKIE, opens)], Redirect::to(&format!("/s/{copy}"))).into_response(),
            Err(error) => Failure(error).into_response(),
        },
        Ok(Some(Share { copy: None, revoked_at: None, .. })) => pages::lawyer(&server, &token, asked).await,
        Ok(Some(_)) => closed(Closed::Revoked, &asked.headers),
        Ok(None) => closed(Closed::Unknown, &asked.headers),
        Err(error) => Failure(error).into_response(),
    }
}

/// The header by which a browser keeps a link.
///
/// # Errors
/// A token that no link has.
pub fn cookie_of(token: &str, asked: Option<&Asked>) -> Result<HeaderValue, ApiError> {
    let secure = asked.map_or("", |asked| Caller::found(&asked.extensions).cookie_end());
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000{secure}");
    HeaderValue::from_str(&cookie).map_err(|error| internal(&error))
}

/// Name of the cookie that brings a new link to the page about sharing.
const FRESH: &str = "legalagi_new_link";

/// The header that has the page show a new link: for a minute, on that page only, out of reach of scripts.
///
/// # Errors
/// None for the ids that the product makes.
pub fn tell_once(page: &str, opened: &share::Opened, asked: Option<&Asked>) -> Result<HeaderValue, ApiError> {
    let secure = asked.map_or("", |asked| Caller::found(&asked.extensions).cookie_end());
    let cookie = format!("{FRESH}={}; Path={page}; HttpOnly; SameSite=Strict; Max-Age=60{secure}", opened.token);
    HeaderValue::from_str(&cookie).map_err(|error| internal(&error))
}

/// The link that was just opened, as a path.
#[must_use]
pub fn fresh(headers: &HeaderMap) -> Option<String> {
    let token = cookie(headers, FRESH)?;
    let plain = token.len() == 43 && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    plain.then(|| format!("/share/{token}"))
}

/// What the page about sharing shows.
///
/// # Errors
/// Unknown session, storage; a copy of another session.
pub async fn sharing(
    app: &App,
    session: &SessionId,
    with: Option<SessionId>,
    fresh: Option<String>,
) -> Result<Sharing, ApiError> {
    let stored = |error| fail::of_store(&error);
    let row = app.store.row(session).await.map_err(stored)?;
    let mut links = Vec::new();
    for share in app.store.shares(session).await.map_err(stored)? {
        // Links for a lawyer have a page of their own.
        let Some(copy) = share.copy else { continue };
        let made = app.store.versions(&copy).await.map_err(stored)?;
        // What the rules made of the copy is no answer.
        let said = made.iter().filter(|row| matches!(row.cause.as_str(), "message" | "edit")).count();
        let answered = Version::try_from(said).unwrap_or(Version::MAX);
        links.push(LinkRow {
            id: share.id,
            copy: copy.0,
            version: share.version,
            created_at: share.created_at,
            revoked_at: share.revoked_at,
            answered,
        });
    }
    let protocol = match with {
        None => None,
        Some(copy) => match protocol(app, row.workspace, session, &copy).await {
            Ok(protocol) => Some(protocol),
            Err(error) if error.code == ErrorCode::Conflict => None,
            Err(error) => return Err(error),
        },
    };
    // A new link is shown while it works.
    let live = |path: &String| {
        let id = sha256(path.trim_start_matches("/share/"));
        links.iter().any(|link| link.id == id && link.revoked_at.is_none())
    };
    let fresh = fresh.filter(live);
    let has_parts = registry::of(row.workspace).is_some_and(|one| one.flow.has_parts());
    Ok(Sharing { title: row.title, has_parts, links, fresh, protocol })
}

async fn protocol(
    app: &App,
    workspace: WorkspaceId,
    session: &SessionId,
    copy: &SessionId,
) -> Result<Protocol, ApiError> {
    let one = registry::of(workspace).ok_or_else(|| fail::of_store(&StoreError::NotFound))?;
    one.web.protocol(app, session, copy).await
}

/// The edit that takes a fact over from a copy.
///
/// # Errors
/// A copy of another session, a fact that does not differ.
pub async fn theirs(app: &App, session: &SessionId, copy: &SessionId, pointer: String) -> Result<Event, ApiError> {
    let row = app.store.row(session).await.map_err(|error| fail::of_store(&error))?;
    let found =
        protocol(app, row.workspace, session, copy).await?.facts.into_iter().find(|fact| fact.pointer == pointer);
    let fact =
        found.ok_or_else(|| ApiError::new(ErrorCode::Conflict, "Это условие уже совпадает: обновите страницу."))?;
    let edit = if fact.theirs.is_null() { Edit::Reject } else { Edit::Set { value: fact.theirs } };
    Ok(Event::Edit { pointer, edit })
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
        Closed::Beyond => (StatusCode::NOT_FOUND, "По этой ссылке доступна только копия для согласования."),
    };
    if access::wants_page(headers) {
        return access::notice(status, "Ссылка не действует", words);
    }
    (status, axum::Json(json!({"error": ApiError::new(ErrorCode::NotFound, words)}))).into_response()
}
