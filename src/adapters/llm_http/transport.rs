//! One HTTP exchange, read under limits of time and size while it comes.

use crate::adapters::llm_http::collect::{Answer, Collector};
use crate::adapters::llm_http::config::Timeouts;
use crate::adapters::llm_http::failure::{Failure, Fault, Line};
use crate::adapters::llm_http::ordered::Ordered;
use crate::adapters::llm_http::retry;
use crate::adapters::llm_http::sse::{Sse, SseError};
use reqwest::header::{ACCEPT, AUTHORIZATION, DATE, HeaderValue, RETRY_AFTER};
use reqwest::{Client, RequestBuilder, Response, Url};
use serde_json::Value;
use std::future::Future;
use tokio::time::{Instant, timeout_at};

/// Most bytes of an error's body that are read.
const MAX_ERROR_BODY: usize = 64 * 1024;
/// A stream wraps every few characters in a JSON object: bytes on the line against bytes of text.
const STREAM_OVERHEAD: usize = 64;
/// JSON escapes can make a text six times longer; plus the envelope.
const BODY_OVERHEAD: usize = 8;

/// The means of an exchange.
pub(super) struct Transport {
    /// Follows no redirect, asks no proxy.
    pub(super) client: Client,
    /// The bearer token, marked sensitive.
    pub(super) auth: Option<HeaderValue>,
    /// Limits of waiting.
    pub(super) timeouts: Timeouts,
    /// Largest answer, bytes of text.
    pub(super) reply_cap: usize,
}

/// The form of an answer, told by its first byte.
enum Form {
    Unknown,
    Stream(Sse),
    Whole(Vec<u8>),
}

impl Transport {
    /// Sends one request to the model and reads its answer.
    pub(super) async fn ask(&self, url: Url, body: &Value, deadline: Instant) -> Result<Answer, Fault> {
        let start = Instant::now();
        let request = self.client.post(url).header(ACCEPT, "text/event-stream, application/json").json(&Ordered(body));
        let mut response = self.send(request, start, deadline).await?;
        let mut collector = Collector::new(self.reply_cap);
        match self.read(&mut response, &mut collector, start, deadline).await {
            // The whole text is here: a line that breaks after it took nothing away.
            Err(Fault::Line(_) | Fault::OutOfTime) if collector.is_complete() => collector.settle(),
            Err(fault) => Err(fault),
            Ok(()) => collector.settle(),
        }
    }

    /// Fetches a JSON document of at most so many bytes.
    pub(super) async fn fetch(&self, url: Url, most: usize, deadline: Instant) -> Result<Value, Fault> {
        let start = Instant::now();
        let mut response = self.send(self.client.get(url), start, deadline).await?;
        let body = self.read_up_to(&mut response, most, start, deadline).await?;
        serde_json::from_slice(&body).map_err(|_| Fault::NotAnApi)
    }

    /// Sends and waits for the headers; another status than 2xx is a failure.
    async fn send(&self, request: RequestBuilder, start: Instant, deadline: Instant) -> Result<Response, Fault> {
        let request = match &self.auth {
            Some(auth) => request.header(AUTHORIZATION, auth.clone()),
            None => request,
        };
        let limit = start + self.timeouts.first_byte;
        let mut response = within(limit, deadline, Line::FirstByte, request.send()).await?.map_err(line_fault)?;
        if response.status().is_success() {
            return Ok(response);
        }
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let after = header(RETRY_AFTER).and_then(|value| retry::retry_after(&value, header(DATE).as_deref()));
        let status = response.status().as_u16();
        // The status alone decides enough, so a body that breaks off is no fault of its own.
        let body = self.read_up_to(&mut response, MAX_ERROR_BODY, start, deadline).await.unwrap_or_default();
        Err(Fault::Provider(Failure::of_status(status, &body, after)))
    }

