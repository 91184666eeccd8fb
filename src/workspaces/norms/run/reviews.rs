//! The queue of human reviews: norms sessions that could not end by themselves, newest change first.

use crate::model::error::ApiError;
use crate::runner::app::App;
use crate::runner::fail;
use crate::workspaces::norms::ID;
use crate::workspaces::norms::machine::Status;
use crate::workspaces::norms::state::Norms;
use serde_json::{Value, json};

/// Sessions that are looked through.
const MOST: u32 = 200;

/// What waits.
///
/// # Errors
/// Storage.
pub async fn waiting(app: &App) -> Result<Vec<Value>, ApiError> {
    let rows = app.store.sessions(MOST).await.map_err(|error| fail::of_store(&error))?;
    let mut out = Vec::new();
    for row in rows.into_iter().filter(|row| row.workspace == ID && row.status == "blocked") {
        let snapshot = app.store.latest(&row.session_id).await.map_err(|error| fail::of_store(&error))?;
        let Some(norms) = Norms::of(&snapshot.state).filter(|norms| norms.status == Status::HumanReview) else {
            continue;
        };
        let evidence: Vec<Value> = norms
            .evidence
            .iter()
            .map(|item| json!({"node_id": item["node_id"], "address": item["address"], "title": item["title"], "page": item["page"]}))
            .collect();
        out.push(json!({
            "session_id": row.session_id,
            "title": row.title,
            "question": norms.user_query,
            "plan": norms.plan,
            "evidence": evidence,
            "missing": norms.review.as_ref().map(|review| review["missing"].clone()).unwrap_or_default(),
            "reason": norms.review.as_ref().map(|review| review["reason"].clone()).unwrap_or_default(),
            "final_answer": norms.final_answer,
            "state_version": snapshot.version,
            "updated_at": row.updated_at,
        }));
    }
    Ok(out)
}
