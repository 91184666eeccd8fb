//! A walker over the whole interface: hostile strings go into every field of every route of `schemas/openapi.json` and of
//! every server function, and then every page and every file is read as a browser or an office would.

use crate::bench::{Bench, LEASE, guarded};
use crate::live::{self, MARK};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Each of them was live somewhere once, in some program.
const HOSTILE: [&str; 10] = [
    "</textarea><meta http-equiv=refresh content=0;url=//zzq7>",
    "<script>zzq7()</script>",
    "\"><img src=zzq7 onerror=zzq7()>",
    "'><svg/onload=zzq7()>",
    "</title></style></script><script>zzq7()</script>",
    "--><b onmouseover=zzq7()>",
    "[a](javascript:zzq7())",
    "\" onfocus=\"zzq7()\" autofocus=\"",
    "\u{202e}zzq7\u{2066}",
    "zzq7\r\nSet-Cookie: zzq7=1\r\nATTACH:zzq7",
];

pub(crate) fn hostile() -> String {
    HOSTILE.join(" ")
}

/// Those without signs that steer a line: many fields refuse such signs, and the rest would never be taken.
pub(crate) fn printed() -> String {
    HOSTILE[..8].join(" ")
}

/// One of them, for fields that hold little.
pub(crate) fn short() -> &'static str {
    HOSTILE[2]
}

pub(crate) struct Walk {
    pub(crate) bench: Bench,
    pub(crate) document: Value,
    /// In the order in which they were opened: first one of each workspace.
    pub(crate) sessions: Vec<String>,
    pub(crate) editions: BTreeSet<String>,
    /// The copy of the other side and the cookie of its link, while the other side walks.
    pub(crate) guest: Option<(String, String)>,
    /// A copy of the first session, and the path of its link.
    pub(crate) copy: String,
    pub(crate) link: String,
    /// The token of a link to the first session for a lawyer.
    pub(crate) lawyer: String,
    /// Chains of tools that were made.
    pub(crate) workflows: Vec<String>,
    wrong: BTreeSet<String>,
    /// Operation and field: whether hostile words were ever taken there.
    pub(crate) taken: BTreeMap<String, bool>,
    /// Kinds of answers in which hostile words were seen, and how often.
    pub(crate) said: BTreeMap<String, usize>,
    asked: usize,
}

impl Walk {
    /// Every answer is looked at in the way of its kind.
    pub(crate) async fn look(&mut self, what: &str, response: Response) -> (u16, Vec<u8>) {
        self.asked += 1;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let bytes = response.bytes().await.expect("a body").to_vec();
        let mut wrong = live::headers(&headers);
        let text = String::from_utf8_lossy(&bytes);
        if (200..300).contains(&status) && text.contains(MARK) {
            *self.said.entry(kind.split(';').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        match kind.split(';').next().unwrap_or_default() {
            "text/html" => wrong.extend(live::page(&text)),
            "text/markdown" => wrong.extend(live::markdown(&text)),
            "text/calendar" => wrong.extend(live::calendar(&text)),
            kind if kind.contains("wordprocessingml") => wrong.extend(live::office(&bytes)),
            // What a program of pages could run; words themselves are packed.
            "application/pdf" => {
                let active = [&b"/JavaScript"[..], b"/Launch", b"/SubmitForm", b"javascript:zzq7"];
                wrong.extend(
                    active
                        .iter()
                        .filter(|key| bytes.windows(key.len()).any(|window| window == **key))
                        .map(|key| String::from_utf8_lossy(key).into_owned()),
                );
            }
            // Never shown as a page, as long as the browser believes the kind that it was told.
            "application/json" | "text/event-stream" | "application/zip" | "image/png" | "" => {
                let believed = headers.get("x-content-type-options").is_some_and(|value| value == "nosniff");
                wrong.extend((!believed).then(|| "a browser may take it for a page".to_owned()));
            }
            kind if text.contains(MARK) => wrong.push(format!("words in an answer of the kind {kind}")),
            _ => {}
        }
        if status == 500 {
            wrong.push(format!("500: {}", text.chars().take(200).collect::<String>()));
        }
        self.wrong.extend(wrong.into_iter().map(|one| format!("{what}: {one}")));
        // What was made on the way is walked too.
        if let Ok(body) = serde_json::from_slice::<Value>(&bytes) {
            let ids = [&body["session_id"], &body["error"]["details"]["session_id"], &body["copy"]];
            for id in ids.iter().filter_map(|id| id.as_str()) {
                if !self.sessions.iter().any(|own| own == id) {
                    self.sessions.push(id.to_owned());
                }
            }
            let editions = body["files"].as_array().into_iter().flatten().flat_map(|file| {
                file["editions"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned)
            });
            self.editions.extend(editions);
        }
        (status, bytes)
    }

    /// A request of the person, or of the other side with the cookie of its link.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        match &self.guest {
            None => self.bench.request(method, path).header("origin", &self.bench.base),
            Some((_, cookie)) => {
                let request = self.bench.client.request(method, format!("{}{path}", self.bench.base));
                request.header("cookie", cookie).header("sec-fetch-site", "same-origin")
            }
        }
    }

