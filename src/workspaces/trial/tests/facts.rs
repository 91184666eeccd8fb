//! What is said is no fact: polarity, allegations, and what a fact turned over changes.

use super::Play;
use crate::engine::knowledge::disputes;
use crate::workspaces::trial::facts::{Links, links};
use crate::workspaces::trial::polarity::{Said, said};
use crate::workspaces::trial::tree;
use serde_json::{Value, json};

fn linked(pack: &str, text: &str) -> Links {
    let disputes = disputes::embedded().unwrap();
    links(disputes.get(pack).unwrap(), &disputes.words, &text.to_lowercase())
}

#[test]
fn a_denied_event_never_proves_its_element() {
    for (pack, text, id) in [
        ("assault_injury", "피해자에게 상해는 없다.", "el-3"),
        ("assault_injury", "피고인은 피해자를 폭행하지 아니하였다.", "el-1"),
        ("assault_injury", "치료를 받은 사실이 없고 통증만 호소하였다.", "el-3"),
        ("assault_injury", "Вред здоровью не причинён.", "el-3"),
        ("assault_injury", "Подсудимый никого не ударил.", "el-1"),
        ("assault_injury", "The accused never hit the victim.", "el-1"),
        ("loan", "원고는 돈을 송금하지 않았다.", "el-2"),
        ("loan", "이자는 약정하지 않았다.", "el-4"),
        ("loan", "피고는 차용금을 갚았다고 볼 자료가 없다.", "d-1"),
        ("loan", "Ответчик не вернул долг.", "d-1"),
        ("loan", "The money was not handed over.", "el-2"),
    ] {
        let found = linked(pack, text);
        assert!(!found.supports.contains(&id.to_owned()), "{text}: {found:?}");
        assert!(found.contradicts.contains(&id.to_owned()), "{text}: {found:?}");
    }
}

#[test]
fn what_is_said_plainly_or_denied_twice_stands() {
    for (pack, text, id) in [
        ("assault_injury", "피고인은 피해자를 폭행하였다.", "el-1"),
        ("assault_injury", "상해가 없지 않았다.", "el-3"),
        ("contract_breach", "피고는 물건을 납품하지 않았다.", "el-2"),
        ("loan", "차용증은 없지만 2024년 3월 2일 5천만 원을 송금하였다.", "el-2"),
        ("loan", "Расписки нет, но истец перевёл деньги.", "el-2"),
        ("loan", "The note is missing but the money was handed over.", "el-2"),
        ("loan", "피고가 2천만 원을 변제하였다는 점은 다툼이 없다.", "d-1"),
        ("loan", "원고가 송금한 사실은 다투지 않는다.", "el-2"),
        ("loan", "Ответчик не оспаривает: истец перевёл деньги.", "el-2"),
        ("loan", "Ответчик не оспаривает, что вернул часть долга.", "d-1"),
    ] {
        let found = linked(pack, text);
        assert!(found.supports.contains(&id.to_owned()), "{text}: {found:?}");
    }
    let words = &disputes::embedded().unwrap().words;
    assert_eq!(said(words, &["상해".to_owned()], "폭행만 있었다."), Said::Nothing);
}

fn accused(plea: &str) -> Play {
    let case = json!({"case_type": "criminal", "user_side": "opposing", "lang": "ko", "law_as_of": "2026-11-22"});
    let mut play = Play::open(&case);
    let intake = json!({
        "summary": "피고인은 2025년 5월 1일 피해자를 주먹으로 때렸다. 피해자는 골절로 치료를 받았다. 두 사람은 같은 회사에 다닌다.",
        "charge": "피고인이 피해자를 폭행하여 상해를 가하였다는 공소사실이다.",
        "plea": plea,
        "pack_id": "assault_injury",
        "parties": [{"name": "김민수", "kind": "person", "side": "opposing"}],
        "objectives": ["결과의 예측"],
    });
    play.gate("facts_intake", intake).unwrap();
    play.run();
    play
}

#[test]
fn an_accusation_that_is_denied_is_no_premise() {
    for (plea, standing) in [("deny", "disputed"), ("silent", "unknown"), ("partial", "unknown")] {
        let play = accused(plea);
        let facts = play.trial().facts.items;
        let charged: Vec<_> =
            facts.iter().filter(|fact| fact.supports.iter().any(|id| id.starts_with("el-"))).collect();
        assert!(charged.len() >= 3, "{facts:?}");
        for fact in charged {
            assert_eq!((fact.class.as_str(), fact.standing()), ("disputed", standing), "{}", fact.text);
            assert_eq!((fact.asserted_by.as_str(), fact.against.as_deref()), ("claimant", Some("opposing")));
        }
        // What the accused's own lawyers tell beside it is theirs.
        for fact in facts.iter().filter(|fact| fact.supports.is_empty() && fact.source.reference == "summary") {
            assert_eq!((fact.class.as_str(), fact.standing()), ("disputed", "unknown"), "{}", fact.text);
            assert_eq!((fact.asserted_by.as_str(), fact.against.as_deref()), ("opposing", Some("claimant")));
        }
        assert!(facts.iter().all(|fact| fact.class != "confirmed"), "{facts:?}");
    }
}

