//! The check of a contract over HTTP and on the command line.

use crate::bench::{LEASE, builtin};
use crate::process;
use serde_json::{Value, json};

const TEXT: &str = include_str!("../../src/workspaces/contract/lint/tests/clean.txt");

fn rules(report: &Value) -> Vec<&str> {
    report["findings"].as_array().expect("a list").iter().filter_map(|finding| finding["rule"].as_str()).collect()
}

#[tokio::test]
async fn a_text_is_checked_and_nothing_is_stored() {
    let bench = builtin().await;
    let seeded = TEXT.replace("0,1 % от неуплаченной", "3 % от неуплаченной");
    let report = bench.post("/api/lint", &json!({"text": seeded})).await.ok();
    let found =
        report["findings"].as_array().expect("a list").iter().find(|f| f["rule"] == "L01").expect("L01").clone();
    assert!(found["message"].as_str().expect("words").contains("1095 % годовых"), "{found}");
    assert_eq!((&found["severity"], &found["clause"]), (&json!("high"), &json!("4.1")));
    let span = &found["span"];
    let (start, end) = (span["start"].as_u64().expect("a place"), span["end"].as_u64().expect("a place"));
    let words: String = seeded.chars().skip(start as usize).take((end - start) as usize).collect();
    assert_eq!(words.replace('\u{a0}', " "), "3 %");
    assert_eq!(report["fairness"]["sides"][0]["penalties"][0]["per_year"], "1095");
    assert_eq!(bench.get("/api/sessions").await.ok()["sessions"], json!([]));

    bench.post("/api/lint", &json!({"text": "  "})).await.err(400, "invalid_request");
    bench.post("/api/lint", &json!({"words": "x"})).await.err(400, "invalid_request");
    bench.post("/api/lint", &json!({"text": "а".repeat(300_000)})).await.err(413, "payload_too_large");
    bench.close().await;
}

#[tokio::test]
async fn a_finding_of_a_session_is_fixed_by_one_click_as_an_edit_of_the_person() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    bench.say(&id, "неустойка 3 % в день").await.ok();
    let lint = format!("/api/session/{id}/lint");
    let report = bench.get(&lint).await.ok();
    let found =
        report["findings"].as_array().expect("a list").iter().find(|f| f["rule"] == "L01").expect("L01").clone();
    assert_eq!((&found["pointer"], &found["fix"]["kind"]), (&json!("/penalty/rate"), &json!("set")));
    assert_eq!(bench.get(&lint).await.ok(), report, "asking changes nothing");

    let fix = format!("{lint}/{}/fix", found["id"].as_str().expect("an id"));
    let body = json!({"request_id": "fix-1"});
    let fixed = bench.post(&fix, &body).await.ok();
    assert_eq!(fixed["state"]["domain"]["penalty"]["rate"], json!({"percent": "0.1", "per": "day"}));
    assert!(!rules(&fixed).contains(&"L01"), "{fixed}");
    let ledger = bench.get(&format!("/api/session/{id}/ledger")).await.ok();
    let entry = ledger["entries"].as_array().expect("a list").iter().find(|e| e["pointer"] == "/penalty/rate/percent");
    assert_eq!(entry.expect("an entry")["origin"], "confirmed");

    // The same request again: the same effect, not a second one.
    let version = bench.version(&id).await;
    bench.post(&fix, &body).await.ok();
    assert_eq!(bench.version(&id).await, version);
    bench.post(&fix, &json!({})).await.err(404, "not_found");
    let missing = report["findings"].as_array().expect("a list").iter().find(|f| f["fix"].is_null()).expect("one");
    let none = format!("{lint}/{}/fix", missing["id"].as_str().expect("an id"));
    bench.post(&none, &json!({})).await.err(409, "conflict");
    bench.get(&format!("{lint}?variant=other")).await.err(400, "invalid_request");
    bench.close().await;
}

#[test]
fn the_command_tells_by_its_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |text: &str, arguments: &[&str]| {
        std::fs::write(folder.path().join("contract.txt"), text).expect("a file");
        let all: Vec<&str> = ["lint", "contract.txt"].iter().chain(arguments).copied().collect();
        process::run(folder.path(), &all, &[])
    };
    // The sample's day lies in the past by now for some readers: only what is seeded is looked at.
    let clean = run(TEXT, &[]);
    let words = String::from_utf8_lossy(&clean.stdout).into_owned();
    assert!(words.contains("неустойка: 0,1 % в день, 36,5 % в год"), "{words}");
    let broken = run(&TEXT.replace("по п. 3.2", "по п. 4.7"), &["--json"]);
    assert_eq!(broken.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&broken.stdout).expect("JSON");
    assert!(rules(&report).contains(&"L08"), "{report}");
    let absent = process::run(folder.path(), &["lint", "absent.txt"], &[]);
    assert_eq!(absent.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&absent.stderr).contains("absent.txt"));
}