    /// A number that was not given before.
    pub(crate) fn fresh(&mut self) -> usize {
        self.asked += 1;
        self.asked
    }

    /// Whether words were taken where they were put.
    pub(crate) fn note(&mut self, operation: &str, field: &str, taken: bool) {
        let who = if self.guest.is_some() { "guest: " } else { "" };
        *self.taken.entry(format!("{who}{operation} {field}")).or_default() |= taken;
    }

    pub(crate) async fn get(&mut self, path: &str) -> (u16, Vec<u8>) {
        let request = self.request(Method::GET, path).header("accept", "text/html, */*");
        let response = request.send().await.expect("an answer");
        self.look(path.split('?').next().unwrap_or_default(), response).await
    }

    pub(crate) async fn json(&mut self, method: &Method, path: &str, body: &Value) -> (u16, Vec<u8>) {
        let response = self.request(method.clone(), path).json(body).send().await.expect("an answer");
        self.look(&format!("{method} {path}"), response).await
    }

    pub(crate) async fn form(&mut self, path: &str, fields: &[(&str, &str)], page: bool) -> (u16, Vec<u8>) {
        let mut body = String::new();
        for (name, value) in fields {
            let about = if *name == "file" { "; filename=\"\u{202e}zzq7 <img src=zzq7>.md\"" } else { "" };
            body.push_str(&format!(
                "--edge\r\nContent-Disposition: form-data; name=\"{name}\"{about}\r\n\r\n{value}\r\n"
            ));
        }
        body.push_str("--edge--\r\n");
        let request = self.request(Method::POST, path);
        let request = request.header("accept", if page { "text/html" } else { "application/json" });
        let request = request.header("content-type", "multipart/form-data; boundary=edge").body(body);
        let response = request.send().await.expect("an answer");
        self.look(&format!("POST {path}"), response).await
    }

    pub(crate) fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => self.document.pointer(name.trim_start_matches('#')).expect("a schema"),
            None => schema,
        }
    }
}

pub(crate) fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// What a field holds when it is not the one that is tried.
pub(crate) fn plain(name: &str, schema: &Value) -> Value {
    if let Some(one) = schema["enum"].as_array().and_then(|all| all.first()) {
        return one.clone();
    }
    if let Some(one) = schema.get("const").or_else(|| schema.get("default")) {
        return one.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match (name, kind) {
        ("initial_message" | "query", _) => json!(LEASE),
        ("pointer", _) => json!("/parties/lessor/address"),
        ("law_as_of" | "as_of" | "on", _) => json!("2026-11-22"),
        ("form_id", _) => json!("facts_intake"),
        (_, Some("integer")) => schema.get("minimum").cloned().unwrap_or(json!(0)),
        (_, Some("boolean")) => json!(false),
        (_, Some("array")) => json!([plain(name, &schema["items"])]),
        (_, Some("object")) => json!({}),
        _ => json!("слова"),
    }
}

/// Whether a field takes words at all.
pub(crate) fn takes_words(schema: &Value) -> bool {
    if schema.get("enum").is_some() || schema.get("const").is_some() {
        return false;
    }
    let kind = &schema["type"];
    let is = |name: &str| kind == name || kind.as_array().is_some_and(|all| all.contains(&json!(name)));
    kind.is_null() || ["string", "object", "array"].iter().any(|name| is(name))
}

/// A field full of such words, in the shape that it wants.
pub(crate) fn filled(schema: &Value, words: &str) -> Value {
    let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
    let words = if words.chars().count() as u64 > most { short() } else { words };
    match schema["type"].as_str() {
        Some("array") => json!([filled(&schema["items"], words)]),
        Some("object") => {
            let keys = [
                "title",
                "text",
                "query",
                "address",
                "jurisdiction",
                "answer",
                "name",
                "/parties/lessor/address",
                "summary",
            ];
            let mut all: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), json!(words))).collect();
            all.insert(words.to_owned(), json!({ words: words }));
            Value::Object(all)
        }
        _ => json!(words),
    }
}

