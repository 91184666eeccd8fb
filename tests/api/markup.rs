//! A walker over the whole interface: hostile strings go into every field of every route of `schemas/openapi.json` and of
//! every server function, and then every page and every file is read as a browser or an office would.

use crate::bench::{Bench, LEASE, builtin};
use crate::live::{self, MARK};
use legalagi::runner::bundle::Bundle;
use reqwest::{Method, Response};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

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

/// How many of the sessions that were made on the way are looked at whole.
const LATE: usize = 2;

fn hostile() -> String {
    HOSTILE.join(" ")
}

/// One of them, for fields that hold little.
fn short() -> &'static str {
    HOSTILE[2]
}

struct Walk {
    bench: Bench,
    document: Value,
    /// In the order in which they were opened: first one of each workspace.
    sessions: Vec<String>,
    editions: BTreeSet<String>,
    wrong: BTreeSet<String>,
    asked: usize,
}

impl Walk {
    /// Every answer is looked at in the way of its kind.
    async fn look(&mut self, what: &str, response: Response) -> (u16, Vec<u8>) {
        self.asked += 1;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let bytes = response.bytes().await.expect("a body").to_vec();
        let mut wrong = live::headers(&headers);
        let text = String::from_utf8_lossy(&bytes);
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

    async fn get(&mut self, path: &str) -> (u16, Vec<u8>) {
        let request = self.bench.request(Method::GET, path).header("accept", "text/html, */*");
        let response = request.send().await.expect("an answer");
        self.look(path.split('?').next().unwrap_or_default(), response).await
    }

    async fn json(&mut self, method: &Method, path: &str, body: &Value) -> (u16, Vec<u8>) {
        let response = self.bench.request(method.clone(), path).json(body).send().await.expect("an answer");
        self.look(&format!("{method} {path}"), response).await
    }

    async fn form(&mut self, path: &str, fields: &[(&str, &str)], page: bool) -> (u16, Vec<u8>) {
        let mut body = String::new();
        for (name, value) in fields {
            let about = if *name == "file" { "; filename=\"\u{202e}zzq7 <img src=zzq7>.md\"" } else { "" };
            body.push_str(&format!(
                "--edge\r\nContent-Disposition: form-data; name=\"{name}\"{about}\r\n\r\n{value}\r\n"
            ));
        }
        body.push_str("--edge--\r\n");
        let request = self.bench.request(Method::POST, path).header("origin", &self.bench.base);
        let request = request.header("accept", if page { "text/html" } else { "application/json" });
        let request = request.header("content-type", "multipart/form-data; boundary=edge").body(body);
        let response = request.send().await.expect("an answer");
        self.look(&format!("POST {path}"), response).await
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => self.document.pointer(name.trim_start_matches('#')).expect("a schema"),
            None => schema,
        }
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// What a field holds when it is not the one that is tried.
fn plain(name: &str, schema: &Value) -> Value {
    if let Some(one) = schema["enum"].as_array().and_then(|all| all.first()) {
        return one.clone();
    }
    if let Some(one) = schema.get("const").or_else(|| schema.get("default")) {
        return one.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match (name, kind) {
        ("initial_message" | "query", _) => json!(LEASE),
        ("pointer", _) => json!("/object/note"),
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
fn takes_words(schema: &Value) -> bool {
    if schema.get("enum").is_some() || schema.get("const").is_some() {
        return false;
    }
    let kind = &schema["type"];
    let is = |name: &str| kind == name || kind.as_array().is_some_and(|all| all.contains(&json!(name)));
    kind.is_null() || ["string", "object", "array"].iter().any(|name| is(name))
}

/// A field full of hostile words, in the shape that it wants.
fn filled(schema: &Value) -> Value {
    let words = hostile();
    let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
    let words = if words.chars().count() as u64 > most { short().to_owned() } else { words };
    match schema["type"].as_str() {
        Some("array") => json!([filled(&schema["items"])]),
        Some("object") => {
            let keys =
                ["title", "text", "query", "address", "jurisdiction", "answer", "name", "/object/note", "summary"];
            let mut all: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), json!(words))).collect();
            all.insert(words.clone(), json!({words.clone(): words}));
            Value::Object(all)
        }
        _ => json!(words),
    }
}

impl Walk {
    /// Every operation of the document, with each of its fields hostile in turn.
    async fn every_field(&mut self) {
        let document = self.document.clone();
        for (path, operations) in document["paths"].as_object().expect("paths") {
            let shared = operations["parameters"].as_array().cloned().unwrap_or_default();
            for (method, operation) in operations.as_object().expect("operations") {
                let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes()) else { continue };
                if method == Method::DELETE || method.as_str() == "PARAMETERS" || path == "/api/session/{id}/trash" {
                    continue;
                }
                let mut parameters = shared.clone();
                parameters.extend(operation["parameters"].as_array().cloned().unwrap_or_default());
                self.parameters(&method, path, &parameters).await;
                for id in self.fitting(path) {
                    let path = path.replace("{id}", &id).replace("{tool}", "get_legal_advice");
                    let content = &operation["requestBody"]["content"];
                    if let Some(schema) = content.get("application/json").map(|body| &body["schema"]) {
                        self.fields(&method, &path, schema).await;
                    } else if let Some(schema) = content.get("multipart/form-data").map(|body| &body["schema"]) {
                        self.parts(&path, schema).await;
                    }
                }
            }
        }
    }

    /// The sessions that a route is about: the first one of each workspace, or none.
    fn fitting(&self, path: &str) -> Vec<String> {
        if path.contains("{id}") { self.sessions.iter().take(4).cloned().collect() } else { vec![String::new()] }
    }

    /// What stands in the path, the query and the headers.
    async fn parameters(&mut self, method: &Method, path: &str, parameters: &[Value]) {
        let id = self.sessions.first().cloned().unwrap_or_default();
        for parameter in parameters {
            let name = parameter["name"].as_str().expect("a name");
            let mut filled = path.to_owned();
            if parameter["in"] == "path" {
                filled = filled.replace(&format!("{{{name}}}"), &encoded(&hostile()));
            }
            filled = filled.replace("{id}", &id);
            for other in ["version", "n", "page"] {
                filled = filled.replace(&format!("{{{other}}}"), "1");
            }
            if parameter["in"] == "query" {
                filled = format!("{filled}?{name}={}", encoded(&hostile()));
            }
            // An event stream never ends by itself.
            if filled.ends_with("/events") {
                continue;
            }
            let mut request = self.bench.request(method.clone(), &filled).header("accept", "text/html, */*");
            if parameter["in"] == "header" {
                request = request.header(name, short());
            }
            if *method != Method::GET {
                request = request.json(&json!({}));
            }
            let response = request.send().await.expect("an answer");
            self.look(&format!("{method} {path} with {name}"), response).await;
        }
    }

    async fn fields(&mut self, method: &Method, path: &str, schema: &Value) {
        let schema = self.resolved(schema).clone();
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, field) in &properties {
            let field = self.resolved(field).clone();
            if !takes_words(&field) {
                continue;
            }
            let mut body = Map::new();
            for other in required.iter().filter(|other| *other != name) {
                body.insert((*other).to_owned(), plain(other, self.resolved(&properties[*other])));
            }
            if path.ends_with("/facts") && name == "value" {
                body.insert("op".into(), json!("set"));
            }
            body.insert(name.clone(), filled(&field));
            if name == "request_id" {
                body.insert(name.clone(), json!("\"><img/src=zzq7>"));
            }
            if body.contains_key("state_version") {
                let id = path.split('/').nth(3).unwrap_or_default();
                body.insert("state_version".into(), json!(self.bench.version(id).await));
            }
            self.json(method, path, &Value::Object(body)).await;
        }
    }

