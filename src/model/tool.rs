//! One call of a pipeline step or tool from outside: what travels beside its input and output.

use crate::model::error::{ApiError, ErrorCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a run may spend.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Tokens of prompts and answers together; 0 means no model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
    /// US dollars; 0 means no model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cost_usd: Option<f64>,
    /// The caller wants a model or nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub require_model: bool,
}

impl Budget {
    /// Whether nothing may be spent.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.max_tokens == Some(0) || self.max_cost_usd.is_some_and(|most| most <= 0.0)
    }
}

/// What a caller says beside the input.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CallMeta {
    /// Ties several calls together; made when absent.
    pub trace_id: Option<String>,
    /// A namespace over the cache: the same key with another input is a conflict.
    pub cache_key: Option<String>,
    /// What may be spent.
    pub budget: Option<Budget>,
    /// The day for which the law is asked, `YYYY-MM-DD`.
    pub as_of: Option<String>,
}

/// What a call cost.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Tokens of prompts and answers.
    pub tokens: u64,
    /// US dollars, as the provider reports them.
    pub cost_usd: f64,
}

/// What comes back beside the output.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReplyMeta {
    /// That of the call, or a fresh one.
    pub trace_id: String,
    /// `UUIDv7` of this call.
    pub step_id: String,
    /// RFC 3339, UTC.
    pub timestamp: String,
    /// The key under which the result is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_key: Option<String>,
    /// The budget of the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// `builtin`, `corpus` or the model that answered.
    pub performer: String,
    /// Whether the result was kept from an earlier call.
    pub cached: bool,
    /// What this call cost.
    pub spent: Spent,
    /// Revision of the corpus.
    pub corpus_rev: String,
    /// What the caller should know.
    pub warnings: Vec<String>,
    /// Values of a step that its closed output has no place for (coverage, spans).
    #[serde(skip_serializing_if = "Value::is_null")]
    pub details: Value,
}

/// Codes of the unified error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ToolCode {
    /// The input does not fit the schema; `details.pointer`.
    InvalidInput,
    /// A name of several acts; `details.candidates`.
    AmbiguousAddress,
    /// The edition of that day is not in the corpus.
    EditionNotHeld,
    /// There is nothing to search in.
    CorpusEmpty,
    /// The input is too large; `details.limit_bytes`.
    PayloadTooLarge,
    /// The same cache key came with another input.
    CacheKeyConflict,
    /// A model was demanded, but the budget is spent.
    BudgetExceeded,
    /// The model's answers were refused.
    LlmInvalidOutput,
    /// The model did not answer.
    LlmUnavailable,
    /// No source answered.
    SourceUnavailable,
    /// It took too long.
    Timeout,
    /// The same work came round again.
    LoopDetected,
    /// The caller stopped it.
    Cancelled,
    /// No such tool.
    UnknownTool,
    /// A fault of ours.
    Internal,
}

impl ToolCode {
    /// The HTTP status that goes with it.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::InvalidInput | Self::AmbiguousAddress => 400,
            Self::UnknownTool => 404,
            Self::EditionNotHeld | Self::CorpusEmpty | Self::CacheKeyConflict | Self::Cancelled => 409,
            Self::PayloadTooLarge => 413,
            Self::BudgetExceeded => 402,
            Self::LoopDetected | Self::Internal => 500,
            Self::LlmInvalidOutput => 502,
            Self::LlmUnavailable | Self::SourceUnavailable => 503,
            Self::Timeout => 504,
        }
    }
}

/// The unified error of steps and tools.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolError {
    /// What kind.
    pub code: ToolCode,
    /// What happened and what to do next.
    pub message: String,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Pointer, limit, candidates.
    pub details: Value,
}

impl ToolError {
    /// An error without details.
    #[must_use]
    pub fn new(code: ToolCode, message: impl Into<String>) -> Self {
        let retryable = matches!(code, ToolCode::SourceUnavailable | ToolCode::LlmUnavailable | ToolCode::Timeout);
        Self { code, message: message.into(), retryable, details: Value::Object(serde_json::Map::new()) }
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

impl From<ApiError> for ToolError {
    fn from(error: ApiError) -> Self {
        let code = match error.code {
            ErrorCode::InvalidRequest | ErrorCode::NotSupported | ErrorCode::Conflict => ToolCode::InvalidInput,
            ErrorCode::PayloadTooLarge => ToolCode::PayloadTooLarge,
            ErrorCode::LlmUnavailable => ToolCode::LlmUnavailable,
            ErrorCode::LlmInvalidOutput => ToolCode::LlmInvalidOutput,
            ErrorCode::Cancelled => ToolCode::Cancelled,
            ErrorCode::StorageUnavailable | ErrorCode::Overloaded => ToolCode::SourceUnavailable,
            _ => ToolCode::Internal,
        };
        Self { details: error.details, ..Self::new(code, error.message) }
    }
}
