//! A model remarks on what code found: it may order, leave out, name and doubt; it can neither add nor acquit.

use crate::corpus;
use crate::tools::call;
use legalagi::engine::knowledge::load;
use legalagi::model::session::Performer;
use legalagi::model::tool::CallMeta;
use legalagi::model::trace::Usage;
use legalagi::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use legalagi::runner::start_session;
use legalagi::workspaces;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// Works like the rules and remarks what it was told to; every prompt is kept.
#[derive(Default)]
struct Remarker {
    keep: Value,
    labels: Value,
    doubts: Value,
    prompts: Mutex<Vec<(&'static str, String)>>,
}

impl Remarker {
    fn prompt(&self, step: &str) -> String {
        let prompts = self.prompts.lock().unwrap();
        prompts.iter().find(|(asked, _)| *asked == step).map(|(_, text)| text.clone()).unwrap_or_default()
    }
}

impl Llm for Remarker {
    fn complete<'a>(&'a self, request: &'a LlmRequest, _: OnRetry<'a>) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            self.prompts.lock().unwrap().push((request.step, request.prompt.user.clone()));
            let answer = match request.step {
                "retrieve_legal_sources" => json!({"keep": self.keep}),
                "extract_document_sections" => json!({"labels": self.labels}),
                "validate_response" => json!({"doubts": self.doubts}),
                step => workspaces::perform(request.workspace, step, &request.input, &load::embedded().unwrap()),
            };
            let usage = Usage { prompt_tokens: Some(10), ..Usage::default() };
            Ok(LlmReply { text: answer.to_string(), usage, performer: "remarker".into(), unseen: None })
        })
    }

    fn performer(&self) -> Performer {
        Performer { name: "remarker".into(), is_model: true }
    }
}

