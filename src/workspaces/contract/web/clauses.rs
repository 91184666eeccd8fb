//! The clauses of a contract over HTTP: how one reads, and a person's own words for it.

use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::runner::{fail, handle_event};
use crate::server::body::Json;
use crate::server::rest::{Answer, answer, request_id, session_id, to_the_end};
use crate::server::router::Server;
use crate::workspaces::contract::draft::overlay;
use crate::workspaces::contract::{clause_edit, stage};
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Value, json};

/// Body of `PUT /api/session/{id}/clauses/{clause_id}`; without `text` the library's words come back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    text: Option<String>,
    request_id: Option<String>,
}

/// `GET /api/session/{id}/clauses/{clause_id}`: the words as they are edited, and what has to be looked at.
pub async fn read(State(server): State<Server>, Path((id, clause)): Path<(String, String)>) -> Answer {
    let snapshot = server.app.store.latest(&session_id(&id)?).await.map_err(|error| fail::of_store(&error))?;
    let knowledge = server.app.knowledge.current();
    let text = clause_edit::text_of(&snapshot, &clause, &knowledge)?;
    let drafted = stage::document(&snapshot, &knowledge, None)
        .map_err(|error| ApiError::field("clause_id", error.to_string()))?;
    let conflict = drafted.conflicts.into_iter().find(|conflict| conflict.clause == clause);
    let edited = overlay::edits(&snapshot).contains_key(&clause);
    Ok(axum::Json(json!({"clause_id": clause, "text": text, "edited": edited, "conflict": conflict})))
}

/// `PUT /api/session/{id}/clauses/{clause_id}`.
pub async fn write(
    State(server): State<Server>,
    Path((id, clause)): Path<(String, String)>,
    Json(body): Json<Words>,
) -> Answer {
    let (session, request) = (session_id(&id)?, request_id(body.request_id)?);
    let app = server.app.clone();
    let event = Event::Clause { clause: clause.clone(), text: body.text };
    let driven = to_the_end(async move { handle_event::handle_event(&app, &session, request, event).await }).await?;
    let mut value = answer(&driven.snapshot);
    let text = clause_edit::text_of(&driven.snapshot, &clause, &server.app.knowledge.current());
    value["text"] = text.map_or(Value::Null, Value::String);
    Ok(axum::Json(value))
}
