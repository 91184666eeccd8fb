//! `GET /api/session/{id}/lint`, `POST /api/session/{id}/lint/{finding}/fix`, `POST /api/lint`: what is wrong with a
//! contract, and one click against it.

use crate::engine::knowledge::{Knowledge, clauses};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Edit;
use crate::model::finding::{Finding, FixAction, LintReport};
use crate::model::ids::{RequestId, SessionId};
use crate::model::issue;
use crate::model::snapshot::Snapshot;
use crate::runner::{edit_fact, fail};
use crate::server::body::{Failure, Json};
use crate::server::rest::{answer, request_id, session_id, to_the_end};
use crate::server::router::Server;
use crate::workspaces::contract::draft::{Facts, Variant, draft_of};
use crate::workspaces::contract::{ID, lint};
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

/// Query of the check of a session.
#[derive(Deserialize, Default)]
pub struct Choice {
    variant: Option<String>,
}

/// Body of `POST /api/lint`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    text: String,
}

/// Body of a fix.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    #[serde(default)]
    request_id: Option<String>,
}

/// Checks a version. `today` is `YYYY-MM-DD`.
///
/// # Errors
/// An unknown variant; broken clause libraries. A session about which nothing is known has no findings.
pub fn report(
    snapshot: &Snapshot,
    knowledge: &Knowledge,
    variant: Option<&str>,
    today: &str,
) -> Result<LintReport, ApiError> {
    let wished = variant.map(|name| {
        Variant::parse(name).ok_or_else(|| ApiError::field("variant", "Возможны party_1, neutral и party_2."))
    });
    let wished = wished.transpose()?;
    let book = clauses::embedded().map_err(|error| {
        tracing::error!("lint: {error}");
        ApiError::new(ErrorCode::Internal, "Документ не удалось построить.")
    })?;
    let Some(facts) = Facts::of(snapshot, knowledge) else { return Ok(LintReport::default()) };
    let drafted = draft_of(facts, snapshot, book, wished);
    Ok(lint::drafted(facts, &issue::of_state(&snapshot.state), drafted, today))
}

/// The day of a moment.
#[must_use]
pub fn day(now: &str) -> &str {
    now.get(..10).unwrap_or_default()
}

async fn of_session(server: &Server, session: &SessionId, variant: Option<String>) -> Result<LintReport, ApiError> {
    let row = server.app.store.row(session).await.map_err(|e| fail::of_store(&e))?;
    if row.workspace != ID {
        return Err(ApiError::new(ErrorCode::NotSupported, "Проверка текста есть только у договоров."));
    }
    let snapshot = server.app.store.latest(session).await.map_err(|e| fail::of_store(&e))?;
    let knowledge = server.app.knowledge.current();
    let now = server.app.moment().now;
    server.app.aside(|| report(&snapshot, &knowledge, variant.as_deref(), day(&now))).await
}

/// `GET /api/session/{id}/lint?variant=`.
///
/// # Errors
/// Unknown session, another workspace, an unknown variant.
pub async fn session(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(choice): Query<Choice>,
) -> Result<axum::Json<LintReport>, Failure> {
    Ok(axum::Json(of_session(&server, &session_id(&id)?, choice.variant).await?))
}

/// `POST /api/lint`.
///
/// # Errors
/// A text that is empty or over the limit.
pub async fn text(State(server): State<Server>, Json(body): Json<Text>) -> Result<axum::Json<LintReport>, Failure> {
    if body.text.trim().is_empty() {
        return Err(ApiError::field("text", "Текст пуст. Вставьте текст договора.").into());
    }
    let now = server.app.moment().now;
    let knowledge = server.app.knowledge.current();
    Ok(axum::Json(server.app.aside(|| lint::text(&body.text, &knowledge, day(&now))).await))
}

/// `POST /api/session/{id}/lint/{finding}/fix`: an edit of a fact by the person.
///
/// # Errors
/// No such finding (any more), one without a fix, or as any edit.
pub async fn fix(
    State(server): State<Server>,
    Path((id, finding)): Path<(String, String)>,
    Json(body): Json<Fix>,
) -> Result<axum::Json<Value>, Failure> {
    let session = session_id(&id)?;
    let request = request_id(body.request_id)?;
    let report = of_session(&server, &session, None).await?;
    let (pointer, edit) = match edit_of(&report.findings, &finding) {
        Ok(edit) => edit,
        Err(error) => return again(&server, &session, request.as_ref(), error).await,
    };
    let app = server.app.clone();
    let owner = session.clone();
    let edited =
        to_the_end(async move { edit_fact::edit_fact(&app, &owner, request, pointer, edit, false).await }).await?;
    let mut value = answer(&edited.snapshot);
    value["reopened"] = json!(edited.reopened);
    value["findings"] = json!(of_session(&server, &session, None).await?.findings);
    Ok(axum::Json(value))
}

/// A repeated request finds its own effect: the finding is gone because it was fixed.
async fn again(
    server: &Server,
    session: &SessionId,
    request: Option<&RequestId>,
    error: ApiError,
) -> Result<axum::Json<Value>, Failure> {
    let store = &server.app.store;
    let Some(request) = request else { return Err(error.into()) };
    if store.request(session.as_str(), request).await.map_err(|e| fail::of_store(&e))?.is_none() {
        return Err(error.into());
    }
    let snapshot = store.latest(session).await.map_err(|e| fail::of_store(&e))?;
    let mut value = answer(&snapshot);
    value["reopened"] = json!([]);
    value["findings"] = json!(of_session(server, session, None).await?.findings);
    Ok(axum::Json(value))
}

fn edit_of(findings: &[Finding], id: &str) -> Result<(String, Edit), ApiError> {
    let found = findings.iter().find(|finding| finding.id == id).ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "Такой находки нет: возможно, она уже исправлена.").with("finding", id)
    })?;
    match found.fix.as_ref().map(|fix| &fix.action) {
        Some(FixAction::Set { pointer, value }) => Ok((pointer.clone(), Edit::Set { value: value.clone() })),
        Some(FixAction::Confirm { pointer }) => Ok((pointer.clone(), Edit::Confirm)),
        Some(FixAction::Reject { pointer }) => Ok((pointer.clone(), Edit::Reject)),
        Some(FixAction::Replace { .. }) | None => {
            Err(ApiError::new(ErrorCode::Conflict, "Эту находку одним нажатием не исправить: измените факт сами."))
        }
    }
}
