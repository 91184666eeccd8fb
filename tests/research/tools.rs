//! Steps as tools: every output fits its schema, errors have the unified form, cache and budget hold.

use crate::corpus;
use legalagi::engine::schema;
use legalagi::model::tool::{Budget, CallMeta, ToolCode, ToolError};
use legalagi::runner::app::App;
use legalagi::runner::call_tool::{ToolReply, call_tool, names};
use legalagi::runner::cancel::Cancel;
use serde_json::{Value, json};

pub(crate) async fn call(app: &App, tool: &str, input: Value, meta: &CallMeta) -> ToolReply {
    call_tool(app, tool, input, meta, &Cancel::default(), &|_, _, _| {}).await
}

async fn good(app: &App, tool: &str, input: &Value) -> Value {
    assert_eq!(schema::check(&schema::research::input(tool), input), [], "{tool}");
    let reply = call(app, tool, input.clone(), &CallMeta::default()).await;
    let output = reply.result.unwrap_or_else(|error| panic!("{tool}: {error:?}"));
    assert_eq!(schema::check(&schema::research::output(tool), &output), [], "{tool}");
    assert!(!reply.meta.trace_id.is_empty() && !reply.meta.step_id.is_empty() && !reply.meta.corpus_rev.is_empty());
    output
}

async fn bad(app: &App, tool: &str, input: Value, meta: &CallMeta) -> ToolError {
    call(app, tool, input, meta).await.result.expect_err("refused")
}

#[tokio::test]
async fn the_steps_chain_by_their_schemas_alone() {
    let bench = corpus::own().await;
    let app = &bench.app;
    let query = "Может ли суд снизить слишком большую неустойку?";
    let intent = good(app, "classify_intent", &json!({"query": query})).await;
    let context = good(app, "build_query_context", &json!({"intent": intent, "query": query})).await;
    let found =
        good(app, "retrieve_legal_sources", &json!({"context": context, "limits": {"laws": 2, "cases": 1}})).await;
    assert_eq!(found["laws"][0]["address"], "ГК РФ ст. 333", "{found:#}");
    assert!(found["laws"].as_array().unwrap().len() <= 2);
    let documents: Vec<Value> =
        found["laws"].as_array().unwrap().iter().map(|law| json!({"id": law["id"], "text": law["text"]})).collect();
    let sections = good(app, "extract_document_sections", &json!({"documents": documents})).await;
    let patterns =
        good(app, "analyze_legal_patterns", &json!({"documents": sections["documents"], "query": query})).await;
    let input = json!({"query": query, "laws": found["laws"], "cases": found["cases"], "patterns": patterns});
    let answer = good(app, "synthesize_answer", &input).await;
    let sources: Vec<Value> =
        ["laws", "cases"].iter().flat_map(|list| found[*list].as_array().cloned().unwrap_or_default()).collect();
    let check = good(app, "validate_response", &json!({"answer": answer["answer_text"], "sources": sources})).await;
    assert_eq!(check["is_valid"], true, "{answer:#}\n{check:#}");
    let altered = answer["answer_text"].as_str().unwrap().replace("снизить", "увеличить");
    let check = good(app, "validate_response", &json!({"answer": altered, "sources": sources})).await;
    assert_eq!(check["is_valid"], false);
    let types: Vec<&str> = check["issues"].as_array().unwrap().iter().filter_map(|i| i["type"].as_str()).collect();
    assert!(types.contains(&"QUOTE_ALTERED"), "{check:#}");
    let html = good(
        app,
        "synthesize_answer",
        &json!({"query": query, "laws": found["laws"], "cases": [], "output_format": "html"}),
    )
    .await;
    assert!(html["answer_text"].as_str().unwrap().starts_with("<h3>"));
}