fn ids(found: &Value) -> Vec<String> {
    let lists = ["laws", "cases", "guidance"].into_iter().flat_map(|list| found[list].as_array().into_iter().flatten());
    lists.filter_map(|item| item["id"].as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn found_sources_are_ordered_and_left_out_but_never_added() {
    let input = json!({"context": {"search_hints": ["неустойка", "снизить", "договор"], "jurisdiction": "RU"}});
    let plain = corpus::own().await;
    let by_rules = call(&plain.app, "retrieve_legal_sources", input.clone(), &CallMeta::default()).await;
    let found = by_rules.result.unwrap();
    let laws: Vec<&Value> = found["laws"].as_array().unwrap().iter().collect();
    assert!(laws.len() > 1, "{found:#}");
    let last = laws.last().unwrap()["id"].clone();
    let llm = Arc::new(Remarker { keep: json!(["norm://moon/art/1", last]), ..Remarker::default() });
    let bench = corpus::with(llm.clone()).await;
    let reply = call(&bench.app, "retrieve_legal_sources", input.clone(), &CallMeta::default()).await;
    let ranked = reply.result.unwrap();
    assert_eq!(ids(&ranked), [last.as_str().unwrap()], "only what was kept, nothing invented");
    assert_eq!(ranked["laws"][0], **laws.last().unwrap(), "not a letter of a source changes");
    assert_eq!((reply.meta.performer.as_str(), reply.meta.spent.tokens), ("corpus + remarker", 10));
    assert!(reply.meta.warnings.iter().any(|warning| warning.contains("Модель убрала")), "{:?}", reply.meta.warnings);
    assert!(llm.prompt("retrieve_legal_sources").contains(last.as_str().unwrap()));

    // Nothing known is kept: the order of the search stays.
    let llm = Arc::new(Remarker { keep: json!(["norm://moon/art/1"]), ..Remarker::default() });
    let bench = corpus::with(llm).await;
    let same = call(&bench.app, "retrieve_legal_sources", input, &CallMeta::default()).await.result.unwrap();
    assert_eq!(ids(&same), ids(&found));

    // What the person named by its address cannot be taken away.
    let named = json!({"context": {"search_hints": ["неустойка", "снизить", "договор"], "law_filters": ["ГК РФ ст. 333"], "jurisdiction": "RU"}});
    let other = laws.iter().find(|law| law["address"] != "ГК РФ ст. 333").unwrap()["id"].clone();
    let llm = Arc::new(Remarker { keep: json!([other]), ..Remarker::default() });
    let bench = corpus::with(llm).await;
    let kept = call(&bench.app, "retrieve_legal_sources", named, &CallMeta::default()).await.result.unwrap();
    assert!(kept["laws"].as_array().unwrap().iter().any(|law| law["address"] == "ГК РФ ст. 333"), "{kept:#}");
}

#[tokio::test]
async fn unnamed_spans_get_names_and_keep_their_words() {
    let text = "Стороны переписываются по почте и считают письма полученными на третий день.";
    let input = json!({"documents": [{"id": "d", "text": text}]});
    let labels = json!([{"span": 0, "type": "clause"}, {"span": 7, "type": "facts"}, {"span": 0, "type": "facts"}]);
    let llm = Arc::new(Remarker { labels, ..Remarker::default() });
    let bench = corpus::with(llm).await;
    let reply = call(&bench.app, "extract_document_sections", input, &CallMeta::default()).await;
    let output = reply.result.unwrap();
    let span = &output["documents"][0]["sections"][0];
    assert_eq!((&span["type"], &span["text"], &span["by"]), (&json!("clause"), &json!(text), &json!("model")));
    assert_eq!((&span["start"], &span["end"]), (&json!(0), &json!(text.chars().count())));
    assert_eq!(reply.meta.warnings.len(), 1, "the span that is not there");
}

#[tokio::test]
async fn doubts_stand_beside_verdicts_and_change_none() {
    let question = "Может ли суд снизить слишком большую неустойку?";
    let plain = corpus::own().await;
    let started =
        start_session::start_session(&plain.app, legalagi::workspaces::research::ID, question, None).await.unwrap();
    let by_rules = (*started.result.unwrap().snapshot.state).clone();
    let answer = by_rules["steps"]["synthesize_answer"]["answer_text"].as_str().unwrap();
    let sentence = answer.lines().find(|line| line.contains('«')).unwrap();
    let doubts = json!([
        {"sentence": sentence, "message": "Условие о просьбе должника опущено."},
        {"sentence": "Такого в ответе нет.", "message": "Выдумка."},
    ]);
    let llm = Arc::new(Remarker { doubts, ..Remarker::default() });
    let bench = corpus::with(llm.clone()).await;
    let started =
        start_session::start_session(&bench.app, legalagi::workspaces::research::ID, question, None).await.unwrap();
    let state = (*started.result.unwrap().snapshot.state).clone();
    let check = &state["steps"]["validate_response"];
    let doubted: Vec<&Value> = check["issues"].as_array().unwrap().iter().filter(|i| i["type"] == "DOUBT").collect();
    assert_eq!(doubted.len(), 1, "{check:#}");
    assert_eq!(doubted[0]["sentence"], sentence);
    for key in ["is_valid", "confidence"] {
        assert_eq!(check[key], by_rules["steps"]["validate_response"][key], "{key}");
    }
    assert_eq!((&state["answer"]["is_valid"], &state["answer"]["struck"]), (&json!(true), &json!([])));
    assert!(state["verdicts"].as_array().unwrap().iter().any(|verdict| verdict["verdict"] == "DOUBT"));
    let traces = bench.app.store.traces(&started.session).await.unwrap();
    let trace = traces.iter().find(|trace| trace.step == "validate_response").unwrap();
    assert_eq!(trace.performer, "corpus + remarker");
    assert!(trace.prompt.contains(sentence) && trace.attempts[0].raw.contains("Выдумка"), "{trace:#?}");
    assert!(trace.decisions.iter().any(|decision| decision.rule == "G44_remark"));
}

#[tokio::test]
async fn remarks_that_cannot_be_read_stand_in_the_trace_and_change_nothing() {
    let question = "Может ли суд снизить слишком большую неустойку?";
    let plain = corpus::own().await;
    let by_rules =
        start_session::start_session(&plain.app, legalagi::workspaces::research::ID, question, None).await.unwrap();
    let by_rules = (*by_rules.result.unwrap().snapshot.state).clone();
    let llm = Arc::new(Remarker { doubts: json!("сомневаюсь во всём"), ..Remarker::default() });
    let bench = corpus::with(llm).await;
    let started =
        start_session::start_session(&bench.app, legalagi::workspaces::research::ID, question, None).await.unwrap();
    let state = (*started.result.unwrap().snapshot.state).clone();
    assert_eq!(state["steps"]["validate_response"], by_rules["steps"]["validate_response"]);
    let traces = bench.app.store.traces(&started.session).await.unwrap();
    let trace = traces.iter().find(|trace| trace.step == "validate_response").unwrap();
    let refused: Vec<bool> = trace.attempts.iter().map(|attempt| !attempt.refused.is_empty()).collect();
    assert_eq!(refused, [true, true, false], "two answers of the model, then the output of the rules: {trace:#?}");
    assert!(trace.attempts[1].raw.contains("сомневаюсь"), "word for word");
    assert_eq!(trace.attempts.iter().map(|attempt| attempt.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(trace.decisions.iter().any(|decision| decision.rule == "G44_unavailable"));
    assert_eq!(trace.usage.prompt_tokens, Some(20), "refused answers cost too");
}