/// Fields in which no hostile words can be taken, and why. Whatever else refuses them everywhere fails the test: nothing
/// would have been looked at.
const REFUSED: &[(&str, &str)] = &[
    ("PATCH /api/session/{id}/facts pointer", "it names a fact"),
    ("POST /api/check/answer as_of", "a day"),
    ("POST /api/norms/search_documents on", "a day"),
    ("POST /api/session law_as_of", "a day"),
    ("POST /api/matters name", "only with accounts, which tests/accounts has"),
    ("PUT /api/account/password new", "only with accounts, and nothing shows a password"),
    ("PUT /api/account/password old", "only with accounts, and nothing shows a password"),
    ("PUT /api/session/{id}/matter matter", "it names a matter"),
    ("POST /api/session/{id} answer_to_question_id", "it names a question"),
    ("POST /api/session/{id} card_id", "it names a card"),
    ("POST /api/session/{id} fields", "the fields of a named card; `facts` takes the same words"),
    ("POST /api/session/{id}/flip fact_id", "it names a fact"),
    ("POST /api/session/{id}/gate fields", "a form of its own shape, which the test fills in itself"),
    ("POST /api/session/{id}/gate request_id", "beside a form that stands open"),
    ("POST /api/session/{id}/remarks answers", "it names a remark"),
    ("POST /api/session/{id}/remarks clause", "it names a clause"),
    ("POST /api/session/{id}/review accept", "they name lines of the list"),
    ("POST /api/session/{id}/review reject", "they name lines of the list"),
    ("POST /api/session/{id}/review set", "it names lines of the list; `facts` takes the same words"),
    ("POST /api/session/{id}/signoff text_sha256", "a hash"),
    ("POST /api/session/{id}/step input", "of the step's own schema; `output` takes words"),
    ("POST /api/session/{id}/workflow workflow", "it names a chain"),
    ("POST /api/share/{token}/remarks answers", "it names a remark"),
    ("POST /api/share/{token}/remarks clause", "it names a clause"),
    ("POST /api/share/{token}/signoff text_sha256", "a hash"),
    ("POST /api/workflows steps", "they name steps"),
    ("/fn/compose_document variant", "it names one of what there is"),
    ("/fn/edit_fact kind", "it names one of what there is"),
    ("/fn/edit_fact op", "it names one of what there is"),
    ("/fn/edit_fact pointer", "it names one of what there is"),
    ("/fn/load_audit law_as_of", "a day"),
    ("/fn/load_comparison with", "it names one of what there is"),
    ("/fn/load_page edition", "it names one of what there is"),
    ("/fn/load_page node", "it names one of what there is"),
    ("/fn/load_sharing with", "it names one of what there is"),
    ("/fn/load_source node", "it names one of what there is"),
    ("/fn/preview_edit kind", "it names one of what there is"),
    ("/fn/preview_edit op", "it names one of what there is"),
    ("/fn/preview_edit pointer", "it names one of what there is"),
    ("/fn/review_norms decision", "it names one of what there is"),
    ("/fn/revoke_share link", "it names one of what there is"),
    ("/fn/rework_step again", "it names one of what there is"),
    ("/fn/rework_step step", "it names one of what there is"),
    ("/fn/run_sequence workflow", "it names one of what there is"),
    ("/fn/search_corpus jurisdiction", "it names one of what there is"),
    ("/fn/search_corpus on", "a day"),
    ("/fn/send_message answers_to", "it names one of what there is"),
    ("/fn/start_session workspace", "it names one of what there is"),
    ("/fn/start_trial case_type", "it names one of what there is"),
    ("/fn/start_trial lang", "it names one of what there is"),
    ("/fn/start_trial law_as_of", "a day"),
    ("/fn/start_trial order", "it names one of what there is"),
    ("/fn/start_trial user_side", "it names one of what there is"),
    ("/fn/take_theirs pointer", "it names one of what there is"),
    ("/fn/take_theirs with", "it names one of what there is"),
    ("/fn/write_clause clause", "it names one of what there is"),
    ("/fn/review_norms answer", "only of an answer that waits for a review"),
    ("/fn/review_norms keywords", "only of an answer that waits for a review"),
    ("/fn/review_norms note", "only of an answer that waits for a review"),
    ("/fn/review_norms page", "only of an answer that waits for a review"),
    ("/fn/rework_step output", "JSON of the step's own schema; the route takes such words"),
];

/// What the other side of a copy can write, and the test would be void without.
const OF_A_GUEST: [&str; 3] = [
    "guest: PUT /api/session/{id}/clauses/{clause_id} text",
    "guest: PATCH /api/session/{id}/facts value",
    "guest: /fn/write_clause text",
];

