//! G05, G06, G09: which questions reach the person.

use super::Dialogue;
use super::hostile::{asks, ops};
use super::lease::{FIRST, answer};
use crate::model::action::NextAction;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::{Next, Workspace};
use serde_json::json;
use std::sync::Arc;

fn waiting() -> Dialogue {
    let mut d = Dialogue::open(FIRST);
    d.hear("Хорошо", None);
    d
}

#[test]
fn g06_vague_questions_are_replaced_by_the_next_concrete_one() {
    for text in [
        "Расскажите подробнее о сделке",
        "Уточните, пожалуйста, детали",
        "Что ещё важно?",
        "Какие ещё есть условия договора?",
        "Опишите вашу ситуацию",
        "      ",
        "?????",
    ] {
        let mut d = waiting();
        d.interpret(&asks(text, &[])).unwrap();
        assert_eq!(d.rules.last().map(String::as_str), Some("G06_vague_question"), "{text}");
        assert_ne!(d.question().as_deref(), Some(text));
        assert!(d.open_question().is_some_and(|record| !record.targets.is_empty()), "{text}");
    }
    let mut d = waiting();
    d.interpret(&asks("Есть ли у машины второй ключ?", &[])).unwrap();
    assert_eq!(d.question().as_deref(), Some("Есть ли у машины второй ключ?"));
}

#[test]
fn g05_the_same_question_is_never_put_twice() {
    let first = Dialogue::open(FIRST).question().unwrap();
    let mut d = waiting();
    for (text, links) in [
        (first.as_str(), vec![]),
        (first.to_uppercase().as_str(), vec![]),
        ("Какая арендная плата в месяц?", vec!["vehicle_lease.rent"]),
        ("Какая арендная плата в месяц?", vec!["issue:vehicle_lease.rent"]),
    ] {
        let mut tried = d.clone();
        tried.interpret(&asks(text, &links)).unwrap();
        assert_ne!(tried.question().as_deref(), Some(text), "{text} {links:?}");
    }
    // Another word order, other endings, ё for е.
    d.interpret(&asks("Есть ли у машины зимние шины и второй ключ?", &[])).unwrap();
    d.hear("Есть", None);
    for again in [
        "Второй ключ и зимние шины у машины есть ли?",
        "Есть ли у машины, зимние шины и второй ключ!",
        "Есть ли зимние шины и второй ключ у вашей машины?",
    ] {
        let mut tried = d.clone();
        tried.interpret(&asks(again, &[])).unwrap();
        assert_eq!(tried.rules.last().map(String::as_str), Some("G05_repeated_question"), "{again}");
        assert_ne!(tried.question().as_deref(), Some(again));
    }
    d.interpret(&asks("Какой цвет у кузова?", &[])).unwrap();
    assert_eq!(d.question().as_deref(), Some("Какой цвет у кузова?"));
}

#[test]
fn g05_a_required_question_comes_back_in_other_words_only() {
    let mut d = Dialogue::open(FIRST);
    let mut seen: Vec<(Vec<String>, String)> = Vec::new();
    for _ in 0..60 {
        let Some(record) = d.open_question().cloned() else { break };
        let text = record.question.question_text.clone();
        assert!(seen.iter().all(|(_, before)| *before != text), "repeated: {text}");
        let times = seen.iter().filter(|(keys, _)| *keys == record.keys).count();
        // «гм» is no answer: the question comes back in its other words, and once more with a reminder.
        assert!(times < 3, "asked a fourth time: {text}");
        seen.push((record.keys, text));
        d.say("гм", None);
    }
    assert!(d.question().is_none(), "an end comes even when nothing is answered");
    assert!(!d.ready());
    assert!(matches!(d.now.aside.next_action, Some(NextAction::HaltError { .. })));
}

#[test]
fn a_performer_that_always_asks_is_asked_to_stop_by_the_limits() {
    let mut d = waiting();
    let with = |d: &Dialogue, questions: u32, loops: u32| {
        let mut aside = (*d.now.aside).clone();
        aside.run.questions = questions;
        aside.run.loops = loops;
        Snapshot { aside: Arc::new(aside), ..d.now.clone() }
    };
    // G09: three questions were put inside this run.
    let calm = d.clone();
    d.now = with(&d, 3, 0);
    d.interpret(&asks("Есть ли у машины второй ключ?", &[])).unwrap();
    assert_eq!(d.rules.last().map(String::as_str), Some("G09_limit"));
    assert!(d.question().is_none());
    let mut d = calm.clone();
    d.now = with(&d, 2, 0);
    d.interpret(&asks("Есть ли у машины второй ключ?", &[])).unwrap();
    assert!(d.question().is_some());
    // max_loops: six steps were performed inside this run.
    let mut d = calm;
    d.now = with(&d, 0, 5);
    assert!(matches!(CONTRACT.next(&d.now), Next::Run(_)));
    d.now = with(&d, 0, 6);
    assert!(matches!(CONTRACT.next(&d.now), Next::Wait));
}

#[test]
fn counters_begin_anew_with_every_event() {
    let mut d = Dialogue::open(FIRST);
    for _ in 0..8 {
        let Some(question) = d.question() else { break };
        assert_eq!(d.now.aside.run.questions, 1);
        assert!(d.now.aside.run.loops <= 2);
        d.say(answer(&question), None);
    }
}

