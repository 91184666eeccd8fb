//! The research tools and sessions over HTTP: exact schemas, headers, unified errors, documents, workflows.

use crate::bench::{Bench, builtin};
use legalagi::engine::schema;
use reqwest::Method;
use serde_json::{Value, json};

async fn tool(
    bench: &Bench,
    name: &str,
    body: &Value,
    headers: &[(&str, &str)],
) -> (u16, reqwest::header::HeaderMap, Value) {
    let mut request = bench.request(Method::POST, &format!("/api/research/{name}")).json(body);
    for (key, value) in headers {
        request = request.header(*key, *value);
    }
    let response = request.send().await.expect("an answer");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    (status, headers, response.json().await.expect("JSON"))
}

#[tokio::test]
async fn every_tool_answers_by_its_schema_and_tells_the_rest_in_headers() {
    let bench = builtin().await;
    let law = json!({"id": "own", "source": "own", "title": "О воронах", "text": "Ворона вправе летать над полем."});
    for (name, body) in [
        ("classify_intent", json!({"query": "Вправе ли ворона летать?"})),
        ("build_query_context", json!({"intent": {}, "query": "Вправе ли ворона летать?"})),
        (
            "extract_document_sections",
            json!({"documents": [{"id": "a", "text": "Статья 1. Ворона.\n1. Летает.\n2. Каркает."}]}),
        ),
        ("analyze_legal_patterns", json!({"documents": [{"id": "a", "text": "Статья 1. Ворона."}]})),
        ("synthesize_answer", json!({"query": "Вправе ли ворона летать?", "laws": [law], "cases": []})),
        ("validate_response", json!({"answer": "«Ворона вправе летать» [1].", "sources": [law]})),
        ("get_legal_advice", json!({"query": "Вправе ли ворона летать?"})),
    ] {
        let (status, headers, output) = tool(&bench, name, &body, &[("x-trace-id", "trace-7")]).await;
        assert_eq!(status, 200, "{name}: {output}");
        assert_eq!(schema::check(&schema::research::output(name), &output), [], "{name}");
        assert_eq!(headers["x-trace-id"], "trace-7");
        let meta: Value = serde_json::from_slice(headers["x-meta"].as_bytes()).expect("JSON");
        assert_eq!(meta["step_id"].as_str(), headers["x-step-id"].to_str().ok());
        assert_eq!(meta["cached"], false);
    }
    let (_, headers, _) = tool(&bench, "classify_intent", &json!({"query": "Вправе ли ворона летать?"}), &[]).await;
    let meta: Value = serde_json::from_slice(headers["x-meta"].as_bytes()).expect("JSON");
    assert_eq!(meta["cached"], true);
    bench.close().await;
}

#[tokio::test]
async fn errors_have_the_unified_form() {
    let bench = builtin().await;
    let code = |body: &Value| body["error"]["code"].as_str().unwrap_or_default().to_owned();
    let (status, _, body) = tool(&bench, "classify_intent", &json!({"query": 5}), &[]).await;
    assert_eq!(
        (status, code(&body).as_str(), &body["error"]["details"]["pointer"]),
        (400, "INVALID_INPUT", &json!("/query"))
    );
    assert_eq!(body["error"]["retryable"], false);
    let (status, _, body) = tool(&bench, "classify_intent", &json!({"query": "x", "session": "y"}), &[]).await;
    assert_eq!((status, code(&body).as_str()), (400, "INVALID_INPUT"));
    let (status, _, body) = tool(&bench, "nothing", &json!({}), &[]).await;
    assert_eq!((status, code(&body).as_str()), (404, "UNKNOWN_TOOL"));
    let (status, _, body) = tool(&bench, "retrieve_legal_sources", &json!({"context": {}}), &[]).await;
    assert_eq!((status, code(&body).as_str()), (409, "CORPUS_EMPTY"));
    let (status, _, body) = tool(&bench, "classify_intent", &json!({"query": "я".repeat(200_000)}), &[]).await;
    assert_eq!((status, code(&body).as_str()), (413, "PAYLOAD_TOO_LARGE"));
    let (status, _, body) = tool(&bench, "classify_intent", &json!({"query": "x"}), &[("x-budget", "много")]).await;
    assert_eq!((status, &body["error"]["details"]["pointer"]), (400, &json!("x-budget")));
    for (body, want) in [("one", 200), ("other", 409)] {
        let (status, ..) = tool(&bench, "classify_intent", &json!({"query": body}), &[("x-cache-key", "k")]).await;
        assert_eq!(status, want);
    }
    bench.close().await;
}

