//! The pages that the server alone makes, in the same frame as the others.

use crate::model::claim::{ClaimKind, Support};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::session::{SessionRow, SessionView};
use crate::registry;
use crate::runner::{fail, view};
use crate::server::desk::{files, state};
use crate::server::rest::session_id;
use crate::server::router::{Server, provide};
use crate::ui::prefs::Theme;
use crate::ui::served::frame::{Served, frame};
use crate::ui::served::{offline, settings, styleguide, types, why};
use crate::ui::shell::shell;
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use leptos::prelude::{AnyView, provide_context};
use leptos_axum::render_app_async_with_context;
use serde::Deserialize;
use std::sync::Arc;

/// Matters beside a page.
const RECENT: u32 = 8;

/// `GET /settings`.
pub async fn settings(State(server): State<Server>, asked: Parts) -> Response {
    let (allowed, keeps) = (server.may_list(&asked), server.may_keep(&asked));
    let lang = files::prefs(&asked.headers).lang;
    match state::read(&server, allowed, lang.as_str()).await {
        Ok(status) => {
            let check = server.checking.last().filter(|_| keeps);
            let shown = Arc::new(settings::Shown { status, allowed, keeps, check });
            page(&server, asked, move || settings::page(&shown)).await
        }
        Err(error) => crate::server::body::Failure(error).into_response(),
    }
}

/// `GET /types`.
pub async fn types(State(server): State<Server>, asked: Parts) -> Response {
    let packs = state::contracts(&server);
    page(&server, asked, move || types::page(&packs)).await
}

/// Query of `GET /styleguide`.
#[derive(Deserialize)]
pub struct Look {
    theme: Option<String>,
}

/// `GET /styleguide?theme=dark`: what the pages are made of.
pub async fn styleguide(State(server): State<Server>, Query(look): Query<Look>, asked: Parts) -> Response {
    let theme = look.theme.as_deref().and_then(Theme::named);
    page(&server, asked, move || styleguide::page(theme)).await
}

/// `GET /offline`: what is shown when the server cannot be reached.
pub async fn offline(State(server): State<Server>, mut asked: Parts) -> Response {
    // The browser keeps this page: nobody's matters stand on it.
    asked.extensions.insert(Alone);
    page(&server, asked, offline::page).await
}

/// `GET /s/{id}/why`: what was checked of a contract, and what was not.
pub async fn why(State(server): State<Server>, Path(id): Path<String>, asked: Parts) -> Response {
    match reasons(&server, &id).await {
        Ok((view, found)) => page(&server, asked, move || why::page(&view, &found)).await,
        // The page of the matter says that there is none.
        Err(_) => unknown(&server, asked).await,
    }
}

async fn reasons(server: &Server, id: &str) -> Result<(SessionView, why::Found), ApiError> {
    let session = session_id(id)?;
    let view = view::view(&server.app, &session, None).await?;
    let one = registry::of(view.row.workspace).filter(|one| one.flow.has_document());
    if one.is_none() {
        return Err(ApiError::new(ErrorCode::NotFound, "-"));
    }
    let found = checked(server, &session).await?;
    Ok((view, found))
}

/// What was checked of a contract.
pub(in crate::server) async fn checked(server: &Server, session: &SessionId) -> Result<why::Found, ApiError> {
    let snapshot = server.app.store.latest(session).await.map_err(|error| fail::of_store(&error))?;
    let knowledge = server.app.knowledge.current();
    let now = server.app.moment().now;
    let one = registry::of_state(&snapshot.state);
    let today = now.get(..10).unwrap_or_default();
    let both = || (one.flow.claims(&snapshot, &knowledge, today), one.web.findings(&snapshot, &knowledge, today));
    let (mut told, findings) = server.app.aside(both).await;
    // Findings have a list of their own there.
    told.retain(|claim| claim.kind != ClaimKind::Finding);
    let counts = |certain: bool| told.iter().filter(|claim| claim.support.certifies(claim.by) == certain).count();
    let by = |support: Support| told.iter().filter(|claim| claim.support == support).count();
    let (sure, unsure) = (counts(true), counts(false));
    let kinds = [Support::Confirmed, Support::Stated, Support::Derived, Support::Default, Support::Assumed];
    let kinds = kinds.into_iter().map(|kind| (kind, by(kind))).filter(|(_, n)| *n > 0).collect();
    Ok(why::Found { sure, unsure, kinds, findings })
}

/// Marks a request whose page is the same for everybody.
#[derive(Clone, Copy)]
pub(in crate::server) struct Alone;

/// A page of the server alone, in the frame of all pages.
pub(in crate::server) async fn page(
    server: &Server,
    asked: Parts,
    body: impl Fn() -> Served + Send + Sync + 'static,
) -> Response {
    let alone = asked.extensions.get::<Alone>().is_some();
    let recent: Vec<SessionRow> = match server.may_list(&asked) && !alone {
        true => server.app.store.sessions(RECENT).await.unwrap_or_default(),
        false => Vec::new(),
    };
    let (own, body) = (provide(server), Arc::new(body));
    let context = move || {
        own();
        provide_context(crate::ui::served::frame::Recent(recent.clone()));
    };
    let app = move || -> AnyView { frame(body()) };
    render_app_async_with_context(context, app)(Request::from_parts(asked, Body::empty())).await
}

/// The page for an unknown address.
pub(in crate::server) async fn unknown(server: &Server, asked: Parts) -> Response {
    let options = server.leptos.clone();
    let request = Request::from_parts(asked, Body::empty());
    let mut response = render_app_async_with_context(provide(server), move || shell(options.clone()))(request).await;
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