#[test]
fn the_history_keeps_its_tail_and_the_log_keeps_all() {
    let mut d = Dialogue::open(FIRST);
    let mut state = (*d.now.state).clone();
    state["control"]["limits"]["max_history_turns"] = json!(3);
    d.now.state = Arc::new(state);
    for i in 0..30 {
        d.say(&format!("Замечание номер {i}"), None);
        let history = d.now.state["dialogue"]["history"].as_array().unwrap();
        assert!(history.len() <= 3);
        assert!(history.iter().any(|turn| turn["text"] == format!("Замечание номер {i}")));
    }
    assert!(d.turns.len() > 30);
}

#[test]
fn an_endless_question_is_no_question() {
    let mut d = waiting();
    let text = format!("Какой у машины {}?", "очень важный ".repeat(20_000));
    d.interpret(&asks(&text, &[])).unwrap();
    assert!(d.question().is_none_or(|question| question.len() < 5_000));
    let mut d = waiting();
    let mut halts = ops(&json!([]));
    halts["next_action"] =
        json!({"kind": "halt_error", "error": {"category": "other", "message": "нет ".repeat(100_000)}});
    d.interpret(&halts).unwrap();
    assert!(d.turns.iter().all(|turn| turn.text.len() < 10_000));
}

#[test]
fn every_question_of_every_pack_can_be_asked() {
    use crate::workspaces::contract::intake::questions::choices_of;
    let mut wrong = Vec::new();
    for pack in &super::KNOWLEDGE.packs {
        for question in &pack.questions {
            let (format, choices) = choices_of(pack, question);
            let ids: Vec<&str> = choices.iter().flatten().map(|choice| choice.id.as_str()).collect();
            let unique: std::collections::BTreeSet<&&str> = ids.iter().collect();
            let few = choices.as_ref().is_some_and(|list| list.len() < 2);
            let none = format == crate::model::action::AnswerFormat::Choices && choices.is_none();
            let vague = crate::engine::text::intent::vague_question;
            if few || none || unique.len() != ids.len() || vague(&question.text) || vague(&question.again) {
                wrong.push(format!("{} {}: {format:?} {ids:?}", pack.id, question.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn choices_of_a_question_are_told_apart() {
    let mut d = waiting();
    let mut answer = asks("Есть ли у машины второй ключ?", &[]);
    let choice = |id: &str, label: &str| json!({"id": id, "label": label, "value": true});
    answer["next_action"]["ask_user"]["answer_format"] = json!("choices");
    answer["next_action"]["ask_user"]["choices"] = json!([choice("a", "да"), choice("a", "нет")]);
    d.interpret(&answer).unwrap();
    let ids: Vec<String> = match &d.now.aside.next_action {
        Some(NextAction::AskUser { ask_user }) => {
            ask_user.choices.iter().flatten().map(|choice| choice.id.clone()).collect()
        }
        _ => Vec::new(),
    };
    let unique: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
}

#[test]
fn a_yes_under_other_words_confirms_nothing() {
    let mut d = waiting();
    d.interpret(&ops(&json!([{"op": "add", "path": "/domain/object/color", "value": "красный"}]))).unwrap();
    d.hear("Хорошо", None);
    d.interpret(&asks("Вам удобно продолжить сегодня?", &["assumed:/object/color"])).unwrap();
    let question = d.question().unwrap();
    assert!(question.contains("красный"), "{question}");
    // The choices of a pack's question keep their own names.
    let mut d = waiting();
    let mut answer = asks("Прислать вам памятку?", &["vehicle_lease.insurance"]);
    answer["next_action"]["ask_user"]["answer_format"] = json!("choices");
    answer["next_action"]["ask_user"]["choices"] =
        json!([{"id": "lessee", "label": "Да, пришлите", "value": "a"}, {"id": "no", "label": "Нет", "value": "no"}]);
    d.interpret(&answer).unwrap();
    let shown = serde_json::to_string(&d.now.aside.next_action).unwrap();
    assert!(!shown.contains("пришлите"), "{shown}");
}

#[test]
fn a_draft_for_the_notary_is_taken_by_a_yes_to_that_question_only() {
    let deal = "Продаю долю 30 % в ООО «Вектор» за 2 000 000 рублей";
    let asked = |answer: &str, times: usize| {
        let mut d = Dialogue::open(deal);
        for _ in 0..60 {
            let Some(record) = d.open_question().cloned() else { break };
            if record.keys == ["L15"] {
                assert!(record.question.question_text.contains("нотариус"));
                d.say(answer, None);
                assert_eq!(d.status("L15") == Some(crate::model::issue::IssueStatus::Dismissed), times == 0);
                return d;
            }
            d.say("Продавец Иванов Иван Иванович, покупатель Петров Пётр Петрович, как обычно", None);
        }
        panic!("nobody asks about the notary: {:#}", d.now.state["gate"]);
    };
    asked("да", 0);
    asked("нет", 1);
    asked("не знаю", 1);
    // A performer's dismissal takes nothing, nor does a «нет» that it takes for one.
    for words in ["Спасибо", "нет", "не скажу"] {
        let mut d = Dialogue::open(deal);
        d.hear(words, None);
        d.interpret(&super::hostile::issues(&json!([{"op": "dismiss", "issue": {"key": "L15"}}]))).unwrap();
        assert_eq!(d.status("L15"), Some(crate::model::issue::IssueStatus::Open), "{words}");
    }
}