    /// Reads the answer into the collector until it is whole, the stream ends, or a limit is passed.
    async fn read(
        &self,
        response: &mut Response,
        collector: &mut Collector,
        start: Instant,
        deadline: Instant,
    ) -> Result<(), Fault> {
        let mut form = Form::Unknown;
        let mut events = Vec::new();
        let mut seen = 0_usize;
        while let Some(chunk) = self.chunk(response, seen, start, deadline).await? {
            seen += chunk.len();
            let mut bytes = &chunk[..];
            if matches!(form, Form::Unknown) {
                bytes = bytes.trim_ascii_start();
                form = match bytes.first() {
                    None => Form::Unknown,
                    Some(b'{') => Form::Whole(Vec::new()),
                    Some(b'<') => return Err(Fault::NotAnApi),
                    Some(_) => Form::Stream(Sse::new(self.reply_cap.saturating_mul(BODY_OVERHEAD))),
                };
            }
            match &mut form {
                Form::Unknown => {}
                Form::Whole(body) => {
                    if body.len() + bytes.len() > self.reply_cap.saturating_mul(BODY_OVERHEAD) {
                        return Err(collector.too_large());
                    }
                    body.extend_from_slice(bytes);
                }
                Form::Stream(sse) => {
                    let read = sse.push(bytes, &mut events);
                    take(&mut events, collector)?;
                    read.map_err(|error| stream_fault(error, collector))?;
                    if collector.is_done() {
                        return Ok(());
                    }
                }
            }
            if seen > self.reply_cap.saturating_mul(STREAM_OVERHEAD) {
                return Err(collector.too_large());
            }
        }
        match form {
            Form::Unknown => Ok(()),
            Form::Whole(body) => collector.whole(&body),
            Form::Stream(mut sse) => {
                let read = sse.close(&mut events);
                take(&mut events, collector)?;
                read.map_err(|error| stream_fault(error, collector))
            }
        }
    }

    async fn read_up_to(
        &self,
        response: &mut Response,
        most: usize,
        start: Instant,
        deadline: Instant,
    ) -> Result<Vec<u8>, Fault> {
        let mut body = Vec::new();
        while body.len() < most
            && let Some(chunk) = self.chunk(response, body.len(), start, deadline).await?
        {
            body.extend_from_slice(&chunk);
        }
        body.truncate(most);
        Ok(body)
    }

    /// The next piece; the first one under the limit of the first byte, the others under that of idling.
    async fn chunk(
        &self,
        response: &mut Response,
        seen: usize,
        start: Instant,
        deadline: Instant,
    ) -> Result<Option<impl std::ops::Deref<Target = [u8]> + use<>>, Fault> {
        let (limit, kind) = match seen {
            0 => (start + self.timeouts.first_byte, Line::FirstByte),
            _ => (Instant::now() + self.timeouts.idle, Line::Idle),
        };
        within(limit, deadline, kind, response.chunk()).await?.map_err(line_fault)
    }
}

fn take(events: &mut Vec<String>, collector: &mut Collector) -> Result<(), Fault> {
    for event in events.drain(..) {
        if collector.is_done() {
            break;
        }
        collector.event(&event)?;
    }
    Ok(())
}

fn stream_fault(error: SseError, collector: &Collector) -> Fault {
    match error {
        SseError::TooLong => collector.too_large(),
        SseError::NotUtf8 => collector.unusable("Сервер модели прислал текст не в UTF-8"),
    }
}

async fn within<T>(limit: Instant, deadline: Instant, kind: Line, work: impl Future<Output = T>) -> Result<T, Fault> {
    let late = if deadline <= limit { Fault::OutOfTime } else { Fault::Line(kind) };
    timeout_at(limit.min(deadline), work).await.map_err(|_| late)
}

/// The library's error without its text: that may carry addresses.
fn line_fault(error: reqwest::Error) -> Fault {
    Fault::Line(if error.is_connect() { Line::Connect } else { Line::Broken })
}
