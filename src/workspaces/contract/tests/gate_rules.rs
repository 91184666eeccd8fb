//! G20 and what keeps the gate shut: no performer opens it, any performer may shut it.

use super::hostile::{issues, opens, ops, shuts};
use super::lease::{FIRST, finished};
use super::{Dialogue, KNOWLEDGE};
use crate::model::action::NextAction;
use crate::model::issue::IssueStatus;
use serde_json::{Value, json};

/// The finished lease with the gate about to be checked.
fn at_the_gate() -> Dialogue {
    let mut d = finished();
    d.hear("Готово?", None);
    d.interpret(&ops(&json!([]))).unwrap();
    d
}

fn blockers(d: &Dialogue) -> Vec<String> {
    d.now.state["gate"]["blockers"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|b| b["linked_issue_ids"].as_array().cloned().unwrap_or_default())
        .filter_map(|id| id.as_str().map(str::to_owned))
        .collect()
}

#[test]
fn g20_a_performer_does_not_open_the_gate() {
    let mut d = Dialogue::open(FIRST);
    d.hear("Готово!", None);
    d.interpret(&ops(&json!([]))).unwrap();
    d.gate(&opens()).unwrap();
    assert!(d.rules.contains(&"G20_gate_looser".to_owned()));
    assert_eq!(d.now.state["gate"]["ready_for_skeleton"], false);
    assert_eq!(d.now.state["meta"]["status"], "blocked");
    assert!(blockers(&d).contains(&"issue:vehicle_lease.lessor".to_owned()), "{:?}", blockers(&d));
    assert!(d.question().is_some(), "the next question is asked instead");

    let mut d = at_the_gate();
    d.gate(&opens()).unwrap();
    assert!(d.ready());
    assert!(!d.rules.contains(&"G20_gate_looser".to_owned()));
}

#[test]
fn a_stricter_performer_is_respected() {
    let mut d = at_the_gate();
    d.gate(&shuts("Пробег не сходится с годом выпуска")).unwrap();
    assert!(!d.ready());
    assert_eq!(d.now.state["gate"]["ready_for_skeleton"], false);
    assert!(d.now.state["gate"]["blockers"].to_string().contains("Пробег"));
    assert!(matches!(d.now.aside.next_action, Some(NextAction::HaltError { .. })));

    // Without a reason there is still one blocker, and whatever was sent is cut to size.
    let mut d = at_the_gate();
    let mut answer = shuts("Не готов");
    answer["patch"]["ops"][0]["value"] = json!({"ready_for_skeleton": false, "summary": " "});
    d.gate(&answer).unwrap();
    assert_eq!(d.now.state["gate"]["blockers"].as_array().map(Vec::len), Some(1));
    let mut d = at_the_gate();
    let long = "очень ".repeat(300);
    let many: Vec<Value> = (0..2000).map(|i| json!({"severity": "low", "message": format!("{i} {long}")})).collect();
    answer["patch"]["ops"][0]["value"] = json!({"ready_for_skeleton": false, "summary": long, "blockers": many[..100]});
    d.gate(&answer).unwrap();
    assert!(d.now.state["gate"].to_string().len() < 200_000);
}

#[test]
fn the_gate_check_writes_the_gate_only() {
    let d = at_the_gate();
    for path in ["/domain/price", "/meta/status", "/issues/0/status", "/dialogue/history", "/control/flags/x"] {
        let mut answer = opens();
        answer["patch"]["ops"] = json!([{"op": "add", "path": path, "value": {}}]);
        let why = d.clone().gate(&answer).unwrap_err();
        assert_eq!(why.problems[0].rule, "P03_forbidden_path", "{path}");
    }
    let mut answer = opens();
    answer["patch"]["ops"][0]["value"] = json!({"ready_for_skeleton": "да"});
    let mut tried = d.clone();
    // A gate that reads as nothing is replaced by the verdict of the rules.
    tried.gate(&answer).unwrap();
    assert!(tried.ready());
    let mut answer = opens();
    answer["next_action"] = json!({"kind": "proceed_to_gate"});
    assert_eq!(d.clone().gate(&answer).unwrap_err().problems[0].rule, "G01_kind");
    let mut answer = opens();
    answer["safety"] = json!({"detected_conflict": true});
    assert_eq!(d.clone().gate(&answer).unwrap_err().problems[0].rule, "G07_silent_conflict");
}

