//! Who gets in: hosts, origins, the token, share links, sizes.

use crate::bench::{LEASE, builtin, guarded};
use crate::client::{Session, initialize, to_mcp};
use serde_json::json;

const TOKEN: &str = "an-instance-token-of-some-length";

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused() {
    let bench = builtin().await;
    let own = bench.base.clone();
    let port = own.rsplit_once(':').expect("a port").1.to_owned();
    let named = format!("http://localhost:{port}");
    for (header, value, status) in [
        ("origin", "https://evil.example", 403),
        ("origin", "http://localhost:1", 403),
        ("origin", "null", 403),
        // The door of the whole server comes first.
        ("host", "evil.example", 421),
        ("host", "127.0.0.1.evil.example", 421),
        ("origin", own.as_str(), 200),
        ("origin", named.as_str(), 200),
        ("host", "localhost", 200),
    ] {
        let response = to_mcp(&bench, &initialize()).header(header, value).send().await.expect("an answer");
        assert_eq!(response.status(), status, "{header}: {value}");
    }
    bench.close().await;
}

#[tokio::test]
async fn with_a_token_only_its_bearer_gets_in() {
    let bench = guarded(TOKEN).await;
    let bare = |name: &str, value: &str| {
        let request = bench.client.post(format!("{}/mcp", bench.base)).header(name, value);
        let request = request.header("accept", "application/json, text/event-stream");
        request.header("content-type", "application/json").body(initialize().to_string())
    };
    // A link to a session's copy opens nothing else.
    let (id, _) = bench.open(LEASE).await;
    let link = bench.post(&format!("/api/session/{id}/share"), &json!({})).await.body;
    let guest = format!("legalagi_share={}", link["token"].as_str().expect("a token"));
    for (name, value) in [("authorization", "Bearer wrong"), ("x-nothing", "1"), ("cookie", guest.as_str())] {
        let response = bare(name, value).send().await.expect("an answer");
        assert_eq!(response.status(), 401, "{name}");
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
    }
    let (_, result) = Session::open(&bench).await;
    assert_eq!(result["serverInfo"]["name"], "legalagi");
    bench.close().await;
}

#[tokio::test]
async fn without_a_token_a_guest_of_a_link_stays_out() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let link = bench.post(&format!("/api/session/{id}/share"), &json!({})).await.body;
    let guest = format!("legalagi_share={}", link["token"].as_str().expect("a token"));
    let response = to_mcp(&bench, &initialize()).header("cookie", guest).send().await.expect("an answer");
    assert_eq!(response.status(), 403);
    bench.close().await;
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused() {
    let bench = builtin().await;
    let mut body = initialize();
    body["params"]["padding"] = json!("x".repeat(legalagi::server::mcp::http::BODY_BYTES));
    let response = to_mcp(&bench, &body).send().await.expect("an answer");
    assert_eq!(response.status(), 413);
    bench.close().await;
}
