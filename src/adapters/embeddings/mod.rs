//! Vectors of texts from any OpenAI-compatible server: `POST {base}/embeddings`. Off unless configured. Texts and keys
//! never reach the log.

use crate::adapters::llm_http::secret::Secret;
use crate::runner::embeddings::{EmbedError, Embeddings};
use crate::runner::ports::BoxFuture;
use reqwest::header::HeaderValue;
use reqwest::{Client, Url, redirect};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// Bytes of an answer: a batch of the largest vectors as decimal text.
const REPLY_BYTES: usize = 32 * 1024 * 1024;
/// A batch of passages waits no longer.
const TIMEOUT: Duration = Duration::from_secs(20);
const CONNECT: Duration = Duration::from_secs(3);

/// Where vectors come from.
#[derive(Debug, Clone)]
pub struct EmbeddingsConfig {
    /// Base URL, without a slash at the end.
    pub base_url: String,
    /// The model.
    pub model: String,
    /// Key, if the server wants one.
    pub api_key: Option<Secret>,
}

/// A client of one model.
#[derive(Debug)]
pub struct HttpEmbeddings {
    url: Url,
    model: String,
    auth: Option<HeaderValue>,
    client: Client,
}

#[derive(Deserialize)]
struct Reply {
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    index: usize,
    embedding: Vec<f32>,
}

impl HttpEmbeddings {
    /// Makes a client. Nothing is sent yet.
    ///
    /// # Errors
    /// An address or a key that cannot be used.
    pub fn new(config: &EmbeddingsConfig) -> Result<Self, EmbedError> {
        let wrong = |what: &str| EmbedError { reason: what.to_owned() };
        let url = Url::parse(&format!("{}/embeddings", config.base_url.trim_end_matches('/')))
            .map_err(|_| wrong("LEGALAGI_EMBEDDINGS_BASE_URL is no address"))?;
        let auth = match &config.api_key {
            None => None,
            Some(key) => {
                let mut header = HeaderValue::from_str(&format!("Bearer {}", key.expose()))
                    .map_err(|_| wrong("LEGALAGI_EMBEDDINGS_API_KEY has characters that a header cannot carry"))?;
                header.set_sensitive(true);
                Some(header)
            }
        };
        let client = Client::builder()
            .user_agent(concat!("legalagi/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .connect_timeout(CONNECT)
            .timeout(TIMEOUT)
            .build()
            .map_err(|_| wrong("no HTTP client"))?;
        Ok(Self { url, model: config.model.clone(), auth, client })
    }

    async fn ask(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, EmbedError> {
        let failed = |what: &str| EmbedError { reason: what.to_owned() };
        let body = json!({"model": self.model, "input": texts, "encoding_format": "float"});
        let mut request = self.client.post(self.url.clone()).json(&body);
        if let Some(auth) = &self.auth {
            request = request.header("authorization", auth.clone());
        }
        let mut response = request.send().await.map_err(|_| failed("no connection"))?;
        if !response.status().is_success() {
            return Err(failed(&format!("status {}", response.status().as_u16())));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|_| failed("the answer broke off"))? {
            if bytes.len() + chunk.len() > REPLY_BYTES {
                return Err(failed("the answer is too large"));
            }
            bytes.extend_from_slice(&chunk);
        }
        let reply: Reply =
            serde_json::from_slice(&bytes).map_err(|_| failed("the answer is not that of /embeddings"))?;
        let mut out: Vec<Option<Vec<f32>>> = vec![None; texts.len()];
        for row in reply.data {
            if let Some(place) = out.get_mut(row.index) {
                *place = Some(row.embedding);
            }
        }
        out.into_iter().collect::<Option<Vec<_>>>().ok_or_else(|| failed("a vector is missing"))
    }
}

impl Embeddings for HttpEmbeddings {
    fn model(&self) -> &str {
        &self.model
    }

    fn host(&self) -> Option<String> {
        Some(self.url.authority().to_owned())
    }

    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedError>> {
        Box::pin(self.ask(texts))
    }
}
