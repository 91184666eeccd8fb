//! One user event: the same request id once, one turn at a time, the words on disk first, then the run.

use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::{Edit, Event};
use crate::model::ids::{RequestId, SessionId, StepRunId};
use crate::model::snapshot::Snapshot;
use crate::model::trace::{StepOutcome, TraceEntry};
use crate::runner::app::App;
use crate::runner::drive::{Driven, changed, drive, ends, go_on};
use crate::runner::fail;
use crate::runner::notice::{self, Happened, Notice};
use crate::runner::ports::{Commit, RequestMark, RequestRecord};
use crate::runner::start_session::check_words;
use crate::runner::turn_answer;
use crate::workspaces::{self, Workspace};
use serde_json::Value;
use std::sync::Arc;

/// Handles an event. Spawn it: it must not die with the connection of the client.
///
/// # Errors
/// A broken field, a busy session, a reused request id, or the step that failed (the words stay).
pub async fn handle_event(
    app: &App,
    session: &SessionId,
    request: Option<RequestId>,
    event: Event,
) -> Result<Driven, ApiError> {
    if let Event::Message { text, choice, .. } = &event
        && (choice.is_none() || !text.is_empty())
    {
        check_words("message", text)?;
    }
    if let Event::Sequence { text, .. } = &event {
        check_words("query", text)?;
    }
    let sets = match &event {
        Event::Edit { edit: Edit::Set { value }, .. } => holds_nul(value),
        Event::Card { fields, .. } => fields.values().any(holds_nul),
        Event::Review { set, .. } => set.values().any(holds_nul),
        _ => false,
    };
    if sets {
        return Err(ApiError::field("value", "В значении есть нулевой символ (NUL). Удалите его."));
    }
    let flow = workspace_of(app, session).await?;
    let scope = session.as_str().to_owned();
    let hash = sha256(&serde_json::to_string(&event).unwrap_or_default());
    if let Some((id, record)) = seen(app, &scope, request.as_ref()).await? {
        return again(app, flow, &scope, &id, &hash, record).await;
    }
    let Some(lane) = app.enter(session).await? else { return Err(busy(app, session).await) };
    // The same request may have come and gone while this one waited for its turn.
    if let Some((id, record)) = seen(app, &scope, request.as_ref()).await? {
        drop(lane);
        return again(app, flow, &scope, &id, &hash, record).await;
    }
    let before = app.store.latest(session).await.map_err(|e| fail::of_store(&e))?;
    let moment = app.moment();
    let event = turn_answer::prepared(app, flow, &before, event).await?;
    let knowledge = app.knowledge.current();
    let absorbed = || {
        let settled = flow.absorb(&before, &event, &moment, &knowledge)?;
        let snapshot = Snapshot {
            session: session.clone(),
            version: before.version + 1,
            state: Arc::new(settled.state),
            aside: Arc::new(settled.aside),
            at: moment.now.clone(),
        };
        let told = (flow.named(&snapshot, &knowledge), changed(flow, &before.state, &snapshot.state));
        Ok::<_, ApiError>((snapshot, settled.turns, told))
    };
    let (snapshot, turns, (title, differs)) = app.aside(absorbed).await?;
    let ending = request.as_ref().map(|id| (scope.as_str(), id));
    let commit = Commit {
        title,
        changed: differs,
        snapshot: snapshot.clone(),
        cause: if matches!(event, Event::Message { .. }) { "message" } else { "edit" }.into(),
        turns,
        trace: edit_trace(app, &event, &snapshot),
        request: request.clone().map(|id| RequestMark { id, body_hash: hash }),
        ends: ends(flow, &snapshot, ending),
        events: notice::of_version(flow, Some(&before.state), &snapshot, None),
    };
    let ended = commit.ends.is_some();
    app.store.append(commit).await.map_err(|e| fail::of_store(&e))?;
    let driven = drive(app, flow, snapshot, &lane.cancel, ending).await;
    let result = driven.map(|driven| Driven { ended: driven.ended || ended, ..driven });
    done(app, session, &scope, request.as_ref(), &result).await?;
    result
}

/// The trace of an edit: what the person did, so that a replay can do it again.
fn edit_trace(app: &App, event: &Event, made: &Snapshot) -> Option<TraceEntry> {
    (!matches!(event, Event::Message { .. })).then(|| TraceEntry {
        rationale: "Правка человека.".into(),
        outcome: StepOutcome::Accepted,
        output: serde_json::to_value(event).unwrap_or_default(),
        ..TraceEntry::begun(StepRunId(app.clock.id()), "EDIT", made.version, &made.at, "person")
    })
}

/// Runs a step again that a failed turn left pending, or forces a step of the workspace.
///
/// # Errors
/// As [`handle_event`]; `conflict` when there is nothing to run.
pub async fn force_step(app: &App, session: &SessionId, step: Option<&str>) -> Result<Driven, ApiError> {
    force_step_as(app, session, step, None).await
}

