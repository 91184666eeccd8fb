//! Limits of an address, of a session and of the whole server; refusals that say when to come back.

use crate::engine::document::html::escape;
use crate::model::error::{ApiError, ErrorCode};
use crate::server::access;
use crate::server::admit::addressed;
use crate::server::body::Failure;
use crate::server::door::caller::Caller;
use crate::server::door::connections::Connections;
use crate::server::door::guesses::Guesses;
use crate::server::door::hosts::Hosts;
use crate::server::door::options::DoorOptions;
use crate::server::door::rates::Rates;
use crate::server::door::spool::Spool;
use crate::server::door::streams::Streams;
use crate::server::router::Server;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Instant;
use tokio::sync::Semaphore;

/// Paths that answer whatever happens.
const ALWAYS: [&str; 2] = ["/healthz", "/readyz"];

/// Everything that the door keeps.
pub struct Door {
    /// The connections.
    pub connections: Connections,
    /// The names.
    pub hosts: Hosts,
    /// The event streams.
    pub streams: Streams,
    /// Wrong keys.
    pub guesses: Guesses,
    /// Bodies on disk.
    pub spool: Spool,
    proxies: Vec<IpNet>,
    /// Whether the configuration names proxies or other hosts: then others ask through them.
    published: bool,
    requests: Semaphore,
    most_requests: usize,
    /// Of one address.
    all: Rates<IpAddr>,
    writes: Rates<IpAddr>,
    /// About one session, or by one link.
    about: Rates<String>,
    working: Mutex<HashMap<IpAddr, usize>>,
}

impl Door {
    /// The door of a server that listens at `ip`.
    #[must_use]
    pub fn new(options: &DoorOptions, of_mcp: &[String], ip: IpAddr, spool: Spool, connections: Connections) -> Self {
        Self {
            connections,
            hosts: Hosts::new(&options.hosts, of_mcp, !ip.is_loopback()),
            streams: Streams::new(options.streams, options.streams_per_session),
            guesses: Guesses::default(),
            spool,
            proxies: options.proxies.clone(),
            published: !options.proxies.is_empty() || !options.hosts.is_empty(),
            requests: Semaphore::new(options.requests),
            most_requests: options.requests,
            all: Rates::per_minute(options.rate),
            writes: Rates::per_minute(options.rate_writes),
            about: Rates::per_minute(options.rate_writes),
            working: Mutex::default(),
        }
    }

    /// Whether a caller may be taken for the person whose machine this is.
    #[must_use]
    pub fn is_owner(&self, caller: &Caller) -> bool {
        caller.person && !self.published
    }

    /// Whether one more request would be worked on.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.requests.available_permits() > 0
    }

    /// Requests that are worked on.
    #[must_use]
    pub fn working(&self) -> usize {
        self.most_requests.saturating_sub(self.requests.available_permits())
    }

    /// Takes from the allowances of the caller and of the session that is asked about.
    fn count(&self, caller: &Caller, method: &Method, path: &str) -> Result<(), ApiError> {
        let (now, address) = (Instant::now(), caller.subscriber());
        self.all.take(address, now).map_err(too_many)?;
        if !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
            self.writes.take(address, now).map_err(too_many)?;
            if let Some(about) = addressed(path, "").or_else(|| by_link(path)).filter(|id| id.len() <= 64) {
                self.about.take(about.to_owned(), now).map_err(too_many)?;
            }
        }
        Ok(())
    }

    /// One more request of an address is worked on: at most a quarter of all.
    fn enter(&self, address: IpAddr) -> Option<Working<'_>> {
        let mut working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        let count = working.entry(address).or_default();
        if *count >= (self.most_requests / 4).max(8) {
            return None;
        }
        *count += 1;
        Some(Working { door: self, address })
    }
}

struct Working<'a> {
    door: &'a Door,
    address: IpAddr,
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        let mut working = self.door.working.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = working.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                working.remove(&self.address);
            }
        }
    }
}

/// The link below whose address something is asked.
fn by_link(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/share/").or_else(|| path.strip_prefix("/share/"))?;
    rest.split('/').next()
}

/// Too many requests from one address, or about one session.
#[must_use]
pub fn too_many(seconds: u64) -> ApiError {
    let message = "Слишком много запросов подряд. Подождите немного и повторите: ничего не потеряно.";
    ApiError::new(ErrorCode::TooManyRequests, message).with("retry_after", seconds)
}

/// The server has more to do than it can.
#[must_use]
pub fn overloaded(seconds: u64) -> ApiError {
    let message = "Сервер сейчас перегружен. Подождите немного и повторите: ничего не потеряно.";
    ApiError::new(ErrorCode::Overloaded, message).with("retry_after", seconds)
}

/// Finds out who asks, and whether the allowance of the address and of the session holds. Before the body is read.
pub async fn rates(State(server): State<Server>, mut request: Request, next: Next) -> Response {
    let caller = Caller::of(&request, &server.door.proxies);
    request.extensions_mut().insert(caller);
    if caller.address.is_loopback() && !caller.here {
        static TOLD: Once = Once::new();
        TOLD.call_once(|| {
            tracing::warn!(
                "a proxy on this machine is not named in LEGALAGI_TRUSTED_PROXIES: all its clients share one allowance"
            );
        });
    }
    if !caller.here
        && !ALWAYS.contains(&request.uri().path())
        && let Err(error) = server.door.count(&caller, request.method(), request.uri().path())
    {
        return refuse(error, &request);
    }
    next.run(request).await
}

/// Refuses what the server could not work on in time. After the body is read: who sends slowly takes no place.
pub async fn shed(State(server): State<Server>, request: Request, next: Next) -> Response {
    if ALWAYS.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let door = Arc::clone(&server.door);
    let caller = Caller::found(request.extensions());
    let Ok(_place) = door.requests.try_acquire() else { return refuse(overloaded(2), &request) };
    let working = if caller.here { None } else { door.enter(caller.subscriber()) };
    if !caller.here && working.is_none() {
        return refuse(too_many(2), &request);
    }
    next.run(request).await
}

/// A refusal in the shape that the asker reads: a page, the bare error of a server function, the error of the API.
#[must_use]
pub fn refuse(error: ApiError, request: &Request) -> Response {
    let path = request.uri().path();
    let status = StatusCode::from_u16(error.code.status()).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
    let wait = error.details.get("retry_after").and_then(serde_json::Value::as_u64);
    let mut response = if access::wants_page(request.headers()) && !path.starts_with("/api/") {
        access::notice(status, "Запрос не принят", &escape(&error.message))
    } else if path.starts_with("/fn/") {
        (status, axum::Json(error)).into_response()
    } else {
        Failure(error).into_response()
    };
    if let Some(seconds) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
