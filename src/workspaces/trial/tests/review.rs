//! The review: what is proposed, how a case that is denied whole begins, links and the cause put right by a person.

use super::{Play, civil, finish, loan, proof, settle_soon};
use crate::model::error::ApiError;
use crate::workspaces::trial::state::{Fact, Trial};
use crate::workspaces::trial::{facts, settle};
use serde_json::{Value, json};

fn divided(intake: &Value, case: &Value) -> Play {
    let mut play = Play::open(case);
    play.gate("facts_intake", intake.clone()).unwrap();
    play.run();
    play
}

fn fault(error: &ApiError) -> &Value {
    &error.details["fields"][0]
}

fn fact<'t>(trial: &'t Trial, words: &str) -> &'t Fact {
    trial
        .facts
        .items
        .iter()
        .find(|fact| fact.text.contains(words))
        .unwrap_or_else(|| panic!("{words}: {:?}", trial.facts.items))
}

fn denied() -> Value {
    json!({
        "summary": "피고인은 당시 현장에 없었다. 피고인은 피해자를 때린 사실이 없다. 피고인은 인근 식당에서 저녁을 먹었다.",
        "charge": "피고인이 2025년 5월 1일 피해자를 폭행하였다는 것이다.",
        "plea": "deny",
        "pack_id": "assault_injury",
        "parties": [{"name": "김민수", "kind": "person", "side": "opposing"}],
        "objectives": ["결과의 예측"],
        "evidence": [{"title": "식당 영수증", "text": "2025년 5월 1일 저녁 식사 대금이 결제되었다.", "side": "opposing"}],
    })
}

fn accused() -> Value {
    json!({"case_type": "criminal", "user_side": "opposing", "lang": "ko", "law_as_of": "2026-11-22"})
}

#[test]
fn what_an_accused_tells_and_what_a_document_says_is_no_fact_before_the_review() {
    let play = divided(&denied(), &accused());
    let trial = play.trial();
    assert!(trial.facts.items.len() >= 5, "{:?}", trial.facts.items);
    for one in &trial.facts.items {
        assert_eq!(one.class, "disputed", "{}", one.text);
    }
    for words in ["현장에 없었다", "때린 사실이 없다", "저녁을 먹었다"] {
        let told = fact(&trial, words);
        assert_eq!((told.asserted_by.as_str(), told.against.as_deref()), ("opposing", Some("claimant")), "{words}");
        assert_ne!(told.standing(), "undisputed", "{words}");
    }
    let shown = fact(&trial, "결제되었다");
    assert_eq!((shown.standing(), shown.asserted_by.as_str(), &shown.against), ("unknown", "opposing", &None));
    // In a civil case too: nothing that a document says stands before somebody accepted it.
    let trial = divided(&loan(), &civil("claimant")).trial();
    let papers = trial.facts.items.iter().filter(|one| one.source.kind == "evidence");
    assert_eq!(papers.clone().count(), 2);
    assert!(papers.clone().all(|one| one.class == "disputed" && one.standing() == "unknown"), "{papers:?}");
}

/// A model that calls a document's words confirmed is not believed either.
#[test]
fn a_performer_makes_no_fact_of_a_document() {
    let mut play = Play::open(&civil("claimant"));
    play.gate("facts_intake", loan()).unwrap();
    play.run_with(&mut |_, output| {
        for item in output["items"].as_array_mut().into_iter().flatten() {
            item["class"] = json!("confirmed");
            item["standing"] = json!("undisputed");
        }
    });
    let trial = play.trial();
    for one in trial.facts.items.iter().filter(|one| one.source.kind == "evidence") {
        assert_eq!((one.class.as_str(), one.standing()), ("disputed", "unknown"), "{}", one.text);
    }
}

