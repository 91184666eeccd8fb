//! A scripted HTTP/1.1 server: one script per connection, byte by byte if need be.

use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What the server does on a connection, in order; at the end it closes.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Writes these bytes.
    Send(Vec<u8>),
    /// Writes these bytes one at a time.
    Drip(Vec<u8>),
    /// Writes the bytes again and again until the client leaves.
    Endless(Vec<u8>),
    /// Says nothing and keeps the connection.
    Stall,
    /// Breaks the connection with a reset.
    Reset,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// Request line and headers, as text.
    pub(crate) head: String,
    /// The body; null without one.
    pub(crate) body: Value,
}

impl Seen {
    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

/// A running server; it ends with the value.
pub(crate) struct Server {
    /// `http://127.0.0.1:port/v1`.
    pub(crate) base: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    /// Serves the scripts in order; a connection beyond them gets status 418.
    pub(crate) async fn start(scripts: Vec<Vec<Act>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}/v1", listener.local_addr().expect("address"));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = seen.clone();
        let task = tokio::spawn(async move {
            let mut scripts = scripts.into_iter();
            while let Ok((stream, _)) = listener.accept().await {
                let script = scripts.next().unwrap_or_else(|| status(418, &[], "{}"));
                tokio::spawn(serve(stream, script, log.clone()));
            }
        });
        Self { base, seen, task }
    }

    /// The requests so far, in order.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().expect("log").clone()
    }
}

async fn serve(mut stream: TcpStream, script: Vec<Act>, log: Arc<Mutex<Vec<Seen>>>) {
    stream.set_nodelay(true).expect("nodelay");
    let Some(request) = read_request(&mut stream).await else { return };
    log.lock().expect("log").push(request);
    for act in script {
        let sent = match act {
            Act::Send(bytes) => stream.write_all(&bytes).await,
            Act::Drip(bytes) => drip(&mut stream, &bytes).await,
            Act::Endless(bytes) => loop {
                if let Err(error) = stream.write_all(&bytes).await {
                    break Err(error);
                }
            },
            Act::Stall => {
                // Ends when the client goes away.
                let _ = stream.read(&mut [0; 1]).await;
                return;
            }
            Act::Reset => {
                stream.set_zero_linger().expect("linger");
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
    let _ = stream.shutdown().await;
}

async fn drip(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    for byte in bytes {
        stream.write_all(&[*byte]).await?;
        stream.flush().await?;
        tokio::time::sleep(Duration::from_micros(50)).await;
    }
    Ok(())
}

async fn read_request(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        if let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
            let seen = Seen { head, body: Value::Null };
            let length: usize = seen.header("content-length").map_or(Some(0), |text| text.parse().ok())?;
            if bytes.len() >= end + 4 + length {
                let body = serde_json::from_slice(&bytes[end + 4..end + 4 + length]).unwrap_or_default();
                return Some(Seen { body, ..seen });
            }
        }
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => return None,
            Ok(n) => bytes.extend_from_slice(&piece[..n]),
        }
    }
}

/// A whole response with a status, further headers and a JSON body.
pub(crate) fn status(code: u16, headers: &[&str], body: &str) -> Vec<Act> {
    let more: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let head = format!("HTTP/1.1 {code} x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    vec![Act::Send(format!("{head}{more}Connection: close\r\n\r\n{body}").into_bytes())]
}

/// The head of a streamed response that ends with the connection.
pub(crate) fn stream_head() -> Vec<u8> {
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".to_vec()
}

/// A streamed response of these lines.
pub(crate) fn stream(text: &str) -> Vec<Act> {
    vec![Act::Send(stream_head()), Act::Send(text.as_bytes().to_vec())]
}

/// One event with a piece of content.
pub(crate) fn piece(content: &str) -> String {
    format!("data: {}\n\n", serde_json::json!({"choices": [{"index": 0, "delta": {"content": content}}]}))
}

/// One event with a finish reason.
pub(crate) fn finish(reason: &str) -> String {
    format!("data: {}\n\n", serde_json::json!({"choices": [{"delta": {}, "finish_reason": reason}]}))
}

/// The closing event.
pub(crate) const DONE: &str = "data: [DONE]\n\n";

/// A good streamed answer.
pub(crate) fn good(content: &str) -> Vec<Act> {
    stream(&format!("{}{}{DONE}", piece(content), finish("stop")))
}

/// A good answer in one JSON body.
pub(crate) fn good_whole(content: &str) -> Vec<Act> {
    let body = serde_json::json!({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]});
    status(200, &[], &body.to_string())
}

/// An error response in the usual form.
pub(crate) fn refused(code: u16, message: &str) -> Vec<Act> {
    status(code, &[], &serde_json::json!({"error": {"code": code, "message": message}}).to_string())
}
