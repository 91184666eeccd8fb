//! The way of the walker: every operation, every server function, every page; as the person and as the other side.

use crate::bench::LEASE;
use crate::declared;
use crate::live::MARK;
use crate::markup::{Walk, encoded, filled, hostile, plain, printed, short, takes_words};
use legalagi::runner::bundle::Bundle;
use reqwest::Method;
use serde_json::{Map, Value, json};

/// How many of the sessions that were made on the way are looked at whole.
const LATE: usize = 2;
/// A clause that every lease has.
const CLAUSE: &str = "price.rent";
/// What a protocol of disagreements can be had as.
const FORMATS: [&str; 5] = ["json", "html", "docx", "pdf", "md"];

impl Walk {
    /// Every operation of the document, with each of its fields hostile in turn.
    pub(crate) async fn every_field(&mut self) {
        let document = self.document.clone();
        for (template, operations) in document["paths"].as_object().expect("paths") {
            let shared = operations["parameters"].as_array().cloned().unwrap_or_default();
            for (method, operation) in operations.as_object().expect("operations") {
                let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes()) else { continue };
                if method == Method::DELETE
                    || method.as_str() == "PARAMETERS"
                    || template == "/api/session/{id}/trash"
                    || self.guest.is_some() && !template.contains("/session/{id}")
                {
                    continue;
                }
                let mut parameters = shared.clone();
                parameters.extend(operation["parameters"].as_array().cloned().unwrap_or_default());
                self.parameters(&method, template, &parameters).await;
                for id in self.fitting(template) {
                    let path = self.placed(template, &id).await;
                    let name = format!("{method} {template}");
                    let content = &operation["requestBody"]["content"];
                    if let Some(schema) = content.get("application/json").map(|body| &body["schema"]) {
                        self.fields(&method, &name, &path, schema).await;
                    } else if let Some(schema) = content.get("multipart/form-data").map(|body| &body["schema"]) {
                        self.parts(&name, &path, schema).await;
                    }
                }
            }
        }
    }

    /// The things that a route is about: the first session of each workspace, the copy, a chain of tools, or nothing.
    fn fitting(&self, path: &str) -> Vec<String> {
        match &self.guest {
            _ if !path.contains("{id}") => vec![String::new()],
            _ if path.contains("/workflows/") => self.workflows.clone(),
            Some((copy, _)) => vec![copy.clone()],
            None => self.sessions.iter().take(4).cloned().collect(),
        }
    }

    /// A path with what is really there in all its places.
    async fn placed(&mut self, template: &str, id: &str) -> String {
        let mut path = template
            .replace("{id}", id)
            .replace("{tool}", "get_legal_advice")
            .replace("{clause_id}", CLAUSE)
            .replace("{token}", &self.lawyer);
        if path.contains("{finding}") {
            let (_, bytes) = self.get(&format!("/api/session/{id}/lint")).await;
            let report: Value = serde_json::from_slice(&bytes).unwrap_or_default();
            let findings = report["findings"].as_array().cloned().unwrap_or_default();
            let fixed = findings.iter().find(|one| !one["fix"].is_null()).or(findings.first());
            path = path.replace("{finding}", fixed.and_then(|one| one["id"].as_str()).unwrap_or("none"));
        }
        path
    }

    /// What stands in the path, the query and the headers.
    async fn parameters(&mut self, method: &Method, template: &str, parameters: &[Value]) {
        let id = self.fitting(template).first().cloned().unwrap_or_default();
        for parameter in parameters {
            let name = parameter["name"].as_str().expect("a name");
            let mut path = template.to_owned();
            if parameter["in"] == "path" {
                path = path.replace(&format!("{{{name}}}"), &encoded(&hostile()));
            }
            path = self.placed(&path, &id).await;
            for other in ["version", "n", "page"] {
                path = path.replace(&format!("{{{other}}}"), "1");
            }
            if parameter["in"] == "query" {
                path = format!("{path}?{name}={}", encoded(&hostile()));
            }
            // An event stream never ends by itself.
            if path.ends_with("/events") {
                continue;
            }
            let mut request = self.request(method.clone(), &path).header("accept", "text/html, */*");
            if parameter["in"] == "header" {
                request = request.header(name, short());
            }
            if *method != Method::GET {
                request = request.json(&json!({}));
            }
            let response = request.send().await.expect("an answer");
            self.look(&format!("{method} {template} with {name}"), response).await;
        }
    }

    async fn fields(&mut self, method: &Method, operation: &str, path: &str, schema: &Value) {
        let schema = self.resolved(schema).clone();
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, field) in &properties {
            let field = self.resolved(field).clone();
            if !takes_words(&field) {
                continue;
            }
            for words in [hostile(), printed(), short().to_owned()] {
                let mut body = Map::new();
                for other in required.iter().filter(|other| *other != name) {
                    body.insert((*other).to_owned(), plain(other, self.resolved(&properties[*other])));
                }
                self.beside(operation, name, &mut body);
                body.insert(name.clone(), filled(&field, &words));
                if name == "request_id" {
                    // One that was seen with another body is refused for that.
                    body.insert(name.clone(), json!(format!("\"><img/src=zzq7>{}", self.fresh())));
                }
                if operation.ends_with("/signoff") {
                    let shown = self.get(&format!("/api/share/{}/remarks", self.lawyer)).await.1;
                    let shown: Value = serde_json::from_slice(&shown).unwrap_or_default();
                    body.insert("version".into(), shown["version"].clone());
                }
                if body.contains_key("state_version") {
                    let id = path.split('/').nth(3).unwrap_or_default();
                    let version = self.get(&format!("/api/session/{id}")).await.1;
                    let version: Value = serde_json::from_slice(&version).unwrap_or_default();
                    body.insert("state_version".into(), version["state"]["meta"]["state_version"].clone());
                }
                let (status, _) = self.json(method, path, &Value::Object(body)).await;
                self.note(operation, name, (200..300).contains(&status));
                if (200..300).contains(&status) {
                    break;
                }
            }
        }
    }

    async fn parts(&mut self, operation: &str, path: &str, schema: &Value) {
        let names: Vec<String> =
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let words = format!("Договор аренды нежилого помещения № 5. {}", hostile());
        for page in [false, true] {
            for content in ["file", "text"].iter().filter(|name| names.iter().any(|own| own == **name)) {
                // Bytes that are held already are answered without being read.
                let fresh = format!("{words} {operation} {content} {page}");
                let mut fields = vec![(*content, fresh.as_str())];
                for (name, value) in [("title", short()), ("side", "claimant"), ("jurisdiction", "RU")] {
                    if names.iter().any(|own| own == name) {
                        fields.push((name, value));
                    }
                }
                let (status, _) = self.form(path, &fields, page).await;
                self.note(operation, content, (200..400).contains(&status));
            }
        }
    }

    /// Every server function by its declaration: words in each of its fields in turn.
    pub(crate) async fn every_function(&mut self) {
        let functions = declared::functions();
        for wanted in ["describe_session", "list_matters", "recent_sessions", "write_clause"] {
            assert!(functions.iter().any(|function| function.name == wanted), "{wanted} is not found any more");
        }
        for function in functions {
            let (name, fields) = (function.name, function.fields);
            if ["delete_session", "list_sessions"].contains(&name.as_str()) {
                continue;
            }
            for id in self.fitting("{id}") {
                let words = |(field, kind): &&(String, String)| kind.contains("String") && field != "session";
                let tried = fields.iter().filter(words).map(|(field, _)| field);
                let tried =
                    tried.flat_map(|field| [hostile(), printed(), short().to_owned()].map(|text| (field, text)));
                let tried: Vec<(&String, String)> = tried.collect();
                for (tried, text) in tried {
                    let text = if tried == "request" { format!("\"><img/src=zzq7>{}", self.fresh()) } else { text };
                    let value = |field: &str, kind: &str| match field {
                        "session" => id.clone(),
                        field if field == tried => encoded(&text),
                        "op" => "set".to_owned(),
                        "pointer" => encoded("/parties/lessor/address"),
                        "variant" => "neutral".to_owned(),
                        "clause" => CLAUSE.to_owned(),
                        "with" => self.copy.clone(),
                        "workflow" => self.workflows.first().cloned().unwrap_or_default(),
                        "lang" => "ru".to_owned(),
                        "case_type" => "civil".to_owned(),
                        "user_side" => "claimant".to_owned(),
                        "decision" => "refine".to_owned(),
                        "step" => "draft_response".to_owned(),
                        "edition" => encoded(self.editions.first().map_or("", String::as_str)),
                        "part" => "whole".to_owned(),
                        _ if kind.contains("u32") || kind.contains("u8") => "1".to_owned(),
                        _ if kind.contains("bool") => "false".to_owned(),
                        _ => encoded("слова"),
                    };
                    // An id of a request is taken with what is asked.
                    let beside = |field: &str| {
                        ["request", "seen"].contains(&tried.as_str()) && ["text", "value"].contains(&field)
                    };
                    let wanted = fields.iter().filter(|(field, kind)| {
                        field == tried || beside(field) || !kind.contains("Option") && !kind.contains("Source")
                    });
                    let body: Vec<String> =
                        wanted.map(|(field, kind)| format!("{field}={}", value(field, kind))).collect();
                    let request = self.request(Method::POST, &format!("/fn/{name}")).header("accept", "text/html");
                    // A refused form goes back to where it was, with the reason in the address.
                    let request = request.header("referer", format!("{}/", self.bench.base));
                    let request = request.header("content-type", "application/x-www-form-urlencoded");
                    let response = request.body(body.join("&")).send().await.expect("an answer");
                    let back = response.headers().get("location").and_then(|to| to.to_str().ok()).unwrap_or_default();
                    let refused = back.contains("__err");
                    let (status, _) = self.look(&format!("/fn/{name} with {tried}"), response).await;
                    self.note(&format!("/fn/{name}"), tried, status < 400 && !refused);
                }
            }
        }
    }

    /// The other side follows a link and writes wherever a copy lets it; the person reads the protocol.
    pub(crate) async fn as_a_guest(&mut self) {
        let copy = self.copy.clone();
        let answer =
            self.bench.client.get(format!("{}{}", self.bench.base, self.link)).send().await.expect("an answer");
        let set = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
        self.guest = Some((copy.clone(), set.split(';').next().unwrap_or_default().to_owned()));
        self.every_field().await;
        self.every_function().await;
        let pages: Vec<String> = declared::pages().iter().map(|page| page.replace(":id", &copy)).collect();
        for page in pages {
            self.get(&page).await;
        }
        // The walk has brought the library's words back on its way.
        let path = format!("/api/session/{copy}/clauses/{CLAUSE}");
        let (status, bytes) = self.json(&Method::PUT, &path, &json!({"text": printed()})).await;
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&bytes));
        self.guest = None;
        let id = self.sessions.first().cloned().expect("a session");
        for format in FORMATS {
            let (status, bytes) = self.get(&format!("/api/session/{id}/protocol?with={copy}&format={format}")).await;
            assert_eq!(status, 200, "the protocol as {format}: {}", String::from_utf8_lossy(&bytes));
            if !["docx", "pdf"].contains(&format) {
                let said = String::from_utf8_lossy(&bytes).contains(MARK);
                assert!(said, "the protocol as {format} does not have the words of the other side");
            }
        }
        self.get(&format!("/s/{id}/share?with={copy}")).await;
    }

    /// A step of research that is done by the person: its words stand as its result.
    pub(crate) async fn reworked(&mut self) {
        let path = format!("/api/session/{}/step", self.sessions[1]);
        let output = json!({"answer_text": printed(), "citations": []});
        let (status, _) =
            self.json(&Method::POST, &path, &json!({"step": "synthesize_answer", "output": output})).await;
        self.note("POST /api/session/{id}/step", "output", (200..300).contains(&status));
    }

    /// A file of replay whose title and words are hostile, sealed as a forger would.
    pub(crate) async fn replayed(&mut self) {
        let id = self.sessions.first().cloned().expect("a session");
        let (_, bytes) = self.get(&format!("/api/session/{id}/replay")).await;
        let mut bundle: Bundle = serde_json::from_slice(&bytes).expect("a bundle");
        // Its turns and its states hold such words already; a title is a forger's own.
        bundle.title = hostile();
        bundle.seal = bundle.expected_seal();
        let (status, bytes) = self.json(&Method::POST, "/api/replay", &json!(bundle)).await;
        assert_eq!(status, 201, "{}", String::from_utf8_lossy(&bytes));
        // What does not repeat is refused with words of its own.
        for turn in &mut bundle.turns {
            turn.text = hostile();
        }
        for kept in &mut bundle.versions {
            kept.cause = hostile();
        }
        bundle.seal = bundle.expected_seal();
        let (status, _) = self.json(&Method::POST, "/api/replay", &json!(bundle)).await;
        assert!(status < 500, "{status}");
    }

    /// What a lawyer said stands on three pages and in every file; none of it is live.
    async fn as_a_lawyer(&mut self) {
        let id = self.sessions.first().cloned().expect("a session");
        let token = self.lawyer.clone();
        for body in [hostile(), printed(), short().to_owned()] {
            let remark = json!({"text": body, "name": short()});
            let (status, _) = self.json(&Method::POST, &format!("/api/share/{token}/remarks"), &remark).await;
            assert_eq!(status, 201);
        }
        let shown = self.get(&format!("/api/share/{token}")).await.1;
        let shown: Value = serde_json::from_slice(&shown).expect("JSON");
        let signoff = json!({"version": shown["version"], "name": short(), "note": printed()});
        let (status, _) = self.json(&Method::POST, &format!("/api/share/{token}/signoff"), &signoff).await;
        assert_eq!(status, 201);
        for path in [format!("/share/{token}"), format!("/s/{id}/signoff"), format!("/s/{id}?view=document")] {
            let (status, bytes) = self.get(&path).await;
            assert_eq!(status, 200, "{path}");
            assert!(String::from_utf8_lossy(&bytes).contains(MARK), "{path} does not have the words of the lawyer");
        }
        for clause in [hostile(), short().to_owned()] {
            self.get(&format!("/share/{token}?clause={}", encoded(&clause))).await;
        }
    }

    /// Every page and every file of everything that was made.
    pub(crate) async fn every_page(&mut self) {
        self.as_a_lawyer().await;
        let document = self.document.clone();
        let (of_sessions, mut paths): (Vec<String>, Vec<String>) =
            declared::pages().into_iter().partition(|page| page.contains(":id"));
        assert!(paths.len() > 5 && of_sessions.len() > 5, "pages are declared in another way");
        paths.push("/sign-in".to_owned());
        for word in [hostile(), short().to_owned()] {
            let word = encoded(&word);
            paths.extend([
                format!("/search?q={word}&document={word}&on={word}&jurisdiction={word}"),
                format!("/source?node={word}"),
                format!("/page?edition={word}&node={word}&quote={word}"),
                format!("/matters?q={word}&workspace={word}&after={word}"),
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
            paths.extend(of_sessions.iter().map(|page| page.replace(":id", id)));
            for view in ["document", "state", "history", "support"] {
                paths.push(format!("/s/{id}?view={view}"));
            }
            for (path, operations) in document["paths"].as_object().expect("paths") {
                let read = operations.get("get").is_some() && path.contains("{id}") && !path.ends_with("/events");
                if read && !path.contains("{token}") {
                    let path = path.replace("{id}", id).replace("{version}", "0").replace("{n}", "1");
                    let path = path.replace("{clause_id}", CLAUSE);
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

impl Walk {
    /// What a field needs beside it before its words are taken.
    fn beside(&self, operation: &str, name: &str, body: &mut Map<String, Value>) {
        let more = match (operation, name) {
            ("POST /api/session", _) if !["initial_message", "order", "law_as_of"].contains(&name) => {
                json!({"initial_message": LEASE})
            }
            ("PATCH /api/session/{id}/facts", "value") => json!({"op": "set"}),
            ("PATCH /api/session/{id}/facts", "request_id") => json!({"op": "set", "value": "слова"}),
            ("POST /api/session/{id}", "request_id") => json!({"message": LEASE}),
            ("POST /api/share/{token}/remarks", _) => json!({"name": "Петрова", "text": "Слова"}),
            ("POST /api/session/{id}/workflow", _) => {
                json!({"workflow": self.workflows.first(), "query": "Какой ширины проход?"})
            }
            ("PUT /api/session/{id}/clauses/{clause_id}", "request_id") => json!({"text": "Слова другой стороны."}),
            _ => json!({}),
        };
        body.extend(more.as_object().cloned().unwrap_or_default());
    }
}
