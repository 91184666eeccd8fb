//! The JSON routes of the plan, over the same runner calls as the page.

use crate::adapters::worker::caller::{self, Caller};
use crate::model::action::{HaltCategory, HaltError, NextAction};
use crate::model::document_view::VARIANTS;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::{Edit, Event};
use crate::model::ids::{QuestionId, RequestId, SessionId, Version};
use crate::model::snapshot::Snapshot;
use crate::registry;
use crate::runner::app::App;
use crate::runner::drive::Driven;
use crate::runner::{edit_fact, fail, handle_event, start_session, trash, turn_answer};
use crate::server::body::{Failure, Json};
use crate::server::opening::Opening;
use crate::server::review;
use crate::server::router::Server;
use crate::workspaces;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;

/// What a JSON handler returns.
pub type Answer = Result<axum::Json<Value>, Failure>;

/// Body of `POST /api/session`: words, or the case of a mock trial.
#[derive(Deserialize)]
pub struct Open {
    #[serde(default)]
    initial_message: Option<String>,
    #[serde(default)]
    workspace: Option<String>,
    #[serde(default)]
    request_id: Option<String>,
    #[serde(flatten)]
    case: Opening,
}

/// Body of `POST /api/session/{id}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Say {
    #[serde(default)]
    message: String,
    #[serde(default)]
    answer_to_question_id: Option<String>,
    #[serde(default)]
    choice_id: Option<String>,
    #[serde(default)]
    request_id: Option<String>,
    /// A card instead of words: its id and its values by pointer.
    #[serde(default)]
    card_id: Option<String>,
    #[serde(default)]
    fields: Option<BTreeMap<String, Value>>,
}

/// Body of `POST /api/session/{id}/step`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    step: String,
    variant: Option<String>,
    /// Contract: a draft of the text at any level; nothing is written.
    #[serde(default)]
    draft: bool,
    /// Research: what the step is given instead of the pipeline's own input.
    input: Option<Value>,
    /// Research: what stands as the step's result.
    output: Option<Value>,
}

/// Body of `PATCH /api/session/{id}/facts`: `op`, or one of `value`, `confirm`, `reject`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    pointer: String,
    #[serde(default)]
    op: Option<String>,
    #[serde(default)]
    value: Option<Value>,
    #[serde(default)]
    confirm: bool,
    #[serde(default)]
    reject: bool,
    #[serde(default)]
    dry_run: bool,
    #[serde(default)]
    request_id: Option<String>,
}

/// Runs to the end even when the client leaves.
///
/// # Errors
/// Those of the work; `internal` when it panicked.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    // A turn goes on when its client has left or the server stops; its files are still those of its caller.
    let caller = Caller { stop: None, ..caller::now() };
    tokio::spawn(caller::on_behalf(caller, work)).await.unwrap_or_else(|_| {
        tracing::error!("a run panicked");
        Err(ApiError::new(ErrorCode::Internal, "Внутренняя ошибка. Сказанное сохранено; повторите."))
    })
}

/// A session id from a path.
///
/// # Errors
/// `not_found` when it cannot be one.
pub fn session_id(text: &str) -> Result<SessionId, ApiError> {
    if SessionId::is_well_formed(text) {
        Ok(SessionId::from(text))
    } else {
        Err(fail::of_store(&crate::runner::ports::StoreError::NotFound))
    }
}

/// A request id from a body.
///
/// # Errors
/// Names the field and the shape.
pub fn request_id(text: Option<String>) -> Result<Option<RequestId>, ApiError> {
    match text {
        Some(text) if !RequestId::is_well_formed(&text) => {
            Err(ApiError::field("request_id", "request_id — от 1 до 100 видимых знаков ASCII без пробелов."))
        }
        text => Ok(text.map(RequestId)),
    }
}

