//! What a share link admits: the page and the routes of its one copy, and nothing else. A link for a lawyer opens nothing
//! but the files of its page: everything else about it lies below its own address.

use crate::model::ids::SessionId;
use axum::http::Method;

/// Routes below `/api/session/{copy}` that the other side may use: method, rest of the path.
const ROUTES: &[(&str, &str)] = &[
    ("GET", ""),
    ("POST", ""),
    ("POST", "/step"),
    ("POST", "/cancel"),
    ("PATCH", "/facts"),
    ("GET", "/versions"),
    ("GET", "/ledger"),
    ("GET", "/trace"),
    ("GET", "/essential-terms"),
    ("GET", "/diff"),
    ("GET", "/lint"),
    ("GET", "/documents"),
    ("GET", "/redline"),
    ("GET", "/events"),
    ("GET", "/export.docx"),
    ("GET", "/export.pdf"),
    ("GET", "/export.md"),
    ("GET", "/export.html"),
    ("GET", "/export.json"),
    ("GET", "/export.ics"),
];

/// Server functions that the other side may call, each with the copy as its `session`.
const FUNCTIONS: &[&str] = &[
    "send_message",
    "retry_turn",
    "cancel_turn",
    "load_session",
    "load_versions",
    "load_trace",
    "edit_fact",
    "preview_edit",
    "compare_versions",
    "load_document",
    "compose_document",
    "write_clause",
];

/// Whether every reader reads a form alike: names are plain and stand once.
#[must_use]
pub fn is_plain(form: &str) -> bool {
    let mut names = Vec::new();
    form.is_empty()
        || form.split('&').all(|pair| {
            let name = pair.split('=').next().unwrap_or_default();
            let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            let once = !names.contains(&name);
            names.push(name);
            plain && once
        })
}

/// The session that a request is about: from its path, or from the form of a server function.
#[must_use]
pub fn addressed<'a>(path: &'a str, form: &'a str) -> Option<&'a str> {
    let first = |rest: &'a str| rest.split('/').next();
    match path.strip_prefix("/s/").or_else(|| path.strip_prefix("/api/session/")) {
        Some(rest) => first(rest),
        None if path.starts_with("/fn/") => session_of(form),
        None => None,
    }
}

/// Whether a link to this copy admits a request; without a copy, a link for a lawyer.
#[must_use]
pub fn admits(copy: Option<&SessionId>, method: &Method, path: &str, form: &str) -> bool {
    if is_open(method, path) {
        return true;
    }
    let Some(copy) = copy else { return false };
    if let Some(name) = path.strip_prefix("/fn/") {
        return method == Method::POST && FUNCTIONS.contains(&name) && session_of(form) == Some(copy.as_str());
    }
    if addressed(path, "") != Some(copy.as_str()) {
        return false;
    }
    let rest = |prefix: &str| path.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(copy.as_str()));
    if let Some(rest) = rest("/s/") {
        return rest.is_empty() && (method == Method::GET || method == Method::HEAD);
    }
    let Some(rest) = rest("/api/session/") else { return false };
    let one_version = || {
        let number = rest.strip_prefix("/versions/").unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && method == Method::GET
    };
    let one_clause = || {
        let id = rest.strip_prefix("/clauses/").unwrap_or_default();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        !id.is_empty()
            && !id.contains("..")
            && id.bytes().all(plain)
            && (method == Method::GET || method == Method::PUT)
    };
    ROUTES.iter().any(|(own, end)| *own == method.as_str() && *end == rest) || one_version() || one_clause()
}

/// The page's own files and its switches, which know no session.
fn is_open(method: &Method, path: &str) -> bool {
    let file = path.strip_prefix("/pkg/").is_some_and(|name| !name.contains(['/', '\\', '%']));
    (method == Method::GET || method == Method::HEAD)
        && (file || ["/prefs", "/favicon.svg", "/manifest.webmanifest"].contains(&path))
}