    async fn parts(&mut self, path: &str, schema: &Value) {
        let names: Vec<String> =
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let words = format!("Договор аренды нежилого помещения № 5. {}", hostile());
        for page in [false, true] {
            for content in ["file", "text"].iter().filter(|name| names.iter().any(|own| own == **name)) {
                let mut fields = vec![(*content, words.as_str())];
                for (name, value) in [("title", short()), ("side", "claimant"), ("jurisdiction", "RU")] {
                    if names.iter().any(|own| own == name) {
                        fields.push((name, value));
                    }
                }
                self.form(path, &fields, page).await;
            }
        }
    }

    /// Every server function of `src/api.rs` by its declaration: words in each of its fields in turn.
    async fn every_function(&mut self) {
        let declared = include_str!("../../src/api.rs").split("#[server(prefix = \"/fn\", endpoint = \"").skip(1);
        let mut seen = 0;
        for declaration in declared {
            let (name, rest) = declaration.split_once('"').expect("a name");
            let arguments =
                rest.split_once("pub async fn ").and_then(|(_, rest)| rest.split_once('(')).expect("arguments").1;
            let arguments = arguments.split_once(") ->").expect("an end").0;
            let fields: Vec<(&str, &str)> =
                arguments.split(',').filter_map(|one| one.trim().split_once(": ")).collect();
            seen += 1;
            if ["delete_session", "list_sessions"].contains(&name) {
                continue;
            }
            for id in self.fitting("{id}") {
                for (tried, _) in fields.iter().filter(|(field, kind)| kind.contains("String") && *field != "session") {
                    let value = |field: &str, kind: &str| match field {
                        "session" => id.clone(),
                        field if field == *tried => encoded(&hostile()),
                        "op" => "set".to_owned(),
                        "pointer" => encoded("/object/note"),
                        "variant" => "neutral".to_owned(),
                        _ if kind.contains("u32") || kind.contains("u8") => "1".to_owned(),
                        _ => encoded("слова"),
                    };
                    let wanted = fields
                        .iter()
                        .filter(|(field, kind)| field == tried || !kind.contains("Option") && !kind.contains("Source"));
                    let body: Vec<String> =
                        wanted.map(|(field, kind)| format!("{field}={}", value(field, kind))).collect();
                    let request = self.bench.request(Method::POST, &format!("/fn/{name}"));
                    let request = request.header("origin", &self.bench.base).header("accept", "text/html");
                    let request = request.header("content-type", "application/x-www-form-urlencoded");
                    let response = request.body(body.join("&")).send().await.expect("an answer");
                    self.look(&format!("/fn/{name} with {tried}"), response).await;
                }
            }
        }
        assert!(seen > 20, "{seen} server functions were found");
    }