/// A session as the plan answers it.
#[must_use]
pub fn answer(snapshot: &Snapshot) -> Value {
    json!({
        "session_id": snapshot.session,
        "state": *snapshot.state,
        "next_action": visible_action(snapshot),
    })
}

/// A session with the answer of its last turn; the state is written from where it stands, not from a copy.
pub struct Told {
    /// Everything, with null in the place of the state.
    members: Map<String, Value>,
    state: Arc<Value>,
}

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = |(key, value)| if key == STATE { (key, &*self.state) } else { (key, value) };
        serializer.collect_map(self.members.iter().map(|(key, own)| value((key.as_str(), own))))
    }
}

/// The member that holds the state.
const STATE: &str = "state";

/// A session with the answer of its last turn.
///
/// # Errors
/// Storage.
pub async fn told(app: &App, snapshot: &Snapshot) -> Result<Told, ApiError> {
    let mut members = Map::new();
    members.insert("session_id".to_owned(), json!(snapshot.session));
    members.insert(STATE.to_owned(), Value::Null);
    members.insert("next_action".to_owned(), json!(visible_action(snapshot)));
    let own = registry::of_state(&snapshot.state).flow.members(&snapshot.state);
    members.extend(own.into_iter().map(|(key, value)| (key.to_owned(), value)));
    if let Value::Object(told) = json!(turn_answer::of(app, snapshot).await?) {
        members.extend(told);
    }
    Ok(Told { members, state: Arc::clone(&snapshot.state) })
}

/// As [`told`], as a value that more is said in.
///
/// # Errors
/// Storage.
pub async fn answered(app: &App, snapshot: &Snapshot) -> Result<Value, ApiError> {
    let Told { mut members, state } = told(app, snapshot).await?;
    members.insert(STATE.to_owned(), (*state).clone());
    Ok(members.into())
}

/// What the client is to do: the last decision, or to retry what a failed turn left.
fn visible_action(snapshot: &Snapshot) -> NextAction {
    // A session may wait for a form: its state says for which.
    let waiting = registry::of_state(&snapshot.state).flow.waiting(&snapshot.state);
    match (&snapshot.aside.pending, waiting.as_ref().or(snapshot.aside.next_action.as_ref())) {
        (None, Some(action)) => action.clone(),
        (pending, _) => NextAction::HaltError {
            error: HaltError {
                category: HaltCategory::Other,
                message: "Последнее сообщение сохранено, но ещё не обработано.".into(),
                suggested_recovery: Some(format!(
                    "Повторите: POST /api/session/{}/step {{\"step\":\"{}\"}}.",
                    snapshot.session,
                    pending.as_deref().unwrap_or("INTERPRET")
                )),
            },
        },
    }
}

/// `POST /api/session`.
pub async fn open(
    State(server): State<Server>,
    headers: HeaderMap,
    Json(body): Json<Open>,
) -> Result<(StatusCode, axum::Json<Told>), Failure> {
    let named = body.workspace.as_deref().map_or_else(|| Some(registry::usual()), registry::named);
    let one = named.and_then(registry::of).ok_or_else(|| {
        let message = format!("Такого рабочего пространства нет. Возможны: {}.", registry::names().join(", "));
        ApiError::field("workspace", message)
    })?;
    let workspace = one.flow.id();
    let request = request_id(body.request_id)?;
    let app = server.app.clone();
    let first = one.web.opening(body.case, body.initial_message, &headers, app.moment().today())?;
    let started =
        to_the_end(async move { start_session::start_session(&app, workspace, &first, request).await }).await?;
    match started.result {
        Ok(driven) => Ok((StatusCode::CREATED, axum::Json(told(&server.app, &driven.snapshot).await?))),
        Err(error) => Err(Failure(error.with("session_id", started.session.as_str()))),
    }
}

/// `GET /api/session/{id}`.
pub async fn get(State(server): State<Server>, Path(id): Path<String>) -> Result<axum::Json<Told>, Failure> {
    let snapshot = latest(&server.app, &session_id(&id)?).await?;
    Ok(axum::Json(told(&server.app, &snapshot).await?))
}

