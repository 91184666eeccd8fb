//! Two versions compared by text: the page, the file, and the text in `diff`.

use crate::bench::{LEASE, builtin};
use reqwest::Method;
use serde_json::Value;

#[tokio::test]
async fn versions_are_compared_by_text() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let first = bench.version(&id).await;
    bench.say(&id, "нет, аренда 40 000 рублей в месяц").await.ok();
    let last = bench.version(&id).await;

    let difference = bench.get(&format!("/api/session/{id}/diff?from={first}&to={last}")).await.ok();
    let text = difference["text"].as_array().expect("a list");
    let rent = text.iter().find(|change| change["clause"] == "price.rent").unwrap_or_else(|| panic!("{text:#?}"));
    let said = |kind: &str| -> String {
        let runs = rent["runs"].as_array().expect("runs").iter();
        runs.filter(|run| run["kind"] == kind).filter_map(|run| run["text"].as_str()).collect()
    };
    assert_eq!(rent["change"], "changed");
    assert!(said("deleted").contains("тридцать") && said("inserted").contains("сорок"), "{rent:#}");
    let same = bench.get(&format!("/api/session/{id}/diff?from={last}&to={last}")).await.ok();
    assert_eq!(same["text"], Value::Array(vec![]));

    let file = async |query: &str| {
        let path = format!("/api/session/{id}/redline?from={first}&to={last}{query}");
        let response = bench.request(Method::GET, &path).send().await.expect("an answer");
        assert_eq!(response.status(), 200, "{path}");
        let kind = response.headers()["content-type"].to_str().expect("text").to_owned();
        (kind, response.bytes().await.expect("a body"))
    };
    let (kind, page) = file("").await;
    let page = String::from_utf8(page.to_vec()).expect("text");
    assert!(kind.starts_with("text/html") && page.starts_with("<!DOCTYPE html>"), "{kind}");
    assert!(page.contains("<del>") && page.contains("<ins>") && !page.contains("<script"), "{page}");
    let (kind, word) = file("&format=docx&variant=party_1").await;
    assert!(kind.ends_with("wordprocessingml.document") && word.starts_with(b"PK"));

    // From nothing: all of it is new.
    let whole = bench.request(Method::GET, &format!("/api/session/{id}/redline?from=0&to={last}"));
    let whole = whole.send().await.expect("an answer").text().await.expect("a body");
    assert!(whole.contains("<ins>") && !whole.contains("<del>"), "{whole}");

    for query in ["from=x&to=1", "to=1", "from=0&to=1&format=pdf", "from=0&to=1&variant=x"] {
        bench.get(&format!("/api/session/{id}/redline?{query}")).await.err(400, "invalid_request");
    }
    bench.get(&format!("/api/session/{id}/redline?from=0&to=99")).await.err(404, "not_found");
    bench.get("/api/session/AAAAAAAAAAAAAAAAAAAAAA/redline?from=0&to=0").await.err(404, "not_found");
    bench.get(&format!("/api/session/{id}/redline?from=0&to=0")).await.err(409, "conflict");
    bench.close().await;
}