#[tokio::test]
async fn advice_is_the_pipeline_and_the_same_bytes_twice() {
    let bench = corpus::own().await;
    let app = &bench.app;
    let input = json!({"query": "Может ли суд снизить слишком большую неустойку?"});
    let first = call(app, "get_legal_advice", input.clone(), &CallMeta::default()).await;
    let output = first.result.unwrap();
    assert_eq!(output["validation"]["is_valid"], true);
    assert_eq!(output["sources"][0]["address"], "ГК РФ ст. 333");
    assert_eq!(first.meta.details["steps"].as_array().map(Vec::len), Some(7));
    let again = call(app, "get_legal_advice", input.clone(), &CallMeta::default()).await;
    assert!(again.meta.cached && again.meta.step_id != first.meta.step_id);
    assert_eq!(again.result.unwrap(), output);
    let fresh = corpus::own().await;
    assert_eq!(call(&fresh.app, "get_legal_advice", input, &CallMeta::default()).await.result.unwrap(), output);
    let documents =
        json!([{"id": "d1", "title": "Договор", "text": "1. Арендатор платит штраф 5 рублей без уведомления."}]);
    let risks =
        good(app, "get_legal_advice", &json!({"query": "Какие риски в договоре?", "documents": documents})).await;
    assert!(risks["answer_text"].as_str().unwrap().contains("без уведомления"), "{risks:#}");
}

#[tokio::test]
async fn wrong_inputs_are_refused_with_their_place() {
    let bench = corpus::own().await;
    let app = &bench.app;
    let none = CallMeta::default();
    for (tool, input, pointer) in [
        ("classify_intent", json!({"query": 5}), "/query"),
        ("classify_intent", json!({"query": "  "}), "/query"),
        ("classify_intent", json!({"query": "я".repeat(9_000)}), "/query"),
        ("retrieve_legal_sources", json!({"context": {}, "limits": {"cases": 51}}), "/limits/cases"),
        ("extract_document_sections", json!({"documents": [{"id": "x"}]}), "/documents/0"),
        ("validate_response", json!({"answer": "x", "sources": [5]}), "/sources/0"),
        ("get_legal_advice", json!({"query": "x", "output_format": "pdf"}), "/output_format"),
    ] {
        let error = bad(app, tool, input, &none).await;
        assert_eq!((error.code, error.details["pointer"].as_str()), (ToolCode::InvalidInput, Some(pointer)), "{tool}");
        assert!(!error.retryable);
    }
    let unknown = bad(app, "guess", json!({}), &none).await;
    assert_eq!(unknown.code, ToolCode::UnknownTool);
    let large = json!({"documents": [{"id": "x", "text": "a".repeat(2 * 1024 * 1024)}]});
    assert_eq!(bad(app, "extract_document_sections", large, &none).await.code, ToolCode::PayloadTooLarge);
    let day = CallMeta { as_of: Some("вчера".into()), ..CallMeta::default() };
    assert_eq!(bad(app, "classify_intent", json!({"query": "x"}), &day).await.code, ToolCode::InvalidInput);
    assert_eq!(names().len(), 8);
}

#[tokio::test]
async fn keys_and_budgets_hold() {
    let bench = corpus::own().await;
    let app = &bench.app;
    let meta = CallMeta { cache_key: Some("mine".into()), ..CallMeta::default() };
    let first = call(app, "classify_intent", json!({"query": "Вопрос?"}), &meta).await;
    assert!(first.result.is_ok() && !first.meta.cached && first.meta.cache_key.as_deref() == Some("mine"));
    assert!(call(app, "classify_intent", json!({"query": "Вопрос?"}), &meta).await.meta.cached);
    let other = bad(app, "classify_intent", json!({"query": "Другой?"}), &meta).await;
    assert_eq!(other.code, ToolCode::CacheKeyConflict);
    let demanded = Budget { max_tokens: Some(0), require_model: true, ..Budget::default() };
    let meta = CallMeta { budget: Some(demanded), ..CallMeta::default() };
    assert_eq!(bad(app, "classify_intent", json!({"query": "x"}), &meta).await.code, ToolCode::BudgetExceeded);
}

#[tokio::test]
async fn an_empty_corpus_is_said_so() {
    let bench = corpus::empty().await;
    let error =
        bad(&bench.app, "retrieve_legal_sources", json!({"context": {"search_hints": ["x"]}}), &CallMeta::default())
            .await;
    assert_eq!(error.code, ToolCode::CorpusEmpty);
    assert!(error.message.contains("legalagi corpus import"));
    let advice = good(&bench.app, "get_legal_advice", &json!({"query": "Вопрос?"})).await;
    assert!(advice["answer_text"].as_str().unwrap().contains("legalagi corpus import"));
}
