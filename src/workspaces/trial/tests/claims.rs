//! Several claims in one case: an alternative one, a joined one, a counterclaim.

use super::{Play, at_first_gate, civil, finish, loan, proof, settle_soon};
use crate::engine::form::pairs;
use crate::engine::knowledge::dispute_parts::claim_of;
use crate::model::error::ApiError;
use crate::workspaces::trial::gates::plain::fields;
use crate::workspaces::trial::machine::Phase;
use crate::workspaces::trial::settle;
use serde_json::{Value, json};

/// The loan with what a defendant says of goods that were never paid, and of interest.
fn told() -> Value {
    let mut told = loan();
    let more = " 이자는 연 5%로 약정하였고 이자를 지급하기로 하였다. 피고는 원고에게 물품을 납품하였으나 매매대금 7,000,000원을 받지 못하였다고 주장한다.";
    told["pack_id"] = json!("loan");
    told["summary"] = json!(format!("{}{more}", told["summary"].as_str().unwrap()));
    told
}

fn four() -> Value {
    json!([
        {"op": "add", "relation": "alternative", "pack_id": "unjust_enrichment", "amount": {"value": 50_000_000, "currency": "KRW"}},
        {"op": "add", "relation": "joined", "pack_id": "interest", "amount": {"value": 2_500_000, "currency": "KRW"}},
        {"op": "add", "relation": "counterclaim", "pack_id": "sale_price", "amount": {"value": 7_000_000, "currency": "KRW"}},
    ])
}

fn reviewed(lang: &str) -> Play {
    let mut case = civil("claimant");
    case["lang"] = json!(lang);
    let mut play = Play::open(&case);
    play.gate("facts_intake", told()).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "claims": four(), "accept": "all", "confirm": true})).unwrap();
    play
}

fn codes(error: &ApiError) -> Vec<(String, String)> {
    let rows = error.details["fields"].as_array().unwrap();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
    rows.iter().map(|row| (text(row, "path"), text(row, "code"))).collect()
}

