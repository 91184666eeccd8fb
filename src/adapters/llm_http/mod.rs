//! The model client: any OpenAI-compatible server over HTTP, behind the port `Llm`.
//!
//! One call = a conversation with a server that may misbehave in every way: the strictest form of answer it takes
//! is found once and remembered ([`body`]), images of pages go along when the model looks at them ([`eyes`]), failures are judged ([`classify`]) and retried with pauses ([`retry`]),
//! the answer is read under limits ([`transport`], [`sse`], [`collect`]). The content of an answer is never judged
//! here. Prompts, answers and keys never reach the log.

mod body;
mod classify;
mod collect;
pub mod config;
mod converse;
mod eyes;
mod failure;
mod models;
mod ordered;
mod retry;
pub mod secret;
mod sse;
mod transport;
mod usage;

use crate::adapters::llm_http::body::{Rung, Shape};
use crate::adapters::llm_http::config::{ConfigError, Dialect, HttpLlmConfig};
use crate::adapters::llm_http::transport::Transport;
use crate::model::session::Performer;
use crate::runner::ports::{BoxFuture, Destination, Llm, LlmError, LlmReply, LlmRequest, OnRetry, Sight};
use reqwest::header::HeaderValue;
use reqwest::{Client, Url, redirect};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use tokio::sync::OnceCell;

/// A client of one model on one server.
pub struct HttpLlm {
    base: Url,
    config: HttpLlmConfig,
    dialect: Dialect,
    transport: Transport,
    /// The model's name, once it is known.
    model: OnceCell<String>,
    /// The strictest shape that the server took.
    shape: Mutex<Shape>,
    /// Whether the model looks at images, once its server has said so.
    eyes: OnceCell<bool>,
    /// Whether the server has refused images.
    blind: AtomicBool,
}

impl HttpLlm {
    /// Makes a client. Nothing is sent yet.
    ///
    /// # Errors
    /// [`ConfigError`] when the address or the key cannot be used.
    pub fn new(config: HttpLlmConfig) -> Result<Self, ConfigError> {
        let base = config::parse_base(&config.base_url)?;
        let auth = match config.api_key.as_ref().filter(|key| !key.is_empty()) {
            None => None,
            Some(key) => {
                let text = format!("Bearer {}", key.expose());
                let mut header = HeaderValue::from_str(&text).map_err(|_| ConfigError::Key)?;
                header.set_sensitive(true);
                Some(header)
            }
        };
        let client = Client::builder()
            .user_agent(concat!("legalagi/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .retry(reqwest::retry::never())
            .connect_timeout(config.timeouts.connect)
            .build()
            .map_err(|_| ConfigError::Client)?;
        let transport = Transport { client, auth, timeouts: config.timeouts, reply_cap: config.reply_cap };
        let named = config.model.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        Ok(Self {
            dialect: config.dialect.unwrap_or_else(|| Dialect::of(&base)),
            model: OnceCell::new_with(named),
            shape: Mutex::new(Shape { rung: Rung::Schema, extras: true, images: true }),
            eyes: OnceCell::new(),
            blind: AtomicBool::new(false),
            base,
            config,
            transport,
        })
    }

    fn shape(&self) -> Shape {
        *self.shape.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, shape: Shape) {
        *self.shape.lock().unwrap_or_else(PoisonError::into_inner) = shape;
    }
}

impl Llm for HttpLlm {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(self.converse(request, on_retry))
    }

    fn performer(&self) -> Performer {
        let name = self.model.get().cloned().unwrap_or_else(|| "модель ещё не выбрана".to_owned());
        Performer { name, is_model: true }
    }

    fn destination(&self, _step: &str) -> Option<Destination> {
        Some(Destination { host: self.base.authority().to_owned(), model: self.model.get().cloned() })
    }

    fn sight<'a>(&'a self, _step: &'a str) -> BoxFuture<'a, Option<Sight>> {
        Box::pin(self.looks())
    }
}

impl fmt::Debug for HttpLlm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpLlm")
            .field("config", &self.config)
            .field("model", &self.model.get())
            .finish_non_exhaustive()
    }
}
