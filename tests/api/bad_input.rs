//! Everything a client can send wrongly: a clear error that names field and limit, and no new version.

use crate::bench::{Answer, Bench, LEASE, answer, builtin};
use reqwest::Method;
use serde_json::{Value, json};

/// A request as it goes over the wire, and what must come back.
struct Case {
    name: &'static str,
    method: Method,
    path: String,
    kind: &'static str,
    body: Vec<u8>,
    status: u16,
    code: &'static str,
    field: &'static str,
}

const JSON: &str = "application/json";

fn say(id: &str, name: &'static str, body: impl Into<Vec<u8>>, field: &'static str) -> Case {
    let path = format!("/api/session/{id}");
    Case {
        name,
        method: Method::POST,
        path,
        kind: JSON,
        body: body.into(),
        status: 400,
        code: "invalid_request",
        field,
    }
}

fn open(name: &'static str, body: &Value, field: &'static str) -> Case {
    Case { path: "/api/session".to_owned(), ..say("", name, body.to_string(), field) }
}

async fn send(bench: &Bench, case: &Case) -> Answer {
    let mut request = bench.request(case.method.clone(), &case.path).body(case.body.clone());
    if !case.kind.is_empty() {
        request = request.header("content-type", case.kind);
    }
    answer(request.send().await.expect("an answer")).await
}

/// The error, or what is wrong with it.
async fn judged(bench: &Bench, case: &Case) -> Result<Value, String> {
    let got = send(bench, case).await;
    let wrong = |what: &str| Err(format!("{} {} {}: {what}: {got:?}", case.name, case.method, case.path));
    let error = got.body["error"].clone();
    if (got.status, error["code"].as_str()) != (case.status, Some(case.code)) {
        return wrong("status or code");
    }
    if error["details"]["field"].as_str().unwrap_or("") != case.field {
        return wrong("field");
    }
    if error["retryable"] != false || error["message"].as_str().is_none_or(|text| text.chars().count() > 500) {
        return wrong("retryable or message");
    }
    Ok(error)
}

