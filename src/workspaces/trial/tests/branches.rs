//! Branches side by side, the judge looked at again, doubts of a critic.

use super::{Play, at_first_gate, civil, loan, proof, settle_soon};
use crate::engine::wording::citations::Verdict;
use crate::workspaces::trial::guards::{self, Held, critic, verifier};
use crate::workspaces::trial::{audit, compare, steps};
use serde_json::{Value, json};

fn copy(play: &Play) -> Play {
    Play { snapshot: play.snapshot.clone(), moment: play.moment.clone(), shown: Vec::new() }
}

/// The same first gate answered by two people: one settles, one fights.
fn branches() -> (Play, Play) {
    let mut left = at_first_gate("claimant");
    let mut right = copy(&left);
    let fields = settle_soon(&left);
    left.gate("gate_r1_issues", fields.clone()).unwrap();
    left.run();
    let issues = right.end()["gate"]["options"]["issues"].clone();
    let last = issues.as_array().unwrap().last().unwrap()["id"].clone();
    right
        .gate(
            "gate_r1_issues",
            json!({"focus_issues": [last], "goal": "win_rate", "stance": "aggressive", "note": "비밀 칠천칠백 비밀"}),
        )
        .unwrap();
    right.run();
    (left, right)
}

#[test]
fn two_branches_stand_side_by_side() {
    let (left, right) = branches();
    let (a, b) = (left.trial(), right.trial());
    let found = compare::compare(&a, &b);
    assert_eq!((&found["common"]["rounds"], &found["facts"]["same"]), (&json!(1), &json!(true)));
    assert_eq!(found["rounds"].as_array().unwrap().len(), 2);
    let (first, second) = (&found["rounds"][0], &found["rounds"][1]);
    for key in ["range", "verdict", "steering", "rewrites"] {
        assert_eq!(first[key]["same"], true, "{key}");
    }
    assert!(first["roles"].as_array().unwrap().iter().all(|role| role["same"] == true));
    assert_eq!(second["steering"]["same"], false);
    let differs: Vec<&str> = found["differs"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert!(differs.contains(&"r2.steering") && differs.contains(&"r2.recommend"), "{differs:?}");
    assert!(!differs.iter().any(|one| one.starts_with("r1.") || one.starts_with("facts.")), "{differs:?}");
    // Issues are aligned by id, whatever place the judge gave them.
    for issue in second["issues"].as_array().unwrap() {
        assert!(issue["id"].is_string() && (issue["left"].is_object() || issue["right"].is_object()));
    }
    let recommend = second["roles"].as_array().unwrap().iter().find(|role| role["role"] == "recommend").unwrap();
    assert!(!recommend["points"].as_array().unwrap().is_empty());
    // Nothing private, and the mirror says the same.
    let text = found.to_string();
    assert!(!text.contains("칠천칠백") && !text.contains("win_rate"), "{text}");
    let mirror = compare::compare(&b, &a);
    let mut mirrored: Vec<&str> = mirror["differs"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut differs = differs;
    mirrored.sort_unstable();
    differs.sort_unstable();
    assert_eq!(mirrored, differs);
    assert_eq!(mirror["rounds"][1]["range"]["left"], second["range"]["right"]);
    // A session beside itself.
    assert_eq!(compare::compare(&a, &a)["differs"], json!([]));
}

#[test]
fn a_round_that_only_one_branch_has_is_shown_beside_nothing() {
    let (mut left, right) = branches();
    let fields = proof(&left);
    left.gate("gate_r2_evidence", fields).unwrap();
    left.run();
    let found = compare::compare(&left.trial(), &right.trial());
    let third = &found["rounds"][2];
    assert_eq!((&third["round"], &third["ended"]), (&json!(3), &json!([true, null])));
    assert!(third["range"]["right"].is_null() && third["range"]["moved"].is_null());
}

#[test]
fn the_judge_by_rules_says_the_same_with_the_sides_swapped() {
    for user_side in ["claimant", "opposing", "neutral"] {
        let play = at_first_gate(user_side);
        let trial = play.trial();
        let found = audit::side_swap(&trial, &trial.rounds[0], "2026-11-22");
        assert_eq!(found["asymmetry"], 0.0, "{user_side}: {found}");
        assert!(found["issues"].as_array().unwrap().iter().all(|one| one["same"] == true));
        assert!(!found["issues"].as_array().unwrap().is_empty());
        assert_eq!(found["recorded"]["favours"], "nobody");
    }
}

#[test]
fn a_judge_that_leans_is_named() {
    let mut play = Play::open(&civil("claimant"));
    play.gate("facts_intake", loan()).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run_with(&mut |step, output| {
        if step.id == steps::JUDGE {
            output["body"]["DecisionRange"]["low"] = json!(0.85);
            output["body"]["DecisionRange"]["high"] = json!(0.95);
            output["body"]["BurdenOfProof"][0]["state"] = json!("unproven");
        }
    });
    let trial = play.trial();
    let found = audit::side_swap(&trial, &trial.rounds[0], "2026-11-22");
    let recorded = &found["recorded"];
    assert_eq!((&recorded["favours"], &recorded["favours_user"]), (&json!("claimant"), &json!(true)), "{recorded}");
    assert_eq!(recorded["elements"][0]["judge"], "unproven");
}

#[test]
fn another_day_of_the_law_names_what_differs() {
    let play = at_first_gate("claimant");
    let mut trial = play.trial();
    let same = audit::law_as_of(&trial, "2026-11-20", "2026-11-22", [&Held::new(), &Held::new()]);
    assert_eq!((&same["differ"], &same["acts"]), (&json!(0), &json!([])));
    // A round that cites what was taken out of the Code of criminal procedure.
    trial.case.case_type = "criminal".into();
    trial.rounds[0].steps[0].output["body"]["Citations"] = json!(["형사소송법 제312조 제1항", "형법 제347조"]);
    let found = audit::law_as_of(&trial, "2025-01-01", "2026-11-22", [&Held::new(), &Held::new()]);
    let row = |raw: &str| found["citations"].as_array().unwrap().iter().find(|one| one["raw"] == raw).unwrap().clone();
    let (gone, newer) = (row("형사소송법 제312조 제1항"), row("형법 제347조"));
    assert_eq!((&gone["from"], &gone["to"]), (&json!("repealed"), &json!("verified")));
    assert_eq!((&newer["from"], &newer["to"]), (&json!("verified"), &json!("stale_version")));
    let acts = found["acts"].as_array().unwrap();
    assert!(acts.iter().any(|one| one["article"] == "312" && one["on"] == "2026-10-02" && one["what"] == "repealed"));
    // What the corpus says counts where the register is silent.
    trial.rounds[0].steps[0].output["body"]["Citations"] = json!(["행정소송법 제2조"]);
    let held = Held::from([("행정소송법 제2조".to_owned(), Verdict::Verified)]);
    let found = audit::law_as_of(&trial, "2025-01-01", "2026-11-22", [&held, &Held::new()]);
    let row = found["citations"].as_array().unwrap().iter().find(|one| one["raw"] == "행정소송법 제2조").unwrap();
    assert_eq!((&row["from"], &row["to"]), (&json!("verified"), &json!("unverified")));
}

#[test]
fn a_critic_only_adds_doubts_and_its_words_are_checked() {
    let trial = at_first_gate("claimant").trial();
    let rules = || verifier::answer(&trial, "2026-11-22", &[]);
    assert_eq!(rules()["verdict"], "Go");
    let doubt = |severity: &str, text: &str| json!({"doubts": [{"code": "unsupported_conclusion", "severity": severity, "step": "r1-claimant", "text": text}]});
    let verdict = |doubts: &Value| critic::joined(&trial, rules(), Some(doubts), "m")["verdict"].clone();
    assert_eq!(verdict(&json!({"doubts": []})), "Go");
    assert_eq!(verdict(&doubt("info", "약하다.")), "Go");
    assert_eq!(verdict(&doubt("warn", "약하다.")), "Conditional");
    assert_eq!(verdict(&doubt("block", "약하다.")), "No-Go");
    // It never lifts a verdict.
    let mut bad = rules();
    bad["findings"] = json!([{"code": "x", "severity": "block", "step": "", "span": "", "text": "", "fix": ""}]);
    bad["verdict"] = json!("No-Go");
    assert_eq!(critic::joined(&trial, bad, Some(&json!({"doubts": []})), "m")["verdict"], "No-Go");
    // Unheard: nobody says Go.
    let open = critic::joined(&trial, rules(), None, "m");
    assert_eq!((&open["available"], &open["verdict"]), (&json!(false), &Value::Null));
    // A promise and a foreign step do not come through.
    let mut hostile = doubt("info", "원고는 반드시 승소합니다.");
    hostile["doubts"][0]["step"] = json!("r9-nobody");
    let found = critic::joined(&trial, rules(), Some(&hostile), "m");
    let last = found["findings"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["text"], &last["step"]), (&json!(""), &json!("")));
}

#[test]
fn what_the_corpus_holds_counts_in_the_verdict_and_in_the_round() {
    let mut play = Play::open(&civil("claimant"));
    play.gate("facts_intake", loan()).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    let rows = [
        json!({"raw": "행정소송법 제2조", "verdict": "verified"}),
        json!({"raw": "근로기준법 제9조", "verdict": "repealed"}),
    ];
    play.run_with(&mut |step, output| {
        if step.id == steps::OPPOSING {
            output["body"]["Citations"] = json!(["행정소송법 제2조", "근로기준법 제9조"]);
        }
        if step.id == steps::VERIFY {
            output["held"] = json!(rows);
        }
    });
    let end = play.end();
    let verdict = |raw: &str| {
        let all = end["citations"].as_array().unwrap();
        all.iter().find(|one| one["raw"] == raw).unwrap_or_else(|| panic!("{raw}"))["verdict"].clone()
    };
    assert_eq!((verdict("행정소송법 제2조"), verdict("근로기준법 제9조")), (json!("verified"), json!("repealed")));
    let found = verifier::answer(&play.trial(), "2026-11-22", &rows);
    let findings = found["findings"].as_array().unwrap();
    assert!(findings.iter().any(|one| one["code"] == "citation_repealed" && one["severity"] == "warn"), "{findings:?}");
    assert_eq!(guards::held(&found["held"]).len(), 2);
}
