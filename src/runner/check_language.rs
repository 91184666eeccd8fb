//! Promises and citations of a text: the rules alone, then the corpus for articles that the register does not know.

use crate::engine::wording::citations::{self, Asked, Verdict};
use crate::engine::wording::{definitive, definitive_in_any};
use crate::model::error::ApiError;
use crate::runner::app::App;
use crate::runner::held;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// `{definitive: [{rule, span, sentence}], citations: [{raw, span, kind, parsed, verdict}]}`; citations of whose words
/// nobody asked the corpus stay `unverified`, are counted (`not_looked_up`) and told (`warnings`).
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
    let known = held::look_up(app, &found, asked).await?;
    let verdicts: BTreeMap<&str, Verdict> =
        known.verdicts.iter().map(|(raw, verdict)| (raw.as_str(), *verdict)).collect();
    let mut not_looked_up = 0_usize;
    let mut cited = Vec::with_capacity(found.len());
    for one in &found {
        let mut shown = citations::shown(one, asked);
        if shown["verdict"] == Verdict::Unverified.as_str() {
            if let Some(verdict) = verdicts.get(one.raw.as_str()) {
                shown["verdict"] = json!(verdict.as_str());
            }
            not_looked_up += usize::from(known.left.contains(&one.raw));
        }
        cited.push(shown);
    }
    let mut out = json!({"definitive": hits, "citations": cited});
    if not_looked_up > 0 {
        out["not_looked_up"] = json!(not_looked_up);
        let told = format!(
            "Не сверено с источниками ссылок: {not_looked_up}. За один запрос сверяется не больше {} разных; отправьте \
             текст по частям.",
            held::MOST
        );
        out["warnings"] = json!([told]);
    }
    Ok(out)
}
