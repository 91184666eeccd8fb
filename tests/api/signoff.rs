//! A link for a lawyer: it opens the document as it stands and nothing else; remarks; a sign-off that any change ends.

use crate::bench::{Answer, Bench, LEASE, answer, builtin, guarded};
use reqwest::{Method, Response};
use serde_json::{Value, json};

const TOKEN: &str = "an-instance-token-of-some-length";
const FORM: &str = "application/x-www-form-urlencoded";

/// A browser or a program that has nothing but the link.
struct Lawyer<'a> {
    bench: &'a Bench,
    token: String,
}

impl Lawyer<'_> {
    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Response {
        let request = self.bench.client.request(method, format!("{}{path}", self.bench.base));
        let request = request.header("sec-fetch-site", "same-origin");
        // Whatever a browser may keep of the link.
        let request = request.header("cookie", format!("legalagi_share={}", self.token));
        let request = if let Some(body) = body { request.json(body) } else { request };
        request.send().await.expect("an answer")
    }

    async fn ask(&self, method: Method, end: &str, body: Option<&Value>) -> Answer {
        answer(self.send(method, &format!("/api/share/{}{end}", self.token), body).await).await
    }

    async fn page(&self) -> (u16, String) {
        let response = self.send(Method::GET, &format!("/share/{}", self.token), None).await;
        (response.status().as_u16(), response.text().await.expect("a page"))
    }

    async fn form(&self, act: &str, form: &str) -> (u16, String, String) {
        let path = format!("{}/share/{}/{act}", self.bench.base, self.token);
        let request = self.bench.client.post(path).header("sec-fetch-site", "same-origin");
        let request = request.header("accept", "text/html").header("content-type", FORM).body(form.to_owned());
        let response = request.send().await.expect("an answer");
        let to = response.headers().get("location").and_then(|to| to.to_str().ok()).unwrap_or_default().to_owned();
        (response.status().as_u16(), to, response.text().await.expect("a page"))
    }

    async fn sign(&self, version: &Value) -> Answer {
        let body = json!({"version": version, "name": "Петрова А. А.", "note": "Без замечаний."});
        self.ask(Method::POST, "/signoff", Some(&body)).await
    }
}

async fn send<'a>(bench: &'a Bench, id: &str) -> (Value, Lawyer<'a>) {
    let made = bench.post(&format!("/api/session/{id}/share"), &json!({"to": "lawyer"})).await;
    assert_eq!(made.status, 201, "{made:?}");
    assert_eq!((&made.body["to"], &made.body["copy"]), (&json!("lawyer"), &Value::Null));
    let token = made.body["token"].as_str().expect("a token").to_owned();
    assert_eq!(token.len(), 43);
    (made.body, Lawyer { bench, token })
}

async fn file(bench: &Bench, id: &str, end: &str) -> String {
    let response = bench.request(Method::GET, &format!("/api/session/{id}/export.{end}")).send().await;
    response.expect("an answer").text().await.expect("a text")
}

