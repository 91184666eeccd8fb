//! Deletion: into the trash and back, and for good, so that no file of the data folder keeps a word.

use crate::bench::{Bench, answer, builtin};
use reqwest::Method;
use serde_json::{Value, json};
use std::path::Path;

const WORD: &str = "kanarejka7f3a91c0";
const CYRILLIC: &str = "канарейкосвист";

/// The words as they stand in a file: as they are, and as JSON may write them.
fn needles() -> Vec<Vec<u8>> {
    let escaped: String = CYRILLIC.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    [WORD.to_owned(), CYRILLIC.to_owned(), escaped.to_uppercase().replace("\\U", "\\u"), escaped]
        .into_iter()
        .map(String::into_bytes)
        .collect()
}

/// Files that hold one of the words.
pub(crate) fn holding(folder: &Path) -> Vec<String> {
    let needles = needles();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let bytes = std::fs::read(entry.path()).unwrap_or_default();
        if needles.iter().any(|needle| bytes.windows(needle.len()).any(|window| window == needle.as_slice())) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found
}

async fn delete(bench: &Bench, path: &str) -> u16 {
    bench.request(Method::DELETE, path).send().await.expect("an answer").status().as_u16()
}

async fn form(bench: &Bench, path: &str, fields: &[(&str, &str)]) -> Value {
    let mut body = String::new();
    for (name, value) in fields {
        body.push_str(&format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"));
    }
    body.push_str("--edge--\r\n");
    let request = bench.request(Method::POST, path).header("origin", &bench.base);
    let request = request.header("content-type", "multipart/form-data; boundary=edge").body(body);
    answer(request.send().await.expect("an answer")).await.ok()
}

/// A session of each workspace with the words in everything that can be told to it; the copies of those shared.
async fn fill(bench: &Bench) -> (Vec<String>, Vec<String>) {
    let words = format!("{WORD} {CYRILLIC}");
    let (contract, _) = bench.open(&format!("{} для {words}", crate::bench::LEASE)).await;
    let said = json!({"message": format!("Арендатор ООО «{CYRILLIC}»; {words}"), "request_id": "r1"});
    bench.post(&format!("/api/session/{contract}"), &said).await.ok();
    let remark = json!({"text": words, "name": words});
    bench.post(&format!("/api/session/{contract}/remarks"), &remark).await.ok();
    let version = bench.version(&contract).await;
    let signoff = json!({"version": version, "name": words, "note": words});
    bench.post(&format!("/api/session/{contract}/signoff"), &signoff).await.ok();
    let edit = json!({"pointer": "/object/make", "value": words});
    let request = bench.request(Method::PATCH, &format!("/api/session/{contract}/facts")).json(&edit);
    answer(request.send().await.expect("an answer")).await.ok();

    let body = json!({"workspace": "research", "initial_message": format!("Какие риски у {words} в этом договоре?")});
    let research = bench.post("/api/session", &body).await.ok()["session_id"].as_str().expect("an id").to_owned();
    let text = format!("1. Арендатор {words} платит штраф 50 рублей.\n2. Арендодатель вправе изменить плату.");
    form(bench, &format!("/api/session/{research}/documents"), &[("title", &words), ("text", &text)]).await;
    bench.say(&research, &format!("Какие риски у {words} в этом договоре?")).await.ok();

    let body = json!({"workspace": "norms", "initial_message": format!("Какова высота штабеля {words}?")});
    // There is nothing to answer from; the question is kept all the same.
    let norms = bench.post("/api/session", &body).await.body;
    let id = norms["session_id"].as_str().or_else(|| norms["error"]["details"]["session_id"].as_str());
    let norms = id.expect("an id").to_owned();

    let trial = crate::trial::open(bench, "claimant").await;
    let fields = [("title", words.as_str()), ("text", words.as_str()), ("side", "claimant")];
    form(bench, &format!("/api/session/{trial}/evidence"), &fields).await;
    let mut intake = crate::trial::intake();
    intake["summary"] = json!(format!("{} {words}", intake["summary"].as_str().expect("words")));
    crate::trial::gate(bench, &trial, "facts_intake", intake).await.ok();

    let mut copies = Vec::new();
    for (id, parts) in
        [(&contract, json!({})), (&contract, json!({})), (&research, json!({"question": true, "documents": true}))]
    {
        let opened = bench.post(&format!("/api/session/{id}/share"), &parts).await;
        assert_eq!(opened.status, 201, "{opened:?}");
        copies.push(opened.body["copy"].as_str().expect("an id").to_owned());
    }
    (vec![contract, research, norms, trial], copies)
}

#[tokio::test]
async fn nothing_that_was_said_stands_in_any_file_after_a_deletion() {
    let bench = builtin().await;
    let (kept, _) = bench.open(crate::bench::LEASE).await;
    let (sessions, copies) = fill(&bench).await;
    let lawyer = bench.post(&format!("/api/session/{}/share", sessions[0]), &json!({"to": "lawyer"})).await;
    let lawyer = format!("/api/share/{}", lawyer.body["token"].as_str().expect("a token"));
    bench.get(&lawyer).await.ok();
    // A link that was ended before.
    let links = bench.get(&format!("/api/session/{}/shares", sessions[0])).await.ok();
    let ended = links["shares"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(delete(&bench, &format!("/api/session/{}/share/{ended}", sessions[0])).await, 204);
    assert!(!holding(bench.folder()).is_empty(), "the search finds words");
    for id in &sessions {
        assert_eq!(delete(&bench, &format!("/api/session/{id}")).await, 204);
        assert_eq!(delete(&bench, &format!("/api/session/{id}")).await, 404);
    }
    assert_eq!(holding(bench.folder()), Vec::<String>::new());
    for id in sessions.iter().chain(&copies) {
        bench.get(&format!("/api/session/{id}")).await.err(404, "not_found");
    }
    bench.get(&lawyer).await.err(404, "not_found");
    bench.get(&format!("/api/session/{kept}")).await.ok();
    let folder = bench.close().await;
    assert_eq!(holding(folder.path()), Vec::<String>::new());
}

#[tokio::test]
async fn the_trash_hides_a_session_with_its_links_and_gives_it_back() {
    let bench = builtin().await;
    let (id, before) = bench.open(crate::bench::LEASE).await;
    let link = bench.post(&format!("/api/session/{id}/share"), &json!({})).await.ok();
    let copy = link["copy"].as_str().expect("an id").to_owned();
    let cookie = format!("legalagi_share={}", link["token"].as_str().expect("a token"));
    let guest = async || {
        let request = bench.client.get(format!("{}/api/session/{copy}", bench.base)).header("cookie", &cookie);
        answer(request.send().await.expect("an answer")).await
    };
    guest().await.ok();
    bench.post(&format!("/api/session/{id}/restore"), &json!({})).await.err(404, "not_found");
    let trashed = bench.post(&format!("/api/session/{id}/trash"), &json!({})).await.ok();
    assert_eq!((&trashed["session_id"], &trashed["minutes"]), (&json!(id), &json!(10)));
    for path in ["", "/versions", "/trace", "/ledger", "/replay", "/shares", "/export.json"] {
        bench.get(&format!("/api/session/{id}{path}")).await.err(404, "not_found");
    }
    bench.say(&id, "залог 15 000 ₽").await.err(404, "not_found");
    guest().await.err(404, "not_found");
    bench.get(&format!("/api/session/{copy}")).await.err(404, "not_found");
    assert!(!bench.get("/api/sessions").await.ok().to_string().contains(&id));
    bench.post(&format!("/api/session/{id}/trash"), &json!({})).await.err(404, "not_found");

    // The page offers it back by a form that needs no script.
    let page = bench.client.get(format!("{}/", bench.base)).header("accept", "text/html").send().await;
    let page = page.expect("an answer").text().await.expect("a page");
    assert!(page.contains("Недавно удалённые") && page.contains("/fn/restore_session") && page.contains(&id), "{page}");
    let request = bench.client.post(format!("{}/fn/restore_session", bench.base));
    let request = request.header("origin", &bench.base).header("accept", "text/html");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(format!("session={id}"));
    let back = request.send().await.expect("an answer");
    assert!(back.status().is_redirection(), "{back:?}");
    assert_eq!(bench.state(&id).await, before["state"]);
    guest().await.ok();
    bench.close().await;
}

#[tokio::test]
async fn what_is_on_hold_is_refused_at_every_door_until_the_hold_ends() {
    let bench = builtin().await;
    let (id, _) = bench.open(crate::bench::LEASE).await;
    let link = bench.post(&format!("/api/session/{id}/share"), &json!({})).await.ok();
    let cookie = format!("legalagi_share={}", link["token"].as_str().expect("a token"));
    let copy = format!("{}/api/session/{}", bench.base, link["copy"].as_str().expect("an id"));
    let guest = async || {
        let request = bench.client.get(&copy).header("cookie", &cookie);
        answer(request.send().await.expect("an answer")).await
    };
    let hold = async |what: &[&str]| {
        let (database, what) = (bench.database(), what.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        let ran = tokio::task::spawn_blocking(move || {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_legalagi"));
            command.arg("hold").args(what).env("LEGALAGI_DATABASE_URL", database).output().expect("a command")
        });
        let out = ran.await.expect("no panic");
        (out.status.success(), String::from_utf8_lossy(&out.stdout).into_owned())
    };
    assert!(hold(&["add", &id]).await.0);
    assert!(!hold(&["add", "AAAAAAAAAAAAAAAAAAAAAA"]).await.0, "an unknown session");
    assert!(hold(&["list"]).await.1.starts_with(&id));
    let path = format!("/api/session/{id}");
    let gone = bench.request(Method::DELETE, &path).send().await.expect("an answer");
    let error = answer(gone).await.err(409, "on_hold");
    assert_eq!(error["retryable"], false, "{error}");
    bench.post(&format!("{path}/trash"), &json!({})).await.err(409, "on_hold");
    // The form of the page says so too, and the session goes on.
    let request = bench.request(Method::POST, "/fn/delete_session").header("origin", &bench.base);
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(format!("session={id}"));
    let told = request.send().await.expect("an answer").text().await.expect("words");
    assert!(told.contains("on_hold"), "{told}");
    bench.say(&id, "залог 15 000 ₽").await.ok();
    guest().await.ok();

    assert!(hold(&["remove", &id]).await.0);
    assert!(!hold(&["remove", &id]).await.0, "it is not on hold any more");
    assert_eq!(hold(&["list"]).await.1, "");
    assert_eq!(delete(&bench, &format!("/api/session/{id}")).await, 204);
    guest().await.err(404, "not_found");
    bench.close().await;
}
