//! Hostile answers: nothing that is not in the sources passes as a fact.

use crate::engine::turn;
use crate::workspaces::research::{guards, steps};
use serde_json::{Value, json};

fn sources() -> Value {
    json!({
        "query": "вопрос",
        "laws": [{"id": "norm://a/art/1", "source": "corpus", "title": "О воронах", "url": "norm://a/art/1", "address": "Закон ст. 1", "text": "Ворона вправе летать, кроме ночи."}],
        "cases": [],
    })
}

#[test]
fn invented_sources_and_altered_quotes_do_not_pass() {
    let output = json!({
        "answer_text": "Можно: «Ворона вправе летать» [1]. И ещё [7]. Нельзя [1].",
        "citations": [
            {"source_id": "norm://a/art/1", "quote": "Ворона вправе летать", "url": "https://evil.example"},
            {"source_id": "norm://a/art/1", "quote": "Ворона обязана летать"},
            {"source_id": "norm://b/art/9", "quote": "Ворона вправе летать"},
        ],
    });
    let (kept, decisions) = guards::check(steps::ANSWER, &sources(), output).expect("something stays");
    assert_eq!(kept["answer_text"], "Можно: «Ворона вправе летать» [1]. И ещё. Нельзя [1].");
    let citations = kept["citations"].as_array().expect("citations");
    assert_eq!(citations.len(), 2);
    assert_eq!(citations[0]["url"], "norm://a/art/1", "the store knows where a source is");
    assert_eq!(citations[1].get("quote"), None);
    let rules: Vec<&str> = decisions.iter().map(|decision| decision.rule.as_str()).collect();
    assert_eq!(rules, ["G43_unknown_mark", "G43_altered_quote", "G43_unknown_source"]);
    let (again, none) = guards::check(steps::ANSWER, &sources(), kept.clone()).expect("the same");
    assert_eq!((again, none.len()), (kept, 0), "the second time nothing is left to do");
    let empty = json!({"answer_text": "  ", "citations": []});
    assert!(guards::check(steps::ANSWER, &sources(), empty).is_err());
}

#[test]
fn items_without_a_passage_go() {
    let input = json!({"documents": [{"id": "d", "text": "Суд согласился с доводом."}]});
    let output = json!({
        "success_arguments": ["Довод принят. [d:0-25]", "Довод принят 5 раз. [d:0-25]", "Без метки", "Чужой. [x:0-3]", "Мимо. [d:0-999]"],
        "risk_factors": [],
    });
    let (kept, decisions) = guards::check(steps::PATTERNS, &input, output).expect("checked");
    assert_eq!(kept["success_arguments"], json!(["Довод принят. [d:0-25]"]));
    assert_eq!(decisions.len(), 1);
}

#[test]
fn contexts_keep_what_rules_found_and_take_only_readable_addresses() {
    let intent = json!({"service": "legal_research", "task": "answer_question", "inputs": {"jurisdiction": "RU", "language": "ru"}, "depth": "standard"});
    let input = json!({"intent": intent, "query": "неустойка по ст. 333 ГК РФ"});
    let many: Vec<String> = (0..30).map(|n| format!("слово{n}")).collect();
    let output =
        json!({"search_hints": many, "law_filters": ["ГК РФ ст. 330", "Закон, которого нет"], "procedure_code": "cac"});
    let (kept, _) = guards::check(steps::CONTEXT, &input, output).expect("checked");
    assert_eq!(kept["law_filters"], json!(["ГК РФ ст. 333", "ГК РФ ст. 330"]));
    assert_eq!(kept.get("procedure_code"), None);
    let hints = kept["search_hints"].as_array().expect("hints");
    assert!(
        hints[0] == "неустойка по ст. 333 ГК РФ"
            && hints.iter().filter(|h| many.contains(&h.as_str().unwrap_or_default().to_owned())).count() == 8
    );
    assert_eq!(guards::check(steps::CONTEXT, &input, kept.clone()).expect("again").0, kept);
}

#[test]
fn unknown_enums_are_refused_by_the_schema() {
    let step = steps::by_id(steps::CLASSIFY).expect("a step");
    let bad = r#"{"service":"legal_research","task":"overthrow","inputs":{},"depth":"standard"}"#;
    let why = turn::read_whole(step, bad).expect_err("refused");
    assert_eq!(why.problems[0].pointer.as_deref(), Some("/task"));
    let nulls = r#"{"service":"legal_research","task":"find_sources","inputs":{"documents":null},"depth":"quick","confidence":null}"#;
    assert!(turn::read_whole(step, nulls).is_ok());
    let input = json!({"query": "в", "context": {"documents": ["d1"]}});
    let output = json!({"service": "document_analysis", "task": "compare", "inputs": {"documents": ["d1", "d2"]}, "depth": "quick"});
    let (kept, decisions) = guards::check(steps::CLASSIFY, &input, output).expect("checked");
    assert_eq!((&kept["inputs"], decisions.len()), (&json!({"documents": ["d1"], "question": "в"}), 1));
}