#[tokio::test]
async fn a_link_for_a_lawyer_opens_the_document_and_nothing_else() {
    for bench in [guarded(TOKEN).await, builtin().await] {
        let (id, _) = bench.open(&format!("{LEASE}; канарейка только для меня")).await;
        let (other, _) = bench.open(LEASE).await;
        let before = bench.get(&format!("/api/session/{id}/replay")).await.ok();
        let (_, lawyer) = send(&bench, &id).await;

        let (status, page) = lawyer.page().await;
        assert_eq!(status, 200, "{page}");
        assert!(page.contains("тридцать тысяч") && page.contains("name=\"version\""), "{page}");
        let shown = lawyer.ask(Method::GET, "", None).await.ok();
        assert!(shown["blocks"].as_array().is_some_and(|blocks| blocks.len() > 5), "{shown}");
        // Who knows the id of a session has the session where no key is asked for: it stands nowhere.
        for text in [page, shown.to_string()] {
            assert!(!text.contains(&id) && !text.contains("канарейка") && !text.contains("Хочу сдать"), "{text}");
        }
        let remark = json!({"text": "Слова", "name": "Петрова"});
        lawyer.ask(Method::POST, "/remarks", Some(&remark)).await.ok();
        lawyer.sign(&shown["version"]).await.ok();

        // Where a key is asked for, the cookie of the link opens no session, whichever id is known.
        let closed: Vec<(Method, String)> = vec![
            (Method::GET, "/".to_owned()),
            (Method::GET, "/api/sessions".to_owned()),
            (Method::POST, "/api/session".to_owned()),
            (Method::GET, format!("/s/{id}")),
            (Method::GET, format!("/s/{id}/signoff")),
            (Method::GET, format!("/s/{other}")),
            (Method::GET, format!("/api/session/{id}")),
            (Method::POST, format!("/api/session/{id}")),
            (Method::GET, format!("/api/session/{id}/remarks")),
            (Method::POST, format!("/api/session/{id}/remarks")),
            (Method::POST, format!("/api/session/{id}/signoff")),
            (Method::GET, format!("/api/session/{id}/export.docx")),
            (Method::GET, format!("/api/session/{id}/shares")),
            (Method::GET, format!("/api/session/{id}/trace")),
            (Method::DELETE, format!("/api/session/{id}")),
        ];
        let bare = bench.client.get(format!("{}/api/sessions", bench.base)).send().await.expect("an answer");
        let has_key = bare.status() == 401;
        for (method, path) in closed.iter().filter(|_| has_key) {
            let got = answer(lawyer.send(method.clone(), path, Some(&remark)).await).await;
            assert_eq!(got.status, 401, "{method} {path}: {got:?}");
        }
        // The files of the page are open to its reader, where the instance is closed by a cookie that the page sets.
        let opened =
            bench.client.get(format!("{}/share/{}", bench.base, lawyer.token)).send().await.expect("an answer");
        let set = opened.headers().get("set-cookie").map(|set| set.to_str().expect("text").to_owned());
        assert_eq!(set.is_some_and(|set| set.starts_with("legalagi_share=") && set.contains("HttpOnly")), has_key);
        assert_eq!(lawyer.send(Method::GET, "/favicon.svg", None).await.status(), 200);
        let bare = bench.client.get(format!("{}/favicon.svg", bench.base)).send().await.expect("an answer");
        assert_eq!(bare.status().as_u16(), if has_key { 401 } else { 200 });
        for path in ["", "/remarks"] {
            let got = bench.client.get(format!("{}/api/share/{}x{path}", bench.base, lawyer.token)).send().await;
            assert_eq!(got.expect("an answer").status(), 404);
        }
        for end in ["/replay", "/facts", "/../session", "/trace", "/export.docx"] {
            let got = lawyer.ask(Method::GET, end, None).await;
            assert!([401, 404].contains(&got.status), "{end}: {got:?}");
        }
        let after = bench.get(&format!("/api/session/{id}/replay")).await.ok();
        assert_eq!(after, before, "what is said beside a session is no part of it");
        bench.close().await;
    }
}

