//! The instance's token: a header for programs, a cookie from a small form for people.

use crate::adapters::llm_http::secret::Secret;
use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::server::body::Failure;
use crate::server::prefs::{cookie, local};
use crate::server::router::Server;
use axum::extract::{Form, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// Name of the cookie; its value is a hash of the token.
const COOKIE: &str = "legalagi_access";

/// Lets a request pass when no token is set, or when it carries the token. `/healthz` and the form are open.
pub async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let Some(token) = &server.token else { return next.run(request).await };
    let path = request.uri().path();
    let signs_in = path == "/sign-in" && request.method() == Method::POST;
    if path == "/healthz" || signs_in || carries(request.headers(), token) {
        return next.run(request).await;
    }
    let wants_page = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    if wants_page && !path.starts_with("/api/") {
        let back = request.uri().path_and_query().map_or("/", |path| path.as_str());
        return form(StatusCode::UNAUTHORIZED, "", if path == "/sign-in" { "/" } else { back });
    }
    Failure(ApiError::new(ErrorCode::Unauthorized, "Нужен ключ доступа: заголовок Authorization: Bearer …"))
        .into_response()
}

fn carries(headers: &HeaderMap, token: &Secret) -> bool {
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    bearer.is_some_and(|given| same(given, token.expose()))
        || cookie(headers, COOKIE).is_some_and(|given| same(&given, &sha256(token.expose())))
}

/// Compares without telling by time how much was right: equal hashes of both.
fn same(a: &str, b: &str) -> bool {
    sha256(a).bytes().zip(sha256(b).bytes()).fold(0, |difference, (x, y)| difference | (x ^ y)) == 0
}

/// Body of the form.
#[derive(Deserialize)]
pub struct SignIn {
    token: String,
    /// Where the person wanted to go.
    #[serde(default)]
    back: String,
}

/// `GET /sign-in`.
pub async fn page() -> Response {
    form(StatusCode::OK, "", "/")
}

/// `POST /sign-in`.
pub async fn sign_in(State(server): State<Server>, Form(body): Form<SignIn>) -> Response {
    let back = local(&body.back);
    match &server.token {
        Some(token) if same(&body.token, token.expose()) => {
            let value = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000", sha256(token.expose()));
            ([(header::SET_COOKIE, value)], Redirect::to(&back)).into_response()
        }
        Some(_) => form(StatusCode::UNAUTHORIZED, "Ключ не подошёл. Проверьте и введите ещё раз.", &back),
        None => Redirect::to(&back).into_response(),
    }
}

/// The whole form in one response: nothing else is open without the token, so its style comes along, allowed by hash.
fn form(status: StatusCode, problem: &str, back: &str) -> Response {
    static STYLE: &str = include_str!("../../style/main.css");
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        let hash = BASE64.encode(Sha256::digest(STYLE.as_bytes()));
        format!(
            "default-src 'none'; style-src 'sha256-{hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
    });
    let alert =
        if problem.is_empty() { String::new() } else { format!("<p class=\"problem\" role=\"alert\">{problem}</p>") };
    let back = back.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let page = format!(
        "<!doctype html><html lang=\"ru\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>LegalAGI — вход</title><style>{STYLE}</style></head>\
         <body><header class=\"app-bar\"><span class=\"brand\">LegalAGI</span></header><main id=\"main\" \
         class=\"home\"><h1>Вход</h1><p class=\"lead\">Эта установка закрыта ключом. Введите его, чтобы \
         продолжить.</p>{alert}<form class=\"sign-in-form\" method=\"post\" action=\"/sign-in\"><input type=\"hidden\" \
         name=\"back\" value=\"{back}\"><label>Ключ доступа \
         <input type=\"password\" name=\"token\" autocomplete=\"current-password\" required autofocus></label> \
         <button type=\"submit\" class=\"primary\">Войти</button></form><p>Ключ знает администратор (LEGALAGI_ACCESS_TOKEN).</p></main>\
         </body></html>"
    );
    (status, [(header::CONTENT_SECURITY_POLICY, POLICY.as_str())], Html(page)).into_response()
}
