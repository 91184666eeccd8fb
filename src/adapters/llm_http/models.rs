//! Which model answers when none is named.

use crate::adapters::llm_http::HttpLlm;
use crate::adapters::llm_http::classify::{self, Remedy};
use crate::adapters::llm_http::config::{self, Dialect, ModelError, OPENROUTER_MODEL};
use crate::adapters::llm_http::failure::{Failure, Fault};
use crate::runner::ports::LlmError;
use serde_json::Value;
use tokio::time::Instant;

/// Most names listed to a person.
const MAX_NAMES: usize = 10;

impl HttpLlm {
    /// The model's name: the configured one; else `openrouter/auto` at `OpenRouter`; else the only entry of
    /// `GET {base}/models`. Asked once and remembered; a failure is not.
    ///
    /// # Errors
    /// [`ModelError::Required`] with what the server offers, or why it could not be asked.
    pub async fn resolve_model(&self) -> Result<&str, ModelError> {
        self.model.get_or_try_init(|| self.find_model()).await.map(String::as_str)
    }

    /// What the server offers, at most ten names; none where it keeps no list, or a list too long to look through.
    ///
    /// # Errors
    /// Why it could not be asked.
    pub async fn offered(&self) -> Result<Vec<String>, LlmError> {
        let deadline = Instant::now() + self.config.timeouts.total;
        let list = self.transport.fetch(config::endpoint(&self.base, "models"), self.config.reply_cap, deadline).await;
        match list {
            Ok(list) => Ok(Some(names(&list)).filter(|names| names.len() <= MAX_NAMES).unwrap_or_default()),
            Err(Fault::Provider(Failure { status: 404 | 405 | 501, .. })) => Ok(Vec::new()),
            Err(fault) => Err(self.list_error(&fault)),
        }
    }

    async fn find_model(&self) -> Result<String, ModelError> {
        if self.dialect == Dialect::OpenRouter {
            return Ok(OPENROUTER_MODEL.to_owned());
        }
        let deadline = Instant::now() + self.config.timeouts.total;
        let list = self.transport.fetch(config::endpoint(&self.base, "models"), self.config.reply_cap, deadline).await;
        let mut names = match list {
            Ok(list) => names(&list),
            // Not every server keeps a list.
            Err(Fault::Provider(Failure { status: 404 | 405 | 501, .. })) => Vec::new(),
            Err(fault) => return Err(self.list_error(&fault).into()),
        };
        if names.len() == 1 {
            return Ok(names.swap_remove(0));
        }
        names.truncate(MAX_NAMES);
        Err(ModelError::Required { names })
    }

    fn list_error(&self, fault: &Fault) -> LlmError {
        let refused = |remedy, status| LlmError::Refused { reason: self.remedy(remedy, status, "", "") };
        match fault {
            Fault::Provider(failure) if failure.status == 401 => refused(Remedy::Key, 401),
            Fault::Provider(failure) if matches!(failure.status, 408 | 429 | 500..) => LlmError::Unavailable {
                reason: classify::retry_reason(failure.status),
                retry_after: failure.retry_after,
            },
            Fault::Provider(failure) if failure.status < 400 => refused(Remedy::Address, failure.status),
            Fault::Provider(failure) => refused(Remedy::Other, failure.status),
            Fault::NotAnApi | Fault::Unusable { .. } => refused(Remedy::Address, 200),
            Fault::Line(line) => LlmError::Unavailable { reason: line.reason().to_owned(), retry_after: None },
            Fault::OutOfTime => self.out_of_time(),
        }
    }
}

/// The distinct names of a list of models, in its order.
fn names(list: &Value) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in list.get("data").and_then(Value::as_array).into_iter().flatten() {
        if let Some(name) = entry.get("id").and_then(Value::as_str)
            && !name.is_empty()
            && !names.iter().any(|known| known == name)
        {
            names.push(name.chars().take(200).collect());
        }
        if names.len() > MAX_NAMES {
            break;
        }
    }
    names
}