#[tokio::test]
async fn a_session_answers_takes_documents_and_edited_steps() {
    let bench = builtin().await;
    let body = json!({"workspace": "research", "initial_message": "Какие риски в этом договоре?"});
    let opened = bench.post("/api/session", &body).await;
    assert_eq!(opened.status, 201, "{:?}", opened.body);
    assert_eq!(opened.body["next_action"]["kind"], "done");
    let id = opened.body["session_id"].as_str().expect("an id").to_owned();
    let field =
        |name: &str, text: &str| format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
    let text = "1. Арендатор платит штраф 50 рублей.\n2. Арендодатель вправе изменить плату в одностороннем порядке.";
    let body = format!("{}{}--edge--\r\n", field("title", "Аренда сарая"), field("text", text));
    let request = bench.request(Method::POST, &format!("/api/session/{id}/documents")).header("origin", &bench.base);
    let request = request.header("content-type", "multipart/form-data; boundary=edge").body(body);
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status().as_u16(), 201);
    let listed = bench.get(&format!("/api/session/{id}/documents")).await.ok();
    assert_eq!(listed["documents"][0]["title"], "Аренда сарая");
    let said = bench.say(&id, "Какие риски в этом договоре?").await.ok();
    assert!(said["state"]["answer"]["text"].as_str().expect("words").contains("в одностороннем порядке"));
    assert_eq!(said["state"]["answer"]["is_valid"], true, "{:#}", said["state"]["verdicts"]);
    let step = format!("/api/session/{id}/step");
    let output = json!({"answer_text": "- Сарай: «платит штраф 70 рублей» [1].", "citations": []});
    let edited = bench.post(&step, &json!({"step": "synthesize_answer", "output": output})).await.ok();
    assert_eq!(edited["step_output"]["answer_text"], output["answer_text"]);
    assert!(
        edited["state"]["answer"]["text"].as_str().expect("words").contains("~~"),
        "{:#}",
        edited["state"]["verdicts"]
    );
    let again = bench.post(&step, &json!({"step": "synthesize_answer"})).await.ok();
    assert_eq!(again["state"]["answer"]["is_valid"], true);
    bench
        .post(&step, &json!({"step": "synthesize_answer", "output": {"citations": []}}))
        .await
        .err(400, "invalid_request");
    bench.post(&step, &json!({"step": "INTERPRET"})).await.err(400, "invalid_request");
    let replay = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    assert!(bench.post("/api/replay", &replay).await.ok().to_string().contains("session_id"));
    bench.close().await;
}

#[tokio::test]
async fn a_kept_sequence_runs_inside_a_session() {
    let bench = builtin().await;
    let body =
        json!({"name": "Только поиск", "steps": ["classify_intent", "build_query_context", "retrieve_legal_sources"]});
    let kept = bench.post("/api/workflows", &body).await;
    let workflow = kept.body["id"].clone();
    let opened = bench
        .post("/api/session", &json!({"workspace": "research", "initial_message": "Запусти последовательность поиска"}))
        .await
        .ok();
    let path = format!("/api/session/{}/workflow", opened["session_id"].as_str().unwrap());
    let ran = bench.post(&path, &json!({"workflow": workflow, "query": "Что такое задаток?"})).await.ok();
    let steps: Vec<&String> = ran["state"]["steps"].as_object().unwrap().keys().collect();
    assert_eq!(steps.len(), 3, "only the steps of the sequence: {steps:?}");
    assert!(ran["state"]["answer"]["text"].as_str().unwrap().contains("Только поиск"));
    assert_eq!(ran["state"]["query"], "Что такое задаток?");
    assert_eq!(ran["state"]["history"].as_array().unwrap().len(), 1, "the question before it is kept");
    bench.post(&path, &json!({"workflow": "none"})).await.err(400, "invalid_request");
    // The next question goes through the whole pipeline again.
    let path = path.replace("/workflow", "");
    let next = bench.post(&path, &json!({"message": "Что такое аванс?"})).await.ok();
    assert_eq!(next["state"]["steps"].as_object().unwrap().len(), 7);
    bench.close().await;
}

#[tokio::test]
async fn workflows_are_kept_and_run() {
    let bench = builtin().await;
    let body = json!({"name": "Разбор вопроса", "steps": ["classify_intent", "build_query_context"]});
    let saved = bench.post("/api/workflows", &body).await;
    assert_eq!(saved.status, 201, "{:?}", saved.body);
    let id = saved.body["id"].as_str().expect("an id");
    assert_eq!(bench.get("/api/workflows").await.ok()["workflows"][0]["name"], "Разбор вопроса");
    let ran = bench.post(&format!("/api/workflows/{id}/run"), &json!({"query": "Что такое задаток?"})).await.ok();
    assert_eq!((&ran["complete"], ran["steps"].as_array().map(Vec::len)), (&json!(true), Some(2)));
    assert_eq!(ran["steps"][1]["output"]["search_hints"][0], "Что такое задаток?");
    let whole = json!({"name": "С источниками", "steps": ["classify_intent", "retrieve_legal_sources"]});
    let saved = bench.post("/api/workflows", &whole).await;
    let id = saved.body["id"].as_str().expect("an id");
    let ran = bench.post(&format!("/api/workflows/{id}/run"), &json!({"query": "Что такое задаток?"})).await.ok();
    assert_eq!((&ran["complete"], &ran["steps"][1]["error"]["code"]), (&json!(false), &json!("CORPUS_EMPTY")));
    let bad = json!({"name": "x", "steps": ["validate_response", "classify_intent"]});
    bench.post("/api/workflows", &bad).await.err(400, "invalid_request");
    bench.post("/api/workflows", &json!({"name": "x", "steps": []})).await.err(400, "invalid_request");
    bench.post("/api/workflows/none/run", &json!({"query": "x"})).await.err(404, "not_found");
    bench.close().await;
}

