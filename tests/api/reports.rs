//! `/report.*` and `/export.*` of every workspace: one code, the same bytes; a calendar that never comes is refused.

use crate::bench::{Bench, builtin};
use crate::dialogues::ready_lease;
use crate::pages;
use crate::trial::open;
use reqwest::Method;
use serde_json::json;

async fn began(bench: &Bench, workspace: &str, words: &str) -> String {
    let opened = bench.post("/api/session", &json!({"workspace": workspace, "initial_message": words})).await;
    opened.body["session_id"].as_str().unwrap_or_else(|| panic!("{opened:?}")).to_owned()
}

async fn file(bench: &Bench, id: &str, name: &str) -> (u16, String, Vec<u8>) {
    let got = bench.request(Method::GET, &format!("/api/session/{id}/{name}")).send().await.expect("an answer");
    let header = |name: &str| got.headers().get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
    let (status, how) = (got.status().as_u16(), header("content-disposition"));
    (status, how, got.bytes().await.expect("bytes").to_vec())
}

/// Both doors give the same file under their own names.
async fn same(bench: &Bench, id: &str, words: &str) {
    for kind in ["md", "html", "json", "docx", "pdf"] {
        let (status, kept, export) = file(bench, id, &format!("export.{kind}")).await;
        assert_eq!(status, 200, "{kind}: {}", String::from_utf8_lossy(&export));
        let (status, told, report) = file(bench, id, &format!("report.{kind}")).await;
        assert_eq!((status, report == export), (200, true), "{kind}");
        let how = if kind == "html" { "inline" } else { "attachment" };
        assert_eq!(told, format!("{how}; filename=\"report.{kind}\""));
        assert!(kept.starts_with("attachment;") && !kept.contains(id), "{kept}");
        if ["md", "html", "json"].contains(&kind) {
            assert!(String::from_utf8_lossy(&report).contains(words), "{kind}: {}", String::from_utf8_lossy(&report));
        }
    }
}

#[tokio::test]
async fn every_workspace_reports_what_it_exports() {
    let bench = builtin().await;
    same(&bench, &ready_lease(&bench).await, "Иванов").await;
    let research = began(&bench, "research", "Что такое задаток?").await;
    same(&bench, &research, "Что такое задаток?").await;
    let letter = began(&bench, "claim_letter", "Please pay 700.").await;
    same(&bench, &letter, "Please pay 700.").await;
    for id in [&research, &letter] {
        bench.get(&format!("/api/session/{id}/export.ics")).await.err(422, "not_supported");
    }
}

#[tokio::test]
async fn an_answer_about_norms_is_a_file_with_its_places() {
    let (bench, _) = pages::bench().await;
    let id = began(&bench, "norms", "Какое требование к полу склада?").await;
    let answer = bench.state(&id).await["final_answer"].clone();
    let cited = answer["citations"][0]["address"].as_str().expect("a place").to_owned();
    same(&bench, &id, &cited).await;
    let (_, _, file) = file(&bench, &id, "report.md").await;
    let file = String::from_utf8(file).expect("words");
    assert!(file.contains("Какое требование к полу склада?") && file.contains("Источники"), "{file}");
    bench.get(&format!("/api/session/{id}/export.ics")).await.err(422, "not_supported");
}

#[tokio::test]
async fn a_trial_says_when_its_report_comes_and_that_no_calendar_does() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    for door in ["report", "export"] {
        let error = bench.get(&format!("/api/session/{id}/{door}.md")).await.err(409, "conflict");
        assert!(error["message"].as_str().is_some_and(|words| words.contains("Отчёта ещё нет")), "{error}");
    }
    // Nobody is told to wait for what never comes.
    let error = bench.get(&format!("/api/session/{id}/export.ics")).await.err(422, "not_supported");
    assert!(error["message"].as_str().is_some_and(|words| words.contains("не бывает")), "{error}");
}
