//! What the door promises: slow clients give way, nobody takes the memory, limits say when to come back. The real
//! program, real sockets.
#![cfg(all(target_os = "linux", feature = "ssr", feature = "fakes"))]

#[path = "admission/access.rs"]
mod access;
#[path = "admission/health.rs"]
mod health;
#[path = "llm_http/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the model client, which use all of it")]
mod model;
#[path = "process/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of the process, which use all of it")]
mod process;
#[path = "admission/slow.rs"]
mod slow;
#[path = "admission/streams.rs"]
mod streams;

use process::Process;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
const TOKEN: &str = "an-instance-token-of-some-length";

/// Without a pool: every request has a connection of its own.
fn client() -> Client {
    Client::builder()
        .timeout(Duration::from_secs(60))
        .pool_max_idle_per_host(0)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client")
}

/// A connection that has sent this much.
async fn sent(process: &Process, bytes: &[u8]) -> TcpStream {
    static FILES: std::sync::Once = std::sync::Once::new();
    FILES.call_once(|| drop(rlimit::increase_nofile_limit(u64::MAX)));
    let address = process.base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // A server that hangs up early may do so before all is written.
    let _ = stream.write_all(bytes).await;
    stream
}

/// What still comes until the server hangs up.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes)).await;
    // A reset is a way to hang up too.
    let _ = read.expect("the server hangs up");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The error of an answer: status, code, seconds to wait.
async fn refused(response: Response) -> (u16, String, u64) {
    let status = response.status().as_u16();
    let wait = response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
    let body: Value = response.json().await.expect("JSON");
    (status, body["error"]["code"].as_str().unwrap_or_default().to_owned(), wait.unwrap_or_default())
}

async fn open(process: &Process) -> String {
    let url = format!("{}/api/session", process.base);
    let answer = client().post(url).json(&json!({"initial_message": LEASE})).send().await.expect("an answer");
    assert_eq!(answer.status(), 201);
    let body: Value = answer.json().await.expect("JSON");
    body["session_id"].as_str().expect("an id").to_owned()
}

async fn get(process: &Process, path: &str) -> Response {
    client().get(format!("{}{path}", process.base)).send().await.expect("an answer")
}
