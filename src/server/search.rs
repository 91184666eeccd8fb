//! `GET /api/search`: the same list as `legalagi search --json`.

use crate::engine::search::snippet;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::source::{Hit, SearchQuery};
use crate::runner::fail;
use crate::server::body::Failure;
use crate::server::router::Server;
use axum::extract::{Query, State};
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

/// Bytes of a query.
const MOST_QUERY: usize = 2048;

/// What is said of a corpus that holds nothing.
pub const EMPTY: &str =
    "Источников ещё нет. Загрузите их: legalagi corpus import ПАПКА (для пробы: legalagi corpus import --demo).";

/// The query of a search.
#[derive(Debug, Deserialize)]
pub struct Asked {
    #[serde(default)]
    q: String,
    jurisdiction: Option<String>,
    document: Option<String>,
    on: Option<String>,
    limit: Option<String>,
}

/// A query that may be asked: something in it, known values, a real day.
///
/// # Errors
/// The field that is wrong.
pub fn checked(mut query: SearchQuery) -> Result<SearchQuery, ApiError> {
    query.q = query.q.trim().to_owned();
    if query.q.is_empty() {
        return Err(ApiError::field("q", "Напишите, что искать."));
    }
    if query.q.len() > MOST_QUERY {
        return Err(ApiError::field("q", "Запрос слишком длинный: оставьте главное.").with("limit", MOST_QUERY));
    }
    let given = |value: Option<String>| value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    query.jurisdiction = given(query.jurisdiction).map(|value| value.to_uppercase());
    query.document = given(query.document);
    query.on = given(query.on);
    if query.jurisdiction.as_deref().is_some_and(|value| !["RU", "UA", "KR"].contains(&value)) {
        return Err(ApiError::field("jurisdiction", "Возможны RU, UA и KR."));
    }
    if query.on.as_deref().is_some_and(|day| day.len() != 10 || day.parse::<jiff::civil::Date>().is_err()) {
        return Err(ApiError::field("on", "Дата пишется так: 2026-01-31."));
    }
    if query.limit > 50 {
        return Err(ApiError::field("limit", "Не больше 50."));
    }
    Ok(query)
}

/// Results with passages as plain text.
#[must_use]
pub fn bare(mut hits: Vec<Hit>) -> Vec<Hit> {
    for hit in &mut hits {
        hit.snippet = snippet::bare(&hit.snippet);
    }
    hits
}

/// Answers a search. `x-search-notice: words-only` says that the configured model of meaning did not answer.
///
/// # Errors
/// A wrong field; an empty corpus.
pub async fn search(State(server): State<Server>, Query(asked): Query<Asked>) -> Result<Response, Failure> {
    let limit = match asked.limit.as_deref().map(str::trim).filter(|limit| !limit.is_empty()) {
        Some(limit) => limit.parse().map_err(|_| ApiError::field("limit", "Нужно число от 1 до 50."))?,
        None => 0,
    };
    let query = SearchQuery {
        q: asked.q,
        jurisdiction: asked.jurisdiction,
        document: asked.document,
        kinds: Vec::new(),
        on: asked.on,
        limit,
    };
    let query = checked(query)?;
    let sources = &server.app.sources;
    let hits = sources.search(&query).await.map_err(|error| fail::of_store(&error))?;
    if hits.is_empty() && sources.editions().await.map_err(|error| fail::of_store(&error))?.is_empty() {
        return Err(ApiError::new(ErrorCode::CorpusEmpty, EMPTY).into());
    }
    let mut response = axum::Json(bare(hits)).into_response();
    if sources.search_notice().is_some() {
        response.headers_mut().insert("x-search-notice", HeaderValue::from_static("words-only"));
    }
    Ok(response)
}
