//! The routes of a mock trial: evidence, rounds, another answer about a fact, the report.

use crate::adapters::extract::{ExtractError, plain};
use crate::adapters::worker;
use crate::engine::limits;
use crate::engine::prompt::hex;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::snapshot::Snapshot;
use crate::runner::fail;
use crate::server::body::{Failure, Json};
use crate::server::export;
use crate::server::gate::take;
use crate::server::rest::{Answer, request_id, session_id};
use crate::server::router::Server;
use crate::server::upload::{self, told};
use crate::server::workspace::Filing;
use crate::workspaces::trial::report::pieces::{Which, part, pieces};
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::{settle, tree};
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// A session of this workspace, as it stands.
///
/// # Errors
/// No such session, another workspace, storage.
pub async fn trial_of(server: &Server, id: &str) -> Result<(Snapshot, Trial), ApiError> {
    let snapshot = server.app.store.latest(&session_id(id)?).await.map_err(|error| fail::of_store(&error))?;
    let trial = Trial::of(&snapshot.state)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это не учебный процесс: такого у этого сеанса нет."))?;
    Ok((snapshot, trial))
}

/// `GET /api/session/{id}/rounds/{n}`: the payload of `ROUND_END`.
///
/// # Errors
/// No such round, or it still runs.
pub async fn round(State(server): State<Server>, Path((id, number)): Path<(String, String)>) -> Answer {
    let (_, trial) = trial_of(&server, &id).await?;
    let found = trial.rounds.iter().find(|round| round.round.to_string() == number && !round.end.is_null());
    let absent = || ApiError::new(ErrorCode::NotFound, "Такого раунда ещё нет.");
    Ok(axum::Json(found.map(|round| round.end.clone()).ok_or_else(absent)?))
}

/// Body of `POST /api/session/{id}/flip`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turned {
    fact_id: String,
}

/// `POST /api/session/{id}/flip`: what another answer about one fact would change. Writes nothing.
///
/// # Errors
/// No such fact, or the facts are not divided yet.
pub async fn flip(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Turned>) -> Answer {
    let (_, trial) = trial_of(&server, &id).await?;
    let found = settle::pack(&trial)
        .and_then(|pack| tree::flip(&pack, &trial.facts.items, &trial.evidence, &body.fact_id))
        .ok_or_else(|| ApiError::new(ErrorCode::NotFound, "Такого факта нет.").with("fact_id", body.fact_id.clone()))?;
    Ok(axum::Json(found))
}

/// `POST /api/session/{id}/evidence`: multipart with `file` or `text`, `title`, `side`, `request_id`. A form of the page
/// leads back to it, or to words about what is wrong; a program gets the piece or the error.
pub async fn evidence(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let by_form = accept.contains("text/html");
    match (added(&server, &id, request).await, by_form) {
        (Ok(_), true) => Redirect::to(&format!("/s/{id}#evidence")).into_response(),
        (Ok(value), false) => (StatusCode::CREATED, axum::Json(value)).into_response(),
        (Err(error), true) => told("Файл не прочитан", &error.0),
        (Err(error), false) => error.into_response(),
    }
}

