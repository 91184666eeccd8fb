//! Who may ask, from where, and which headers every answer carries.

use crate::bench::{Bench, LEASE, answer, builtin, guarded};
use legalagi::server::router::api;
use reqwest::header::HeaderMap;
use reqwest::{Method, Response};
use serde_json::json;

const TOKEN: &str = "an-instance-token-of-some-length";
const PAGES: &[&str] = &["/", "/s/x", "/s/AAAAAAAAAAAAAAAAAAAAAA", "/nothing", "/sign-in"];
const FILES: &[&str] = &["/pkg/x", "/pkg/legalagi.js", "/favicon.ico", "/prefs?lang=en"];
const FUNCTIONS: &[&str] = &[
    "start_session",
    "send_message",
    "retry_turn",
    "cancel_turn",
    "load_session",
    "load_versions",
    "load_trace",
    "list_sessions",
    "delete_session",
    "restore_session",
    "edit_fact",
    "x",
];

/// Every route with its method, ids filled in.
fn routes() -> Vec<(Method, String)> {
    let api = api().into_iter().flat_map(|(path, methods)| {
        let path = path.replace("{id}", "AAAAAAAAAAAAAAAAAAAAAA").replace("{version}", "0");
        methods.into_iter().map(move |method| {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            (method, path.clone())
        })
    });
    let pages = PAGES.iter().chain(FILES).map(|path| (Method::GET, (*path).to_owned()));
    let functions = FUNCTIONS.iter().map(|name| (Method::POST, format!("/fn/{name}")));
    let beside = [(Method::GET, "/api/nothing"), (Method::PUT, "/api/session"), (Method::POST, "/nothing")];
    let beside = beside.into_iter().map(|(method, path)| (method, path.to_owned()));
    api.chain(pages).chain(functions).chain(beside).collect()
}

