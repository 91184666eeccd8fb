//! A kept sequence of steps on a question: each step through the same door as a tool, its output handed on.

use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::ids::{RequestId, SessionId};
use crate::model::tool::{CallMeta, ToolCode, ToolError};
use crate::model::workflow::Workflow;
use crate::runner::app::App;
use crate::runner::call_tool::{Progress, call_tool};
use crate::runner::cancel::Cancel;
use crate::runner::drive::Driven;
use crate::runner::fail;
use crate::runner::handle_event::handle_event;
use crate::workspaces::research::perform::input;
use crate::workspaces::research::{state, steps};
use serde_json::{Value, json};

/// Keeps a sequence: known steps, each once, in the order of the pipeline; or the whole pipeline alone.
///
/// # Errors
/// A name that is empty or long, an unknown step, an order that cannot run; storage.
pub async fn save(app: &App, name: &str, steps_wanted: Vec<String>) -> Result<Workflow, ApiError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 120 || name.contains('\0') {
        return Err(ApiError::field("name", "Название — от 1 до 120 знаков."));
    }
    let place = |step: &String| steps::STEPS.iter().position(|known| known.id == step);
    if steps_wanted != [steps::ADVICE] {
        let places: Option<Vec<usize>> = steps_wanted.iter().map(place).collect();
        let names: Vec<&str> = steps::STEPS.iter().map(|step| step.id).collect();
        let Some(places) = places.filter(|places| !places.is_empty()) else {
            let message = format!("Возможные шаги: {}; или один {}.", names.join(", "), steps::ADVICE);
            return Err(ApiError::field("steps", message).with("allowed", names));
        };
        if !places.windows(2).all(|pair| pair[0] < pair[1]) {
            let message = format!("Шаги идут в порядке конвейера, каждый один раз: {}.", names.join(", "));
            return Err(ApiError::field("steps", message));
        }
    }
    let workflow =
        Workflow { id: app.clock.id(), name: name.to_owned(), steps: steps_wanted, created_at: app.clock.now() };
    app.store.add_workflow(workflow.clone()).await.map_err(|error| fail::of_store(&error))?;
    Ok(workflow)
}

/// Runs a kept sequence in a session, on its question or another one; every step is a version like any other.
///
/// # Errors
/// No such workflow; as [`handle_event`].
pub async fn in_session(
    app: &App,
    session: &SessionId,
    id: &str,
    query: Option<String>,
    request: Option<RequestId>,
) -> Result<Driven, ApiError> {
    let all = app.store.workflows().await.map_err(|error| fail::of_store(&error))?;
    let workflow = all
        .into_iter()
        .find(|workflow| workflow.id == id)
        .ok_or_else(|| ApiError::field("workflow", "Такой последовательности нет. Список: GET /api/workflows."))?;
    let text = match query {
        Some(query) => query,
        None => {
            let now = app.store.latest(session).await.map_err(|error| fail::of_store(&error))?;
            now.state["query"].as_str().unwrap_or_default().to_owned()
        }
    };
    let whole = || steps::STEPS.iter().map(|step| step.id.to_owned()).collect();
    let steps = if workflow.steps == [steps::ADVICE] { whole() } else { workflow.steps };
    handle_event(app, session, request, Event::Sequence { text, name: workflow.name, steps }).await
}

/// Runs a kept sequence; stops at the first step that fails and says which.
///
/// # Errors
/// No such workflow; storage.
pub async fn run(
    app: &App,
    id: &str,
    query: &str,
    context: &Value,
    call: &CallMeta,
    cancel: &Cancel,
    progress: Progress<'_>,
) -> Result<Value, ToolError> {
    let all = app.store.workflows().await.map_err(|error| ToolError::from(fail::of_store(&error)))?;
    let Some(workflow) = all.into_iter().find(|workflow| workflow.id == id) else {
        return Err(ToolError::new(ToolCode::UnknownTool, "Такой последовательности нет. Список: GET /api/workflows."));
    };
    let call = CallMeta { trace_id: Some(call.trace_id.clone().unwrap_or_else(|| app.clock.id())), ..call.clone() };
    let mut whole = state::fresh(&SessionId(String::new()), query, &app.clock.now());
    if context.is_object() {
        whole["control"]["context"] = context.clone();
    }
    let total = workflow.steps.len();
    let mut rows = Vec::new();
    let mut failed = false;
    for (index, step) in workflow.steps.iter().enumerate() {
        let given = if step == steps::ADVICE {
            let mut given = json!({"query": query});
            if context.is_object() {
                given["context"] = context.clone();
            }
            given
        } else {
            input::of(step, &whole)
        };
        let reply = call_tool(app, step, given, &call, cancel, &|_, _, _| {}).await;
        let mut row = json!({"step": step, "meta": reply.meta});
        match reply.result {
            Ok(output) => {
                if step != steps::ADVICE {
                    whole["steps"][step.as_str()] = output.clone();
                }
                row["output"] = output;
            }
            Err(error) => {
                row["error"] = json!(error);
                failed = true;
            }
        }
        rows.push(row);
        progress(step, index + 1, total);
        if failed {
            break;
        }
    }
    Ok(json!({"workflow": workflow, "query": query, "complete": !failed, "steps": rows}))
}
