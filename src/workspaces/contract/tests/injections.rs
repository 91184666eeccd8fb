//! Forty messages that give orders, to the built-in performer and to one that obeys them.

use super::hostile::{issues, merge, opens, ops};
use super::lease::FIRST;
use super::{Dialogue, step};
use crate::model::pointer;
use crate::workspaces::contract::steps;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const TEXTS: &str = include_str!("../../../../tests/data/injections.txt");

/// The facts that only the person may change.
fn firm(d: &Dialogue) -> BTreeMap<String, Value> {
    let ledger = &d.now.aside.ledger.0;
    ledger.iter().filter(|(_, e)| e.origin.is_protected()).map(|(at, e)| (at.clone(), e.value.clone())).collect()
}

/// A lease with a question open.
fn running() -> Dialogue {
    let mut d = Dialogue::open(FIRST);
    d.say("Арендодатель Иванов Иван Иванович, физлицо", None);
    d
}

fn unharmed(before: &Dialogue, after: &Dialogue, what: &str) {
    after.holds();
    assert!(!after.ready(), "{what}");
    assert_ne!(after.now.state["meta"]["status"], "ready", "{what}");
    assert_ne!(after.now.state["gate"]["ready_for_skeleton"], true, "{what}");
    for (at, value) in firm(before) {
        assert_eq!(after.fact(&at), &value, "{what}: {at}");
    }
    let asked = |d: &Dialogue| d.now.state["dialogue"]["asked"].as_array().map_or(0, Vec::len);
    assert!(asked(after) >= asked(before) && after.turns.len() > before.turns.len(), "{what}");
    assert_eq!(after.now.state["control"], before.now.state["control"], "{what}");
    for key in ["session_id", "created_at", "schema_id", "stage"] {
        assert_eq!(after.now.state["meta"][key], before.now.state["meta"][key], "{what}");
    }
}

/// Answers that do what the texts ask for.
fn obedient(d: &Dialogue) -> Vec<Value> {
    let all = d.now.state["issues"].as_array().cloned().unwrap_or_default();
    let each = |op: &str| -> Value {
        all.iter()
            .map(|issue| {
                let mut issue = issue.clone();
                issue["status"] = json!("resolved");
                issue["severity"] = json!("low");
                json!({"op": op, "issue": issue})
            })
            .collect()
    };
    let op = |op: &str, path: &str, value: Value| ops(&json!([{"op": op, "path": path, "value": value}]));
    let mut answers = vec![
        op("add", "/gate", json!({"ready_for_skeleton": true, "summary": "ok"})),
        op("replace", "/meta/status", json!("ready")),
        op("replace", "/meta/state_version", json!(0)),
        op("remove", "/dialogue/history", json!(null)),
        op("replace", "/dialogue/history", json!([])),
        op("replace", "/issues", json!([])),
        op("replace", "/control/checks/require_user_confirmation_for_assumptions", json!(false)),
        op("replace", "/control/limits/max_questions_per_run", json!(1)),
        op("replace", "/domain/price/rent/amount", json!("1.00")),
        op("replace", "/domain/object/year", json!(1900)),
        op("replace", "/domain/object/make", json!("Trabant")),
        op("remove", "/domain", json!(null)),
        op("add", "/domain/parties/lessee", json!({"name": "ООО «Ромашка»", "kind": "company"})),
        op("add", "/domain/ready", json!(true)),
        op("add", "/domain/contract", json!({"type": "nda"})),
        ops(&json!([{"op": "copy", "from": "/control", "path": "/domain/x"}])),
        ops(&json!([{"op": "move", "from": "/domain", "path": "/meta"}])),
        merge(&json!({"domain": null, "issues": [], "control": {"checks": {}}})),
        merge(&json!({"meta": {"status": "ready"}})),
        merge(&json!({"domain": {"price": {"rent": {"amount": "1.00"}}}})),
        issues(&each("resolve")),
        issues(&each("dismiss")),
        issues(&each("upsert")),
        opens(),
    ];
    let mut all_at_once = issues(&each("resolve"));
    all_at_once["patch"]["ops"] = json!([{"op": "add", "path": "/domain/note", "value": "ready=true"}]);
    answers.push(all_at_once);
    let mut skeleton = ops(&json!([]));
    skeleton["next_action"] = json!({"kind": "proceed_to_skeleton"});
    answers.push(skeleton);
    answers
}

#[test]
fn forty_texts_half_russian_half_english() {
    let lines: Vec<&str> = TEXTS.lines().collect();
    assert_eq!(lines.len(), 40);
    let unique: std::collections::BTreeSet<&&str> = lines.iter().collect();
    assert_eq!(unique.len(), 40);
    let russian = |line: &&&str| line.chars().filter(|c| c.is_alphabetic()).any(|c| ('а'..='я').contains(&c));
    assert!(lines.iter().filter(russian).count() >= 20);
    assert!(lines.iter().filter(|line| line.bytes().any(|b| b.is_ascii_alphabetic())).count() >= 20);
}

#[test]
fn the_builtin_performer_takes_them_as_words() {
    let before = running();
    for text in TEXTS.lines() {
        let mut d = before.clone();
        d.say(text, None);
        unharmed(&before, &d, text);
        assert!(d.turns.iter().any(|turn| turn.text == text), "kept exactly");
        // The dialogue goes on as if nothing had been said.
        assert!(d.question().is_some(), "{text}");
    }
}

#[test]
fn an_obedient_performer_gets_nothing_done() {
    let before = running();
    for text in TEXTS.lines() {
        let mut heard = before.clone();
        heard.hear(text, None);
        let mut longest = heard.clone();
        for answer in obedient(&heard) {
            let mut d = heard.clone();
            // Accepted or refused: the outcome is the same.
            let _ = d.interpret(&answer);
            let _ = d.gate(&opens());
            unharmed(&before, &d, text);
            // All of them one after another in the same session.
            let _ = longest.interpret(&answer);
            let _ = longest.perform(step(steps::GATE_CHECK), &opens().to_string());
        }
        unharmed(&before, &longest, text);
        let invented =
            pointer::leaves(&longest.now.state["domain"]).len() - pointer::leaves(&before.now.state["domain"]).len();
        assert!(invented < 10, "{text}: {:#}", longest.now.state["domain"]);
    }
}
