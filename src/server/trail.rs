//! The audit log at the door: what was shown, given out, taken in, and who tried to sign in. What changes a session is
//! noted with the change itself, in the store.

use crate::engine::prompt::hex;
use crate::engine::trail::of_session;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::trail::{Action, Actor, Draft, Outcome};
use crate::server::access::with_form;
use crate::server::admit;
use crate::server::body::Failure;
use crate::server::router::Server;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Ends of routes below a session that give out a file.
const FILES: [&str; 6] = ["/export.", "/report.", "/redline", "/protocol", "/replay", "/evidence-pack"];
/// Pages and routes that list matters.
const LISTS: [&str; 8] = [
    "/",
    "/matters",
    "/firm",
    "/api/matters",
    "/api/accounts",
    "/api/sessions",
    "/norms/reviews",
    "/api/norms/reviews",
];
/// Server functions that only show; the others change something, which the store notes.
const SHOWING: [&str; 3] = ["/fn/load_", "/fn/compare_versions", "/fn/list_"];

/// What a request asks for, as far as the log is concerned.
#[derive(Debug, PartialEq, Eq)]
enum Door {
    Shows(&'static str),
    GivesOut,
    TakesIn,
    SignsIn,
}

fn door(method: &Method, route: &str) -> Option<Door> {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    let below = |prefix: &str| route.strip_prefix(prefix).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    if let (true, Some(rest)) = (reads, below("/api/session/{id}")) {
        // The head alone is no file.
        let file = *method == Method::GET && FILES.iter().any(|end| rest.starts_with(end));
        return Some(if file { Door::GivesOut } else { Door::Shows("session") });
    }
    if reads && below("/s/{id}").is_some() {
        return Some(Door::Shows("session"));
    }
    if reads && (route == "/share/{token}" || below("/api/share/{token}").is_some()) {
        return Some(Door::Shows("link"));
    }
    if reads && LISTS.contains(&route) {
        return Some(Door::Shows("list"));
    }
    match (method.as_str(), route) {
        ("POST", "/api/corpus" | "/api/corpus/example") => Some(Door::TakesIn),
        ("POST", "/sign-in") => Some(Door::SignsIn),
        ("POST", name) if shows(name) => Some(Door::Shows("session")),
        _ => None,
    }
}

/// Whether a route gives out a file.
#[must_use]
pub fn gives_out(method: &Method, route: &str) -> bool {
    door(method, route) == Some(Door::GivesOut)
}

/// Whether a server function only shows.
#[must_use]
pub fn shows(route: &str) -> bool {
    SHOWING.iter().any(|showing| route.starts_with(showing))
}

/// The version that an address names.
fn version(path: &str, query: &str) -> Option<Version> {
    let of_path = path.rsplit_once("/versions/").map(|(_, number)| number);
    let of_query = query.split('&').find_map(|pair| pair.strip_prefix("version="));
    of_path.or(of_query)?.parse().ok()
}

/// Notes that a request was refused at the door, and why: `role`, `matter`, `scope`, `key` or `link`.
pub(in crate::server) fn denied(server: &Server, request: &Request, why: &'static str) {
    let actor = request.extensions().get::<Actor>().cloned().unwrap_or(Actor::Anyone);
    let route = request.extensions().get::<MatchedPath>().map(|matched| matched.as_str().to_owned());
    // What no route knows may hold anything.
    let route = route.unwrap_or_else(|| "none".to_owned());
    let session = admit::addressed(request.uri().path(), "").filter(|id| SessionId::is_well_formed(id));
    let session = session.map(SessionId::from);
    server.trail.denied(&actor, why, |draft| {
        let draft = match &session {
            Some(session) => draft.of(&of_session(session)),
            None => draft,
        };
        draft.text("route", &route).text("method", request.method().as_str())
    });
}

/// Whose account somebody tried to sign in to, beside an answer.
#[derive(Debug, Clone)]
pub struct Tried(pub String);

/// Notes what passes. A file is given out only when the log says so.
pub async fn noted(State(server): State<Server>, request: Request, next: Next) -> Response {
    let route =
        request.extensions().get::<MatchedPath>().map(|matched| matched.as_str().to_owned()).unwrap_or_default();
    let Some(door) = door(request.method(), &route) else { return next.run(request).await };
    let action = match door {
        Door::Shows(_) => Action::Read,
        Door::GivesOut => Action::Export,
        Door::TakesIn => Action::Import,
        Door::SignsIn => Action::SignIn,
    };
    if !server.trail.wants(action) {
        return next.run(request).await;
    }
    let (request, form) = match with_form(request).await {
        Ok(read) => read,
        Err(refused) => return refused,
    };
    let path = request.uri().path();
    let session = admit::addressed(path, &form).filter(|id| SessionId::is_well_formed(id)).map(SessionId::from);
    let version = version(path, request.uri().query().unwrap_or_default());
    let with = move |draft: Draft| {
        let draft = match &session {
            Some(session) => draft.of(&of_session(session)),
            None => draft,
        };
        draft.at_version(version).text("route", &route)
    };
    let response = next.run(request).await;
    let good = response.status().is_success() || response.status().is_redirection();
    match door {
        Door::Shows(what) => {
            if good {
                server.trail.seen(what, with);
            }
            response
        }
        Door::GivesOut if good => given_out(&server, response, with).await,
        Door::GivesOut => response,
        // Whoever guesses on is slowed down, and fills no log.
        Door::SignsIn if response.status() == StatusCode::TOO_MANY_REQUESTS => response,
        Door::TakesIn | Door::SignsIn => {
            let status = response.status();
            let result = match (good, status.is_server_error()) {
                (true, _) => Outcome::Done,
                (false, true) => Outcome::Failed,
                (false, false) => Outcome::Refused,
            };
            let tried = response.extensions().get::<Tried>().map(|tried| tried.0.clone());
            let note = server.trail.note(action, |draft| {
                let draft = Draft { result, ..with(draft) };
                match tried {
                    // Whoever is in is known from now on.
                    Some(name) if good => Draft { actor: Actor::Account(name).to_string(), ..draft },
                    Some(name) => draft.text("account", &name),
                    None => draft,
                }
            });
            if let Err(error) = note.await {
                tracing::error!(error = error.to_string(), "the audit log was not written");
            }
            response
        }
    }
}

/// Gives a file out with its hash in the log. A stream has none: its size is not known before its end.
async fn given_out(server: &Server, response: Response, with: impl FnOnce(Draft) -> Draft) -> Response {
    let (head, body) = response.into_parts();
    let (body, found) = match body.size_hint().exact().and_then(|size| usize::try_from(size).ok()) {
        Some(size) => match to_bytes(body, size).await {
            Ok(bytes) => {
                let found = (bytes.len() as u64, hex(&Sha256::digest(&bytes)));
                (Body::from(bytes), Some(found))
            }
            Err(_) => return unwritten(),
        },
        None => (body, None),
    };
    let note = server.trail.note(Action::Export, |draft| match &found {
        Some((size, hash)) => with(draft).number("bytes", *size).text("sha256", hash),
        None => with(draft),
    });
    match note.await {
        Ok(()) => Response::from_parts(head, body),
        Err(error) => {
            tracing::error!(error = error.to_string(), "not given out: the audit log cannot be written");
            unwritten()
        }
    }
}

fn unwritten() -> Response {
    let message = "Файл не отдан: журнал аудита сейчас не записывается. Повторите через минуту.";
    Failure(ApiError::new(ErrorCode::StorageUnavailable, message)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::router::api;

    #[test]
    fn every_route_below_a_session_that_reads_is_noted() {
        for (path, methods) in api().iter().filter(|(path, _)| path.starts_with("/api/session/{id}")) {
            if methods.iter().any(|name| name == "get") {
                assert!(door(&Method::GET, path).is_some(), "{path}");
            }
        }
        for (path, want) in [
            ("/api/session/{id}/export.docx", Door::GivesOut),
            ("/api/session/{id}/replay", Door::GivesOut),
            ("/api/session/{id}", Door::Shows("session")),
            ("/s/{id}/share", Door::Shows("session")),
            ("/matters", Door::Shows("list")),
        ] {
            assert_eq!(door(&Method::GET, path), Some(want), "{path}");
        }
        assert_eq!(door(&Method::POST, "/api/session/{id}"), None, "the store notes it with the change");
    }

    #[test]
    fn the_version_is_that_of_the_address() {
        assert_eq!(version("/api/session/x/versions/7", ""), Some(7));
        assert_eq!(version("/s/x", "view=document&version=3"), Some(3));
        assert_eq!(version("/s/x", "from=3"), None);
    }
}
