//! «Проверить связь»: what is said of a model that answers, refuses, is not there; to whom; and that no key is told.

use crate::bench::{Bench, KEY, builtin, guarded, with_model};
use crate::model::{Server, good, good_whole, refused, status};
use reqwest::header::{ACCEPT, LOCATION};
use reqwest::{Client, Method};
use serde_json::{Value, json};

async fn page(bench: &Bench, lang: &str) -> String {
    let request = bench.request(Method::POST, "/settings/check").header("sec-fetch-site", "same-origin");
    let response = request.header(ACCEPT, "text/html").send().await.expect("an answer");
    assert_eq!(
        (response.status().as_u16(), &response.headers()[LOCATION]),
        (303, &"/settings".parse().expect("a value"))
    );
    settings(bench, lang).await
}

async fn settings(bench: &Bench, lang: &str) -> String {
    let request = bench.request(Method::GET, "/settings").header(ACCEPT, "text/html");
    let response = request.header("cookie", format!("lang={lang}")).send().await.expect("an answer");
    response.text().await.expect("text")
}

async fn asked(bench: &Bench) -> Value {
    bench.post("/api/status/check", &json!({})).await.ok()
}

#[tokio::test]
async fn a_model_that_answers_is_named_and_asked_once() {
    let model = Server::start(vec![good(r#"{"ok": true}"#), good_whole(r#"{"ok": true}"#)]).await;
    let bench = with_model(&model.base, |_| {}).await;
    // Where nobody has checked nothing is said.
    let plain = settings(&bench, "ru").await;
    assert!(plain.contains("Проверить связь") && !plain.contains("data-reached"), "{plain}");
    let found = asked(&bench).await;
    assert_eq!((&found["reached"], &found["problem"]), (&json!(true), &Value::Null), "{found}");
    assert!(found["model"].as_str().is_some_and(|name| !name.is_empty()) && found["millis"].is_u64(), "{found}");
    let seen = model.seen();
    assert_eq!(seen.len(), 1);
    assert!(seen[0].body["messages"].to_string().len() < 400, "one small question: {}", seen[0].body);
    let page = page(&bench, "ru").await;
    assert!(page.contains("data-reached=\"true\"") && page.contains("Связь есть: модель"), "{page}");
    assert!(!page.contains(KEY) && !found.to_string().contains(KEY));
    bench.close().await;
}

#[tokio::test]
async fn what_is_wrong_is_said_with_what_to_do_and_without_the_key() {
    let echo = format!("Incorrect API key provided: {KEY}");
    let html = status(200, &["Content-Type: text/html"], "<html>hello</html>");
    for (script, problem, words) in [
        (refused(401, &echo), "refused", "LEGALAGI_LLM_API_KEY"),
        (refused(404, "model_not_found"), "refused", "LEGALAGI_LLM_MODEL"),
        (html, "refused", "LEGALAGI_LLM_BASE_URL"),
    ] {
        let model = Server::start(vec![script.clone(), script.clone(), script.clone(), script]).await;
        let bench = with_model(&model.base, |config| config.pace.retries = 0).await;
        let found = asked(&bench).await;
        assert_eq!((&found["reached"], &found["problem"]), (&json!(false), &json!(problem)), "{found}");
        assert!(found["words"].as_str().is_some_and(|told| told.contains(words)), "{found}");
        let page = page(&bench, "en").await;
        assert!(page.contains("data-reached=\"false\"") && page.contains("The server of the model refused"), "{page}");
        assert!(!page.contains(KEY) && !found.to_string().contains(KEY), "{found}");
        bench.close().await;
    }
    // Nobody is there.
    let gone = Server::start(Vec::new()).await.base.clone();
    let bench = with_model(&gone, |config| config.pace.retries = 0).await;
    let found = asked(&bench).await;
    assert_eq!(found["problem"], "unavailable", "{found}");
    bench.close().await;
}

#[tokio::test]
async fn without_a_model_there_is_nobody_to_ask_and_a_stranger_asks_nobody() {
    let bench = builtin().await;
    assert_eq!(asked(&bench).await["problem"], "not_configured");
    assert!(!settings(&bench, "ru").await.contains("Проверить связь"), "there is nothing to check");
    bench.close().await;
    let bench = guarded("an-instance-token-of-some-length").await;
    for path in ["/api/status/check", "/settings/check"] {
        let post = Client::new().post(format!("{}{path}", bench.base)).json(&json!({}));
        assert_eq!(post.send().await.expect("an answer").status(), 401, "{path}");
    }
    bench.close().await;
}
