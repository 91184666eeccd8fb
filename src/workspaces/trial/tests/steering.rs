//! Steering with effect: every control of the first two gates differs from the round without it.

use super::{Play, at_first_gate, civil, loan, proof};
use serde_json::{Value, json};

fn receipts(play: &Play) -> Vec<Value> {
    play.end()["steering"]["compliance"].as_array().unwrap().clone()
}

fn status(play: &Play, rule: &str) -> String {
    let rows = receipts(play);
    let found = rows.iter().find(|one| one["rule"] == rule);
    found.unwrap_or_else(|| panic!("{rule}: {rows:?}"))["status"].as_str().unwrap().to_owned()
}

#[test]
fn every_choice_of_the_first_gate_gives_another_round() {
    let mut seen: Vec<String> = Vec::new();
    for goal in ["win_rate", "risk_min", "settlement", "evidence_first"] {
        for stance in ["aggressive", "neutral", "flexible"] {
            let mut play = at_first_gate("claimant");
            let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
            let fields = json!({
                "focus_issues": [issue], "goal": goal, "stance": stance,
                "constraints": {"deadline": {"days": 14}, "budget_limit": {"amount": 3_000_000, "currency": "KRW"}},
                "exclusions": ["no_personal_data_exposure"],
            });
            play.gate("gate_r1_issues", fields).unwrap();
            play.run();
            for rule in ["focus_issues", "goal", "stance", "constraints.deadline", "constraints.budget_limit"] {
                assert_eq!(status(&play, rule), "followed", "{goal} {stance} {rule}: {:?}", receipts(&play));
            }
            let said =
                json!(play.trial().rounds[1].steps.iter().map(|step| step.output["body"].clone()).collect::<Vec<_>>())
                    .to_string();
            assert!(!seen.contains(&said), "{goal} {stance}: the same round as another choice");
            seen.push(said);
        }
    }
}

#[test]
fn what_changes_nothing_is_not_called_followed() {
    let mut play = at_first_gate("claimant");
    let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
    let fields = json!({
        "focus_issues": [issue], "goal": "win_rate", "stance": "neutral", "note": "조용히 진행하고 싶습니다",
        "exclusions": ["no_external_counsel"],
    });
    play.gate("gate_r1_issues", fields).unwrap();
    play.run();
    assert_eq!(status(&play, "note"), "could_not_follow");
    assert_eq!(status(&play, "exclusions.no_external_counsel"), "not_applicable");
}

#[test]
fn the_second_gate_has_effect_too() {
    let mut play = at_first_gate("claimant");
    let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
    play.gate("gate_r1_issues", json!({"focus_issues": [issue], "goal": "win_rate", "stance": "neutral"})).unwrap();
    play.run();
    let mut fields = proof(&play);
    fields["motions"] = json!(["witness", "document_order"]);
    play.gate("gate_r2_evidence", fields).unwrap();
    play.run();
    for rule in ["burden_focus", "proof_strategy", "motions", "risk_tolerance"] {
        assert_eq!(status(&play, rule), "followed", "{rule}: {:?}", receipts(&play));
    }
}

#[test]
fn a_case_without_a_pack_is_told_so() {
    let mut play = Play::open(&civil("claimant"));
    let mut intake = loan();
    intake["summary"] =
        json!("아내는 남편과 이혼하고 자녀의 양육권을 원한다. 남편은 집을 나갔다. 두 사람은 2015년에 혼인하였다.");
    intake["evidence"] = json!([]);
    play.gate("facts_intake", intake).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run();
    let end = play.end();
    assert_eq!(end["case"]["scope"], "out");
    assert!(end["card"]["decision_summary"].as_str().unwrap().contains("범위 밖"), "{}", end["card"]);
    assert_ne!(end["verifier"]["verdict"], "Go");
}
