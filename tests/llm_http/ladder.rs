//! The strictest form that a server takes is found once and remembered.

use crate::bench::{Bench, bench, bench_with};
use crate::server::{good, refused, stream};
use legalagi::adapters::llm_http::config::Dialect;
use legalagi::runner::ports::LlmError;
use serde_json::json;

/// The rung of every request so far, `+` when the extras were sent.
fn rungs(bench: &Bench) -> Vec<String> {
    let rung = |body: &serde_json::Value| {
        let form = body["response_format"]["type"].as_str().unwrap_or("text").to_owned();
        form + if body.get("stream_options").is_some() { "+" } else { "" }
    };
    bench.server.seen().iter().map(|seen| rung(&seen.body)).collect()
}

#[tokio::test]
async fn refused_forms_step_down_and_are_remembered() {
    let scripts = vec![
        refused(404, "No endpoints found that can handle the requested parameters."),
        refused(400, "response_format json_object is not supported"),
        good("{}"),
        good("{}"),
    ];
    let bench = bench(scripts).await;
    assert_eq!((bench.text().await, bench.text().await), ("{}".to_owned(), "{}".to_owned()));
    assert_eq!(rungs(&bench), ["json_schema+", "json_object+", "text+", "text+"]);
    assert!(bench.notices().is_empty() && bench.pauses().is_empty());
    let seen = bench.server.seen();
    let system = |i: usize| seen[i].body["messages"][0]["content"].as_str().unwrap_or_default().to_owned();
    assert_eq!(system(0), "Роль и правила");
    assert!(system(1).contains("llm_step_wire/1.0.0") && system(2).contains("llm_step_wire/1.0.0"));
}

#[tokio::test]
async fn a_refusal_inside_an_answer_steps_down_too() {
    let event = json!({"error": {"code": 400, "message": "Provider returned error",
        "metadata": {"raw": "{\"message\":\"json_schema is not supported\"}"}}});
    let bench = bench(vec![stream(&format!("data: {event}\n\n")), good("{}")]).await;
    assert_eq!(bench.text().await, "{}");
    assert_eq!(rungs(&bench), ["json_schema+", "json_object+"]);
}

#[tokio::test]
async fn extras_are_left_out_on_their_own() {
    let bench =
        bench(vec![refused(422, "stream_options: Extra inputs are not permitted"), good("{}"), good("{}")]).await;
    bench.text().await;
    bench.text().await;
    assert_eq!(rungs(&bench), ["json_schema+", "json_schema", "json_schema"]);
    assert!(bench.server.seen()[1].body.get("max_tokens").is_none());
}

#[tokio::test]
async fn at_the_bottom_the_refusal_stands_and_nothing_is_remembered() {
    let no = || refused(400, "response_format is not supported");
    let bench = bench(vec![no(), no(), no(), good("{}")]).await;
    assert!(matches!(bench.ask().await, Err(LlmError::Refused { .. })));
    bench.text().await;
    assert_eq!(rungs(&bench), ["json_schema+", "json_object+", "text+", "json_schema+"]);
}

#[tokio::test]
async fn stepping_down_and_retrying_do_not_count_against_each_other() {
    let scripts = vec![
        refused(503, ""),
        refused(400, "json_schema"),
        refused(503, ""),
        refused(400, "json_object: response_format"),
        good("{}"),
    ];
    let bench = bench(scripts).await;
    assert_eq!(bench.text().await, "{}");
    assert_eq!(rungs(&bench), ["json_schema+", "json_schema+", "json_object+", "json_object+", "text+"]);
    assert_eq!(bench.notices(), [1, 2]);
}

#[tokio::test]
async fn auth_errors_never_step_down() {
    for code in [401, 402, 403] {
        let bench = bench(vec![refused(code, "response_format"), good("{}")]).await;
        assert!(matches!(bench.ask().await, Err(LlmError::Refused { .. })));
        assert_eq!(bench.requests(), 1, "{code}");
    }
}

#[tokio::test]
async fn at_openrouter_every_format_must_be_known_to_the_provider() {
    let scripts = vec![refused(404, "requested parameters"), refused(404, "requested parameters"), good("{}")];
    let bench = bench_with(scripts, |config| config.dialect = Some(Dialect::OpenRouter)).await;
    bench.text().await;
    let seen = bench.server.seen();
    let providers: Vec<_> = seen.iter().map(|seen| seen.body.get("provider")).collect();
    let must = json!({"require_parameters": true});
    assert_eq!(providers, [Some(&must), Some(&must), None]);
}
