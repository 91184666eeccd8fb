//! Forms with files: their fields within limits, and the words of a refusal.

use crate::adapters::extract::ExtractError;
use crate::adapters::worker;
use crate::engine::document::html::escape;
use crate::engine::limits;
use crate::model::error::{ApiError, ErrorCode};
use crate::server::access;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use axum::response::Response;
use serde_json::Value;

/// A refusal for a person: the words, and the way back.
#[must_use]
pub fn told(title: &str, error: &ApiError) -> Response {
    let status = StatusCode::from_u16(error.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = access::notice(status, title, &escape(&error.message));
    if let Some(seconds) = error.details.get("retry_after").and_then(Value::as_u64) {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

/// What a file that gives no text is refused with.
#[must_use]
pub fn refused(reason: ExtractError) -> ApiError {
    let code = match reason {
        ExtractError::TooLong | ExtractError::Bomb => ErrorCode::PayloadTooLarge,
        ExtractError::Unknown => ErrorCode::UnsupportedMediaType,
        ExtractError::TooComplex => ErrorCode::TooComplex,
        ExtractError::Overloaded | ExtractError::Unavailable => ErrorCode::Overloaded,
        _ => ErrorCode::InvalidRequest,
    };
    let error = ApiError::new(code, reason.remedy()).with("field", "file").with("reason", reason.to_string());
    if code == ErrorCode::Overloaded { error.with("retry_after", worker::RETRY_AFTER) } else { error }
}

/// A form with files.
///
/// # Errors
/// Another kind of body.
pub async fn multipart(request: Request) -> Result<Multipart, ApiError> {
    Multipart::from_request(request, &()).await.map_err(|_| {
        ApiError::new(ErrorCode::UnsupportedMediaType, "Файл отправляется как multipart/form-data, поле file или text.")
    })
}

/// The bytes of a field, while there is room.
///
/// # Errors
/// More than is left; a form that breaks off.
pub async fn bytes(field: &mut Field<'_>, left: &mut usize) -> Result<Vec<u8>, ApiError> {
    let mut all = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|e| broken(&e))? {
        *left = left.checked_sub(chunk.len()).ok_or_else(|| {
            ApiError::new(ErrorCode::PayloadTooLarge, "Файл больше 25 МБ.").with("limit_bytes", limits::UPLOAD_BYTES)
        })?;
        all.extend_from_slice(&chunk);
    }
    Ok(all)
}

/// A form that breaks off.
#[must_use]
pub fn broken(_: &MultipartError) -> ApiError {
    ApiError::field("form", "Форма оборвана или записана неверно. Отправьте файл ещё раз.")
}
