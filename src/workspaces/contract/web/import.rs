//! `POST /api/import`: an existing contract becomes a session whose first turns are its words.
//!
//! The words pass the same door as anything a person says: they are data, their facts are traced to quotes, and the
//! guards hold. Files are read in a process of their own.

use crate::adapters::extract::ExtractError;
use crate::adapters::worker;
use crate::engine::limits;
use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::finding::{Finding, LintReport};
use crate::model::ids::{RequestId, SessionId};
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::{fail, handle_event, start_session};
use crate::server::body::Failure;
use crate::server::rest::{answer, request_id, to_the_end};
use crate::server::router::Server;
use crate::server::upload::{broken, bytes, multipart, refused, told};
use crate::workspaces::Workspace;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::web::lint::{day, report};
use crate::workspaces::contract::{ID, lint};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

/// Rules whose findings on the facts add to those on the words.
const OF_FACTS: [&str; 9] = ["L04", "L05", "L15", "L17", "L19", "L21", "L23", "L24", "L33"];

/// What was sent.
#[derive(Default)]
struct Sent {
    file: Option<Vec<u8>>,
    text: Option<String>,
    request: Option<RequestId>,
}

/// Opens a session with the text of a contract: multipart with `file` (DOCX, PDF, text) or `text`, and `request_id`.
///
/// A program gets the session, its terms and findings, or an error with `details.reason`; a form leads to the session's
/// page, or to words about what is wrong with the file.
pub async fn import(State(server): State<Server>, request: Request) -> Response {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let by_form = accept.contains("text/html");
    match (opened(server, request).await, by_form) {
        (Ok(value), false) => (StatusCode::CREATED, axum::Json(value)).into_response(),
        (Ok(value), true) => {
            let session = value["session_id"].as_str().unwrap_or_default();
            Redirect::to(&format!("/s/{session}?view=document")).into_response()
        }
        (Err(error), false) => error.into_response(),
        (Err(error), true) => told("Файл не прочитан", &error.0),
    }
}

async fn opened(server: Server, request: Request) -> Result<Value, Failure> {
    let sent = sent(request).await?;
    let text = match (sent.file, sent.text) {
        (Some(bytes), None) => worker::text(bytes).await.map_err(refused)?,
        (None, Some(text)) => text,
        _ => return Err(ApiError::field("file", "Нужен файл (file) или текст (text), что-то одно.").into()),
    };
    let text = text.replace("\r\n", "\n");
    if text.len() > lint::MOST_BYTES {
        return Err(refused(ExtractError::TooLong).into());
    }
    let parts = limits::parts(&text, limits::MESSAGE_BYTES);
    let app = server.app.clone();
    let snapshot = to_the_end(async move { say(&app, parts, sent.request).await }).await?;
    let knowledge = server.app.knowledge.current();
    let presented = server.app.aside(|| CONTRACT.present(&snapshot, &knowledge)).await;
    let mut value = answer(&snapshot);
    let now = server.app.moment().now;
    let found = server.app.aside(|| checked(&text, &snapshot, &knowledge, day(&now))).await?;
    value["terms"] = json!(presented.terms);
    value["findings"] = json!(found.1.findings);
    value["fairness"] = json!(found.1.fairness);
    value["text"] = json!(found.0);
    Ok(value)
}

/// The findings on the words, and what only the facts show.
fn checked(
    text: &str,
    snapshot: &Snapshot,
    knowledge: &crate::engine::knowledge::Knowledge,
    today: &str,
) -> Result<(String, LintReport), ApiError> {
    let mut found = lint::text(text, knowledge, today);
    let facts = report(snapshot, knowledge, None, today)?;
    let adds = |finding: &Finding| {
        OF_FACTS.contains(&finding.rule.as_str()) && !found.findings.iter().any(|other| other.rule == finding.rule)
    };
    let more: Vec<Finding> = facts.findings.into_iter().filter(adds).collect();
    found.findings.extend(more);
    found.findings.sort_by_key(|finding| finding.severity);
    Ok((text.to_owned(), found))
}

/// The words as turns: the first opens the session.
async fn say(app: &App, parts: Vec<String>, request: Option<RequestId>) -> Result<Snapshot, ApiError> {
    let mut parts = parts.into_iter().enumerate();
    let Some((_, first)) = parts.next() else {
        return Err(ApiError::field("text", "Текст пуст. Вставьте текст договора."));
    };
    let started = start_session::start_session(app, ID, &first, request.clone()).await?;
    let session: SessionId = started.session;
    let named = |error: ApiError| error.with("session_id", session.as_str());
    let mut snapshot = started.result.map_err(named)?.snapshot;
    for (i, text) in parts {
        // A repeated import says nothing twice.
        let request =
            request.as_ref().map(|id| RequestId(format!("{}.{i}", id.0.chars().take(90).collect::<String>())));
        let event = Event::Message { text, answers_to: None, choice: None };
        let driven = handle_event::handle_event(app, &session, request, event).await.map_err(named)?;
        snapshot = driven.snapshot;
    }
    app.store.latest(&session).await.map_err(|e| fail::of_store(&e)).or(Ok(snapshot))
}

async fn sent(request: Request) -> Result<Sent, ApiError> {
    let mut form = multipart(request).await?;
    let mut sent = Sent::default();
    let mut left = limits::UPLOAD_BYTES;
    while let Some(mut field) = form.next_field().await.map_err(|e| broken(&e))? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = bytes(&mut field, &mut left).await?;
        let words = |bytes: Vec<u8>| {
            String::from_utf8(bytes).map_err(|_| ApiError::field(&name, "Поле — не UTF-8. Отправьте файл полем file."))
        };
        match name.as_str() {
            "file" => sent.file = Some(bytes).filter(|bytes| !bytes.is_empty()),
            "text" => sent.text = Some(words(bytes)?).filter(|text| !text.trim().is_empty()),
            "request_id" => sent.request = request_id(Some(words(bytes)?))?,
            _ => return Err(ApiError::field("form", "Есть только поля file, text и request_id.")),
        }
    }
    Ok(sent)
}
