//! `GET /api/session/{id}/support` and `POST /api/check/answer`: what was established, claim by claim.

use crate::model::error::ApiError;
use crate::model::ids::Version;
use crate::registry;
use crate::runner::{check_answer, fail, support};
use crate::server::body::Json;
use crate::server::history::number;
use crate::server::rest::{Answer, session_id};
use crate::server::router::Server;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

/// Characters of an answer.
const LETTERS: usize = 60_000;
/// Sources of an answer.
const SOURCES: usize = 200;

/// Query of `GET /api/session/{id}/support`.
#[derive(Deserialize)]
pub struct At {
    version: Option<String>,
}

/// Body of `POST /api/check/answer`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    answer: String,
    #[serde(default)]
    sources: Vec<Value>,
    #[serde(default)]
    as_of: Option<String>,
}

/// The claims of a version, the last one when none is named.
///
/// # Errors
/// Unknown session or version.
pub async fn session(State(server): State<Server>, Path(id): Path<String>, Query(at): Query<At>) -> Answer {
    let session = session_id(&id)?;
    let snapshot = match at.version {
        None => server.app.store.latest(&session).await,
        Some(text) => {
            let version: Version = number("version", Some(text))?;
            server.app.store.version(&session, version).await
        }
    };
    let snapshot = snapshot.map_err(|error| fail::of_store(&error))?;
    let (knowledge, moment) = (server.app.knowledge.current(), server.app.moment());
    let flow = registry::of_state(&snapshot.state).flow;
    let told = || support::support(flow, &snapshot, &knowledge, moment.today());
    Ok(axum::Json(server.app.aside(told).await))
}

/// Checks an answer by itself: the citations in it against what is held and what is given.
///
/// # Errors
/// Too long, too many sources, a day that is none.
pub async fn answer(State(server): State<Server>, Json(body): Json<Check>) -> Answer {
    if body.answer.chars().count() > LETTERS {
        return Err(ApiError::field("answer", "Ответ длиннее 60 000 знаков.").with("limit", LETTERS).into());
    }
    if body.sources.len() > SOURCES {
        return Err(ApiError::field("sources", "Источников больше 200.").with("limit", SOURCES).into());
    }
    let day = |text: &str| {
        let digits = |range: std::ops::Range<usize>| {
            text.get(range).is_some_and(|part| part.bytes().all(|b| b.is_ascii_digit()))
        };
        text.len() == 10 && digits(0..4) && digits(5..7) && digits(8..10) && &text[4..5] == "-" && &text[7..8] == "-"
    };
    // «2025-13-40» has the form of a day and is none.
    let is_day = |text: &str| text.is_ascii() && day(text) && text.parse::<jiff::civil::Date>().is_ok();
    if body.as_of.as_deref().is_some_and(|text| !is_day(text)) {
        return Err(ApiError::field("as_of", "Укажите дату как ГГГГ-ММ-ДД.").into());
    }
    // What is no object names no place and has no text: nothing could be compared with it.
    if let Some(at) = body.sources.iter().position(|source| !source.is_object()) {
        let message = "Источник — объект: node_id или address, либо title и text.";
        return Err(ApiError::field("sources", message).with("index", at).into());
    }
    let input = json!({"answer": body.answer, "sources": body.sources});
    let report = check_answer::report(&server.app, &input, body.as_of.as_deref()).await;
    let mut found = check_answer::output(&body.answer, &report);
    found["claims"] = json!(report.claims);
    Ok(axum::Json(found))
}
