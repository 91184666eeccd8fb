//! A new installation is tried on the example corpus: connected by its owner, answered from, marked everywhere.

use crate::bench::{Bench, builtin, guarded};
use legalagi::ui::example_text::{NORMS, RESEARCH};
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION};
use reqwest::{Method, Response};
use serde_json::{Value, json};

const MARK: &str = "Учебный пример";

async fn sent(bench: &Bench, method: Method, path: &str) -> Response {
    let request = bench.request(method, path).header("sec-fetch-site", "same-origin");
    request.header(ACCEPT, "text/html").send().await.expect("an answer")
}

async fn text(bench: &Bench, path: &str) -> String {
    sent(bench, Method::GET, path).await.text().await.expect("text")
}

async fn asked(bench: &Bench, workspace: &str, words: &str) -> (String, Value) {
    let body = json!({"workspace": workspace, "initial_message": words});
    let answer = bench.post("/api/session", &body).await;
    assert_eq!(answer.status, 201, "{words}: {answer:?}");
    (answer.body["session_id"].as_str().expect("an id").to_owned(), answer.body)
}

#[tokio::test]
async fn a_new_installation_connects_the_example_corpus_and_its_examples_are_answered() {
    let bench = builtin().await;
    // Nothing is held: the button, and no example that nobody could answer.
    for path in ["/", "/research", "/norms"] {
        let page = text(&bench, path).await;
        assert!(page.contains("Подключить учебный корпус"), "{path}");
        let offered = |words: &str| page.contains(&format!("name=\"message\" value=\"{words}"));
        assert!(!offered("Может ли суд") && !offered("Какая минимальная толщина"), "{path}");
    }
    assert!(!text(&bench, "/contract").await.contains("учебный корпус"), "a contract needs no sources");
    let done = sent(&bench, Method::POST, "/api/corpus/example?back=/research").await;
    assert_eq!((done.status().as_u16(), done.headers()[LOCATION].to_str().expect("text")), (303, "/research"));
    // A way to another site is none.
    let done = sent(&bench, Method::POST, "/api/corpus/example?back=//elsewhere.example").await;
    assert_eq!(done.headers()[LOCATION], "/");
    let again = bench.post("/api/corpus/example", &json!({})).await.ok();
    let outcomes: Vec<&Value> = again["files"].as_array().expect("files").iter().map(|file| &file["outcome"]).collect();
    assert_eq!(outcomes, vec![&json!("unchanged"); 4]);

    for (workspace, front, sentences) in [("research", "/research", RESEARCH), ("norms", "/norms", NORMS)] {
        let page = text(&bench, front).await;
        assert!(!page.contains("Подключить учебный корпус") && page.contains("Подключён учебный корпус"), "{front}");
        for words in sentences {
            assert!(page.contains(words), "{front}: {words}");
            let (id, body) = asked(&bench, workspace, words).await;
            assert_eq!(body["state"]["meta"]["status"], "ready", "{words}: {body}");
            assert!(text(&bench, &format!("/s/{id}")).await.contains(MARK), "{words}");
            let file = text(&bench, &format!("/api/session/{id}/export.md")).await;
            assert!(file.contains("УЧЕБНЫЙ ПРИМЕР") && file.contains("Это не закон"), "{file}");
            let data = bench.get(&format!("/api/session/{id}/export.json")).await.ok();
            assert_eq!(data["example"], true, "{data}");
        }
    }
    assert!(text(&bench, "/search?q=%D1%88%D1%82%D0%B0%D0%B1%D0%B5%D0%BB%D1%8C").await.contains("учебный пример"));
    assert!(text(&bench, "/source?node=norm://demo.sklad.pravyla@2025").await.contains(MARK));
    // What rests on nothing of it has no mark.
    let (id, _) = bench.open("Сдаю гараж на год за 5000 рублей в месяц").await;
    assert!(!text(&bench, &format!("/s/{id}")).await.contains(MARK));
    bench.close().await;
}

#[tokio::test]
async fn invented_rules_do_not_join_sources_of_ones_own() {
    let bench = builtin().await;
    let law = "---\ndocument: ru.own.rules\nshort: Правила двора\ntitle: Правила двора\njurisdiction: RU\nkind: other\n\
               edition: 2025\nfrom: 2025-01-01\n---\n\n# Правила двора\n\nСтатья 1. Двор\n\n1. Двор закрывают в десять часов.\n";
    let form = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"own.md\"\r\nContent-Type: text/plain\r\n\r\n{law}\r\n--b--\r\n"
    );
    let request = bench.request(Method::POST, "/api/corpus").header("origin", &bench.base);
    let kind = "multipart/form-data; boundary=b";
    let added = request.header(CONTENT_TYPE, kind).body(form).send().await.expect("an answer");
    assert_eq!(added.status(), 201);
    let front = text(&bench, "/norms").await;
    assert!(!front.contains("учебный корпус") && front.contains("защитного слоя бетона"), "as always");
    bench.post("/api/corpus/example", &json!({})).await.err(409, "conflict");
    let page = sent(&bench, Method::POST, "/api/corpus/example").await;
    assert_eq!(page.status(), 409);
    assert!(page.text().await.expect("text").contains("Источники уже загружены"));
    assert_eq!(bench.get("/api/corpus").await.ok()["editions"].as_array().map(Vec::len), Some(1));
    bench.close().await;
}

#[tokio::test]
async fn only_the_owner_connects_it() {
    let bench = guarded("an-instance-token-of-some-length").await;
    let post = reqwest::Client::new().post(format!("{}/api/corpus/example", bench.base)).json(&json!({}));
    assert_eq!(post.send().await.expect("an answer").status(), 401);
    assert_eq!(bench.get("/api/corpus").await.ok()["editions"], json!([]));
    bench.post("/api/corpus/example", &json!({})).await.ok();
    bench.close().await;
}
