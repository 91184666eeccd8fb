//! The instance's token: a header for programs, a cookie from a small form for people.

use crate::adapters::llm_http::secret::Secret;
use crate::engine::limits;
use crate::engine::prompt::sha256;
use crate::model::access_token::{AccessToken, Scope};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::share::Share;
use crate::model::trail::Actor;
use crate::runner::{fail, share as shares};
use crate::server::body::{Failure, too_large};
use crate::server::door::admission::refuse;
use crate::server::door::caller::Caller;
use crate::server::people::{door, sign_in as by_account};
use crate::server::prefs::{cookie, local};
use crate::server::router::Server;
use crate::server::{admit, share, tokens, trail};
use axum::body::{Body, to_bytes};
use axum::extract::{Form, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// Name of the cookie; its value is a hash of the token.
const COOKIE: &str = "legalagi_access";

/// Lets a request pass when no token is set, or when it carries the token. `/healthz`, the form and share links are
/// open; who follows a link has its copy and nothing else, and nobody else has the copy.
pub async fn guard(State(server): State<Server>, mut request: Request, next: Next) -> Response {
    if server.people.is_some() {
        return door::guard(&server, request, next).await;
    }
    let path = request.uri().path();
    let signs_in = path == "/sign-in" && request.method() == Method::POST;
    if path == "/healthz"
        || path == "/readyz"
        || signs_in
        || path.starts_with("/share/")
        || path.starts_with("/api/share/")
    {
        return next.run(request).await;
    }
    if let Some(given) = tokens::shown(request.headers()) {
        return by_key(&server, given.to_owned(), request, next).await;
    }
    if let Some(token) = server.token.as_ref().filter(|_| has_key(request.headers())) {
        let caller = Caller::found(request.extensions());
        match server.door.guesses.carried(&caller, || carries(request.headers(), token)) {
            Ok(true) => {
                request.extensions_mut().insert(Actor::Token);
                return next.run(request).await;
            }
            Ok(false) => trail::denied(&server, &request, "key"),
            Err(error) => return refuse(error, &request),
        }
    }
    // Only who follows a link, or asks where no token is, can be let in by what a form says.
    let read =
        if is_stranger(&server, request.headers()) { Ok((request, String::new())) } else { with_form(request).await };
    let (mut request, form) = match read {
        Ok(read) => read,
        Err(refused) => return refused,
    };
    match link(&server, Asked::of(&request, &form)).await {
        Ok(Link::Admits(id)) => {
            request.extensions_mut().insert(Actor::Link(id));
            next.run(request).await
        }
        Ok(Link::None) if server.token.is_none() => {
            let here = Caller::found(request.extensions()).person;
            request.extensions_mut().insert(if here { Actor::Person } else { Actor::Anyone });
            next.run(request).await
        }
        Ok(Link::Closed(why)) => {
            trail::denied(&server, &request, "link");
            share::closed(why, request.headers())
        }
        Ok(Link::None) => unknown(&server, &request),
        Err(error) => Failure(error).into_response(),
    }
}

/// Lets a program pass as far as the scopes of its token reach.
async fn by_key(server: &Server, given: String, mut request: Request, next: Next) -> Response {
    let (caller, scope) = (Caller::found(request.extensions()), scope_of(&request));
    match key(server, &given, &caller, scope).await {
        Ok(key) => {
            request.extensions_mut().insert(Actor::Key(key.id.clone()));
            request.extensions_mut().insert(key);
            next.run(request).await
        }
        Err(why) => why.told(server, &request),
    }
}

/// The scope that a request needs.
pub(in crate::server) fn scope_of(request: &Request) -> Scope {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    tokens::needed(request.method(), route)
}

/// Why a token of a program does not open what is asked for.
pub(in crate::server) enum NoKey {
    /// There is no such token.
    Unknown,
    /// Too many wrong ones came.
    Guessed(ApiError),
    /// It may not do this, or storage failed.
    Refused(ApiError),
}

impl NoKey {
    /// The answer.
    pub(in crate::server) fn told(self, server: &Server, request: &Request) -> Response {
        match self {
            Self::Unknown => {
                trail::denied(server, request, "key");
                unknown(server, request)
            }
            Self::Guessed(error) => refuse(error, request),
            Self::Refused(error) => {
                if error.code == ErrorCode::Forbidden {
                    trail::denied(server, request, "scope");
                }
                Failure(error).into_response()
            }
        }
    }
}

/// The token that a program shows, when it has the scope.
pub(in crate::server) async fn key(
    server: &Server,
    given: &str,
    caller: &Caller,
    scope: Scope,
) -> Result<AccessToken, NoKey> {
    let key = tokens::found(&server.sessions, given, &server.app.clock.now()).await.map_err(NoKey::Refused)?;
    // A wrong one is a guess like any other.
    server.door.guesses.carried(caller, || key.is_some()).map_err(NoKey::Guessed)?;
    match key {
        None => Err(NoKey::Unknown),
        Some(key) if key.may(scope) => Ok(key),
        Some(_) => Err(NoKey::Refused(tokens::lacking(scope))),
    }
}

/// What a request's share link says about it.
pub(in crate::server) enum Link {
    /// It opens what is asked for; its public id.
    Admits(String),
    /// It ended or reaches less far, or what is asked for is a copy that needs another link.
    Closed(share::Closed),
    /// No link has a say.
    None,
}

/// What a request asks for. Not the request itself: its body cannot be shared.
pub(in crate::server) struct Asked<'a> {
    method: &'a Method,
    path: &'a str,
    headers: &'a HeaderMap,
    form: &'a str,
}