#[tokio::test]
async fn claims_of_an_answer_and_of_a_session() {
    let bench = builtin().await;
    let source = json!({"id": "x", "title": "Правила", "text": "Поклажедатель не вправе забрать вещь без расписки. Хранитель отвечает за вещь."});
    let check = |answer: &str| json!({"answer": answer, "sources": [source]});
    let cut = bench.post("/api/check/answer", &check("Сказано: «вправе забрать вещь без расписки» [1].")).await.ok();
    assert_eq!(cut["is_valid"], false, "{cut:#}");
    assert_eq!((&cut["claims"][0]["support"], &cut["claims"][0]["reason"]), (&json!("contradicted"), &json!("cut")));
    assert_eq!((&cut["issues"][0]["type"], &cut["issues"][0]["lost"]), (&json!("QUOTE_ALTERED"), &json!("negation")));
    let whole = "Сказано: «Поклажедатель не вправе забрать вещь без расписки» [1].";
    let whole = bench.post("/api/check/answer", &check(whole)).await.ok();
    assert_eq!((&whole["is_valid"], &whole["claims"][0]["support"]), (&json!(true), &json!("verbatim")), "{whole:#}");
    let told = bench.post("/api/check/answer", &check("Кладовщик платит за склад вовремя [1].")).await.ok();
    assert_eq!((&told["is_valid"], &told["claims"][0]["support"]), (&json!(false), &json!("unchecked")), "{told:#}");
    let denied =
        bench.post("/api/check/answer", &check("Поклажедатель вправе забрать вещь без расписки [1].")).await.ok();
    assert_eq!(denied["issues"][0]["type"], "CONTRADICTED", "{denied:#}");
    for day in ["вчера", "2025-13-40", "2025-02-30", "20250101"] {
        let day = json!({"answer": "x", "as_of": day});
        bench.post("/api/check/answer", &day).await.err(400, "invalid_request");
    }
    let sources = json!({"answer": "Так [1].", "sources": [1]});
    bench.post("/api/check/answer", &sources).await.err(400, "invalid_request");
    let body = json!({"workspace": "contract", "initial_message": "Сдаю гараж за 5000 рублей в месяц"});
    let opened = bench.post("/api/session", &body).await;
    let id = opened.body["session_id"].as_str().expect("an id").to_owned();
    let list = bench.get(&format!("/api/session/{id}/support")).await.ok();
    let claims = list["claims"].as_array().expect("claims");
    let ledger = bench.get(&format!("/api/session/{id}/ledger")).await.ok();
    let (facts, found): (Vec<&Value>, Vec<&Value>) = claims.iter().partition(|claim| claim["kind"] == "fact");
    assert_eq!(facts.len(), ledger["entries"].as_array().map_or(0, Vec::len), "{list:#}");
    assert!(claims.iter().all(|claim| claim["support"].is_string()));
    // What the linter finds is claimed too, and never more surely than what it rests on.
    let lint = bench.get(&format!("/api/session/{id}/lint")).await.ok();
    assert!(!found.is_empty() && found.len() == lint["findings"].as_array().map_or(0, Vec::len), "{list:#}");
    for one in found {
        let rests: Vec<&Value> =
            one["evidence"].as_array().expect("evidence").iter().filter(|e| e["kind"] == "fact").collect();
        let sure = ["confirmed", "stated", "derived", "default"];
        let weak = facts.iter().filter(|fact| rests.iter().any(|e| e["pointer"] == fact["at"]));
        let weak = weak.filter(|fact| !sure.contains(&fact["support"].as_str().expect("a word"))).count();
        assert!(one["kind"] == "finding" && one["value"]["rule"].is_string(), "{one}");
        assert_eq!(one["support"] == "derived", !rests.is_empty() && weak == 0, "{one}");
    }
    let first = bench.get(&format!("/api/session/{id}/support?version=0")).await.ok();
    assert_eq!(first["version"], 0);
    bench.get(&format!("/api/session/{id}/support?version=x")).await.err(400, "invalid_request");
    bench.close().await;
}
