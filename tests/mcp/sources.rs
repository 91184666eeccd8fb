//! Tools and resources over a corpus: the example that the program carries.

use crate::bench::{Bench, builtin_in};
use crate::client::Session;
use crate::process;
use legalagi::workspaces::research::perform::input;
use legalagi::workspaces::research::steps;
use serde_json::{Value, json};

/// A server whose database holds the example corpus.
async fn with_sources() -> Bench {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("api.db").display());
    let done = process::run(folder.path(), &["corpus", "import", "--demo"], &[("LEGALAGI_DATABASE_URL", &url)]);
    assert!(done.status.success(), "{done:?}");
    builtin_in(folder).await
}

async fn ok(session: &Session<'_>, name: &str, arguments: Value) -> Value {
    let result = session.call(name, arguments).await;
    assert_ne!(result["isError"], true, "{name}: {result}");
    result["structuredContent"].clone()
}

#[tokio::test]
async fn a_search_leads_to_a_place_and_its_resource() {
    let bench = with_sources().await;
    let (session, _) = Session::open(&bench).await;
    let found = ok(&session, "search_corpus", json!({"query": "ширина главного прохода"})).await;
    // One list behind every door.
    let rest = bench.get("/api/search?q=%D1%88%D0%B8%D1%80%D0%B8%D0%BD%D0%B0%20%D0%B3%D0%BB%D0%B0%D0%B2%D0%BD%D0%BE%D0%B3%D0%BE%20%D0%BF%D1%80%D0%BE%D1%85%D0%BE%D0%B4%D0%B0").await.ok();
    assert_eq!(found["results"].to_string(), rest.to_string());
    let first = &found["results"][0];
    assert!(first["address"].as_str().is_some_and(|address| address.starts_with("Правила складов ст. 4")), "{first}");
    let place = ok(&session, "get_provision", json!({"address": first["address"]})).await;
    let held = place["provisions"].as_array().expect("a list");
    assert!(held.iter().any(|one| one["node_id"] == first["node_id"]), "{place}");
    let same = ok(&session, "get_provision", json!({"address": first["node_id"]})).await;
    assert_eq!(same["provisions"][0]["node_id"], first["node_id"]);
    assert_eq!(same["address"], first["address"]);
    let read = session.ask("resources/read", json!({"uri": first["node_id"]})).await["result"]["contents"][0].clone();
    let text = same["provisions"][0]["text"].as_str().expect("text");
    assert!(read["text"].as_str().is_some_and(|whole| whole.contains(text)), "{read}");
    assert_eq!(read["_meta"]["address"], first["address"]);
    let documents = ok(&session, "search_documents", json!({"query": "ширина главного прохода"})).await;
    assert_eq!(documents["documents"][0]["best"], *first);
    let words = json!({"semantic_keywords": ["ширина", "проход"], "expected_documents": ["Правила складов", "СП 999"]});
    let pages = ok(&session, "search_documents", words).await;
    assert_eq!(pages["missing"], json!(["СП 999"]));
    let page = &pages["pages"][0];
    assert!(page["image"].as_str().is_some_and(|image| image.starts_with("/api/corpus/pages/")), "{pages}");
    assert_eq!(page["document"], "Правила складов");
    let none = ok(&session, "search_documents", json!({"semantic_keywords": ["ыъфж"]})).await;
    assert_eq!(none["pages"], json!(null));
    let neither = session.call("search_documents", json!({})).await;
    assert_eq!(neither["_meta"]["error"]["code"], "INVALID_INPUT", "{neither}");
    bench.close().await;
}

#[tokio::test]
async fn a_session_the_routes_and_the_tools_say_the_same() {
    let bench = with_sources().await;
    let (session, _) = Session::open(&bench).await;
    for question in
        ["Какой ширины должен быть главный проход склада?", "Чи можна палити на складі?", "Что такое задаток?"]
    {
        let asked = json!({"workspace": "research", "initial_message": question});
        let state = bench.post("/api/session", &asked).await.ok()["state"].clone();
        for step in steps::STEPS {
            let input = input::of(step.id, &state);
            let own = state["steps"][step.id].to_string();
            let rest = bench.post(&format!("/api/research/{}", step.id), &input).await.ok();
            assert_eq!(rest.to_string(), own, "{question}: {} over REST", step.id);
            if !steps::INTERNAL.contains(&step.id) {
                let tool = ok(&session, step.id, input).await;
                assert_eq!(tool.to_string(), own, "{question}: {} over MCP", step.id);
            }
        }
        let rest = bench.post("/api/research/get_legal_advice", &json!({"query": question})).await.ok();
        let tool = ok(&session, "get_legal_advice", json!({"query": question})).await;
        assert_eq!(tool.to_string(), rest.to_string());
        assert_eq!(rest["answer_text"], state["answer"]["text"], "{question}");
        assert_eq!(rest["sources"], state["sources"], "{question}");
    }
    bench.close().await;
}

