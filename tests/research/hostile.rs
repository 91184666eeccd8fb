//! A model that invents sources, alters quotes and obeys nobody: nothing of it passes as a fact.

use crate::corpus;
use crate::tools::call;
use legalagi::model::session::Performer;
use legalagi::model::tool::{Budget, CallMeta, ToolCode};
use legalagi::model::trace::Usage;
use legalagi::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use legalagi::runner::start_session;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// Answers every step with the same kind of malice.
struct Hostile {
    answer: Value,
    asked: Mutex<Vec<&'static str>>,
}

impl Hostile {
    fn saying(answer: Value) -> Arc<Self> {
        Arc::new(Self { answer, asked: Mutex::default() })
    }

    fn asked(&self, step: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| **asked == step).count()
    }
}

impl Llm for Hostile {
    fn complete<'a>(&'a self, request: &'a LlmRequest, _: OnRetry<'a>) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            self.asked.lock().unwrap().push(request.step);
            let answer = match request.step {
                "classify_intent" => {
                    json!({"service": "legal_research", "task": "answer_question", "inputs": {"documents": ["made-up"]}, "depth": "standard"})
                }
                "build_query_context" => json!({"search_hints": ["неустойка"], "law_filters": ["ГК Луны ст. 1"]}),
                "analyze_legal_patterns" => {
                    json!({"success_arguments": ["Суд всегда прав. [x:0-5]"], "risk_factors": []})
                }
                _ => self.answer.clone(),
            };
            let usage = Usage { prompt_tokens: Some(100), completion_tokens: Some(50), ..Usage::default() };
            Ok(LlmReply { text: answer.to_string(), usage, performer: "hostile".into(), unseen: None })
        })
    }

    fn performer(&self) -> Performer {
        Performer { name: "hostile".into(), is_model: true }
    }
}

const QUESTION: &str = "Может ли суд снизить слишком большую неустойку?";

async fn asked(llm: &Arc<Hostile>) -> Value {
    let bench = corpus::with(llm.clone()).await;
    let started =
        start_session::start_session(&bench.app, legalagi::workspaces::research::ID, QUESTION, None).await.unwrap();
    (*started.result.unwrap().snapshot.state).clone()
}

#[tokio::test]
async fn invented_sources_and_altered_quotes_never_pass() {
    for text in [
        "Суд обязан: «Суд всегда снижает неустойку до нуля» [1].",
        "По ст. 999 ГК РФ «Суд может снизить слишком большую неустойку по просьбе должника».",
        "Суд снижает неустойку ровно на 77 % [1].",
        "Предприниматель доказывает: «неустойка выше потерь кредитора в 9 раз» [1].",
        "Суд может всё.",
    ] {
        let llm = Hostile::saying(json!({
            "answer_text": format!("### Коротко\n- {text}"),
            "citations": [{"source_id": "norm://moon/art/1", "quote": "луна"}, {"source_id": "x", "quote": "y"}],
        }));
        let state = asked(&llm).await;
        assert_eq!(state["answer"]["is_valid"], false, "{text}\n{:#}", state["verdicts"]);
        assert_eq!(state["meta"]["status"], "blocked");
        assert_eq!(state["answer"]["citations"], json!([]), "no invented source stays");
        assert!(llm.asked("synthesize_answer") <= 2, "one rewrite and no more");
        assert!(!state["warnings"].as_array().unwrap().is_empty());
        let filters = state["steps"]["build_query_context"]["law_filters"].to_string();
        assert!(!filters.contains("999") && !filters.contains("moon"), "no invented address stays: {filters}");
        assert!(!state["steps"]["retrieve_legal_sources"].to_string().contains("moon"));
    }
}

#[tokio::test]
async fn a_true_quote_of_a_model_stands() {
    let llm = Hostile::saying(json!({
        "answer_text": "### Коротко\n- Да: «Суд может снизить слишком большую неустойку по просьбе должника» [1].",
        "citations": [],
    }));
    let state = asked(&llm).await;
    assert_eq!(state["answer"]["is_valid"], true, "{:#}", state["verdicts"]);
}

