//! `ask_norms` and `compare_editions`: a number with its place, and what changed between two editions.

use crate::engine::corpus::compare::{Piece, compare};
use crate::engine::corpus::read::numbers;
use crate::model::compare::TextFate;
use crate::model::source::{EditionRow, NodeView};
use crate::model::tool::{Budget, ReplyMeta, ToolCode, ToolError};
use crate::runner::answer_norms;
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::corpus_tools::{empty, unreached};
use crate::workspaces::norms::lookup;
use serde_json::{Value, json};

/// Places of an edition that are compared.
const PLACES: usize = 6_000;

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
    let changes = compare(&pieces(app, from).await?, &pieces(app, to).await?);
    let count = |fate: TextFate| changes.iter().filter(|change| change.fate == fate).count();
    let counts = json!({
        "same": count(TextFate::Same), "changed": count(TextFate::Changed),
        "added": count(TextFate::Added), "removed": count(TextFate::Removed),
    });
    let shown: Vec<Value> =
        changes.iter().filter(|change| change.fate != TextFate::Same).map(|change| json!(change)).collect();
    Ok(json!({"document": from.short, "from": from.label, "to": to.label, "counts": counts, "changes": shown}))
}

/// The places of an edition in their order, each with its own words.
async fn pieces(app: &App, row: &EditionRow) -> Result<Vec<Piece>, ToolError> {
    let mut out = Vec::new();
    let mut waiting: Vec<NodeView> = app.sources.below(&row.edition, None).await.map_err(unreached)?;
    waiting.reverse();
    let prefix = format!("norm://{}/", row.edition);
    while let Some(node) = waiting.pop() {
        if out.len() >= PLACES {
            break;
        }
        let leaf = matches!(node.kind.as_str(), "row" | "note" | "figure" | "formula");
        let mut below = if leaf {
            Vec::new()
        } else {
            app.sources.below(&row.edition, Some(&node.node_id)).await.map_err(unreached)?
        };
        below.retain(|child| !matches!(child.kind.as_str(), "cell" | "column" | "row_header"));
        // A list of a wide node does not carry its text.
        let full = app.sources.node(&node.node_id).await.map_err(unreached)?.map(|node| node.text).unwrap_or_default();
        let own = lookup::own_text(&full, &below);
        let words = numbers::clause(own).map_or(own, |(_, words)| words);
        let text = if node.title.is_empty() || words.starts_with(&node.title) {
            words.to_owned()
        } else {
            format!("{}\n{words}", node.title)
        };
        let path = node.node_id.strip_prefix(&prefix).unwrap_or(&node.node_id).to_owned();
        if !text.trim().is_empty() {
            out.push(Piece { path, address: node.address.clone(), text });
        }
        below.reverse();
        waiting.extend(below);
    }
    Ok(out)
}
