//! `POST /api/check/language`: the guardrails on words, by themselves.

use crate::engine::wording::LANGUAGES;
use crate::engine::wording::citations::Asked;
use crate::model::error::ApiError;
use crate::runner::check_language::check_language;
use crate::server::body::Json;
use crate::server::rest::Answer;
use crate::server::router::Server;
use axum::extract::State;
use serde::Deserialize;

/// Characters of a text.
const MOST: usize = 20_000;

/// Body of `POST /api/check/language`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    text: String,
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    case_type: Option<String>,
    #[serde(default)]
    law_as_of: Option<String>,
}

/// Promises of an outcome and citations with what is known of each.
///
/// # Errors
/// An unknown language, a text that is too long.
pub async fn check(State(server): State<Server>, Json(body): Json<Check>) -> Answer {
    if body.text.chars().count() > MOST {
        return Err(ApiError::field("text", "Текст длиннее 20 000 знаков.").with("limit", MOST).into());
    }
    if body.language.as_deref().is_some_and(|language| !LANGUAGES.contains(&language)) {
        return Err(ApiError::field("language", "Возможны ko, ru и en.").with("allowed", LANGUAGES.to_vec()).into());
    }
    let moment = server.app.moment();
    let asked = Asked {
        today: moment.today(),
        law_as_of: body.law_as_of.as_deref().unwrap_or(moment.today()),
        case_type: body.case_type.as_deref(),
    };
    let found = check_language(&server.app, &body.text, body.language.as_deref(), asked).await?;
    Ok(axum::Json(found))
}
