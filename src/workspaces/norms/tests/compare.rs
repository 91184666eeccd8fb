//! Two runs side by side: tables of what is paired with what, and what is told to differ.

use crate::model::compare::RunKind;
use crate::model::ids::{SessionId, StepRunId, TurnId};
use crate::model::run_compare::{Began, Fate, PlaceChange, RunComparison, RunRow, RunSide};
use crate::model::session::VersionRow;
use crate::model::trace::{StepOutcome, TraceEntry, Usage};
use crate::model::turn::{Role, Turn};
use crate::workspaces::norms::compare::{Run, compare};
use crate::workspaces::norms::machine::{Seen, Status};
use crate::workspaces::norms::runs::{measure, run_at, runs};
use crate::workspaces::norms::state::{Norms, PlanStep, fresh};
use serde_json::{Value, json};

const NOW: &str = "2026-11-22T05:00:00.000Z";

fn state(answer: Value) -> Norms {
    let mut norms = fresh(&SessionId::from("AAAAAAAAAAAAAAAAAAAAAA"), "Какая нагрузка на пол?", NOW);
    norms.status = Status::Completed;
    norms.final_answer = Some(answer);
    norms
}

fn number(value: &str, unit: &str, condition: &str) -> Value {
    json!({"value": value, "unit": unit, "condition": condition, "citation": 1})
}

fn cite(node: &str, address: &str, quote: &str, edition: &str) -> Value {
    json!({
        "number": 1, "node_id": node, "address": address, "quote": quote, "document": "ПС 1", "edition": edition,
        "verdict": "VERIFIED",
    })
}

fn answer(numbers: Value, citations: Value) -> Value {
    json!({
        "text": "**20 мм** [1].", "found": true, "by": "agent", "partial": false, "is_valid": true,
        "numbers": numbers, "citations": citations, "calculation": null, "missing": [],
    })
}

fn of(first: &Norms, second: &Norms) -> RunComparison {
    let run = |norms| Run { norms, side: RunSide::default() };
    compare(run(first), run(second))
}

fn between(first: Value, second: Value) -> RunComparison {
    of(&state(first), &state(second))
}

#[test]
fn a_run_equals_itself() {
    let same =
        answer(json!([number("20", "мм", "а")]), json!([cite("norm://d@1/p/1", "ПС 1 п. 1", "не менее 20 мм", "1")]));
    let found = between(same.clone(), same);
    assert_eq!(found.differs, Vec::<String>::new(), "{found:#?}");
    assert!(found.numbers.iter().all(|row| row.fate == Fate::Same) && found.citations[0].change.is_none());
}

#[test]
fn numbers_are_paired_by_condition() {
    use Fate::{Changed, Gained, Lost, Same};
    let n = |value: &str, unit: &str, condition: &str| number(value, unit, condition);
    let table: Vec<(&str, Vec<Value>, Vec<Value>, Vec<Fate>)> = vec![
        ("the same", vec![n("20", "мм", "а")], vec![n("20", "мм", "а")], vec![Same]),
        ("comma and point", vec![n("1,5", "м", "а")], vec![n("1.5", "м", "а")], vec![Same]),
        ("another unit of the same length", vec![n("2", "см", "а")], vec![n("20", "мм", "а")], vec![Same]),
        ("another length", vec![n("2", "м", "а")], vec![n("2", "мм", "а")], vec![Changed]),
        ("an unknown unit", vec![n("2", "ведра", "а")], vec![n("2", "бочки", "а")], vec![Changed]),
        ("another value", vec![n("20", "мм", "а")], vec![n("25", "мм", "а")], vec![Changed]),
        ("one each, other conditions", vec![n("20", "мм", "а")], vec![n("25", "мм", "б")], vec![Changed]),
        (
            "one of two is left",
            vec![n("20", "мм", "а"), n("25", "мм", "б")],
            vec![n("25", "мм", "б")],
            vec![Lost, Same],
        ),
        ("one more", vec![n("20", "мм", "а")], vec![n("20", "мм", "а"), n("25", "мм", "б")], vec![Same, Gained]),
        (
            "in another order",
            vec![n("20", "мм", "а"), n("25", "мм", "б")],
            vec![n("25", "мм", "б"), n("20", "мм", "а")],
            vec![Same, Same],
        ),
        ("none", vec![], vec![], vec![]),
        ("all gone", vec![n("20", "мм", "а")], vec![], vec![Lost]),
    ];
    for (name, first, second, expected) in table {
        let found = between(answer(json!(first), json!([])), answer(json!(second), json!([])));
        let fates: Vec<Fate> = found.numbers.iter().map(|row| row.fate).collect();
        assert_eq!(fates, expected, "{name}");
        let told = found.differs.contains(&"numbers".to_owned());
        assert_eq!(told, expected.iter().any(|fate| *fate != Same), "{name}");
    }
}

