//! Answers that are good, and answers that are cut, empty or too large.

use crate::bench::{KEY, bench, bench_with};
use crate::server::{Act, DONE, finish, good, good_whole, piece, status, stream, stream_head};
use legalagi::engine::turn::{Problem, Rejection};
use legalagi::runner::ports::{Llm, LlmError};
use serde_json::json;

#[tokio::test]
async fn a_streamed_answer_with_comments_usage_and_model() {
    let text = format!(
        ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n{}{}{}data: {}\n\n{DONE}data: мусор\n\n",
        piece("{\"a\":"),
        piece("\"Лада\"}"),
        finish("stop"),
        json!({"model": "vendor/real", "choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 20,
            "prompt_tokens_details": {"cached_tokens": 80}, "cost": 0.00125}})
    );
    let bench = bench(vec![stream(&text)]).await;
    let reply = bench.ask().await.expect("answer");
    assert_eq!(reply.text, "{\"a\":\"Лада\"}");
    assert_eq!(reply.performer, "vendor/real");
    assert_eq!((reply.usage.prompt_tokens, reply.usage.completion_tokens), (Some(100), Some(20)));
    assert_eq!((reply.usage.cached_tokens, reply.usage.cost_usd), (Some(80), Some(0.00125)));
    assert!(bench.notices().is_empty());
}

#[tokio::test]
async fn a_server_that_does_not_stream() {
    let bench = bench(vec![good_whole("{}")]).await;
    let reply = bench.ask().await.expect("answer");
    assert_eq!((reply.text.as_str(), reply.performer.as_str()), ("{}", "m"));
    assert_eq!(reply.usage, Default::default());
}

#[tokio::test]
async fn one_byte_at_a_time_splits_characters_and_json() {
    let text = format!(": c\r\n\r\n{}{}{DONE}", piece("Договор 漢字 😀"), finish("stop"));
    let bench = bench(vec![vec![Act::Send(stream_head()), Act::Drip(text.into_bytes())]]).await;
    assert_eq!(bench.text().await, "Договор 漢字 😀");
}

#[tokio::test]
async fn the_content_is_passed_on_unread() {
    for content in ["```json\n{\"a\":1}\n```", "Вот: {\"a\":1,} {", "не JSON", "\u{feff}{}", "{\"a\":NaN}"] {
        let bench = bench(vec![good(content)]).await;
        assert_eq!(bench.text().await, content);
    }
}

#[tokio::test]
async fn an_answer_is_whole_with_a_finish_or_a_done() {
    for end in [finish("stop"), DONE.to_owned(), "data: [DONE]".to_owned()] {
        let bench = bench(vec![stream(&format!("{}{end}", piece("{}")))]).await;
        assert_eq!(bench.text().await, "{}");
    }
    // The line breaks after the last word: nothing is missing.
    let text = format!("{}{}", piece("{}"), finish("stop")).into_bytes();
    let bench = bench(vec![vec![Act::Send(chunked(&text)), Act::Reset]]).await;
    assert_eq!(bench.text().await, "{}");
    assert_eq!(bench.requests(), 1);
}

/// The head of a chunked stream and one chunk of it; the last chunk never comes.
fn chunked(bytes: &[u8]) -> Vec<u8> {
    let mut all = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    all.extend(format!("{:x}\r\n", bytes.len()).into_bytes());
    all.extend(bytes);
    all.extend(b"\r\n");
    all
}

#[tokio::test]
async fn cut_and_empty_answers_are_unusable_and_not_asked_again() {
    let whole = |value: serde_json::Value| status(200, &[], &value.to_string());
    for (script, partial) in [
        (stream(&piece("{\"a\":")), "{\"a\":"),
        (stream(&format!("{}{}{DONE}", piece("{\"a\":"), finish("length"))), "{\"a\":"),
        (stream(&format!("{}{}", piece("x"), finish("content_filter"))), "x"),
        (stream(&format!("{}{}", piece("x"), finish("error"))), "x"),
        (stream(DONE), ""),
        (stream(&format!("{}{DONE}", finish("stop"))), ""),
        (stream(": только комментарии\n\n"), ""),
        (stream(&format!("{}data: {{\"choices\": [{{\"del", piece("x"))), "x"),
        (stream(&format!("{}data: \u{feff}не json\n\n", piece("x"))), "x"),
        (status(200, &[], ""), ""),
        (status(200, &[], "{\"choices\": [{\"mess"), "{\"choices\": [{\"mess"),
        (whole(json!({"choices": []})), ""),
        (whole(json!({"choices": [{"message": {"content": null, "refusal": "нет"}, "finish_reason": "stop"}]})), ""),
        (whole(json!({"choices": [{"message": {"content": "  "}, "finish_reason": "stop"}]})), "  "),
        (whole(json!({"choices": [{"message": {"content": "{"}, "finish_reason": "length"}]})), "{"),
        (whole(json!([])), ""),
    ] {
        let shown = format!("{script:?}");
        let bench = bench(vec![script]).await;
        assert_eq!(bench.partial().await, partial, "{shown}");
        assert_eq!(bench.requests(), 1);
        assert!(bench.notices().is_empty());
    }
}