fn messages(id: &str) -> Vec<Case> {
    let text = |message: &str| json!({"message": message}).to_string();
    vec![
        say(id, "empty", text(""), "message"),
        say(id, "blank", text(" \n\t\u{a0}\u{2003}"), "message"),
        say(id, "absent", "{}", "message"),
        say(id, "too long", text(&"ы".repeat(32 * 1024 + 1)), "message"),
        say(id, "NUL", r#"{"message":"a\u0000b"}"#, "message"),
        say(id, "lone surrogate", r#"{"message":"\ud800"}"#, "message"),
        say(id, "lone low surrogate", r#"{"message":"\udc00 x"}"#, "message"),
        say(id, "invalid UTF-8", b"{\"message\":\"\xff\xfe\"}".to_vec(), "body"),
        say(id, "cut UTF-8", b"{\"message\":\"\xd0\"}".to_vec(), "body"),
        say(id, "raw control character", "{\"message\":\"a\nb\"}", "message"),
        say(id, "number", r#"{"message":5}"#, "message"),
        say(id, "null", r#"{"message":null}"#, "message"),
        say(id, "object", r#"{"message":{"a":1}}"#, "message"),
        say(id, "twice", r#"{"message":"a","message":"b"}"#, "message"),
        say(id, "unknown member", r#"{"message":"a","extra":1}"#, "extra"),
        say(id, "long unknown member", format!("{{\"{}\":1}}", "k".repeat(70_000)), "body"),
        say(id, "no JSON", "привет", "body"),
        say(id, "no body", "", "body"),
        say(id, "array", r#"["a"]"#, "body"),
        say(id, "string", r#""a""#, "body"),
        say(id, "cut", r#"{"message":"a"#, "message"),
        say(id, "member of another route", r#"{"message":"a","initial_message":"b"}"#, "initial_message"),
        say(id, "more", r#"{"message":"a"} {}"#, "body"),
        say(id, "byte order mark", "\u{feff}{\"message\":\"a\"}", "body"),
        say(id, "deep", format!("{{\"message\":{}", "[".repeat(100_000)), "message"),
        say(id, "question", r#"{"message":"a","answer_to_question_id":"q999"}"#, "answer_to_question_id"),
        say(id, "question NUL", r#"{"message":"a","answer_to_question_id":"q\u0000"}"#, "answer_to_question_id"),
        say(id, "question type", r#"{"message":"a","answer_to_question_id":7}"#, "answer_to_question_id"),
        say(id, "choice", r#"{"message":"a","choice_id":"nobody"}"#, "choice_id"),
        say(id, "choice alone", r#"{"choice_id":"nobody"}"#, "choice_id"),
        say(id, "choice type", r#"{"message":"a","choice_id":[]}"#, "choice_id"),
        say(id, "request id type", r#"{"message":"a","request_id":1}"#, "request_id"),
        say(id, "request id empty", r#"{"message":"a","request_id":""}"#, "request_id"),
        say(id, "request id space", r#"{"message":"a","request_id":"a b"}"#, "request_id"),
        say(id, "request id letters", r#"{"message":"a","request_id":"ы"}"#, "request_id"),
        say(id, "request id long", json!({"message": "a", "request_id": "r".repeat(101)}).to_string(), "request_id"),
    ]
}

fn openings() -> Vec<Case> {
    let too_long = "a".repeat(64 * 1024 + 1);
    vec![
        open("open empty", &json!({"initial_message": ""}), "initial_message"),
        open("open blank", &json!({"initial_message": "\u{3000}"}), "initial_message"),
        open("open long", &json!({"initial_message": too_long}), "initial_message"),
        open("open NUL", &json!({"initial_message": "a\0"}), "initial_message"),
        open("open absent", &json!({}), "initial_message"),
        open("open type", &json!({"initial_message": ["a"]}), "initial_message"),
        open("open unknown member", &json!({"initial_message": "a", "message": "a"}), "message"),
        open("workspace", &json!({"initial_message": "a", "workspace": "cooking"}), "workspace"),
        open("workspace type", &json!({"initial_message": "a", "workspace": 1}), "workspace"),
        open("open request id", &json!({"initial_message": "a", "request_id": "\n"}), "request_id"),
    ]
}

fn others(id: &str) -> Vec<Case> {
    let at = |method: Method, path: &str, status, code, field| Case {
        name: "route",
        method,
        path: path.replace("{id}", id),
        kind: "",
        body: Vec::new(),
        status,
        code,
        field,
    };
    let typed = |kind: &'static str| Case {
        kind,
        status: 415,
        code: "unsupported_media_type",
        ..say(id, "content type", r#"{"message":"a"}"#, "")
    };
    let facts = |name, body: &Value, field| Case {
        method: Method::PATCH,
        path: format!("/api/session/{id}/facts"),
        ..say(id, name, body.to_string(), field)
    };
    let step = |name, body: &Value| Case {
        path: format!("/api/session/{id}/step"),
        ..say(id, name, body.to_string(), "step")
    };
    let (get, post, put, delete) = (Method::GET, Method::POST, Method::PUT, Method::DELETE);
    let stranger = "/api/session/AAAAAAAAAAAAAAAAAAAAAA";
    vec![
        typed("text/plain"),
        typed("application/x-www-form-urlencoded"),
        typed("application/jsonp"),
        typed("multipart/form-data; boundary=x"),
        typed(""),
        at(get.clone(), "/api/session", 405, "method_not_allowed", ""),
        at(put.clone(), "/api/session/{id}", 405, "method_not_allowed", ""),
        at(delete.clone(), "/api/sessions", 405, "method_not_allowed", ""),
        at(post.clone(), "/api/session/{id}/versions", 405, "method_not_allowed", ""),
        at(get.clone(), "/api/session/{id}/step", 405, "method_not_allowed", ""),
        at(get.clone(), "/api/nothing", 404, "not_found", ""),
        at(post.clone(), "/api/session/{id}/nothing", 404, "not_found", ""),
        at(get.clone(), stranger, 404, "not_found", ""),
        at(get.clone(), &format!("{stranger}/events"), 404, "not_found", ""),
        at(get.clone(), "/api/session/short", 404, "not_found", ""),
        at(get.clone(), "/api/session/..%2F..%2Fetc%2Fpasswd", 404, "not_found", ""),
        at(get.clone(), "/api/session/%00%ff", 400, "invalid_request", "url"),
        at(get.clone(), "/api/session/{id}/diff?from=0&from=1", 400, "invalid_request", "url"),
        at(get.clone(), "/api/session/{id}/diff?from=0&to=x", 400, "invalid_request", "to"),
        at(get.clone(), "/api/session/' OR 1=1 --xxxxxxxxxx", 404, "not_found", ""),
        at(delete, stranger, 404, "not_found", ""),
        at(post, &format!("{stranger}/cancel"), 404, "not_found", ""),
        Case {
            path: stranger.to_owned(),
            status: 404,
            code: "not_found",
            ..say(id, "stranger", r#"{"message":"a"}"#, "")
        },
        at(get.clone(), "/api/session/{id}/versions/one", 400, "invalid_request", "version"),
        at(get.clone(), "/api/session/{id}/versions/-1", 400, "invalid_request", "version"),
        at(get.clone(), "/api/session/{id}/versions/1.0", 400, "invalid_request", "version"),
        at(get.clone(), "/api/session/{id}/versions/99999999999999999999", 400, "invalid_request", "version"),
        at(get, "/api/session/{id}/versions/4000000000", 404, "not_found", ""),
        step("unknown step", &json!({"step": "JUDGE"})),
        step("step type", &json!({"step": 1})),
        step("no step", &json!({})),
        facts("pointer", &json!({"pointer": "object", "op": "set", "value": 1}), "pointer"),
        facts("no pointer", &json!({"op": "confirm"}), "pointer"),
        facts("no fact", &json!({"pointer": "/nothing", "op": "confirm"}), "pointer"),
        facts("op", &json!({"pointer": "/object/year", "op": "burn"}), "op"),
        facts("no value", &json!({"pointer": "/object/year", "op": "set"}), "op"),
        facts("value NUL", &json!({"pointer": "/object/make", "value": "a\0b"}), "value"),
        facts("value size", &json!({"pointer": "/object/make", "value": "a".repeat(70_000)}), "value"),
    ]
}

#[tokio::test]
async fn every_fault_is_named_and_changes_nothing() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let before = bench.get(&format!("/api/session/{id}")).await;
    let mut faults = Vec::new();
    for case in messages(&id).into_iter().chain(openings()).chain(others(&id)) {
        let error = match judged(&bench, &case).await {
            Ok(error) => error,
            Err(wrong) => {
                faults.push(wrong);
                continue;
            }
        };
        if ["too long", "open long"].contains(&case.name) {
            assert_eq!(error["details"]["limit_bytes"], 65_536, "{error}");
        }
        if case.name == "unknown step" {
            assert_eq!(
                error["details"]["allowed"],
                json!(["INTERPRET", "GATE_CHECK", "SKELETON", "DRAFT_CLAUSES", "FINAL_CHECK"])
            );
        }
        assert_eq!(bench.get(&format!("/api/session/{id}")).await, before, "{}", case.name);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(bench.get("/api/sessions").await.ok()["sessions"].as_array().map(Vec::len), Some(1));
    bench.close().await;
}

#[tokio::test]
async fn a_body_over_its_limit_is_refused_while_it_is_read() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let version = bench.version(&id).await;
    let long = json!({"message": "a", "answer_to_question_id": "q".repeat(300 * 1024)}).to_string();
    for path in ["/api/session".to_owned(), format!("/api/session/{id}"), format!("/api/session/{id}/step")] {
        let case = Case { path, status: 413, code: "payload_too_large", ..say(&id, "large", long.clone(), "body") };
        let error = judged(&bench, &case).await.unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(error["details"]["limit_bytes"], 262_144);
    }
    let form = format!("message={}", "a".repeat(300 * 1024));
    let kind = "application/x-www-form-urlencoded";
    for path in ["/fn/start_session", "/sign-in"] {
        let request =
            bench.request(Method::POST, path).header("content-type", kind).header("sec-fetch-site", "same-origin");
        answer(request.body(form.clone()).send().await.expect("an answer")).await.err(413, "payload_too_large");
    }
    assert_eq!(bench.version(&id).await, version);
    bench.close().await;
}

#[tokio::test]
async fn the_limits_themselves_are_allowed() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let version = bench.version(&id).await;
    let words = format!("залог 15 000 ₽. {}", "x ".repeat(40_000));
    let words = &words[..words.floor_char_boundary(64 * 1024)];
    let request_id = "r".repeat(100);
    let body = json!({"message": words, "request_id": request_id, "answer_to_question_id": null});
    let state = bench.post(&format!("/api/session/{id}"), &body).await.ok()["state"].clone();
    assert!(state["meta"]["state_version"].as_u64() > Some(version));
    assert_eq!(words.len(), 65_536);
    bench.close().await;
}
