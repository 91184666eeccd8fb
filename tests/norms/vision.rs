//! Pages as images beside the text of places: a real server over HTTP plays the model, and what it claims to see counts
//! only where the text says it too.

use crate::bench;
use crate::server::{Act, Seen, Server, good, refused, status};
use crate::sessions;
use legalagi::adapters::llm_builtin::BuiltinLlm;
use legalagi::adapters::llm_by_role::ByRole;
use legalagi::adapters::llm_http::HttpLlm;
use legalagi::adapters::llm_http::config::{HttpLlmConfig, Images};
use legalagi::model::ids::SessionId;
use legalagi::model::trace::TraceEntry;
use legalagi::runner::ports::Llm;
use legalagi::runner::{bundle, replay};
use legalagi::workspaces;
use legalagi::workspaces::norms::steps;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

const QUESTION: &str = "Какая ширина ворот склада?";

/// A server that says the same to every question of a step, and the client that asks it.
async fn speaker(before: Vec<Vec<Act>>, answer: &Value, change: impl FnOnce(&mut HttpLlmConfig)) -> (Server, HttpLlm) {
    let again = std::iter::repeat_n(good(&answer.to_string()), 40);
    let server = Server::start(before.into_iter().chain(again).collect()).await;
    let mut config = HttpLlmConfig::new(server.base.clone());
    config.model = Some("m".to_owned());
    change(&mut config);
    let client = HttpLlm::new(config).unwrap();
    (server, client)
}

