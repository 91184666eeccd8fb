//! The only error on the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a client reads: a stable code, words for a person, whether trying again can help.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ApiError {
    /// Stable, snake case.
    pub code: ErrorCode,
    /// What happened and what to do next, in the product's first language.
    pub message: String,
    /// Whether the same request may succeed later.
    pub retryable: bool,
    /// Field, limit, current version and the like; never internals.
    #[serde(default)]
    pub details: Value,
}

/// Every code the product answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request breaks a rule that `details.field` names.
    InvalidRequest,
    /// The body is too large.
    PayloadTooLarge,
    /// The body is not what the route takes.
    UnsupportedMediaType,
    /// No such session, version or route.
    NotFound,
    /// The route exists, the method does not.
    MethodNotAllowed,
    /// The instance's token is needed.
    Unauthorized,
    /// The token may not do this; `details.scope` says what it lacks.
    Forbidden,
    /// The request came from another origin.
    ForbiddenOrigin,
    /// A turn is running.
    SessionBusy,
    /// Same request id, other body.
    RequestIdReused,
    /// The session is not where this request would make sense.
    Conflict,
    /// No turn is left that could be taken back.
    NothingToUndo,
    /// A legal hold forbids to delete the session.
    OnHold,
    /// No performer answered.
    LlmUnavailable,
    /// The performer's answers were refused.
    LlmInvalidOutput,
    /// The person stopped the run.
    Cancelled,
    /// Fields of a form are filled in wrongly; `details.fields` names each.
    ValidationFailed,
    /// The workspace, jurisdiction or step is not offered.
    NotSupported,
    /// Too many requests from one address or session; `details.retry_after` says when to come back.
    TooManyRequests,
    /// A file takes more time or memory to read or draw than it may.
    TooComplex,
    /// The server has more to do than it can; `details.retry_after` says when to come back.
    Overloaded,
    /// The request names a host that this server is not.
    UnknownHost,
    /// No legal source has been imported.
    CorpusEmpty,
    /// The database did not answer.
    StorageUnavailable,
    /// A fault of ours.
    Internal,
}

impl ErrorCode {
    /// The HTTP status (RFC 9110) that goes with the code.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::InvalidRequest => 400,
            Self::Unauthorized => 401,
            Self::Forbidden | Self::ForbiddenOrigin => 403,
            Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::SessionBusy
            | Self::Conflict
            | Self::NothingToUndo
            | Self::OnHold
            | Self::Cancelled
            | Self::CorpusEmpty => 409,
            Self::PayloadTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::UnknownHost => 421,
            Self::RequestIdReused | Self::NotSupported | Self::ValidationFailed | Self::TooComplex => 422,
            Self::TooManyRequests => 429,
            Self::Internal => 500,
            Self::LlmInvalidOutput => 502,
            Self::LlmUnavailable | Self::StorageUnavailable | Self::Overloaded => 503,
        }
    }

    /// The code as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::PayloadTooLarge => "payload_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::ForbiddenOrigin => "forbidden_origin",
            Self::SessionBusy => "session_busy",
            Self::RequestIdReused => "request_id_reused",
            Self::Conflict => "conflict",
            Self::NothingToUndo => "nothing_to_undo",
            Self::OnHold => "on_hold",
            Self::LlmUnavailable => "llm_unavailable",
            Self::LlmInvalidOutput => "llm_invalid_output",
            Self::Cancelled => "cancelled",
            Self::ValidationFailed => "validation_failed",
            Self::NotSupported => "not_supported",
            Self::TooManyRequests => "too_many_requests",
            Self::Overloaded => "overloaded",
            Self::TooComplex => "too_complex",
            Self::UnknownHost => "unknown_host",
            Self::CorpusEmpty => "corpus_empty",
            Self::StorageUnavailable => "storage_unavailable",
            Self::Internal => "internal",
        }
    }
}

impl ApiError {
    /// An error without details.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let retryable = matches!(
            code,
            ErrorCode::SessionBusy
                | ErrorCode::LlmUnavailable
                | ErrorCode::LlmInvalidOutput
                | ErrorCode::StorageUnavailable
                | ErrorCode::TooManyRequests
                | ErrorCode::Overloaded
                | ErrorCode::Cancelled
        );
        Self { code, message: message.into(), retryable, details: Value::Object(serde_json::Map::new()) }
    }

    /// A broken rule of one field.
    #[must_use]
    pub fn field(field: &str, message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidRequest, message).with("field", field)
    }

    /// Adds one detail.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        if let Value::Object(map) = &mut self.details {
            map.insert(key.to_owned(), value.into());
        }
        self
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}
