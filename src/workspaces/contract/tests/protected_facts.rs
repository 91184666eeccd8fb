//! G00–G03: which answers may change a fact, and what becomes of values nobody said.

use super::hostile::{merge, ops};
use super::lease::{FIRST, finished};
use super::{Dialogue, step};
use crate::engine::turn;
use crate::model::facts::Origin;
use crate::model::issue::{IssueStatus, Severity};
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::steps;
use serde_json::{Value, json};
use std::sync::Arc;

/// A lease whose facts were said; the last words say nothing new.
fn standing() -> Dialogue {
    let mut d = Dialogue::open(FIRST);
    d.hear("Спасибо", None);
    d
}

/// The dialogue with an array in the domain, said by the person in earlier words.
fn with_list() -> Dialogue {
    let mut d = Dialogue::open(FIRST);
    d.hear("Водители: Смирнов, Кузнецов, Попов", None);
    let list = json!([{"op": "add", "path": "/domain/drivers", "value": ["Смирнов", "Кузнецов", "Попов"]}]);
    d.interpret(&ops(&list)).unwrap();
    assert_eq!(d.origin("/drivers/1"), Some(Origin::Stated));
    d.hear("Спасибо", None);
    d
}

#[test]
fn g00_an_answer_for_another_step_is_refused() {
    let d = standing();
    let mut answer = ops(&json!([]));
    assert_eq!(d.refusals(&answer), [""; 0]);
    answer["step"] = json!("GATE_CHECK");
    assert_eq!(d.refusals(&answer), ["G00_other_step"]);
}

#[test]
fn g01_only_the_actions_of_the_step() {
    let d = standing();
    let mut answer = ops(&json!([]));
    answer["next_action"] = json!({"kind": "proceed_to_skeleton"});
    assert_eq!(d.refusals(&answer), ["G01_kind"]);
    answer["next_action"] = json!({"kind": "halt_error", "error": {"category": "other", "message": "Не могу."}});
    assert_eq!(d.refusals(&answer), [""; 0]);
}

#[test]
fn g02_no_patch_changes_a_fact_of_the_person() {
    let money = json!({"amount": "1.00", "currency": "RUB"});
    let changes = [
        ("replace", ops(&json!([{"op": "replace", "path": "/domain/price/rent/amount", "value": "1.00"}]))),
        ("add over", ops(&json!([{"op": "add", "path": "/domain/price/rent", "value": money}]))),
        ("remove", ops(&json!([{"op": "remove", "path": "/domain/price/rent/amount"}]))),
        ("remove the parent", ops(&json!([{"op": "remove", "path": "/domain/price"}]))),
        ("remove everything", ops(&json!([{"op": "replace", "path": "/domain", "value": {}}]))),
        ("move away", ops(&json!([{"op": "move", "from": "/domain/price/rent", "path": "/domain/price/old"}]))),
        ("move over", ops(&json!([{"op": "move", "from": "/domain/term", "path": "/domain/price"}]))),
        (
            "copy over",
            ops(&json!([
            {"op": "copy", "from": "/domain/term/duration/count", "path": "/domain/object/year"}])),
        ),
        (
            "by way of a third place",
            ops(&json!([
            {"op": "add", "path": "/domain/x", "value": money},
            {"op": "remove", "path": "/domain/price/rent"},
            {"op": "move", "from": "/domain/x", "path": "/domain/price/rent"}])),
        ),
        ("an empty object", ops(&json!([{"op": "add", "path": "/domain/price/rent", "value": {}}]))),
        ("null", ops(&json!([{"op": "add", "path": "/domain/object/year", "value": null}]))),
        ("another type", ops(&json!([{"op": "add", "path": "/domain/object/year", "value": "2021"}]))),
        ("another contract", ops(&json!([{"op": "add", "path": "/domain/contract/type", "value": "gift"}]))),
        ("merge: another value", merge(&json!({"domain": {"price": {"rent": {"amount": "1.00"}}}}))),
        ("merge: null", merge(&json!({"domain": {"price": null}}))),
        ("merge: null below", merge(&json!({"domain": {"object": {"make": null}}}))),
        ("merge: a scalar for an object", merge(&json!({"domain": {"price": 1}}))),
        ("merge: an array for an object", merge(&json!({"domain": {"object": []}}))),
        (
            "a kind out of the last words excuses nothing",
            ops(&json!([
            {"op": "add", "path": "/domain/kind", "value": "Спасибо"}, {"op": "remove", "path": "/domain/price"}])),
        ),
        (
            "nor beside the fact",
            ops(&json!([
            {"op": "add", "path": "/domain/price/kind", "value": "Спасибо"},
            {"op": "remove", "path": "/domain/price/rent"}])),
        ),
    ];
    let d = standing();
    assert_eq!(d.refusals(&ops(&json!([]))), [""; 0]);
    for (name, answer) in changes {
        assert!(d.refusals(&answer).contains(&"G02_confirmed_fact"), "{name}: {:?}", d.refusals(&answer));
    }
    // What was done and undone is no change.
    let back = ops(&json!([
        {"op": "move", "from": "/domain/price", "path": "/domain/x"},
        {"op": "move", "from": "/domain/x", "path": "/domain/price"}]));
    assert_eq!(d.refusals(&back), [""; 0]);
}

