//! A client of few lines: JSON-RPC over Streamable HTTP, with a session or without one.

use crate::bench::Bench;
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};

/// The era with a handshake.
pub(crate) const SESSIONS: &str = "2025-11-25";
/// The era without.
pub(crate) const STATELESS: &str = "2026-07-28";

/// A session of the older era.
pub(crate) struct Session<'a> {
    pub(crate) bench: &'a Bench,
    pub(crate) id: String,
}

/// A request for `/mcp` with the headers that every client sends.
pub(crate) fn to_mcp(bench: &Bench, body: &Value) -> RequestBuilder {
    bench
        .request(reqwest::Method::POST, "/mcp")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .body(body.to_string())
}

pub(crate) fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": SESSIONS, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
    }})
}

/// All messages of an answer, whether it came as JSON or as events.
pub(crate) async fn messages(response: Response) -> Vec<Value> {
    let text = response.text().await.expect("a body");
    if let Ok(one) = serde_json::from_str(&text) {
        return vec![one];
    }
    text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok()).collect()
}

impl<'a> Session<'a> {
    /// Shakes hands; the result of `initialize` beside the session.
    pub(crate) async fn open(bench: &'a Bench) -> (Self, Value) {
        let response = to_mcp(bench, &initialize()).send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        let id = response.headers()["mcp-session-id"].to_str().expect("text").to_owned();
        let result = messages(response).await.pop().expect("a message")["result"].clone();
        let session = Self { bench, id };
        let said = session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        assert_eq!(said.status(), 202);
        (session, result)
    }

    pub(crate) async fn send(&self, body: &Value) -> Response {
        let request = to_mcp(self.bench, body).header("mcp-session-id", &self.id);
        request.header("mcp-protocol-version", SESSIONS).send().await.expect("an answer")
    }

    /// The messages that answer a request; the last one carries its id.
    pub(crate) async fn all(&self, method: &str, params: Value) -> Vec<Value> {
        let response = self.send(&json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})).await;
        let all = messages(response).await;
        assert_eq!(all.last().map(|last| last["id"].clone()), Some(json!(7)), "{all:?}");
        all
    }

    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        self.all(method, params).await.pop().expect("a message")
    }

    /// The result of a tool.
    pub(crate) async fn call(&self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": name, "arguments": arguments})).await["result"].clone()
    }
}

/// One request of the era without sessions.
pub(crate) async fn stateless(bench: &Bench, method: &str, mut params: Value) -> Response {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    });
    let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let mut request = to_mcp(bench, &body).header("mcp-protocol-version", STATELESS).header("mcp-method", method);
    if let Some(name) = params["name"].as_str() {
        request = request.header("mcp-name", name);
    }
    request.send().await.expect("an answer")
}
