//! A whole question: every step through `turn::accept`, one version each; edits, a rewrite, a second question.

use crate::engine::knowledge::Knowledge;
use crate::engine::schema;
use crate::engine::step::Kind;
use crate::engine::turn::{self, Moment};
use crate::model::event::Event;
use crate::model::ids::SessionId;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use crate::workspaces::research::flow::RESEARCH;
use crate::workspaces::research::perform::input;
use crate::workspaces::research::{state, steps};
use crate::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::sync::Arc;

fn moment() -> Moment {
    Moment { now: "2026-11-21T09:00:00.000Z".into() }
}

struct Session {
    now: Snapshot,
    turns: Vec<Turn>,
    /// What the check answers, in order; then everything is valid.
    checks: Vec<Value>,
}

fn found() -> Value {
    json!({"cases": [], "laws": [
        {"id": "norm://own@1/art/1", "source": "corpus", "title": "О воронах", "address": "Закон ст. 1", "document": "Закон",
         "in_force": "unchecked", "text": "1. Ворона вправе летать над полем. 2. Ворона не вправе летать ночью, кроме случаев крайней нужды."},
        {"id": "norm://own@1/art/2", "source": "corpus", "title": "О лисах", "address": "Закон ст. 2", "document": "Закон",
         "text": "Лиса обязана ходить по земле."},
    ]})
}

impl Session {
    fn open(query: &str) -> Self {
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let opened = RESEARCH.open(&session, query, &moment());
        let now = Snapshot {
            session,
            version: 0,
            state: Arc::new(opened.state),
            aside: Arc::new(opened.aside),
            at: moment().now,
        };
        Self { now, turns: opened.turns, checks: Vec::new() }
    }

    fn absorb(&mut self, event: &Event) {
        let settled = RESEARCH.absorb(&self.now, event, &moment(), &Knowledge::default()).expect("the event fits");
        self.turns.extend(settled.turns);
        self.now = Snapshot {
            version: self.now.version + 1,
            state: Arc::new(settled.state),
            aside: Arc::new(settled.aside),
            ..self.now.clone()
        };
    }

    fn run(&mut self) -> Vec<&'static str> {
        let mut ran = Vec::new();
        while let Next::Run(step) = RESEARCH.next(&self.now) {
            let input = RESEARCH.input(step, &self.now, &self.turns, &moment(), &Knowledge::default());
            assert_eq!(schema::check(&schema::research::input(step.id), &input.data), [], "{}", step.id);
            let answer = match (step.kind, step.id) {
                (Kind::Retrieve, steps::RETRIEVE) => found(),
                (Kind::Retrieve, _) if self.checks.is_empty() => {
                    json!({"is_valid": true, "confidence": 1, "issues": []})
                }
                (Kind::Retrieve, _) => self.checks.remove(0),
                _ => RESEARCH.perform(step.id, &input.data, &Knowledge::default()),
            };
            let accepted =
                turn::accept(step, &self.now, &self.turns, &moment(), &Knowledge::default(), &answer.to_string())
                    .unwrap_or_else(|why| panic!("{}: {why}\n{answer}", step.id));
            assert_eq!(schema::check(schema::research::STATE, &accepted.snapshot.state), []);
            assert_eq!(accepted.snapshot.version, self.now.version + 1);
            self.turns.extend(accepted.turns);
            self.now = accepted.snapshot;
            ran.push(step.id);
        }
        ran
    }

    fn state(&self) -> &Value {
        &self.now.state
    }
}

const ALL: [&str; 7] = [
    steps::CLASSIFY,
    steps::CONTEXT,
    steps::RETRIEVE,
    steps::SECTIONS,
    steps::PATTERNS,
    steps::ANSWER,
    steps::VALIDATE,
];

#[test]
fn what_finds_nothing_is_never_valid_whatever_the_check_says() {
    // The check of this bench calls everything valid.
    let mut session = Session::open("Рецепт борща");
    assert_eq!(session.run(), ALL);
    let state = session.state();
    assert_eq!(state["answer"]["citations"], json!([]), "{}", state["answer"]["text"]);
    assert_eq!(state["answer"]["is_valid"], false);
    assert_eq!(state["steps"][steps::VALIDATE]["is_valid"], false);
    assert_eq!(state["meta"]["status"], "blocked");
}

