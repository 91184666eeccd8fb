//! `GET`/`POST /api/workflows`, `POST /api/workflows/{id}/run`.

use crate::engine::limits;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::tool::{CallMeta, ToolCode};
use crate::runner::cancel::Cancel;
use crate::runner::start_session::check_words;
use crate::runner::{fail, run_workflow};
use crate::server::body::{Failure, Json};
use crate::server::rest::{Answer, answer, request_id, session_id, to_the_end};
use crate::server::router::Server;
use crate::server::upload::{broken, bytes, multipart, told};
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Value, json};

/// Body of `POST /api/workflows`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    name: String,
    steps: Vec<String>,
}

/// Body of `POST /api/workflows/{id}/run`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    query: String,
    #[serde(default)]
    context: Value,
}

/// Body of `POST /api/session/{id}/workflow`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunHere {
    workflow: String,
    #[serde(default)]
    query: Option<String>,
    #[serde(default)]
    request_id: Option<String>,
}

/// All sequences.
///
/// # Errors
/// Storage.
pub async fn list(State(server): State<Server>) -> Answer {
    let all = server.app.store.workflows().await.map_err(|error| fail::of_store(&error))?;
    Ok(axum::Json(json!({"workflows": all})))
}

/// Keeps a sequence. A program sends JSON and gets the sequence; the page's form names its session and goes back there.
pub async fn save(State(server): State<Server>, request: Request) -> Response {
    let kind = request.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("multipart/") {
        return match by_form(&server, request).await {
            Ok(session) => Redirect::to(&format!("/s/{session}#sequences")).into_response(),
            Err(error) => told("Последовательность не сохранена", &error),
        };
    }
    let kept = match Json::<Save>::from_request(request, &server).await {
        Ok(Json(body)) => run_workflow::save(&server.app, &body.name, body.steps).await,
        Err(refused) => return refused.into_response(),
    };
    match kept {
        Ok(workflow) => (StatusCode::CREATED, axum::Json(json!(workflow))).into_response(),
        Err(error) => Failure(error).into_response(),
    }
}

/// The form: `name`, `steps` for each ticked step, `session`.
async fn by_form(server: &Server, request: Request) -> Result<SessionId, ApiError> {
    let mut form = multipart(request).await?;
    let (mut name, mut session, mut steps) = (String::new(), String::new(), Vec::new());
    let mut left = limits::BODY_BYTES;
    while let Some(mut field) = form.next_field().await.map_err(|e| broken(&e))? {
        let key = field.name().unwrap_or_default().to_owned();
        let value = String::from_utf8(bytes(&mut field, &mut left).await?)
            .map_err(|_| ApiError::field(&key, "Поле — не UTF-8."))?;
        match key.as_str() {
            "name" => name = value,
            "session" => session = value,
            _ => steps.push(value),
        }
    }
    let session = session_id(&session)?;
    run_workflow::save(&server.app, &name, steps).await?;
    Ok(session)
}

/// Runs a sequence; a step that failed stands in its row.
///
/// # Errors
/// No such sequence; an empty question; storage.
pub async fn run(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Run>) -> Answer {
    check_words("query", &body.query)?;
    let cancel = Cancel::default();
    let call = CallMeta::default();
    let ran = run_workflow::run(&server.app, &id, &body.query, &body.context, &call, &cancel, &|_, _, _| {}).await;
    match ran {
        Ok(value) => Ok(axum::Json(value)),
        Err(error) => {
            let code = match error.code {
                ToolCode::UnknownTool => ErrorCode::NotFound,
                _ => ErrorCode::StorageUnavailable,
            };
            Err(ApiError::new(code, error.message).into())
        }
    }
}

/// Runs a sequence in a session: on its question, or on another one.
///
/// # Errors
/// No such sequence or session; the step that failed.
pub async fn run_here(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<RunHere>) -> Answer {
    let (session, request) = (session_id(&id)?, request_id(body.request_id)?);
    let app = server.app.clone();
    let run = async move { run_workflow::in_session(&app, &session, &body.workflow, body.query, request).await };
    Ok(axum::Json(answer(&to_the_end(run).await?.snapshot)))
}