#[test]
fn each_claim_has_its_elements_its_tree_and_its_result() {
    let mut play = reviewed("ko");
    play.run();
    let trial = play.trial();
    let pack = settle::pack(&trial).unwrap();
    assert_eq!(pack.parts.iter().map(|part| part.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(!pack.elements.iter().any(|one| claim_of(&one.id) == 1 && one.separate), "interest is a claim of its own");
    // One fact serves several claims.
    let paid = trial.facts.items.iter().find(|fact| fact.text.contains("이체하였다")).unwrap();
    let claims: Vec<u32> = paid.supports.iter().map(|id| claim_of(id)).collect();
    assert!(claims.contains(&1) && claims.contains(&2), "{:?}", paid.supports);
    // What the counterclaim lacks the defendant has to bring.
    let gap = trial.facts.needed.iter().find(|gap| claim_of(&gap.element) == 4).unwrap();
    assert_eq!(gap.holder, "opposing");

    let end = play.end();
    let rows = end["card"]["claims"].as_array().unwrap();
    let of = |key: &str| rows.iter().map(|row| row[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("relation"), ["main", "alternative", "joined", "counterclaim"]);
    assert_eq!(of("party"), ["claimant", "claimant", "claimant", "opposing"]);
    assert_eq!(
        of("amount").iter().map(|one| one["high"].as_i64().unwrap()).collect::<Vec<_>>()[2..],
        [2_500_000, 7_000_000]
    );
    assert_ne!(rows[0]["reached"], rows[1]["reached"], "{rows:?}");
    // A claim's index is its own: what is said of one moves no other.
    assert_eq!(rows[0]["low"], end["card"]["decision_range"]["low"]);
    assert!(of("low").windows(2).any(|pair| pair[0] != pair[1]), "{rows:?}");
    let tree = end["card"]["tree"].as_array().unwrap();
    for number in 1..=4 {
        let own: Vec<&Value> = tree.iter().filter(|node| node["claim"] == number).collect();
        assert!(own.len() >= 3, "claim {number}: {own:?}");
        assert!(own.iter().all(|node| claim_of(node["element_id"].as_str().unwrap()) == number));
        let holder = if number == 4 { "opposing" } else { "claimant" };
        let burden = end["burden_table"].as_array().unwrap();
        let row = burden.iter().find(|row| {
            let id = row["id"].as_str().unwrap();
            id.starts_with("el-") && claim_of(id) == number
        });
        assert_eq!(row.unwrap()["holder"], holder, "claim {number}");
    }
    // The other side pleads its own claim, the claiming side answers it.
    let body = |role: &str| trial.last_output(role).unwrap()["body"].clone();
    let about = |list: &Value, key: &str, kind: &str| {
        let rows = list.as_array().unwrap().iter().filter(|one| one["kind"] == kind);
        rows.filter(|one| claim_of(one[key].as_str().unwrap()) == 4).count()
    };
    assert!(about(&body("opposing")["CounterArguments"], "target", "counterclaim") > 0);
    assert!(about(&body("claimant")["Claims"], "issue_id", "denial") > 0);
    assert_eq!(
        about(&body("opposing")["CounterArguments"], "target", "denial"),
        0,
        "nobody denies what it claims itself"
    );
}

#[test]
fn claims_run_to_the_report_in_three_languages_without_a_broken_guard() {
    for lang in ["ko", "ru", "en"] {
        let mut play = reviewed(lang);
        play.run();
        play.gate("gate_r1_issues", settle_soon(&play)).unwrap();
        play.run();
        play.gate("gate_r2_evidence", proof(&play)).unwrap();
        play.run();
        let mut fields = finish(&play);
        fields["settlement_line"] =
            json!({"direction": "receive", "currency": "KRW", "opening": 3, "target": 2, "walk_away": 1});
        play.gate("gate_r3_final", fields).unwrap();
        play.run();
        let trial = play.trial();
        assert_eq!(trial.machine.phase, Phase::Done, "{lang}");
        // Also of many claims every objection of round 1 is met.
        let said = |round: usize, role: &str, list: &str| {
            let step = trial.rounds[round].steps.iter().find(|step| step.role == role).unwrap();
            step.output["body"][list].as_array().unwrap().clone()
        };
        let answers = said(1, "claimant", "Claims");
        for counter in said(0, "opposing", "CounterArguments").iter().filter(|one| one["kind"] != "counterclaim") {
            assert!(answers.iter().any(|one| one["answers"]["id"] == counter["id"]), "{lang}: {counter} is not met");
        }
        for step in trial.rounds.iter().flat_map(|round| &round.steps) {
            assert_eq!(
                step.status,
                "ok",
                "{lang} {}: {:?}",
                step.id,
                trial.rounds.iter().map(|r| &r.rewrites).collect::<Vec<_>>()
            );
        }
        let lines = trial.report["sections"][0]["lines"].to_string();
        for part in &settle::pack(&trial).unwrap().parts {
            assert!(lines.contains(part.title.of(lang)), "{lang}: {lines}");
        }
        assert!(!trial.report["sections"].to_string().contains("-20"), "ids are called by their names");
    }
}

#[test]
fn a_claim_is_added_and_taken_away_at_a_gate_and_what_rests_on_it_goes_with_it() {
    let mut play = at_first_gate("claimant");
    let mut fields = settle_soon(&play);
    fields["claims"] = json!([four()[0]]);
    play.gate("gate_r1_issues", fields).unwrap();
    play.run();
    // The facts that serve it are looked at first.
    assert_eq!(play.trial().machine.phase, Phase::FactsReview);
    assert!(play.trial().steering[0].public.get("claims").is_none(), "a claim is no direction");
    play.gate("facts_review", json!({"items": [], "confirm": true})).unwrap();
    play.run();
    assert_eq!(play.trial().machine.round, 2);
    assert_eq!(play.end()["card"]["claims"].as_array().map(Vec::len), Some(2));
    assert!(!play.trial().rounds[0].stale, "round 1 rests on the claim that it argued");

    let mut fields = proof(&play);
    fields["claims"] = json!([{"op": "remove", "number": 2}, four()[2]]);
    play.gate("gate_r2_evidence", fields).unwrap();
    play.run();
    let trial = play.trial();
    assert!(trial.rounds[1].stale && !trial.rounds[0].stale, "only the round that argued it rests on it");
    let left = trial.facts.items.iter().flat_map(|fact| fact.supports.iter().chain(&fact.contradicts));
    assert!(left.chain(trial.evidence.iter().flat_map(|one| &one.supports)).all(|id| claim_of(id) != 2));
    // A number is never given out twice.
    assert_eq!(
        trial.case.causes.iter().map(|one| (one.number, one.dropped)).collect::<Vec<_>>(),
        [(2, true), (3, false)]
    );
    play.gate("facts_review", json!({"items": [], "confirm": true})).unwrap();
    play.run();
    let rows = play.end()["card"]["claims"].clone();
    assert_eq!(rows[1]["relation"], "counterclaim", "{rows}");
}

#[test]
fn a_joined_interest_that_nobody_proves_leaves_the_loan_as_it_is() {
    let mut play = at_first_gate("claimant");
    let before = play.end()["card"]["decision_range"].clone();
    let mut other = Play { snapshot: play.snapshot.clone(), moment: play.moment.clone(), shown: vec![] };
    for (one, claims) in [(&mut play, json!([four()[1], four()[2]])), (&mut other, json!([]))] {
        let mut fields = settle_soon(one);
        if claims != json!([]) {
            fields["claims"] = claims;
        }
        one.gate("gate_r1_issues", fields).unwrap();
        one.run();
        if one.trial().machine.phase == Phase::FactsReview {
            one.gate("facts_review", json!({"items": [], "confirm": true})).unwrap();
            one.run();
        }
    }
    let range = |play: &Play| {
        let range = play.end()["card"]["decision_range"].clone();
        (range["low"].clone(), range["high"].clone(), range["amount"].clone())
    };
    assert_eq!(range(&play), range(&other));
    assert_eq!(range(&play).0, before["low"]);
    let rows = play.end()["card"]["claims"].clone();
    assert_eq!((rows[1]["relation"].as_str(), rows[1]["amount"]["low"].as_i64()), (Some("joined"), Some(0)), "{rows}");
}

#[test]
fn a_form_that_does_not_fit_names_its_fields() {
    let play = at_first_gate("claimant");
    let refused = |claims: Value| {
        let mut fields = settle_soon(&play);
        fields["claims"] = claims;
        let mut one = Play { snapshot: play.snapshot.clone(), moment: play.moment.clone(), shown: vec![] };
        codes(&one.gate("gate_r1_issues", fields).unwrap_err())
    };
    let has = |codes: Vec<(String, String)>, path: &str, code: &str| {
        assert!(codes.contains(&(path.to_owned(), code.to_owned())), "{codes:?}");
    };
    has(refused(json!([{"op": "add", "relation": "main", "pack_id": "loan"}])), "claims/0/relation", "unknown_id");
    has(refused(json!([{"op": "add", "relation": "joined", "pack_id": "theft"}])), "claims/0/pack_id", "unknown_id");
    has(refused(json!([{"op": "remove", "number": 1}])), "claims/0/number", "unknown_id");
    has(
        refused(json!([{"op": "add", "relation": "joined", "pack_id": "tort", "why": 1}])),
        "claims/0/why",
        "unknown_member",
    );
    let one = json!({"op": "add", "relation": "joined", "pack_id": "tort"});
    has(refused(json!([one, one, one, one])), "claims", "count");
    let mut criminal = Play::open(&json!({"case_type": "criminal", "user_side": "opposing", "lang": "ko"}));
    let mut told = loan();
    (told["charge"], told["plea"]) = (json!("사기"), json!("admit"));
    told["amount"].take();
    criminal.gate("facts_intake", told).unwrap();
    criminal.run();
    let error = criminal.gate("facts_review", json!({"items": [], "claims": [one], "confirm": true})).unwrap_err();
    has(codes(&error), "claims", "wrong_case_type");
}

#[test]
fn a_plain_form_adds_and_takes_away() {
    let play = reviewed("ko");
    let form = pairs(
        "claim_drop_2=on&claim_1_relation=joined&claim_1_pack=tort&claim_1_amount=1%2C000%2C000&claim_2_relation=alternative&claim_2_pack=",
    );
    for gate in ["facts_review", "gate_r1_issues", "gate_r2_evidence"] {
        assert_eq!(
            fields(&play.trial(), gate, &form)["claims"],
            json!([
                {"op": "remove", "number": 2},
                {"op": "add", "relation": "joined", "pack_id": "tort", "amount": {"value": 1_000_000, "currency": "KRW"}},
            ]),
            "{gate}"
        );
    }
}
