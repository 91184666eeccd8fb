//! The small script of every page, the worker that shows the notice without a connection, the manifest, the letters.

use crate::ui::desk_text;
use crate::ui::prefs::Prefs;
use crate::ui::served::frame::edition as edition_in_use;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::path::Path;

/// Beside every page: palette, drafts, local times.
const SCRIPT: &str = include_str!("../../../assets/desk/desk.js");
/// Without a connection: the notice, and nothing of any matter.
const WORKER: &str = include_str!("../../../assets/desk/offline.js");

/// A letter file: its name below `/pkg/`, its bytes.
type Letters = (&'static str, &'static [u8]);

macro_rules! letters {
    ($($name:literal),* $(,)?) => { [$(($name, include_bytes!(concat!("../../../assets/fonts/page/", $name)))),*] };
}

/// The families of the pages as `scripts/fonts.sh` cuts them. Their names carry no version, so browsers keep them for a day.
const LETTERS: [Letters; 10] = letters!(
    "golos-cyrillic-400.woff2",
    "golos-cyrillic-600.woff2",
    "golos-latin-400.woff2",
    "golos-latin-600.woff2",
    "golos-rouble-400.woff2",
    "golos-rouble-600.woff2",
    "kr.woff2",
    "kr-name.woff2",
    "ptserif-400.woff2",
    "ptserif-700.woff2",
);

/// `GET /pkg/….woff2`, one route for each file.
pub fn letters<S: Clone + Send + Sync + 'static>(mut router: Router<S>) -> Router<S> {
    for (name, bytes) in LETTERS {
        let kind = [(header::CONTENT_TYPE, "font/woff2"), (header::CACHE_CONTROL, "public, max-age=86400")];
        router = router.route(&format!("/pkg/{name}"), get(move || async move { (kind, bytes) }));
    }
    router
}

/// What tells the files of the page apart from those of another build; empty when one is missing.
#[must_use]
pub fn edition(folder: &Path) -> String {
    let mut hash = Sha256::new();
    hash.update(SCRIPT);
    for name in ["legalagi.js", "legalagi.wasm", "legalagi.css"] {
        let Ok(bytes) = std::fs::read(folder.join(name)) else { return String::new() };
        hash.update(bytes);
    }
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// How long a file of the page may be kept, by the query that it is asked with.
#[must_use]
pub fn keeping(query: Option<&str>) -> &'static str {
    let known = edition_in_use();
    let named =
        query.and_then(|query| query.strip_prefix("v=")).is_some_and(|named| !known.is_empty() && named == known);
    if named { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// `GET /pkg/desk.js`.
pub async fn script(uri: Uri) -> Response {
    let kind =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, keeping(uri.query()))];
    (kind, SCRIPT).into_response()
}

/// `GET /sw.js`. The worker asks this site alone.
pub async fn worker() -> Response {
    let mut response = of(WORKER, "text/javascript; charset=utf-8");
    let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// `GET /manifest.webmanifest`, in the visitor's language.
pub async fn manifest(headers: HeaderMap) -> Response {
    let prefs = prefs(&headers);
    let t = desk_text::of(prefs.lang);
    let shortcut = |name: &str, url: &str| json!({"name": name, "url": url});
    let manifest = json!({
        "name": "LegalAGI",
        "short_name": "LegalAGI",
        "lang": prefs.lang.as_str(),
        "description": t.manifest,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f8f5ee",
        "theme_color": "#23405f",
        "icons": [{"src": "/favicon.svg", "type": "image/svg+xml", "sizes": "any"}],
        "shortcuts": [shortcut(t.go_contract, "/contract"), shortcut(t.go_matters, "/matters")],
    });
    let mut response = Json(manifest).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/manifest+json"));
    response
}

/// What the visitor chose, by the request alone.
#[must_use]
pub fn prefs(headers: &HeaderMap) -> Prefs {
    let all = |name: HeaderName| -> Vec<&str> {
        headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect()
    };
    Prefs::for_visitor(&all(header::COOKIE).join("; "), &all(header::ACCEPT_LANGUAGE).join(","))
}

fn of(text: &'static str, media: &'static str) -> Response {
    let kind = [(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "no-cache")];
    (kind, text).into_response()
}
