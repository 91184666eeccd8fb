//! One call of the port: shapes, images, retries, pauses, the deadline.

use crate::adapters::llm_http::HttpLlm;
use crate::adapters::llm_http::body::{self, Ask, Shape};
use crate::adapters::llm_http::classify::{self, Decision, Remedy};
use crate::adapters::llm_http::collect::Answer;
use crate::adapters::llm_http::config::{self, ModelError};
use crate::adapters::llm_http::eyes::Unseen;
use crate::adapters::llm_http::failure::Fault;
use crate::adapters::llm_http::retry;
use crate::runner::ports::{LlmError, LlmReply, LlmRequest, OnRetry};
use std::time::Duration;
use tokio::time::Instant;

/// What follows a fault.
enum After {
    /// Ask at once in another shape.
    Reshape(Shape),
    /// Ask at once without images.
    Unsee(Unseen),
    /// Pause and ask again.
    Retry { reason: String, wish: Option<u64> },
    /// Give up.
    Stop(LlmError),
}

impl HttpLlm {
    pub(super) async fn converse(&self, request: &LlmRequest, on_retry: OnRetry<'_>) -> Result<LlmReply, LlmError> {
        let mut deadline = Instant::now() + self.config.timeouts.total;
        let model = self.resolve_model().await.map_err(|error| match error {
            ModelError::Llm(error) => error,
            required @ ModelError::Required { .. } => LlmError::Refused { reason: required.to_string() },
        })?;
        let ask = Ask {
            model,
            dialect: self.dialect,
            confidential: self.config.confidential,
            max_tokens: self.config.max_tokens,
            prompt: &request.prompt,
            refused: &request.refused,
            images: &request.images,
        };
        let mut unseen = self.unseen(request).await;
        let mut shape = Shape { images: unseen.is_none() && !request.images.is_empty(), ..self.shape() };
        let mut retries = 0;
        loop {
            let start = Instant::now();
            let url = config::endpoint(&self.base, "chat/completions");
            let fault = match self.transport.ask(url, &body::build(&ask, shape), deadline).await {
                Ok(answer) => {
                    self.remember(shape);
                    self.settle_unseen(unseen);
                    return Ok(self.reply(answer, model, unseen));
                }
                Err(fault) => fault,
            };
            let millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
            tracing::warn!(fault = fault.label(), status = fault.status(), retries, millis, "model call failed");
            match self.after(fault, shape, model) {
                After::Reshape(next) => shape = next,
                After::Stop(error) => {
                    if matches!(error, LlmError::Unusable { .. }) {
                        self.settle_unseen(unseen);
                    }
                    return Err(error);
                }
                After::Unsee(why) => {
                    tracing::warn!(?why, "asking again without images");
                    shape.images = false;
                    unseen = Some(why);
                    // The question alone gets the time that it would have had.
                    (deadline, retries) = (Instant::now() + self.config.timeouts.total, 0);
                }
                After::Retry { reason, wish } => {
                    let pause = self.pause(retries + 1, wish, deadline).filter(|_| retries < self.config.pace.retries);
                    let Some(pause) = pause else {
                        if shape.images {
                            shape.images = false;
                            unseen = Some(Unseen::Failing);
                            (deadline, retries) = (Instant::now() + self.config.timeouts.total, 0);
                            continue;
                        }
                        return Err(LlmError::Unavailable {
                            reason: given_up(&reason, retries + 1),
                            retry_after: wish,
                        });
                    };
                    retries += 1;
                    on_retry(retries, &reason);
                    (self.config.pace.sleep)(pause).await;
                }
            }
        }
    }

    fn reply(&self, answer: Answer, model: &str, unseen: Option<Unseen>) -> LlmReply {
        let performer = answer.model.unwrap_or_else(|| model.to_owned());
        let unseen = unseen.map(|why| why.words().to_owned());
        LlmReply { text: answer.text, usage: answer.usage, performer, unseen }
    }

    fn after(&self, fault: Fault, shape: Shape, model: &str) -> After {
        match fault {
            Fault::Provider(failure) => match classify::decide(&failure, shape) {
                Decision::Reshape(next) => After::Reshape(next),
                Decision::Unsee(why) => After::Unsee(why),
                Decision::Retry => {
                    After::Retry { reason: classify::retry_reason(failure.status), wish: failure.retry_after }
                }
                Decision::Refuse(remedy) => {
                    let reason = self.remedy(remedy, failure.status, model, &failure.message);
                    After::Stop(LlmError::Refused { reason })
                }
            },
            Fault::Line(line) => After::Retry { reason: line.reason().to_owned(), wish: None },
            Fault::OutOfTime if shape.images => After::Unsee(Unseen::Late),
            Fault::OutOfTime => After::Stop(self.out_of_time()),
            Fault::NotAnApi => After::Stop(LlmError::Refused { reason: self.remedy(Remedy::Address, 200, model, "") }),
            Fault::Unusable { reason, partial } => {
                // The server took the shape; what it made of it is another matter.
                self.remember(shape);
                After::Stop(LlmError::Unusable { reason: reason.to_owned(), partial })
            }
        }
    }

    /// How long to wait before a retry; `None` when it would take too long.
    fn pause(&self, retry: u32, wish: Option<u64>, deadline: Instant) -> Option<Duration> {
        let pace = &self.config.pace;
        let pause = match wish {
            Some(seconds) => Some(Duration::from_secs(seconds)).filter(|wish| *wish <= pace.longest_wait)?,
            None => retry::backoff(pace.base, pace.cap, retry, (pace.jitter)()),
        };
        (Instant::now() + pause < deadline).then_some(pause)
    }

    /// The words of a refusal, free of the key whatever the provider echoes.
    pub(super) fn remedy(&self, remedy: Remedy, status: u16, model: &str, said: &str) -> String {
        let key = self.config.api_key.as_ref().filter(|key| !key.is_empty());
        let text = classify::remedy_text(remedy, status, model, key.is_some(), said);
        key.map_or_else(|| text.clone(), |key| key.redact(&text))
    }

    pub(super) fn out_of_time(&self) -> LlmError {
        let reason = format!("Модель не уложилась в {} с", self.config.timeouts.total.as_secs_f32());
        LlmError::Unavailable { reason, retry_after: None }
    }
}

fn given_up(reason: &str, attempts: u32) -> String {
    match attempts {
        1 => reason.to_owned(),
        n => format!("{reason}; попыток: {n}"),
    }
}
