//! From a ready session to a final document over HTTP; words of a person, and back to the facts.

use crate::bench::{Bench, builtin};
use reqwest::Method;
use serde_json::{Value, json};

impl Bench {
    async fn put(&self, path: &str, body: &Value) -> crate::bench::Answer {
        crate::bench::answer(self.request(Method::PUT, path).json(body).send().await.expect("an answer")).await
    }
}

#[tokio::test]
async fn a_ready_session_becomes_a_final_document_and_goes_back_when_facts_change() {
    let bench = builtin().await;
    let id = crate::dialogues::ready_lease(&bench).await;
    let step = format!("/api/session/{id}/step");
    bench.post(&step, &json!({"step": "DRAFT_CLAUSES"})).await.err(409, "conflict");
    bench.post(&step, &json!({"step": "SKELETON", "variant": "loud"})).await.err(400, "invalid_request");
    let made = bench.post(&step, &json!({"step": "SKELETON", "variant": "party_1"})).await.ok();
    assert_eq!(made["state"]["meta"]["stage"], "skeleton");
    assert_eq!(made["state"]["document"]["variant"], "party_1");
    assert_eq!(made["next_action"]["kind"], "proceed_to_clauses");
    let made = bench.post(&step, &json!({"step": "DRAFT_CLAUSES"})).await.ok();
    assert_eq!(made["next_action"]["kind"], "proceed_to_final");
    let made = bench.post(&step, &json!({"step": "FINAL_CHECK"})).await.ok();
    assert_eq!((&made["state"]["meta"]["stage"], &made["next_action"]["kind"]), (&json!("final"), &json!("done")));

    let clause = format!("/api/session/{id}/clauses/price.rent");
    let read = bench.get(&clause).await.ok();
    let words = read["text"].as_str().expect("words").replace("Арендная плата составляет", "Арендатор платит");
    let body = json!({"text": words, "request_id": "w1"});
    let written = bench.put(&clause, &body).await.ok();
    assert_eq!((&written["text"], &written["state"]["meta"]["stage"]), (&json!(words), &json!("clauses")));
    let version = written["state"]["meta"]["state_version"].clone();
    assert_eq!(bench.put(&clause, &body).await.ok()["state"]["meta"]["state_version"], version, "once");
    assert_eq!(bench.get(&clause).await.ok()["edited"], true);
    bench.get(&format!("/api/session/{id}/clauses/no.such")).await.err(400, "invalid_request");

    let said = bench.say(&id, "нет, аренда 35 000 рублей в месяц").await.ok();
    assert_eq!(said["state"]["meta"]["stage"], "pre_skeleton");
    assert_eq!(said["state"]["meta"]["schema_version"], "1.0.0");
    for name in ["SKELETON", "DRAFT_CLAUSES", "FINAL_CHECK"] {
        bench.post(&step, &json!({"step": name})).await.ok();
    }
    let state = bench.state(&id).await;
    let text = state["document"]["clauses"]["price.rent"]["text"].as_str().expect("text").replace('\u{a0}', " ");
    assert!(text.starts_with("Арендатор платит 35 000 (тридцать пять тысяч) рублей"), "{text}");
    assert_eq!(state["document"]["variant"], "party_1", "the variant of the shelved document stays");

    let replay = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    let again = bench.post("/api/replay", &replay).await.ok();
    let copy = again["session_id"].as_str().expect("an id");
    // Final in the file is not final here: nobody has confirmed a fact yet.
    let came = bench.state(copy).await;
    assert_eq!((&state["meta"]["stage"], &state["meta"]["status"]), (&json!("final"), &json!("ready")));
    assert_eq!(came["meta"]["stage"], "pre_skeleton");
    assert!(came["meta"]["status"] != "ready" && came["gate"]["ready_for_skeleton"] != true, "{came:#}");
    bench.post(&format!("/api/session/{copy}/step"), &json!({"step": "SKELETON"})).await.err(409, "conflict");
    bench.close().await;
}
