//! G07 and doubts: two values of one fact, requisites that do not add up, and who settles them.

use super::Dialogue;
use super::hostile::{issues, opens, ops};
use super::lease::{FIRST, finished};
use crate::model::issue::{IssueStatus, Severity};
use serde_json::json;

const RENT: &str = "conflict:/price/rent";

/// The rent was named twice with different values, without a word of correction.
fn contradicted() -> Dialogue {
    let mut d = Dialogue::open(FIRST);
    d.say("Арендная плата 25 000 рублей в месяц", None);
    d
}

#[test]
fn g07_a_conflict_is_not_silent() {
    let mut d = Dialogue::open(FIRST);
    d.hear("Хорошо", None);
    let mut answer = ops(&json!([]));
    answer["safety"] = json!({"detected_conflict": true});
    assert_eq!(d.refusals(&answer), ["G07_silent_conflict"]);
    answer["issue_updates"] = json!([{"op": "resolve", "issue": {"key": "vehicle_lease.lessor"}}]);
    assert_eq!(d.refusals(&answer), ["G07_silent_conflict"]);
    answer["issue_updates"] = json!([{"op": "upsert", "issue": {"key": "conflict:/price/rent", "title": "Две цены", "severity": "critical"}}]);
    assert_eq!(d.refusals(&answer), [""; 0]);
    answer["safety"] = json!({"detected_conflict": false});
    answer["issue_updates"] = json!([]);
    assert_eq!(d.refusals(&answer), [""; 0]);
}

#[test]
fn a_contradiction_is_asked_with_both_quotes_and_settled_by_the_answer() {
    let d = contradicted();
    assert_eq!(d.fact("/price/rent/amount"), "30000.00", "the fact stands until the person decides");
    let issue = d.issue(RENT).expect("an issue about the conflict");
    assert_eq!((issue.status, issue.severity), (IssueStatus::Open, Severity::Critical));
    let text = issue.missing_or_conflict.clone().unwrap_or_default();
    assert!(text.contains("30 000 рублей") && text.contains("25 000 рублей"), "{text}");
    assert_eq!(d.open_question().unwrap().keys, [RENT]);

    let mut new = d.clone();
    new.say("25 000 рублей", None);
    assert_eq!(new.fact("/price/rent/amount"), "25000.00");
    assert_eq!(new.status(RENT), Some(IssueStatus::Resolved));
    let mut old = d.clone();
    old.say("30 000 рублей", None);
    assert_eq!(old.fact("/price/rent/amount"), "30000.00");
    assert_eq!(old.status(RENT), Some(IssueStatus::Resolved));
    let mut third = d.clone();
    third.say("28 тысяч", None);
    assert_eq!(third.fact("/price/rent/amount"), "28000.00");
    assert_eq!(third.status(RENT), Some(IssueStatus::Resolved));
    for evasion in ["не знаю", "не скажу", "а как лучше?"] {
        let mut open = d.clone();
        open.say(evasion, None);
        assert_eq!(open.status(RENT), Some(IssueStatus::Open), "{evasion}");
        assert_eq!(open.fact("/price/rent/amount"), "30000.00", "{evasion}");
    }
}

#[test]
fn a_performer_does_not_settle_a_conflict_itself() {
    let mut d = contradicted();
    d.hear("Что дальше?", None);
    let note = json!([{"op": "add", "path": "/domain/price/rent/note", "value": "придумано"}]);
    let tries = [
        issues(&json!([{"op": "resolve", "issue": {"key": RENT}}])),
        issues(&json!([{"op": "dismiss", "issue": {"key": RENT}}])),
        issues(&json!([{"op": "upsert", "issue": {"key": RENT, "title": "Пустяк", "severity": "low"}},
            {"op": "resolve", "issue": {"key": RENT}}])),
        {
            let mut answer = ops(&note);
            answer["issue_updates"] = json!([{"op": "resolve", "issue": {"key": RENT}}]);
            answer
        },
    ];
    for answer in tries {
        let mut tried = d.clone();
        tried.interpret(&answer).unwrap();
        let issue = tried.issue(RENT).unwrap();
        assert_eq!((issue.status, issue.severity), (IssueStatus::Open, Severity::Critical), "{answer}");
        tried.gate(&opens()).unwrap();
        assert!(!tried.ready());
    }
}

#[test]
fn a_conflict_shuts_an_open_gate() {
    let mut d = finished();
    d.say("Арендная плата 25 000 рублей в месяц", None);
    assert!(!d.ready());
    assert_eq!(d.open_question().unwrap().keys, [RENT]);
    d.say("25 000", None);
    assert!(d.ready(), "{:#}", d.now.state["gate"]);
}

#[test]
fn a_wrong_requisite_is_asked_about_not_stored() {
    let mut d = Dialogue::open(FIRST);
    d.say("Арендатор ООО «Вектор», ИНН 7700000017", None);
    let key = "requisite:/parties/lessee/inn";
    assert!(d.fact("/parties/lessee/inn").is_null());
    assert_eq!(d.status(key), Some(IssueStatus::Open));
    assert!(d.question().unwrap().contains("7700000017"));
    d.say("ИНН 7700000016", None);
    assert_eq!(d.fact("/parties/lessee/inn"), "7700000016");
    assert_eq!(d.status(key), Some(IssueStatus::Resolved));
}

#[test]
fn a_vin_with_russian_letters_is_asked_about_not_stored() {
    let mut d = Dialogue::open(FIRST);
    d.say("VIN ХТАGFL113M0000001", None);
    assert!(d.fact("/object/vin").is_null());
    let key = "requisite:/object/vin";
    assert_eq!(d.status(key), Some(IssueStatus::Open));
    d.say("XTAGFL113M0000001", None);
    assert_eq!(d.fact("/object/vin"), "XTAGFL113M0000001");
    assert_eq!(d.status(key), Some(IssueStatus::Resolved));
}

#[test]
fn a_wrong_requisite_is_not_stored_by_any_performer() {
    for (said, at, value) in [
        ("ИНН арендатора 7700000017", "/parties/lessee/inn", "7700000017"),
        ("ОГРН арендатора 1247700000009", "/parties/lessee/ogrn", "1247700000009"),
        ("СНИЛС арендатора 112-233-445 96", "/parties/lessee/snils", "11223344596"),
        ("VIN ХТАGFL113M0000001", "/object/vin", "XTAGFL113M0000001"),
    ] {
        let mut d = Dialogue::open(FIRST);
        d.hear(said, None);
        let (parent, leaf) = at.rsplit_once('/').unwrap();
        let answer = super::hostile::merge(&nested(parent, &json!({leaf: value})));
        d.interpret(&answer).unwrap();
        let key = format!("requisite:{at}");
        assert!(d.fact(at).is_null(), "{said}: {:#}", d.now.state["domain"]);
        assert_eq!(d.status(&key), Some(IssueStatus::Open), "{said}");
        assert!(d.rules.contains(&"G14_requisite".to_owned()), "{said}: {:?}", d.rules);
    }
}

fn nested(at: &str, value: &serde_json::Value) -> serde_json::Value {
    let inner = at.rsplit('/').filter(|t| !t.is_empty()).fold(value.clone(), |inner, token| json!({token: inner}));
    json!({"domain": inner})
}