impl<'a> Asked<'a> {
    /// With the form that it came with.
    pub(in crate::server) fn of(request: &'a Request, form: &'a str) -> Self {
        Self { method: request.method(), path: request.uri().path(), headers: request.headers(), form }
    }
}

/// What the link that a request carries says about it.
pub(in crate::server) async fn link(server: &Server, asked: Asked<'_>) -> Result<Link, ApiError> {
    let Asked { method, path, headers, form } = asked;
    let own = match cookie(headers, share::COOKIE) {
        Some(token) => shares::of_token(&server.app, &token).await?,
        None => None,
    };
    if let Some(share) = &own
        && share.is_live()
        && admit::admits(share.copy.as_ref(), method, path, form)
    {
        return Ok(Link::Admits(share.id.clone()));
    }
    // Without the instance's token a copy is open to its own link only, so that ending the link closes it.
    let asked = admit::addressed(path, form).filter(|id| SessionId::is_well_formed(id)).map(SessionId::from);
    let copy = match asked {
        Some(id) => server.app.store.share_of_copy(&id).await.map_err(|error| fail::of_store(&error))?,
        None => None,
    };
    let is_own = |share: &Share| own.as_ref().is_some_and(|own| own.id == share.id);
    Ok(match copy {
        Some(share) if is_own(&share) && share.is_live() => Link::Closed(share::Closed::Beyond),
        Some(share) if is_own(&share) => Link::Closed(share::Closed::Revoked),
        Some(_) if server.token.is_none() => Link::Closed(share::Closed::Unknown),
        _ => Link::None,
    })
}

/// The form of a server function, read within the limit; other requests go on unread.
pub(super) async fn with_form(request: Request) -> Result<(Request, String), Response> {
    if !request.uri().path().starts_with("/fn/") {
        return Ok((request, String::new()));
    }
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, limits::BODY_BYTES).await.map_err(|_| Failure(too_large()).into_response())?;
    let form = String::from_utf8(bytes.to_vec()).unwrap_or_default();
    if !admit::is_plain(&form) {
        let message = "Форма заполнена не так, как ожидает сервер. Обновите страницу.";
        return Err(Failure(ApiError::field("body", message)).into_response());
    }
    Ok((Request::from_parts(parts, Body::from(bytes)), form))
}

/// Who asks is unknown: the form for a person, an error for a program.
pub(in crate::server) fn unknown(server: &Server, request: &Request) -> Response {
    let path = request.uri().path();
    if wants_page(request.headers()) && !path.starts_with("/api/") {
        let back = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let back = if path == "/sign-in" { "/" } else { back };
        return match server.people {
            Some(_) => by_account::form(StatusCode::UNAUTHORIZED, request.headers(), None, back),
            None => form(StatusCode::UNAUTHORIZED, "", back),
        };
    }
    let mut response =
        Failure(ApiError::new(ErrorCode::Unauthorized, "Нужен ключ доступа: заголовок Authorization: Bearer …"))
            .into_response();
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// Whether a person's browser asks for a page.
#[must_use]
pub fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// Whether a request carries the instance's token.
#[must_use]
pub fn carries(headers: &HeaderMap, token: &Secret) -> bool {
    bears(headers, token) || cookie(headers, COOKIE).is_some_and(|given| same(&given, &sha256(token.expose())))
}

/// Whether a request carries the instance's token in its header.
#[must_use]
pub fn bears(headers: &HeaderMap, token: &Secret) -> bool {
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    bearer.is_some_and(|given| same(given, token.expose()))
}

/// Whether a request carries anything that could be the token.
fn has_key(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION) || has_cookie(headers)
}

/// Whether a request carries the cookie of the form.
#[must_use]
pub fn has_cookie(headers: &HeaderMap) -> bool {
    cookie(headers, COOKIE).is_some()
}

/// Whether a request shows a link to a copy.
#[must_use]
pub fn by_link(headers: &HeaderMap) -> bool {
    cookie(headers, share::COOKIE).is_some()
}

/// Whether a browser gets the files of a page only with the cookie of a link: the instance is closed, and it has not the
/// token.
#[must_use]
pub fn needs_cookie(server: &Server, headers: &HeaderMap) -> bool {
    let is_closed = server.token.is_some() || server.people.is_some();
    let has_token = server.token.as_ref().is_some_and(|token| carries(headers, token));
    is_closed && !has_token && !has_login(server, headers)
}

