//! `ask_norms` and `compare_editions`: a number with its place, and what changed between two editions.

use crate::model::source::EditionRow;
use crate::model::tool::{Budget, ReplyMeta, ToolCode, ToolError};
use crate::runner::answer_norms;
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::compare_editions;
use crate::runner::corpus_tools::{empty, unreached};
use crate::workspaces::norms::lookup;
use serde_json::{Value, json};

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

/// What changed between two editions of a document.
pub(super) async fn editions(app: &App, input: &Value) -> Result<Value, ToolError> {
    let rows = app.sources.editions().await.map_err(unreached)?;
    let text = |key: &str| input[key].as_str().unwrap_or_default();
    let id = lookup::document_id(text("document")).unwrap_or_else(|| text("document").to_owned());
    let held: Vec<&EditionRow> =
        rows.iter().filter(|row| row.document == id || row.short == text("document")).collect();
    let labels: Vec<&str> = held.iter().map(|row| row.label.as_str()).collect();
    let pick = |key: &str| {
        let wanted = text(key);
        held.iter().copied().find(|row| row.label == wanted || row.edition == wanted).ok_or_else(|| {
            let message = format!("Такой редакции нет в базе: {wanted}.");
            ToolError::new(ToolCode::EditionNotHeld, message)
                .with("held", json!(labels))
                .with("pointer", format!("/{key}"))
        })
    };
    let (from, to) = (pick("from")?, pick("to")?);
    let found = compare_editions::between(app, from.clone(), to.clone()).await.map_err(unreached)?;
    Ok(json!({
        "document": from.short, "from": from.label, "to": to.label,
        "counts": found.counts(), "changes": found.differing(),
    }))
}
