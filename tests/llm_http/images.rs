//! Images of pages beside the prompt: sent when the model takes them, never the reason why a question fails.

use crate::bench::{Bench, bench_with, request};
use crate::server::{Act, Seen, good, refused, status};
use legalagi::adapters::llm_http::config::{Images, Timeouts};
use legalagi::runner::ports::{Llm, LlmError, LlmReply, Picture};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// A list in which the model `m` has these kinds of input.
fn list(kinds: &[&str]) -> Vec<Act> {
    let entry = json!({"id": "m", "architecture": {"input_modalities": kinds}});
    status(200, &[], &json!({"data": [{"id": "other"}, entry]}).to_string())
}

async fn eyes(images: Images, scripts: Vec<Vec<Act>>) -> Bench {
    bench_with(scripts, |config| config.images = images).await
}

async fn show(bench: &Bench) -> Result<LlmReply, LlmError> {
    let mut asked = request(json!({"$id": "schema://legalagi/llm_step_wire/1.0.0", "type": "object"}), Vec::new());
    asked.images = vec![
        Picture { caption: "СП 1, страница 4".into(), media: "image/png", bytes: Arc::new(vec![0, 1, 2]) },
        Picture { caption: "СП 1, страница 5".into(), media: "image/jpeg", bytes: Arc::new(vec![3; 70_000]) },
    ];
    bench.llm.complete(&asked, &|_, _| {}).await
}

/// How many images stand in every question so far.
fn shown(bench: &Bench) -> Vec<usize> {
    let count = |seen: &Seen| {
        let parts = seen.body["messages"][1]["content"].as_array().cloned().unwrap_or_default();
        parts.iter().filter(|part| part["type"] == "image_url").count()
    };
    bench.server.seen().iter().filter(|seen| seen.head.starts_with("POST")).map(count).collect()
}

fn fetched(bench: &Bench) -> Vec<String> {
    let path = |seen: &Seen| seen.head.split(' ').nth(1).unwrap_or_default().to_owned();
    bench.server.seen().iter().filter(|seen| seen.head.starts_with("GET")).map(path).collect()
}

#[tokio::test]
async fn a_model_that_takes_images_gets_them_each_after_its_line() {
    let bench = eyes(Images::Auto, vec![list(&["text", "image"]), good("{}"), good("{}")]).await;
    assert_eq!(show(&bench).await.expect("answer").unseen, None);
    let content = bench.server.seen()[1].body["messages"][1]["content"].clone();
    let kinds: Vec<&str> = content.as_array().expect("parts").iter().filter_map(|part| part["type"].as_str()).collect();
    assert_eq!(kinds, ["text", "text", "image_url", "text", "image_url"]);
    assert_eq!((&content[0]["text"], &content[1]["text"]), (&json!("Договор аренды"), &json!("СП 1, страница 4")));
    assert_eq!(content[2]["image_url"]["url"], "data:image/png;base64,AAEC");
    let long = content[4]["image_url"]["url"].as_str().expect("url");
    assert!(long.starts_with("data:image/jpeg;base64,AwMD") && long.len() > 90_000);
    // The list is read once.
    show(&bench).await.expect("answer");
    assert_eq!((shown(&bench), fetched(&bench)), (vec![2, 2], vec!["/v1/models".to_owned()]));
}

#[tokio::test]
async fn without_images_a_question_looks_as_ever() {
    let bench = eyes(Images::On, vec![good("{}")]).await;
    bench.text().await;
    assert_eq!(bench.server.seen()[0].body["messages"][1]["content"], "Договор аренды");
}

#[tokio::test]
async fn switched_off_or_blind_nothing_is_sent() {
    let none = status(200, &[], &json!({"data": [{"id": "m"}]}).to_string());
    let props = |vision: bool| status(200, &[], &json!({"modalities": {"vision": vision}}).to_string());
    for (images, before, sees) in [
        (Images::Off, vec![], false),
        (Images::On, vec![], true),
        (Images::Auto, vec![list(&["text"])], false),
        (Images::Auto, vec![none.clone(), refused(404, "no such page")], false),
        (Images::Auto, vec![none.clone(), props(false)], false),
        (Images::Auto, vec![none.clone(), props(true)], true),
        (Images::Auto, vec![refused(404, ""), props(true)], true),
    ] {
        let asked = before.len();
        let bench = eyes(images, [before, vec![good("{}"), good("{}")]].concat()).await;
        let answer = show(&bench).await.expect("answer");
        assert_eq!((answer.unseen.is_none(), bench.llm.sight("READ").await.is_some()), (sees, sees), "{images:?}");
        assert_eq!(shown(&bench), [if sees { 2 } else { 0 }]);
        assert_eq!(fetched(&bench).len(), asked);
        if asked == 2 {
            assert_eq!(fetched(&bench)[1], "/props");
        }
    }
}

