//! Forms of a session as JSON: `POST /api/session/{id}/gate`, and going on where a run stopped.

use crate::engine::rights::{Act, Place, Verdict, decide};
use crate::model::account::Coming;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::RequestId;
use crate::model::snapshot::Snapshot;
use crate::registry;
use crate::runner::{fail, handle_event};
use crate::server::body::Json;
use crate::server::people;
use crate::server::rest::{Answer, answer, request_id, session_id, to_the_end};
use crate::server::router::Server;
use axum::extract::{Path, State};
use axum::http::Extensions;
use serde::Deserialize;
use serde_json::{Value, json};

/// Body of `POST /api/session/{id}/gate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    #[serde(default)]
    request_id: Option<String>,
    state_version: u32,
    form_id: String,
    #[serde(default = "first")]
    form_version: u32,
    #[serde(default)]
    fields: Value,
    #[serde(default)]
    skip: bool,
    #[serde(default)]
    skip_confirmed: bool,
}

fn first() -> u32 {
    1
}

/// A session with what its workspace says behind a form.
fn shown(snapshot: &Snapshot) -> Value {
    let mut value = answer(snapshot);
    for (key, own) in registry::of_state(&snapshot.state).flow.members_of_form(&snapshot.state) {
        value[key] = own;
    }
    value
}

async fn takes_forms(server: &Server, id: &str) -> Result<(), ApiError> {
    let snapshot = server.app.store.latest(&session_id(id)?).await.map_err(|error| fail::of_store(&error))?;
    if registry::of_state(&snapshot.state).flow.takes_forms() {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::NotSupported, "У этого сеанса нет форм: такого у него нет."))
}

/// Handles an event to its end and gives the version that stands then.
///
/// # Errors
/// As [`handle_event::handle_event`].
pub async fn take(server: &Server, id: &str, request: Option<RequestId>, event: Event) -> Result<Snapshot, ApiError> {
    let (app, session) = (server.app.clone(), session_id(id)?);
    let driven = to_the_end(async move { handle_event::handle_event(&app, &session, request, event).await }).await?;
    Ok(driven.snapshot)
}

/// `POST /api/session/{id}/gate`: a form of the session; the run that follows ends at the next gate.
///
/// # Errors
/// `validation_failed` with every field; `conflict` for an old version or another form; busy.
pub async fn gate(
    State(server): State<Server>,
    Path(id): Path<String>,
    extensions: Extensions,
    Json(body): Json<Gate>,
) -> Answer {
    takes_forms(&server, &id).await?;
    // A decision of a person asks for more than a turn.
    let reviews = |coming: &Coming| decide(&coming.visitor, Place::Common, Act::Review) == Verdict::Allowed;
    let is_review = registry::all().any(|one| one.flow.is_review(&body.form_id));
    if is_review && people::coming(&extensions).is_some_and(|coming| !reviews(coming)) {
        return Err(people::forbidden(Act::Review).into());
    }
    let event = Event::Gate {
        form: body.form_id,
        form_version: body.form_version,
        state_version: body.state_version,
        fields: if body.fields.is_null() { json!({}) } else { body.fields },
        skip: body.skip,
        skip_confirmed: body.skip_confirmed,
    };
    let snapshot = take(&server, &id, request_id(body.request_id)?, event).await?;
    Ok(axum::Json(shown(&snapshot)))
}

/// `POST /api/session/{id}/resume`: goes on where a run stopped.
///
/// # Errors
/// Nothing to go on with; busy.
pub async fn resume(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let (app, session) = (server.app.clone(), session_id(&id)?);
    let driven = to_the_end(async move { handle_event::force_step(&app, &session, None).await }).await?;
    Ok(axum::Json(shown(&driven.snapshot)))
}
