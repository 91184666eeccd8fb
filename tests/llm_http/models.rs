//! Which model is asked when none is named.

use crate::bench::{Bench, bench_with};
use crate::server::{Act, good, refused, status};
use legalagi::adapters::llm_http::config::{Dialect, ModelError};
use legalagi::runner::ports::{Llm, LlmError};
use serde_json::json;

async fn nameless(scripts: Vec<Vec<Act>>) -> Bench {
    bench_with(scripts, |config| config.model = Some(" ".to_owned())).await
}

fn list(names: &[&str]) -> Vec<Act> {
    let data: Vec<_> = names.iter().map(|name| json!({"id": name})).collect();
    status(200, &[], &json!({"object": "list", "models": [], "data": data}).to_string())
}

#[tokio::test]
async fn the_only_model_is_taken_and_remembered() {
    let bench = nameless(vec![list(&["gemma.gguf", "gemma.gguf"]), good("{}"), good("{}")]).await;
    assert!(bench.llm.performer().is_model);
    assert_eq!(bench.llm.resolve_model().await.expect("model"), "gemma.gguf");
    assert_eq!(bench.llm.performer().name, "gemma.gguf");
    assert_eq!(bench.ask().await.expect("answer").performer, "gemma.gguf");
    bench.text().await;
    let seen = bench.server.seen();
    assert_eq!(seen.len(), 3);
    assert!(seen[0].head.starts_with("GET /v1/models HTTP/1.1"));
    assert_eq!(seen[1].body["model"], "gemma.gguf");
}

#[tokio::test]
async fn several_models_or_none_ask_for_a_name() {
    let many: Vec<_> = (0..30).map(|i| format!("m{i}")).collect();
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    for (script, count) in
        [(list(&many), 10), (list(&["a", "b"]), 2), (list(&[]), 0), (status(200, &[], "{}"), 0), (refused(404, ""), 0)]
    {
        let bench = nameless(vec![script.clone(), script]).await;
        let Err(ModelError::Required { names }) = bench.llm.resolve_model().await else { panic!("a name is needed") };
        assert_eq!(names.len(), count);
        let Err(LlmError::Refused { reason }) = bench.ask().await else { panic!("refusal expected") };
        assert!(reason.contains("LEGALAGI_LLM_MODEL"));
        assert!(names.iter().all(|name| reason.contains(name.as_str())));
    }
}

#[tokio::test]
async fn a_failure_to_list_is_told_and_not_remembered() {
    let bench = nameless(vec![refused(503, "Loading model"), list(&["a"]), good("{}")]).await;
    assert!(matches!(bench.ask().await, Err(LlmError::Unavailable { .. })));
    assert_eq!(bench.text().await, "{}");
    for (script, named) in [
        (refused(401, ""), "LEGALAGI_LLM_API_KEY"),
        (status(302, &["Location: http://127.0.0.1:9/"], ""), "LEGALAGI_LLM_BASE_URL"),
        (status(200, &[], "<html>"), "LEGALAGI_LLM_BASE_URL"),
    ] {
        let bench = nameless(vec![script]).await;
        let Err(LlmError::Refused { reason }) = bench.ask().await else { panic!("refusal expected") };
        assert!(reason.contains(named), "{reason}");
    }
}

#[tokio::test]
async fn openrouter_chooses_by_itself() {
    let bench = bench_with(vec![good("{}")], |config| {
        config.model = None;
        config.dialect = Some(Dialect::OpenRouter);
    })
    .await;
    bench.text().await;
    assert_eq!(bench.server.seen()[0].body["model"], "openrouter/auto");
}
