//! An event stream, written to its socket without the HTTP machinery: that keeps 16 KB of buffers for each connection,
//! and a stream is open for hours and says little.

use crate::adapters::clock::http_date;
use crate::server::door::connections::Occupied;
use axum::body::Body;
use axum::http::{HeaderName, Method, StatusCode, Version, header};
use axum::response::Response;
use hyper::body::Body as HttpBody;
use socket2::SockRef;
use std::future::poll_fn;
use std::io::{ErrorKind, Result};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;

/// How long a client may take no bytes.
const STALLED: Duration = Duration::from_secs(30);

/// Where a response waits that is to be written so.
#[derive(Clone, Default)]
pub struct Slot(Arc<Mutex<Option<Response>>>);

/// The body of an event stream, carried beside its response: the layers of the router put every body that passes into
/// boxes with room for their own work.
#[derive(Clone)]
struct Detached(Arc<Mutex<Option<Body>>>);

impl Detached {
    fn body(&self) -> Body {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }
}

/// An event stream on its way to [`Slot::take`].
#[must_use]
pub fn detached(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    parts.extensions.insert(Detached(Arc::new(Mutex::new(Some(body)))));
    Response::from_parts(parts, Body::empty())
}

/// The request is answered elsewhere: the reason why its connection leaves the HTTP machinery.
#[derive(Debug)]
pub struct Tapped;

impl std::fmt::Display for Tapped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("answered elsewhere")
    }
}

impl std::error::Error for Tapped {}

impl Slot {
    /// Takes the response to a request if it is an event stream and nothing else is to come from this client.
    ///
    /// # Errors
    /// [`Tapped`], when it took it.
    pub fn take(
        &self,
        alone: bool,
        method: &Method,
        version: Version,
        mut response: Response,
    ) -> std::result::Result<Response, Tapped> {
        let kind = response.headers().get(header::CONTENT_TYPE).map(axum::http::HeaderValue::as_bytes);
        let is_stream = response.status() == StatusCode::OK
            && *method == Method::GET
            && kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"));
        if !is_stream {
            return Ok(response);
        }
        if let Some(detached) = response.extensions_mut().remove::<Detached>() {
            // It was measured without its body.
            response.headers_mut().remove(header::CONTENT_LENGTH);
            *response.body_mut() = detached.body();
        }
        if !alone || version != Version::HTTP_11 {
            return Ok(response);
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(response);
        Err(Tapped)
    }

    /// The response that waits.
    #[must_use]
    pub fn empty(&self) -> Option<Response> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Writes a response until it or its client ends.
pub async fn run(stream: Arc<TcpStream>, response: Response, place: Occupied) {
    tokio::select! {
        // A client that leaves is no fault.
        _ = written(&stream, response) => {}
        () = gone(&stream) => {}
        () = place.ended() => {}
    }
}

async fn written(stream: &TcpStream, response: Response) -> Result<()> {
    let (parts, mut body) = response.into_parts();
    let mut head = format!("HTTP/1.1 200 OK\r\ndate: {}\r\n", http_date()).into_bytes();
    let own: [HeaderName; 4] = [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH, header::DATE];
    for (name, value) in parts.headers.iter().filter(|(name, _)| !own.contains(name)) {
        for bytes in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            head.extend_from_slice(bytes);
        }
    }
    head.extend_from_slice(b"connection: close\r\ntransfer-encoding: chunked\r\n\r\n");
    write(stream, &head).await?;
    drop((head, parts));
    while let Some(frame) = next(&mut body).await {
        // A stream that fails ends without its end: the client comes back.
        let frame = frame.map_err(std::io::Error::other)?;
        let Some(data) = frame.data_ref().filter(|data| !data.is_empty()) else { continue };
        let mut chunk = format!("{:x}\r\n", data.len()).into_bytes();
        chunk.extend_from_slice(data);
        chunk.extend_from_slice(b"\r\n");
        write(stream, &chunk).await?;
    }
    write(stream, b"0\r\n\r\n").await?;
    SockRef::from(stream).shutdown(Shutdown::Write)
}

async fn next(body: &mut Body) -> Option<std::result::Result<hyper::body::Frame<axum::body::Bytes>, axum::Error>> {
    poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await
}

async fn write(stream: &TcpStream, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        let ready = tokio::time::timeout(STALLED, stream.writable()).await;
        ready.map_err(|_| std::io::Error::from(ErrorKind::TimedOut))??;
        match stream.try_write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Ends when the client hangs up; what it may still say is not listened to.
async fn gone(stream: &TcpStream) {
    let mut sink = [0; 64];
    loop {
        if stream.readable().await.is_err() {
            return;
        }
        match stream.try_read(&mut sink) {
            Ok(0) => return,
            Err(error) if error.kind() != ErrorKind::WouldBlock => return,
            _ => {}
        }
    }
}
