//! The list of matters: searched, named, put away.

use crate::model::error::{ApiError, ErrorCode};
use crate::registry;
use crate::runner::past::Listing;
use crate::runner::{fail, matters};
use crate::server::rest::{Answer, session_id};
use crate::server::router::Server;
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::request::Parts;
use serde::Deserialize;
use serde_json::{Value, json};

/// Rows of a page that asks for no other number.
const USUAL: u32 = 50;
/// Rows of the longest page.
const MOST: u32 = 200;
/// Characters of a name.
const LONGEST: usize = 120;

/// The query of `GET /api/sessions`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Words of the title.
    #[serde(default)]
    q: String,
    workspace: Option<String>,
    #[serde(default)]
    archived: bool,
    limit: Option<u32>,
    cursor: Option<String>,
}

/// `GET /api/sessions?q=&workspace=&archived=&limit=&cursor=`: newest first.
///
/// # Errors
/// Not allowed to list; an unknown workspace or parameter.
pub async fn list(State(server): State<Server>, asked: Result<Query<Asked>, QueryRejection>, caller: Parts) -> Answer {
    if !server.may_list(&caller) {
        let message = "Список закрыт: к серверу обращаются по сети, а LEGALAGI_ACCESS_TOKEN не задан.";
        return Err(ApiError::new(ErrorCode::Unauthorized, message).into());
    }
    let unknown = |field: &str| {
        ApiError::new(ErrorCode::InvalidRequest, "Такого отбора нет: есть q, workspace, archived, limit, cursor.")
            .with("field", field)
    };
    let Query(asked) = asked.map_err(|_| unknown("query"))?;
    let workspace = match asked.workspace.as_deref().filter(|name| !name.is_empty()) {
        Some(name) => Some(registry::named(name).ok_or_else(|| unknown("workspace"))?),
        None => None,
    };
    let listing = Listing {
        words: asked.q.trim().chars().take(LONGEST).collect(),
        workspace,
        archived: asked.archived,
        limit: asked.limit.unwrap_or(USUAL).clamp(1, MOST),
        after: asked.cursor.filter(|after| !after.is_empty()),
    };
    let listed = server.app.store.matters(&listing).await.map_err(|error| fail::of_store(&error))?;
    Ok(Json(json!({"sessions": listed.rows, "next_cursor": listed.next})))
}

/// Body of `PATCH /api/session/{id}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// A name; empty: called by its facts again.
    title: Option<String>,
    archived: Option<bool>,
}

/// `PATCH /api/session/{id}` `{title?, archived?}` → the row.
///
/// # Errors
/// Unknown session; nothing to change; a name over 120 characters.
pub async fn describe(
    State(server): State<Server>,
    Path(id): Path<String>,
    body: Result<Json<Change>, JsonRejection>,
) -> Answer {
    let session = session_id(&id)?;
    let Json(change) = body.map_err(|_| {
        ApiError::new(ErrorCode::InvalidRequest, "Нужен объект с полями title (строка) или archived (true, false).")
    })?;
    let row = matters::describe(&server.app, &session, change.title, change.archived).await?;
    Ok(Json(serde_json::to_value(row).unwrap_or(Value::Null)))
}
