//! Secrets stay where they belong: a key in its header, a session's words in its session.

use crate::bench::{LEASE, answer};
use crate::hostile::good_answer;
use crate::model::{Server, good, refused};
use crate::process::Process;
use reqwest::Client;
use serde_json::{Value, json};

const KEY: &str = "sk-canary-9d2b4c61";
const WORDS: &str = "канарейка-7f3a21";

async fn post(client: &Client, url: String, body: Value) -> (u16, Value) {
    let got = answer(client.post(url).json(&body).send().await.expect("an answer")).await;
    (got.status, got.body)
}

#[tokio::test]
async fn keys_and_foreign_words_never_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let echo = format!("Incorrect API key provided: {KEY}");
    let model =
        Server::start(vec![good(&good_answer()), good(&good_answer()), refused(401, &echo), refused(400, &echo)]);
    let model = model.await;
    let process = Process::start(
        folder.path(),
        &[
            ("LEGALAGI_LLM_BASE_URL", &model.base),
            ("LEGALAGI_LLM_API_KEY", KEY),
            ("LEGALAGI_LLM_MODEL", "scripted"),
            ("RUST_LOG", "trace"),
        ],
    );
    let client = Client::new();
    let open =
        |words: String| post(&client, format!("{}/api/session", process.base), json!({"initial_message": words}));
    let (status, first) = open(format!("{LEASE} {WORDS}")).await;
    assert_eq!(status, 201, "{first}");
    let (status, second) = open(LEASE.to_owned()).await;
    assert_eq!(status, 201, "{second}");
    let id = second["session_id"].as_str().expect("an id");
    let mut outside = vec![second.to_string()];
    for code in [401, 400] {
        let url = format!("{}/api/session/{id}", process.base);
        let (status, error) = post(&client, url, json!({"message": format!("ещё {code}")})).await;
        assert_eq!(status, 200, "{error}");
        outside.push(error.to_string());
    }
    for path in ["", "/trace", "/ledger", "/versions", "/versions/0", "/essential-terms"] {
        let url = format!("{}/api/session/{id}{path}", process.base);
        outside.push(client.get(url).send().await.expect("an answer").text().await.expect("a body"));
    }
    for path in [format!("/s/{id}"), format!("/s/{id}?trace=1"), "/healthz".to_owned()] {
        let url = format!("{}{path}", process.base);
        outside.push(client.get(url).send().await.expect("an answer").text().await.expect("a body"));
    }
    for request in model.seen().iter().skip(1) {
        outside.push(request.body.to_string());
    }
    for text in &outside {
        assert!(!text.contains(KEY) && !text.contains(WORDS), "{text}");
    }
    // The words are in their own prompt, the key in no body at all.
    let asked = &model.seen()[0];
    assert!(asked.body.to_string().contains(WORDS) && !asked.body.to_string().contains(KEY));
    assert_eq!(asked.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    let (code, log) = process.stop();
    assert_eq!(code, Some(0));
    assert!(log.contains("TRACE") && !log.contains(KEY) && !log.contains(WORDS), "{log}");
}
