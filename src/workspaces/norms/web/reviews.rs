//! The queue of norms sessions that wait for a person.

use crate::model::error::{ApiError, ErrorCode};
use crate::server::rest::Answer;
use crate::server::router::Server;
use crate::workspaces::norms::run::reviews;
use axum::extract::State;
use axum::http::request::Parts;
use serde_json::json;

/// `GET /api/norms/reviews`: for whoever may list sessions.
///
/// # Errors
/// Not from here; storage.
pub async fn reviews(State(server): State<Server>, asked: Parts) -> Answer {
    if !server.may_list(&asked) {
        let message = "Очередь закрыта: к серверу обращаются по сети, а LEGALAGI_ACCESS_TOKEN не задан.";
        return Err(ApiError::new(ErrorCode::Unauthorized, message).into());
    }
    Ok(axum::Json(json!({"reviews": reviews::waiting(&server.app).await?})))
}