    /// A file of replay whose title and words are hostile, sealed as a forger would.
    async fn replayed(&mut self) {
        let id = self.sessions.first().cloned().expect("a session");
        let (_, bytes) = self.get(&format!("/api/session/{id}/replay")).await;
        let mut bundle: Bundle = serde_json::from_slice(&bytes).expect("a bundle");
        bundle.title = hostile();
        for turn in &mut bundle.turns {
            turn.text = hostile();
        }
        for kept in &mut bundle.versions {
            kept.cause = hostile();
        }
        bundle.seal = bundle.expected_seal();
        self.json(&Method::POST, "/api/replay", &json!(bundle)).await;
    }

    /// Every page and every file of everything that was made.
    async fn every_page(&mut self) {
        let document = self.document.clone();
        let mut paths: Vec<String> =
            ["/", "/research", "/norms", "/norms/reviews", "/trial", "/sign-in"].map(str::to_owned).into();
        for word in [hostile(), short().to_owned()] {
            let word = encoded(&word);
            paths.extend([
                format!("/search?q={word}&document={word}&on={word}&jurisdiction={word}"),
                format!("/source?node={word}"),
                format!("/page?edition={word}&node={word}&quote={word}"),
                format!("/share/{word}"),
                format!("/s/{word}"),
                format!("/{word}"),
                format!("/prefs?lang={word}&back={word}"),
                format!("/prefs?lang=en&theme={word}&to={word}&return={word}"),
            ]);
        }
        for edition in &self.editions {
            paths.push(format!("/page?edition={}&page=1", encoded(edition)));
        }
        // One of each workspace, and what was made of them last: copies, forks, the file of replay.
        let late = self.sessions.len().saturating_sub(LATE).max(4);
        for id in self.sessions.iter().take(4).chain(&self.sessions[late..]) {
            for view in
                ["", "?view=document", "?view=state", "?view=history", "?view=support", "/compare", "/audit", "/share"]
            {
                paths.push(format!("/s/{id}{view}"));
            }
            for (path, operations) in document["paths"].as_object().expect("paths") {
                let read = operations.get("get").is_some() && path.contains("{id}") && !path.ends_with("/events");
                if read && !path.contains("{clause_id}") && !path.contains("{token}") {
                    let path = path.replace("{id}", id).replace("{version}", "0").replace("{n}", "1");
                    paths.push(if path.ends_with("/redline") {
                        format!("{path}?from=0&to=1&format=html")
                    } else {
                        path
                    });
                }
            }
        }
        for path in paths {
            self.get(&path).await;
        }
    }
}

#[tokio::test]
async fn no_words_of_a_stranger_are_live_anywhere() {
    let bench = builtin().await;
    let document: Value = serde_json::from_str(include_str!("../../schemas/openapi.json")).expect("JSON");
    let mut walk =
        Walk { bench, document, sessions: Vec::new(), editions: BTreeSet::new(), wrong: BTreeSet::new(), asked: 0 };
    let words = hostile();
    for workspace in ["contract", "research", "norms"] {
        let body = json!({"workspace": workspace, "initial_message": format!("{LEASE}. {words}")});
        let (status, answer) = walk.json(&Method::POST, "/api/session", &body).await;
        assert!(status < 500, "{}", String::from_utf8_lossy(&answer));
    }
    let trial = crate::trial::open(&walk.bench, "claimant").await;
    let mut intake = crate::trial::intake();
    for pointer in
        ["/summary", "/parties/0/name", "/parties/0/alias", "/timeline/0/text", "/evidence/0/title", "/evidence/0/text"]
    {
        let place = intake.pointer_mut(pointer).expect("a place");
        *place = json!(format!("{} {words}", place.as_str().expect("words")));
    }
    crate::trial::gate(&walk.bench, &trial, "facts_intake", intake).await;
    walk.sessions.push(trial);
    assert_eq!(walk.sessions.len(), 4);
    let law = format!(
        "# Закон о складах {words}\n\nСтатья 1. Проход {words}\n\n1. Проход между стеллажами свободен. {words}\n"
    );
    walk.form("/api/corpus", &[("file", &law), ("jurisdiction", "RU")], false).await;
    walk.every_field().await;
    walk.every_function().await;
    walk.replayed().await;
    walk.every_page().await;
    println!("{} answers were read, of {} sessions", walk.asked, walk.sessions.len());
    assert!(walk.asked > 300, "{}", walk.asked);
    let wrong: Vec<&String> = walk.wrong.iter().collect();
    assert!(wrong.is_empty(), "{} live: {wrong:#?}", wrong.len());
}
