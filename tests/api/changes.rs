//! What each version changed, in every workspace: places of facts, with names for people on the page.

use crate::bench::{Bench, builtin};
use crate::pages;
use crate::trial::{gate, intake, open};
use reqwest::Method;
use serde_json::{Value, json};

/// The changed places of each version, in order.
async fn changed(bench: &Bench, id: &str) -> Vec<Vec<String>> {
    let rows = bench.get(&format!("/api/session/{id}/versions")).await.ok();
    let places = |row: &Value| -> Vec<String> {
        row["changed"].as_array().expect("a list").iter().map(|at| at.as_str().expect("a place").to_owned()).collect()
    };
    rows["versions"].as_array().expect("versions").iter().map(places).collect()
}

async fn began(bench: &Bench, workspace: &str, words: &str) -> String {
    let opened = bench.post("/api/session", &json!({"workspace": workspace, "initial_message": words})).await;
    opened.body["session_id"].as_str().unwrap_or_else(|| panic!("{opened:?}")).to_owned()
}

/// What was sent back in a file has the same lists, made anew.
async fn carried(bench: &Bench, id: &str) {
    let before = changed(bench, id).await;
    let file = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    let copy = bench.post("/api/replay", &file).await.ok()["session_id"].as_str().expect("an id").to_owned();
    let after = changed(bench, &copy).await;
    assert_eq!(after[..before.len()], before[..]);
}

#[tokio::test]
async fn a_document_and_an_answer_of_research_are_changes() {
    let bench = builtin().await;
    let id = began(&bench, "research", "Какие риски в этом договоре?").await;
    let form = "--edge\r\ncontent-disposition: form-data; name=\"title\"\r\n\r\nАренда сарая\r\n--edge\r\n\
                content-disposition: form-data; name=\"text\"\r\n\r\n1. Арендатор платит штраф 50 рублей.\r\n--edge--\r\n";
    let request = bench
        .request(Method::POST, &format!("/api/session/{id}/documents"))
        .header("origin", &bench.base)
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(form);
    assert_eq!(request.send().await.expect("an answer").status().as_u16(), 201);
    let attached = changed(&bench, &id).await.pop().expect("a version");
    assert!(attached.len() == 1 && attached[0].starts_with("/documents/doc-"), "{attached:?}");
    bench.say(&id, "Какой штраф платит арендатор?").await.ok();
    let all = changed(&bench, &id).await;
    let said = all.iter().position(|list| list.contains(&"/query".to_owned())).expect("the question");
    assert!(all[said..].iter().flatten().any(|at| at == "/answer"), "{all:?}");
    let page = bench.request(Method::GET, &format!("/s/{id}")).send().await.expect("an answer");
    let page = page.text().await.expect("a page");
    assert!(page.contains("Документ: Аренда сарая") && !page.contains("doc- "), "named for a person");
    carried(&bench, &id).await;
}

#[tokio::test]
async fn an_answer_about_norms_is_a_change() {
    let (bench, _) = pages::bench().await;
    let id = began(&bench, "norms", "Какое требование к полу склада?").await;
    let all = changed(&bench, &id).await;
    assert_eq!(all.iter().flatten().filter(|at| *at == "/final_answer").count(), 1, "{all:?}");
    carried(&bench, &id).await;
}

#[tokio::test]
async fn evidence_and_facts_of_a_trial_are_changes() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    gate(&bench, &id, "facts_intake", intake()).await.ok();
    let all = changed(&bench, &id).await;
    assert!(all.iter().flatten().any(|at| at == "/evidence/0"), "{all:?}");
    assert!(all.iter().flatten().any(|at| at == "/facts/items/0"), "{all:?}");
    // Nothing that a side keeps to itself has a place here.
    let known = |at: &String| ["/case", "/evidence/", "/facts/items/"].iter().any(|root| at.starts_with(root));
    assert!(all.iter().flatten().all(known), "{all:?}");
    carried(&bench, &id).await;
}
