//! Server functions of the list of matters.

use crate::model::error::ApiError;
use crate::model::session::SessionRow;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[cfg(feature = "ssr")]
use {
    crate::api::{MayList, app, told},
    crate::registry,
    crate::runner::{fail, matters, past::Listing},
    crate::server::{access, rest::session_id},
};

/// The sessions that were worked on last; none for those who may not list.
#[server(prefix = "/fn", endpoint = "recent_sessions")]
pub async fn recent_sessions() -> Result<Vec<SessionRow>, ApiError> {
    // Whoever reads by a link sees what the link opens and no other title, wherever the request comes from.
    let guest = use_context::<axum::http::request::Parts>().is_some_and(|asked| access::by_link(&asked.headers));
    if guest || !use_context::<MayList>().is_some_and(|may| may.0) {
        return Ok(vec![]);
    }
    app()?.store.sessions(8).await.map_err(|error| fail::of_store(&error))
}

/// What the page of matters shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matters {
    /// Whether the visitor may list sessions.
    pub allowed: bool,
    /// A page of them.
    pub rows: Vec<SessionRow>,
    /// Where the next page begins.
    pub next: Option<String>,
}

/// A page of the matters, newest first.
#[server(prefix = "/fn", endpoint = "list_matters")]
pub async fn list_matters(
    words: String,
    workspace: Option<String>,
    archived: bool,
    after: Option<String>,
) -> Result<Matters, ApiError> {
    if !use_context::<MayList>().is_some_and(|may| may.0) {
        return Ok(Matters::default());
    }
    let workspace = workspace.as_deref().and_then(registry::named);
    let asked = Listing { words, workspace, archived, limit: 50, after };
    let listed = app()?.store.matters(&asked).await.map_err(|error| fail::of_store(&error))?;
    Ok(Matters { allowed: true, rows: listed.rows, next: listed.next })
}

/// Names a matter, puts it away (`archived` is `yes`) or brings it back (`no`), and goes to the page of matters.
#[server(prefix = "/fn", endpoint = "describe_session")]
pub async fn describe_session(
    session: String,
    title: Option<String>,
    archived: Option<String>,
) -> Result<(), ApiError> {
    let (id, archived) = (session_id(&session)?, archived.map(|word| word == "yes"));
    told(matters::describe(&app()?, &id, title, archived).await)?;
    let done = match archived {
        Some(true) => "archived",
        Some(false) => "returned",
        None => "renamed",
    };
    leptos_axum::redirect(&format!("/matters?done={done}&session={id}"));
    Ok(())
}
