//! Naming a session, putting it away, bringing it back.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::session::SessionRow;
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::past::Description;

/// Characters of a name.
const LONGEST: usize = 120;

/// Changes what lists show of a session; an empty name takes the person's name away.
///
/// # Errors
/// Unknown session; nothing to change; a name that is too long; storage.
pub async fn describe(
    app: &App,
    session: &SessionId,
    title: Option<String>,
    archived: Option<bool>,
) -> Result<SessionRow, ApiError> {
    if title.is_none() && archived.is_none() {
        return Err(ApiError::new(ErrorCode::InvalidRequest, "Укажите новое название или уберите дело в архив."));
    }
    let title = match title {
        None => None,
        Some(words) => {
            let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
            if name.chars().count() > LONGEST || name.contains('\0') {
                let message = "Название слишком длинное: самое большее 120 знаков.";
                return Err(ApiError::new(ErrorCode::InvalidRequest, message).with("field", "title"));
            }
            Some((!name.is_empty()).then_some(name))
        }
    };
    let archived_at = archived.map(|away| away.then(|| app.clock.now()));
    let change = Description { title, archived_at };
    app.store.describe(session, change).await.map_err(|error| fail::of_store(&error))?;
    app.store.row(session).await.map_err(|error| fail::of_store(&error))
}
