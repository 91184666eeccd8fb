//! What hostile answers bring is taken out or struck through.

use crate::engine::schema;
use crate::model::ids::SessionId;
use crate::workspaces::norms::guards::{self, answer::finish};
use crate::workspaces::norms::perform::answer::assemble;
use crate::workspaces::norms::state::{Norms, fresh};
use crate::workspaces::norms::steps;
use serde_json::{Value, json};

const CELL: &str = "norm://ru.x@1/table/1/row/2/col/1";

/// A session that has read a table of two rows and a clause.
fn session() -> Norms {
    let mut norms = fresh(&SessionId("s".repeat(22)), "Какая высота штабеля под навесом?", "2026-01-01T00:00:00.000Z");
    let row = |number: u32, label: &str, value: &str| {
        let id = format!("norm://ru.x@1/table/1/row/{number}");
        json!({
            "node_id": id, "address": format!("ПС 1 табл. 1 строка {number}"), "label": label, "header_id": format!("{id}/col/0"),
            "header": label, "text": format!("{label}: {value}"),
            "cells": [{"node_id": format!("{id}/col/1"), "address": format!("ПС 1 табл. 1 строка {number} графа 1"), "text": value, "lossy": false}],
        })
    };
    let base = json!({
        "edition_id": "ru.x@1", "edition": "1", "document": "ПС 1", "document_id": "ru.x", "document_title": "Правила складов",
        "crumbs": "", "page": 3, "lossy": false, "currency": {"status": "unchecked"},
    });
    let with = |more: Value| {
        let mut item = base.clone();
        item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        item
    };
    norms.evidence = vec![
        with(json!({
            "node_id": "norm://ru.x@1/table/1", "kind": "table", "address": "ПС 1 табл. 1", "title": "", "text": "",
            "clause": "", "table": {
                "head": "Место Высота штабеля, м", "notes": [],
                "columns": [{"node_id": "norm://ru.x@1/table/1/col/1", "text": "Высота штабеля, м"}],
                "rows": [row(1, "В сухом складе", "4"), row(2, "Под навесом", "3")],
            },
        })),
        with(json!({
            "node_id": "norm://ru.x@1/p/2", "kind": "clause", "address": "ПС 1 п. 2", "title": "",
            "text": "Проход между штабелями не уже 1,2 м.",
        })),
    ];
    norms
}

fn read(norms: &Norms, findings: Value) -> Value {
    let output = json!({"findings": findings, "code": "OK", "relevance": 1.0});
    guards::check(steps::READ, norms, output).unwrap().0
}

fn finding(id: &str, quote: &str, value: &str) -> Value {
    json!({"entity": "штабель", "value": value, "unit": "м", "conditions": ["Под навесом"], "quote": quote, "node_id": id})
}

#[test]
fn a_finding_stands_on_what_was_read() {
    let norms = session();
    let kept = |one: Value| read(&norms, json!([one]))["findings"].as_array().unwrap().len();
    assert_eq!(kept(finding(CELL, "3", "3")), 1);
    assert_eq!(kept(finding(CELL, "4", "4")), 0, "the value of another cell");
    assert_eq!(kept(finding("norm://ru.x@1/p/9", "3", "3")), 0, "a place that nobody read");
    assert_eq!(kept(finding("norm://ru.x@1/p/2", "Проход между штабелями не уже 1,2 м.", "1,2")), 1);
    assert_eq!(kept(finding("norm://ru.x@1/p/2", "Проход не уже 2 м.", "2")), 0, "words that do not stand there");
    assert_eq!(
        kept(finding("norm://ru.x@1/p/2", "Проход между штабелями", "9")),
        0,
        "a value that is not in its quote"
    );
    let twice = read(&norms, read(&norms, json!([finding(CELL, "3", "3")]))["findings"].clone());
    assert_eq!(twice, read(&norms, json!([finding(CELL, "3", "3")])), "the same output passes unchanged");
}