async fn ask(bench: &Bench, method: &Method, path: &str, headers: &[(&'static str, &str)]) -> Response {
    let mut request = bench.client.request(method.clone(), format!("{}{path}", bench.base));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.expect("an answer")
}

#[tokio::test]
async fn with_a_token_every_route_needs_it() {
    let bench = guarded(TOKEN).await;
    for (method, path) in routes() {
        for headers in [
            &[][..],
            &[("authorization", "Bearer wrong")],
            &[("authorization", "Basic YTpi")],
            &[("cookie", "legalagi_access=an-instance-token-of-some-length")],
            &[("accept", "text/html")],
        ] {
            let response = ask(&bench, &method, &path, headers).await;
            let status = response.status().as_u16();
            if path == "/healthz" || path == "/readyz" {
                assert_eq!(status, 200);
                continue;
            }
            if path.starts_with("/api/share/") {
                // A link is its own key, and there is none of this name.
                assert_eq!(status, 404, "{method} {path} {headers:?}");
                continue;
            }
            assert_eq!(status, 401, "{method} {path} {headers:?}");
            carries_headers(response.headers(), &path);
            let text = response.text().await.expect("a body");
            let page = headers.iter().any(|(name, _)| *name == "accept") && !path.starts_with("/api/");
            assert_eq!(text.contains("<form"), page, "{path}: {text}");
            assert!(!text.contains(TOKEN));
        }
        let bearer = ask(&bench, &method, &path, &[("authorization", &format!("Bearer {TOKEN}"))]).await;
        assert_ne!(bearer.status(), 401, "{method} {path}");
    }
    bench.close().await;
}

#[tokio::test]
async fn the_form_gives_a_cookie_and_leads_back_to_this_site_only() {
    let bench = guarded(TOKEN).await;
    let own: &[(&str, &str)] = &[("sec-fetch-site", "same-origin")];
    let sign_in = async |token: &str, back: &str, headers: &[(&'static str, &str)]| {
        let pairs = [("token", token), ("back", back)];
        let form = reqwest::Url::parse_with_params("http://x", pairs).expect("a form");
        let mut request = bench
            .client
            .post(format!("{}/sign-in", bench.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.query().unwrap_or_default().to_owned());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.expect("an answer")
    };
    assert_eq!(sign_in("wrong-token-of-some-length", "/", own).await.status(), 401);
    assert_eq!(sign_in(TOKEN, "/", &[("sec-fetch-site", "cross-site")]).await.status(), 403);
    let mut cookie = String::new();
    for (back, want) in [("/s/x?v=1", "/s/x?v=1"), ("//evil.example", "/"), ("https://evil.example", "/"), ("", "/")] {
        let response = sign_in(TOKEN, back, own).await;
        assert_eq!(
            (response.status().as_u16(), &response.headers()["location"]),
            (303, &want.parse().expect("header"))
        );
        let set = response.headers()["set-cookie"].to_str().expect("text").to_owned();
        assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && !set.contains(TOKEN), "{set}");
        cookie = set.split(';').next().unwrap_or_default().to_owned();
    }
    for path in ["/", "/api/sessions", "/api/openapi.json"] {
        let response = ask(&bench, &Method::GET, path, &[("cookie", &format!("theme=dark; {cookie}"))]).await;
        assert_eq!(response.status(), 200, "{path}");
    }
    // The form remembers where the person wanted to go, as text.
    let form = ask(&bench, &Method::GET, "/s/x?a=\"><script>", &[("accept", "text/html")]).await.text().await;
    assert!(form.as_ref().is_ok_and(|text| text.contains("value=\"/s/x?a=") && !text.contains("<script")), "{form:?}");
    bench.close().await;
}

#[tokio::test]
async fn requests_of_another_site_change_nothing() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let version = bench.version(&id).await;
    let host = bench.base.trim_start_matches("http://").to_owned();
    for (method, path) in routes() {
        if [Method::GET, Method::HEAD].contains(&method) {
            continue;
        }
        let path = path.replace("AAAAAAAAAAAAAAAAAAAAAA", &id);
        for headers in [
            &[("origin", "http://evil.example")][..],
            &[("origin", "null")],
            &[("origin", "http://127.0.0.1:1")],
            &[("origin", "https://evil.example"), ("content-type", "application/json")],
            &[("origin", "file://"), ("content-type", "application/json")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site"), ("content-type", "application/json")],
            &[("sec-fetch-site", "cross-site"), ("origin", &bench.base)],
        ] {
            let response = ask(&bench, &method, &path, headers).await;
            carries_headers(response.headers(), &path);
            answer(response).await.err(403, "forbidden_origin");
        }
        let form = &[("content-type", "application/x-www-form-urlencoded")];
        answer(ask(&bench, &method, &path, form).await).await.err(415, "unsupported_media_type");
    }
    assert_eq!(bench.version(&id).await, version);
    assert_eq!(bench.get("/api/sessions").await.ok()["sessions"].as_array().map(Vec::len), Some(1));
    // This site itself may.
    for headers in [
        [("origin", bench.base.as_str()), ("host", host.as_str())],
        [("sec-fetch-site", "same-origin"), ("origin", bench.base.as_str())],
    ] {
        let mut request = bench.client.post(format!("{}/api/session/{id}", bench.base)).json(&json!({"message": "а"}));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        assert_eq!(request.send().await.expect("an answer").status(), 200);
    }
    bench.close().await;
}

#[tokio::test]
async fn lists_are_for_this_machine_only() {
    let bench = builtin().await;
    bench.open("Аренда с меткой канарейка").await;
    for (host, status) in
        [("localhost:3000", 200), ("127.0.0.1", 200), ("evil.example", 421), ("evil.example:3000", 421)]
    {
        let response = ask(&bench, &Method::GET, "/api/sessions", &[("host", host)]).await;
        assert_eq!(response.status(), status, "{host}");
        let page = ask(&bench, &Method::GET, "/", &[("host", host)]).await.text().await.expect("a page");
        assert_eq!(page.contains("канарейка"), status == 200, "{host}");
    }
    bench.close().await;
}

fn carries_headers(headers: &HeaderMap, path: &str) {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let policy = header("content-security-policy");
    for part in ["default-src ", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"] {
        assert!(policy.contains(part), "{path}: {policy}");
    }
    assert!(
        !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains('*'),
        "{policy}"
    );
    assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
    assert_eq!(header("referrer-policy"), "same-origin", "{path}");
    assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{path}");
    assert!(header("permissions-policy").contains("camera=()"), "{path}");
    assert!(header("strict-transport-security").contains("max-age"), "{path}");
    let cache = header("cache-control");
    let public = path.starts_with("/pkg/");
    assert!(cache == "no-store" || (public && cache == "no-cache"), "{path}: {cache}");
    assert!(headers.get("access-control-allow-origin").is_none() && headers.get("server").is_none(), "{path}");
}

#[tokio::test]
async fn every_answer_carries_the_headers() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    for (method, path) in routes() {
        let path = if method == Method::DELETE { path } else { path.replace("AAAAAAAAAAAAAAAAAAAAAA", &id) };
        let response = ask(&bench, &method, &path, &[("content-type", "application/json")]).await;
        assert!(response.status().as_u16() != 500, "{method} {path}");
        carries_headers(response.headers(), &path);
    }
    bench.close().await;
}

#[tokio::test]
async fn scripts_of_a_page_carry_the_nonce_of_its_policy() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let mut nonces = Vec::new();
    for path in ["/".to_owned(), format!("/s/{id}"), "/s/AAAAAAAAAAAAAAAAAAAAAA".to_owned(), "/nothing".to_owned()] {
        let response = ask(&bench, &Method::GET, &path, &[("accept", "text/html")]).await;
        let policy = response.headers()["content-security-policy"].to_str().expect("text").to_owned();
        let (_, rest) = policy.split_once("'nonce-").unwrap_or_else(|| panic!("{path}: {policy}"));
        let nonce = rest.split('\'').next().expect("a nonce").to_owned();
        assert!(policy.contains("'strict-dynamic'") && nonce.len() >= 16, "{path}: {policy}");
        let page = response.text().await.expect("a page");
        let scripts: Vec<&str> = page.split("<script").skip(1).collect();
        assert!(!scripts.is_empty(), "{path}");
        for script in scripts {
            let tag = script.split('>').next().unwrap_or_default();
            assert!(tag.contains(&format!("nonce=\"{nonce}\"")), "{path}: <script{tag}>");
        }
        assert!(!page.contains(" onclick=") && !page.contains("javascript:"), "{path}");
        nonces.push(nonce);
    }
    nonces.sort();
    nonces.dedup();
    assert_eq!(nonces.len(), 4, "a nonce is used once");
    bench.close().await;
}

#[tokio::test]
async fn words_are_shown_as_text() {
    let bench = builtin().await;
    let words = "Аренда <img src=x onerror=alert(1)> </script><script>alert(2)</script> & \"кавычки\"";
    let (id, _) = bench.open(words).await;
    for path in ["/".to_owned(), format!("/s/{id}"), format!("/s/{id}?trace=1")] {
        let page = ask(&bench, &Method::GET, &path, &[]).await.text().await.expect("a page");
        assert!(page.contains("&lt;img src=x"), "{path}");
        assert!(!page.contains("<img src=x") && !page.contains("<script>alert"), "{path}");
    }
    bench.close().await;
}

#[tokio::test]
async fn preferences_never_lead_off_the_site() {
    let bench = builtin().await;
    for (back, want) in [
        ("/s/x%3Fv=1", "/s/x?v=1"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("https:evil.example", "/"),
        ("%2F%2Fevil.example", "/"),
        ("/%5Cevil.example", "/"),
        ("/%09/evil.example", "/"),
        ("/%0d%0aSet-Cookie:%20a=b", "/"),
        ("javascript:alert(1)", "/"),
        ("evil.example", "/"),
        ("", "/"),
    ] {
        let response = ask(&bench, &Method::GET, &format!("/prefs?lang=en&theme=dark&back={back}"), &[]).await;
        assert_eq!(response.status(), 303, "{back}");
        assert_eq!(response.headers()["location"], want, "{back}");
        let cookies: Vec<_> = response.headers().get_all("set-cookie").iter().collect();
        assert_eq!(cookies.len(), 2, "{back}: {cookies:?}");
    }
    let response = ask(&bench, &Method::GET, "/prefs?lang=xx%0d%0a&theme=pink", &[]).await;
    assert!(response.headers().get("set-cookie").is_none());
    bench.close().await;
}

#[tokio::test]
async fn every_page_keeps_its_policy_beside_files_and_functions() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let ask = |path: String| {
        let request = bench.request(Method::GET, &path);
        async move { request.send().await.expect("an answer") }
    };
    for _ in 0..20 {
        let pages = (0..12).map(|n| ask(if n % 2 == 0 { format!("/s/{id}") } else { "/".to_owned() }));
        let files = (0..24).map(|_| ask("/favicon.svg".to_owned()));
        let (pages, files) = tokio::join!(futures_util::future::join_all(pages), futures_util::future::join_all(files));
        for file in files {
            assert_eq!(file.status(), 200);
            assert!(!file.headers()["content-security-policy"].to_str().unwrap().contains("nonce"), "{file:?}");
        }
        for page in pages {
            let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
            let html = page.text().await.expect("a page");
            let nonce = html.split_once("nonce=\"").and_then(|(_, rest)| rest.split_once('"')).expect("a nonce").0;
            assert!(policy.contains(&format!("'nonce-{nonce}'")), "{policy}");
        }
    }
}
