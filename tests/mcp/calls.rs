//! Lists and calls in both eras: schemas, envelope, errors, progress, cancellation, resources, prompts, completion.

use crate::bench::{builtin, with_model};
use crate::client::{STATELESS, Session, messages, stateless};
use legalagi::engine::schema;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const TOOLS: &[&str] = &[
    "classify_intent",
    "retrieve_legal_sources",
    "extract_document_sections",
    "analyze_legal_patterns",
    "validate_response",
    "get_legal_advice",
    "search_corpus",
    "search_documents",
    "get_provision",
    "validate_citation",
    "list_sources",
    "ask_norms",
    "compare_editions",
];

#[tokio::test]
async fn tools_have_the_schemas_of_the_files() {
    let bench = builtin().await;
    let (session, hello) = Session::open(&bench).await;
    assert_eq!(hello["protocolVersion"], "2025-11-25");
    for capability in ["tools", "resources", "prompts", "completions"] {
        assert!(hello["capabilities"][capability].is_object(), "{capability}");
    }
    let list = session.ask("tools/list", json!({})).await["result"]["tools"].clone();
    let tools = list.as_array().expect("a list");
    assert_eq!(tools.iter().map(|tool| tool["name"].as_str().unwrap_or_default()).collect::<Vec<_>>(), TOOLS);
    for tool in tools {
        let name = tool["name"].as_str().expect("a name");
        for (key, id) in [("inputSchema", schema::tools::input(name)), ("outputSchema", schema::tools::output(name))] {
            let mut file = schema::record(&id).expect("a schema").schema.clone();
            file.as_object_mut().expect("an object").remove("$id");
            // The list may say what a field means where the file does not; it never says anything else.
            let mut listed = tool[key].clone();
            without_words(&mut listed, &file);
            assert_eq!(listed, file, "{name} {key}");
            let fields = tool[key]["properties"].as_object().expect("fields");
            let told = |field: &Value| field["description"].as_str().is_some_and(|words| !words.is_empty());
            assert!(key != "inputSchema" || fields.values().all(told), "{name}: {}", tool[key]);
        }
        let hints = &tool["annotations"];
        assert_eq!((&hints["readOnlyHint"], &hints["destructiveHint"]), (&json!(true), &json!(false)), "{name}");
        assert_eq!((&hints["idempotentHint"], &hints["openWorldHint"]), (&json!(true), &json!(false)), "{name}");
        assert!(tool["title"].is_string() && tool["description"].is_string(), "{name}");
    }
    bench.close().await;
}

/// Takes away the descriptions that a file does not have.
fn without_words(listed: &mut Value, file: &Value) {
    match listed {
        Value::Object(map) => {
            if file.get("description").is_none() && map.get("description").is_some_and(Value::is_string) {
                map.remove("description");
            }
            map.iter_mut().for_each(|(key, value)| without_words(value, &file[key.as_str()]));
        }
        Value::Array(items) => items.iter_mut().enumerate().for_each(|(at, item)| without_words(item, &file[at])),
        _ => {}
    }
}

#[tokio::test]
async fn a_result_is_structured_with_a_twin_and_an_envelope() {
    let bench = builtin().await;
    let (session, _) = Session::open(&bench).await;
    let arguments = json!({"query": "Какая неустойка по ст. 333 ГК РФ?"});
    let meta = json!({"trace_id": "t-1", "budget": {"max_tokens": 0}, "as_of": "2026-01-01"});
    let params = json!({"name": "classify_intent", "arguments": arguments, "_meta": meta});
    let result = session.ask("tools/call", params).await["result"].clone();
    let twin: Value = serde_json::from_str(result["content"][0]["text"].as_str().expect("text")).expect("JSON");
    assert_eq!(twin, result["structuredContent"]);
    assert_ne!(result["isError"], true);
    let beside = &result["_meta"];
    assert_eq!((&beside["trace_id"], &beside["performer"]), (&json!("t-1"), &json!("builtin")));
    assert!(beside["step_id"].is_string() && beside["corpus_rev"].is_string(), "{beside}");
    // The same pipeline behind another door.
    let rest = bench.post("/api/research/classify_intent", &arguments).await.body;
    assert_eq!(rest.to_string(), result["structuredContent"].to_string());
    // The era without sessions gives the same.
    let modern = stateless(&bench, "tools/call", json!({"name": "classify_intent", "arguments": arguments})).await;
    assert_eq!(modern.status(), 200);
    assert!(modern.headers().get("mcp-session-id").is_none());
    let modern = messages(modern).await.pop().expect("a message")["result"].clone();
    assert_eq!(modern["structuredContent"], rest);
    assert_eq!(modern["resultType"], "complete");
    bench.close().await;
}

