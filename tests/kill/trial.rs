//! A round of a mock trial whose server dies at every boundary of its steps, while the next step has been asked for.

use crate::model::{Act, Server, good};
use crate::process::Process;
use crate::{client, get, post, started};
use serde_json::{Value, json};

fn intake() -> Value {
    json!({
        "summary": "원고는 2024년 3월 1일 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 같은 날 피고 계좌로 50,000,000원을 이체하였다. 변제기는 2025년 3월 1일이다. 피고는 투자금이라고 주장한다.",
        "parties": [
            {"name": "가온상사", "kind": "company", "side": "claimant"}, {"name": "나래상사", "kind": "company", "side": "opposing"},
        ],
        "objectives": ["대여금 회수"],
    })
}

async fn opened(base: &str) -> String {
    let body = json!({"workspace": "trial", "case_type": "civil", "user_side": "claimant", "lang": "ko", "law_as_of": "2026-11-22"});
    let (status, body) = post(&client(), &format!("{base}/api/session"), &body).await.expect("an answer");
    assert_eq!(status, 201, "{body}");
    body["session_id"].as_str().expect("an id").to_owned()
}

fn form(version: u64, id: &str, fields: &Value) -> Value {
    json!({"request_id": id, "state_version": version, "form_id": id, "fields": fields})
}

async fn state(base: &str, id: &str) -> Value {
    get(&client(), &format!("{base}/api/session/{id}")).await["state"].clone()
}

fn version(state: &Value) -> u64 {
    state["meta"]["state_version"].as_u64().expect("a number")
}

/// What a model that behaves answers to the six calls of intake and round 1, and the outputs of the roles.
async fn answers() -> (Vec<String>, Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let id = opened(&process.base).await;
    let url = format!("{}/api/session/{id}/gate", process.base);
    post(&client(), &url, &form(0, "facts_intake", &intake())).await.expect("an answer");
    let divided = state(&process.base, &id).await;
    let review = form(version(&divided), "facts_review", &json!({"items": [], "accept": "all", "confirm": true}));
    let (status, after) = post(&client(), &url, &review).await.expect("an answer");
    assert_eq!(status, 200, "{after}");
    let steps = after["state"]["rounds"][0]["steps"].clone();
    let facts = &divided["facts"];
    let first = json!({"pack_id": divided["case"]["pack_id"], "items": facts["items"], "needed": facts["needed"]});
    let mut all = vec![first.to_string()];
    all.extend(steps.as_array().expect("steps").iter().map(|step| step["output"].to_string()));
    all.push("{\"doubts\": []}".to_owned());
    assert_eq!(all.len(), 6);
    (all, steps)
}

/// Ids on the event stream from the first to the end of the round.
async fn told(base: &str, id: &str) -> Vec<u64> {
    let request = client().get(format!("{base}/api/session/{id}/events")).header("last-event-id", "0");
    let mut response = request.send().await.expect("an answer");
    let mut bytes = Vec::new();
    while !String::from_utf8_lossy(&bytes).contains("event: ROUND_END") {
        bytes.extend_from_slice(&response.chunk().await.expect("a piece").expect("an event"));
    }
    let text = String::from_utf8_lossy(&bytes);
    text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect()
}

#[tokio::test]
async fn a_round_goes_on_at_the_same_step_whenever_it_was_killed() {
    let (all, steps) = answers().await;
    for boundary in 0..all.len() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut script: Vec<Vec<Act>> = all[..boundary].iter().map(|text| good(text)).collect();
        script.push(vec![Act::Stall]);
        let model = Server::start(script).await;
        let process = started(folder.path(), &model);
        let id = opened(&process.base).await;
        let path = format!("/api/session/{id}/gate");
        let mut under_way = form(0, "facts_intake", &intake());
        if boundary > 0 {
            let url = format!("{}{path}", process.base);
            assert_eq!(post(&client(), &url, &under_way).await.expect("an answer").0, 200);
            let now = version(&state(&process.base, &id).await);
            under_way = form(now, "facts_review", &json!({"items": [], "accept": "all", "confirm": true}));
        }
        let (url, sent) = (format!("{}{path}", process.base), under_way.clone());
        let running = tokio::spawn(async move { post(&client(), &url, &sent).await });
        while model.seen().len() <= boundary {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        let before = state(&process.base, &id).await;
        process.kill();
        assert_eq!(running.await.expect("no panic"), None);

        let rest = Server::start(all[boundary..].iter().map(|text| good(text)).collect()).await;
        let process = started(folder.path(), &rest);
        assert_eq!(state(&process.base, &id).await, before, "{boundary}: what was acknowledged stands");
        // By its request id, or by asking to go on: the same step, once.
        let url = format!("{}{path}", process.base);
        let again = if boundary % 2 == 0 {
            post(&client(), &url, &under_way).await
        } else {
            post(&client(), &format!("{}/api/session/{id}/resume", process.base), &json!({})).await
        };
        let (status, mut after) = again.expect("an answer");
        assert_eq!(status, 200, "{boundary}: {after}");
        if boundary == 0 {
            let now = version(&after["state"]);
            let review = form(now, "facts_review", &json!({"items": [], "accept": "all", "confirm": true}));
            after = post(&client(), &url, &review).await.expect("an answer").1;
        }
        assert_eq!(rest.seen().len(), all.len() - boundary, "{boundary}: no step was asked twice");
        let round = &after["state"]["rounds"][0];
        assert_eq!((&round["steps"], &after["awaits"]), (&steps, &json!("gate_r1_issues")), "{boundary}");
        assert_eq!(round["end"]["verifier"]["verdict"], "Go", "{boundary}");
        // The same form once more has the same answer and no effect; the events have no gap.
        let (status, same) = post(&client(), &url, &under_way).await.expect("an answer");
        assert_eq!(status, 200, "{same}");
        assert_eq!(state(&process.base, &id).await, after["state"]);
        let ids = told(&process.base, &id).await;
        assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>(), "{boundary}");
        assert_eq!(process.stop().0, Some(0));
    }
}
