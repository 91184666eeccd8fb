//! The first lease message through the whole server with a real model, if there is one.
//!
//! Set `LEGALAGI_REAL_LLM_BASE_URL` (for example `http://127.0.0.1:8089/v1`) to run it; without it the test is
//! skipped. A small model answers badly: what counts is that the turn ends, with a version or with a typed
//! error, and that everything that is kept is valid.
#![cfg(all(unix, feature = "ssr", feature = "fakes"))]

#[path = "process/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of the process, which use all of it")]
mod process;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::engine::schema;
use legalagi::model::pointer;
use process::Process;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;

const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";

/// Past the test harness, which hides the output of tests that pass.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

async fn read(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    (status, response.json().await.expect("JSON"))
}

/// A version, by the model or by the rules in its place; anything else fails. Returns the session.
fn outcome(step: &str, status: u16, body: &Value) -> String {
    let code = body["error"]["code"].as_str().unwrap_or("-");
    say(&format!("flow_llm_real: {step}: {status} {code} {}", body["next_action"]["kind"].as_str().unwrap_or("-")));
    match (status, code) {
        (200 | 201, "-") => body["session_id"].as_str().expect("an id").to_owned(),
        _ => panic!("{step}: {status} {body}"),
    }
}

#[tokio::test]
async fn the_first_messages_end_in_versions_whatever_the_model_answers() {
    #[expect(clippy::disallowed_methods, reason = "a switch of this test, no setting of the product")]
    let base = std::env::var("LEGALAGI_REAL_LLM_BASE_URL");
    let Ok(base) = base else {
        skip::skip("LEGALAGI_REAL_LLM_BASE_URL is not set");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[("LEGALAGI_LLM_BASE_URL", &base)]);
    let client = Client::new();
    let open = client.post(format!("{}/api/session", process.base)).json(&json!({"initial_message": LEASE}));
    let (status, body) = read(open.send().await.expect("an answer")).await;
    let id = outcome("POST /api/session", status, &body);
    let url = format!("{}/api/session/{id}", process.base);
    let next = client.post(&url).json(&json!({"message": "VIN XTAGFL113M0000001, госномер А123ВС777"}));
    let (status, body) = read(next.send().await.expect("an answer")).await;
    outcome("the next turn", status, &body);

    let get = async |path: &str| {
        let (status, body) = read(client.get(format!("{url}{path}")).send().await.expect("an answer")).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    };
    let versions = get("/versions").await;
    let rows = versions["versions"].as_array().expect("a list").clone();
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row["version"], number);
        let state = get(&format!("/versions/{number}")).await["state"].clone();
        assert_eq!(schema::check(schema::STATE, &state), [], "version {number}: {state:#}");
        assert_eq!(state["dialogue"]["history"][0]["text"], LEASE);
    }
    let domain = get("").await["state"]["domain"].clone();
    let ledger = get("/ledger").await;
    let entries = ledger["entries"].as_array().expect("a list");
    let pointers: BTreeSet<String> =
        entries.iter().filter_map(|entry| entry["pointer"].as_str().map(str::to_owned)).collect();
    assert_eq!(pointers, pointer::leaves(&domain).into_keys().collect());
    for entry in get("/trace").await["trace"].as_array().expect("a list") {
        let attempts = entry["attempts"].as_array().expect("attempts");
        let millis: Vec<&Value> = attempts.iter().map(|attempt| &attempt["millis"]).collect();
        let refused: Vec<&Value> = attempts.iter().map(|attempt| &attempt["refused"][0]).collect();
        say(&format!("flow_llm_real: {} {} {millis:?} ms {refused:?}", entry["step"], entry["outcome"]));
    }
    say(&format!("flow_llm_real: {} versions, domain {domain}", rows.len()));
    let (code, log) = process.stop();
    assert_eq!(code, Some(0));
    assert!(!log.contains("panicked") && !log.contains("ERROR"), "{log}");
}
