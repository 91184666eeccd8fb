//! The text as it would stand now, stamped: status, level and version stay.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::workspaces::contract::draft::stamp;
use crate::workspaces::contract::steps::SKELETON;
use serde_json::Value;

/// The output of the step, and the draft with the addresses of its files.
///
/// # Errors
/// Another step; a deal about which nothing is known.
pub async fn draft(
    app: &App,
    snapshot: &Snapshot,
    step: &str,
    variant: Option<&str>,
) -> Result<(Value, Value), ApiError> {
    if step != SKELETON {
        return Err(ApiError::field("draft", "Черновик есть у договора: шаг SKELETON.").with("allowed", [SKELETON]));
    }
    let knowledge = app.knowledge.current();
    let moment = app.moment();
    let made = app.aside(|| stamp::drafted(snapshot, &knowledge, &moment, variant)).await;
    let (output, mut draft) = made.ok_or_else(|| {
        ApiError::new(ErrorCode::Conflict, "О сделке ещё ничего не известно: опишите её, и документ появится.")
    })?;
    let file = |kind: &&str| {
        let variant = variant.map(|variant| format!("&variant={variant}")).unwrap_or_default();
        format!("/api/session/{}/export.{kind}?draft=true{variant}", snapshot.session.as_str())
    };
    draft["files"] = ["docx", "pdf", "html", "md"].iter().map(file).collect();
    Ok((output, draft))
}