#[tokio::test]
async fn failures_are_results_and_unknown_names_are_errors() {
    let bench = builtin().await;
    let (session, _) = Session::open(&bench).await;
    for (name, arguments, code, pointer) in [
        ("classify_intent", json!({}), "INVALID_INPUT", json!("")),
        ("classify_intent", json!({"query": 5}), "INVALID_INPUT", json!("/query")),
        ("search_corpus", json!({"query": "аренда", "limit": 0}), "INVALID_INPUT", json!("/limit")),
        ("validate_citation", json!({"address": "просто слова"}), "INVALID_INPUT", json!("/address")),
        ("search_corpus", json!({"query": "аренда"}), "CORPUS_EMPTY", Value::Null),
        ("get_provision", json!({"address": "ГК РФ ст. 333"}), "CORPUS_EMPTY", Value::Null),
    ] {
        let result = session.call(name, arguments.clone()).await;
        assert_eq!(result["isError"], true, "{name}: {result}");
        let twin: Value = serde_json::from_str(result["content"][0]["text"].as_str().expect("text")).expect("JSON");
        let error = &twin["error"];
        assert_eq!((&error["code"], &error["details"]["pointer"]), (&json!(code), &pointer), "{name}: {error}");
        assert!(error["message"].is_string() && error["retryable"] == false, "{error}");
        // Clients of this era would hold it against the output schema.
        assert!(result.get("structuredContent").is_none(), "{result}");
        assert_eq!(&result["_meta"]["error"], error);
        let modern = stateless(&bench, "tools/call", json!({"name": name, "arguments": arguments})).await;
        let modern = messages(modern).await.pop().expect("a message")["result"].clone();
        assert_eq!((&modern["isError"], &modern["structuredContent"]), (&json!(true), &twin));
    }
    let params = json!({"name": "classify_intent", "arguments": {"query": "а"}, "_meta": {"budget": 1}});
    let result = session.ask("tools/call", params).await["result"].clone();
    assert_eq!(result["_meta"]["error"]["details"]["pointer"], "/_meta/budget");
    for name in ["nothing", "build_query_context", "synthesize_answer", "test_simple_text"] {
        let answer = session.ask("tools/call", json!({"name": name, "arguments": {}})).await;
        assert_eq!(answer["error"]["code"], -32602, "{name}: {answer}");
    }
    bench.close().await;
}

#[tokio::test]
async fn progress_rises_once_per_step() {
    let bench = builtin().await;
    let (session, _) = Session::open(&bench).await;
    let params = json!({
        "name": "get_legal_advice", "arguments": {"query": "Можно ли уменьшить неустойку по договору?"},
        "_meta": {"progressToken": "p"},
    });
    let all = session.all("tools/call", params).await;
    let told: Vec<&Value> = all.iter().filter(|one| one["method"] == "notifications/progress").collect();
    let numbers: Vec<f64> = told.iter().filter_map(|one| one["params"]["progress"].as_f64()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    assert_eq!(numbers.last(), Some(&7.0), "{all:?}");
    assert!(told.iter().all(|one| one["params"]["progressToken"] == "p" && one["params"]["total"] == 7.0));
    assert!(all.last().expect("an answer")["result"]["structuredContent"]["answer_text"].is_string());
    bench.close().await;
}

/// A model that takes a question and never answers: where it is, when it was asked, when the asker left.
async fn silent() -> (String, oneshot::Receiver<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let (told, asked) = oneshot::channel();
    let left = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut told = Some(told);
        let mut bytes = [0; 64 * 1024];
        while matches!(stream.read(&mut bytes).await, Ok(1..)) {
            if let Some(told) = told.take() {
                let _ = told.send(());
            }
        }
    });
    (base, asked, left)
}

