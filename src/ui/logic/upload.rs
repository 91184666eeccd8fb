//! Reading the server's answer to a replay file.

use crate::model::error::ApiError;
use serde_json::Value;

/// The session that was opened, or why not; without words of the server's the reason is `None`.
///
/// # Errors
/// The server's refusal, or an answer that is none.
pub fn read(answer: Option<&str>) -> Result<String, Option<ApiError>> {
    let mut answer: Value = answer.and_then(|text| serde_json::from_str(text).ok()).ok_or(None)?;
    match answer["session_id"].as_str() {
        Some(session) => Ok(session.to_owned()),
        None => Err(serde_json::from_value(answer["error"].take()).ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::model::error::{ApiError, ErrorCode};
    use serde_json::json;

    #[test]
    fn answers() {
        assert_eq!(read(Some(r#"{"session_id":"abc","versions":3}"#)), Ok("abc".to_owned()));
        assert_eq!(read(None), Err(None));
        assert_eq!(read(Some("<html>")), Err(None));
        let refusal = ApiError::new(ErrorCode::InvalidRequest, "Файл изменён.");
        assert_eq!(read(Some(&json!({"error": refusal}).to_string())), Err(Some(refusal)));
    }
}
