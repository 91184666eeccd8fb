//! A model that answers a round as it likes: refused, rewritten, doubted, and the round still ends sound.

use crate::bench::{Bench, KEY, builtin, with_llm};
use crate::model::{Server, good, refused};
use crate::trial::{gate, intake, open};
use crate::trial_branches::{finish, skip};
use legalagi::adapters::llm_by_role::ByRole;
use legalagi::adapters::llm_http::HttpLlm;
use legalagi::adapters::llm_http::config::HttpLlmConfig;
use legalagi::adapters::llm_http::secret::Secret;
use legalagi::runner::ports::Llm;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a model that behaves would answer: the division of the facts, then the roles of round 1 by name.
async fn answers() -> (Value, BTreeMap<String, Value>) {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    let facts = gate(&bench, &id, "facts_intake", intake()).await.ok()["state"].clone();
    let divided = json!({
        "pack_id": facts["case"]["pack_id"], "items": facts["facts"]["items"], "needed": facts["facts"]["needed"],
    });
    let after = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    let steps = after["state"]["rounds"][0]["steps"].as_array().expect("steps").clone();
    bench.close().await;
    let by_role =
        steps.into_iter().map(|one| (one["role"].as_str().expect("a role").to_owned(), one["output"].clone()));
    (divided, by_role.collect())
}

fn client(base: &str, model: &str) -> Arc<dyn Llm> {
    let mut config = HttpLlmConfig::new(base);
    config.api_key = Some(Secret::new(KEY));
    config.model = Some(model.to_owned());
    config.pace.sleep = Arc::new(|_| Box::pin(std::future::ready(())));
    Arc::new(HttpLlm::new(config).expect("a client"))
}

fn changed(output: &Value, pointer: &str, value: Value) -> String {
    let mut output = output.clone();
    *output.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    output.to_string()
}

async fn attempts(bench: &Bench, id: &str, step: &str) -> Vec<Value> {
    let trace = bench.trace(id).await;
    trace
        .into_iter()
        .filter(|one| one["step"] == step)
        .flat_map(|one| one["attempts"].as_array().cloned().unwrap_or_default())
        .collect()
}

#[tokio::test]
async fn a_hostile_model_gets_no_round_wrong() {
    let (divided, roles) = answers().await;
    let promise = "이 사건은 반드시 승소합니다.";
    let doubts = json!({"doubts": [
        {"code": "unsupported_conclusion", "severity": "warn", "step": "r1-judge", "text": "finding-1의 근거가 약합니다."},
        {"code": "definitive_advice", "severity": "info", "step": "r1-nobody", "text": "원고가 무조건 승소합니다."},
    ]});
    let mut ghost = roles["opposing"].clone();
    ghost["body"]["CounterArguments"][0]["facts"] = json!(["f-999"]);
    let script = vec![
        // The division: a fact out of nowhere, then a good one.
        good(&changed(&divided, "/items/0/source/quote", json!("피고가 모두 자백하였다."))),
        good(&divided.to_string()),
        // Counsel promises, and insists.
        good(&changed(&roles["claimant"], "/body/Claims/0/text", json!(promise))),
        good(&changed(&roles["claimant"], "/body/Claims/0/text", json!(promise))),
        // No JSON, an id that nobody gave, then a good answer: three attempts.
        good("Ignore the schema."),
        good(&ghost.to_string()),
        good(&roles["opposing"].to_string()),
        // The judge cites a decision of the year 2098, then does not.
        good(&changed(&roles["judge"], "/body/Citations", json!(["대법원 2098. 1. 2. 선고 2098다99999 판결"]))),
        good(&roles["judge"].to_string()),
        good(&roles["recommend"].to_string()),
        // The critic: praise instead of doubts is not understood; then doubts.
        good("{\"verdict\": \"Go\"}"),
        good(&doubts.to_string()),
    ];
    let model = Server::start(script).await;
    let own = [("JUDGE", client(&model.base, "the-judge")), ("VERIFY", client(&model.base, "the-critic"))].into();
    let bench = with_llm(Arc::new(ByRole::new(client(&model.base, "the-usual"), own))).await;
    let id = open(&bench, "claimant").await;
    gate(&bench, &id, "facts_intake", intake()).await.ok();
    let after = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();

    let end = &after["round_end"];
    assert_eq!((&after["awaits"], &end["round"]), (&json!("gate_r1_issues"), &json!(1)));
    let shown = end.to_string();
    assert!(!shown.contains("반드시 승소") && !shown.contains("무조건") && !shown.contains("2098다99999"), "{shown}");
    let status = |role: &str| {
        let all = end["steps"].as_array().expect("steps");
        all.iter().find(|one| one["role"] == role).expect("the role")["status"].clone()
    };
    assert_eq!(
        (status("claimant"), status("opposing"), status("judge")),
        (json!("replaced_by_safe_text"), json!("ok"), json!("fixed"))
    );
    assert_eq!((&end["verifier"]["verdict"], &end["verifier"]["available"]), (&json!("Conditional"), &json!(true)));
    assert_eq!(end["verifier"]["critic"], json!({"performer": "the-critic", "available": true}));
    let findings = end["verifier"]["findings"].as_array().expect("a list");
    assert!(findings.iter().any(|one| one["step"] == "r1-judge" && one["code"] == "unsupported_conclusion"));
    // Every answer stands in the trace word for word, with why it was refused.
    let said = attempts(&bench, &id, "OPPOSING").await;
    assert_eq!(said.len(), 3);
    assert_eq!(said[0]["raw"], "Ignore the schema.");
    assert!(said[1]["refused"].to_string().contains("G71"), "{}", said[1]["refused"]);
    assert!(attempts(&bench, &id, "FACTS_STIPULATE").await[0]["refused"].to_string().contains("G70"));
    assert_eq!(
        attempts(&bench, &id, "CLAIMANT").await.iter().filter(|one| one["raw"].to_string().contains(promise)).count(),
        2
    );
    // Each role asked its own model; every prompt begins with the steering block and names what may be named.
    let seen = model.seen();
    let models: Vec<&str> = seen.iter().map(|one| one.body["model"].as_str().expect("a model")).collect();
    let usual = |count: usize| vec!["the-usual"; count];
    assert_eq!(models, [usual(7), vec!["the-judge"; 2], usual(1), vec!["the-critic"; 2]].concat());
    for request in &seen[2..] {
        let system = request.body["messages"][0]["content"].as_str().expect("words");
        assert!(system.starts_with("<<STEERING v0 sha256="), "{system}");
    }
    assert!(seen[7].body["messages"].to_string().contains("\\\"issue_id\\\""), "the pack stands in the prompt");
    // The rewrite is asked with the rule that was broken.
    assert!(seen[3].body["messages"].to_string().contains("definitive_advice"));
    // All of it replays without the model.
    let file = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    assert_eq!(bench.post("/api/replay", &file).await.status, 201);
    bench.close().await;
}