#[test]
fn a_plan_has_steps_that_can_be_carried_out() {
    let norms = session();
    let plan = |steps: Value| {
        let output = json!({"goal": "г", "query_domain": "general", "priority_documents": [], "search_hypotheses": [], "steps": steps});
        guards::check(steps::PLAN, &norms, output)
    };
    let step = |tool: &str, input: Value| json!({"step_number": 1, "action": "а", "tool": tool, "input": input});
    for (tool, input) in [
        ("shell", json!({"keywords": ["rm"]})),
        ("search", json!({"keywords": [" "]})),
        ("open_address", json!({"address": "где-то там"})),
        ("open_address", json!({"node_id": "file:///etc/passwd"})),
        ("calculate", json!({"expression": "1+1"})),
        ("ask_user", json!({"question": ""})),
    ] {
        assert!(plan(json!([step(tool, input.clone())])).is_err(), "{tool} {input}");
    }
    let good = step("search", json!({"keywords": ["штабель"], "documents": ["СП 63.13330.2018", "Всё"]}));
    let (kept, decisions) = plan(json!([step("open_address", json!({"address": "нигде"})), good])).unwrap();
    assert_eq!(kept["steps"][0]["input"]["documents"], json!(["СП 63.13330.2018"]));
    assert_eq!((kept["steps"].as_array().unwrap().len(), decisions.len()), (1, 2));
}

/// The answer of a session that found the cell, in the words of a model.
fn written(text: &str) -> Value {
    let mut norms = session();
    let findings = read(&norms, json!([finding(CELL, "3", "3")]))["findings"].clone();
    norms.step_results.insert("01".into(), json!({"findings": findings, "relevance": 1.0, "missing": []}));
    let draft = assemble(&norms);
    let answer = finish(&norms, &draft, &json!({"text": text}));
    norms.final_answer = Some(answer.clone());
    assert_eq!(schema::check(schema::norms::STATE, &norms.value()), []);
    answer
}

#[test]
fn a_number_that_stands_nowhere_is_struck_through() {
    let good = written("Высота не больше 3 м [1].");
    assert_eq!((&good["is_valid"], &good["struck"]), (&json!(true), &json!([])));
    assert_eq!(good["numbers"][0]["value"], "3");
    let citation = &good["citations"][0];
    assert_eq!((&citation["node_id"], &citation["quote"], &citation["page"]), (&json!(CELL), &json!("3"), &json!(3)));
    assert_eq!(citation["row_header"]["text"], "Под навесом");
    assert_eq!(citation["column_header"]["node_id"], Value::Null, "a model need not name it");
    let bad = written("Высота не больше 5 м [1], в дождь 300 см.");
    assert!(bad["text"].as_str().unwrap().contains("~~5 м~~"), "{bad:#}");
    assert_eq!(bad["struck"].as_array().unwrap().len(), 1, "300 cm are the 3 m of the cell: {bad:#}");
    assert_eq!(bad["is_valid"], false);
    let unknown = written("Высота 3 м [7].");
    assert!(!unknown["text"].as_str().unwrap().contains("[7]") && unknown["is_valid"] == false);
}

#[test]
fn nothing_is_certified_while_a_question_is_open() {
    let mut norms = session();
    let mut dry = finding("norm://ru.x@1/table/1/row/1/col/1", "4", "4");
    dry["conditions"] = json!(["В сухом складе"]);
    let findings = read(&norms, json!([finding(CELL, "3", "3"), dry]))["findings"].clone();
    norms.step_results.insert("01".into(), json!({"findings": findings, "relevance": 1.0, "missing": []}));
    let draft = assemble(&norms);
    assert!(draft["question"].is_object(), "{draft:#}");
    let words = json!({"text": "Высота не больше 4 м [2] или 3 м [1]."});
    let answer = finish(&norms, &draft, &words);
    assert_eq!((&answer["found"], &answer["struck"], &answer["is_valid"]), (&json!(true), &json!([]), &json!(false)));
}

#[test]
fn an_answer_says_something() {
    assert!(guards::check(steps::FINALIZE, &session(), json!({"text": "  "})).is_err());
}
