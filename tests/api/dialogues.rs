//! Whole dialogues with the built-in performer, from the first sentence to `ready`.

use crate::bench::{Bench, LEASE, builtin, valid};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Answers by words of the question, checked in order; the rest is «как обычно».
type Answers = &'static [(&'static str, &'static str)];

const LEASE_ANSWERS: Answers = &[
    ("арендодател", "Арендодатель Иванов Иван Иванович, физлицо"),
    ("арендатор", "Арендатор ООО «Вектор», ИНН 7700000016"),
    ("vin", "VIN XTAGFL113M0000001, госномер А123ВС777"),
    ("с какого", "с 01.12.2026 по 31.05.2027"),
    ("числа", "до 5 числа, переводом"),
    ("залог", "залог 15 000 ₽"),
    ("осаго", "ОСАГО оформляет арендодатель"),
    ("просроч", "0,1 % в день"),
    ("экипаж", "без экипажа"),
];

/// Plays a dialogue to its end; the questions in order.
async fn play(bench: &Bench, first: &str, answers: Answers) -> (String, Value, Vec<String>) {
    let (id, mut body) = bench.open(first).await;
    let mut asked: Vec<String> = Vec::new();
    while body["next_action"]["kind"] == "ask_user" {
        let ask = &body["next_action"]["ask_user"];
        let question = ask["question_text"].as_str().expect("words").to_owned();
        assert!(!asked.contains(&question), "repeated: {question}\n{asked:#?}");
        assert!(asked.len() < 15, "more than 15 questions: {asked:#?}\n{question}\n{:#}", body["state"]["domain"]);
        let low = question.to_lowercase();
        let told = answers.iter().find(|(key, _)| low.contains(key)).map_or("как обычно", |(_, words)| words);
        // What no question asked for waits in the one list at the end.
        let words = if low.contains("верно ли понято") { "всё верно" } else { told };
        let say = json!({"message": words, "answer_to_question_id": ask["question_id"]});
        asked.push(question);
        body = bench.post(&format!("/api/session/{id}"), &say).await.ok();
    }
    (id, body, asked)
}

/// A lease whose gate is open.
pub(crate) async fn ready_lease(bench: &Bench) -> String {
    play(bench, LEASE, LEASE_ANSWERS).await.0
}

/// What must hold of a finished session.
async fn is_ready(bench: &Bench, id: &str, body: &Value, asked: &[String]) {
    let shown = || format!("{asked:#?}\n{:#}\n{:#}", body["state"]["gate"], body["state"]["domain"]);
    assert_eq!(body["next_action"]["kind"], "proceed_to_skeleton", "{}", shown());
    let state = &body["state"];
    assert_eq!(state["meta"]["status"], "ready");
    assert_eq!(state["gate"]["ready_for_skeleton"], true);
    let open = |issue: &&Value| issue["severity"] == "critical" && issue["status"] == "open";
    assert_eq!(state["issues"].as_array().expect("a list").iter().filter(open).count(), 0);
    assert_eq!(bench.state(id).await, *state);
    versions(bench, id, state).await;
    traces(bench, id, state).await;
    ledger(bench, id, &state["domain"]).await;
    let terms = bench.get(&format!("/api/session/{id}/essential-terms")).await.ok();
    assert!(terms["total"].as_u64().is_some_and(|n| n > 0) && terms["done"] == terms["total"], "{terms:#}");
    for term in terms["terms"].as_array().expect("a list") {
        assert!(["stated", "confirmed", "default"].contains(&term["status"].as_str().unwrap_or("")), "{term}");
        assert!(term["article"].as_str().is_some_and(|text| !text.is_empty()), "{term}");
    }
}

/// Versions 0..n without a gap, each readable and valid, history only growing.
async fn versions(bench: &Bench, id: &str, newest: &Value) {
    let list = bench.get(&format!("/api/session/{id}/versions")).await.ok();
    let rows = list["versions"].as_array().expect("a list");
    let last = newest["meta"]["state_version"].as_u64().expect("a number");
    let numbers: Vec<u64> = rows.iter().filter_map(|row| row["version"].as_u64()).collect();
    assert_eq!(numbers, (0..=last).collect::<Vec<_>>());
    let mut turns = 0;
    for (number, row) in numbers.iter().zip(rows) {
        let body = bench.get(&format!("/api/session/{id}/versions/{number}")).await.ok();
        let state = &body["state"];
        valid(state);
        assert_eq!(state["meta"]["state_version"], *number);
        assert_eq!(state["meta"]["session_id"], id);
        assert!(["message", "INTERPRET", "GATE_CHECK"].contains(&row["cause"].as_str().unwrap_or("")), "{row}");
        let history = state["dialogue"]["history"].as_array().expect("a list").len();
        assert!(history >= turns, "version {number}: history shrank from {turns} to {history}");
        turns = history;
    }
    assert_eq!(bench.get(&format!("/api/session/{id}/versions/{last}")).await.ok()["state"], *newest);
    bench.get(&format!("/api/session/{id}/versions/{}", last + 1)).await.err(404, "not_found");
}

