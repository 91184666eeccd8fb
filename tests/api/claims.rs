//! The list of claims of the workspaces that keep more than facts: numbers of norms, facts and speeches of a trial.

use crate::bench::{Bench, builtin};
use crate::pages;
use crate::trial::{gate, intake, open};
use serde_json::{Value, json};

async fn claims(bench: &Bench, id: &str) -> Vec<Value> {
    let list = bench.get(&format!("/api/session/{id}/support")).await.ok();
    let claims = list["claims"].as_array().expect("claims").clone();
    let counted: u64 = list["counts"].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
    assert_eq!(counted, claims.len() as u64);
    for (index, claim) in claims.iter().enumerate() {
        assert_eq!(claim["id"], format!("c{}", index + 1));
    }
    claims
}

fn of<'c>(claims: &'c [Value], kind: &str) -> Vec<&'c Value> {
    claims.iter().filter(|claim| claim["kind"] == kind).collect()
}

#[tokio::test]
async fn a_number_of_a_norm_is_as_sure_as_the_place_that_it_stands_in() {
    let (bench, _) = pages::bench().await;
    let body = json!({"workspace": "norms", "initial_message": "Какая ширина главного прохода?"});
    let opened = bench.post("/api/session", &body).await;
    let id = opened.body["session_id"].as_str().expect("an id").to_owned();
    let state = bench.state(&id).await;
    let claims = claims(&bench, &id).await;
    let numbers = of(&claims, "number");
    let told = state["final_answer"]["numbers"].as_array().expect("numbers");
    assert!(!told.is_empty() && numbers.len() == told.len(), "{:#}", state["final_answer"]);
    let quotations = of(&claims, "quotation");
    for (number, told) in numbers.iter().zip(told) {
        assert!(number["text"].as_str().expect("words").contains(told["value"].as_str().expect("a value")), "{number}");
        let source = quotations.iter().find(|one| one["value"]["number"] == told["citation"]).expect("its quotation");
        let in_words = source["text"].as_str().expect("words").contains(told["value"].as_str().expect("a value"));
        let doubted = told["binding"]["doubts"].as_array().is_some_and(|doubts| !doubts.is_empty());
        assert_eq!(number["support"] == source["support"], in_words && !doubted, "{number}\n{source}");
        assert!(number["evidence"] == source["evidence"] || doubted, "{number}");
    }
}

const SECRETS: [&str; 3] = ["파란수달비밀메모", "61234567", "61,234,567"];

#[tokio::test]
async fn facts_and_speeches_of_a_trial_have_their_words_and_nothing_private() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    gate(&bench, &id, "facts_intake", intake()).await.ok();
    let first = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    let issue = first["round_end"]["gate"]["options"]["issues"][0]["id"].clone();
    let fields = json!({
        "focus_issues": [issue], "goal": "settlement", "stance": "flexible", "note": "파란수달비밀메모 상대에게 알리지 말 것",
        "constraints": {"deadline": {"days": 14}, "budget_limit": {"amount": 61_234_567, "currency": "KRW"}},
    });
    gate(&bench, &id, "gate_r1_issues", fields).await.ok();
    let state = bench.state(&id).await;
    assert!(state["steering"].to_string().contains(SECRETS[0]), "the direction is kept");
    let claims = claims(&bench, &id).await;

    let facts = of(&claims, "fact");
    assert_eq!(facts.len(), state["facts"]["items"].as_array().map_or(0, Vec::len));
    let sourced = facts.iter().filter(|fact| {
        let quote = fact["evidence"][0]["quote"].as_str().unwrap_or_default();
        let from = fact["evidence"][0]["id"].as_str().unwrap_or_default();
        let words = match from.strip_prefix("timeline/") {
            Some(entry) => state.pointer(&format!("/intake/timeline/{entry}/text")),
            None if from.starts_with("ev-") => {
                let pieces = state["evidence"].as_array().into_iter().flatten();
                pieces.clone().find(|one| one["id"] == from).map(|one| &one["text"])
            }
            None => state["intake"].get(from),
        };
        !quote.is_empty() && words.and_then(Value::as_str).is_some_and(|words| words.contains(quote))
    });
    assert_eq!(sourced.count(), facts.len(), "each fact has the words that it comes from: {facts:#?}");
    assert!(facts.iter().any(|fact| fact["evidence"][0]["id"].as_str().is_some_and(|id| id.starts_with("ev-"))));

    let arguments = of(&claims, "argument");
    assert!(arguments.len() > 20, "{}", arguments.len());
    let sides = |role: &str| arguments.iter().filter(|one| one["value"]["role"] == role).count();
    assert!(sides("claimant") > 0 && sides("recommend") == 0, "{arguments:#?}");
    for one in &arguments {
        let place = state.pointer(one["at"].as_str().expect("a place")).and_then(Value::as_str);
        assert_eq!(place, one["text"].as_str());
        assert_eq!(one["support"], "unchecked", "nobody certifies an argument of a side: {one}");
        for rest in one["evidence"].as_array().expect("evidence") {
            assert!(state.pointer(rest["pointer"].as_str().expect("a pointer")).is_some(), "{one}");
        }
    }
    assert!(arguments.iter().any(|one| one["evidence"][0]["kind"] == "fact"), "{arguments:#?}");
    let all = json!(claims).to_string();
    assert!(SECRETS.iter().all(|secret| !all.contains(secret)), "{all}");
}
