//! «Проверить связь»: one short question to the language model that is configured, by the way of all others: within the
//! budget of the day, counted, noted in the audit log. Nothing of any session is in it.

use crate::engine::prompt::sha256;
use crate::engine::turn::Prompt;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::status::{ModelCheck, ModelProblem};
use crate::registry;
use crate::runner::ports::{Llm, LlmError, LlmRequest};
use crate::server::body::Failure;
use crate::server::door::admission::overloaded;
use crate::server::rest::Answer;
use crate::server::router::Server;
use axum::Json;
use axum::extract::State;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// How the question is called in the figures and in the audit log.
const STEP: &str = "CONNECTION";

/// `POST /api/status/check`.
///
/// # Errors
/// The installation is not this visitor's; another check is running.
pub async fn json(State(server): State<Server>, asked: Parts) -> Answer {
    let check = allowed(&server, &asked, PATIENCE).await?;
    Ok(Json(serde_json::to_value(check).unwrap_or(Value::Null)))
}

/// `POST /settings/check`: back to the page of settings, which shows what came of it.
pub async fn form(State(server): State<Server>, asked: Parts) -> Response {
    match allowed(&server, &asked, PATIENCE).await {
        Ok(_) => Redirect::to("/settings").into_response(),
        Err(error) => Failure(error).into_response(),
    }
}

/// The check that runs, and what came of the last one.
pub struct Checking {
    /// Each costs its owner something: one at a time is enough.
    only: Semaphore,
    last: Mutex<Option<ModelCheck>>,
}

impl Default for Checking {
    fn default() -> Self {
        Self { only: Semaphore::new(1), last: Mutex::default() }
    }
}

impl Checking {
    /// What came of the last check since the server started.
    #[must_use]
    pub fn last(&self) -> Option<ModelCheck> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn allowed(server: &Server, asked: &Parts, patience: Duration) -> Result<ModelCheck, ApiError> {
    if !server.may_keep(asked) {
        let words = "Связь с моделью проверяет владелец установки: с этой машины или с ключом доступа.";
        return Err(ApiError::new(ErrorCode::Unauthorized, words));
    }
    let _only = server.checking.only.try_acquire().map_err(|_| overloaded(5))?;
    let check = check(server.app.llm.as_ref(), patience, server.app.moment().now).await;
    *server.checking.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(check.clone());
    Ok(check)
}

/// Asks, and says what came of it.
async fn check(llm: &dyn Llm, patience: Duration, at: String) -> ModelCheck {
    let began = Instant::now();
    let nobody = |problem: ModelProblem, words: Option<String>| ModelCheck {
        reached: false,
        model: None,
        millis: millis(began),
        at: at.clone(),
        problem: Some(problem),
        words,
    };
    if !llm.performer().is_model {
        return nobody(ModelProblem::NotConfigured, None);
    }
    // What was wrong before the time was over is worth more than that it is over.
    let retried: Mutex<Option<String>> = Mutex::default();
    let on_retry = |_: u32, reason: &str| {
        *retried.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason.to_owned());
    };
    let question = question();
    let answer = tokio::time::timeout(patience, llm.complete(&question, &on_retry)).await;
    match answer {
        Err(_) => {
            let last = retried.lock().unwrap_or_else(PoisonError::into_inner).take();
            nobody(if last.is_some() { ModelProblem::Unavailable } else { ModelProblem::Late }, last)
        }
        Ok(Ok(reply)) => ModelCheck {
            reached: true,
            model: Some(reply.performer.chars().take(120).collect()),
            millis: millis(began),
            at,
            problem: None,
            words: None,
        },
        Ok(Err(LlmError::Unavailable { reason, .. })) => nobody(ModelProblem::Unavailable, Some(reason)),
        Ok(Err(LlmError::Refused { reason })) => nobody(ModelProblem::Refused, Some(reason)),
        Ok(Err(LlmError::Unusable { reason, .. })) => nobody(ModelProblem::Unusable, Some(reason)),
    }
}

fn millis(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// The shortest question in the form of a step.
fn question() -> LlmRequest {
    let (system, user) = ("Answer with the JSON object {\"ok\": true} and nothing else.", "{}");
    let schema = json!({
        "$id": "legalagi/connection/1", "type": "object", "properties": {"ok": {"type": "boolean"}},
        "required": ["ok"], "additionalProperties": false,
    });
    let prompt = Prompt {
        name: "connection".to_owned(),
        system: system.to_owned(),
        user: user.to_owned(),
        hash: sha256(&format!("{system}{user}")),
        schema: Arc::new(schema),
        repair: None,
    };
    LlmRequest {
        workspace: registry::usual(),
        session: None,
        step: STEP,
        input: Arc::new(json!({})),
        prompt: Arc::new(prompt),
        refused: Vec::new(),
        images: Vec::new(),
    }
}