#[tokio::test]
async fn bytes_that_are_not_utf8_are_unusable() {
    let mut bytes = piece("x").into_bytes();
    bytes.extend(b"data: {\"choices\":[{\"delta\":{\"content\":\"\xff\"}}]}\n\n");
    let bench = bench(vec![vec![Act::Send(stream_head()), Act::Send(bytes)]]).await;
    assert_eq!(bench.partial().await, "x");
}

#[tokio::test]
async fn the_limit_of_size_holds_while_reading() {
    let kilobyte = "x".repeat(1024);
    let endless = |head: Vec<u8>, part: String| vec![Act::Send(head), Act::Endless(part.into_bytes())];
    let json_head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"a\": \"".to_vec();
    for script in [
        endless(stream_head(), piece(&kilobyte)),
        endless(stream_head(), format!(": {kilobyte}\n\n")),
        endless(stream_head(), format!("data: {kilobyte}\n")),
        endless(stream_head(), kilobyte.clone()),
        endless(json_head, kilobyte.clone()),
        good(&"x".repeat(20_000)),
        good_whole(&"x".repeat(20_000)),
    ] {
        let bench = bench_with(vec![script], |config| config.reply_cap = 16 * 1024).await;
        assert!(bench.partial().await.len() <= 16 * 1024);
        assert_eq!(bench.requests(), 1);
    }
    let bench = bench(vec![good(&"я".repeat(600_000))]).await;
    assert_eq!(bench.partial().await, "");
    let bench = bench_with(vec![good(&"x".repeat(16 * 1024))], |config| config.reply_cap = 16 * 1024).await;
    assert_eq!(bench.text().await.len(), 16 * 1024);
}

#[tokio::test]
async fn the_request_is_the_one_agreed() {
    let bench = bench(vec![good("{}")]).await;
    assert_eq!(bench.llm.performer().name, "m");
    let why = Rejection::from(Problem::new("R01_not_json", "в ответе нет объекта JSON"));
    bench.ask_with(vec![("не JSON".to_owned(), why)]).await.expect("answer");
    let seen = bench.server.seen().remove(0);
    assert!(seen.head.starts_with("POST /v1/chat/completions HTTP/1.1"));
    assert_eq!(seen.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(seen.header("content-type"), Some("application/json"));
    let mut body = seen.body;
    let repair = body["messages"][3]["content"].take();
    assert!(repair.as_str().is_some_and(|text| text.contains("- R01_not_json: в ответе нет объекта JSON")));
    assert_eq!(
        body,
        json!({
            "model": "m", "stream": true, "stream_options": {"include_usage": true}, "max_tokens": 2048,
            "messages": [
                {"role": "system", "content": "Роль и правила"},
                {"role": "user", "content": "Договор аренды"},
                {"role": "assistant", "content": "не JSON"},
                {"role": "user", "content": null}
            ],
            "response_format": {"type": "json_schema", "json_schema":
                {"name": "llm_step_wire", "strict": true, "schema": {"type": "object"}}}
        })
    );
}

#[tokio::test]
async fn without_a_key_no_header_is_sent() {
    let bench = bench_with(vec![good("{}")], |config| config.api_key = None).await;
    bench.text().await;
    assert_eq!(bench.server.seen()[0].header("authorization"), None);
}

#[tokio::test]
async fn an_unusable_reason_is_for_a_person() {
    let bench = bench(vec![stream(&finish("length"))]).await;
    let Err(LlmError::Unusable { reason, .. }) = bench.ask().await else { panic!("unusable expected") };
    assert_eq!(reason, "Ответ модели обрезан по длине");
}
