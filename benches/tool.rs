//! A tool over HTTP: one step of research, a search, a whole answer; over REST and over MCP, example corpus, no model.
//!
//! `cargo bench --features ssr --bench tool`. Every call has words of its own, so that no kept result is measured.
#![expect(clippy::unwrap_used, reason = "a benchmark may fail loudly")]

use divan::Bencher;
use legalagi::adapters::intake::{self, File, Wishes};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::cli::corpus_files::{self, Found};
use legalagi::server::config::Config;
use legalagi::server::serve::serve_on;
use reqwest::Client;
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

fn main() {
    divan::main();
}

const AT: &str = "2026-11-22T05:00:00.000Z";

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap());

/// A running server; it ends with the process.
struct Served {
    base: String,
    client: Client,
    _folder: TempDir,
}

static SERVED: LazyLock<Served> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("tool.db").display());
    let config = Config::read(|name| match name {
        "LEGALAGI_DATABASE_URL" => Some(url.clone()),
        "LEPTOS_SITE_ROOT" => Some("public".to_owned()),
        _ => None,
    })
    .unwrap();
    let listener = RUNTIME.block_on(async {
        let store = SqliteStore::open(&url).await.unwrap();
        for file in corpus_files::demo() {
            if let Found::Embedded { name, bytes } = file {
                intake::import(&store, File { name, bytes: bytes.to_vec() }, &Wishes::default(), AT).await;
            }
        }
        store.close().await;
        TcpListener::bind("127.0.0.1:0").await.unwrap()
    });
    let base = format!("http://{}", listener.local_addr().unwrap());
    let listener = listener.into_std().unwrap();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async move {
            serve_on(TcpListener::from_std(listener).unwrap(), &config, None, std::future::pending()).await
        })
    });
    Served { base, client: Client::new(), _folder: folder }
});

fn question() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    format!("Какой ширины должен быть главный проход склада № {}?", NUMBER.fetch_add(1, Ordering::Relaxed))
}

fn post(path: &str, body: &Value) -> usize {
    let served = &*SERVED;
    RUNTIME.block_on(async {
        let request = served.client.post(format!("{}{path}", served.base)).json(body);
        let response = request.header("accept", "application/json, text/event-stream").send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response.bytes().await.unwrap().len()
    })
}

#[divan::bench]
fn classify_over_rest(bencher: Bencher<'_, '_>) {
    bencher.bench(|| post("/api/research/classify_intent", &json!({"query": question()})));
}

#[divan::bench]
fn advice_over_rest(bencher: Bencher<'_, '_>) {
    bencher.bench(|| post("/api/research/get_legal_advice", &json!({"query": question()})));
}

/// The era without a handshake: one request, one answer.
fn call(name: &str, arguments: &Value) -> usize {
    let served = &*SERVED;
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": name, "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
        },
    }});
    RUNTIME.block_on(async {
        let request = served.client.post(format!("{}/mcp", served.base)).json(&body);
        let request = request.header("accept", "application/json, text/event-stream");
        let request = request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", "tools/call");
        let response = request.header("mcp-name", name).send().await.unwrap();
        assert!(response.status().is_success(), "{name}: {}", response.status());
        let text = response.text().await.unwrap();
        assert!(text.contains("structuredContent"), "{text}");
        text.len()
    })
}

#[divan::bench]
fn classify_over_mcp(bencher: Bencher<'_, '_>) {
    bencher.bench(|| call("classify_intent", &json!({"query": question()})));
}

#[divan::bench]
fn search_over_mcp(bencher: Bencher<'_, '_>) {
    bencher.bench(|| call("search_corpus", &json!({"query": question()})));
}