/// Our own norm, read by these models; other steps are done by rules.
async fn read_by(models: Vec<(&'static str, HttpLlm)>) -> bench::Bench {
    let mut bench = sessions::own().await;
    let rules: Arc<dyn Llm> = Arc::new(BuiltinLlm::new(workspaces::perform, bench.app.knowledge.clone()));
    let own: BTreeMap<&'static str, Arc<dyn Llm>> =
        models.into_iter().map(|(step, model)| (step, Arc::new(model) as Arc<dyn Llm>)).collect();
    bench.app.llm = Arc::new(ByRole::new(rules, own));
    bench
}

fn images(seen: &Seen) -> Vec<&str> {
    let parts = seen.body["messages"][1]["content"].as_array();
    parts.into_iter().flatten().filter_map(|part| part["image_url"]["url"].as_str()).collect()
}

fn posts(server: &Server) -> Vec<Seen> {
    server.seen().into_iter().filter(|seen| seen.head.starts_with("POST")).collect()
}

async fn readings(bench: &bench::Bench, session: &SessionId) -> Vec<TraceEntry> {
    let all = bench.app.store.traces(session).await.unwrap();
    all.into_iter().filter(|trace| trace.step == steps::READ).collect()
}

fn seeing() -> Vec<Vec<Act>> {
    let entry = json!({"id": "m", "architecture": {"input_modalities": ["text", "image"]}});
    vec![status(200, &[], &json!({"data": [entry]}).to_string())]
}

/// Where the width of the gate stands.
async fn place() -> String {
    let bench = sessions::own().await;
    let (_, state) = sessions::ask(&bench.app, QUESTION).await;
    state["final_answer"]["citations"][0]["node_id"].as_str().unwrap().to_owned()
}

fn reading(value: &str, node: &str) -> Value {
    let finding = json!({"entity": "ворота склада", "variable": "", "value": value, "unit": "м", "conditions": [],
        "quote": format!("не менее {value} м"), "node_id": node});
    json!({"findings": [finding], "code": "OK", "relevance": 1.0})
}

#[tokio::test]
async fn the_pages_of_the_best_places_go_along_and_the_trace_names_them() {
    let (server, model) = speaker(seeing(), &reading("3", &place().await), |_| {}).await;
    let bench = read_by(vec![(steps::READ, model)]).await;
    let (session, state) = sessions::ask(&bench.app, QUESTION).await;
    assert_eq!((&state["status"], sessions::values(&state)), (&json!("completed"), vec!["3".to_owned()]));
    let asked = posts(&server);
    let sent = images(&asked[0]);
    assert!((1..=4).contains(&sent.len()), "{}", sent.len());
    assert!(sent.iter().all(|url| url.starts_with("data:image/png;base64,iVBOR")));
    let parts = asked[0].body["messages"][1]["content"].clone();
    // The page of the gate is the second; its line stands right before it.
    let caption = parts[1]["text"].as_str().unwrap();
    assert!(caption.contains("901.1325800.2099") && caption.ends_with("страница 2"), "{caption}");
    let traces = readings(&bench, &session).await;
    assert_eq!(traces[0].images.len(), sent.len());
    for (page, url) in traces[0].images.iter().zip(&sent) {
        let image = bench.app.pages.image(&page.edition, page.page, scale(&bench, page).await).await.unwrap();
        assert_eq!((page.sha256.as_str(), page.bytes), (image.sha256.as_str(), image.bytes.len() as u64));
        assert!(image.width.max(image.height) <= 1600 && image.width.max(image.height) > 1500);
        assert_eq!(url.len(), "data:image/png;base64,".len() + image.bytes.len().div_ceil(3) * 4);
    }
    assert!(traces[0].decisions.iter().any(|one| one.rule == "T03_images" && one.message.contains("страница 2")));
    // The file of a session names the images and holds none; a replay asks nobody.
    let whole = bundle::export(&bench.app, &session, None).await.unwrap();
    let text = serde_json::to_string(&whole).unwrap();
    assert!(text.contains(&traces[0].images[0].sha256) && !text.contains("iVBOR"));
    let before = server.seen().len();
    replay::replay(&bundle::Bundle::read(&text).unwrap(), &bench.app.knowledge.current()).unwrap();
    assert_eq!(server.seen().len(), before);
}

async fn scale(bench: &bench::Bench, page: &legalagi::model::trace::ShownPage) -> f32 {
    let sought = legalagi::runner::ports::Sought {
        edition: page.edition.clone(),
        page: Some(page.page),
        ..legalagi::runner::ports::Sought::default()
    };
    let found = bench.app.pages.boxes(&sought).await.unwrap();
    #[expect(clippy::cast_possible_truncation, reason = "a scale")]
    let scale = (1600.0 / found.width.max(found.height)) as f32;
    (scale * 100.0).floor() / 100.0
}

#[tokio::test]
async fn a_number_that_only_the_image_shows_is_refused() {
    let (server, model) = speaker(seeing(), &reading("5", &place().await), |_| {}).await;
    let bench = read_by(vec![(steps::READ, model)]).await;
    let (session, state) = sessions::ask(&bench.app, QUESTION).await;
    assert!(!images(&posts(&server)[0]).is_empty());
    assert_eq!(sessions::values(&state), Vec::<String>::new(), "{:#}", state["final_answer"]);
    assert_ne!(state["final_answer"]["is_valid"], true);
    let traces = readings(&bench, &session).await;
    assert!(traces[0].decisions.iter().any(|one| one.rule == "G82_finding"), "{:?}", traces[0].decisions);
    // However often it is read, a run shows no more than its share.
    let whole: usize = posts(&server).iter().map(|seen| images(seen).len()).sum();
    assert!(whole <= 12, "{whole}");
}

#[tokio::test]
async fn words_about_an_image_are_struck_where_the_place_says_another_number() {
    let (_reader, read) = speaker(seeing(), &reading("3", &place().await), |_| {}).await;
    let said = json!({"text": "На изображении страницы ворота не уже 7 м [1].", "missing": []});
    let (writer, write) = speaker(Vec::new(), &said, |config| config.images = Images::On).await;
    let bench = read_by(vec![(steps::READ, read), (steps::FINALIZE, write)]).await;
    let (_, state) = sessions::ask(&bench.app, QUESTION).await;
    let answer = &state["final_answer"];
    assert_eq!(answer["struck"][0]["text"], "7 м", "{answer:#}");
    assert!(answer["text"].as_str().unwrap().contains("~~7 м~~"));
    assert_eq!((&answer["is_valid"], sessions::values(&state)), (&json!(false), vec!["3".to_owned()]));
    // The words are written from the text alone.
    assert!(posts(&writer).iter().all(|seen| images(seen).is_empty()));
}

#[tokio::test]
async fn a_server_that_refuses_images_answers_without_them_and_the_trace_says_so() {
    let before = vec![refused(400, "Unsupported content part type: image_url")];
    let (server, model) = speaker(before, &reading("3", &place().await), |config| config.images = Images::On).await;
    let bench = read_by(vec![(steps::READ, model)]).await;
    let (session, state) = sessions::ask(&bench.app, QUESTION).await;
    assert_eq!((&state["status"], sessions::values(&state)), (&json!("completed"), vec!["3".to_owned()]));
    let traces = readings(&bench, &session).await;
    assert!(traces[0].decisions.iter().any(|one| one.rule == "T03_images" && one.message.contains("не принял")));
    // The next session of this process does not try again.
    let (session, _) = sessions::ask(&bench.app, QUESTION).await;
    assert_eq!(readings(&bench, &session).await[0].images, []);
    let counts: Vec<bool> = posts(&server).iter().map(|seen| images(seen).is_empty()).collect();
    assert_eq!(counts, [false, true, true]);
}

#[tokio::test]
async fn limits_of_count_and_bytes_hold_and_off_is_off() {
    let place = place().await;
    let bounded = async |change: fn(&mut HttpLlmConfig)| {
        let (server, model) = speaker(Vec::new(), &reading("3", &place), change).await;
        let bench = read_by(vec![(steps::READ, model)]).await;
        let (session, state) = sessions::ask(&bench.app, QUESTION).await;
        assert_eq!(sessions::values(&state), ["3"]);
        let sent = images(&posts(&server)[0]).len();
        assert_eq!(readings(&bench, &session).await[0].images.len(), sent);
        sent
    };
    let one = bounded(|config| {
        config.images = Images::On;
        config.sight.run = 1;
    });
    assert_eq!(one.await, 1);
    let none = bounded(|config| {
        config.images = Images::On;
        config.sight.bytes = 100;
    });
    assert_eq!(none.await, 0);
    assert_eq!(bounded(|config| config.images = Images::Off).await, 0);
}
