//! The seed's manual scenario over the wire, in Korean: facts, three rounds, a settlement within two weeks, the report.

use crate::bench::{Bench, answer, builtin, builtin_in};
use crate::events::Reader;
use legalagi::workspaces::trial::sums;
use reqwest::Method;
use serde_json::{Value, json};

pub(crate) async fn open(bench: &Bench, user_side: &str) -> String {
    let body = json!({
        "workspace": "trial", "case_type": "civil", "jurisdiction": "KR", "user_side": user_side,
        "law_as_of": "2026-11-22", "lang": "ko",
    });
    let opened = bench.post("/api/session", &body).await;
    assert_eq!(opened.status, 201, "{opened:?}");
    opened.ok()["session_id"].as_str().expect("an id").to_owned()
}

pub(crate) async fn gate(bench: &Bench, id: &str, form: &str, fields: Value) -> crate::bench::Answer {
    let body = json!({"state_version": bench.version(id).await, "form_id": form, "form_version": 1, "fields": fields});
    bench.post(&format!("/api/session/{id}/gate"), &body).await
}

pub(crate) fn intake() -> Value {
    json!({
        "summary": "원고는 2025년 1월 10일 피고와 기계 부품 공급계약을 체결하였다. 피고는 2025년 3월 31일까지 납품하지 않았다. 원고는 납품 지연 때문에 대체 구매를 하여 12,000,000원의 손해를 입었다. 피고는 사양 변경이 있었다고 주장한다.",
        "parties": [
            {"name": "한결기계 주식회사", "alias": "A사", "kind": "company", "side": "claimant"},
            {"name": "누리부품 주식회사", "alias": "B사", "kind": "company", "side": "opposing"},
        ],
        "objectives": ["손해배상 회수", "거래 관계 유지"],
        "amount": {"value": 12_000_000, "currency": "KRW"},
        "timeline": [{"date": "2025-04-05", "text": "원고는 내용증명으로 이행을 최고하였다."}],
        "evidence": [{"title": "공급계약서", "text": "납기는 2025년 3월 31일로 한다.", "side": "claimant"}],
    })
}

