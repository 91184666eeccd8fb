//! The program itself as a server: beyond this machine, and when it is told to stop.

use crate::client::{SESSIONS, initialize};
use crate::process::Process;
use reqwest::{Client, RequestBuilder};

fn hello(client: &Client, base: &str) -> RequestBuilder {
    let request = client.post(format!("{base}/mcp")).header("accept", "application/json, text/event-stream");
    request.header("content-type", "application/json").body(initialize().to_string())
}

#[tokio::test]
async fn beyond_this_machine_the_token_is_needed() {
    let token = "an-instance-token-of-some-length";
    let client = Client::new();
    for (variables, bearer, host, status) in [
        // Whoever wants an open server still has no open tools.
        (&[("LEGALAGI_OPEN", "1")][..], "", "127.0.0.1", 403),
        (&[("LEGALAGI_ACCESS_TOKEN", token)], "", "127.0.0.1", 401),
        (&[("LEGALAGI_ACCESS_TOKEN", token)], token, "127.0.0.1", 200),
        (&[("LEGALAGI_ACCESS_TOKEN", token)], token, "law.example.org", 421),
        (&[("LEGALAGI_ACCESS_TOKEN", token), ("LEGALAGI_MCP_HOSTS", "law.example.org")], token, "law.example.org", 200),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let variables: Vec<_> = variables.iter().copied().chain([("LEPTOS_SITE_ADDR", "0.0.0.0:0")]).collect();
        let process = Process::start(folder.path(), &variables);
        let base = process.base.replace("0.0.0.0", "127.0.0.1");
        let request = hello(&client, &base).header("host", host).bearer_auth(bearer);
        assert_eq!(request.send().await.expect("an answer").status(), status, "{variables:?} {host}");
    }
}

#[tokio::test]
async fn a_stop_ends_open_streams() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let client = Client::new();
    let response = hello(&client, &process.base).send().await.expect("an answer");
    let id = response.headers()["mcp-session-id"].clone();
    let stream = client.get(format!("{}/mcp", process.base)).header("accept", "text/event-stream");
    let stream = stream.header("mcp-session-id", id).header("mcp-protocol-version", SESSIONS);
    let stream = stream.send().await.expect("an answer");
    assert_eq!(stream.status(), 200);
    let (code, log) = tokio::task::spawn_blocking(|| process.stop()).await.expect("no panic");
    assert_eq!(code, Some(0), "{log}");
    // Nobody had to wait until the time for running turns was over.
    assert!(!log.contains("stopped before"), "{log}");
}
