//! One message: its request id, its version, its neighbours.

use crate::bench::{Bench, LEASE, answer, builtin, with_model};
use crate::model::{Act, Server};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

async fn said(bench: &Bench, id: &str, body: &Value) -> Value {
    bench.post(&format!("/api/session/{id}"), body).await.ok()
}

#[tokio::test]
async fn a_repeated_request_id_has_one_effect_and_one_answer() {
    let bench = builtin().await;
    let open = json!({"initial_message": LEASE, "request_id": "open-1"});
    let first = bench.post("/api/session", &open).await;
    assert_eq!(first.status, 201);
    assert_eq!(bench.post("/api/session", &open).await, first);
    let id = first.ok()["session_id"].as_str().expect("an id").to_owned();
    assert_eq!(bench.get("/api/sessions").await.ok()["sessions"].as_array().map(Vec::len), Some(1));
    let other = bench.post("/api/session", &json!({"initial_message": "Другое", "request_id": "open-1"})).await;
    assert_eq!(other.err(422, "request_id_reused")["details"]["field"], "request_id");

    let say = json!({"message": "без экипажа", "request_id": "say-1"});
    let once = said(&bench, &id, &say).await;
    let version = bench.version(&id).await;
    assert_eq!(said(&bench, &id, &say).await, once);
    assert_eq!(bench.version(&id).await, version);
    let other = json!({"message": "с экипажем", "request_id": "say-1"});
    bench.post(&format!("/api/session/{id}"), &other).await.err(422, "request_id_reused");
    assert_eq!(bench.version(&id).await, version);

    // Later turns do not change what an earlier request is answered.
    said(&bench, &id, &json!({"message": "залог 15 000 ₽", "request_id": "say-2"})).await;
    assert_eq!(said(&bench, &id, &say).await, once);
    // Ids belong to their session.
    let (second, _) = bench.open(LEASE).await;
    assert_eq!(said(&bench, &second, &say).await["session_id"], second.as_str());
    bench.close().await;
}

#[tokio::test]
async fn the_same_request_twice_at_once_is_stored_once() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let path = format!("/api/session/{id}");
    let say = json!({"message": "залог 15 000 ₽", "request_id": "twice"});
    let all = futures_util::future::join_all((0..8).map(|_| bench.post(&path, &say))).await;
    assert!(all.iter().all(|answer| matches!(answer.status, 200 | 409)), "{all:?}");
    let state = bench.state(&id).await;
    let history = state["dialogue"]["history"].as_array().expect("a list");
    assert_eq!(history.iter().filter(|turn| turn["text"] == "залог 15 000 ₽").count(), 1);
    bench.close().await;
}

