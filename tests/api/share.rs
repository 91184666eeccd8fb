//! Share links: the other side has its copy and nothing else, until the link is ended.

use crate::bench::{Answer, Bench, LEASE, answer, builtin, guarded};
use reqwest::{Method, Response};
use serde_json::{Value, json};

const TOKEN: &str = "an-instance-token-of-some-length";

/// The other side's browser: no token of the instance, the link's cookie.
struct Guest<'a> {
    bench: &'a Bench,
    cookie: String,
}

impl Guest<'_> {
    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Response {
        let request = self.bench.client.request(method, format!("{}{path}", self.bench.base));
        let request = request.header("cookie", &self.cookie).header("sec-fetch-site", "same-origin");
        let request = if let Some(body) = body { request.json(body) } else { request };
        request.send().await.expect("an answer")
    }

    async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        answer(self.send(method, path, body).await).await
    }

    async fn form(&self, name: &str, form: &str) -> Answer {
        let request = self.bench.client.post(format!("{}/fn/{name}", self.bench.base)).header("cookie", &self.cookie);
        let request = request.header("sec-fetch-site", "same-origin");
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(form.to_owned());
        answer(request.send().await.expect("an answer")).await
    }
}

/// Opens a link and follows it; the link's JSON and a browser that has its cookie.
async fn follow<'a>(bench: &'a Bench, id: &str) -> (Value, Guest<'a>) {
    let opened = bench.post(&format!("/api/session/{id}/share"), &json!({})).await;
    assert_eq!(opened.status, 201, "{opened:?}");
    let link = opened.body;
    let (token, url) = (link["token"].as_str().expect("a token"), link["url"].as_str().expect("a path"));
    assert_eq!((token.len(), url), (43, format!("/share/{token}").as_str()));
    let response = bench.client.get(format!("{}{url}", bench.base)).send().await.expect("an answer");
    assert_eq!(response.status(), 303);
    assert_eq!(
        response.headers()["location"].to_str().ok(),
        link["copy"].as_str().map(|c| format!("/s/{c}")).as_deref()
    );
    let set = response.headers()["set-cookie"].to_str().expect("text").to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/;"] {
        assert!(set.contains(part), "{set}");
    }
    let cookie = set.split(';').next().unwrap_or_default().to_owned();
    (link, Guest { bench, cookie })
}