#[test]
fn places_are_paired_by_node_then_path_then_words() {
    use Fate::{Changed, Gained, Lost, Same};
    let words = "не менее 20 мм";
    let base = || cite("norm://d@1/p/1", "ПС 1 п. 1", words, "1");
    let table = [
        ("the same", base(), vec![(Same, None)]),
        (
            "other words there",
            cite("norm://d@1/p/1", "ПС 1 п. 1", "не менее 25 мм", "1"),
            vec![(Changed, Some(PlaceChange::Quote))],
        ),
        (
            "another edition",
            cite("norm://d@2/p/1", "ПС 1 п. 1", "не менее 25 мм", "2"),
            vec![(Changed, Some(PlaceChange::Edition))],
        ),
        (
            "another number",
            cite("norm://d@2/p/7", "ПС 1 п. 7", words, "2"),
            vec![(Changed, Some(PlaceChange::Address))],
        ),
        ("another document", cite("norm://e@1/p/1", "ПС 2 п. 1", words, "1"), vec![(Lost, None), (Gained, None)]),
    ];
    for (name, second, expected) in table {
        let found = between(answer(json!([]), json!([base()])), answer(json!([]), json!([second])));
        let rows: Vec<_> = found.citations.iter().map(|row| (row.fate, row.change)).collect();
        assert_eq!(rows, expected, "{name}");
    }
    // A cell says a bare number: the same number elsewhere is another place.
    let cell = |node: &str| json!([cite(node, "ПС 1 табл. 1", "3", "1")]);
    let found = between(
        answer(json!([]), cell("norm://d@1/table/1/row/1/col/1")),
        answer(json!([]), cell("norm://d@1/table/2/row/1/col/1")),
    );
    assert_eq!(found.citations.len(), 2);
}

#[test]
fn words_are_compared_without_marks() {
    let say = |text: &str| {
        let mut whole = answer(json!([]), json!([]));
        whole["text"] = json!(text);
        whole
    };
    let found = between(say("**20 мм** — на воздухе [1]."), say("**25 мм** — на воздухе [2, 3]."));
    let of = |kind: RunKind| {
        found.words.iter().filter(|run| run.kind == kind).map(|run| run.text.as_str()).collect::<String>()
    };
    assert_eq!((of(RunKind::Deleted).as_str(), of(RunKind::Inserted).as_str()), ("20", "25"), "{:?}", found.words);
    let marks = between(say("**20 мм** [1]."), say("20 мм [2]."));
    assert!(!marks.differs.contains(&"words".to_owned()), "{:?}", marks.words);
    let struck = between(say("20 мм и ~~30 мм~~ [x] ["), say("20 мм"));
    let shown: String = struck.words.iter().map(|run| run.text.as_str()).collect();
    assert!(shown.contains("(зачёркнуто: 30 мм)") && shown.contains("[x] ["), "{shown}");
}