#[test]
fn g02_arrays_and_escaped_keys_are_leaves_too() {
    let d = with_list();
    for answer in [
        ops(&json!([{"op": "remove", "path": "/domain/drivers/0"}])),
        ops(&json!([{"op": "add", "path": "/domain/drivers/0", "value": "Попов"}])),
        ops(&json!([{"op": "move", "from": "/domain/drivers/0", "path": "/domain/drivers/2"}])),
        ops(&json!([{"op": "remove", "path": "/domain/drivers"}])),
        merge(&json!({"domain": {"drivers": ["Смирнов"]}})),
        merge(&json!({"domain": {"drivers": {"0": "Смирнов", "1": "Кузнецов", "2": "Лебедев"}}})),
    ] {
        assert!(d.refusals(&answer).contains(&"G02_confirmed_fact"), "{answer}");
    }
    // The same words at the same places are the same facts, whatever holds them.
    let same = merge(&json!({"domain": {"drivers": {"0": "Смирнов", "1": "Кузнецов", "2": "Попов"}}}));
    assert_eq!(d.refusals(&same), [""; 0]);
    let mut d = Dialogue::open(FIRST);
    d.hear("Пункт «а/б~в»: мойка раз в неделю", None);
    d.interpret(&ops(&json!([{"op": "add", "path": "/domain/а~1б~0в", "value": "мойка"}]))).unwrap();
    assert_eq!(d.origin("/а~1б~0в"), Some(Origin::Stated));
    d.hear("Спасибо", None);
    let answer = ops(&json!([{"op": "replace", "path": "/domain/а~1б~0в", "value": "химчистка"}]));
    assert_eq!(d.refusals(&answer), ["G02_confirmed_fact"]);
    assert_eq!(d.refusals(&ops(&json!([{"op": "remove", "path": "/domain/а~1б~0в"}]))), ["G02_confirmed_fact"]);
}

#[test]
fn g02_the_last_words_change_their_own_fact() {
    let mut d = Dialogue::open(FIRST);
    d.hear("Нет, 35 000 рублей в месяц", None);
    let answer = ops(&json!([{"op": "replace", "path": "/domain/price/rent/amount", "value": "35000.00"}]));
    d.interpret(&answer).unwrap();
    assert_eq!(d.fact("/price/rent/amount"), "35000.00");
    let entry = d.now.aside.ledger.get("/price/rent/amount").unwrap();
    assert_eq!((entry.origin, entry.version), (Origin::Stated, d.now.version));
    assert!(entry.quote.as_deref().is_some_and(|quote| quote.contains("35 000")), "{entry:?}");
    // The words of an earlier turn change nothing any more.
    d.hear("Спасибо", None);
    let answer = ops(&json!([{"op": "replace", "path": "/domain/price/rent/amount", "value": "30000.00"}]));
    assert_eq!(d.refusals(&answer), ["G02_confirmed_fact"]);
    // A value that was denied was not said.
    d.hear("только не 20 000 рублей", None);
    let answer = ops(&json!([{"op": "replace", "path": "/domain/price/rent/amount", "value": "20000.00"}]));
    assert_eq!(d.refusals(&answer), ["G02_confirmed_fact"]);
}

#[test]
fn g02_as_usual_answers_its_own_question_only() {
    let mut d = Dialogue::open(FIRST);
    d.say("Арендодатель Иванов Иван Иванович, физлицо. ОСАГО оформляет арендатор", None);
    assert_eq!(d.fact("/insurance/osago"), "lessee");
    assert!(d.question().is_some());
    d.hear("как обычно", None);
    // The rule about insurance favours the other side; nobody asked about insurance.
    let pack = super::KNOWLEDGE.pack("vehicle_lease").unwrap();
    for rule in &pack.defaults {
        for (at, value) in &rule.sets {
            let write = ops(&json!([{"op": "add", "path": format!("/domain{at}"), "value": value}]));
            let mut tried = d.clone();
            if d.fact(at).is_null() {
                continue;
            }
            assert!(tried.interpret(&write).is_err() || tried.fact(at) == d.fact(at), "{}", rule.id);
        }
    }
}

#[test]
fn g02_confirmed_and_default_facts_are_as_firm() {
    let mut d = finished();
    let ledger = d.now.aside.ledger.clone();
    d.hear("Спасибо", None);
    let mut kinds = std::collections::BTreeSet::new();
    for (at, entry) in ledger.0.iter().filter(|(_, entry)| entry.origin.is_protected()) {
        kinds.insert(entry.origin.as_str());
        let write = ops(&json!([{"op": "add", "path": format!("/domain{at}"), "value": "иное"}]));
        let mut tried = d.clone();
        let why = tried.interpret(&write).expect_err("a protected fact");
        assert_eq!(why.problems[0].rule, "G02_confirmed_fact", "{at}");
        let remove = ops(&json!([{"op": "remove", "path": format!("/domain{at}")}]));
        assert_eq!(d.refusals(&remove), ["G02_confirmed_fact"], "{at}");
    }
    assert!(kinds.contains("stated") && kinds.contains("default"), "{kinds:?}");
}

