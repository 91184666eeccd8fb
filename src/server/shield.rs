//! Headers on every response, and the origin check on every request that changes something.

use crate::model::error::{ApiError, ErrorCode};
use crate::server::body::Failure;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Policy of everything that is not a page.
const STRICT: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Policy of a page whose scripts carry this nonce.
#[must_use]
pub fn page_policy(nonce: &str) -> String {
    format!(
        "default-src 'self'; script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self' \
         'nonce-{nonce}'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// Adds what every response carries; a page has set its own policy before.
pub async fn headers(request: Request, next: Next) -> Response {
    let private = is_private(request.uri().path());
    let mut response = next.run(request).await;
    let map = response.headers_mut();
    let fixed: [(HeaderName, &str); 5] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // `no-referrer` would turn the Origin of plain form posts into `null`.
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()"),
        (header::STRICT_TRANSPORT_SECURITY, "max-age=31536000"),
    ];
    for (name, value) in fixed {
        map.insert(name, HeaderValue::from_static(value));
    }
    map.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(STRICT));
    if private {
        map.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    } else {
        map.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

fn is_private(path: &str) -> bool {
    // A page of a legal source may be kept by the browser of whoever may see it.
    let kept = path.starts_with("/api/corpus/pages/");
    path == "/" || path.starts_with("/s/") || path.starts_with("/api/") && !kept || path.starts_with("/fn/")
}

/// Whether the `Host` of a request is this machine by a name that nobody else can have.
#[must_use]
pub fn names_loopback(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Refuses a changing request that another site could have made a browser send.
pub async fn origin(request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if safe || is_own(request.headers()) {
        return next.run(request).await;
    }
    if is_program(request.headers()) {
        let message = "Тело запроса должно быть JSON с заголовком Content-Type: application/json; файл (multipart) отправляется с заголовком Origin этого сервера.";
        return Failure(ApiError::new(ErrorCode::UnsupportedMediaType, message)).into_response();
    }
    let message = "Запрос пришёл с другого сайта и отклонён. Откройте страницу LegalAGI и повторите.";
    Failure(ApiError::new(ErrorCode::ForbiddenOrigin, message)).into_response()
}

/// A browser says where a changing request comes from; who says nothing is taken for a program.
fn is_program(headers: &HeaderMap) -> bool {
    !headers.contains_key("sec-fetch-site") && !headers.contains_key(header::ORIGIN)
}

/// `Sec-Fetch-Site` decides when it is sent; then `Origin` must name this host; a program without both sends JSON
/// (or nothing), which a foreign form cannot.
fn is_own(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    if let Some(origin) = text("origin") {
        let host = text("host").unwrap_or_default();
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        return authority.is_some_and(|authority| authority == host);
    }
    let kind = text("content-type").unwrap_or_default();
    kind.is_empty() || kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_this_machine() {
        for (host, want) in [
            ("127.0.0.1:3000", true),
            ("localhost", true),
            ("LOCALHOST:3000", true),
            ("[::1]:3000", true),
            ("[::1]", true),
            ("evil.example:3000", false),
            ("127.0.0.1.evil.example", false),
            ("192.168.0.7:3000", false),
            ("", false),
        ] {
            let map = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            assert_eq!(names_loopback(&map), want, "{host}");
        }
    }

    #[test]
    fn only_own_requests_change_something() {
        let cases: &[(&[(&str, &str)], bool)] = &[
            (&[("sec-fetch-site", "same-origin")], true),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("sec-fetch-site", "same-site")], false),
            (&[("origin", "http://localhost:3000"), ("host", "localhost:3000")], true),
            (&[("origin", "http://evil.example"), ("host", "localhost:3000")], false),
            (&[("origin", "null"), ("host", "localhost:3000")], false),
            (&[("content-type", "application/json; charset=utf-8")], true),
            (&[("content-type", "application/x-www-form-urlencoded")], false),
            (&[("content-type", "text/plain")], false),
            (&[], true),
        ];
        for (headers, want) in cases {
            let map: HeaderMap = headers
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect();
            assert_eq!(is_own(&map), *want, "{headers:?}");
        }
    }
}