async fn latest(app: &App, session: &SessionId) -> Result<Snapshot, ApiError> {
    app.store.latest(session).await.map_err(|error| fail::of_store(&error))
}

/// `POST /api/session/{id}`.
pub async fn say(
    State(server): State<Server>,
    Path(id): Path<String>,
    Json(body): Json<Say>,
) -> Result<axum::Json<Told>, Failure> {
    let alone = body.message.is_empty() && body.choice_id.is_none() && body.answer_to_question_id.is_none();
    let event = match (body.fields, body.card_id) {
        // A card that only shows has no fields.
        (fields, Some(card)) if alone => Event::Card { card, fields: fields.unwrap_or_default() },
        (Some(fields), None) if alone => Event::Card { card: String::new(), fields },
        (None, None) => Event::Message {
            text: body.message,
            answers_to: body.answer_to_question_id.map(QuestionId),
            choice: body.choice_id,
        },
        _ => return Err(review::refused("one_of", "fields").into()),
    };
    let driven = handle(&server, &id, body.request_id, event).await?;
    Ok(axum::Json(told(&server.app, &driven.snapshot).await?))
}

/// Handles an event of a person to its end.
///
/// # Errors
/// As [`handle_event::handle_event`].
pub async fn handle(server: &Server, id: &str, request: Option<String>, event: Event) -> Result<Driven, ApiError> {
    let session = session_id(id)?;
    let request = request_id(request)?;
    let app = server.app.clone();
    to_the_end(async move { handle_event::handle_event(&app, &session, request, event).await }).await
}

/// `PATCH /api/session/{id}/facts`.
///
/// # Errors
/// No such fact, a value that fits none, or as [`say`].
pub async fn edit(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Fact>) -> Answer {
    let edit = match (body.op.as_deref(), body.value, body.confirm, body.reject) {
        (Some("set") | None, Some(value), false, false) => Edit::Set { value },
        (Some("confirm"), None, _, false) | (None, None, true, false) => Edit::Confirm,
        (Some("reject"), None, false, _) | (None, None, false, true) => Edit::Reject,
        _ => return Err(ApiError::field("op", "Нужно одно из: value, confirm, reject (или op со значением).").into()),
    };
    let (session, request) = (session_id(&id)?, request_id(body.request_id)?);
    let app = server.app.clone();
    let edited =
        to_the_end(
            async move { edit_fact::edit_fact(&app, &session, request, body.pointer, edit, body.dry_run).await },
        )
        .await?;
    let mut value = answered(&server.app, &edited.snapshot).await?;
    value["reopened"] = json!(edited.reopened);
    Ok(axum::Json(value))
}

/// `POST /api/session/{id}/step`.
pub async fn step(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Force>) -> Answer {
    let session = session_id(&id)?;
    let variant = body.variant.as_deref();
    if variant.is_some_and(|variant| !VARIANTS.contains(&variant)) {
        return Err(ApiError::field("variant", "Возможны party_1, neutral и party_2.").into());
    }
    if body.draft {
        let snapshot = latest(&server.app, &session).await?;
        let web = registry::of_state(&snapshot.state).web;
        let (step_output, draft) = web.draft(&server.app, &snapshot, &body.step, variant).await?;
        let mut value = answer(&snapshot);
        value["step_output"] = step_output;
        value["draft"] = draft;
        return Ok(axum::Json(value));
    }
    let app = server.app.clone();
    if body.input.is_some() || body.output.is_some() || has_run(&app, &session, &body.step).await? {
        let at = body.step.clone();
        let event = Event::Rework { step: body.step, input: body.input, output: body.output };
        let driven = handle(&server, &id, None, event).await?;
        let mut value = answer(&driven.snapshot);
        value["step_output"] = driven.snapshot.state["steps"][at.as_str()].clone();
        return Ok(axum::Json(value));
    }
    let driven = to_the_end(async move {
        handle_event::force_step_as(&app, &session, Some(&body.step), body.variant.as_deref()).await
    })
    .await?;
    let mut value = answer(&driven.snapshot);
    value["step_output"] = driven.output;
    Ok(axum::Json(value))
}