async fn upload(bench: &Bench, id: &str, title: &str, text: &str) -> crate::bench::Answer {
    let mut body = String::new();
    for (name, value) in [("title", title), ("text", text), ("side", "claimant")] {
        body.push_str(&format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"));
    }
    body.push_str("--edge--\r\n");
    let request = bench
        .request(Method::POST, &format!("/api/session/{id}/evidence"))
        .header("origin", &bench.base)
        .header("content-type", "multipart/form-data; boundary=edge");
    answer(request.body(body).send().await.expect("an answer")).await
}

async fn at_first_gate(bench: &Bench) -> (String, Value) {
    let id = open(bench, "claimant").await;
    gate(bench, &id, "facts_intake", intake()).await.ok();
    let after = gate(bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    (id, after)
}

#[tokio::test]
async fn the_manual_scenario_of_the_seed() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    let quote = upload(&bench, &id, "대체품 견적서", "대체 구매 견적 12,000,000원").await;
    assert_eq!(quote.status, 201, "{quote:?}");
    assert_eq!(quote.ok()["evidence"]["id"], "ev-1");
    let reviewed = gate(&bench, &id, "facts_intake", intake()).await.ok();
    assert_eq!(reviewed["awaits"], "facts_review");
    let facts = reviewed["state"]["facts"].clone();
    let classes = |facts: &Value| -> Vec<String> {
        let items = facts["items"].as_array().expect("it is there").iter();
        items.map(|one| one["class"].as_str().expect("it is there").to_owned()).collect()
    };
    assert!(classes(&facts).iter().all(|class| class == "disputed"), "nothing stands before the review: {facts}");
    assert_eq!(reviewed["state"]["case"]["pack_id"], "contract_breach");
    assert!(!facts["needed"].as_array().expect("it is there").is_empty());

    let mut reader = Reader::open(&bench, &id, None).await;
    let first = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    let facts = bench.state(&id).await["facts"].clone();
    assert!(["confirmed", "disputed"].iter().all(|class| classes(&facts).iter().any(|one| one == class)), "{facts}");
    assert_eq!(
        (first["awaits"].clone(), first["round_end"]["gate_required"].clone()),
        (json!("gate_r1_issues"), json!(true))
    );
    let told = loop {
        let seen = reader.next().await.expect("an event");
        if seen.name == "ROUND_END" {
            break seen;
        }
    };
    assert_eq!(told.data, bench.get(&format!("/api/session/{id}/rounds/1")).await.ok());
    assert_eq!(told.data, first["round_end"]);

    let refused = gate(&bench, &id, "gate_r1_issues", json!({"goal": "settlement"})).await;
    let error = refused.err(422, "validation_failed");
    assert_eq!(
        (error["retryable"].clone(), error["details"]["fields"][0].clone()),
        (json!(false), json!({"path": "focus_issues", "code": "required", "params": {}}))
    );
    let issue = first["round_end"]["gate"]["options"]["issues"][0]["id"].clone();
    let today = first["state"]["meta"]["updated_at"].as_str().expect("it is there")[..10].to_owned();
    let second = gate(
        &bench,
        &id,
        "gate_r1_issues",
        json!({
            "focus_issues": [issue], "goal": "settlement", "stance": "flexible", "note": "합의 우선, 2주 내 마무리",
            "constraints": {"deadline": {"days": 14}}, "exclusions": ["no_aggressive_position"],
        }),
    )
    .await
    .ok();
    let end = &second["round_end"];
    let receipts = end["steering"]["compliance"].as_array().expect("it is there");
    // A direction is followed where the round differs from the one without it; nothing sharp was there to leave out.
    for (rule, status) in [
        ("goal", "followed"),
        ("constraints.deadline", "followed"),
        ("exclusions.no_aggressive_position", "not_applicable"),
    ] {
        assert!(receipts.iter().any(|one| one["rule"] == rule && one["status"] == status), "{rule}: {receipts:?}");
    }
    // The only issue leads the round anyway: its receipt may say that nothing changed, and nothing but that.
    let focus = receipts.iter().find(|one| one["rule"] == "focus_issues").expect("a receipt");
    assert!(["followed", "could_not_follow"].contains(&focus["status"].as_str().expect("a word")), "{focus}");
    let next = end["card"]["recommended_next_steps"].as_array().expect("it is there");
    assert!(
        next[0]["route"].is_string()
            && next.iter().all(|one| one["due"].as_str().expect("it is there") > today.as_str()),
        "{next:?}"
    );
    let page = bench.request(Method::GET, &format!("/s/{id}")).send().await.expect("an answer");
    assert_eq!(page.status(), 200);
    // The prompts of the round begin with the block; only the own side's has the private part.
    let round_two: Vec<Value> = bench
        .trace(&id)
        .await
        .into_iter()
        .filter(|one| one["prompt"].as_str().expect("it is there").contains("<<STEERING v1 "))
        .collect();
    assert!(round_two.len() >= 4);
    for entry in &round_two {
        let prompt = entry["prompt"].as_str().expect("it is there");
        assert!(prompt.starts_with("<<STEERING v1 sha256="));
        let own = entry["step"] == "CLAIMANT" || entry["step"] == "RECOMMEND";
        assert_eq!(prompt.contains("2주 내 마무리"), own, "{}", entry["step"]);
    }
    let skip = json!({"state_version": bench.version(&id).await, "form_id": "gate_r2_evidence", "skip": true, "skip_confirmed": true});
    let third = bench.post(&format!("/api/session/{id}/gate"), &skip).await.ok();
    assert_eq!(third["awaits"], "gate_r3_final");
    bench.get(&format!("/api/session/{id}/report.md")).await.err(409, "conflict");
    let options = &third["round_end"]["gate"]["options"];
    let acks: Vec<Value> = options["deadlines"]
        .as_array()
        .expect("it is there")
        .iter()
        .map(|one| json!({"deadline_id": one, "ack": true}))
        .collect();
    let done = gate(
        &bench,
        &id,
        "gate_r3_final",
        json!({
            "decision": "finalize", "acceptable_outcome": "settle", "concessions": [{"type": "installments"}],
            "settlement_line": {"direction": "receive", "opening": 11_000_000, "target": 9_000_000, "walk_away": 7_654_321, "currency": "KRW"},
            "deadlines_ack": acks, "open_risks_ack": options["risks"],
            "report": {"audience": "inhouse", "language": "ko", "detail": "full", "redaction": "names", "include": ["citations", "changelog", "settlement"]},
        }),
    )
    .await
    .ok();
    assert_eq!(done["state"]["machine"]["phase"], "done");
    let report = bench.get(&format!("/api/session/{id}/report.json?part=public")).await.ok();
    assert_eq!(report["outcome"], third["round_end"]["card"]["decision_range"]);
    assert!(
        !tells_walk_away(&report.to_string()) && !report.to_string().contains("한결기계"),
        "private sums and names"
    );
    let private = bench.get(&format!("/api/session/{id}/report.md?part=settlement")).await.body;
    assert!(private.to_string().contains("한계액 7,654,321원"), "{private}");
    for extension in ["html", "docx", "pdf", "md"] {
        let path = format!("/api/session/{id}/report.{extension}?part=public");
        let file = bench.request(Method::GET, &path).send().await.expect("an answer");
        assert_eq!(file.status(), 200, "{extension}");
        let bytes = file.bytes().await.expect("a file");
        assert!(bytes.len() > 500, "{extension}");
        if extension == "md" || extension == "html" {
            let text = String::from_utf8_lossy(&bytes);
            assert!(!tells_walk_away(&text), "{extension}: a private sum is in the open");
            for words in ["쟁점", "리스크", "권고", report["footer"]["event_log_sha256"].as_str().expect("it is there")]
            {
                assert!(text.contains(words), "{extension}: {words}");
            }
        }
    }
    bench.close().await;
}

/// Whether a text tells the private walk-away sum of the scenario: in digits, groups, Hangul, mixed, or words.
fn tells_walk_away(text: &str) -> bool {
    text.contains("7654321") || sums::sums(text).contains(&7_654_321)
}

#[tokio::test]
async fn a_provoked_promise_is_rewritten_and_logged() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    let mut told = intake();
    told["summary"] = json!(format!(
        "공급계약서가 있으므로 원고의 확정 승소이다. {}",
        told["summary"].as_str().expect("it is there")
    ));
    gate(&bench, &id, "facts_intake", told).await.ok();
    let first = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    let rewrites = first["round_end"]["rewrites"].as_array().expect("it is there");
    assert!(rewrites.iter().any(|one| one["rule"] == "K3" && one["outcome"] == "fixed"), "{rewrites:?}");
    assert!(!first["round_end"].to_string().contains("확정 승소"));
    let log = first["state"]["log"].as_array().expect("it is there");
    assert!(log.iter().any(|one| one["kind"] == "GUARDRAIL_HIT" && one["data"]["code"] == "definitive_advice"));
    bench.close().await;
}

