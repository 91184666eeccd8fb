//! `list_sources`: which editions the corpus holds, how large, from which file, checked when.

use crate::model::tool::ToolError;
use crate::runner::app::App;
use crate::runner::corpus_tools::unreached;
use serde_json::{Value, json};

/// The editions held, by document and label. An empty corpus is an empty list.
pub(super) async fn list(app: &App, input: &Value, revision: &str) -> Result<Value, ToolError> {
    let wanted = |key: &str, own: &str| input[key].as_str().is_none_or(|value| value == own);
    let mut editions = app.sources.editions().await.map_err(unreached)?;
    editions.retain(|row| wanted("jurisdiction", &row.jurisdiction) && wanted("document", &row.document));
    Ok(json!({
        "revision": revision,
        "editions": editions.len(),
        "nodes": editions.iter().map(|row| u64::from(row.nodes)).sum::<u64>(),
        "sources": editions,
    }))
}