/// Whether a step of a pipeline stands with its output: then everything from it on runs anew.
async fn has_run(app: &App, session: &SessionId, step: &str) -> Result<bool, ApiError> {
    let snapshot = latest(app, session).await?;
    let flow = registry::of_state(&snapshot.state).flow;
    Ok(snapshot.aside.pending.is_none() && flow.reworks(&snapshot.state, step))
}

/// `POST /api/session/{id}/cancel`.
pub async fn cancel(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let session = session_id(&id)?;
    latest(&server.app, &session).await?;
    let cancelled = server.app.lanes.cancel(&session);
    Ok(axum::Json(json!({"cancelled": cancelled})))
}

/// `GET /api/session/{id}/versions`.
pub async fn versions(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let rows = server.app.store.versions(&session_id(&id)?).await.map_err(|e| fail::of_store(&e))?;
    Ok(axum::Json(json!({"versions": rows})))
}

/// `GET /api/session/{id}/versions/{n}`.
pub async fn version(State(server): State<Server>, Path((id, number)): Path<(String, String)>) -> Answer {
    let number: Version = number.parse().map_err(|_| ApiError::field("version", "Номер версии — целое число от 0."))?;
    let snapshot = server.app.store.version(&session_id(&id)?, number).await.map_err(|e| fail::of_store(&e))?;
    Ok(axum::Json(answer(&snapshot)))
}

/// `GET /api/session/{id}/trace`.
pub async fn trace(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let session = session_id(&id)?;
    latest(&server.app, &session).await?;
    let entries = server.app.store.traces(&session).await.map_err(|e| fail::of_store(&e))?;
    Ok(axum::Json(json!({"trace": entries})))
}

/// `GET /api/session/{id}/ledger`.
pub async fn ledger(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let snapshot = latest(&server.app, &session_id(&id)?).await?;
    let entries: Vec<Value> = snapshot
        .aside
        .ledger
        .0
        .iter()
        .map(|(pointer, entry)| {
            let mut value = json!(entry);
            value["pointer"] = json!(pointer);
            value
        })
        .collect();
    Ok(axum::Json(json!({"entries": entries})))
}

/// `GET /api/session/{id}/essential-terms`.
pub async fn essential_terms(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let session = session_id(&id)?;
    let row = server.app.store.row(&session).await.map_err(|e| fail::of_store(&e))?;
    let snapshot = latest(&server.app, &session).await?;
    let knowledge = server.app.knowledge.current();
    let present = || workspaces::get(row.workspace).map(|w| w.present(&snapshot, &knowledge));
    let presented = server.app.aside(present).await;
    Ok(axum::Json(json!(presented.map(|p| p.terms).unwrap_or_default())))
}

/// `DELETE /api/session/{id}`.
pub async fn delete(State(server): State<Server>, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    let session = session_id(&id)?;
    handle_event::delete_session(&server.app, &session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/session/{id}/trash`: hidden at once, deleted for good when its time is over.
///
/// # Errors
/// Unknown session; busy.
pub async fn trash(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let session = session_id(&id)?;
    trash::trash(&server.app, &session).await?;
    Ok(axum::Json(json!({"session_id": session, "minutes": server.trash_minutes})))
}

/// `POST /api/session/{id}/restore`: back from the trash, as it was.
///
/// # Errors
/// Not in the trash, or no longer.
pub async fn restore(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let session = session_id(&id)?;
    trash::restore(&server.app, &session).await?;
    Ok(axum::Json(answer(&latest(&server.app, &session).await?)))
}