#[tokio::test]
async fn an_ended_link_for_a_lawyer_opens_nothing_and_what_was_said_stays() {
    let bench = guarded(TOKEN).await;
    let (id, _) = bench.open(LEASE).await;
    let (made, lawyer) = send(&bench, &id).await;
    let (_, second) = send(&bench, &id).await;
    let remark = json!({"text": "Слова", "name": "Петрова"});
    lawyer.ask(Method::POST, "/remarks", Some(&remark)).await.ok();
    let listed = bench.get(&format!("/api/session/{id}/shares")).await.ok();
    assert!(!listed.to_string().contains(&lawyer.token), "{listed}");
    let path = format!("/api/session/{id}/share/{}", made["id"].as_str().expect("an id"));
    assert_eq!(answer(bench.request(Method::DELETE, &path).send().await.expect("an answer")).await.status, 204);
    let signoff = json!({"name": "Петрова", "version": 1});
    for (method, end, body) in [
        (Method::GET, "", None),
        (Method::GET, "/remarks", None),
        (Method::POST, "/remarks", Some(&remark)),
        (Method::POST, "/remarks/x/settle", None),
        (Method::POST, "/signoff", Some(&signoff)),
    ] {
        lawyer.ask(method, end, body).await.err(410, "not_found");
    }
    assert_eq!(lawyer.page().await.0, 410);
    assert_eq!(lawyer.form("remark", "name=a&text=b").await.0, 410);
    assert_eq!(second.page().await.0, 200);
    let said = bench.get(&format!("/api/session/{id}/remarks")).await.ok();
    assert_eq!(said["remarks"].as_array().map(Vec::len), Some(1), "{said}");

    // A copy is the other side's, and has no lawyer of its own here.
    let copy = bench.post(&format!("/api/session/{id}/share"), &json!({})).await.ok();
    let copy = copy["copy"].as_str().expect("an id").to_owned();
    bench.post(&format!("/api/session/{copy}/share"), &json!({"to": "lawyer"})).await.err(409, "conflict");
    let body = json!({"workspace": "research", "initial_message": "Какой срок исковой давности?"});
    let research = bench.post("/api/session", &body).await.ok()["session_id"].as_str().expect("an id").to_owned();
    bench.post(&format!("/api/session/{research}/share"), &json!({"to": "lawyer"})).await.err(422, "not_supported");
    bench.close().await;
}

#[tokio::test]
async fn remarks_are_answered_and_settled_by_either_side() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let (_, lawyer) = send(&bench, &id).await;
    let text = "Пункт </p><script>alert(1)</script> не ясен";
    let remark = json!({"text": text, "name": "Петрова <b>А.</b>", "clause": "price.rent"});
    let made = lawyer.ask(Method::POST, "/remarks", Some(&remark)).await.ok();
    assert_eq!((&made["clause"], &made["settled"]), (&json!("price.rent"), &Value::Null));
    let own = format!("/api/session/{id}/remarks");
    let reply = bench.post(&own, &json!({"text": "Исправлю", "answers": made["id"]})).await.ok();
    assert_eq!((&reply["clause"], &reply["link"], &reply["name"]), (&json!("price.rent"), &Value::Null, &json!("")));

    for (body, field) in [
        (json!({"text": "  ", "name": "П"}), "text"),
        (json!({"text": "x", "name": " "}), "name"),
        (json!({"text": "x", "name": "П", "clause": "no.such"}), "clause"),
        (json!({"text": "x", "name": "П", "answers": "nobody"}), "answers"),
        (json!({"text": "x", "name": "П", "answers": reply["id"]}), "answers"),
        (json!({"text": "ы".repeat(4001), "name": "П"}), "text"),
        (json!({"text": "x", "name": "ы".repeat(121)}), "name"),
        (json!({"text": "x", "name": "П", "more": 1}), "more"),
    ] {
        let error = lawyer.ask(Method::POST, "/remarks", Some(&body)).await.err(400, "invalid_request");
        assert_eq!(error["details"]["field"], field, "{error}");
    }
    for page in [format!("/s/{id}/signoff"), format!("/s/{id}?view=document"), format!("/share/{}", lawyer.token)] {
        let page = bench.request(Method::GET, &page).send().await.expect("an answer").text().await.expect("a page");
        assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert(1)"), "{page}");
        assert!(page.contains("Исправлю") && !page.contains("<b>А.</b>"), "{page}");
    }

    let path = format!("/remarks/{}/settle", made["id"].as_str().expect("an id"));
    assert_eq!(lawyer.ask(Method::POST, &path, None).await.status, 204);
    let settle = format!("/api/session/{id}{path}");
    assert_eq!(bench.post(&settle, &json!({})).await.status, 204, "the first word stands");
    bench.post(&format!("/api/session/{id}/remarks/x/settle"), &json!({})).await.err(404, "not_found");
    let said = bench.get(&own).await.ok();
    assert_eq!(said["remarks"][0]["settled"]["by"], "lawyer", "{said}");

    // The plain forms: back to the page, or the page again with what was typed and why.
    let (status, to, _) = lawyer.form("remark", "name=%D0%9F&text=%D0%95%D1%89%D1%91&clause=").await;
    assert_eq!((status, to), (303, format!("/share/{}#remarks", lawyer.token)));
    let (status, _, page) = lawyer.form("remark", "name=&text=%D0%BD%D0%B0%D0%B1%D1%80%D0%B0%D0%BD%D0%BE").await;
    assert!(
        status == 400 && page.contains("role=\"alert\"") && page.contains(">набрано</textarea>"),
        "{status} {page}"
    );
    assert_eq!(lawyer.form("delete", "x=1").await.0, 404);
    bench.close().await;
}