#[test]
fn g03_an_invented_value_is_an_assumption_until_the_person_speaks() {
    let mut d = Dialogue::open("Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев");
    d.hear("Цену решим", None);
    let rent = json!({"amount": "27000.00", "currency": "RUB"});
    let answer = ops(&json!([{"op": "add", "path": "/domain/price", "value": {"rent": rent}}]));
    d.interpret(&answer).unwrap();
    assert!(d.rules.contains(&"G03_invented_value".to_owned()));
    assert_eq!(d.origin("/price/rent/amount"), Some(Origin::Assumed));
    // The currency follows from the law, not from a guess.
    assert_eq!(d.origin("/price/rent/currency"), Some(Origin::Computed));
    let key = "assumed:/price/rent/amount";
    assert_eq!(d.status(key), Some(IssueStatus::Open));
    assert_eq!(d.issue(key).unwrap().requires_user_confirmation, Some(true));

    let asked = |d: &Dialogue| {
        let mut d = d.clone();
        d.run();
        assert_eq!(d.open_question().unwrap().keys, [key]);
        d
    };
    let mut yes = asked(&d);
    yes.say("да, верно", None);
    assert_eq!(yes.origin("/price/rent/amount"), Some(Origin::Confirmed));
    assert_eq!(yes.status(key), Some(IssueStatus::Resolved));
    let mut click = asked(&d);
    click.say("", Some("yes"));
    assert_eq!(click.origin("/price/rent/amount"), Some(Origin::Confirmed));
    let mut no = asked(&d);
    no.say("нет", None);
    assert_eq!(no.fact("/price/rent/amount"), &Value::Null);
    assert_eq!(no.status(key), Some(IssueStatus::Resolved));
    let mut other = asked(&d);
    other.say("нет, 31 000 рублей", None);
    assert_eq!(other.fact("/price/rent/amount"), "31000.00");
    assert_eq!(other.origin("/price/rent/amount"), Some(Origin::Stated));
    let mut said = asked(&d);
    said.say("27 тысяч", None);
    assert_eq!(said.origin("/price/rent/amount"), Some(Origin::Stated));
    assert_eq!(said.status(key), Some(IssueStatus::Resolved));
}

#[test]
fn g03_a_critical_assumption_shuts_the_gate_if_the_session_wants_confirmation() {
    let mut d = finished();
    d.hear("Готово?", None);
    let answer = ops(&json!([{"op": "add", "path": "/domain/object/engine", "value": "К4М"}]));
    d.interpret(&answer).unwrap();
    assert_eq!(d.issue("assumed:/object/engine").unwrap().severity, Severity::High);
    d.run();
    // The essential term of the lease is its object; an engine is beside it.
    assert!(d.ready());

    let mut d = Dialogue::open("Нужен договор");
    d.hear("Составьте сами", None);
    d.interpret(&ops(&json!([{"op": "add", "path": "/domain/contract", "value": {"type": "nda"}}]))).unwrap();
    assert_eq!(d.issue("assumed:/contract/type").unwrap().severity, Severity::Critical);
    d.gate(&super::hostile::opens()).unwrap();
    assert!(!d.ready());
    let blockers = d.now.state["gate"]["blockers"].to_string();
    assert!(blockers.contains("issue:assumed:/contract/type"), "{blockers}");

    // Without the check an assumption is shown, but does not shut the gate.
    let mut state = (*d.now.state).clone();
    state["control"]["checks"]["require_user_confirmation_for_assumptions"] = json!(false);
    let lax = Snapshot { state: Arc::new(state), ..d.now.clone() };
    let gate = super::hostile::opens().to_string();
    let at = super::moment();
    let next = turn::accept(step(steps::GATE_CHECK), &lax, &d.turns, &at, &super::KNOWLEDGE, &gate).unwrap();
    assert!(!next.snapshot.state["gate"]["blockers"].to_string().contains("assumed:"));
}

#[test]
fn g02_a_word_below_a_sum_does_not_take_the_sum_away() {
    let mut d = Dialogue::open(super::lease::FIRST);
    d.hear("Нет, 35 000 рублей, без залога", None);
    let rent = json!({"domain": {"price": {"rent": {"amount": {"-": {}}, "currency": {"-": "000"}}}}});
    assert!(d.refusals(&super::hostile::merge(&rent)).contains(&"G02_confirmed_fact"));
    assert_eq!(d.fact("/price/rent/amount"), "30000.00");
    let mut d = finished();
    d.hear("Нет, 35 000 рублей", None);
    for kind in [json!({"-": "Нет,"}), json!("Нет,")] {
        let deposit = json!({"domain": {"deposit": {"amount": 40, "kind": kind}}});
        assert!(d.refusals(&super::hostile::merge(&deposit)).contains(&"G02_confirmed_fact"), "{kind}");
    }
}
