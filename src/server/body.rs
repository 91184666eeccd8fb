//! JSON bodies in, JSON errors out: every refusal names the field and the limit.

use crate::engine::limits;
use crate::model::error::{ApiError, ErrorCode};
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A JSON body of at most 256 KB.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Self::Rejection> {
        if !is_json(request.headers()) {
            let message = "Тело запроса должно быть JSON с заголовком Content-Type: application/json.";
            return Err(Failure(ApiError::new(ErrorCode::UnsupportedMediaType, message)));
        }
        let bytes = to_bytes(request.into_body(), limits::BODY_BYTES).await.map_err(|_| too_large())?;
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| ApiError::field("body", "Тело запроса — не UTF-8. Отправьте текст в кодировке UTF-8."))?;
        if !text.trim_start().starts_with('{') {
            return Err(Failure(ApiError::field("body", "Тело запроса должно быть объектом JSON.")));
        }
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            // The reader's words may repeat what came, at any length.
            let why: String = error.inner().to_string().chars().take(300).collect();
            let field = field_of(&error.path().to_string(), &why);
            ApiError::field(&field, format!("Поле заполнено неверно: {why}."))
        })?;
        reader.end().map_err(|_| ApiError::field("body", "После объекта JSON стоит лишнее."))?;
        Ok(Self(value))
    }
}

/// The answer to a body over the limit.
#[must_use]
pub fn too_large() -> ApiError {
    ApiError::new(ErrorCode::PayloadTooLarge, "Тело запроса больше 256 КБ.")
        .with("field", "body")
        .with("limit_bytes", limits::BODY_BYTES)
}

/// A JSON text of at most 25 MB, unread: an uploaded file.
pub struct Large(pub String);

impl<S: Send + Sync> FromRequest<S> for Large {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Self::Rejection> {
        if !is_json(request.headers()) {
            let message = "Файл отправляется как JSON с заголовком Content-Type: application/json.";
            return Err(Failure(ApiError::new(ErrorCode::UnsupportedMediaType, message)));
        }
        let bytes = to_bytes(request.into_body(), limits::UPLOAD_BYTES).await.map_err(|_| {
            ApiError::new(ErrorCode::PayloadTooLarge, "Файл больше 25 МБ.").with("limit_bytes", limits::UPLOAD_BYTES)
        })?;
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| ApiError::field("body", "Файл — не UTF-8."))?;
        Ok(Self(text))
    }
}

/// Forms and server functions: their readers know no limit, and the framework answers 500 to every error.
pub async fn of_pages(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !path.starts_with("/fn/") && path != "/sign-in" {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, limits::BODY_BYTES).await else { return Failure(too_large()).into_response() };
    let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
    if response.status() != StatusCode::INTERNAL_SERVER_ERROR {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, limits::BODY_BYTES).await.unwrap_or_default();
    if let Ok(error) = serde_json::from_slice::<ApiError>(&bytes)
        && let Ok(status) = StatusCode::from_u16(error.code.status())
    {
        parts.status = status;
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// The JSON routes: what the framework refuses by itself (a path or a query that is no text) becomes an error of ours.
pub async fn of_api(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // Words for a person who sent a form are ours too.
    let ours = kind == "application/json" || kind.starts_with("text/html");
    if response.status() == StatusCode::BAD_REQUEST && !ours {
        return Failure(ApiError::field("url", "Адрес запроса записан неверно.")).into_response();
    }
    response
}

/// The field that an error of the reader is about: from its place, or from its words.
fn field_of(path: &str, why: &str) -> String {
    let named = || {
        let rest = why.strip_prefix("missing field `").or_else(|| why.strip_prefix("duplicate field `"))?;
        rest.split_once('`').map(|(name, _)| name)
    };
    let field = if path == "." { named().unwrap_or("body") } else { path };
    // A name that came from outside, at any length.
    if field.len() > 100 { "body".to_owned() } else { field.to_owned() }
}

/// Whether a request says that it carries JSON.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// An error on its way out.
#[derive(Debug)]
pub struct Failure(pub ApiError);

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.0.details.get("retry_after").and_then(Value::as_u64);
        let mut response = (status, axum::Json(json!({"error": self.0}))).into_response();
        if let Some(seconds) = retry_after
            && let Ok(value) = HeaderValue::from_str(&seconds.to_string())
        {
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        response
    }
}

/// The answer for anything that has no route.
pub async fn no_route() -> Failure {
    Failure(ApiError::new(ErrorCode::NotFound, "Такого адреса нет. Список адресов: /api/openapi.json."))
}

/// The answer for a route without this method.
pub async fn no_method() -> Failure {
    Failure(ApiError::new(ErrorCode::MethodNotAllowed, "Этот адрес не принимает такой метод."))
}

/// The answer when a handler panicked; the text of the panic stays inside.
#[must_use]
pub fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> Response<Body> {
    tracing::error!("a handler panicked");
    Failure(ApiError::new(ErrorCode::Internal, "Внутренняя ошибка. Сказанное сохранено; повторите.")).into_response()
}