#[tokio::test]
async fn a_second_message_at_once_is_told_the_version() {
    let model = Server::start(vec![vec![Act::Stall], vec![Act::Stall]]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let open = bench.request(Method::POST, "/api/session").json(&json!({"initial_message": LEASE}));
    let opening = tokio::spawn(open.send());
    let id = running(&bench, &model, 1).await;
    let busy = bench.say(&id, "ещё").await.err(409, "session_busy");
    assert_eq!((&busy["details"]["current_version"], &busy["retryable"]), (&json!(0), &json!(true)));
    bench.step(&id, "INTERPRET").await.err(409, "session_busy");
    let delete = bench.request(Method::DELETE, &format!("/api/session/{id}")).send().await.expect("an answer");
    answer(delete).await.err(409, "session_busy");
    let edit = json!({"pointer": "/object/year", "op": "set", "value": 2020});
    let edit = bench.request(Method::PATCH, &format!("/api/session/{id}/facts")).json(&edit).send();
    answer(edit.await.expect("an answer")).await.err(409, "session_busy");

    let cancelled = bench.post(&format!("/api/session/{id}/cancel"), &json!({})).await.ok();
    assert_eq!(cancelled["cancelled"], true);
    let stopped = answer(opening.await.expect("no panic").expect("an answer")).await.err(409, "cancelled");
    assert_eq!((&stopped["retryable"], &stopped["details"]["session_id"]), (&json!(true), &json!(id)));
    assert_eq!(bench.post(&format!("/api/session/{id}/cancel"), &json!({})).await.ok()["cancelled"], false);
    bench.close().await;
}

/// Waits until the model was asked `n` times; the only session.
async fn running(bench: &Bench, model: &Server, n: usize) -> String {
    while model.seen().len() < n {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let list = bench.get("/api/sessions").await.ok();
    list["sessions"][0]["session_id"].as_str().expect("a session").to_owned()
}

#[tokio::test]
async fn a_cancelled_turn_keeps_the_words_and_goes_on_by_step() {
    let answered = crate::hostile::good_answer();
    let model =
        Server::start(vec![crate::model::good(&answered), vec![Act::Stall], crate::model::good(&answered)]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, _) = bench.open(LEASE).await;
    let before = bench.version(&id).await;
    let say = json!({"message": "залог 15 000 ₽", "request_id": "r1"});
    let saying = tokio::spawn(bench.request(Method::POST, &format!("/api/session/{id}")).json(&say).send());
    running(&bench, &model, 2).await;
    bench.post(&format!("/api/session/{id}/cancel"), &json!({})).await.ok();
    answer(saying.await.expect("no panic").expect("an answer")).await.err(409, "cancelled");
    let state = bench.state(&id).await;
    assert_eq!(state["meta"]["state_version"], before + 1);
    let last = state["dialogue"]["history"].as_array().and_then(|list| list.last().cloned()).expect("a turn");
    assert_eq!((&last["role"], &last["text"]), (&json!("user"), &json!("залог 15 000 ₽")));
    let pending = bench.get(&format!("/api/session/{id}")).await.ok();
    assert_eq!(pending["next_action"]["kind"], "halt_error");
    let recovery = pending["next_action"]["error"]["suggested_recovery"].as_str().expect("words").to_owned();
    assert!(recovery.contains("/step") && recovery.contains("INTERPRET"), "{recovery}");
    assert_eq!(bench.trace(&id).await.last().expect("a trace")["outcome"], "cancelled");

    let body = bench.step(&id, "INTERPRET").await.ok();
    assert_eq!(body["state"]["meta"]["state_version"], before + 2);
    assert_eq!(body["step_output"]["step"], "INTERPRET");
    // The request that was stopped is answered with where its turn ended.
    let again = said(&bench, &id, &say).await;
    assert_eq!(again["state"]["meta"]["state_version"], before + 2);
    assert_eq!(model.seen().len(), 3);
    bench.close().await;
}

#[tokio::test]
async fn a_client_that_leaves_does_not_stop_its_turn() {
    let model = Server::start(vec![vec![Act::Stall], crate::model::good(&crate::hostile::good_answer())]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let open = bench.request(Method::POST, "/api/session").json(&json!({"initial_message": LEASE}));
    let opening = tokio::spawn(open.send());
    let id = running(&bench, &model, 1).await;
    opening.abort();
    let _ = opening.await;
    bench.say(&id, "ещё").await.err(409, "session_busy");
    bench.post(&format!("/api/session/{id}/cancel"), &json!({})).await.ok();
    while bench.step(&id, "INTERPRET").await.status == 409 {}
    assert_eq!(bench.version(&id).await, 1);
    bench.close().await;
}

#[tokio::test]
async fn a_deleted_session_is_gone() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let path = format!("/api/session/{id}");
    let delete = || bench.request(Method::DELETE, &path).send();
    assert_eq!(delete().await.expect("an answer").status(), 204);
    for path in ["", "/versions", "/versions/0", "/trace", "/ledger", "/essential-terms", "/events"] {
        bench.get(&format!("/api/session/{id}{path}")).await.err(404, "not_found");
    }
    bench.say(&id, "ещё").await.err(404, "not_found");
    bench.step(&id, "INTERPRET").await.err(404, "not_found");
    bench.post(&format!("/api/session/{id}/cancel"), &json!({})).await.err(404, "not_found");
    answer(delete().await.expect("an answer")).await.err(404, "not_found");
    assert_eq!(bench.get("/api/sessions").await.ok()["sessions"], json!([]));
    bench.close().await;
}

#[tokio::test]
async fn sessions_outlive_the_server_and_their_ids_are_capabilities() {
    let bench = builtin().await;
    let (id, body) = bench.open(LEASE).await;
    assert!(id.len() == 22 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), "{id}");
    let (other, _) = bench.open(LEASE).await;
    assert_ne!(id, other);
    let folder = bench.close().await;
    let bench = crate::bench::builtin_in(folder).await;
    assert_eq!(bench.state(&id).await, body["state"]);
    let rows = bench.get("/api/sessions").await.ok()["sessions"].clone();
    assert_eq!(rows.as_array().map(Vec::len), Some(2), "{rows}");
    bench.close().await;
}

#[tokio::test]
async fn a_choice_answers_its_question() {
    let bench = builtin().await;
    let (id, mut body) = bench.open(LEASE).await;
    for _ in 0..15 {
        let ask = body["next_action"]["ask_user"].clone();
        if let Some(choice) = ask["choices"].get(0) {
            let say = json!({"answer_to_question_id": ask["question_id"], "choice_id": choice["id"]});
            body = said(&bench, &id, &say).await;
            let history = body["state"]["dialogue"]["history"].as_array().expect("a list").clone();
            assert!(
                history.iter().any(|turn| turn["role"] == "user" && turn["text"] == choice["label"]),
                "{history:?}"
            );
            bench.close().await;
            return;
        }
        assert!(ask.is_object(), "no question with choices");
        body = said(&bench, &id, &json!({"message": "как обычно"})).await;
    }
    panic!("no question with choices");
}

#[tokio::test]
async fn unicode_is_kept_exactly() {
    let bench = builtin().await;
    let words = "Аренда 🚗 e\u{301} \u{202e}справа\u{202c} \u{2028}строка <script>alert(1)</script> {{domain_json}} \u{fffd} 한국어";
    let (id, body) = bench.open(words).await;
    assert_eq!(body["state"]["dialogue"]["history"][0]["text"], words);
    assert_eq!(bench.state(&id).await["dialogue"]["history"][0]["text"], words);
    let prompt = bench.trace(&id).await[0]["prompt"].as_str().expect("a prompt").to_owned();
    assert!(prompt.contains("{{domain_json}}"), "values are never expanded again");
    bench.close().await;
}

#[tokio::test]
async fn the_description_of_the_interface_is_served() {
    let bench = builtin().await;
    let document = bench.get("/api/openapi.json").await.ok();
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    assert!(document["paths"]["/api/session/{id}/step"]["post"].is_object());
    let health = bench.get("/healthz").await.ok();
    assert_eq!((&health["status"], &health["performer"]["name"]), (&json!("ok"), &json!("builtin")));
    bench.close().await;
}
