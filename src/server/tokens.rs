//! Tokens of programs at the door: which scope a request needs, and whether its token has it.

use crate::adapters::store::sessions::Sessions;
use crate::engine::prompt::sha256;
use crate::model::access_token::{AccessToken, Scope};
use crate::model::error::{ApiError, ErrorCode};
use crate::runner::fail;
use crate::server::mcp::http as mcp;
use crate::server::trail;
use axum::http::{HeaderMap, Method, header};

/// What stands before a token.
pub const PREFIX: &str = "lat_";
/// Characters behind it: 32 random bytes in base64url.
const SECRET: usize = 43;

/// Routes that take a body and change nothing.
const ASKING: [&str; 4] = ["/api/check/language", "/api/check/answer", "/api/lint", "/api/norms/search_documents"];

/// A token that the request shows, if it has the form of one.
#[must_use]
pub fn shown(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    let secret = given.strip_prefix(PREFIX)?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (secret.len() == SECRET && secret.bytes().all(plain)).then_some(given)
}

/// The token that is shown, if it is one that opens anything now. Compared by hash: time tells nothing about it.
///
/// # Errors
/// Storage.
pub async fn found(sessions: &Sessions, given: &str, now: &str) -> Result<Option<AccessToken>, ApiError> {
    let token = sessions.token(&sha256(given)).await.map_err(|error| fail::of_store(&error))?;
    Ok(token.filter(|token| token.is_live(now)))
}

/// The scope that a request needs. What is not known to be less is [`Scope::Admin`] or [`Scope::Write`].
#[must_use]
pub fn needed(method: &Method, route: &str) -> Scope {
    if route == "/metrics" || route == "/settings" {
        return Scope::Admin;
    }
    if trail::gives_out(method, route) {
        return Scope::Export;
    }
    let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && route != mcp::PATH;
    match (method.as_str(), route) {
        _ if reads => Scope::Read,
        // What is in the trash is gone in a while; a link outlives the token that made it.
        (
            "POST",
            "/api/session/{id}/trash"
            | "/api/session/{id}/share"
            | "/api/corpus"
            | "/api/corpus/example"
            | "/api/status/check"
            | "/settings/check"
            | "/fn/delete_session"
            | "/fn/open_share"
            | "/s/{id}/signoff/{act}",
        )
        | ("DELETE", "/api/session/{id}") => Scope::Admin,
        ("POST", route) if ASKING.contains(&route) || trail::shows(route) => Scope::Read,
        _ => Scope::Write,
    }
}

/// Why a token is not enough.
#[must_use]
pub fn lacking(scope: Scope) -> ApiError {
    let message = format!(
        "Этому ключу такое не разрешено: нужна область {}. Попросите администратора о другом ключе (legalagi tokens add).",
        scope.as_str()
    );
    ApiError::new(ErrorCode::Forbidden, message).with("scope", scope.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::router::api;

    #[test]
    fn what_changes_something_is_never_only_read() {
        for (path, methods) in &api() {
            for method in methods {
                let scope = needed(&Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(), path);
                let asks = method == "get" || ASKING.contains(path);
                assert_eq!(
                    scope == Scope::Read || scope == Scope::Export || *path == "/metrics",
                    asks,
                    "{method} {path}"
                );
            }
        }
        for (method, path, want) in [
            (Method::GET, "/api/session/{id}/export.docx", Scope::Export),
            (Method::DELETE, "/api/session/{id}", Scope::Admin),
            (Method::POST, "/api/session/{id}", Scope::Write),
            (Method::GET, "/mcp", Scope::Write),
            (Method::GET, "/s/{id}", Scope::Read),
            (Method::GET, "/metrics", Scope::Admin),
            (Method::POST, "/fn/write_clause", Scope::Write),
        ] {
            assert_eq!(needed(&method, path), want, "{method} {path}");
        }
    }
}
