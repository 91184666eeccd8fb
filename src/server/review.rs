//! `/api/session/{id}/review` and `/undo`: the review list with the person's word about it, and the last turn back.

use crate::engine::knowledge::dialogue;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::Version;
use crate::runner::view;
use crate::server::body::Json;
use crate::server::rest::{Answer, answered, handle, session_id};
use crate::server::router::Server;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// `"all"`, or ids.
#[derive(Deserialize)]
#[serde(untagged)]
enum Accepted {
    Word(String),
    Ids(Vec<String>),
}

/// Body of `POST …/review`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    #[serde(default)]
    request_id: Option<String>,
    state_version: Version,
    #[serde(default)]
    accept: Option<Accepted>,
    #[serde(default)]
    reject: Vec<String>,
    #[serde(default)]
    set: BTreeMap<String, Value>,
}

/// Body of `POST …/undo`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    #[serde(default)]
    request_id: Option<String>,
}

/// A refusal whose words stand among the words of the dialogue.
#[must_use]
pub fn refused(code: &str, field: &str) -> ApiError {
    let message = dialogue::embedded().map(|words| words.fault(code).to_owned()).unwrap_or_default();
    ApiError::new(ErrorCode::ValidationFailed, message).with("field", field)
}

/// `GET /api/session/{id}/review`.
///
/// # Errors
/// Unknown session; storage.
pub async fn list(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let session = session_id(&id)?;
    let shown = view::view(&server.app, &session, None).await?;
    Ok(axum::Json(json!({"state_version": shown.row.version, "items": shown.told.review.items})))
}

/// `POST /api/session/{id}/review`.
///
/// # Errors
/// A stale list, an unknown id, a value that does not fit, or as any turn.
pub async fn take(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Word>) -> Answer {
    let (all, accept) = match body.accept {
        None => (false, Vec::new()),
        Some(Accepted::Ids(ids)) => (false, ids),
        Some(Accepted::Word(word)) if word == "all" => (true, Vec::new()),
        Some(Accepted::Word(_)) => return Err(refused("review_unknown", "accept").into()),
    };
    let event = Event::Review { state_version: body.state_version, all, accept, reject: body.reject, set: body.set };
    let driven = handle(&server, &id, body.request_id, event).await?;
    let mut value = answered(&server.app, &driven.snapshot).await?;
    let left = view::view(&server.app, &session_id(&id)?, None).await?;
    value["items"] = json!(left.told.review.items);
    Ok(axum::Json(value))
}

/// `POST /api/session/{id}/undo`.
///
/// # Errors
/// `nothing_to_undo`, or as any turn.
pub async fn undo(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Undo>) -> Answer {
    let event = Event::Undo { undone: 0, words: None, base: None };
    let driven = handle(&server, &id, body.request_id, event).await?;
    Ok(axum::Json(answered(&server.app, &driven.snapshot).await?))
}
