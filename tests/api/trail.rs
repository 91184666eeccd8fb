//! The audit log over HTTP and on the command line: each door leaves its entry, and none holds a word of a session.

use crate::bench::{Bench, answer, builtin, guarded, with_model};
use crate::hostile::good_answer;
use crate::model::{Server, good};
use crate::process::run;
use legalagi::engine::prompt::sha256;
use reqwest::Method;
use serde_json::{Value, json};
use std::process::Output;

const WORD: &str = "kanarejka7f3a91c0";
const CYRILLIC: &str = "Канарейкосвист";

/// The command line beside the server.
fn legalagi(bench: &Bench, arguments: &[&str]) -> Output {
    let database = bench.database();
    tokio::task::block_in_place(|| run(bench.folder(), arguments, &[("LEGALAGI_DATABASE_URL", &database)]))
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The log as `legalagi audit export` gives it.
fn exported(bench: &Bench) -> (String, Vec<Value>) {
    let lines = text(&legalagi(bench, &["audit", "export"]));
    let entries = lines.lines().map(|line| serde_json::from_str(line).expect("an entry")).collect();
    (lines, entries)
}

/// The first entry of this action by this actor about this session.
fn entry<'a>(log: &'a [Value], action: &str, actor: &str, session: &str) -> &'a Value {
    let subject = format!("session:{}", sha256(session));
    let is = |one: &&Value| one["action"] == action && one["actor"] == actor && one["subject"] == subject.as_str();
    log.iter().find(is).unwrap_or_else(|| panic!("no {action} by {actor}: {log:#?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_door_leaves_its_entry_and_none_holds_a_word() {
    let bench = builtin().await;
    let (id, _) = bench.open(&format!("{} для {WORD} {CYRILLIC}", crate::bench::LEASE)).await;
    bench.say(&id, &format!("Арендатор ООО «{CYRILLIC}»")).await.ok();
    bench.state(&id).await;
    let page = bench.request(Method::GET, &format!("/s/{id}?view=facts")).send().await.expect("a page");
    assert!(page.status().is_success());
    let file = bench.request(Method::GET, &format!("/api/session/{id}/export.md")).send().await.expect("a file");
    let file = file.bytes().await.expect("bytes");
    let link = bench.post(&format!("/api/session/{id}/share"), &json!({})).await.ok();
    let (copy, link_id) = (link["copy"].as_str().expect("an id"), link["id"].as_str().expect("an id"));
    let cookie = format!("legalagi_share={}", link["token"].as_str().expect("a token"));
    let guest = bench.client.get(format!("{}/api/session/{copy}", bench.base)).header("cookie", &cookie);
    answer(guest.send().await.expect("an answer")).await.ok();
    let (again, wrong) = (bench.get(&format!("/api/session/{id}")).await, "AAAAAAAAAAAAAAAAAAAAAA");
    bench.get(&format!("/api/session/{wrong}")).await.err(404, "not_found");
    let deleted = bench.request(Method::DELETE, &format!("/api/session/{id}")).send().await.expect("an answer");
    assert_eq!((again.status, deleted.status().as_u16()), (200, 204));
    // What is shown waits for others before it is written.
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;

    let (lines, log) = exported(&bench);
    assert_eq!(entry(&log, "create", "person", &id)["details"]["workspace"], "contract");
    let said = entry(&log, "say", "person", &id);
    assert!(said["version"].as_u64() > Some(0) && said["result"] == "done", "{said}");
    let read = entry(&log, "read", "person", &id);
    assert!(["/api/session/{id}", "/s/{id}"].contains(&read["details"]["route"].as_str().expect("a route")), "{read}");
    let given = entry(&log, "export", "person", &id);
    let hash = legalagi::engine::prompt::hex(&<sha2::Sha256 as sha2::Digest>::digest(&file));
    assert_eq!((&given["details"]["sha256"], &given["details"]["bytes"]), (&json!(hash), &json!(file.len())));
    assert_eq!(entry(&log, "share", "person", &id)["details"]["link"], link_id);
    entry(&log, "read", &format!("link:{link_id}"), copy);
    entry(&log, "delete", "person", &id);
    let unknown = format!("session:{}", sha256(wrong));
    assert!(!log.iter().any(|one| one["subject"] == unknown.as_str()), "nothing was shown");
    for word in [WORD, CYRILLIC, &id, copy] {
        assert!(!lines.contains(word), "{word} stands in the log");
    }
    let reads = log.iter().filter(|one| one["action"] == "read" && one["details"]["route"] == "/api/session/{id}");
    assert_eq!(reads.count(), 2, "the same within a minute is one entry: of the session, of the copy");
    assert!(crate::deletion::holding(bench.folder()).is_empty());

    // The chain, the head that is told, and what a changed byte does.
    let status = bench.get("/api/status").await.ok();
    let head = format!("{}:{}", status["audit"]["number"], status["audit"]["hash"].as_str().expect("a hash"));
    let verified = legalagi(&bench, &["audit", "verify", "--head", &head]);
    assert!(verified.status.success() && text(&verified).contains("the chain holds"), "{verified:?}");
    let place = bench.folder().join("log.jsonl");
    std::fs::write(&place, &lines).expect("a file");
    let file = place.to_str().expect("a path");
    assert!(legalagi(&bench, &["audit", "verify", file]).status.success());
    std::fs::write(&place, lines.replacen("\"actor\":\"person\"", "\"actor\":\"token\"", 1)).expect("a file");
    let broken = legalagi(&bench, &["audit", "verify", file]);
    assert_eq!(
        (broken.status.code(), text(&broken).as_str()),
        (Some(1), "BROKEN: entry 1 was changed: its hash is that of another content\n")
    );
    std::fs::write(&place, &lines[..lines.trim_end().rfind('\n').expect("lines") + 1]).expect("a file");
    assert!(legalagi(&bench, &["audit", "verify", file]).status.success(), "a part is a part");
    let cut = legalagi(&bench, &["audit", "verify", file, "--head", &format!("{}:{}", log.len(), "0".repeat(64))]);
    assert!(!cut.status.success() && text(&cut).contains("the end was cut off"), "{cut:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_token_is_named_and_so_is_whoever_has_it_not() {
    let bench = guarded("a-token-of-this-test-1").await;
    let (id, _) = bench.open(crate::bench::LEASE).await;
    for token in ["wrong", "a-token-of-this-test-1"] {
        let request = bench.client.post(format!("{}/sign-in", bench.base)).header("origin", &bench.base);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        request.body(format!("token={token}")).send().await.expect("an answer");
    }
    let (lines, log) = exported(&bench);
    entry(&log, "create", "token", &id);
    let tried: Vec<(&Value, &Value)> =
        log.iter().filter(|one| one["action"] == "sign_in").map(|one| (&one["actor"], &one["result"])).collect();
    assert_eq!(tried, [(&json!("anyone"), &json!("refused")), (&json!("anyone"), &json!("done"))]);
    assert!(!lines.contains("a-token-of-this-test"));
    // A command names itself, and the log of a database that nobody serves is cut by it.
    let hold = legalagi(&bench, &["hold", "add", &id]);
    assert!(hold.status.success(), "{hold:?}");
    entry(&exported(&bench).1, "hold", "command_line", &id);
    let into = bench.folder().join("part.jsonl");
    let cut = legalagi(&bench, &["audit", "cut", "--through", "2", "--into", into.to_str().expect("a path")]);
    assert!(cut.status.success(), "{cut:?}");
    assert!(text(&legalagi(&bench, &["audit", "verify"])).contains(", behind 2:"));
    assert!(text(&legalagi(&bench, &["audit", "verify", into.to_str().expect("a path")])).starts_with("2 entries"));
    let backup = bench.folder().join("copy");
    let made = legalagi(&bench, &["backup", backup.to_str().expect("a path")]);
    assert!(made.status.success(), "{made:?}");
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(backup.join("manifest.json")).expect("a file")).expect("JSON");
    let head = format!("{}:{}", manifest["audit"]["number"], manifest["audit"]["hash"].as_str().expect("a hash"));
    assert!(legalagi(&bench, &["audit", "verify", "--head", &head]).status.success(), "{head}");
    assert_eq!(exported(&bench).1.iter().filter(|one| one["action"] == "backup").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_to_a_model_is_noted_without_its_words() {
    let model = Server::start(vec![good(&good_answer())]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, _) = bench.open(&format!("{} {CYRILLIC}", crate::bench::LEASE)).await;
    let (lines, log) = exported(&bench);
    let sent = &entry(&log, "send", "person", &id)["details"];
    let host = model.base.trim_start_matches("http://").trim_end_matches("/v1");
    assert_eq!((&sent["host"], &sent["model"], &sent["step"]), (&json!(host), &json!("scripted"), &json!("INTERPRET")));
    assert!(sent["characters"].as_u64() > Some(1000) && sent["sha256"].as_str().is_some_and(|hash| hash.len() == 64));
    let trace = bench.trace(&id).await;
    assert!(trace.iter().any(|one| one.to_string().contains(sent["sha256"].as_str().expect("a hash"))), "{trace:?}");
    assert!(!lines.contains(CYRILLIC));
}
