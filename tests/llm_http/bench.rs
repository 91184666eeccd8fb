//! A client wired to a scripted server, with pauses and notices recorded.

use crate::server::{Act, Server};
use legalagi::adapters::llm_http::HttpLlm;
use legalagi::adapters::llm_http::config::{HttpLlmConfig, Pace, Timeouts};
use legalagi::adapters::llm_http::secret::Secret;
use legalagi::engine::turn::{Prompt, Rejection};
use legalagi::runner::ports::{Llm, LlmError, LlmReply, LlmRequest};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The key of every test; must never be seen outside the one header.
pub(crate) const KEY: &str = "sk-canary-0123456789";

/// Server, client and what they recorded.
pub(crate) struct Bench {
    pub(crate) server: Server,
    pub(crate) llm: HttpLlm,
    /// Pauses before retries, milliseconds.
    pub(crate) pauses: Arc<Mutex<Vec<u128>>>,
    /// Notices of retries.
    pub(crate) notices: Mutex<Vec<(u32, String)>>,
}

/// A client of the model `m` with the default limits of waiting.
pub(crate) async fn bench(scripts: Vec<Vec<Act>>) -> Bench {
    bench_with(scripts, |_| {}).await
}

/// A client whose limits of waiting are small.
pub(crate) async fn hasty(scripts: Vec<Vec<Act>>) -> Bench {
    bench_with(scripts, |config| {
        let short = Duration::from_millis(200);
        config.timeouts = Timeouts { first_byte: short, idle: short, ..Timeouts::default() };
    })
    .await
}

/// A client with some settings of its own.
pub(crate) async fn bench_with(scripts: Vec<Vec<Act>>, change: impl FnOnce(&mut HttpLlmConfig)) -> Bench {
    let server = Server::start(scripts).await;
    let pauses = Arc::new(Mutex::new(Vec::new()));
    let log = pauses.clone();
    let mut config = HttpLlmConfig::new(server.base.clone());
    config.api_key = Some(Secret::new(KEY));
    config.model = Some("m".to_owned());
    config.pace = Pace {
        jitter: || 0.5,
        sleep: Arc::new(move |pause| {
            log.lock().expect("log").push(pause.as_millis());
            Box::pin(async {})
        }),
        ..Pace::default()
    };
    change(&mut config);
    Bench { server, llm: HttpLlm::new(config).expect("client"), pauses, notices: Mutex::default() }
}

impl Bench {
    /// Asks once.
    pub(crate) async fn ask(&self) -> Result<LlmReply, LlmError> {
        self.ask_with(Vec::new()).await
    }

    /// Asks after refused answers.
    pub(crate) async fn ask_with(&self, refused: Vec<(String, Rejection)>) -> Result<LlmReply, LlmError> {
        let request = request(json!({"$id": "schema://legalagi/llm_step_wire/1.0.0", "type": "object"}), refused);
        let note = |n: u32, reason: &str| self.notices.lock().expect("notices").push((n, reason.to_owned()));
        let answer = self.llm.complete(&request, &note).await;
        let shown = format!("{answer:?} {:?} {:?}", self.llm, self.notices);
        assert!(!shown.contains(KEY), "the key leaked: {shown}");
        answer
    }

    /// Asks and returns the text.
    pub(crate) async fn text(&self) -> String {
        self.ask().await.expect("an answer").text
    }

    /// Asks and returns what came of an unusable answer.
    pub(crate) async fn partial(&self) -> String {
        match self.ask().await {
            Err(LlmError::Unusable { partial, .. }) => partial,
            other => panic!("{other:?}"),
        }
    }

    /// How many requests came.
    pub(crate) fn requests(&self) -> usize {
        self.server.seen().len()
    }

    /// The pauses so far, milliseconds.
    pub(crate) fn pauses(&self) -> Vec<u128> {
        self.pauses.lock().expect("pauses").clone()
    }

    /// The numbers of the notices so far.
    pub(crate) fn notices(&self) -> Vec<u32> {
        self.notices.lock().expect("notices").iter().map(|(n, _)| *n).collect()
    }
}

/// A request of the step INTERPRET.
pub(crate) fn request(schema: Value, refused: Vec<(String, Rejection)>) -> LlmRequest {
    LlmRequest {
        workspace: legalagi::workspaces::contract::ID,
        session: None,
        step: "INTERPRET",
        input: Arc::new(Value::Null),
        prompt: Arc::new(Prompt {
            name: "interpret-step".to_owned(),
            system: "Роль и правила".to_owned(),
            user: "Договор аренды".to_owned(),
            hash: "0".to_owned(),
            schema: Arc::new(schema),
            repair: None,
        }),
        refused,
        images: Vec::new(),
    }
}