/// One trace per accepted step, with the prompt and the attempts.
async fn traces(bench: &Bench, id: &str, newest: &Value) {
    let trace = bench.trace(id).await;
    let mut made = BTreeSet::new();
    for entry in &trace {
        assert_eq!(entry["outcome"], "accepted", "{entry:#}");
        // The gate and a click are no question to anybody: they have no prompt.
        if entry["prompt_hash"] != "" {
            assert_eq!(entry["prompt_hash"].as_str().map(str::len), Some(64), "{entry:#}");
            assert!(entry["prompt"].as_str().is_some_and(|text| text.len() > 500));
        }
        assert_eq!(entry["attempts"].as_array().map(Vec::len), Some(1), "{entry:#}");
        assert!(entry["attempts"][0]["raw"].as_str().is_some_and(|text| text.starts_with('{')));
        assert_eq!(entry["performer"], "builtin");
        assert!(entry["output"]["next_action"]["kind"].is_string());
        assert!(made.insert(entry["version"].as_u64()), "two traces of one version: {entry:#}");
    }
    assert!(made.contains(&newest["meta"]["state_version"].as_u64()));
    let asked = |entry: &&Value| entry["step"] == "INTERPRET" && entry["prompt_hash"] != "";
    assert!(
        trace.iter().any(|entry| asked(&entry))
            && !trace.iter().any(|e| e["step"] == "GATE_CHECK" && e["prompt_hash"] != "")
    );
}

/// Exactly one entry per leaf, each stated one with a quote from a turn of the person.
async fn ledger(bench: &Bench, id: &str, domain: &Value) {
    let list = bench.get(&format!("/api/session/{id}/ledger")).await.ok();
    let entries = list["entries"].as_array().expect("a list");
    let leaves: BTreeSet<String> = legalagi::model::pointer::leaves(domain).into_keys().collect();
    let pointers: Vec<String> =
        entries.iter().map(|entry| entry["pointer"].as_str().expect("a pointer").to_owned()).collect();
    assert_eq!(pointers.iter().cloned().collect::<BTreeSet<_>>(), leaves);
    assert_eq!(pointers.len(), leaves.len());
    for entry in entries {
        let at = entry["pointer"].as_str().expect("a pointer");
        assert_eq!(domain.pointer(at), Some(&entry["value"]), "{entry}");
        if entry["origin"] == "stated" {
            assert!(entry["quote"].is_string() && entry["turn_id"].is_string(), "{entry}");
        }
    }
}

#[tokio::test]
async fn the_lease_gets_ready() {
    let bench = builtin().await;
    let (id, body, asked) = play(&bench, LEASE, LEASE_ANSWERS).await;
    is_ready(&bench, &id, &body, &asked).await;
    let domain = &body["state"]["domain"];
    for (at, want) in [
        ("/contract/type", json!("vehicle_lease")),
        ("/object/make", json!("Lada")),
        ("/object/year", json!(2021)),
        ("/object/vin", json!("XTAGFL113M0000001")),
        ("/price/rent", json!({"amount": "30000.00", "currency": "RUB"})),
        ("/term/duration", json!({"count": 6, "unit": "month"})),
    ] {
        assert_eq!(domain.pointer(at), Some(&want), "{at}\n{domain:#}");
    }
    bench.close().await;
}

#[tokio::test]
async fn services_get_ready() {
    let bench = builtin().await;
    let answers: Answers = &[
        ("исполнител", "Исполнитель ИП Петров Пётр Петрович, ИНН 500100732259"),
        ("заказчик", "Заказчик ООО «Вектор», ИНН 7700000016"),
        ("должен сделать", "Исполнитель ведёт бухгалтерский учёт и сдаёт отчётность"),
        ("перечень", "Исполнитель ведёт бухгалтерский учёт и сдаёт отчётность"),
        ("срок", "с 01.12.2026 по 30.11.2027"),
        ("когда", "с 01.12.2026 по 30.11.2027"),
        ("цен", "40 000 рублей в месяц"),
        ("сколько", "40 000 рублей в месяц"),
        ("плат", "до 10 числа, переводом"),
    ];
    let first = "Нужен договор на бухгалтерские услуги: ведение учёта за 40 000 рублей в месяц на год";
    let (id, body, asked) = play(&bench, first, answers).await;
    is_ready(&bench, &id, &body, &asked).await;
    bench.close().await;
}

#[tokio::test]
async fn a_loan_gets_ready() {
    let bench = builtin().await;
    let answers: Answers = &[
        ("займодав", "Займодавец Иванов Иван Иванович, физлицо"),
        ("заимодав", "Займодавец Иванов Иван Иванович, физлицо"),
        ("заёмщик", "Заёмщик Петров Пётр Петрович, физлицо"),
        ("процент", "12 % годовых"),
        ("верн", "вернуть до 01.06.2027"),
        ("возвра", "вернуть до 01.06.2027"),
        ("сумм", "500 000 рублей"),
    ];
    let first = "Даю взаймы знакомому 500 000 рублей под 12 % годовых до 01.06.2027";
    let (id, body, asked) = play(&bench, first, answers).await;
    is_ready(&bench, &id, &body, &asked).await;
    bench.close().await;
}

#[tokio::test]
async fn a_sale_gets_ready() {
    let bench = builtin().await;
    let answers: Answers = &[
        ("как платит", "при передаче, переводом"),
        ("передаётся", "до 15.12.2026, самовывоз"),
        ("передачи", "до 15.12.2026, самовывоз"),
        ("что именно прода", "ноутбук Lenovo ThinkPad T14, 2 штуки"),
        ("кто прода", "Продавец Иванов Иван Иванович, физлицо"),
        ("продавца", "Продавец Иванов Иван Иванович, физлицо"),
        ("кто покуп", "Покупатель ООО «Вектор», ИНН 7700000016"),
        ("покупателя", "Покупатель ООО «Вектор», ИНН 7700000016"),
        ("верно ли понято", "всё верно"),
    ];
    let first = "Продаю два ноутбука Lenovo ThinkPad T14 за 80 000 рублей";
    let (id, body, asked) = play(&bench, first, answers).await;
    is_ready(&bench, &id, &body, &asked).await;
    bench.close().await;
}