#[test]
fn everything_else_is_told_too() {
    let first = state(answer(json!([]), json!([])));
    let named = |change: &dyn Fn(&mut Norms)| {
        let mut second = first.clone();
        change(&mut second);
        of(&first, &second).differs
    };
    let step = |word: &str| PlanStep {
        step_number: 1,
        action: "Искать".into(),
        tool: "search".into(),
        input: json!({"keywords": [word]}),
        status: "done".into(),
    };
    let judge = |verdict: &str| json!({"kind": "JUDGE", "verdict": verdict, "code": "OK", "reason": "x"});
    let set = |key: &'static str, value: Value| {
        move |norms: &mut Norms| {
            if let Some(answer) = norms.final_answer.as_mut() {
                answer[key] = value.clone();
            }
        }
    };
    assert_eq!(named(&|norms| norms.user_query = "Другой вопрос?".into()), ["question"]);
    assert_eq!(named(&|norms| norms.as_of = "2021-03-01".into()), ["day"]);
    assert_eq!(named(&|norms| norms.plan.steps.push(step("пол"))), ["plan"]);
    let seen = Seen { fingerprint: "x".into(), evidence: 0 };
    assert_eq!(named(&|norms| norms.seen_plans.push(seen.clone())), ["plan"], "the way was another one");
    assert_eq!(named(&|norms| norms.execution_history.push(judge("FINALIZE"))), ["judge"]);
    assert_eq!(named(&|norms| norms.status = Status::HumanReview), ["judge"]);
    assert_eq!(named(&set("found", json!(false))), ["found"]);
    assert_eq!(named(&set("missing", json!(["ПС 9"]))), ["missing"]);
    assert_eq!(named(&set("by", json!("person"))), ["performer"]);
    assert_eq!(named(&|norms| norms.final_answer = None), ["found", "words", "performer"]);
    let made = json!({"formula": "a*b", "inputs": [{"name": "a", "value": "2", "unit": "м"}], "result": {"value": 6, "unit": "м2"}});
    assert_eq!(named(&set("calculation", made)), ["calculation"]);
    let (mut one, mut two) = (first.clone(), first.clone());
    one.plan.steps = vec![step("пол"), step("стена")];
    two.plan.steps = vec![step("стена"), step("окно"), step("дверь")];
    let fates: Vec<Fate> = of(&one, &two).plan.iter().map(|row| row.fate).collect();
    assert_eq!(fates, [Fate::Same, Fate::Changed, Fate::Gained]);
}

fn row(version: u32, cause: &str) -> VersionRow {
    VersionRow { version, cause: cause.into(), at: format!("t{version}"), changed: Vec::new() }
}

fn trace(version: u32, step: &str, performer: &str, output: Value) -> TraceEntry {
    TraceEntry {
        outcome: StepOutcome::Accepted,
        usage: Usage { completion_tokens: Some(10), cost_usd: Some(0.5), ..Usage::default() },
        millis: 7,
        output,
        ..TraceEntry::begun(StepRunId(format!("{version}")), step, version, NOW, performer)
    }
}

#[test]
fn a_run_is_what_follows_an_act_of_the_person() {
    let turn = |version: u32, text: &str| Turn {
        id: TurnId(format!("t{version}")),
        role: Role::User,
        text: text.into(),
        at: NOW.into(),
        answers_to: None,
        choice: None,
    };
    let versions =
        [row(0, "message"), row(1, "PLAN"), row(2, "FINALIZE"), row(3, "edit"), row(4, "PLAN"), row(5, "message")];
    let rework = json!({"kind": "rework", "step": "PLAN", "input": null, "output": {"keywords": ["пол", "груз"]}});
    let traces = [
        trace(1, "PLAN", "m/x", Value::Null),
        trace(2, "FINALIZE", "builtin", Value::Null),
        trace(3, "EDIT", "person", rework),
        trace(4, "EXECUTE", "corpus", Value::Null),
    ];
    let mut answered = turn(5, "П2");
    answered.answers_to = Some("n1q1".into());
    let found = runs(&versions, &[turn(0, "Какая нагрузка?"), answered], &traces);
    let shown: Vec<(u32, u32, Began, &str)> =
        found.iter().map(|run| (run.since, run.version, run.began, run.said.as_str())).collect();
    assert_eq!(
        shown,
        [(0, 2, Began::Question, "Какая нагрузка?"), (3, 4, Began::Plan, "пол, груз"), (5, 5, Began::Answer, "П2"),]
    );
    assert_eq!(run_at(&found, 3).map(|run| (run.since, run.version)), Some((3, 3)));
    assert_eq!(run_at(&found, 9), None);
    let mut side = RunSide { run: RunRow { ..found[0].clone() }, ..RunSide::default() };
    measure(&mut side, &traces);
    assert_eq!((side.steps, side.millis, side.tokens, side.cost_usd), (2, 14, Some(20), Some(1.0)));
    assert_eq!(side.performers, ["m/x", "builtin"]);
    let mut side = RunSide { run: found[1].clone(), ..RunSide::default() };
    measure(&mut side, &traces);
    assert_eq!((side.steps, side.performers.len()), (1, 0), "the person's own edit is no step");
}