async fn added(server: &Server, id: &str, request: Request) -> Result<Value, Failure> {
    trial_of(server, id).await?;
    let mut form = upload::multipart(request).await?;
    let (mut file, mut mime, mut words) = (None, String::new(), Map::new());
    let mut left = limits::UPLOAD_BYTES;
    while let Some(mut field) = form.next_field().await.map_err(|error| upload::broken(&error))? {
        let name = field.name().unwrap_or_default().to_owned();
        let kind = field.content_type().unwrap_or("application/octet-stream").to_owned();
        if let Some(given) = field.file_name() {
            words.entry("title").or_insert_with(|| json!(given));
        }
        let bytes = upload::bytes(&mut field, &mut left).await?;
        match name.as_str() {
            "file" => (file, mime) = (Some(bytes), kind),
            "text" | "title" | "side" | "request_id" => {
                let text = String::from_utf8(bytes).map_err(|_| ApiError::field(&name, "Поле — не UTF-8."))?;
                // A title that was left empty is the name of the file.
                if !text.trim().is_empty() {
                    words.insert(name, json!(text));
                }
            }
            _ => return Err(ApiError::field("form", "Есть поля file, text, title, side и request_id.").into()),
        }
    }
    let text = |key: &str| words.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let bytes = match (file, text("text")) {
        (Some(bytes), typed) if typed.is_empty() && !bytes.is_empty() => bytes,
        (None, typed) if !typed.trim().is_empty() => {
            mime = "text/plain".into();
            typed.into_bytes()
        }
        _ => return Err(ApiError::field("file", "Нужен файл (file) или текст (text), что-то одно.").into()),
    };
    let sha256 = hex(&Sha256::digest(&bytes));
    let size = bytes.len() as u64;
    let read = words_of(server, &mime, bytes).await?;
    let reason = read.as_ref().err().map(|error| upload::refused(*error).message);
    // What is text by its bytes is shown as text, whatever it was called on the way.
    if read.is_ok() && is_media(&mime) {
        mime = "text/plain".into();
    }
    let request = Some(text("request_id")).filter(|id| !id.is_empty());
    let event = Event::Evidence {
        title: text("title"),
        side: text("side"),
        mime,
        text: read.unwrap_or_default(),
        bytes: size,
        sha256: sha256.clone(),
    };
    let snapshot = take(server, id, request_id(request)?, event).await?;
    let held = Trial::of(&snapshot.state).and_then(|trial| trial.evidence.into_iter().find(|one| one.sha256 == sha256));
    let mut answer = json!({"session_id": snapshot.session, "evidence": held});
    if let Some(reason) = reason {
        answer["text_not_read"] = json!(reason);
    }
    Ok(answer)
}

fn is_media(mime: &str) -> bool {
    ["image/", "audio/", "video/"].iter().any(|kind| mime.starts_with(kind))
}

/// The words of a piece of evidence, by its bytes and not by what it is called; or why it stays evidence without words.
///
/// # Errors
/// A text in no encoding that is known; a file that was not read to its end, so that nothing can be said of it.
async fn words_of(server: &Server, mime: &str, bytes: Vec<u8>) -> Result<Result<String, ExtractError>, Failure> {
    let contained = ["%PDF-", "PK\u{3}\u{4}"].iter().any(|mark| bytes.starts_with(mark.as_bytes()))
        || bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]);
    let read = if contained { worker::text(bytes).await } else { server.app.aside(|| plain::decoded(&bytes)).await };
    match read.map(|text| text.replace('\0', "")) {
        Ok(text) if text.trim().is_empty() => Ok(Err(ExtractError::NoText)),
        Err(error @ (ExtractError::TooComplex | ExtractError::Overloaded | ExtractError::Unavailable)) => {
            Err(upload::refused(error).into())
        }
        // Whoever sends a text means its words: without them it proves nothing.
        Err(error) if mime.starts_with("text/") => Err(upload::refused(error).into()),
        read => Ok(read),
    }
}

/// The report, a part of it, as a file.
///
/// # Errors
/// A calendar; a case that has not ended; an unknown part; a text that cannot be laid out.
pub fn report(asked: &Filing<'_>) -> Result<Vec<u8>, ApiError> {
    export::without_calendar(asked.format)?;
    let trial = Trial::of(&asked.snapshot.state).filter(|trial| !trial.report.is_null()).ok_or_else(|| {
        ApiError::new(
            ErrorCode::Conflict,
            "Отчёта ещё нет: он появится, когда процесс завершён на последней контрольной точке.",
        )
    })?;
    let which = Which::parse(asked.part.unwrap_or("whole"))
        .ok_or_else(|| ApiError::field("part", "Возможны whole, public и settlement."))?;
    let (title, pieces) = pieces(&trial.report, which);
    export::written(asked.format, &title, &pieces, &asked.snapshot.at, || part(&trial.report, which))
}