#[tokio::test]
async fn a_fact_turned_over_shows_what_it_changes_and_writes_nothing() {
    let bench = builtin().await;
    let (id, first) = at_first_gate(&bench).await;
    let tree = first["round_end"]["card"]["tree"].as_array().expect("a tree").clone();
    assert!(tree.iter().all(|node| node["element_id"].is_string() && node["basis"].is_array()), "{tree:?}");
    let basis = tree.iter().flat_map(|node| node["basis"].as_array().expect("it is there"));
    let stands: Vec<&str> = basis.filter_map(Value::as_str).filter(|id| id.starts_with("f-")).collect();
    let version = bench.version(&id).await;
    let path = format!("/api/session/{id}/flip");
    let mut moved = 0;
    for fact in stands {
        let turned = bench.post(&path, &json!({"fact_id": fact})).await.ok();
        let changed = !turned["changed"].as_array().expect("it is there").is_empty();
        assert_eq!(changed, turned["before"] != turned["after"], "{turned}");
        moved += usize::from(changed);
    }
    assert!(moved > 0, "{tree:?}");
    assert_eq!(bench.version(&id).await, version);
    assert_eq!(bench.post(&path, &json!({"fact_id": "f-99"})).await.status, 404);
    bench.close().await;
}

#[tokio::test]
async fn forms_are_taken_once_and_only_on_what_was_seen() {
    let bench = builtin().await;
    let (id, first) = at_first_gate(&bench).await;
    let issue = first["round_end"]["gate"]["options"]["issues"][0]["id"].clone();
    let version = bench.version(&id).await;
    let path = format!("/api/session/{id}/gate");
    let body = json!({
        "request_id": "gate-1", "state_version": version, "form_id": "gate_r1_issues",
        "fields": {"focus_issues": [issue], "goal": "risk_min", "stance": "neutral"},
    });
    // Two tabs, many clicks: one run.
    let all = futures_util::future::join_all((0..8).map(|_| bench.post(&path, &body))).await;
    assert!(
        all.iter().any(|one| one.status == 200) && all.iter().all(|one| matches!(one.status, 200 | 409)),
        "{all:?}"
    );
    let once = bench.post(&path, &body).await.ok();
    assert_eq!(once["awaits"], "gate_r2_evidence");
    assert_eq!(once["state"]["rounds"].as_array().expect("it is there").len(), 2);
    let mut other = body.clone();
    other["fields"]["stance"] = json!("flexible");
    bench.post(&path, &other).await.err(422, "request_id_reused");
    other["request_id"] = json!("gate-2");
    let stale = bench.post(&path, &other).await.err(409, "conflict");
    assert_eq!(stale["details"]["card"]["round"], 2);
    bench.get(&format!("/api/session/{id}/rounds/3")).await.err(404, "not_found");
    bench.post(&format!("/api/session/{id}/resume"), &json!({})).await.err(409, "conflict");
    bench.post(&format!("/api/session/{id}/share"), &json!({})).await.err(422, "not_supported");
    // A branch from the first gate goes its own way.
    let branch = bench.post(&format!("/api/session/{id}/fork"), &json!({"version": version})).await.ok();
    let branch = branch["session_id"].as_str().expect("it is there").to_owned();
    let fields = json!({"focus_issues": [issue], "goal": "win_rate", "stance": "aggressive"});
    let there = gate(&bench, &branch, "gate_r1_issues", fields).await.ok();
    assert_eq!(there["round_end"]["round"], 2);
    assert_eq!(
        there["state"]["rounds"][0]["steps"], once["state"]["rounds"][0]["steps"],
        "the same round before the gate"
    );
    // Everything stands after a restart.
    let state = bench.state(&id).await;
    let bench = builtin_in(bench.close().await).await;
    assert_eq!(bench.state(&id).await, state);
    bench.close().await;
}

