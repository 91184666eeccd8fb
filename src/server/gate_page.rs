//! `POST /s/{id}/gate`: a form of a gate as the page sends it, by script or as a plain form.
//!
//! A plain form leads back to the session; one that was not taken is shown again with what was typed and the reason at
//! each field. A script gets the session or the error as JSON.

use crate::engine::form::{Plain, pairs};
use crate::engine::limits;
use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::form::Returned;
use crate::model::ids::SessionId;
use crate::model::session::SessionView;
use crate::registry;
use crate::runner::{fail, handle_event, view};
use crate::server::body::{Failure, too_large};
use crate::server::rest::{request_id, session_id, to_the_end};
use crate::server::router::{Server, provide};
use crate::ui::shell::shell;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use leptos::prelude::provide_context;
use leptos_axum::render_app_async_with_context;

/// Typed evidence is longer than other forms: four bodies of JSON.
const LIMIT: usize = 4 * limits::BODY_BYTES;

/// See the module.
pub async fn submit(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let by_form = accepts_pages(&parts.headers);
    let Ok(bytes) = to_bytes(body, LIMIT).await else { return Failure(too_large()).into_response() };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let sent = pairs(&text);
    match (taken(&server, &id, &text, &sent).await, by_form) {
        (Ok(_), true) => Redirect::to(&format!("/s/{id}")).into_response(),
        (Ok(view), false) => axum::Json(view).into_response(),
        (Err(error), false) => Failure(error).into_response(),
        (Err(error), true) => {
            let form = Plain(&sent).one("form_id").unwrap_or_default().to_owned();
            again(&server, &id, "gate", &parts.headers, Returned { form, pairs: sent, error }).await
        }
    }
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

async fn taken(server: &Server, id: &str, text: &str, sent: &[(String, String)]) -> Result<SessionView, ApiError> {
    let session: SessionId = session_id(id)?;
    let snapshot = server.app.store.latest(&session).await.map_err(|error| fail::of_store(&error))?;
    let plain = Plain(sent);
    let number = |name: &str| plain.one(name).and_then(|text| text.parse::<u32>().ok());
    let named = |name: &str| ApiError::field(name, "Форма заполнена не так, как ожидает сервер. Обновите страницу.");
    let none = || ApiError::new(ErrorCode::NotSupported, "У этого сеанса нет форм: такого у него нет.");
    let form = plain.one("form_id").ok_or_else(|| named("form_id"))?.to_owned();
    let event = Event::Gate {
        form_version: number("form_version").ok_or_else(|| named("form_version"))?,
        state_version: number("state_version").ok_or_else(|| named("state_version"))?,
        fields: registry::of_state(&snapshot.state).flow.form_fields(&snapshot.state, &form, sent).ok_or_else(none)?,
        form,
        skip: plain.one("skip").is_some(),
        skip_confirmed: plain.one("skip_confirmed").is_some(),
    };
    // The same form sent twice is one request; another one of the same version meets the version's check.
    let request = request_id(sha256(text).get(..32).map(|hash| format!("form-{hash}")))?;
    let (app, of) = (server.app.clone(), session.clone());
    to_the_end(async move { handle_event::handle_event(&app, &of, request, event).await }).await?;
    view::view(&server.app, &session, None).await
}

/// The page of the session with the form as it was filled in, at the address that the form was sent to.
pub async fn again(server: &Server, id: &str, at: &str, headers: &HeaderMap, returned: Returned) -> Response {
    let status = StatusCode::from_u16(returned.error.code.status()).unwrap_or(StatusCode::BAD_REQUEST);
    let mut request = Request::new(Body::empty());
    *request.method_mut() = Method::GET;
    if let Ok(uri) = format!("/s/{id}/{at}").parse() {
        *request.uri_mut() = uri;
    }
    *request.headers_mut() = headers.clone();
    let (own, options) = (provide(server), server.leptos.clone());
    let context = move || {
        own();
        provide_context(returned.clone());
    };
    let mut response = render_app_async_with_context(context, move || shell(options.clone()))(request).await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    response
}
