//! Search by meaning: vectors from a server over HTTP, kept in the database, found beside the words; without the server
//! the words alone, and a notice.

use crate::AT;
use axum::routing::post;
use axum::{Json, Router};
use legalagi::adapters::embeddings::{EmbeddingsConfig, HttpEmbeddings};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::engine::corpus::{Imported, ImportedNode};
use legalagi::engine::prompt::sha256;
use legalagi::model::source::{DocumentKind, SearchQuery};
use legalagi::runner::ports::Sources;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Words of one meaning share a dimension: a model small enough to check by eye.
const MEANINGS: [&[&str]; 4] = [
    &["автомобил", "машин", "транспортн"],
    &["вернут", "возврат", "отда"],
    &["птиц", "ворон"],
    &["деньг", "сумм", "плат"],
];

fn vector(text: &str) -> Vec<f32> {
    let text = text.to_lowercase();
    let counted = |stems: &&[&str]| stems.iter().any(|stem| text.contains(stem));
    let mut out: Vec<f32> = MEANINGS.iter().map(|stems| if counted(stems) { 1.0 } else { 0.0 }).collect();
    // A direction of its own for what means nothing here.
    out.push(0.1);
    out
}

struct Server {
    base: String,
    texts: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

async fn serve() -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let texts = Arc::new(AtomicUsize::new(0));
    let counted = texts.clone();
    let answer = move |Json(body): Json<Value>| {
        let input: Vec<String> = serde_json::from_value(body["input"].clone()).unwrap();
        counted.fetch_add(input.len(), Ordering::Relaxed);
        // The order of the answer is the server's own.
        let rows =
            input.iter().enumerate().rev().map(|(index, text)| json!({"index": index, "embedding": vector(text)}));
        let reply = json!({"data": rows.collect::<Vec<_>>()});
        async move { Json(reply) }
    };
    let app = Router::new().route("/v1/embeddings", post(answer));
    let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    Server { base, texts, task }
}

fn law() -> Imported {
    let texts = [
        "Транспортное средство передаётся в исправном состоянии.",
        "Полученное по ничтожной сделке каждая сторона обязана возвратить.",
        "Вороны гнездятся весной.",
    ];
    let node = |(index, text): (usize, &&str)| ImportedNode {
        parent: None,
        kind: "article".into(),
        path: format!("art/{}", index + 1),
        address: format!("Свой закон ст. {}", index + 1),
        title: String::new(),
        text: (*text).to_owned(),
        page: None,
        lossy: false,
    };
    Imported {
        document: "own.law".into(),
        jurisdiction: "RU".into(),
        kind: DocumentKind::Law,
        short: "Свой закон".into(),
        title: "Свой закон".into(),
        label: "1".into(),
        nodes: texts.iter().enumerate().map(node).collect(),
        valid_from: None,
        valid_to: None,
        pages: Vec::new(),
        remarks: Vec::new(),
    }
}

fn model(base: &str) -> Arc<HttpEmbeddings> {
    let config = EmbeddingsConfig { base_url: base.to_owned(), model: "tiny".into(), api_key: None };
    Arc::new(HttpEmbeddings::new(&config).unwrap())
}

async fn found(store: &SqliteStore, words: &str) -> Vec<String> {
    let query = SearchQuery { q: words.to_owned(), ..SearchQuery::default() };
    store.search(&query).await.unwrap().into_iter().map(|hit| hit.address).collect()
}

#[tokio::test]
async fn other_words_of_the_same_meaning_are_found_and_a_lost_server_leaves_the_words() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("own.db").display());
    let store = SqliteStore::open(&url).await.unwrap();
    store.keep("law.json", &sha256("law"), vec![law()], AT).await.unwrap();
    assert_eq!(found(&store, "моя машина").await, [""; 0], "no word of the question stands in the law");

    let server = serve().await;
    store.search_by_meaning(model(&server.base));
    assert_eq!(found(&store, "моя машина").await, [""; 0], "nothing has a vector yet");
    let all = store.embed_some().await.unwrap();
    assert_eq!((all.done, all.total), (3, 3));
    let asked = server.texts.load(Ordering::Relaxed);
    assert_eq!(store.embed_some().await.unwrap(), all);
    assert_eq!(server.texts.load(Ordering::Relaxed), asked, "the second time nothing is left to do");
    assert_eq!(found(&store, "моя машина").await[0], "Свой закон ст. 1");
    assert_eq!(found(&store, "вороны").await[0], "Свой закон ст. 3", "words still count");
    assert_eq!(store.search_notice(), None);

    server.task.abort();
    let _ = server.task.await;
    assert_eq!(found(&store, "вороны").await, ["Свой закон ст. 3"]);
    assert!(store.search_notice().unwrap().contains("по словам"));
    assert!(store.forget("own.law@1").await.unwrap());
    store.close().await;
}

#[tokio::test]
async fn a_server_that_stalls_is_asked_once_and_then_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("own.db").display());
    let store = SqliteStore::open(&url).await.unwrap();
    store.keep("law.json", &sha256("law"), vec![law()], AT).await.unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let answer = move |Json(body): Json<Value>| {
        let input: Vec<String> = serde_json::from_value(body["input"].clone()).unwrap();
        let stalls = counted.fetch_add(1, Ordering::Relaxed) > 0;
        async move {
            if stalls {
                std::future::pending::<()>().await;
            }
            let rows = input.iter().enumerate().map(|(at, text)| json!({"index": at, "embedding": vector(text)}));
            Json(json!({"data": rows.collect::<Vec<_>>()}))
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let task = tokio::spawn(async move {
        axum::serve(listener, Router::new().route("/v1/embeddings", post(answer))).await.unwrap();
    });
    store.search_by_meaning(model(&base));
    store.embed_some().await.unwrap();
    for _ in 0..5 {
        assert_eq!(found(&store, "вороны").await, ["Свой закон ст. 3"]);
        assert!(store.search_notice().unwrap().contains("по словам"));
    }
    assert_eq!(asked.load(Ordering::Relaxed), 2, "one batch of passages, one question; the rest went without");
    task.abort();
    store.close().await;
}