/// As [`force_step`], with a wish that the performer gets to know: in whose favour the document is written.
///
/// # Errors
/// As [`force_step`].
pub async fn force_step_as(
    app: &App,
    session: &SessionId,
    step: Option<&str>,
    variant: Option<&str>,
) -> Result<Driven, ApiError> {
    let flow = workspace_of(app, session).await?;
    let Some(lane) = app.enter(session).await? else { return Err(busy(app, session).await) };
    let mut snapshot = app.store.latest(session).await.map_err(|e| fail::of_store(&e))?;
    if let Some(step) = step {
        let known = flow.steps().iter().find(|known| known.id == step);
        let step = known.ok_or_else(|| {
            let names: Vec<&str> = flow.steps().iter().map(|step| step.id).collect();
            let message = format!("Такого шага нет. Возможные шаги: {}.", names.join(", "));
            ApiError::field("step", message).with("allowed", names)
        })?;
        flow.admits(step, &snapshot)?;
        let mut aside = (*snapshot.aside).clone();
        aside.pending = Some(step.id.to_owned());
        if let Some(variant) = variant {
            flow.wish(step, variant, &mut aside);
        }
        aside.run = crate::model::snapshot::RunCounters::default();
        snapshot.aside = Arc::new(aside);
    } else if snapshot.aside.pending.is_none() {
        return Err(ApiError::new(ErrorCode::Conflict, "Повторять нечего: последний ход завершён."));
    } else {
        let mut aside = (*snapshot.aside).clone();
        aside.run = crate::model::snapshot::RunCounters::default();
        snapshot.aside = Arc::new(aside);
    }
    let result = go_on(app, flow, snapshot, &lane.cancel, true).await;
    if let Err(error) = &result {
        (app.publish)(Notice { session: session.clone(), happened: Happened::Failed { error: error.clone() } });
    }
    result
}

/// The workspace of a session.
///
/// # Errors
/// Unknown session; a workspace that is not offered; storage.
pub async fn workspace_of(app: &App, session: &SessionId) -> Result<&'static dyn Workspace, ApiError> {
    let row = app.store.row(session).await.map_err(|e| fail::of_store(&e))?;
    workspaces::get(row.workspace)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это рабочее пространство ещё не готово."))
}

/// What is answered while a turn of the session runs, or while the process stops.
pub async fn busy(app: &App, session: &SessionId) -> ApiError {
    if app.lanes.is_closed() {
        return fail::stopping();
    }
    let current = app.store.latest(session).await.map(|snapshot| snapshot.version).unwrap_or_default();
    fail::busy(current)
}

/// Whether a value holds what no text holds.
pub fn holds_nul(root: &Value) -> bool {
    let mut stack = vec![root];
    while let Some(value) = stack.pop() {
        match value {
            Value::String(text) if text.contains('\0') => return true,
            Value::Array(items) => stack.extend(items),
            Value::Object(map) if map.keys().any(|key| key.contains('\0')) => return true,
            Value::Object(map) => stack.extend(map.values()),
            _ => {}
        }
    }
    false
}

/// What is kept of a request that was seen before.
async fn seen(
    app: &App,
    scope: &str,
    request: Option<&RequestId>,
) -> Result<Option<(RequestId, RequestRecord)>, ApiError> {
    let Some(id) = request else { return Ok(None) };
    let record = app.store.request(scope, id).await.map_err(|e| fail::of_store(&e))?;
    Ok(record.map(|record| (id.clone(), record)))
}

/// Removes a session with everything in it at once, from the trash too, unless a turn is running.
///
/// # Errors
/// Unknown session; busy; storage.
pub async fn delete_session(app: &App, session: &SessionId) -> Result<(), ApiError> {
    let Some(_lane) = app.enter(session).await? else { return Err(busy(app, session).await) };
    app.store.delete(session).await.map_err(|e| fail::of_store(&e))
}

/// Answers a request id that was seen before.
///
/// The kept answer when it ended; when it was interrupted or failed in a way that trying again can mend, the run
/// goes on from the version that stands: the words are stored once.
///
/// # Errors
/// `request_id_reused` for another body; the kept error; busy.
pub async fn again(
    app: &App,
    flow: &'static dyn Workspace,
    scope: &str,
    id: &RequestId,
    hash: &str,
    record: RequestRecord,
) -> Result<Driven, ApiError> {
    if record.body_hash != hash {
        let message = "Этот request_id уже использован для другого сообщения. Возьмите новый.";
        return Err(ApiError::new(ErrorCode::RequestIdReused, message).with("field", "request_id"));
    }
    let session = record.session;
    match record.outcome {
        Some(Ok(version)) => {
            let snapshot = app.store.version(&session, version).await.map_err(|e| fail::of_store(&e))?;
            return Ok(Driven { snapshot, output: Value::Null, ended: true });
        }
        Some(Err(error)) if !error.retryable => return Err(error),
        _ => {}
    }
    let Some(lane) = app.enter(&session).await? else { return Err(busy(app, &session).await) };
    let snapshot = app.store.latest(&session).await.map_err(|e| fail::of_store(&e))?;
    let result = go_on(app, flow, snapshot, &lane.cancel, false).await;
    done(app, &session, scope, Some(id), &result).await?;
    result
}

/// Records how a request ended and tells who listens when it failed.
///
/// # Errors
/// Storage.
pub async fn done(
    app: &App,
    session: &SessionId,
    scope: &str,
    request: Option<&RequestId>,
    result: &Result<Driven, ApiError>,
) -> Result<(), ApiError> {
    let outcome = match result {
        Ok(driven) => Ok(driven.snapshot.version),
        Err(error) => {
            (app.publish)(Notice { session: session.clone(), happened: Happened::Failed { error: error.clone() } });
            Err(error.clone())
        }
    };
    // A run that came to its end has written so with its last version.
    let ended = result.as_ref().is_ok_and(|driven| driven.ended);
    match request.filter(|_| !ended) {
        Some(id) => app.store.finish_request(scope, id, outcome).await.map_err(|e| fail::of_store(&e)),
        None => Ok(()),
    }
}