#[test]
fn a_calculation_reaches_the_check_as_a_question_and_never_as_a_result() {
    let mut session = Session::open("Посчитай неустойку 0,1 % в день на 50 000 рублей за 30 дней");
    session.run();
    let state = session.state();
    assert!(state["answer"]["text"].as_str().is_some_and(|text| text.contains("1\u{a0}500,00")), "{}", state["answer"]);
    let given = input::of(steps::VALIDATE, state);
    let last = given["sources"].as_array().and_then(|list| list.last()).cloned().unwrap_or_default();
    assert_eq!((&last["kind"], &last["text"]), (&json!("calculation"), &Value::Null), "{last}");
}

#[test]
fn a_question_runs_seven_steps_and_quotes_are_slices() {
    let mut session = Session::open("Вправе ли ворона летать над полем ночью?");
    assert_eq!(session.run(), ALL);
    let state = session.state();
    assert_eq!((&state["meta"]["status"], &state["answer"]["is_valid"]), (&json!("ready"), &json!(true)));
    let text = state["answer"]["text"].as_str().expect("an answer");
    assert!(text.contains("«Ворона вправе летать над полем» [1]") || text.contains("не вправе летать ночью"), "{text}");
    let citations = state["answer"]["citations"].as_array().expect("citations");
    assert!(!citations.is_empty());
    for citation in citations {
        let source = found()["laws"].as_array().cloned().unwrap_or_default();
        let source = source.iter().find(|law| law["id"] == citation["source_id"]).cloned().expect("a given source");
        assert!(source["text"].as_str().expect("text").contains(citation["quote"].as_str().expect("a quote")));
    }
    assert!(state["verdicts"].as_array().expect("verdicts").iter().all(|v| v["verdict"] == "VERIFIED"));
    assert_eq!(session.turns.len(), 2, "the answer joins the dialogue");
    let again = Session::open("Вправе ли ворона летать над полем ночью?");
    let mut again = again;
    again.run();
    assert_eq!(again.now, session.now, "the same question gives the same bytes");
}

#[test]
fn an_invalid_answer_is_rewritten_once_and_then_struck_through() {
    let mut session = Session::open("Вправе ли ворона летать?");
    session.run();
    let line = session.state()["answer"]["text"].as_str().expect("text").lines().nth(1).expect("a line").to_owned();
    let sentence = line.trim_start_matches("- ").to_owned();
    let bad = json!({"is_valid": false, "confidence": 0, "issues": [
        {"type": "QUOTE_ALTERED", "message": "не так", "citation": {"number": 1, "sentence": sentence}},
    ]});
    let mut session = Session::open("Вправе ли ворона летать?");
    session.checks = vec![bad.clone(), bad];
    let ran = session.run();
    assert_eq!(ran[5..], [steps::ANSWER, steps::VALIDATE, steps::ANSWER, steps::VALIDATE], "one rewrite, no more");
    let state = session.state();
    assert_eq!((&state["meta"]["status"], &state["rewrite"]["count"]), (&json!("blocked"), &json!(1)));
    let text = state["answer"]["text"].as_str().expect("text");
    assert!(!text.contains(&format!("- {sentence}")), "the failing sentence is out or struck: {text}");
    assert_eq!(state["answer"]["is_valid"], false);
}

#[test]
fn a_failing_sentence_of_a_person_is_struck_not_rewritten() {
    let mut session = Session::open("Вправе ли ворона летать?");
    session.run();
    let text = "### Ответ\n- Закон ст. 1: «Ворона обязана летать» [1].";
    let output = json!({"answer_text": text, "citations": []});
    session.checks = vec![json!({"is_valid": false, "confidence": 0, "issues": [
        {"type": "QUOTE_ALTERED", "message": "иначе", "sentence": "- Закон ст. 1: «Ворона обязана летать» [1]."},
    ]})];
    session.absorb(&Event::Rework { step: steps::ANSWER.into(), input: None, output: Some(output) });
    assert_eq!(session.run(), [steps::VALIDATE]);
    let state = session.state();
    assert_eq!(state["answer"]["text"], "### Ответ\n- ~~Закон ст. 1: «Ворона обязана летать» [1].~~");
    assert_eq!((&state["edited"], &state["rewrite"]["count"]), (&json!([steps::ANSWER]), &json!(0)));
    assert_eq!(state["verdicts"][0]["verdict"], "QUOTE_ALTERED");
}

