//! Faults that stay: nobody is asked again, and the person reads what to change.

use crate::bench::{Bench, KEY, bench, bench_with};
use crate::server::{Act, good, refused, status, stream};
use legalagi::adapters::llm_http::HttpLlm;
use legalagi::adapters::llm_http::config::{ConfigError, Dialect, HttpLlmConfig};
use legalagi::adapters::llm_http::secret::Secret;
use legalagi::runner::ports::LlmError;
use serde_json::json;

async fn refusal(bench: &Bench) -> String {
    match bench.ask().await {
        Err(LlmError::Refused { reason }) => reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn lasting_statuses_are_never_retried_and_name_the_remedy() {
    for (code, message, named) in [
        (400, "messages: field required", "messages: field required"),
        (400, "maximum context length is 8192 tokens", "большим контекстом"),
        (400, "x is not a valid model ID", "LEGALAGI_LLM_MODEL"),
        (401, "User not found.", "LEGALAGI_LLM_API_KEY"),
        (402, "Insufficient credits", "Пополните счёт"),
        (403, "Key limit exceeded", "права ключа"),
        (403, "Your input was flagged", "Модерация"),
        (404, "No endpoints found for m.", "LEGALAGI_LLM_MODEL"),
        (404, "No endpoints found matching your data policy", "конфиденциальности"),
        (404, "", "LEGALAGI_LLM_BASE_URL"),
        (405, "", "LEGALAGI_LLM_BASE_URL"),
        (413, "", "большим контекстом"),
        (429, "insufficient_quota", "Пополните счёт"),
    ] {
        // Told by status, inside a 200 body, and as an event.
        let body = json!({"error": {"code": code, "message": message}}).to_string();
        let ways = [refused(code, message), status(200, &[], &body), stream(&format!("data: {body}\n\n"))];
        for script in ways {
            let bench = bench(vec![script, good("{}")]).await;
            let reason = refusal(&bench).await;
            assert!(reason.contains(named), "{code} {message}: {reason}");
            assert_eq!((bench.requests(), bench.notices().len()), (1, 0), "{code} {message}");
        }
    }
}

#[tokio::test]
async fn a_key_that_the_server_echoes_is_struck_out() {
    let bench = bench(vec![refused(400, &format!("bad header Bearer {KEY}"))]).await;
    assert!(refusal(&bench).await.contains("Bearer •••"));
}

#[tokio::test]
async fn a_missing_key_is_asked_for() {
    let bench = bench_with(vec![refused(401, "")], |config| config.api_key = Some(Secret::new(" "))).await;
    assert!(refusal(&bench).await.starts_with("Сервер модели требует ключ"));
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let other = crate::server::Server::start(vec![good("{}")]).await;
    for code in [301, 302, 307, 308] {
        let location = format!("Location: {}/chat/completions", other.base);
        let bench = bench(vec![status(code, &[&location], "")]).await;
        assert!(refusal(&bench).await.contains("LEGALAGI_LLM_BASE_URL"), "{code}");
    }
    assert!(other.seen().is_empty());
}

#[tokio::test]
async fn a_web_page_is_no_model() {
    let page =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n\n<!doctype html><p>Hi".to_vec();
    let bench = bench(vec![vec![Act::Send(page)]]).await;
    assert!(refusal(&bench).await.contains("LEGALAGI_LLM_BASE_URL"));
}

#[tokio::test]
async fn confidential_routing_has_no_fallback() {
    let scripts = vec![refused(404, "No endpoints found matching your data policy (Zero data retention)"), good("{}")];
    let bench = bench_with(scripts, |config| {
        config.confidential = true;
        config.dialect = Some(Dialect::OpenRouter);
    })
    .await;
    assert!(refusal(&bench).await.contains("конфиденциальности"));
    let seen = bench.server.seen();
    assert_eq!(seen.len(), 1);
    let provider = json!({"require_parameters": true, "zdr": true, "data_collection": "deny"});
    assert_eq!(seen[0].body["provider"], provider);
    assert_eq!(seen[0].body["usage"], json!({"include": true}));
}

#[test]
fn bad_settings_stop_the_start() {
    let with_key = |key: &str| {
        let mut config = HttpLlmConfig::new("http://127.0.0.1:1/v1");
        config.api_key = Some(Secret::new(key));
        HttpLlm::new(config).map(|llm| format!("{llm:?}"))
    };
    assert_eq!(with_key("a\nb"), Err(ConfigError::Key));
    assert!(!with_key(KEY).expect("client").contains("canary"));
    assert_eq!(HttpLlm::new(HttpLlmConfig::new("нет")).err(), Some(ConfigError::BaseUrl));
    assert!(ConfigError::BaseUrl.to_string().contains("LEGALAGI_LLM_BASE_URL"));
}
