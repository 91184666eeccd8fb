//! A server of its own for each test, and a client that checks what every answer has in common.

use legalagi::adapters::llm_http::HttpLlm;
use legalagi::adapters::llm_http::config::HttpLlmConfig;
use legalagi::adapters::llm_http::secret::Secret;
use legalagi::adapters::worker::pool;
use legalagi::engine::schema;
use legalagi::runner::ports::Llm;
use legalagi::server::config::Config;
use legalagi::server::serve::serve_on;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// The first message of the main dialogue.
pub(crate) const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
/// The key that the model client is given; it must never come back.
pub(crate) const KEY: &str = "sk-canary-5f1e7c0d";

/// A running server and a client for it.
pub(crate) struct Bench {
    pub(crate) base: String,
    pub(crate) client: Client,
    token: Option<String>,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<anyhow::Result<()>>>,
    folder: TempDir,
}

/// With the built-in performer.
pub(crate) async fn builtin() -> Bench {
    start(None, None, folder()).await
}

/// With the built-in performer over the database of an earlier server.
pub(crate) async fn builtin_in(folder: TempDir) -> Bench {
    start(None, None, folder).await
}

/// With the built-in performer and a token.
pub(crate) async fn guarded(token: &str) -> Bench {
    start(None, Some(token), folder()).await
}

/// With a model at this address; `tune` changes the client's patience.
pub(crate) async fn with_model(base: &str, tune: impl FnOnce(&mut HttpLlmConfig)) -> Bench {
    let mut config = HttpLlmConfig::new(base);
    config.api_key = Some(Secret::new(KEY));
    config.model = Some("scripted".to_owned());
    config.pace.sleep = Arc::new(|_| Box::pin(std::future::ready(())));
    tune(&mut config);
    start(Some(Arc::new(HttpLlm::new(config).expect("a client"))), None, folder()).await
}

/// With any performer.
pub(crate) async fn with_llm(llm: Arc<dyn Llm>) -> Bench {
    start(Some(llm), None, folder()).await
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// With the built-in performer and one thread that serves, as a small machine has it.
pub(crate) async fn with_one_worker() -> Bench {
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.worker_threads(1);
    start_on(None, None, folder(), threads).await
}

async fn start(llm: Option<Arc<dyn Llm>>, token: Option<&str>, folder: TempDir) -> Bench {
    start_on(llm, token, folder, tokio::runtime::Builder::new_current_thread()).await
}

async fn start_on(
    llm: Option<Arc<dyn Llm>>,
    token: Option<&str>,
    folder: TempDir,
    mut threads: tokio::runtime::Builder,
) -> Bench {
    // Files are read and pages drawn by the real program.
    pool::use_program(env!("CARGO_BIN_EXE_legalagi").into());
    let url = format!("sqlite://{}", folder.path().join("api.db").display());
    let config = Config::read(|name| match name {
        "LEGALAGI_DATABASE_URL" => Some(url.clone()),
        "LEGALAGI_ACCESS_TOKEN" => token.map(str::to_owned),
        // Files that need no build.
        "LEPTOS_SITE_ROOT" => Some("public".to_owned()),
        _ => None,
    })
    .expect("a configuration");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}", listener.local_addr().expect("address"));
    let (stop, stopped) = oneshot::channel::<()>();
    // A thread of its own, as in a process of its own.
    let listener = listener.into_std().expect("a listener");
    let task = std::thread::spawn(move || {
        let runtime = threads.enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::from_std(listener).expect("a listener");
            let stopped = async {
                let _ = stopped.await;
            };
            serve_on(listener, &config, llm, stopped).await
        })
    });
    let client = Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_secs(180))
        // No request goes to a connection that the server may just have closed.
        .pool_max_idle_per_host(0)
        .build()
        .expect("a client");
    Bench { base, client, token: token.map(str::to_owned), stop: Some(stop), task: Some(task), folder }
}

impl Bench {
    /// The folder of the database.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The address of the database, for the command line beside the server.
    pub(crate) fn database(&self) -> String {
        format!("sqlite://{}", self.folder.path().join("api.db").display())
    }
}

/// Status and JSON body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Answer {
    pub(crate) fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        if self.body.get("state").is_some() {
            valid(&self.body["state"]);
            assert!(self.body["session_id"].is_string() && self.body["next_action"]["kind"].is_string(), "{self:?}");
        }
        self.body
    }

    /// The error object; the status must be this one.
    pub(crate) fn err(self, status: u16, code: &str) -> Value {
        assert_eq!((self.status, self.body["error"]["code"].as_str()), (status, Some(code)), "{self:?}");
        let error = self.body["error"].clone();
        assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{error}");
        assert!(error["retryable"].is_boolean() && error["details"].is_object(), "{error}");
        assert_eq!(error.as_object().map(serde_json::Map::len), Some(4), "{error}");
        error
    }
}

/// Checks a state against the schema of the plan.
pub(crate) fn valid(state: &Value) {
    assert_eq!(schema::check(schema::of_state(state), state), [], "{state:#}");
}

impl Bench {
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path).send().await.expect("an answer")).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        answer(self.request(Method::POST, path).json(body).send().await.expect("an answer")).await
    }

    /// Opens a session; `(id, body)`.
    pub(crate) async fn open(&self, words: &str) -> (String, Value) {
        let answer = self.post("/api/session", &json!({"initial_message": words})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let body = answer.ok();
        (body["session_id"].as_str().expect("an id").to_owned(), body)
    }

    pub(crate) async fn say(&self, id: &str, words: &str) -> Answer {
        self.post(&format!("/api/session/{id}"), &json!({"message": words})).await
    }

    pub(crate) async fn step(&self, id: &str, step: &str) -> Answer {
        self.post(&format!("/api/session/{id}/step"), &json!({"step": step})).await
    }

    /// The newest state, checked.
    pub(crate) async fn state(&self, id: &str) -> Value {
        self.get(&format!("/api/session/{id}")).await.ok()["state"].clone()
    }

    pub(crate) async fn version(&self, id: &str) -> u64 {
        self.state(id).await["meta"]["state_version"].as_u64().expect("a number")
    }

    pub(crate) async fn trace(&self, id: &str) -> Vec<Value> {
        let body = self.get(&format!("/api/session/{id}/trace")).await.ok();
        body["trace"].as_array().expect("a list").clone()
    }

    /// Stops the server and waits until it has.
    pub(crate) async fn close(mut self) -> TempDir {
        drop(self.stop.take());
        if let Some(task) = self.task.take() {
            let joined = tokio::task::spawn_blocking(move || task.join()).await.expect("no panic");
            joined.expect("no panic").expect("a clean end");
        }
        self.folder
    }
}

pub(crate) async fn answer(response: Response) -> Answer {
    let status = response.status().as_u16();
    let text = response.text().await.expect("a body");
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    Answer { status, body }
}