#[tokio::test]
async fn a_signoff_is_of_the_version_that_is_shown_and_any_change_ends_it() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let (_, lawyer) = send(&bench, &id).await;
    let shown = lawyer.ask(Method::GET, "", None).await.ok();
    let version = shown["version"].as_u64().expect("a number");
    let own = format!("/api/session/{id}/remarks");

    // Another version, other words, nobody.
    for other in [version - 1, version + 1] {
        let error = lawyer.sign(&json!(other)).await.err(409, "conflict");
        assert_eq!(error["details"]["current_version"], json!(version), "{error}");
    }
    let other = json!({"version": version, "name": "П", "text_sha256": "0".repeat(64)});
    lawyer.ask(Method::POST, "/signoff", Some(&other)).await.err(409, "conflict");
    let nobody = json!({"version": version, "name": ""});
    let error = lawyer.ask(Method::POST, "/signoff", Some(&nobody)).await.err(400, "invalid_request");
    assert_eq!(error["details"]["field"], "name");
    assert_eq!(bench.get(&own).await.ok()["signoffs"], json!([]));
    assert!(!file(&bench, &id, "md").await.contains("Согласовано"));

    // By a plain form, as the page sends it.
    let (seen, note) = (shown["text_sha256"].as_str().expect("a hash"), "%D0%91%D0%B5%D0%B7%20%D0%B7%D0%B0%D0%BC.");
    let form = format!("version={version}&seen={seen}&name=%D0%9F%D0%B5%D1%82%D1%80%D0%BE%D0%B2%D0%B0&note={note}");
    let (status, to, _) = lawyer.form("signoff", &form).await;
    assert_eq!((status, to), (303, format!("/share/{}#main", lawyer.token)));
    let said = bench.get(&own).await.ok();
    assert_eq!((&said["signoffs"][0]["version"], &said["signoffs"][0]["holds"]), (&json!(version), &json!(true)));
    let again = lawyer.ask(Method::GET, "", None).await.ok();
    assert!(again["level"].is_string(), "{again}");
    assert_eq!((&again["level"], &again["holds"]), (&shown["level"], &shown["holds"]), "the program judges as before");
    let told = format!("Согласовано: Петрова, версия {version}");
    let pages = [format!("/s/{id}/signoff"), format!("/s/{id}?view=document"), format!("/share/{}", lawyer.token)];
    let page = async |path: &str| {
        bench.request(Method::GET, path).send().await.expect("an answer").text().await.expect("a page")
    };
    for path in &pages {
        assert!(page(path).await.contains(&told), "{path}");
    }
    let text = file(&bench, &id, "md").await;
    assert!(text.contains(&told) && text.contains("Без зам.") && text.contains("не вывод программы"), "{text}");
    assert!(file(&bench, &id, "json").await.contains(&told));
    // Words in favour of one side are others than those that were signed; so is an attachment alone.
    assert!(!file(&bench, &id, "md?variant=party_1").await.contains("Согласовано"));

    bench.say(&id, "нет, аренда 25 000 рублей в месяц").await.ok();
    let said = bench.get(&own).await.ok();
    assert_eq!(said["signoffs"][0]["holds"], false, "{said}");
    let ended = format!("Согласование версии {version} больше не относится к этому тексту");
    for path in &pages {
        let page = page(path).await;
        assert!(page.contains(&ended) && !page.contains("Согласовано: Петрова"), "{path}: {page}");
    }
    for end in ["md", "json", "html"] {
        assert!(!file(&bench, &id, end).await.contains("Петрова"), "{end}");
    }
    lawyer.sign(&json!(version)).await.err(409, "conflict");
    // The owner may keep a statement too, through the interface of programs.
    let now = said["version"].clone();
    let signed =
        bench.post(&format!("/api/session/{id}/signoff"), &json!({"version": now, "name": "Юрист фирмы"})).await.ok();
    assert_eq!((&signed["version"], &signed["link"]), (&now, &Value::Null));
    bench.close().await;
}