#[test]
fn a_case_that_is_denied_whole_begins_with_the_neutral_fact() {
    for (lang, words) in [
        ("ko", "공소가 제기되었다."),
        ("ru", "Обвинение предъявлено в суде."),
        ("en", "The charge has been brought before the court."),
    ] {
        let mut case = accused();
        case["lang"] = json!(lang);
        let mut play = divided(&denied(), &case);
        let error = play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true}));
        // The own receipt is accepted as a document; without it nothing is left.
        assert!(error.is_ok(), "{error:?}");
        let mut bare = denied();
        bare["evidence"] = json!([]);
        let mut play = divided(&bare, &case);
        let error = play.gate("facts_review", json!({"items": [], "confirm": true})).unwrap_err();
        assert_eq!(fault(&error)["code"], "nothing_confirmed");
        assert_eq!(fault(&error)["params"]["offer"], json!({"neutral": true, "text": words}));
        play.gate("facts_review", json!({"items": [{"neutral": true}], "confirm": true})).unwrap();
        let trial = play.trial();
        let neutral = fact(&trial, words);
        assert_eq!((neutral.class.as_str(), neutral.standing()), ("confirmed", "undisputed"));
        assert!(neutral.supports.is_empty() && neutral.contradicts.is_empty(), "it proves nothing");
        play.run();
        assert_eq!(play.trial().rounds.len(), 1);
        let judge = play.end()["burden_table"].clone();
        assert!(
            judge.as_array().unwrap().iter().all(|row| row["state"] != "proven" && row["state"] != "partial"),
            "{judge}"
        );
    }
}

#[test]
fn a_link_that_a_person_laid_down_holds() {
    let mut play = divided(&loan(), &civil("claimant"));
    let trial = play.trial();
    let paid = fact(&trial, "계좌로").id.clone();
    let bad = [
        (json!([{"id": paid, "links": {"el-99": "supports"}}]), "items/0/links/el-99"),
        (json!([{"id": paid, "links": {"el-1": "proves"}}]), "items/0/links/el-1"),
        (json!([{"id": paid, "supports": ["el-1"]}]), "items/0/supports"),
        (json!([{"id": paid, "note": "x"}]), "items/0/note"),
    ];
    for (items, path) in bad {
        let error = play.gate("facts_review", json!({"items": items, "confirm": false})).unwrap_err();
        assert_eq!(fault(&error)["path"], path);
    }
    let links = json!({"el-2": "irrelevant", "el-1": "supports", "d-1": "contradicts"});
    play.gate("facts_review", json!({"items": [{"id": paid, "class": "confirmed", "links": links}], "confirm": false}))
        .unwrap();
    play.run();
    let of = |trial: &Trial| {
        let one = trial.facts.items.iter().find(|one| one.id == paid).unwrap();
        (one.supports.clone(), one.contradicts.clone())
    };
    let (supports, contradicts) = of(&play.trial());
    assert!(supports.contains(&"el-1".to_owned()) && !supports.contains(&"el-2".to_owned()), "{supports:?}");
    assert_eq!(contradicts, ["d-1"]);
    // Other words compute the links anew; the person's stay, whatever a performer answers.
    let words = "원고는 같은 날 피고 계좌로 50,000,000원을 송금하여 교부하였다.";
    play.gate("facts_review", json!({"items": [{"id": paid, "class": "confirmed", "text": words}], "confirm": false}))
        .unwrap();
    play.run_with(&mut |_, output| {
        for item in output["items"].as_array_mut().into_iter().flatten().filter(|item| item["id"] == paid.as_str()) {
            item.as_object_mut().unwrap().remove("links_set");
            item["supports"] = json!(["el-2"]);
        }
    });
    let (supports, contradicts) = of(&play.trial());
    assert!(supports.contains(&"el-1".to_owned()) && !supports.contains(&"el-2".to_owned()), "{supports:?}");
    assert_eq!(contradicts, ["d-1"]);
}