#[tokio::test]
async fn openings_name_what_is_wrong() {
    let bench = builtin().await;
    let open = |extra: Value| {
        let mut body = json!({"workspace": "trial", "case_type": "civil"});
        for (key, value) in extra.as_object().expect("it is there") {
            body[key] = value.clone();
        }
        body
    };
    for (extra, status, code, field) in [
        (json!({"case_type": "tax"}), 400, "invalid_request", "case_type"),
        (json!({"case_type": null}), 400, "invalid_request", "case_type"),
        (json!({"jurisdiction": "RU"}), 422, "not_supported", "jurisdiction"),
        (json!({"user_side": "judge"}), 400, "invalid_request", "user_side"),
        (json!({"law_as_of": "yesterday"}), 400, "invalid_request", "law_as_of"),
        (json!({"colour": "red"}), 400, "invalid_request", "colour"),
    ] {
        let error = bench.post("/api/session", &open(extra)).await.err(status, code);
        assert_eq!(error["details"]["field"], field);
    }
    bench
        .post("/api/session", &json!({"initial_message": "-", "case_type": "civil"}))
        .await
        .err(400, "invalid_request");
    let criminal = bench.post("/api/session", &open(json!({"case_type": "criminal", "lang": "ru"}))).await.ok();
    assert_eq!(criminal["state"]["case"]["user_side"], "neutral");
    bench.close().await;
}

#[tokio::test]
async fn the_check_of_words_stands_by_itself() {
    let bench = builtin().await;
    let body = json!({"language": "ko", "text": "대법원 2098. 1. 2. 선고 2098다99999 판결에 따라 반드시 승소합니다. 민법 제390조."});
    let found = bench.post("/api/check/language", &body).await.ok();
    assert_eq!(found["definitive"][0]["rule"], "K1");
    assert!(found["definitive"][0]["sentence"].as_str().expect("it is there").contains("승소합니다"));
    let verdicts: Vec<&str> = found["citations"]
        .as_array()
        .expect("it is there")
        .iter()
        .map(|one| one["verdict"].as_str().expect("it is there"))
        .collect();
    assert_eq!(verdicts, ["impossible", "verified"]);
    assert_eq!(found["citations"][1]["parsed"]["article"], "390");
    let none = bench.post("/api/check/language", &json!({"language": "en", "text": "The outcome depends."})).await.ok();
    assert_eq!(none, json!({"definitive": [], "citations": []}));
    bench.post("/api/check/language", &json!({"language": "de", "text": "-"})).await.err(400, "invalid_request");
    bench.post("/api/check/language", &json!({"text": "가".repeat(20_001)})).await.err(400, "invalid_request");
    bench.close().await;
}
