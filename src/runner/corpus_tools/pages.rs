//! `search_documents` by keywords, with pages as images.

use crate::model::tool::ToolError;
use crate::runner::app::App;
use crate::runner::corpus_tools::unreached;
use crate::runner::page_search::{self, Wanted};
use serde_json::{Value, json};

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