fn id_of(link: &Value) -> String {
    link["copy"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_link_opens_its_copy_and_nothing_else() {
    let bench = guarded(TOKEN).await;
    let (id, _) = bench.open(LEASE).await;
    let (other, _) = bench.open(LEASE).await;
    bench.say(&id, "Арендодатель Иванов Иван Иванович, физлицо; канарейка только для меня").await.ok();
    let before = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    let (link, guest) = follow(&bench, &id).await;
    let copy = id_of(&link);

    // Its own page, data and words.
    let page = guest.send(Method::GET, &format!("/s/{copy}"), None).await;
    assert_eq!(page.status(), 200);
    let page = page.text().await.expect("a page");
    assert!(page.contains("Иванов") && !page.contains("канарейка") && !page.contains("Хочу сдать"), "{page}");
    for end in ["", "/versions", "/versions/0", "/trace", "/ledger", "/essential-terms", "/export.json"] {
        let got = guest.ask(Method::GET, &format!("/api/session/{copy}{end}"), None).await;
        assert_eq!(got.status, 200, "{end}: {got:?}");
        let text = got.body.to_string();
        assert!(!text.contains("канарейка") && !text.contains("Хочу сдать"), "{end}: {text}");
    }
    let said = json!({"message": "нет, аренда 25 000 рублей в месяц"});
    let said = guest.ask(Method::POST, &format!("/api/session/{copy}"), Some(&said)).await.ok();
    assert_eq!(said["state"]["domain"]["price"]["rent"]["amount"], "25000.00");
    let edit = json!({"pointer": "/object/year", "value": 2020});
    guest.ask(Method::PATCH, &format!("/api/session/{copy}/facts"), Some(&edit)).await.ok();
    let viewed = guest.form("load_session", &format!("session={copy}")).await;
    assert_eq!((viewed.status, viewed.body["domain"]["object"]["year"].as_i64()), (200, Some(2020)), "{viewed:?}");

    // Nothing else.
    let session = |end: &str| format!("/api/session/{copy}{end}");
    for (method, path) in [
        (Method::GET, "/".to_owned()),
        (Method::GET, "/api/sessions".to_owned()),
        (Method::POST, "/api/session".to_owned()),
        (Method::POST, "/api/replay".to_owned()),
        (Method::GET, format!("/s/{id}")),
        (Method::GET, format!("/s/{other}")),
        (Method::GET, format!("/api/session/{id}")),
        (Method::POST, format!("/api/session/{id}")),
        (Method::GET, format!("/api/session/{id}/trace")),
        (Method::GET, format!("/api/session/{id}/replay")),
        (Method::GET, format!("/api/session/{id}/shares")),
        (Method::GET, format!("/api/session/{id}/protocol?with={copy}")),
        (Method::GET, format!("/api/session/{other}")),
        (Method::GET, session("/replay")),
        (Method::GET, session("/shares")),
        (Method::POST, session("/share")),
        (Method::POST, session("/fork")),
        (Method::DELETE, session("")),
        (Method::POST, session("/trash")),
        (Method::POST, session("/restore")),
        (Method::GET, session(&format!("/../{id}"))),
    ] {
        let body = json!({"initial_message": "x", "message": "x", "version": 0});
        let got = guest.ask(method.clone(), &path, Some(&body)).await;
        assert!([401, 404].contains(&got.status), "{method} {path}: {got:?}");
    }
    for (name, form) in [
        ("list_sessions", String::new()),
        ("start_session", "message=x".to_owned()),
        ("delete_session", format!("session={copy}")),
        ("restore_session", format!("session={copy}")),
        ("fork_session", format!("session={copy}&version=0")),
        ("load_session", format!("session={id}")),
        ("load_trace", format!("session={id}")),
        ("edit_fact", format!("session={id}&pointer=%2Fobject%2Fyear&op=reject")),
        ("load_session", format!("session={copy}&session={id}")),
    ] {
        let got = guest.form(name, &form).await;
        assert!([400, 401, 404].contains(&got.status), "{name} {form}: {got:?}");
    }
    let after = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    assert_eq!(after, before, "the original keeps every byte");
    bench.close().await;
}

#[tokio::test]
async fn an_ended_link_opens_nothing() {
    let bench = guarded(TOKEN).await;
    let (id, _) = bench.open(LEASE).await;
    let (other, _) = bench.open(LEASE).await;
    let (link, guest) = follow(&bench, &id).await;
    let (_, second) = follow(&bench, &id).await;
    let (copy, token) = (id_of(&link), link["token"].as_str().expect("a token").to_owned());
    let listed = bench.get(&format!("/api/session/{id}/shares")).await.ok();
    assert_eq!(listed["shares"].as_array().map(Vec::len), Some(2));
    assert!(!listed.to_string().contains(&token) && listed["shares"][0]["revoked_at"].is_null(), "{listed}");

    let end = async |id: &str, name: &str| {
        let request = bench.request(Method::DELETE, &format!("/api/session/{id}/share/{name}"));
        answer(request.send().await.expect("an answer")).await
    };
    end(&other, &token).await.err(404, "not_found");
    end(&id, "nothing").await.err(404, "not_found");
    assert_eq!(end(&id, &token).await.status, 204);
    assert_eq!(end(&id, listed["shares"][0]["id"].as_str().expect("an id")).await.status, 204, "twice is once");

    guest.ask(Method::GET, &format!("/api/session/{copy}"), None).await.err(410, "not_found");
    guest
        .ask(Method::POST, &format!("/api/session/{copy}"), Some(&json!({"message": "а"})))
        .await
        .err(410, "not_found");
    let html = |path: String| bench.client.get(format!("{}{path}", bench.base)).header("accept", "text/html");
    let page = html(format!("/share/{token}")).send().await.expect("an answer");
    assert_eq!(page.status(), 410);
    assert!(page.text().await.expect("a page").contains("отозван"));
    assert_eq!(html(format!("/share/{token}x")).send().await.expect("an answer").status(), 404);
    let page = html(format!("/s/{copy}")).header("cookie", &guest.cookie).send().await.expect("an answer");
    assert_eq!(page.status(), 410);
    // The other link and the owner are untouched.
    let theirs = bench.get(&format!("/api/session/{id}/shares")).await.ok()["shares"].clone();
    let live: Vec<&Value> =
        theirs.as_array().expect("a list").iter().filter(|share| share["revoked_at"].is_null()).collect();
    assert_eq!(live.len(), 1);
    second.ask(Method::GET, &format!("/api/session/{}", id_of(live[0])), None).await.ok();
    bench.get(&format!("/api/session/{copy}")).await.ok();
    bench.post(&format!("/api/session/{copy}/share"), &json!({})).await.err(409, "conflict");
    bench.close().await;
}

#[tokio::test]
async fn without_a_token_a_copy_still_needs_its_link() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let (link, guest) = follow(&bench, &id).await;
    let copy = id_of(&link);
    bench.get(&format!("/api/session/{copy}")).await.err(404, "not_found");
    let stranger = Guest { bench: &bench, cookie: "legalagi_share=x".to_owned() };
    stranger.form("load_session", &format!("session={copy}")).await.err(404, "not_found");
    stranger.form("load_session", &format!("session={id}&session={copy}")).await.err(400, "invalid_request");
    guest.ask(Method::GET, &format!("/api/session/{copy}"), None).await.ok();
    guest.ask(Method::GET, &format!("/api/session/{copy}/replay"), None).await.err(404, "not_found");
    let path = format!("/api/session/{id}/share/{}", link["token"].as_str().expect("a token"));
    assert_eq!(answer(bench.request(Method::DELETE, &path).send().await.expect("an answer")).await.status, 204);
    guest.ask(Method::GET, &format!("/api/session/{copy}"), None).await.err(410, "not_found");
    bench.get(&format!("/api/session/{id}")).await.ok();
    bench.close().await;
}

#[tokio::test]
async fn disagreements_become_a_protocol() {
    let bench = guarded(TOKEN).await;
    let (id, _) = bench.open(LEASE).await;
    let (link, guest) = follow(&bench, &id).await;
    let copy = id_of(&link);
    let path = |format: &str| format!("/api/session/{id}/protocol?with={copy}&format={format}");
    assert_eq!(bench.get(&path("json")).await.ok()["rows"], json!([]));

    let said = json!({"message": "нет, аренда 25 000 рублей в месяц"});
    guest.ask(Method::POST, &format!("/api/session/{copy}"), Some(&said)).await.ok();
    let protocol = bench.get(&path("json")).await.ok();
    let rent = |protocol: &Value| -> Value {
        let rows = protocol["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["clause"] == "price.rent").unwrap_or_else(|| panic!("{protocol:#}")).clone()
    };
    let row = rent(&protocol);
    let has = |row: &Value, name: &str, words: &str| row[name].as_str().is_some_and(|text| text.contains(words));
    assert!(has(&row, "ours", "тридцать") && has(&row, "theirs", "двадцать пять"), "{row:#}");
    assert_eq!(row["agreed"], "");
    let fact = protocol["facts"].as_array().expect("facts").iter().find(|f| f["pointer"] == "/price/rent/amount");
    assert_eq!(fact.map(|f| (&f["ours"], &f["theirs"])), Some((&json!("30000.00"), &json!("25000.00"))));

    // Their number is taken over: the same row is agreed.
    let edit = json!({"pointer": "/price/rent", "value": {"amount": "25000.00", "currency": "RUB"}});
    let request = bench.request(Method::PATCH, &format!("/api/session/{id}/facts")).json(&edit);
    answer(request.send().await.expect("an answer")).await.ok();
    let row = rent(&bench.get(&path("json")).await.ok());
    assert!(has(&row, "ours", "тридцать") && row["agreed"] == row["theirs"], "{row:#}");

    for (format, kind) in [
        ("html", "text/html"),
        ("md", "text/markdown"),
        ("docx", "application/vnd.openxml"),
        ("pdf", "application/pdf"),
    ] {
        let response = bench.request(Method::GET, &path(format)).send().await.expect("an answer");
        assert_eq!(response.status(), 200, "{format}");
        assert!(response.headers()["content-type"].to_str().is_ok_and(|own| own.starts_with(kind)), "{format}");
        let body = response.bytes().await.expect("a body");
        let text = String::from_utf8_lossy(&body).to_lowercase();
        let file = body.starts_with(if format == "pdf" { b"%PDF" } else { b"PK" });
        assert!(file || text.contains("протокол разногласий"), "{format}");
    }
    let (other, _) = bench.open(LEASE).await;
    bench.get(&format!("/api/session/{id}/protocol?with={other}")).await.err(404, "not_found");
    bench.get(&format!("/api/session/{other}/protocol?with={copy}")).await.err(404, "not_found");
    bench.get(&format!("/api/session/{id}/protocol")).await.err(400, "invalid_request");
    bench.get(&path("ics")).await.err(400, "invalid_request");
    bench.close().await;
}

#[tokio::test]
async fn a_copy_of_an_answer_carries_question_and_documents_only_when_ticked() {
    let bench = builtin().await;
    let question = "Какие риски для хозяина зелёного попугая в этом договоре?";
    let body = json!({"workspace": "research", "initial_message": "Первый вопрос про синюю цаплю?"});
    let id = bench.post("/api/session", &body).await.ok()["session_id"].as_str().expect("an id").to_owned();
    let text = "1. Арендатор платит штраф 50 рублей.\n2. Арендодатель вправе изменить плату в одностороннем порядке.\n\
                3. Сарай стоит за рекой Выдуманкой.";
    let body = format!("--edge\r\ncontent-disposition: form-data; name=\"text\"\r\n\r\n{text}\r\n--edge--\r\n");
    let request = bench.request(Method::POST, &format!("/api/session/{id}/documents")).header("origin", &bench.base);
    let request = request.header("content-type", "multipart/form-data; boundary=edge").body(body);
    assert_eq!(request.send().await.expect("an answer").status().as_u16(), 201);
    let said = bench.say(&id, question).await.ok();
    let answer_text = said["state"]["answer"]["text"].as_str().expect("words").to_owned();
    assert!(answer_text.contains("в одностороннем порядке"), "{answer_text}");

    let all = |guest_sees: &[String]| guest_sees.join("\n");
    for (parts, has_question, has_documents) in [
        (json!({}), false, false),
        (json!({"question": true}), true, false),
        (json!({"documents": true}), false, true),
        (json!({"question": true, "documents": true}), true, true),
    ] {
        let opened = bench.post(&format!("/api/session/{id}/share"), &parts).await;
        assert_eq!(opened.status, 201, "{opened:?}");
        let copy = id_of(&opened.body);
        let cookie = format!("legalagi_share={}", opened.body["token"].as_str().expect("a token"));
        let guest = Guest { bench: &bench, cookie };
        let mut seen = Vec::new();
        for end in ["", "/versions", "/versions/0", "/trace", "/ledger", "/documents", "/export.json", "/export.md"] {
            let got = guest.ask(Method::GET, &format!("/api/session/{copy}{end}"), None).await;
            seen.push(got.body.to_string());
        }
        seen.push(guest.send(Method::GET, &format!("/s/{copy}"), None).await.text().await.expect("a page"));
        seen.push(guest.form("load_session", &format!("session={copy}")).await.body.to_string());
        let seen = all(&seen);
        assert!(seen.contains("в одностороннем порядке"), "the answer is there: {seen}");
        assert!(!seen.contains("синюю цаплю"), "never another question");
        assert_eq!(seen.contains("зелёного попугая"), has_question, "{parts}: {seen}");
        assert_eq!(seen.contains("за рекой Выдуманкой"), has_documents, "{parts}: {seen}");
    }
    bench.post(&format!("/api/session/{id}/share"), &json!({"all": true})).await.err(400, "invalid_request");
    bench.close().await;
}
