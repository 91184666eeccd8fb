//! Rounds that answer: a named argument of the round before is met, what is settled is left alone, nothing new is said so.

use super::{Play, at_first_gate, civil, loan, proof, settle_soon};
use crate::workspaces::trial::words::texts;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn steered(play: &mut Play) {
    let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
    play.gate("gate_r1_issues", json!({"focus_issues": [issue], "goal": "win_rate", "stance": "neutral"})).unwrap();
    play.run();
}

fn body(play: &Play, round: usize, role: &str) -> Value {
    let trial = play.trial();
    trial.rounds[round - 1].steps.iter().find(|step| step.role == role).unwrap().output["body"].clone()
}

fn items(body: &Value, list: &str) -> Vec<Value> {
    body[list].as_array().unwrap().clone()
}

const SIDES: [(&str, &str, &str, &str, &str, &str); 2] = [
    ("claimant", "Claims", "issue_id", "opposing", "CounterArguments", "target"),
    ("opposing", "CounterArguments", "target", "claimant", "Claims", "issue_id"),
];

#[test]
fn round_two_meets_named_arguments_of_round_one() {
    let mut play = at_first_gate("claimant");
    steered(&mut play);
    for (role, list, key, other, theirs, of) in SIDES {
        let (own, before) = (items(&body(&play, 2, role), list), items(&body(&play, 1, other), theirs));
        let answering: Vec<&Value> = own.iter().filter(|one| !one["answers"].is_null()).collect();
        assert!(!answering.is_empty(), "{role}: {own:?}");
        for one in answering {
            assert_eq!(one["answers"]["round"], 1);
            let met = before.iter().find(|met| met["id"] == one["answers"]["id"]).unwrap();
            assert_eq!(met[of], one[key], "{role} answers about the same element");
            assert!(one["text"].as_str().unwrap().contains("1라운드"), "{one}");
        }
    }
    // Every argument of the other side in round 1 is met by the claiming side.
    let met: BTreeSet<String> = items(&body(&play, 2, "claimant"), "Claims")
        .iter()
        .filter_map(|one| one["answers"]["id"].as_str().map(str::to_owned))
        .collect();
    for counter in items(&body(&play, 1, "opposing"), "CounterArguments") {
        assert!(met.contains(counter["id"].as_str().unwrap()), "{counter} is not answered: {met:?}");
    }
}

#[test]
fn a_round_with_nothing_new_says_so_and_no_words_come_twice() {
    let mut play = at_first_gate("claimant");
    steered(&mut play);
    play.skip().unwrap();
    play.run();
    for (role, list, ..) in SIDES {
        let third = items(&body(&play, 3, role), list);
        let none: Vec<&Value> = third.iter().filter(|one| one["none"] == true).collect();
        assert_eq!((none.len(), third.len()), (1, 1), "{role}: {third:?}");
        let said = none[0]["text"].as_str().unwrap();
        assert!(said.contains("새로 더하는 주장이 없습니다") && said.contains("f-4"), "{third:?}");
    }
    let said = |round: usize| -> BTreeSet<String> {
        let of = |role: &str| {
            texts(&body(&play, round, role)).into_iter().map(|(at, text)| (at, text.to_owned())).collect::<Vec<_>>()
        };
        let all = [of("claimant"), of("opposing")].concat();
        let argued = all.into_iter().filter(|(at, _)| {
            at.ends_with("/text") && (at.starts_with("/Claims") || at.starts_with("/CounterArguments"))
        });
        argued.map(|(_, text)| text).collect()
    };
    for (one, two) in [(1, 2), (2, 3), (1, 3)] {
        assert!(said(one).is_disjoint(&said(two)), "rounds {one} and {two} say the same");
    }
    let findings = items(&body(&play, 3, "judge"), "Findings");
    assert!(findings.iter().all(|one| one["text"].as_str().unwrap().contains("앞 라운드와 같음")), "{findings:?}");
}

#[test]
fn names_stay_out_of_what_is_answered() {
    let mut play = Play::open(&civil("claimant"));
    let mut told = loan();
    told["evidence"] = json!([]);
    play.gate("facts_intake", told).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run();
    play.gate("gate_r1_issues", settle_soon(&play)).unwrap();
    play.run();
    let said = body(&play, 2, "claimant").to_string();
    assert!(said.contains("갑는") || said.contains("원고 갑"), "{said}");
    assert!(!said.contains("김민수"), "{said}");
    let receipts = play.end()["steering"]["compliance"].clone();
    let hidden = receipts.as_array().unwrap().iter().find(|one| one["rule"] == "exclusions.no_personal_data_exposure");
    assert_eq!(hidden.unwrap()["status"], "followed", "{receipts}");
}

#[test]
fn what_is_new_is_told_with_what_it_moved() {
    let mut play = at_first_gate("claimant");
    steered(&mut play);
    let mut fields = proof(&play);
    fields["fact_patch"] =
        json!([{"op": "add", "text": "피고는 2025년 4월 1일 10,000,000원을 변제하였다.", "class": "confirmed"}]);
    play.gate("gate_r2_evidence", fields).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "confirm": true})).unwrap();
    play.run();
    let counters = items(&body(&play, 3, "opposing"), "CounterArguments");
    let paid = counters.iter().find(|one| one["target"] == "issue-21").unwrap();
    assert!(paid["none"].is_null() && paid["text"].as_str().unwrap().contains("처음 다루는 점"), "{paid}");
    let findings = items(&body(&play, 3, "judge"), "Findings");
    let found = findings.iter().find(|one| one["issue_id"] == "issue-21").unwrap();
    assert!(found["text"].as_str().unwrap().contains("처음 다루는 점"), "{found}");
}

#[test]
fn who_answers_what_nobody_said_is_asked_again() {
    use crate::workspaces::trial::{guards, settle, steps};
    let mut play = at_first_gate("claimant");
    steered(&mut play);
    let trial = play.trial();
    let pack = settle::pack(&trial).unwrap();
    let mut said = body(&play, 2, "claimant");
    assert_eq!(guards::hard(steps::CLAIMANT, &said, &trial, &pack), []);
    let at = said["Claims"].as_array().unwrap().iter().position(|one| !one["answers"].is_null()).unwrap();
    said["Claims"][at]["answers"]["id"] = json!("counter-99");
    let problems = guards::hard(steps::CLAIMANT, &said, &trial, &pack);
    assert!(format!("{:?}", problems[0]).contains(&format!("/Claims/{at}/answers")), "{problems:?}");
}
