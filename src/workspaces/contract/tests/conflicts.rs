//! G07 and doubts: two values of one fact, requisites that do not add up, and who settles them.

use super::Dialogue;
use super::hostile::{issues, opens, ops};
use super::lease::{FIRST, finished};
use crate::model::facts::Origin;
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
fn a_wrong_number_stands_as_it_was_said_is_marked_and_asked_about_once() {
    let mut d = Dialogue::open(FIRST);
    d.say("Арендатор ООО «Вектор», ИНН 7700000017", None);
    // As it was said, but never certified: it waits in the review list, and rule L13 keeps the gate closed.
    assert_eq!(d.fact("/parties/lessee/inn"), "7700000017");
    assert_eq!(d.origin("/parties/lessee/inn"), Some(Origin::Assumed));
    assert_eq!(d.status("L13"), Some(IssueStatus::Open));
    d.say("ИНН арендатора 7700000016, это верный", None);
    assert_eq!(d.fact("/parties/lessee/inn"), "7700000016");
    assert_eq!(d.status("L13"), Some(IssueStatus::Resolved));
    // The person may leave it as it is.
    let mut d = finished();
    d.say("ОГРН арендатора 1247700000009", None);
    assert!(!d.ready());
    assert_eq!(d.open_question().unwrap().keys, ["L13"]);
    d.say("да", None);
    assert_eq!(d.status("L13"), Some(IssueStatus::Dismissed));
    assert_eq!(d.fact("/parties/lessee/ogrn"), "1247700000009");
}

#[test]
fn a_wrong_number_is_never_certified_whoever_performs() {
    for (said, at, value) in [
        ("ИНН арендатора 7700000017", "/parties/lessee/inn", "7700000017"),
        ("ОГРН арендатора 1247700000009", "/parties/lessee/ogrn", "1247700000009"),
        ("СНИЛС арендатора 112-233-445 96", "/parties/lessee/snils", "11223344596"),
    ] {
        let mut d = Dialogue::open(FIRST);
        d.hear(said, None);
        let (parent, leaf) = at.rsplit_once('/').unwrap();
        let answer = super::hostile::merge(&nested(parent, &json!({leaf: value})));
        d.interpret(&answer).unwrap();
        assert_eq!(d.fact(at), value, "{said}");
        assert_eq!(d.origin(at), Some(Origin::Assumed), "{said}");
        assert_eq!(d.status("L13"), Some(IssueStatus::Open), "{said}");
    }
}

#[test]
fn words_about_something_else_settle_no_conflict() {
    let mut d = finished();
    d.say("Арендная плата 25 000 рублей в месяц", None);
    assert_eq!(d.open_question().unwrap().keys, [RENT]);
    let standing = d.fact("/price/rent/amount").clone();
    for words in ["В машине 2 ключа", "залог 20 000 рублей"] {
        d.say(words, None);
        assert_eq!(d.fact("/price/rent/amount"), &standing, "{words}");
        assert_eq!(d.status(RENT), Some(IssueStatus::Open), "{words}");
    }
    d.say("правильно 25", None);
    assert_eq!(d.fact("/price/rent/amount"), "25000.00");
    assert_eq!(d.status(RENT), Some(IssueStatus::Resolved));
}

#[test]
fn a_refusal_ends_what_it_refuses_and_the_session_goes_on() {
    let mut d = Dialogue::open(FIRST);
    d.say("Неустойка 0,1 % в день", None);
    assert_eq!(d.fact("/penalty/rate/percent"), "0.1");
    d.say("нет, без неустойки", None);
    assert_eq!(d.fact("/penalty/kind"), "none");
    assert!(d.fact("/penalty/rate").is_null(), "{}", d.fact("/penalty"));
    d.say("Город Москва", None);
    assert_eq!(d.fact("/contract/city"), "Москва");
}

fn nested(at: &str, value: &serde_json::Value) -> serde_json::Value {
    let inner = at.rsplit('/').filter(|t| !t.is_empty()).fold(value.clone(), |inner, token| json!({token: inner}));
    json!({"domain": inner})
}

#[test]
fn what_rests_on_a_changed_value_is_shown_again_with_the_reason() {
    let mut d = Dialogue::heard(
        "Сдаю квартиру: Казань, Баумана 5, кв. 7, на 11 месяцев с 01.12.2026, за 40 000 рублей в месяц, залог 40 000 рублей",
    );
    d.run();
    d.hear("Особое условие: 1 декабря 2026 года я передаю 2 комплекта ключей и показываю счётчики", None);
    d.run();
    d.hear("Всё верно", None);
    d.run();
    let certain = |d: &Dialogue, at: &str| {
        d.now.aside.ledger.within(at).all(|(_, entry)| matches!(entry.origin, Origin::Stated | Origin::Confirmed))
    };
    d.hear("Плата теперь не 40 000, а 45 000 рублей в месяц", None);
    d.run();
    assert_eq!(d.fact("/price/rent/amount"), "45000.00");
    assert!(!certain(&d, "/deposit/amount"), "{:#?}", d.now.aside.ledger.get("/deposit/amount/amount"));
    let issue = d.issue("review").expect("a list");
    let list = issue.missing_or_conflict.unwrap_or_default();
    assert!(list.replace('\u{a0}', " ").contains("прежнее 40 000 ₽"), "{list}");
    d.hear("Начало не 1 декабря, а 10 декабря 2026 года", None);
    d.run();
    assert_eq!(d.fact("/term/start"), "2026-12-10", "{:#}", d.now.state["domain"]);
    assert!(!certain(&d, "/terms/own"), "{:#}", d.now.state["domain"]["terms"]);
}
