//! The composer with a file: what was typed and what stands in the file are the person's words, one after the other.

use crate::bench::{Bench, LEASE, builtin};
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION};
use reqwest::{Method, Response};
use serde_json::{Value, json};

const FACTS: &str = "Арендодатель: Иванов Иван Иванович.\nАрендатор: Петров Пётр Петрович.\nVIN XTAGFL110MY000001.\n";

/// A part of a form: its name, its file's name if it is one, its bytes.
type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

async fn sent(bench: &Bench, id: &str, parts: &[Part<'_>]) -> Response {
    let mut body = Vec::new();
    for (name, file, bytes) in parts {
        let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
        body.extend(format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").as_bytes());
        body.extend(*bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--b--\r\n");
    let request = bench.request(Method::POST, &format!("/s/{id}/say")).header("sec-fetch-site", "same-origin");
    let request = request.header(ACCEPT, "text/html").header(CONTENT_TYPE, "multipart/form-data; boundary=b");
    request.body(body).send().await.expect("an answer")
}

async fn turns(bench: &Bench, id: &str) -> Vec<String> {
    let replay = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    let turns = replay["turns"].as_array().expect("turns").iter().filter(|turn| turn["role"] == "user");
    turns.map(|turn| turn["text"].as_str().expect("words").to_owned()).collect()
}

#[tokio::test]
async fn a_file_is_read_as_words_behind_what_was_typed() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let page =
        bench.request(Method::GET, &format!("/s/{id}")).header(ACCEPT, "text/html").send().await.expect("a page");
    let page = page.text().await.expect("text");
    assert!(page.contains("name=\"file\"") && page.contains(&format!("formaction=\"/s/{id}/say\"")), "{page}");
    let parts: [Part; 4] = [
        ("session", None, id.as_bytes()),
        ("request", None, b"form-1-1"),
        ("text", None, "Залог 10 000 рублей".as_bytes()),
        ("file", Some("стороны.txt"), FACTS.as_bytes()),
    ];
    let done = sent(&bench, &id, &parts).await;
    assert_eq!(
        (done.status().as_u16(), done.headers()[LOCATION].to_str().expect("text")),
        (303, format!("/s/{id}").as_str())
    );
    let said = turns(&bench, &id).await;
    assert_eq!(said, [LEASE, "Залог 10 000 рублей", FACTS]);
    let state = bench.state(&id).await;
    assert!(state["domain"].to_string().contains("Иванов Иван Иванович"), "{}", state["domain"]);
    assert!(state["domain"].to_string().contains("XTAGFL110MY000001"), "{}", state["domain"]);
    // Sent twice by an impatient hand it is said once.
    sent(&bench, &id, &parts).await;
    assert_eq!(turns(&bench, &id).await.len(), 3);
    bench.close().await;
}

#[tokio::test]
async fn a_file_that_nobody_can_read_says_why_and_nothing_is_said_or_lost() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let before = bench.version(&id).await;
    let empty: Part = ("file", Some("empty.txt"), b"  \n ");
    for (file, status, words) in [
        (("file", Some("broken.pdf"), b"%PDF-1.7 nothing".as_slice()), 400, "повреждён"),
        (("file", Some("picture.exe"), b"MZ\x90\0\x03\0\0\0\xff\xff\0\0".as_slice()), 415, "DOCX"),
        (empty, 400, "нет текста"),
    ] {
        let parts: [Part; 2] = [("text", None, "Мои слова <b>".as_bytes()), file];
        let answer = sent(&bench, &id, &parts).await;
        assert_eq!(answer.status().as_u16(), status, "{file:?}");
        let page = answer.text().await.expect("text");
        let alert = page.split("failure-region").nth(1).expect("a region").split("</div>").next().expect("its words");
        assert!(alert.contains(words), "{file:?}: {alert}");
        assert!(page.contains("Мои слова &lt;b&gt;</textarea>"), "what was typed stands in the field");
    }
    let nothing = sent(&bench, &id, &[("text", None, b" "), ("file", Some(""), b"")]).await;
    assert_eq!(nothing.status(), 400);
    assert_eq!(bench.version(&id).await, before);
    let none = sent(&bench, "AAAAAAAAAAAAAAAAAAAAAA", &[("text", None, b"x")]).await;
    assert_eq!(none.status(), 404);
    bench.close().await;
}

#[tokio::test]
async fn only_contracts_take_a_file_with_words() {
    let bench = builtin().await;
    let body = json!({"workspace": "research", "initial_message": "Какие риски в этом договоре?"});
    let opened: Value = bench.post("/api/session", &body).await.ok();
    let id = opened["session_id"].as_str().expect("an id").to_owned();
    let refused = sent(&bench, &id, &[("file", Some("a.txt"), FACTS.as_bytes())]).await;
    assert_eq!(refused.status(), 422, "not offered there");
    assert_eq!(turns(&bench, &id).await.len(), 1);
    bench.close().await;
}