#[tokio::test]
async fn broken_answers_are_refused_after_two_repairs() {
    let llm = Hostile::saying(json!({"answer": "я не по схеме"}));
    let bench = corpus::with(llm.clone()).await;
    let started =
        start_session::start_session(&bench.app, legalagi::workspaces::research::ID, QUESTION, None).await.unwrap();
    assert!(started.result.is_err());
    assert_eq!(llm.asked("synthesize_answer"), 3);
    let state = bench.app.store.latest(&started.session).await.unwrap().state;
    assert!(
        state["steps"].get("retrieve_legal_sources").is_some() && state["answer"].is_null(),
        "what was accepted stays"
    );
    let input = json!({"query": QUESTION, "laws": [{"id": "a", "title": "t", "text": "Слова закона."}], "cases": []});
    let reply = call(&bench.app, "synthesize_answer", input, &CallMeta::default()).await;
    assert_eq!(reply.result.unwrap_err().code, ToolCode::LlmInvalidOutput);
}

#[tokio::test]
async fn a_spent_budget_goes_on_with_rules_and_says_so() {
    let llm = Hostile::saying(json!({"answer_text": "Суд может всё.", "citations": []}));
    let bench = corpus::with(llm.clone()).await;
    let input = json!({"query": QUESTION});
    let budget =
        |most| CallMeta { budget: Some(Budget { max_tokens: Some(most), ..Budget::default() }), ..CallMeta::default() };
    let reply = call(&bench.app, "get_legal_advice", input.clone(), &budget(100)).await;
    let output = reply.result.unwrap();
    assert_eq!(llm.asked("synthesize_answer"), 0, "the first step spent it");
    assert!(output["warnings"].to_string().contains("Бюджет"), "{output:#}");
    assert_eq!(output["validation"]["is_valid"], true);
    assert!(reply.meta.spent.tokens >= 100);
    let asked = llm.asked.lock().unwrap().len();
    let reply = call(&bench.app, "get_legal_advice", input, &budget(0)).await;
    assert_eq!((reply.meta.spent.tokens, reply.meta.performer.as_str()), (0, "builtin"));
    assert_eq!(llm.asked.lock().unwrap().len(), asked, "zero means no model");
}

#[tokio::test]
async fn what_a_budget_cut_short_answers_no_caller_without_it() {
    let llm = Hostile::saying(json!({"answer_text": "Суд может всё.", "citations": []}));
    let bench = corpus::with(llm.clone()).await;
    let budget = Budget { max_tokens: Some(100), ..Budget::default() };
    let tight = CallMeta { budget: Some(budget), ..CallMeta::default() };
    let free = CallMeta::default();
    for (tool, input) in [
        ("get_legal_advice", json!({"query": QUESTION})),
        (
            "build_query_context",
            json!({"query": QUESTION, "intent": {"service": "legal_research", "task": "answer_question", "inputs": {}, "depth": "standard"}}),
        ),
    ] {
        let cut = call(&bench.app, tool, input.clone(), &tight).await;
        assert!(cut.result.is_ok() && cut.meta.spent.tokens >= 100, "{tool}: {cut:?}");
        let told = |reply: &legalagi::runner::call_tool::ToolReply| {
            let output = reply.result.as_ref().map(|output| output["warnings"].to_string()).unwrap_or_default();
            format!("{:?}{output}", reply.meta.warnings).contains("Бюджет")
        };
        assert!(told(&cut), "{tool}: {cut:?}");
        let whole = call(&bench.app, tool, input.clone(), &free).await;
        assert!(!whole.meta.cached && !told(&whole), "{tool}: {whole:?}");
        // What nothing cut short answers everybody, a caller with a budget too: it costs nothing.
        for meta in [&free, &tight] {
            let again = call(&bench.app, tool, input.clone(), meta).await;
            assert!(again.meta.cached && again.meta.spent.tokens == 0 && !told(&again), "{tool}: {again:?}");
        }
    }
    assert!(llm.asked("synthesize_answer") > 0, "without a budget the model was asked");
}