#[test]
fn a_step_can_be_done_anew_with_another_input_and_what_follows_runs_again() {
    let mut session = Session::open("Вправе ли ворона летать?");
    session.run();
    let input = json!({"intent": {}, "query": "лиса"});
    session.absorb(&Event::Rework { step: steps::CONTEXT.into(), input: Some(input), output: None });
    assert_eq!(session.run(), ALL[1..]);
    assert_eq!(session.state()["steps"][steps::CONTEXT]["search_hints"][0], "лиса");
    let refuse =
        |event: &Event| RESEARCH.absorb(&session.now, event, &moment(), &Knowledge::default()).expect_err("refused");
    let bad =
        refuse(&Event::Rework { step: steps::ANSWER.into(), input: None, output: Some(json!({"citations": []})) });
    assert_eq!(bad.details["pointer"], "/output");
    let bad = refuse(&Event::Rework {
        step: steps::CLASSIFY.into(),
        input: None,
        output: Some(json!({"service": "x", "task": "compare", "inputs": {}, "depth": "quick"})),
    });
    assert_eq!(bad.details["pointer"], "/output/service");
    refuse(&Event::Rework { step: "guess".into(), input: None, output: None });
}

#[test]
fn a_second_question_keeps_the_first() {
    let mut session = Session::open("Вправе ли ворона летать?");
    session.run();
    let first = session.state()["answer"].clone();
    session.absorb(&Event::Message { text: "А лиса?".into(), answers_to: None, choice: None });
    assert_eq!(session.run(), ALL);
    let state = session.state();
    assert_eq!((&state["number"], &state["history"][0]["answer"]), (&json!(2), &first));
    assert_eq!(state["steps"][steps::CLASSIFY]["inputs"]["question"], "Вправе ли ворона летать? А лиса?");
    assert_eq!(state["history"].as_array().map(Vec::len), Some(1));
}

#[test]
fn every_task_over_documents_gives_a_valid_answer() {
    let contract = "ДОГОВОР ПОСТАВКИ\n1. Предмет договора: поставщик обязуется передать товар.\n2. Цена товара составляет 100 рублей.\n\
        3. Срок действия договора один год.\n4. За просрочку покупатель платит неустойку 5 % в день.\n5. Поставщик вправе изменить цену в одностороннем порядке.";
    for (query, task) in [
        ("Кратко изложи содержание договора", "summarize"),
        ("Сравни два договора", "compare"),
        ("Выпиши ключевые условия договора", "extract_key_clauses"),
        ("Какие риски в договоре?", "risk_detection"),
        ("Проверь договор на соответствие закону", "compliance_check"),
        ("Проверь все договоры и сделай сводную таблицу", "bulk_review"),
        ("Сохрани документ", "store_document"),
        ("Найди в документах пункт о неустойке", "semantic_search"),
        ("Создай процесс проверки цитат", "build_workflow"),
        ("Запусти процесс проверки цитат", "run_workflow"),
        ("Найди судебную практику", "find_sources"),
        ("Вправе ли ворона летать?", "answer_question"),
    ] {
        let mut session = Session::open(query);
        for (id, text) in [("doc-1", contract.to_owned()), ("doc-2", contract.replace("100", "200"))] {
            session.absorb(&Event::Attach { id: id.into(), title: id.into(), text: text.clone(), sha256: text });
        }
        assert_eq!(session.run(), ALL, "{task}");
        let state = session.state();
        assert_eq!(state["steps"][steps::CLASSIFY]["task"], task);
        let text = state["answer"]["text"].as_str().expect("an answer");
        assert!(!text.trim().is_empty(), "{task}");
        if task == "bulk_review" {
            assert_eq!(state["answer"]["table"]["rows"].as_array().map(Vec::len), Some(2));
            assert!(state["answer"]["table"]["rows"][1]["cells"]["price"].as_str().expect("a cell").contains("200"));
        }
        if task == "risk_detection" {
            assert!(text.contains("одностороннем порядке"), "{text}");
        }
        if task == "compare" {
            assert!(text.contains("100 рублей") && text.contains("200 рублей"), "{text}");
        }
        if task == "build_workflow" {
            assert!(state["answer"]["workflow"]["steps"].as_array().is_some_and(|steps| !steps.is_empty()));
        }
    }
}

#[test]
fn an_empty_corpus_says_how_to_import() {
    let whole = state::fresh(&SessionId::from("s"), "Вопрос?", &moment().now);
    let mut whole = whole;
    whole["steps"][steps::RETRIEVE] = crate::workspaces::research::retrieve::nothing_held();
    let input = input::of(steps::ANSWER, &whole);
    let output = RESEARCH.perform(steps::ANSWER, &input, &Knowledge::default());
    assert!(output["answer_text"].as_str().expect("words").contains("legalagi corpus import"));
}
