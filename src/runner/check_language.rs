//! Promises and citations of a text: the rules alone, then the corpus for articles that the register does not know.

use crate::engine::address::find;
use crate::engine::wording::citations::{self, Asked, Citation, Kind, Verdict};
use crate::engine::wording::{definitive, definitive_in_any};
use crate::model::error::ApiError;
use crate::runner::app::App;
use crate::runner::fail;
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
    let hits = language.map_or_else(|| definitive_in_any(text), |language| definitive(text, language));
    let mut cited = Vec::new();
    for one in citations::find(text) {
        let mut shown = citations::shown(&one, asked);
        if shown["verdict"] == Verdict::Unverified.as_str()
            && let Some(verdict) = held(app, &one, asked.law_as_of).await?
        {
            shown["verdict"] = json!(verdict.as_str());
        }
        cited.push(shown);
    }
    Ok(json!({"definitive": hits, "citations": cited}))
}

/// What the corpus knows of an article: in force on the day, or in another edition only. What it does not hold may
/// exist all the same.
async fn held(app: &App, one: &Citation, day: &str) -> Result<Option<Verdict>, ApiError> {
    if one.kind != Kind::Statute || one.parsed.former {
        return Ok(None);
    }
    let Some(address) = find::parse(&one.raw) else { return Ok(None) };
    let stored = |error| fail::of_store(&error);
    if !app.sources.locate(&address, Some(day)).await.map_err(stored)?.is_empty() {
        return Ok(Some(Verdict::Verified));
    }
    let elsewhere = !app.sources.locate(&address, None).await.map_err(stored)?.is_empty();
    Ok(elsewhere.then_some(Verdict::StaleVersion))
}
