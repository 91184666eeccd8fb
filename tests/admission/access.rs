//! Limits of an address, guesses of the token, cookies, names, lists.

use crate::process::Process;
use crate::{LEASE, TOKEN, client, open, refused};
use reqwest::{Method, Response};
use serde_json::json;

async fn ask(process: &Process, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = client().request(method, format!("{}{path}", process.base));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.expect("an answer")
}

async fn say(process: &Process, id: &str, from: Option<&str>) -> Response {
    let mut request = client().post(format!("{}/api/session/{id}", process.base)).json(&json!({"message": "ещё"}));
    if let Some(address) = from {
        request = request.header("x-forwarded-for", address);
    }
    request.send().await.expect("an answer")
}

#[tokio::test]
async fn an_address_has_an_allowance_and_this_machine_needs_none() {
    let folder = tempfile::tempdir().expect("a folder");
    // A sixth of a minute's number at once, ten at least.
    let limits = [("LEGALAGI_RATE", "30"), ("LEGALAGI_RATE_WRITES", "6"), ("LEGALAGI_TRUSTED_PROXIES", "127.0.0.1")];
    let process = Process::start(folder.path(), &limits);
    let read = async |from: &str| {
        let response = ask(&process, Method::GET, "/api/search?q=x", &[("x-forwarded-for", from)]).await;
        (response.status().as_u16(), response)
    };
    // What comes back while it asks is less than what it asks, however slow the machine is.
    let mut last = read("198.51.100.7").await;
    for _ in 0..200 {
        if last.0 == 429 {
            break;
        }
        last = read("198.51.100.7").await;
    }
    let (status, code, wait) = refused(last.1).await;
    assert_eq!((status, code.as_str()), (429, "too_many_requests"));
    assert!(wait > 0);
    assert_ne!(read("198.51.100.8").await.0, 429, "another address");
    assert_eq!(read("1.1.1.1, 198.51.100.7").await.0, 429, "what the client says of itself changes nothing");
    for n in 0..40 {
        assert_ne!(ask(&process, Method::GET, "/api/search?q=x", &[]).await.status(), 429, "{n}: this machine");
    }
    // What changes something has a smaller one, and a session has it too, whoever asks.
    let (one, two) = (open(&process).await, open(&process).await);
    let mut answers = Vec::new();
    for n in 0..11 {
        answers.push(say(&process, &one, Some(&format!("203.0.113.{n}"))).await.status().as_u16());
    }
    assert!(answers[..10].iter().all(|status| *status != 429) && answers[10] == 429, "{answers:?}");
    assert_ne!(say(&process, &two, Some("203.0.113.99")).await.status(), 429, "another session");
    assert_ne!(say(&process, &one, None).await.status(), 429, "this machine");
}

#[tokio::test]
async fn guesses_of_the_token_are_slowed_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let variables = [("LEGALAGI_ACCESS_TOKEN", TOKEN), ("LEGALAGI_TRUSTED_PROXIES", "127.0.0.1")];
    let process = Process::start(folder.path(), &variables);
    let typed = async |token: &str, from: &str| {
        let request = client()
            .post(format!("{}/sign-in", process.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .header("x-forwarded-for", from)
            .body(format!("token={token}"));
        request.send().await.expect("an answer")
    };
    let mut seen = Vec::new();
    for n in 0..30 {
        seen.push(typed(&format!("wrong-token-number-{n}"), "198.51.100.7").await.status().as_u16());
    }
    assert!(seen[..10].iter().all(|status| *status == 401), "{seen:?}");
    assert!(seen.iter().filter(|status| **status == 429).count() >= 15, "{seen:?}");
    let late = typed(TOKEN, "198.51.100.7").await;
    assert_eq!(late.status(), 429, "the right one is not even looked at");
    assert!(late.headers().contains_key("retry-after"));
    assert_eq!(typed(TOKEN, "198.51.100.8").await.status(), 303, "another address");
    // On this machine too; and a header is a guess like any other.
    let here = async |n: u32| {
        let request = client().post(format!("{}/sign-in", process.base)).header("sec-fetch-site", "same-origin");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        request.body(format!("token=wrong-token-{n}")).send().await.expect("an answer").status().as_u16()
    };
    let mut seen = Vec::new();
    for n in 0..30 {
        seen.push(here(n).await);
    }
    assert!(seen.contains(&429), "{seen:?}");
    let mut seen = Vec::new();
    for n in 0..80 {
        let key = format!("Bearer wrong-token-{n}");
        let headers = [("authorization", key.as_str()), ("x-forwarded-for", "198.51.100.9")];
        seen.push(ask(&process, Method::GET, "/api/sessions", &headers).await.status().as_u16());
    }
    assert!(seen.starts_with(&[401; 60]) && seen.contains(&429), "{seen:?}");
}

#[tokio::test]
async fn cookies_are_secure_behind_tls_and_go_with_the_sign_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let variables = [("LEGALAGI_ACCESS_TOKEN", TOKEN), ("LEGALAGI_TRUSTED_PROXIES", "127.0.0.1")];
    let process = Process::start(folder.path(), &variables);
    let own = ("sec-fetch-site", "same-origin");
    let sign_in = async |headers: &[(&str, &str)]| {
        let mut request = client().post(format!("{}/sign-in", process.base)).body(format!("token={TOKEN}"));
        request = request.header("content-type", "application/x-www-form-urlencoded");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.expect("an answer");
        response.headers()["set-cookie"].to_str().expect("text").to_owned()
    };
    let plain = sign_in(&[own]).await;
    let tls = sign_in(&[own, ("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")]).await;
    for cookie in [&plain, &tls] {
        assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"), "{cookie}");
    }
    assert!(!plain.contains("Secure") && tls.contains("; Secure"), "{plain} {tls}");
    let prefs =
        ask(&process, Method::GET, "/prefs?lang=en", &[("cookie", &plain), ("x-forwarded-proto", "https")]).await;
    assert!(prefs.headers()["set-cookie"].to_str().expect("text").contains("; Secure"));
    // The page has the button, and the button works.
    let cookie = plain.split(';').next().unwrap_or_default();
    let page = ask(&process, Method::GET, "/", &[("cookie", cookie), ("accept", "text/html")]).await;
    let page = page.text().await.expect("a page");
    assert!(page.contains("action=\"/sign-out\""), "{page}");
    let out = ask(&process, Method::POST, "/sign-out", &[("cookie", cookie), own]).await;
    assert_eq!((out.status().as_u16(), &out.headers()["location"]), (303, &"/sign-in".parse().expect("a header")));
    let gone = out.headers()["set-cookie"].to_str().expect("text");
    assert!(gone.starts_with("legalagi_access=;") && gone.contains("Max-Age=0"), "{gone}");
    let foreign =
        ask(&process, Method::POST, "/sign-out", &[("cookie", cookie), ("sec-fetch-site", "cross-site")]).await;
    assert_eq!(foreign.status(), 403);
}