#[test]
fn g08_only_the_person_dismisses() {
    let key = "vehicle_lease.lessor";
    let mut d = Dialogue::open(FIRST);
    d.hear("Хорошо", None);
    d.interpret(&issues(&json!([{"op": "dismiss", "issue": {"key": key}}]))).unwrap();
    assert!(d.rules.contains(&"G08_dismissal".to_owned()));
    assert_eq!(d.status(key), Some(IssueStatus::Open));

    // The person refuses to answer: the question goes, the gate stays shut.
    let mut d = Dialogue::open(FIRST);
    while d.open_question().is_some_and(|record| !record.keys.contains(&key.to_owned())) {
        d.say("гм", None);
    }
    d.hear("Не скажу", None);
    d.interpret(&issues(&json!([{"op": "dismiss", "issue": {"key": key}}]))).unwrap();
    assert_eq!(d.status(key), Some(IssueStatus::Dismissed));
    d.gate(&opens()).unwrap();
    assert!(!d.ready());
    assert!(blockers(&d).contains(&format!("issue:{key}")), "a dismissed critical term still blocks");
}

#[test]
fn a_forbidden_deal_is_not_waved_away() {
    // A mandatory norm (L17) opens an issue that no dismissal removes from the gate; a notary's draft (L15) may be taken.
    for pack in &KNOWLEDGE.packs {
        for check in pack.checks.iter().filter(|c| c.severity == crate::model::issue::Severity::Critical) {
            let mut domain = json!({"contract": {"type": pack.id}});
            for condition in &check.when {
                let value = condition
                    .is
                    .clone()
                    .or_else(|| condition.any_of.as_ref().and_then(|list| list.first().cloned()))
                    .or_else(|| condition.at_least.map(|n| json!(n)))
                    .unwrap_or(json!("x"));
                let tokens = crate::model::pointer::tokens(&condition.at).unwrap();
                crate::workspaces::contract::edit::put(&mut domain, &tokens, value);
            }
            if !crate::engine::knowledge::condition::all(&check.when, &domain) {
                continue;
            }
            let id = crate::workspaces::contract::intake::issues::id_of(&check.key);
            let judge = |issues: Value| {
                let state = json!({"domain": domain, "issues": issues, "control": {"checks": {}}});
                let view = crate::workspaces::contract::guards::gate::judge(
                    Some(pack),
                    &state,
                    &crate::model::facts::Ledger::default(),
                );
                view.blockers.iter().any(|b| b.linked_issue_ids.contains(&id))
            };
            let mut issue = json!({"id": id, "key": check.key, "severity": "critical", "status": "open",
                "title": "имя", "why_it_matters": "важно", "resolution_hint": "как"});
            assert!(judge(json!([issue])), "{} open", check.key);
            assert!(judge(json!([])), "{} without an issue", check.key);
            issue["status"] = json!("resolved");
            assert!(judge(json!([issue])), "{} called resolved", check.key);
            issue["severity"] = json!("low");
            assert!(judge(json!([issue])), "{} called low", check.key);
            issue["severity"] = json!("critical");
            issue["status"] = json!("dismissed");
            // A deed of a notary stays closed though the person takes the text as a draft for him.
            let deed = check.key == "L15" && pack.notary(&domain).is_some();
            let stays = !check.acceptable || deed;
            assert_eq!(judge(json!([issue])), stays, "{}: {} dismissed", pack.id, check.key);
        }
    }
}

#[test]
fn g04_issues_of_the_pack_follow_the_facts() {
    let mut d = Dialogue::open(FIRST);
    d.hear("Хорошо", None);
    let all: Vec<Value> = d.now.state["issues"].as_array().cloned().unwrap_or_default();
    let update = |op: &str| -> Value {
        all.iter().map(|issue| json!({"op": op, "issue": {"id": issue["id"], "key": issue["key"]}})).collect()
    };
    for op in ["resolve", "dismiss"] {
        let mut tried = d.clone();
        tried.interpret(&issues(&update(op))).unwrap();
        assert_eq!(tried.now.state["issues"], d.now.state["issues"], "{op}");
    }
    let lower: Value = all
        .iter()
        .map(|issue| {
            let mut issue = issue.clone();
            issue["severity"] = json!("low");
            issue["status"] = json!("resolved");
            json!({"op": "upsert", "issue": issue})
        })
        .collect();
    let mut tried = d.clone();
    tried.interpret(&issues(&lower)).unwrap();
    assert_eq!(tried.now.state["issues"], d.now.state["issues"]);
}
