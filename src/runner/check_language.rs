//! Promises and citations of a text: the rules alone, then the corpus for articles that the register does not know.

use crate::engine::wording::citations::{self, Asked, Verdict};
use crate::engine::wording::{definitive, definitive_in_any};
use crate::model::error::ApiError;
use crate::runner::app::App;
use crate::runner::held;
use serde_json::{Value, json};

/// `{definitive: [{rule, span, sentence}], citations: [{raw, span, kind, parsed, verdict}]}`.
///
/// # Errors
/// Storage.
pub async fn check_language(
    app: &App,
    text: &str,
    language: Option<&str>,
    asked: Asked<'_>,
) -> Result<Value, ApiError> {
    let read = || {
        let hits = language.map_or_else(|| definitive_in_any(text), |language| definitive(text, language));
        (hits, citations::find(text))
    };
    let (hits, found) = app.aside(read).await;
    let mut cited = Vec::new();
    for one in found {
        let mut shown = citations::shown(&one, asked);
        if shown["verdict"] == Verdict::Unverified.as_str()
            && let Some(verdict) = held::verdict(app, &one, asked.law_as_of).await?
        {
            shown["verdict"] = json!(verdict.as_str());
        }
        cited.push(shown);
    }
    Ok(json!({"definitive": hits, "citations": cited}))
}
