//! Tokens of programs: each opens what its scopes say, until it is ended; only hashes of them are kept.

use crate::bench::{Bench, answer, guarded};
use crate::process::run;
use reqwest::Method;
use serde_json::{Value, json};

const TOKEN: &str = "a-token-of-this-test-2";

fn legalagi(bench: &Bench, arguments: &[&str]) -> String {
    let database = bench.database();
    let done = tokio::task::block_in_place(|| run(bench.folder(), arguments, &[("LEGALAGI_DATABASE_URL", &database)]));
    assert!(done.status.success(), "{done:?}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// Id and token.
fn token(bench: &Bench, scopes: &[&str]) -> (String, String) {
    let mut arguments = vec!["tokens", "add", "reports"];
    scopes.iter().for_each(|scope| arguments.extend(["--scope", scope]));
    let told = legalagi(bench, &arguments);
    let mut lines = told.lines().map(str::to_owned);
    (lines.next().expect("an id"), lines.next().expect("a token"))
}

async fn asked(bench: &Bench, token: &str, method: Method, path: &str, body: Option<&Value>) -> u16 {
    let request = bench.client.request(method, format!("{}{path}", bench.base)).bearer_auth(token);
    let request = match body {
        Some(body) => request.json(body),
        None => request,
    };
    request.send().await.expect("an answer").status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_opens_what_its_scopes_say_until_it_is_ended() {
    let bench = guarded(TOKEN).await;
    let (id, _) = bench.open(crate::bench::LEASE).await;
    let session = format!("/api/session/{id}");
    let say = json!({"message": "без экипажа"});
    // scopes → read, list, say, export, figures
    for (scopes, want) in [
        (&["read"][..], [200, 200, 403, 403, 403]),
        (&["write"], [403, 403, 200, 403, 403]),
        (&["read", "export"], [200, 200, 403, 200, 403]),
        (&["admin"], [403, 403, 403, 403, 200]),
    ] {
        let (_, key) = token(&bench, scopes);
        let got = [
            asked(&bench, &key, Method::GET, &session, None).await,
            asked(&bench, &key, Method::GET, "/api/sessions", None).await,
            asked(&bench, &key, Method::POST, &session, Some(&say)).await,
            asked(&bench, &key, Method::GET, &format!("{session}/export.md"), None).await,
            asked(&bench, &key, Method::GET, "/metrics", None).await,
        ];
        assert_eq!(got, want, "{scopes:?}");
    }
    let (key_id, key) = token(&bench, &["read"]);
    let request = bench.client.delete(format!("{}{session}", bench.base)).bearer_auth(&key);
    let refused = answer(request.send().await.expect("an answer")).await.err(403, "forbidden");
    assert_eq!(refused["details"]["scope"], "admin");
    // Kept as a hash, listed without it, named in the audit log.
    let listed = legalagi(&bench, &["tokens", "list"]);
    assert!(listed.contains(&key_id) && listed.contains(" live read ") && !listed.contains(&key), "{listed}");
    assert_eq!(asked(&bench, &key, Method::GET, &session, None).await, 200);
    legalagi(&bench, &["tokens", "revoke", &key_id]);
    assert_eq!(asked(&bench, &key, Method::GET, &session, None).await, 401);
    assert_eq!(asked(&bench, &format!("lat_{}", "A".repeat(43)), Method::GET, &session, None).await, 401);
    // What was shown is written behind the answer.
    let read = format!("\"actor\":\"key:{key_id}\"");
    let mut log = legalagi(&bench, &["audit", "export"]);
    for _ in 0..50 {
        if log.contains(&read) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        log = legalagi(&bench, &["audit", "export"]);
    }
    for entry in ["\"action\":\"grant\"", "\"action\":\"revoke\"", &format!("\"actor\":\"key:{key_id}\"")] {
        assert!(log.contains(entry), "{entry}: {log}");
    }
    assert!(legalagi(&bench, &["audit", "verify"]).contains("the chain holds"));
    // Looked at when nothing is open: whoever closes a file of the database in this process takes its locks away.
    let folder = bench.close().await;
    for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
        let bytes = std::fs::read(file.path()).unwrap_or_default();
        assert!(!bytes.windows(key.len()).any(|part| part == key.as_bytes()), "{:?}", file.path());
    }
}