#[tokio::test]
async fn a_cancelled_call_leaves_the_model_alone() {
    let (base, asked, left) = silent().await;
    let bench = with_model(&base, |_| {}).await;
    let (session, _) = Session::open(&bench).await;
    let params = json!({"name": "get_legal_advice", "arguments": {"query": "Вопрос"}});
    let call = session.send(&json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params})).await;
    asked.await.expect("a question");
    let said = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    assert_eq!(session.send(&said).await.status(), 202);
    // The model never answers: both ends come only because the work was given up.
    left.await.expect("the asker left");
    let rest = messages(call).await;
    assert!(rest.iter().all(|one| one["result"]["isError"] != false), "{rest:?}");
    // The session goes on.
    let list = session.ask("tools/list", json!({})).await;
    assert!(list["result"]["tools"].is_array());
    bench.close().await;
}

#[tokio::test]
async fn a_closed_stream_cancels_where_there_are_no_sessions() {
    let (base, asked, left) = silent().await;
    let bench = with_model(&base, |_| {}).await;
    let params = json!({"name": "get_legal_advice", "arguments": {"query": "Вопрос"}});
    let call = async { stateless(&bench, "tools/call", params).await.text().await };
    tokio::select! {
        answer = call => panic!("nobody could answer: {answer:?}"),
        asked = asked => asked.expect("a question"),
    }
    left.await.expect("the asker left");
    bench.close().await;
}

#[tokio::test]
async fn resources_prompts_and_completion_answer() {
    let bench = builtin().await;
    let (session, _) = Session::open(&bench).await;
    let templates = session.ask("resources/templates/list", json!({})).await;
    assert_eq!(templates["result"]["resourceTemplates"][1]["uriTemplate"], "norm://{edition}/{+path}");
    assert_eq!(session.ask("resources/list", json!({})).await["result"]["resources"], json!([]));
    let missing = session.ask("resources/read", json!({"uri": "norm://ru.gk@x/art/1"})).await;
    assert_eq!(missing["error"]["code"], -32002, "{missing}");
    let prompts = session.ask("prompts/list", json!({})).await["result"]["prompts"].clone();
    let names: Vec<&str> = prompts.as_array().into_iter().flatten().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(names, ["norm_question", "case_research", "citation_check"]);
    let params = json!({"name": "case_research", "arguments": {"situation": "Сосед затопил квартиру"}});
    let prompt = session.ask("prompts/get", params).await;
    assert!(prompt["result"]["messages"][0]["content"]["text"].as_str().is_some_and(|t| t.contains("затопил")));
    let params = json!({
        "ref": {"type": "ref/prompt", "name": "norm_question"}, "argument": {"name": "address", "value": "гк"},
    });
    let offered = session.ask("completion/complete", params).await["result"]["completion"]["values"].clone();
    assert!(offered.as_array().is_some_and(|all| all.contains(&json!("ГК РФ"))), "{offered}");
    // The other era lists the same and speaks of how long it holds.
    let modern = messages(stateless(&bench, "prompts/list", json!({})).await).await.pop().expect("a message");
    assert_eq!(modern["result"]["prompts"], prompts);
    assert!(modern["result"]["ttlMs"].is_u64() && modern["result"]["cacheScope"].is_string(), "{STATELESS}");
    bench.close().await;
}
