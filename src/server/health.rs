//! Whether the server lives (`/healthz`) and whether it can take work (`/readyz`).

use crate::adapters::worker::pool;
use crate::runner::fail;
use crate::runner::ports::StoreError;
use crate::server::rest::Answer;
use crate::server::router::Server;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) async fn storage(server: &Server) -> Result<(), StoreError> {
    let silent = || StoreError::Failed("no answer in time".to_owned());
    tokio::time::timeout(PATIENCE, server.app.store.ping()).await.unwrap_or_else(|_| Err(silent()))
}

/// `GET /healthz`.
///
/// # Errors
/// The database does not answer, or is damaged.
pub async fn alive(State(server): State<Server>) -> Answer {
    storage(&server).await.map_err(|error| fail::of_store(&error))?;
    let performer = server.app.llm.performer();
    Ok(Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION"), "performer": performer})))
}

/// `GET /readyz`: 503 unless every check lets work in.
pub async fn ready(State(server): State<Server>) -> (StatusCode, Json<Value>) {
    let storage = match storage(&server).await {
        Ok(()) => "ok",
        Err(StoreError::Damaged(_)) => "damaged",
        Err(_) => "unavailable",
    };
    // Readers that are busy take a queue; without a program nothing can be read.
    let workers = match (pool::can_start(), pool::get().load()) {
        (false, _) => "unavailable",
        (true, (_, 0)) => "ok",
        (true, _) => "busy",
    };
    let queue = match (server.app.lanes.is_closed(), server.door.has_room()) {
        (true, _) => "closed",
        (false, false) => "full",
        (false, true) => "ok",
    };
    let is_ready = storage == "ok" && workers != "unavailable" && queue == "ok";
    let (status, word) =
        if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not_ready") };
    let checks = json!({"storage": storage, "workers": workers, "queue": queue});
    (status, Json(json!({"status": word, "checks": checks})))
}
