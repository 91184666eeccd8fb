//! Server functions of edits: one fact written, confirmed or rejected, and what that would reopen.

use crate::api::{app, by_form, filled, told};
use crate::model::error::ApiError;
use crate::model::event::Edit;
use crate::model::session::SessionView;
use crate::runner::{edit_fact, view};
use crate::server::back;
use crate::server::rest::{request_id, session_id, to_the_end};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Something that an edit reopens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reopens {
    /// `issue`, `computed` or `gate`.
    pub kind: String,
    /// Key of the issue, or pointer of the computed fact.
    pub reference: String,
    /// For a person.
    pub title: String,
}

/// Edits one fact: `op` is `set` (with `value`, taken as it is when `kind` is `text`), `confirm` or `reject`.
///
/// A plain form is asked once before it reopens anything: the page comes back with what would reopen, and the value that
/// was looked at is sent along as `seen`.
#[server(prefix = "/fn", endpoint = "edit_fact")]
pub async fn edit_fact(
    session: String,
    request: Option<String>,
    pointer: String,
    op: String,
    value: Option<String>,
    kind: Option<String>,
    seen: Option<String>,
) -> Result<SessionView, ApiError> {
    let edit = edit_of(&op, value.clone(), kind.as_deref())?;
    let headers = use_context::<axum::http::request::Parts>().map(|parts| parts.headers).unwrap_or_default();
    if let (Some(value), true) = (value.filter(|value| op == "set" && seen.as_ref() != Some(value)), by_form(&headers))
    {
        let (app, id) = (app()?, session_id(&session)?);
        let edited = told(edit_fact::edit_fact(&app, &id, None, pointer.clone(), edit.clone(), true).await)?;
        if !edited.reopened.is_empty() {
            let kind = kind.unwrap_or_default();
            let asked = [("propose", pointer.as_str()), ("to_value", value.as_str()), ("kind", kind.as_str())];
            leptos_axum::redirect(&back::to(&headers, &session, &asked));
            return view::view(&app, &id, None).await;
        }
    }
    let (app, id) = (app()?, session_id(&session)?);
    let request = told(request_id(filled(request)))?;
    let run = (app.clone(), id.clone());
    let edited = async move { edit_fact::edit_fact(&run.0, &run.1, request, pointer, edit, false).await };
    told(to_the_end(edited).await)?;
    let view = view::view(&app, &id, None).await?;
    if by_form(&headers) {
        leptos_axum::redirect(&back::to(&headers, &session, &[]));
    }
    Ok(view)
}

/// What an edit would reopen, for the person to read before saving. Changes nothing.
#[server(prefix = "/fn", endpoint = "preview_edit")]
pub async fn preview_edit(
    session: String,
    pointer: String,
    op: String,
    value: Option<String>,
    kind: Option<String>,
) -> Result<Vec<Reopens>, ApiError> {
    let (app, session, edit) = (app()?, session_id(&session)?, edit_of(&op, value, kind.as_deref())?);
    let edited = told(edit_fact::edit_fact(&app, &session, None, pointer, edit, true).await)?;
    let shown = |r: edit_fact::Reopened| Reopens { kind: r.kind.to_owned(), reference: r.reference, title: r.title };
    Ok(edited.reopened.into_iter().map(shown).collect())
}

fn edit_of(op: &str, value: Option<String>, kind: Option<&str>) -> Result<Edit, ApiError> {
    match (op, value) {
        // An amount or a postcode is text although it reads as a number.
        ("set", Some(value)) if kind == Some("text") => Ok(Edit::Set { value: value.trim().into() }),
        ("set", Some(value)) => Ok(Edit::Set { value: serde_json::from_str(&value).unwrap_or(value.into()) }),
        ("confirm", _) => Ok(Edit::Confirm),
        ("reject", _) => Ok(Edit::Reject),
        _ => Err(ApiError::field("op", "Правка — одно из: set со значением, confirm, reject.")),
    }
}
