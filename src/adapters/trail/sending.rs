//! What leaves the machine is in the audit log before it goes: host, model, session, sizes and the hash of the prompt,
//! never its text. What cannot be noted is not sent.

use crate::adapters::trail::Trail;
use crate::engine::knowledge::dialogue;
use crate::engine::prompt::sha256;
use crate::engine::trail::of_session;
use crate::model::session::Performer;
use crate::model::trail::Action;
use crate::runner::embeddings::{EmbedError, Embeddings};
use crate::runner::ports::{BoxFuture, Destination, Llm, LlmError, LlmReply, LlmRequest, OnRetry, Sight, StoreError};
use std::sync::Arc;

/// A performer whose questions are noted where they leave the machine.
pub struct Sending {
    inner: Arc<dyn Llm>,
    trail: Trail,
}

impl Sending {
    /// The same performer, noted.
    #[must_use]
    pub fn new(inner: Arc<dyn Llm>, trail: Trail) -> Self {
        Self { inner, trail }
    }

    async fn note(&self, request: &LlmRequest, to: &Destination) -> Result<(), StoreError> {
        let prompt = &request.prompt;
        let refused = request.refused.iter().map(|(text, _)| text.chars().count()).sum::<usize>();
        let characters = prompt.system.chars().count() + prompt.user.chars().count() + refused;
        let note = self.trail.note(Action::Send, |draft| {
            let mut draft = match &request.session {
                Some(session) => draft.of(&of_session(session)),
                None => draft,
            };
            if !request.images.is_empty() {
                let bytes = request.images.iter().map(|image| image.bytes.len() as u64).sum();
                draft = draft.number("images", request.images.len() as u64).number("image_bytes", bytes);
            }
            draft
                .text("host", &to.host)
                .text("model", to.model.as_deref().unwrap_or("unnamed"))
                .text("step", request.step)
                .number("characters", characters as u64)
                .text("sha256", &prompt.hash)
        });
        note.await
    }
}

impl Llm for Sending {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            if let Some(to) = self.inner.destination(request.step)
                && let Err(error) = self.note(request, &to).await
            {
                tracing::error!(error = error.to_string(), "not sent: the audit log cannot be written");
                let reason =
                    dialogue::embedded().map_or_else(|e| e.to_string(), |book| book.fault("not_noted").to_owned());
                return Err(LlmError::Unavailable { reason, retry_after: None });
            }
            self.inner.complete(request, on_retry).await
        })
    }

    fn performer(&self) -> Performer {
        self.inner.performer()
    }

    fn destination(&self, step: &str) -> Option<Destination> {
        self.inner.destination(step)
    }

    fn sight<'a>(&'a self, step: &'a str) -> BoxFuture<'a, Option<Sight>> {
        self.inner.sight(step)
    }
}

/// A model of meaning whose texts are noted where they leave the machine.
#[derive(Debug)]
pub struct SendingTexts {
    inner: Arc<dyn Embeddings>,
    trail: Trail,
}

impl SendingTexts {
    /// The same model, noted.
    #[must_use]
    pub fn new(inner: Arc<dyn Embeddings>, trail: Trail) -> Self {
        Self { inner, trail }
    }
}

impl Embeddings for SendingTexts {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn host(&self) -> Option<String> {
        self.inner.host()
    }

    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedError>> {
        Box::pin(async move {
            if let Some(host) = self.inner.host() {
                let characters = texts.iter().map(|text| text.chars().count() as u64).sum();
                let note = self.trail.note(Action::Send, |draft| {
                    draft
                        .text("host", &host)
                        .text("model", self.inner.model())
                        .text("step", "embeddings")
                        .number("texts", texts.len() as u64)
                        .number("characters", characters)
                        .text("sha256", &sha256(&texts.concat()))
                });
                note.await.map_err(|_| EmbedError { reason: "the audit log cannot be written".to_owned() })?;
            }
            self.inner.embed(texts).await
        })
    }
}