#[tokio::test]
async fn editions_are_told_apart_by_the_day() {
    let bench = with_sources().await;
    let (session, _) = Session::open(&bench).await;
    let both = ok(&session, "get_provision", json!({"address": "правила складов ст. 4"})).await;
    assert_eq!(both["provisions"].as_array().map(Vec::len), Some(2), "{both}");
    for (on, from) in [("2025-06-01", "2024-01-01"), ("2026-06-01", "2026-01-01")] {
        let one = ok(&session, "get_provision", json!({"address": "Правила складов ст. 4", "on": on})).await;
        assert_eq!(one["provisions"].as_array().map(Vec::len), Some(1), "{one}");
        assert_eq!(one["provisions"][0]["valid_from"], from);
    }
    let early = session.call("get_provision", json!({"address": "Правила складов ст. 4", "on": "2020-01-01"})).await;
    assert_eq!(early["_meta"]["error"]["code"], "EDITION_NOT_HELD", "{early}");
    let none = ok(&session, "get_provision", json!({"address": "Правила складов ст. 400"})).await;
    assert_eq!(none["provisions"], json!([]));
    // No such place and no such act are two answers: only the first says anything about the law.
    assert_eq!(
        (&none["reason"], &none["act"]["short"]),
        (&json!("no_such_place"), &json!("Правила складов")),
        "{none}"
    );
    let near = none["nearest"].as_array().expect("a list");
    assert!(!near.is_empty() && near.len() <= 5, "{none}");
    assert!(
        near.iter().all(|one| one["address"].as_str().is_some_and(|at| at.starts_with("Правила складов ст. "))),
        "{none}"
    );
    let away = ok(&session, "get_provision", json!({"address": "ст. 25 Закона о защите прав потребителей"})).await;
    assert_eq!((&away["reason"], &away["nearest"]), (&json!("not_held"), &json!([])), "{away}");
    assert!(away["act"]["title"].as_str().is_some_and(|title| title.contains("2300-1")), "{away}");
    assert!(away["import"].as_str().is_some_and(|words| words.contains("corpus import")), "{away}");
    for (key, value) in [("on", json!("2025-13-40")), ("on", json!("2025-02-30"))] {
        let refused = session.call("get_provision", json!({"address": "Правила складов ст. 4", key: value})).await;
        assert_eq!(refused["_meta"]["error"]["code"], "INVALID_INPUT", "{refused}");
    }
    bench.close().await;
}

#[tokio::test]
async fn citations_get_their_verdicts() {
    let bench = with_sources().await;
    let (session, _) = Session::open(&bench).await;
    let article = ok(&session, "get_provision", json!({"address": "Правила складов ст. 4"})).await;
    let third = article["provisions"][0]["below"][2]["address"].as_str().expect("an address").to_owned();
    let place = ok(&session, "get_provision", json!({"address": third})).await;
    let text = place["provisions"][0]["text"].as_str().expect("text").to_owned();
    let altered = text.replacen("нельзя", "можно", 1);
    assert_ne!(text, altered);
    for (address, quote, verdict) in [
        (third.as_str(), text.as_str(), "VERIFIED"),
        (third.as_str(), altered.as_str(), "QUOTE_ALTERED"),
        ("Правила складов ст. 5", text.as_str(), "MISATTRIBUTED"),
        (third.as_str(), "3", "UNVERIFIED"),
        ("ГК РФ ст. 333", "любые слова, которых здесь нет", "UNVERIFIED"),
    ] {
        let told = ok(&session, "validate_citation", json!({"address": address, "quote": quote})).await;
        assert_eq!(told["verdict"], verdict, "{address}: {told}");
        assert!(told["message"].is_string(), "{told}");
    }
    bench.close().await;
}

#[tokio::test]
async fn documents_are_listed_and_offered() {
    let bench = with_sources().await;
    let (session, _) = Session::open(&bench).await;
    let sources = ok(&session, "list_sources", json!({})).await;
    let list = session.ask("resources/list", json!({})).await["result"]["resources"].clone();
    let uris: Vec<String> = list.as_array().into_iter().flatten().map(|one| one["uri"].to_string()).collect();
    let held: Vec<String> = sources["sources"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| json!(format!("norm://{}", one["edition"].as_str().unwrap_or_default())).to_string())
        .collect();
    assert_eq!(uris, held);
    assert_eq!(sources["editions"].as_u64(), u64::try_from(held.len()).ok());
    let read = session.ask("resources/read", json!({"uri": list[0]["uri"]})).await;
    assert!(read["result"]["contents"][0]["text"].as_str().is_some_and(|text| text.contains("norm://")), "{read}");
    let complete = |template: &str, name: &str, value: &str, edition: &str| {
        json!({
            "ref": {"type": "ref/resource", "uri": template}, "argument": {"name": name, "value": value},
            "context": {"arguments": {"edition": edition}},
        })
    };
    let asked = complete("norm://{edition}", "edition", "demo.warehouse.rules", "");
    let editions = session.ask("completion/complete", asked).await["result"]["completion"]["values"].clone();
    assert_eq!(editions.as_array().map(Vec::len), Some(2), "{editions}");
    let edition = editions[0].as_str().expect("an id");
    let asked = complete("norm://{edition}/{+path}", "path", "", edition);
    let paths = session.ask("completion/complete", asked).await["result"]["completion"]["values"].clone();
    assert!(paths.as_array().is_some_and(|all| !all.is_empty()), "{paths}");
    let uri = format!("norm://{edition}/{}", paths[0].as_str().expect("a path"));
    assert!(session.ask("resources/read", json!({"uri": uri})).await["result"]["contents"][0]["text"].is_string());
    let asked = json!({
        "ref": {"type": "ref/prompt", "name": "citation_check"},
        "argument": {"name": "address", "value": "Правила складов ст. 4"},
    });
    let places = session.ask("completion/complete", asked).await["result"]["completion"]["values"].clone();
    assert!(places[0].as_str().is_some_and(|first| first.starts_with("Правила складов ст. 4")), "{places}");
    bench.close().await;
}