/// The `session` of a plain form; its value needs no decoding.
fn session_of(form: &str) -> Option<&str> {
    let value = form.split('&').find_map(|pair| pair.strip_prefix("session="))?;
    (is_plain(form) && SessionId::is_well_formed(value)).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::router::api;

    const COPY: &str = "CCCCCCCCCCCCCCCCCCCCCC";
    const OTHER: &str = "AAAAAAAAAAAAAAAAAAAAAA";

    fn asks(method: &str, path: &str, form: &str) -> bool {
        admits(Some(&SessionId::from(COPY)), &Method::from_bytes(method.as_bytes()).unwrap(), path, form)
    }

    #[test]
    fn a_link_admits_its_copy_only() {
        for (path, methods) in &api() {
            for method in methods {
                let method = method.to_uppercase();
                let fill = |id: &str| path.replace("{id}", id).replace("{version}", "0");
                let lawyer = admits(None, &Method::from_bytes(method.as_bytes()).unwrap(), &fill(COPY), "");
                assert!(!lawyer, "{method} {path} by a link for a lawyer");
                let ends = [
                    "/fork",
                    "/replay",
                    "/share",
                    "/shares",
                    "/share/{token}",
                    "/protocol",
                    "/compare",
                    "/audit",
                    "/evidence-pack",
                    "/remarks",
                    "/remarks/{remark}/settle",
                    "/signoff",
                ];
                let closed = !path.starts_with("/api/session/{id}")
                    || ends.iter().any(|end| path.ends_with(end))
                    || method == "DELETE";
                // What is not named here is closed until somebody opens it.
                assert!(!closed || !asks(&method, &fill(COPY), ""), "{method} {path}");
                assert!(!asks(&method, &fill(OTHER), ""), "{method} {path} of another session");
            }
        }
        for (method, end) in ROUTES {
            assert!(asks(method, &format!("/api/session/{COPY}{end}"), ""), "{method} {end}");
        }
        assert!(asks("GET", &format!("/api/session/{COPY}/versions/12"), ""));
        assert!(asks("PUT", &format!("/api/session/{COPY}/clauses/price.rent"), ""));
        for path in ["/", "/sign-in", "/api/sessions", "/api/openapi.json", "/s/", "/s/x", "/nothing", "/fn/"] {
            assert!(!asks("GET", path, "") && !asks("POST", path, ""), "{path}");
        }
        assert!(asks("GET", &format!("/s/{COPY}"), "") && !asks("POST", &format!("/s/{COPY}"), ""));
        for end in ["compare", "audit", "share", "signoff"] {
            assert!(!asks("GET", &format!("/s/{COPY}/{end}"), ""), "{end}");
        }
        for path in ["/pkg/legalagi.js", "/pkg/legalagi.wasm", "/prefs", "/favicon.svg"] {
            assert!(asks("GET", path, "") && !asks("POST", path, ""), "{path}");
        }
    }

    #[test]
    fn paths_that_read_two_ways_are_closed() {
        for path in [
            format!("/s/{COPY}/../{OTHER}"),
            format!("/s/{COPY}%2f..%2f{OTHER}"),
            format!("/api/session/{COPY}/../{OTHER}"),
            format!("/api/session/{COPY}//"),
            format!("/api/session//{COPY}"),
            format!("/s//{COPY}"),
            format!("/api/session/{COPY}/versions/../replay"),
            format!("/api/session/{COPY}/versions/"),
            format!("/api/session/{COPY}/clauses/.."),
            format!("/api/session/{COPY}/clauses/a/../../replay"),
            format!("/api/session/{COPY}/clauses/%2e%2e%2freplay"),
            "/pkg/../api/sessions".to_owned(),
            "/pkg/%2e%2e/api/sessions".to_owned(),
        ] {
            assert!(!asks("GET", &path, ""), "{path}");
        }
    }

    #[test]
    fn a_function_has_one_session_and_it_is_the_copy() {
        let own = format!("session={COPY}");
        assert!(asks("POST", "/fn/send_message", &format!("{own}&text=%D0%B4%D0%B0")));
        assert!(asks("POST", "/fn/edit_fact", &format!("pointer=%2Fprice&{own}&op=confirm")));
        for form in [
            String::new(),
            format!("session={OTHER}"),
            format!("{own}&session={OTHER}"),
            format!("session={OTHER}&{own}"),
            format!("{own}&session[]={OTHER}"),
            format!("{own}&session%5B%5D={OTHER}"),
            format!("{own}&%73ession={OTHER}"),
            format!("{own}&+session={OTHER}"),
            format!("{own}&SESSION={OTHER}"),
            format!("{own}+"),
            format!("{own}%00"),
            format!("{own};session={OTHER}"),
            format!("{{\"session\":\"{COPY}\"}}"),
            format!("text={own}"),
        ] {
            assert!(!asks("POST", "/fn/load_session", &form), "{form}");
        }
        for name in [
            "list_sessions",
            "start_session",
            "delete_session",
            "fork_session",
            "load_comparison",
            "load_audit",
            "x",
            "",
        ] {
            assert!(!asks("POST", &format!("/fn/{name}"), &own), "{name}");
        }
    }
}