#[tokio::test]
async fn a_list_that_cannot_be_read_now_is_asked_for_again() {
    let bench = eyes(Images::Auto, vec![refused(503, "Loading model"), good("{}"), list(&["image"]), good("{}")]).await;
    assert!(show(&bench).await.expect("answer").unseen.is_some());
    assert_eq!(show(&bench).await.expect("answer").unseen, None);
    assert_eq!(shown(&bench), [0, 2]);
}

#[tokio::test]
async fn refused_images_are_left_out_and_that_is_remembered() {
    for (code, words) in [
        (400, "messages.1.content: Input should be a valid string"),
        (404, "No endpoints found that support image input"),
        (500, "image input is not supported - hint: you may need to provide the mmproj"),
        (422, "что-то не так"),
    ] {
        let bench = eyes(Images::On, vec![refused(code, words), good("{}"), good("{}")]).await;
        let answer = show(&bench).await.expect("answer");
        assert!(answer.unseen.is_some_and(|why| why.contains("не принял")), "{code}");
        assert!(bench.llm.sight("READ").await.is_none());
        assert!(show(&bench).await.expect("answer").unseen.is_some());
        assert_eq!(shown(&bench), [2, 0, 0], "{code}");
        // The form that the server takes is another matter.
        assert_eq!(bench.server.seen()[2].body["response_format"]["type"], "json_schema");
        assert!(bench.pauses().is_empty());
    }
}

#[tokio::test]
async fn a_question_that_is_too_long_with_images_is_asked_without_them_this_once() {
    let bench = eyes(Images::On, vec![refused(413, ""), good("{}"), good("{}")]).await;
    assert!(show(&bench).await.expect("answer").unseen.is_some_and(|why| why.contains("длиннее")));
    assert_eq!(show(&bench).await.expect("answer").unseen, None);
    assert_eq!(shown(&bench), [2, 0, 2]);
}

#[tokio::test]
async fn a_server_that_fails_over_images_is_asked_without_them() {
    let down = || refused(503, "");
    let bench = eyes(Images::On, vec![down(), down(), down(), good("{}"), good("{}")]).await;
    assert!(show(&bench).await.expect("answer").unseen.is_some_and(|why| why.contains("сбой")));
    assert_eq!(show(&bench).await.expect("answer").unseen, None);
    assert_eq!(shown(&bench), [2, 2, 2, 0, 2]);
}

#[tokio::test]
async fn a_server_that_takes_too_long_over_images_is_asked_without_them() {
    let bench = bench_with(vec![vec![Act::Stall], good("{}"), good("{}")], |config| {
        config.images = Images::On;
        let total = Duration::from_millis(300);
        config.timeouts = Timeouts { total, first_byte: Duration::from_secs(20), ..Timeouts::default() };
    })
    .await;
    assert!(show(&bench).await.expect("answer").unseen.is_some_and(|why| why.contains("срок")));
    assert!(show(&bench).await.expect("answer").unseen.is_some());
    assert_eq!(shown(&bench), [2, 0, 0]);
}

#[tokio::test]
async fn what_fails_without_images_too_fails_as_ever_and_proves_nothing() {
    let bench = eyes(Images::On, vec![refused(400, "odd"), refused(400, "odd"), good("{}")]).await;
    assert!(matches!(show(&bench).await, Err(LlmError::Refused { .. })));
    assert_eq!(show(&bench).await.expect("answer").unseen, None);
    assert_eq!(shown(&bench), [2, 0, 2]);
    let bench = eyes(Images::On, vec![refused(401, "image")]).await;
    assert!(matches!(show(&bench).await, Err(LlmError::Refused { .. })));
    assert_eq!(bench.requests(), 1);
}

#[tokio::test]
async fn forms_and_images_step_down_apart() {
    let scripts = vec![refused(400, "response_format"), refused(400, "no image_url here"), good("{}")];
    let bench = eyes(Images::On, scripts).await;
    assert!(show(&bench).await.expect("answer").unseen.is_some());
    assert_eq!(shown(&bench), [2, 2, 0]);
    let form = |i: usize| bench.server.seen()[i].body["response_format"]["type"].clone();
    assert_eq!([form(0), form(1), form(2)], ["json_schema", "json_object", "json_object"].map(Value::from));
}

#[tokio::test]
async fn no_images_at_all_is_a_setting_too() {
    let bench = bench_with(vec![], |config| {
        config.images = Images::On;
        config.sight.run = 0;
    })
    .await;
    assert!(bench.llm.sight("READ").await.is_none());
}