#[tokio::test]
async fn the_owner_makes_ends_and_answers_by_plain_forms() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let form = async |act: &str, body: String, from: &str| {
        let request = bench.request(Method::POST, &format!("/s/{id}/signoff/{act}")).header("origin", &bench.base);
        let request = request.header("referer", format!("{}{from}", bench.base));
        request.header("accept", "text/html").header("content-type", FORM).body(body).send().await.expect("an answer")
    };
    let page = format!("/s/{id}/signoff");
    let made = form("link", String::new(), &page).await;
    assert_eq!((made.status().as_u16(), made.headers()["location"].to_str().ok()), (303, Some(page.as_str())));
    let set = made.headers()["set-cookie"].to_str().expect("text").to_owned();
    for part in ["HttpOnly", "SameSite=Strict", "Max-Age=60", &format!("Path={page};")] {
        assert!(set.contains(part), "{set}");
    }
    let token = set.split_once('=').and_then(|(_, rest)| rest.split(';').next()).expect("a token").to_owned();
    let shown = bench.request(Method::GET, &page).header("cookie", format!("legalagi_new_link={token}"));
    let shown = shown.send().await.expect("an answer").text().await.expect("a page");
    assert!(shown.contains(&format!("/share/{token}")) && shown.contains("name=\"link\""), "{shown}");
    assert!(
        !bench
            .request(Method::GET, &page)
            .send()
            .await
            .expect("an answer")
            .text()
            .await
            .expect("a page")
            .contains(&token)
    );

    let lawyer = Lawyer { bench: &bench, token };
    let remark = lawyer.ask(Method::POST, "/remarks", Some(&json!({"text": "Слова", "name": "П"}))).await.ok();
    let remark = remark["id"].as_str().expect("an id").to_owned();
    let document = format!("/s/{id}?view=document");
    let answered = form("remark", format!("answers={remark}&text=x"), &document).await;
    assert_eq!(answered.headers()["location"].to_str().ok(), Some(format!("{document}#remarks").as_str()));
    let settled = form("settle", format!("remark={remark}"), &page).await;
    assert_eq!(settled.headers()["location"].to_str().ok(), Some(format!("{page}#remarks").as_str()));
    assert_eq!(form("settle", "remark=x".to_owned(), &page).await.status(), 404);
    assert_eq!(form("signoff", "version=1&name=x".to_owned(), &page).await.status(), 404);

    let shares = bench.get(&format!("/api/session/{id}/shares")).await.ok();
    let link = shares["shares"][0]["id"].as_str().expect("an id");
    assert_eq!(form("end", format!("link={link}"), &page).await.status(), 303);
    assert_eq!(lawyer.page().await.0, 410);
    // The page about the other side has nothing of it.
    let theirs = bench.request(Method::GET, &format!("/s/{id}/share")).send().await.expect("an answer");
    assert!(theirs.text().await.expect("a page").contains("Ссылок пока нет"));
    bench.close().await;
}