/// Whether a request carries what could be the cookie of an account.
fn has_login(server: &Server, headers: &HeaderMap) -> bool {
    server.people.is_some() && cookie(headers, by_account::COOKIE).is_some()
}

/// Whether a key is needed and a request shows neither one nor a link.
#[must_use]
pub fn is_stranger(server: &Server, headers: &HeaderMap) -> bool {
    let is_closed = server.token.is_some() || server.people.is_some();
    is_closed && !has_key(headers) && !has_login(server, headers) && cookie(headers, share::COOKIE).is_none()
}

/// Compares without telling by time how much was right: equal hashes of both.
fn same(a: &str, b: &str) -> bool {
    sha256(a).bytes().zip(sha256(b).bytes()).fold(0, |difference, (x, y)| difference | (x ^ y)) == 0
}

/// Body of the form.
#[derive(Deserialize)]
pub struct SignIn {
    #[serde(default)]
    token: String,
    /// The name of an account, where there are accounts.
    #[serde(default)]
    pub(in crate::server) name: String,
    #[serde(default)]
    pub(in crate::server) password: String,
    /// Where the person wanted to go.
    #[serde(default)]
    pub(in crate::server) back: String,
}

/// `GET /sign-in`.
pub async fn page(State(server): State<Server>, headers: HeaderMap) -> Response {
    match server.people {
        Some(_) => by_account::form(StatusCode::OK, &headers, None, "/"),
        None => form(StatusCode::OK, "", "/"),
    }
}

/// `POST /sign-in`.
pub async fn sign_in(
    State(server): State<Server>,
    caller: Caller,
    headers: HeaderMap,
    Form(body): Form<SignIn>,
) -> Response {
    if let Some(people) = &server.people {
        return by_account::sign_in(&server, people, &caller, &headers, &body).await;
    }
    let back = local(&body.back);
    let Some(token) = &server.token else { return Redirect::to(&back).into_response() };
    match server.door.guesses.typed(&caller, || same(&body.token, token.expose())) {
        Ok(true) => {
            let (value, secure) = (sha256(token.expose()), caller.cookie_end());
            let cookie = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000{secure}");
            ([(header::SET_COOKIE, cookie)], Redirect::to(&back)).into_response()
        }
        Ok(false) => form(StatusCode::UNAUTHORIZED, "Ключ не подошёл. Проверьте и введите ещё раз.", &back),
        Err(error) => {
            let wait = error.details["retry_after"].as_u64().unwrap_or(1);
            let refused = form(StatusCode::TOO_MANY_REQUESTS, &error.message, &back);
            ([(header::RETRY_AFTER, wait.to_string())], refused).into_response()
        }
    }
}

/// `POST /sign-out`: this browser forgets the token, and the server the browser.
pub async fn sign_out(State(server): State<Server>, caller: Caller, headers: HeaderMap) -> Response {
    if server.people.is_some() {
        return by_account::sign_out(&server, &caller, &headers).await;
    }
    let cookie = format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0{}", caller.cookie_end());
    ([(header::SET_COOKIE, cookie)], Redirect::to("/sign-in")).into_response()
}

/// A page of a title and one sentence.
#[must_use]
pub fn notice(status: StatusCode, title: &str, words: &str) -> Response {
    alone(status, "ru", title, &format!("<h1>{title}</h1><p class=\"problem\" role=\"alert\">{words}</p>"))
}

fn form(status: StatusCode, problem: &str, back: &str) -> Response {
    let alert =
        if problem.is_empty() { String::new() } else { format!("<p class=\"problem\" role=\"alert\">{problem}</p>") };
    let back = back.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let body = format!(
        "<h1>Вход</h1><p class=\"lead\">Эта установка закрыта ключом. Введите его, чтобы \
         продолжить.</p>{alert}<form class=\"sign-in-form\" method=\"post\" action=\"/sign-in\"><input type=\"hidden\" \
         name=\"back\" value=\"{back}\"><label>Ключ доступа \
         <input type=\"password\" name=\"token\" autocomplete=\"current-password\" required autofocus></label> \
         <button type=\"submit\" class=\"primary\">Войти</button></form><p>Ключ знает администратор (LEGALAGI_ACCESS_TOKEN).</p>"
    );
    alone(status, "ru", "вход", &body)
}

/// A whole page in one response: nothing else is open to whoever sees it, so its style comes along, allowed by hash.
pub(in crate::server) fn alone(status: StatusCode, lang: &str, title: &str, body: &str) -> Response {
    static STYLE: &str = include_str!("../../style/main.css");
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        let hash = BASE64.encode(Sha256::digest(STYLE.as_bytes()));
        format!(
            "default-src 'none'; style-src 'sha256-{hash}'; font-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'"
        )
    });
    let page = format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>LegalAGI — {title}</title><style>{STYLE}</style></head>\
         <body><header class=\"app-bar\"><span class=\"brand\">LegalAGI</span></header><main id=\"main\" \
         class=\"home\">{body}</main></body></html>"
    );
    (status, [(header::CONTENT_SECURITY_POLICY, POLICY.as_str())], Html(page)).into_response()
}
