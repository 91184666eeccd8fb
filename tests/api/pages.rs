//! Pages of sources over HTTP: images, boxes, the viewer without scripts, keywords, two editions.

use crate::bench::{Bench, builtin};
use legalagi::adapters::intake::{self, File, Wishes};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::runner::ports::Sources;
use reqwest::Method;
use reqwest::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use serde_json::{Value, json};

const AT: &str = "2026-11-22T05:00:00.000Z";

/// A server over the example corpus.
pub(crate) async fn bench() -> (Bench, Vec<String>) {
    let bench = builtin().await;
    let editions = example(&bench).await;
    (bench, editions)
}

/// Imports the example corpus beside a server; its editions.
pub(crate) async fn example(bench: &Bench) -> Vec<String> {
    let store = SqliteStore::open(&bench.database()).await.expect("the server's database");
    for name in ["warehouse-rules-1.md", "warehouse-rules-2.md", "warehouse-norms.md"] {
        let path = format!("{}/knowledge/demo-corpus/{name}", env!("CARGO_MANIFEST_DIR"));
        let file = File { name: name.to_owned(), bytes: std::fs::read(path).expect("the example corpus") };
        intake::import(&store, file, &Wishes::default(), AT).await;
    }
    let editions = store.editions().await.expect("editions").into_iter().map(|row| row.edition).collect();
    store.close().await;
    editions
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test]
async fn a_page_is_an_image_that_a_browser_may_keep() {
    let (bench, editions) = bench().await;
    let path = format!("/api/corpus/pages/{}/1?scale=1", encoded(&editions[0]));
    let send = async |tag: Option<&str>| {
        let request = bench.request(Method::GET, &path);
        tag.map_or_else(|| bench.request(Method::GET, &path), |tag| request.header(IF_NONE_MATCH, tag))
            .send()
            .await
            .expect("an answer")
    };
    let first = send(None).await;
    assert_eq!((first.status().as_u16(), first.headers()[CONTENT_TYPE].to_str().expect("text")), (200, "image/png"));
    assert!(first.headers()[CACHE_CONTROL].to_str().is_ok_and(|value| value.contains("private")));
    let tag = first.headers()[ETAG].to_str().expect("text").to_owned();
    assert!(first.bytes().await.expect("bytes").starts_with(b"\x89PNG"));
    assert_eq!(send(Some(&tag)).await.status().as_u16(), 304);
    assert_eq!(send(Some("\"other\"")).await.status().as_u16(), 200);
    // Out of bounds is held within them; what is no number is refused.
    for (scale, status) in [("0.01", 200), ("99", 200), ("x", 400), ("NaN", 400)] {
        let path = format!("/api/corpus/pages/{}/1?scale={scale}", encoded(&editions[0]));
        assert_eq!(bench.get(&path).await.status, status, "{scale}");
    }
    for (edition, page, field) in
        [("nobody@none", "1", "edition"), (&editions[0], "999", "page"), (&editions[0], "0", "page")]
    {
        let error = bench.get(&format!("/api/corpus/pages/{}/{page}", encoded(edition))).await.err(404, "not_found");
        assert_eq!(error["details"]["field"], field, "{error}");
    }
    bench.get(&format!("/api/corpus/pages/{}/1?format=gif", encoded(&editions[0]))).await.err(400, "invalid_request");
    bench.close().await;
}

