//! The search over HTTP and on the command line: one list, one set of errors.

use crate::bench::builtin;
use serde_json::{Value, json};
use std::process::Command;

/// The command line over the database that the server has open.
fn legalagi(database: &str, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_legalagi"))
        .args(arguments)
        .env("LEGALAGI_DATABASE_URL", database)
        .output()
        .expect("a process");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

#[tokio::test]
async fn an_empty_corpus_says_how_to_fill_it_and_a_full_one_answers() {
    let bench = builtin().await;
    let path = |q: &str, more: &str| {
        let q: String = q.bytes().map(|byte| format!("%{byte:02X}")).collect();
        format!("/api/search?q={q}{more}")
    };
    let error = bench.get(&path("склад", "")).await.err(409, "corpus_empty");
    assert!(error.to_string().contains("legalagi corpus import"), "{error}");

    let database = bench.database();
    let (found, text) = legalagi(&database, &["search", "склад"]);
    assert!(!found && text.contains("legalagi corpus import"), "{text}");
    let (read, text) = legalagi(&database, &["corpus", "import", "--demo"]);
    assert!(read && text.contains("4 новых"), "{text}");
    let (read, text) = legalagi(&database, &["corpus", "import", "--demo", "/nowhere/rules.md"]);
    assert!(!read && text.contains("4 без изменений, 1 не прочитано"), "{text}");
    let (sound, text) = legalagi(&database, &["corpus", "check", "--json"]);
    assert!(sound && text.contains("\"editions\": 4"), "{text}");
    let (_, text) = legalagi(&database, &["corpus", "show", "norm://demo.sklad.pravyla@2025/art/3"]);
    assert!(text.starts_with("Правила складу ст. 3"), "{text}");
    let hits = bench.get(&path("задержка выдачи вещей", "&limit=2&on=2026-06-01&jurisdiction=ru")).await.ok();
    let hits = hits.as_array().expect("a list").clone();
    assert_eq!(hits.len(), 2);
    let asked = ["search", "задержка выдачи вещей", "--limit", "2", "--on", "2026-06-01", "--json"];
    let (_, text) = legalagi(&database, &asked);
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), json!(hits));
    let keys: Vec<&str> = hits[0].as_object().expect("a hit").keys().map(String::as_str).collect();
    let mut named = vec!["node_id", "document", "edition", "address", "title", "snippet", "page", "score"];
    named.sort_unstable();
    let mut keys = keys;
    keys.sort_unstable();
    assert_eq!(keys, named);
    assert_eq!((&hits[0]["address"], &hits[0]["edition"]), (&json!("Правила складов ст. 6"), &json!("2-я редакция")));
    let snippet = hits[0]["snippet"].as_str().expect("words");
    assert!(snippet.contains("Задержка выдачи") && !snippet.contains(['\u{2}', '\u{3}']), "{snippet}");
    assert_eq!(bench.get(&path("\") OR NEAR(", "")).await.ok(), json!([]));

    for (q, more, field) in [
        ("", "", "q"),
        ("склад", "&limit=51", "limit"),
        ("склад", "&limit=x", "limit"),
        ("склад", "&jurisdiction=FR", "jurisdiction"),
        ("склад", "&on=2026-13-01", "on"),
    ] {
        let error = bench.get(&path(q, more)).await.err(400, "invalid_request");
        assert_eq!(error["details"]["field"], field, "{q}{more}");
    }
    let long = "%61".repeat(3000);
    bench.get(&format!("/api/search?q={long}")).await.err(400, "invalid_request");
    bench.close().await;
}