#[tokio::test]
async fn no_words_of_a_stranger_are_live_anywhere() {
    let bench = guarded("a-key-of-the-person-at-this-machine").await;
    let document: Value = serde_json::from_str(include_str!("../../schemas/openapi.json")).expect("JSON");
    let mut walk = Walk {
        bench,
        document,
        sessions: Vec::new(),
        editions: BTreeSet::new(),
        guest: None,
        copy: String::new(),
        lawyer: String::new(),
        link: String::new(),
        workflows: Vec::new(),
        wrong: BTreeSet::new(),
        taken: BTreeMap::new(),
        said: BTreeMap::new(),
        asked: 0,
    };
    let words = hostile();
    for workspace in ["contract", "research", "norms"] {
        let body = json!({"workspace": workspace, "initial_message": format!("{LEASE}. {words}")});
        let (status, answer) = walk.json(&Method::POST, "/api/session", &body).await;
        assert_eq!(status, 201, "{}", String::from_utf8_lossy(&answer));
    }
    let trial = crate::trial::open(&walk.bench, "claimant").await;
    let mut intake = crate::trial::intake();
    let long = [("/summary", words.as_str()), ("/timeline/0/text", &words), ("/evidence/0/text", &words)];
    let names = ["/parties/0/name", "/parties/0/alias", "/evidence/0/title"].map(|pointer| (pointer, short()));
    for (pointer, words) in long.into_iter().chain(names) {
        let place = intake.pointer_mut(pointer).expect("a place");
        *place = json!(format!("{} {words}", place.as_str().expect("words")));
    }
    crate::trial::gate(&walk.bench, &trial, "facts_intake", intake).await.ok();
    walk.sessions.push(trial);
    assert_eq!(walk.sessions.len(), 4);
    let law = format!(
        "# Закон о складах {words}\n\nСтатья 1. Проход {words}\n\n1. Проход между стеллажами свободен. {words}\n"
    );
    walk.form("/api/corpus", &[("file", &law), ("jurisdiction", "RU")], false).await;
    assert!(!walk.editions.is_empty(), "a law is held");
    let chain = json!({"name": short(), "steps": ["classify_intent"]});
    let (status, made) = walk.json(&Method::POST, "/api/workflows", &chain).await;
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&made));
    let made: Value = serde_json::from_slice(&made).expect("JSON");
    walk.workflows.push(made["id"].as_str().expect("an id").to_owned());
    let (status, link) =
        walk.json(&Method::POST, &format!("/api/session/{}/share", walk.sessions[0]), &json!({})).await;
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&link));
    let link: Value = serde_json::from_slice(&link).expect("JSON");
    walk.copy = link["copy"].as_str().expect("an id").to_owned();
    walk.link = link["url"].as_str().expect("a path").to_owned();
    let lawyer = json!({"to": "lawyer"});
    let (status, link) = walk.json(&Method::POST, &format!("/api/session/{}/share", walk.sessions[0]), &lawyer).await;
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&link));
    let link: Value = serde_json::from_slice(&link).expect("JSON");
    walk.lawyer = link["token"].as_str().expect("a token").to_owned();
    walk.as_a_guest().await;
    walk.every_field().await;
    walk.every_function().await;
    walk.reworked().await;
    walk.replayed().await;
    walk.every_page().await;
    println!("{} answers were read, of {} sessions; words in {:?}", walk.asked, walk.sessions.len(), walk.said);
    let wrong: Vec<&String> = walk.wrong.iter().collect();
    assert!(wrong.is_empty(), "{} live: {wrong:#?}", wrong.len());
    for (kind, least) in [("text/html", 30), ("application/json", 50), ("text/markdown", 1)] {
        assert!(walk.said.get(kind).is_some_and(|times| *times >= least), "words in {kind}: {:?}", walk.said);
    }
    let named = |field: &str| REFUSED.iter().any(|(own, _)| *own == field);
    let own = walk.taken.iter().filter(|(field, taken)| !**taken && !field.starts_with("guest: "));
    let void: Vec<&String> = own.map(|(field, _)| field).filter(|field| !named(field)).collect();
    assert!(void.is_empty(), "words were refused wherever they were put: {void:#?}");
    for field in OF_A_GUEST {
        assert_eq!(walk.taken.get(field), Some(&true), "{field}");
    }
    for (field, reason) in REFUSED {
        assert_eq!(walk.taken.get(*field), Some(&false), "{field} is taken now, or is gone; it was left out: {reason}");
    }
}
