//! Two branches of a mock trial, read from the store.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::Version;
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::workspace::Side;
use crate::workspaces::trial::compare as branches;
use crate::workspaces::trial::state::Trial;
use serde_json::Value;

/// Two branches beside each other.
///
/// # Errors
/// No mock trial; two kinds of case; storage.
pub async fn trials(app: &App, sides: &[Side; 2], picked: [Version; 2]) -> Result<Value, ApiError> {
    let [left, right] = [trial(app, &sides[0], picked[0]).await?, trial(app, &sides[1], picked[1]).await?];
    if left.case.case_type != right.case.case_type {
        let message = "Сравниваются ветки одного вида дела: гражданское с гражданским, уголовное с уголовным.";
        return Err(ApiError::new(ErrorCode::NotSupported, message).with("field", "with"));
    }
    Ok(branches::compare(&left, &right))
}

async fn trial(app: &App, read: &Side, version: Version) -> Result<Trial, ApiError> {
    let snapshot = app.store.version(&read.row.session_id, version).await.map_err(|e| fail::of_store(&e))?;
    Trial::of(&snapshot.state)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это не учебный процесс: такого у этого сеанса нет."))
}
