//! `ask_norms`: a number with its place.

use crate::model::tool::{Budget, ReplyMeta, ToolCode, ToolError};
use crate::runner::answer_norms;
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::corpus_tools::{empty, unreached};
use serde_json::Value;

/// A question about norms.
pub(super) async fn ask(
    app: &App,
    input: &Value,
    on: Option<&str>,
    budget: &Budget,
    meta: &mut ReplyMeta,
) -> Result<Value, ToolError> {
    if app.sources.editions().await.map_err(unreached)?.is_empty() {
        return Err(empty());
    }
    let question = input["question"].as_str().unwrap_or_default();
    if question.trim().is_empty() {
        return Err(ToolError::new(ToolCode::InvalidInput, "Вопрос пуст.").with("pointer", "/question"));
    }
    // Whoever calls drops this future to stop it.
    let answered = answer_norms::answer(app, question, on, budget, &Cancel::default(), &|_, _, _| {}).await?;
    meta.performer.clone_from(&answered.performer);
    meta.spent = answered.spent.clone();
    meta.warnings.clone_from(&answered.warnings);
    Ok(answer_norms::output(&answered))
}
