//! `search_documents` by keywords, with pages as images, and `compare_editions`.

use crate::engine::corpus::compare;
use crate::model::source::{EditionDiff, EditionRow};
use crate::model::tool::{ToolCode, ToolError};
use crate::runner::app::App;
use crate::runner::corpus_tools::unreached;
use crate::runner::page_search::{self, Wanted};
use serde_json::{Value, json};

/// Most changes of one answer; the rest is counted.
const MOST_CHANGES: usize = 200;

/// Pages for keywords; `null` when there is none.
pub(super) async fn search(app: &App, input: &Value, on: Option<&str>) -> Result<Value, ToolError> {
    let texts = |name: &str| -> Vec<String> {
        let all = input[name].as_array().into_iter().flatten();
        all.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let limit = input["limit"].as_u64().and_then(|limit| usize::try_from(limit).ok()).unwrap_or(10);
    let (keywords, expected) = (texts("semantic_keywords"), texts("expected_documents"));
    let wanted = Wanted { keywords, expected, on: on.map(str::to_owned), limit };
    let found = page_search::search(app, &wanted).await.map_err(unreached)?;
    let pages = if found.pages.is_empty() { Value::Null } else { json!(found.pages) };
    Ok(json!({"pages": pages, "missing": found.missing}))
}

/// What differs between two editions.
pub(super) async fn compare(app: &App, input: &Value) -> Result<Value, ToolError> {
    let name = |key: &str| input[key].as_str().unwrap_or_default().trim_start_matches("norm://").to_owned();
    let compared = editions(app, &name("a"), &name("b")).await?;
    let (a, b, mut diff) = (compared.0, compared.1, compared.2);
    let total = diff.changes.len();
    diff.changes.truncate(MOST_CHANGES);
    Ok(json!({"a": told(&a), "b": told(&b), "diff": diff, "cut": total > MOST_CHANGES}))
}

fn told(row: &EditionRow) -> Value {
    json!({
        "edition": row.edition, "short": row.short, "label": row.label, "currency": row.currency,
        "valid_from": row.valid_from, "valid_to": row.valid_to,
    })
}

/// Two editions with what differs.
///
/// # Errors
/// One that is not held; storage.
pub async fn editions(app: &App, a: &str, b: &str) -> Result<(EditionRow, EditionRow, EditionDiff), ToolError> {
    let held = app.sources.editions().await.map_err(unreached)?;
    let find = |name: &str, field: &str| {
        let message = format!("Редакции {name} нет в базе. Их список: GET /api/corpus или list_sources.");
        let missing = || ToolError::new(ToolCode::EditionNotHeld, message).with("pointer", format!("/{field}"));
        held.iter().find(|row| row.edition == name).cloned().ok_or_else(missing)
    };
    let (one, two) = (find(a, "a")?, find(b, "b")?);
    let from = app.sources.outline(a).await.map_err(unreached)?;
    let to = app.sources.outline(b).await.map_err(unreached)?;
    Ok((one, two, compare::editions(&from, &to)))
}
