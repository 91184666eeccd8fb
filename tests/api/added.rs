//! A workspace that is one folder (`tests/claim_letter`) and one line of the registry: everything that a session has is
//! there, and nothing outside of the two knows it.

use crate::bench::builtin;
use reqwest::Method;
use serde_json::{Value, json};

const FIRST: &str = "You owe me 500 roubles.";

#[tokio::test]
async fn an_added_workspace_opens_speaks_compares_and_gives_files() {
    let bench = builtin().await;
    let opened = bench.post("/api/session", &json!({"workspace": "claim_letter", "initial_message": FIRST})).await;
    assert_eq!(opened.status, 201, "{opened:?}");
    let body = opened.ok();
    let id = body["session_id"].as_str().unwrap().to_owned();
    assert_eq!(body["next_action"]["kind"], "done", "{body:#}");
    assert_eq!(body["state"]["domain"]["sum"], 500);
    let first = bench.version(&id).await;
    bench.say(&id, "You owe me 700 roubles.").await.ok();
    let state = bench.state(&id).await;
    assert_eq!(state["domain"]["letter"], "You owe me 700 roubles. Please pay 700.");

    // Two versions, by default what the last words changed.
    let found = bench.get(&format!("/api/session/{id}/compare")).await.ok();
    let sum = found["facts"].as_array().unwrap().iter().find(|fact| fact["pointer"] == "/sum").unwrap();
    assert_eq!((&sum["from"], &sum["to"], &sum["label"]), (&json!(500), &json!(700), &json!("Sum")));
    let last = bench.version(&id).await;
    let asked = bench.get(&format!("/api/session/{id}/compare?from={first}&to={last}")).await.ok();
    assert_eq!(asked["facts"], found["facts"]);
    bench.get(&format!("/api/session/{id}/compare?with={id}")).await.err(422, "not_supported");

    for (kind, media) in [
        ("md", "text/markdown; charset=utf-8"),
        ("html", "text/html; charset=utf-8"),
        ("json", "application/json"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("pdf", "application/pdf"),
    ] {
        let path = format!("/api/session/{id}/export.{kind}");
        let file = bench.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(file.status(), 200, "{kind}");
        assert_eq!(file.headers()["content-type"].to_str().unwrap(), media);
        let bytes = file.bytes().await.unwrap();
        if matches!(kind, "md" | "html" | "json") {
            assert!(String::from_utf8_lossy(&bytes).contains("Please pay 700."), "{kind}");
        }
    }
    // What it has not, it says.
    bench.get(&format!("/api/session/{id}/lint")).await.err(422, "not_supported");
    bench.get(&format!("/api/session/{id}/evidence-pack")).await.err(422, "not_supported");

    let page = bench.request(Method::GET, &format!("/s/{id}")).header("accept", "text/html").send().await.unwrap();
    assert_eq!(page.status(), 200);
    let page = page.text().await.unwrap();
    assert!(page.contains("Please pay 700.") && page.contains("<form"), "the page without scripts");
    let listed = bench.get("/api/sessions?workspace=claim_letter").await.ok();
    assert_eq!(listed["sessions"][0]["workspace"], "claim_letter", "{listed:#}");
    let others = bench.get("/api/sessions?workspace=norms").await.ok();
    assert_eq!(others["sessions"], json!([]));

    // It is carried away and comes back, forks and replays as any session.
    let replay = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    assert_eq!(replay["workspace"], "claim_letter");
    let back = bench.post("/api/replay", &replay).await;
    assert!((200..300).contains(&back.status), "{back:?}");
    bench.close().await;
}

#[tokio::test]
async fn a_workspace_that_is_not_listed_is_refused_with_those_that_are() {
    let bench = builtin().await;
    let body = json!({"workspace": "claim_letters", "initial_message": FIRST});
    let error = bench.post("/api/session", &body).await.err(400, "invalid_request");
    assert_eq!(error["details"]["field"], Value::from("workspace"));
    let message = error["message"].as_str().unwrap();
    for name in ["contract", "norms", "research", "trial", "claim_letter"] {
        assert!(message.contains(name), "{message}");
    }
    bench.close().await;
}