#[tokio::test]
async fn boxes_lie_within_the_page_and_the_viewer_draws_them_without_scripts() {
    let (bench, _) = bench().await;
    let hits = bench.get(&format!("/api/search?q={}", encoded("ширина главного прохода"))).await.ok();
    let node = hits[0]["node_id"].as_str().expect("a node").to_owned();
    let edition = node.trim_start_matches("norm://").split('/').next().expect("an edition").to_owned();
    let path = format!("/api/corpus/pages/{}/1/boxes?node={}", encoded(&edition), encoded(&node));
    let found = bench.get(&path).await.ok();
    let boxes = found["boxes"].as_array().expect("boxes");
    assert!(!boxes.is_empty() && found["pages"].as_u64().is_some_and(|pages| pages > 0), "{found}");
    for place in boxes {
        for (from, size) in [("x", "w"), ("y", "h")] {
            let (from, size) = (place[from].as_f64().expect("a number"), place[size].as_f64().expect("a number"));
            assert!(from >= 0.0 && size > 0.0 && from + size <= 1.0, "{place}");
        }
    }
    let none = format!("{path}&quote={}", encoded("этих слов здесь нет вовсе"));
    let none = bench.get(&none).await.ok();
    assert_eq!(none["boxes"], json!([]));
    assert!(none["notice"].as_str().is_some_and(|notice| notice.contains("не найдены")), "{none}");
    let wrong = format!("/api/corpus/pages/{}/1/boxes?node={}", encoded(&edition), encoded("norm://x@y/p/1"));
    assert_eq!(bench.get(&wrong).await.err(404, "not_found")["details"]["field"], "node");

    let view = bench.get(&format!("/page?node={}", encoded(&node))).await;
    let html = view.body.as_str().expect("a page").to_owned();
    assert_eq!(view.status, 200);
    assert!(html.contains("class=\"place\"") && html.contains("/api/corpus/pages/"), "{html}");
    assert!(html.contains("data-tool=\"larger\"") && html.contains("role=\"img\""));
    let lost = bench.get("/page?edition=nobody%40none").await;
    assert!(lost.body.as_str().is_some_and(|html| html.contains("Такой страницы нет")));
    bench.close().await;
}

#[tokio::test]
async fn keywords_give_pages_or_null() {
    let (bench, editions) = bench().await;
    let path = "/api/norms/search_documents";
    let asked =
        json!({"semantic_keywords": ["ширина", "проход"], "expected_documents": ["Правила складов"], "limit": 3});
    let found = bench.post(path, &asked).await.ok();
    let pages = found.as_array().expect("pages");
    assert!(!pages.is_empty() && pages.len() <= 3, "{found}");
    for page in pages {
        assert!(editions.iter().any(|edition| page["edition"] == json!(edition)), "{page}");
        assert_eq!(page["document"], "Правила складов");
        assert!(page["words"].as_array().is_some_and(|words| !words.is_empty()), "{page}");
        assert_eq!(bench.get(page["image"].as_str().expect("an address")).await.status, 200);
    }
    assert_eq!(bench.post(path, &json!({"semantic_keywords": ["ыъфж"]})).await.ok(), Value::Null);
    bench.post(path, &json!({"semantic_keywords": []})).await.err(400, "invalid_request");
    bench.post(path, &json!({"words": ["проход"]})).await.err(400, "invalid_request");
    bench.close().await;
}

#[tokio::test]
async fn two_editions_are_compared() {
    let (bench, editions) = bench().await;
    let rules: Vec<&String> = editions.iter().filter(|edition| edition.contains("rules")).collect();
    let path = |a: &str, b: &str| format!("/api/corpus/compare?a={}&b={}", encoded(a), encoded(b));
    let found = bench.get(&path(rules[0], rules[1])).await.ok();
    let changes = found["changes"].as_array().expect("changes");
    let counted: u64 = ["changed", "added", "removed"].iter().filter_map(|key| found["counts"][*key].as_u64()).sum();
    assert_eq!(changes.len() as u64, counted);
    assert!(changes.iter().any(|change| change["fate"] == "changed"), "{found}");
    let same = bench.get(&path(rules[0], rules[0])).await.ok();
    assert_eq!(same["changes"], json!([]));
    assert_eq!(bench.get(&path(rules[0], "nobody@none")).await.err(404, "not_found")["details"]["field"], "b");
    assert_eq!(bench.get("/api/corpus/compare?a=x").await.err(400, "invalid_request")["details"]["field"], "b");
    bench.close().await;
}