#[tokio::test]
async fn lists_are_for_the_person_at_this_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let marked = client().post(format!("{}/api/session", process.base));
    let marked = marked.json(&json!({"initial_message": "Аренда с меткой канарейка"})).send().await;
    assert_eq!(marked.expect("an answer").status(), 201);
    assert_eq!(ask(&process, Method::GET, "/api/sessions", &[]).await.status(), 200);
    let page = ask(&process, Method::GET, "/", &[]).await.text().await.expect("a page");
    assert!(page.contains("канарейка"), "the list on the page");
    // A proxy that sends this machine's name leaves one of these, or speaks the oldest HTTP.
    for header in ["x-forwarded-for", "x-forwarded-proto", "x-real-ip", "forwarded", "via"] {
        for path in ["/api/sessions", "/api/norms/reviews"] {
            let response = ask(&process, Method::GET, path, &[(header, "198.51.100.7")]).await;
            assert_eq!(response.status(), 401, "{header} {path}");
        }
        let page = ask(&process, Method::GET, "/", &[(header, "198.51.100.7")]).await.text().await.expect("a page");
        assert!(!page.contains("канарейка"), "{header}");
    }
    let old = crate::rest(crate::sent(&process, b"GET /api/sessions HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n").await).await;
    assert!(old.starts_with("HTTP/1.0 401 "), "{old}");
    drop(process);
    // Whoever names the server to others has a proxy before it.
    let process = Process::start(folder.path(), &[("LEGALAGI_HOSTS", "law.example")]);
    for host in ["127.0.0.1", "law.example"] {
        assert_eq!(ask(&process, Method::GET, "/api/sessions", &[("host", host)]).await.status(), 401, "{host}");
        assert_eq!(ask(&process, Method::GET, "/", &[("host", host)]).await.status(), 200, "{host}");
    }
}

#[tokio::test]
async fn a_foreign_name_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let id = open(&process).await;
    for host in ["evil.example", "evil.example:3000", "127.0.0.1.evil.example", "192.0.2.1", ""] {
        let own = format!("http://{host}");
        for (path, body) in [
            ("/api/session".to_owned(), json!({"initial_message": LEASE})),
            (format!("/api/session/{id}"), json!({"message": "залог 1 ₽"})),
            (format!("/api/session/{id}/fork"), json!({"version": 0})),
            ("/fn/start_session".to_owned(), json!({})),
            ("/mcp".to_owned(), json!({})),
        ] {
            let request = client().post(format!("{}{path}", process.base)).header("host", host).header("origin", &own);
            let response = request.json(&body).send().await.expect("an answer");
            assert_eq!(response.status(), 421, "{host} {path}");
        }
        let gone = ask(&process, Method::DELETE, &format!("/api/session/{id}"), &[("host", host)]).await;
        assert_eq!(refused(gone).await.1, "unknown_host");
    }
    let rows = ask(&process, Method::GET, "/api/sessions", &[]).await.json::<serde_json::Value>().await.expect("JSON");
    assert_eq!(rows["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(rows["sessions"][0]["version"], 1, "{rows}");
    // The target of a request names the host too, and then it decides.
    let whole = b"GET http://evil.example/ HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n";
    assert!(crate::rest(crate::sent(&process, whole).await).await.starts_with("HTTP/1.1 421 "));
}
