//! `GET /metrics`: figures for whoever watches the server, and the layer that counts requests.

use crate::adapters::metrics::{self, MEDIA, Now};
use crate::model::error::{ApiError, ErrorCode};
use crate::server::body::Failure;
use crate::server::desk::state::size;
use crate::server::health;
use crate::server::router::Server;
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;

/// Counts a request by the route that it matched, never by its path: a path holds ids.
pub async fn counted(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        _ => "other",
    };
    let route = request.extensions().get::<MatchedPath>().map_or_else(|| "other".to_owned(), |it| it.as_str().into());
    let response = next.run(request).await;
    metrics::get().answered(method, route, response.status().as_u16(), began.elapsed());
    response
}

/// `GET /metrics`: for the person at this machine and for whoever has the instance's token.
///
/// # Errors
/// Somebody else asks.
pub async fn text(State(server): State<Server>, asked: Parts) -> Result<impl IntoResponse, Failure> {
    if !server.may_list(&asked) {
        let message = "Показатели видны с этой машины и по LEGALAGI_ACCESS_TOKEN.";
        return Err(Failure(ApiError::new(ErrorCode::Unauthorized, message)));
    }
    let now = Now {
        turns: server.app.lanes.running(),
        streams: server.door.streams.count(),
        requests: server.door.working(),
        database: server.database.as_deref().and_then(size).unwrap_or_default(),
        storage: health::storage(&server).await.is_ok(),
    };
    Ok(([(header::CONTENT_TYPE, MEDIA)], metrics::get().text(now)))
}