#[test]
fn a_disputed_fact_that_the_tree_names_moves_the_result() {
    let mut play = accused("deny");
    play.gate("facts_review", json!({"items": [{"neutral": true}], "accept": "all", "confirm": true})).unwrap();
    play.run();
    let trial = play.trial();
    let confirmed: Vec<&str> = trial.facts.of("confirmed").map(|fact| fact.standing()).collect();
    assert!(confirmed.iter().all(|standing| *standing == "undisputed"), "{confirmed:?}");
    let tree: Vec<Value> = play.end()["card"]["tree"].as_array().unwrap().clone();
    let pack = disputes::embedded().unwrap().get("assault_injury").unwrap();
    assert_eq!(
        tree.iter().filter(|node| node["element_id"].as_str().unwrap().starts_with("el-")).count(),
        pack.elements.len()
    );
    let mut named = 0;
    for node in &tree {
        let deciding = node["deciding"].as_array().unwrap();
        if node["state"] == "disputed" {
            assert!(!deciding.is_empty(), "{node}");
        }
        for id in deciding {
            let turned = tree::flip(pack, &trial.facts.items, &trial.evidence, id.as_str().unwrap()).unwrap();
            assert!(turned["changed"].as_array().unwrap().contains(&node["element_id"]), "{turned}");
            assert_ne!(turned["before"], turned["after"]);
            named += 1;
        }
    }
    assert!(named >= 2, "{tree:?}");
    // A fact that nobody named changes nothing.
    let quiet = trial.facts.items.iter().find(|fact| fact.supports.is_empty() && fact.contradicts.is_empty()).unwrap();
    let turned = tree::flip(pack, &trial.facts.items, &trial.evidence, &quiet.id).unwrap();
    assert_eq!(turned["changed"], json!([]));
    assert!(tree::flip(pack, &trial.facts.items, &trial.evidence, "f-999").is_none());
    assert_eq!(play.trial().facts, trial.facts, "nothing is written");
}

#[test]
fn nobody_is_advised_to_prove_the_case_of_the_other_side() {
    let mut play = accused("deny");
    play.gate("facts_review", json!({"items": [{"neutral": true}], "accept": "all", "confirm": true})).unwrap();
    play.run();
    let next = play.end()["card"]["recommended_next_steps"].as_array().unwrap().clone();
    let gaps: Vec<&str> = next
        .iter()
        .filter(|step| step["id"].as_str().unwrap().starts_with("step-g"))
        .map(|step| step["text"].as_str().unwrap())
        .collect();
    assert!(!gaps.is_empty(), "{next:?}");
    assert!(gaps.iter().all(|text| !text.contains("확보") && text.contains("증명 부족")), "{gaps:?}");
}

/// A defence rests on what its side says, named as such; a denial is no defence and no other fact is put under it.
#[test]
fn a_disputed_defence_names_what_is_alleged() {
    let mut intake = super::loan();
    let told = "원고는 50,000,000원을 대여하기로 합의하였다. 원고는 피고에게 50,000,000원을 이체하였다. 변제기가 도래하였다. 피고는 20,000,000원을 변제하였다고 주장한다. 피고는 위 돈이 투자금이라고 주장한다.";
    intake["summary"] = json!(told);
    let mut play = Play::open(&super::civil("opposing"));
    play.gate("facts_intake", intake).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run();
    let trial = play.trial();
    let of = |role: &str| trial.rounds[0].steps.iter().find(|step| step.role == role).unwrap().output["body"].clone();
    let counters = of("opposing")["CounterArguments"].as_array().unwrap().clone();
    let about = |text: &str| {
        let fact = trial.facts.items.iter().find(|fact| fact.text.contains(text)).unwrap();
        assert_eq!(fact.class, "disputed", "{fact:?}");
        let found =
            counters.iter().find(|one| one["alleged"].as_array().is_some_and(|ids| ids.contains(&json!(fact.id))));
        (found.unwrap_or_else(|| panic!("{text}: {counters:?}")).clone(), fact.id.clone())
    };
    let (paid, id) = about("20,000,000원을 변제");
    let words = paid["text"].as_str().unwrap();
    assert!(words.starts_with("항변") && words.contains(&id) && words.contains("20,000,000"), "{words}");
    assert_eq!((&paid["kind"], &paid["facts"]), (&json!("defence"), &json!([])), "no premise: {paid}");
    let (denied, _) = about("투자금");
    let words = denied["text"].as_str().unwrap();
    assert!(denied["kind"] == "denial" && words.starts_with("부인") && !words.contains("항변"), "{words}");
    // The guard takes it as it is.
    assert!(trial.log.iter().all(|one| one.data["code"] != "fact_not_confirmed"), "{:?}", trial.log);
    let judge = of("judge");
    for finding in judge["Findings"].as_array().unwrap() {
        for id in finding["basis"].as_array().unwrap() {
            let Some(fact) = trial.facts.items.iter().find(|fact| *id == fact.id.as_str()) else { continue };
            let about = |el: &String| crate::workspaces::trial::perform::issue_of(el) == finding["issue_id"];
            assert!(fact.supports.iter().any(about), "{finding}: {} speaks of something else", fact.text);
        }
    }
}