#[tokio::test]
async fn an_unreachable_critic_is_no_pass() {
    let (divided, roles) = answers().await;
    let mut script = vec![good(&divided.to_string())];
    script.extend(["claimant", "opposing", "judge", "recommend"].map(|role| good(&roles[role].to_string())));
    script.extend((0..3).map(|_| refused(503, "overloaded")));
    let model = Server::start(script).await;
    let bench = with_llm(client(&model.base, "one")).await;
    let id = open(&bench, "claimant").await;
    gate(&bench, &id, "facts_intake", intake()).await.ok();
    let after = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    let verifier = &after["round_end"]["verifier"];
    assert_eq!((&verifier["available"], &verifier["verdict"]), (&json!(false), &Value::Null), "{verifier}");
    assert_eq!(after["awaits"], "gate_r1_issues", "a red round still ends at its gate");
    bench.close().await;
}

#[tokio::test]
async fn a_model_that_never_fits_stops_the_round_and_keeps_what_was_said() {
    let (divided, roles) = answers().await;
    let mut script = vec![good(&divided.to_string()), good(&roles["claimant"].to_string())];
    script.extend((0..3).map(|_| good("{}")));
    script.extend(["opposing", "judge", "recommend"].map(|role| good(&roles[role].to_string())));
    script.push(good("{\"doubts\": []}"));
    let model = Server::start(script).await;
    let bench = with_llm(client(&model.base, "one")).await;
    let id = open(&bench, "claimant").await;
    gate(&bench, &id, "facts_intake", intake()).await.ok();
    let failed = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await;
    failed.err(502, "llm_invalid_output");
    let state = bench.state(&id).await;
    assert_eq!(state["rounds"][0]["steps"].as_array().map(Vec::len), Some(1), "the claimant's words stay");
    // Going on asks only what is still missing.
    let after = bench.post(&format!("/api/session/{id}/resume"), &json!({})).await.ok();
    assert_eq!((&after["awaits"], model.seen().len()), (&json!("gate_r1_issues"), 9));
    assert_eq!(after["round_end"]["verifier"]["verdict"], "Go", "{}", after["round_end"]["verifier"]);
    bench.close().await;
    // The same with rules alone ends in a report.
    let bench = builtin().await;
    let id = open(&bench, "opposing").await;
    gate(&bench, &id, "facts_intake", intake()).await.ok();
    gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    skip(&bench, &id, "gate_r1_issues").await;
    let third = skip(&bench, &id, "gate_r2_evidence").await;
    let done = gate(&bench, &id, "gate_r3_final", finish(&third)).await.ok();
    assert_eq!(done["state"]["machine"]["phase"], "done");
    bench.close().await;
}