#[test]
fn a_link_changed_at_a_gate_makes_stale_what_spoke_of_the_element() {
    let mut play = super::at_first_gate("claimant");
    let trial = play.trial();
    // A fact that no step names: only its new link concerns the round.
    let quiet = fact(&trial, "투자금").id.clone();
    let mut fields = settle_soon(&play);
    fields["fact_patch"] = json!([{"op": "correct", "fact_id": quiet, "links": {"el-2": "contradicts"}}]);
    play.gate("gate_r1_issues", fields.clone()).unwrap();
    play.run();
    let trial = play.trial();
    assert!(trial.facts.items.iter().any(|one| one.id == quiet && one.contradicts.contains(&"el-2".to_owned())));
    let round = &trial.rounds[0];
    assert!(round.stale);
    let judge = round.steps.iter().find(|step| step.role == "judge").unwrap();
    assert!(judge.stale, "the judge's table spoke of the element");
    let mut other = super::at_first_gate("claimant");
    fields["fact_patch"] = json!([{"op": "correct", "fact_id": quiet, "weight": 3, "text": "x"}]);
    let error = other.gate("gate_r1_issues", fields).unwrap_err();
    assert_eq!(fault(&error)["path"], "fact_patch/0/weight");
}

#[test]
fn the_cause_is_put_right_in_the_review_and_a_near_one_is_named() {
    let mut intake = loan();
    intake["summary"] = json!(
        "원고는 피고에게 50,000,000원을 대여하기로 합의하고 이체하였다. 변제기가 지났다. 피고는 법률상 원인 없이 이익을 얻었고 원고는 손실을 입었다."
    );
    let mut play = divided(&intake, &civil("claimant"));
    let trial = play.trial();
    let first = trial.case.pack_id.clone().unwrap();
    let near = settle::near(&trial).expect("both are told of").id.clone();
    assert_ne!(near, first);
    assert!(["loan", "unjust_enrichment"].contains(&near.as_str()), "{first} and {near}");
    let error = play.gate("facts_review", json!({"items": [], "pack_id": "theft", "confirm": false})).unwrap_err();
    assert_eq!(fault(&error)["path"], "pack_id");
    play.gate("facts_review", json!({"items": [], "accept": "all", "pack_id": near, "confirm": true})).unwrap();
    let trial = play.trial();
    assert_eq!(trial.case.pack_id.as_deref(), Some(near.as_str()));
    let pack = settle::pack(&trial).unwrap();
    let known =
        |id: &String| pack.elements.iter().any(|one| one.id == *id) || pack.defences.iter().any(|one| one.id == *id);
    let words = &crate::engine::knowledge::disputes::embedded().unwrap().words;
    for one in &trial.facts.items {
        assert!(one.supports.iter().chain(&one.contradicts).all(known), "{one:?}");
        assert_eq!(facts::links(&pack, words, &one.text.to_lowercase()).supports, one.supports, "{}", one.text);
    }
    assert!(settle::near(&trial).is_none(), "a person chose");
    play.run();
    assert_eq!(play.end()["case"]["pack_id"], json!(near));
    // A performer does not choose another one afterwards.
    let mut fields = settle_soon(&play);
    fields["fact_patch"] = json!([{"op": "add", "text": "피고는 2025년 3월 2일 독촉을 받았다."}]);
    play.gate("gate_r1_issues", fields).unwrap();
    let step = crate::workspaces::trial::steps::by_id("FACTS_STIPULATE").unwrap();
    let input = crate::workspaces::trial::input::of(step.id, &play.trial(), "2026-11-22");
    let mut output = crate::workspaces::trial::perform::perform(step.id, &input);
    output["pack_id"] = json!(first);
    assert!(play.accept(step, &output).is_err());
}

/// What is not claimed is nobody's to prove: no gap, no issue, no advice, no risk.
#[test]
fn interest_that_was_not_agreed_is_no_gap_and_no_advice() {
    for summary in [
        "원고는 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 50,000,000원을 이체하였다. 변제기가 도래하였다. 이자 약정은 없었다.",
        "원고는 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 50,000,000원을 이체하였다. 변제기가 도래하였다.",
    ] {
        let mut intake = loan();
        intake["summary"] = json!(summary);
        intake["pack_id"] = json!("loan");
        let mut play = divided(&intake, &civil("claimant"));
        assert!(play.trial().facts.needed.iter().all(|gap| gap.element != "el-4"), "{:?}", play.trial().facts.needed);
        play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
        play.run();
        let end = play.end();
        let told = json!([
            end["card"]["open_issues"],
            end["card"]["recommended_next_steps"],
            end["risks"],
            end["gaps"],
            end["burden_table"]
        ])
        .to_string();
        assert!(!told.contains("이자"), "{summary}\n{told}");
    }
    let mut intake = loan();
    intake["summary"] = json!(
        "원고는 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 50,000,000원을 이체하였다. 변제기가 도래하였다. 연 5%의 이자를 약정하였다."
    );
    let play = divided(&intake, &civil("claimant"));
    assert!(
        play.trial().facts.needed.iter().any(|gap| gap.element == "el-4"),
        "interest that is claimed is to be proven"
    );
}

