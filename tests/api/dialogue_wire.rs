//! A model's dialogue answer over HTTP: what is taken, what is told back, what the person reads; drafts on paper.

use crate::bench::{LEASE, builtin, with_model};
use crate::model::{Server, good};
use serde_json::{Value, json};
use std::io::{Cursor, Read};

fn wire(operations: Value, own_clauses: Value, reply: &str) -> Value {
    json!({"operations": operations, "own_clauses": own_clauses, "answers": [], "not_understood": [],
           "type_change": null, "undo": null, "reply": reply})
}

fn op(path: &str, value_json: &str, quote: &str) -> Value {
    json!({"op": "add", "path": path, "value_json": value_json, "evidence": {"turn": null, "quote": quote},
           "reading": "interpreted", "formula": null})
}

#[tokio::test]
async fn what_cannot_be_taken_is_told_back_once_and_the_rest_stands() {
    let words = format!("{LEASE}, в салоне не курить");
    let smoking = json!([{"title": "Курение", "words": "Арендатор не курит в салоне.",
                          "evidence": {"turn": null, "quote": "в салоне не курить"}}]);
    let bad = wire(json!([op("/object/color", "\"белый\"", "белого цвета")]), smoking.clone(), "Записал цвет.");
    let mended = wire(json!([]), smoking, "Понял, салон для некурящих.");
    let loose = format!("<think>цвет не назван</think>\n```json\n{mended}\n```");
    let model = Server::start(vec![good(&bad.to_string()), good(&loose)]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, body) = bench.open(&words).await;
    assert_eq!((&body["performer"], &body["warnings"]), (&json!("scripted"), &json!([])));
    assert_eq!(body["state"]["domain"]["own_clauses"]["Курение"], "Арендатор не курит в салоне.");
    assert_eq!(body["state"]["domain"]["price"]["rent"]["amount"], "30000.00");
    assert!(body["state"]["domain"]["object"].get("color").is_none());
    let reply = body["reply"].as_str().expect("words");
    assert!(reply.contains("для некурящих") && !reply.contains("цвет"), "{reply}");
    // The repair speaks of the wire's own members, in the language of the session.
    let seen = model.seen();
    assert_eq!(seen.len(), 2);
    let repair = seen[1].body["messages"][3]["content"].as_str().expect("words");
    assert!(repair.contains("/operations/0") && repair.contains("буква в букву"), "{repair}");
    assert!(seen[0].body["messages"][1]["content"].as_str().is_some_and(|text| text.contains("/price/rent")));

    let review = bench.get(&format!("/api/session/{id}/review")).await.ok();
    let items = review["items"].as_array().expect("a list");
    let item = items.iter().find(|item| item["label"] == "Курение").expect("waits for the person's word");
    assert_eq!((&item["support"], &item["quote"]), (&json!("read"), &json!("в салоне не курить")));
    let replay = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    let copy = bench.post("/api/replay", &replay).await.ok();
    assert!(copy["session_id"].is_string(), "the same bytes are made again: {copy}");
    bench.close().await;
}

#[tokio::test]
async fn a_click_and_the_gate_cost_no_call() {
    let model = Server::start(vec![good(&wire(json!([]), json!([]), "").to_string())]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, mut body) = bench.open(LEASE).await;
    let mut clicks = 0;
    while let Some(choice) = body["next_action"]["ask_user"]["choices"][0]["id"].as_str().map(str::to_owned) {
        let answer = json!({"message": "", "choice_id": choice});
        body = bench.post(&format!("/api/session/{id}"), &answer).await.ok();
        clicks += 1;
        if clicks == 3 {
            break;
        }
    }
    let card = body["card"].clone();
    if let (Some(card_id), Some(field)) = (card["card_id"].as_str(), card["fields"][0]["pointer"].as_str()) {
        let fields = json!({field: "Казань"});
        let _ = bench.post(&format!("/api/session/{id}"), &json!({"card_id": card_id, "fields": fields})).await;
    }
    assert_eq!(model.seen().len(), 1, "only words are read by a model");
    bench.close().await;
}

#[tokio::test]
async fn a_draft_stands_on_paper_at_every_level_and_changes_nothing() {
    let bench = builtin().await;
    let (id, opened) = bench.open(LEASE).await;
    assert_eq!(opened["level"], "draft");
    let version = opened["state"]["meta"]["state_version"].clone();
    let step = format!("/api/session/{id}/step");
    bench.post(&step, &json!({"step": "SKELETON"})).await.err(409, "conflict");
    let made = bench.post(&step, &json!({"step": "SKELETON", "draft": true})).await.ok();
    assert_eq!(made["state"], opened["state"], "status, level and version stay");
    assert_eq!(made["state"]["meta"]["state_version"], version);
    assert_eq!((&made["draft"]["stamp"], &made["step_output"]["step"]), (&json!("Черновик"), &json!("SKELETON")));
    let text = made["draft"]["text"].as_str().expect("a text");
    assert!(text.starts_with("Черновик\n") && text.replace('\u{a0}', " ").contains("30 000"), "{text}");
    let file = |path: String| {
        let bench = &bench;
        async move {
            let response = bench.request(reqwest::Method::GET, &path).send().await.expect("an answer");
            assert_eq!(response.status(), 200, "{path}");
            response.bytes().await.expect("bytes").to_vec()
        }
    };
    for path in made["draft"]["files"].as_array().expect("a list") {
        let path = path.as_str().expect("a path").to_owned();
        let bytes = file(path.clone()).await;
        if path.contains(".docx") {
            let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a package");
            let mut header = String::new();
            archive.by_name("word/header1.xml").expect("a head").read_to_string(&mut header).expect("XML");
            assert!(header.contains("ЧЕРНОВИК"), "{header}");
        } else if path.contains(".pdf") {
            assert!(bytes.starts_with(b"%PDF"));
        } else {
            let text = String::from_utf8(bytes).expect("UTF-8");
            assert!(text.contains("Черновик"), "{path}");
            assert!(!path.contains(".html") || text.contains("position:fixed"), "{path}");
        }
    }
    // A contract that is ready is a paper of its own; a draft of it is one that was asked for.
    let ready = crate::dialogues::ready_lease(&bench).await;
    let plain = String::from_utf8(file(format!("/api/session/{ready}/export.md")).await).expect("UTF-8");
    let draft = String::from_utf8(file(format!("/api/session/{ready}/export.md?draft=true")).await).expect("UTF-8");
    assert!(!plain.contains("Черновик") && draft.starts_with("*Черновик*"), "{plain}");
    bench.close().await;
}