#[test]
fn a_risk_is_the_own_side_s() {
    let mut intake = loan();
    intake["summary"] = json!(
        "원고는 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 50,000,000원을 이체하였다. 변제기에 다툼이 있다. 피고는 20,000,000원을 변제하였다고 주장한다."
    );
    let risks = |side: &str| -> Vec<String> {
        let mut play = divided(&intake, &civil(side));
        play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
        play.run();
        let end = play.end();
        end["risks"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect()
    };
    let claimant = risks("claimant");
    assert!(claimant.iter().any(|text| text.contains("상대방의 「변제」 주장")), "{claimant:?}");
    assert!(claimant.iter().all(|text| !text.contains("「변제」 입증이 부족")), "{claimant:?}");
    let opposing = risks("opposing");
    assert!(opposing.iter().any(|text| text.contains("「변제」 입증이 부족")), "{opposing:?}");
    assert!(opposing.iter().all(|text| text.contains("「변제」") || text.contains("상대방의")), "{opposing:?}");
}

#[test]
fn the_amount_is_what_is_claimed_without_what_is_accepted_against_it() {
    let told = |last: &str| {
        let mut intake = loan();
        intake["summary"] = json!(format!(
            "원고는 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 2024년 3월 1일 50,000,000원을 이체하였다. 2025년 3월 1일 변제기가 도래하였다. {last}"
        ));
        let mut play = divided(&intake, &civil("claimant"));
        play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
        play.run();
        play.end()["card"]["decision_range"].clone()
    };
    let range = told("피고가 2025년 4월 1일 20,000,000원을 변제하였다는 점은 다툼이 없다.");
    assert_eq!(range["amount"], json!({"low": 30_000_000, "high": 30_000_000, "currency": "KRW"}), "{range}");
    let formula = range["amount_formula"].as_str().unwrap();
    assert!(formula.contains("50,000,000 − 20,000,000") && formula.contains("변제"), "{formula}");
    // A part that was repaid takes its part from the index, not the whole.
    assert!(range["high"].as_f64().unwrap() > 0.4 && range["high"].as_f64().unwrap() < 0.8, "{range}");
    // What is only said takes nothing off.
    let range = told("피고는 20,000,000원을 변제하였다고 주장한다.");
    assert_eq!(range["amount"], json!({"low": 50_000_000, "high": 50_000_000, "currency": "KRW"}), "{range}");
    // What is not proven is not in the low end.
    let mut intake = loan();
    intake["summary"] = json!(
        "원고는 피고에게 50,000,000원을 대여하기로 합의하였다. 원고가 이체하였는지는 다툼이 있다. 변제기가 도래하였다."
    );
    intake["evidence"] = json!([]);
    let mut play = divided(&intake, &civil("claimant"));
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run();
    assert_eq!(play.end()["card"]["decision_range"]["amount"]["low"], 0);
}

fn reported(audience: &str, detail: &str) -> Value {
    let mut play = super::at_first_gate("claimant");
    let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
    let fields =
        json!({"focus_issues": [issue], "goal": "risk_min", "stance": "neutral", "note": "예산은 31,230,000원입니다"});
    play.gate("gate_r1_issues", fields).unwrap();
    play.run_with(&mut |step, output| {
        if step.id == "CLAIMANT" {
            for point in output["body"]["WeakPoints"].as_array_mut().into_iter().flatten() {
                point["text"] = json!("예산은 3123만 원이다.");
            }
        }
    });
    play.gate("gate_r2_evidence", proof(&play)).unwrap();
    play.run();
    let mut fields = finish(&play);
    fields["report"]["audience"] = json!(audience);
    fields["report"]["detail"] = json!(detail);
    play.gate("gate_r3_final", fields).unwrap();
    play.run();
    play.trial().report
}

#[test]
fn a_full_report_has_every_round_and_one_line_for_what_was_broken_often() {
    let report = reported("inhouse", "full");
    let lines = |number: u64| -> Vec<String> {
        let sections = report["sections"].as_array().unwrap();
        let section = sections.iter().find(|one| one["number"] == number).unwrap_or_else(|| panic!("{number}"));
        section["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    };
    let rounds = lines(15);
    for number in 1..=3 {
        assert!(rounds.iter().any(|line| line.starts_with(&format!("{number}라운드:"))), "{rounds:?}");
    }
    assert!(
        rounds.iter().any(|line| line.contains("요건 「"))
            && rounds.iter().any(|line| line.contains("1라운드 상대방의")),
        "{rounds:?}"
    );
    let hits: Vec<String> = lines(12).into_iter().filter(|line| line.contains("비공개 내용")).collect();
    assert_eq!(hits.len(), 1, "{hits:?}");
    assert!(hits[0].contains(" × ") && hits[0].contains('–'), "{hits:?}");
    assert!(reported("inhouse", "standard")["sections"].as_array().unwrap().iter().all(|one| one["number"] != 15));
}

#[test]
fn a_report_is_made_for_its_reader() {
    let numbers = |report: &Value| -> Vec<u64> {
        report["sections"].as_array().unwrap().iter().map(|one| one["number"].as_u64().unwrap()).collect()
    };
    let (own, chief, outside) =
        (reported("inhouse", "full"), reported("executive", "full"), reported("external_counsel", "full"));
    assert!(numbers(&chief).iter().all(|number| ![5, 10, 11, 12, 14, 15].contains(number)), "{:?}", numbers(&chief));
    assert!(!numbers(&outside).contains(&11) && numbers(&outside).contains(&10), "{:?}", numbers(&outside));
    let titles: Vec<&str> = [&own, &chief, &outside].iter().map(|one| one["title"].as_str().unwrap()).collect();
    assert!(titles[1].contains("경영진") && titles[2].contains("외부 변호사") && titles[0] != titles[1], "{titles:?}");
    let facts = |report: &Value| report["sections"][1]["lines"].to_string();
    assert!(facts(&own).contains("출처") && !facts(&chief).contains("출처"));
}

/// The built-in performer speaks twice where a guard stops it: the receipts are about what was accepted.
#[test]
fn receipts_are_about_what_was_accepted() {
    let mut intake = loan();
    // A phrase that the guard of promises stops when counsel repeats it.
    intake["summary"] = json!(
        "원고는 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 50,000,000원을 이체하였고 원고가 반드시 승소한다. 변제기가 도래하였다."
    );
    // Without evidence everything is denied, so that the second round answers with these words.
    intake["evidence"] = json!([]);
    let mut play = divided(&intake, &civil("claimant"));
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run();
    play.gate("gate_r1_issues", settle_soon(&play)).unwrap();
    play.run();
    let trial = play.trial();
    let round = trial.rounds.last().unwrap();
    assert!(round.steps.iter().any(|step| step.status != "ok"), "a step was rewritten");
    let rows = play.end()["steering"]["compliance"].clone();
    for row in rows.as_array().unwrap().iter().filter(|row| row["status"] == "followed") {
        let step = round.steps.iter().find(|step| row["step"] == step.id.as_str()).unwrap_or_else(|| panic!("{row}"));
        let at = row["span"].as_str().unwrap();
        // The place stands in the accepted words, not in those of a first draft.
        let parent = at.rsplit_once('/').map_or("", |(parent, _)| parent);
        assert!(step.output["body"].pointer(parent).is_some(), "{row}: {}", step.output["body"]);
    }
    assert!(rows.as_array().unwrap().iter().any(|row| row["status"] == "followed"), "{rows}");
}
