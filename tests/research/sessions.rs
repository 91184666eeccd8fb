//! Questions as sessions: one version for each step, edits, documents, a replay.

use crate::corpus;
use legalagi::engine::corpus::editions::{edition_of, is_whole};
use legalagi::engine::schema;
use legalagi::model::event::Event;
use legalagi::model::ids::SessionId;
use legalagi::runner::app::App;
use legalagi::runner::bundle::Bundle;
use legalagi::runner::{bundle, handle_event, library, open_file, replay, start_session};
use serde_json::{Value, json};

async fn ask(app: &App, question: &str) -> (SessionId, Value) {
    let started = start_session::start_session(app, legalagi::workspaces::research::ID, question, None).await.unwrap();
    let driven = started.result.unwrap_or_else(|error| panic!("{question}: {error:?}"));
    (started.session, (*driven.snapshot.state).clone())
}

/// Every quote stands in its source as the corpus has it and is verified; a place that is only named stays located, and
/// an answer with such a place is not called valid.
async fn stands(app: &App, state: &Value) {
    assert_eq!(schema::check(schema::research::STATE, state), []);
    let verdicts = state["verdicts"].as_array().unwrap();
    let named = verdicts.iter().any(|verdict| verdict["verdict"] == "LOCATED");
    assert_eq!(state["answer"]["is_valid"], !named, "{:#}\n{:#}", state["answer"], state["verdicts"]);
    let citations = state["answer"]["citations"].as_array().unwrap();
    assert!(!citations.is_empty());
    for citation in citations {
        let id = citation["source_id"].as_str().unwrap();
        let node = if is_whole(id) {
            library::whole(app, edition_of(id)).await.unwrap()
        } else {
            app.sources.node(id).await.unwrap()
        };
        let node = node.expect("a held source");
        let quote = citation["quote"].as_str().unwrap();
        let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(bare(&node.text).contains(&bare(quote)), "«{quote}» in {}", node.text);
    }
    assert!(verdicts.iter().all(|verdict| ["VERIFIED", "LOCATED"].contains(&verdict["verdict"].as_str().unwrap())));
    assert!(verdicts.iter().any(|verdict| verdict["verdict"] == "VERIFIED"));
}

#[tokio::test]
async fn a_question_is_answered_from_the_corpus_and_every_quote_is_verified() {
    let bench = corpus::own().await;
    for (question, address) in [
        ("Может ли суд снизить слишком большую неустойку?", "ГК РФ ст. 333"),
        ("Что говорит ст. 381 ГК РФ о задатке?", "ГК РФ ст. 381"),
        ("Чи може суд поновити пропущений строк?", "КАС ст. 121"),
        ("Какая толщина защитного слоя учебного бетона?", "СП 999.1325800.2099 п. 7.1"),
    ] {
        let (session, state) = ask(&bench.app, question).await;
        stands(&bench.app, &state).await;
        let text = state["answer"]["text"].as_str().unwrap();
        assert!(text.contains(address), "{question}\n{text}");
        let versions = bench.app.store.versions(&session).await.unwrap();
        let causes: Vec<&str> = versions.iter().map(|row| row.cause.as_str()).collect();
        assert_eq!(causes[0], "message");
        assert_eq!(causes.len(), 8, "one version for each step: {causes:?}");
    }
}

#[tokio::test]
async fn a_decision_brings_arguments_with_their_passages() {
    let bench = corpus::own().await;
    let (_, state) = ask(&bench.app, "Чи може суд поновити пропущений строк звернення?").await;
    assert_eq!(state["steps"]["retrieve_legal_sources"]["cases"].as_array().map(Vec::len), Some(1));
    let patterns = &state["steps"]["analyze_legal_patterns"];
    assert!(patterns["success_arguments"][0].as_str().unwrap().contains("підтверджені"), "{patterns:#}");
    assert!(patterns["risk_factors"][0].as_str().unwrap().contains("не надав доказів"), "{patterns:#}");
}

#[tokio::test]
async fn an_empty_corpus_says_how_to_import() {
    let bench = corpus::empty().await;
    let (_, state) = ask(&bench.app, "Можно ли снизить неустойку?").await;
    assert!(state["answer"]["text"].as_str().unwrap().contains("legalagi corpus import"));
    assert_eq!((&state["answer"]["is_valid"], &state["meta"]["status"]), (&json!(false), &json!("blocked")));
}

#[tokio::test]
async fn nothing_found_says_where_it_looked() {
    let bench = corpus::own().await;
    let (_, state) = ask(&bench.app, "Абракадабра квазиморфная фыва?").await;
    assert!(state["answer"]["text"].as_str().unwrap().contains("Искали"), "{:#}", state["answer"]);
}

#[tokio::test]
async fn a_step_edited_by_the_person_runs_the_rest_again_and_a_replay_gives_the_same_bytes() {
    let bench = corpus::own().await;
    let app = &bench.app;
    let (session, first) = ask(app, "Может ли суд снизить неустойку?").await;
    let output = json!({"search_hints": ["задаток"], "law_filters": ["ГК РФ ст. 381"], "jurisdiction": "RU"});
    let event = Event::Rework { step: "build_query_context".into(), input: None, output: Some(output) };
    let driven = handle_event::handle_event(app, &session, None, event).await.unwrap();
    stands(app, &driven.snapshot.state).await;
    assert!(driven.snapshot.state["answer"]["text"].as_str().unwrap().contains("ГК РФ ст. 381"));
    assert_eq!(driven.snapshot.state["steps"]["classify_intent"], first["steps"]["classify_intent"]);

    let wrong = json!({"answer_text": "- ГК РФ ст. 381: «отдаёт его в тройном размере» [1].", "citations": []});
    let event = Event::Rework { step: "synthesize_answer".into(), input: None, output: Some(wrong) };
    let driven = handle_event::handle_event(app, &session, None, event).await.unwrap();
    let state = &driven.snapshot.state;
    assert_eq!((&state["answer"]["is_valid"], &state["meta"]["status"]), (&json!(false), &json!("blocked")));
    let text = state["answer"]["text"].as_str().unwrap();
    assert!(text.contains("~~") && text.contains("тройном"), "struck, not hidden: {text}");
    assert_eq!(state["verdicts"][0]["verdict"], "QUOTE_ALTERED", "{:#}", state["verdicts"]);

    let event = Event::Message { text: "А что с неустойкой?".into(), answers_to: None, choice: None };
    let driven = handle_event::handle_event(app, &session, None, event).await.unwrap();
    assert_eq!(driven.snapshot.state["history"].as_array().map(Vec::len), Some(1));
    let bundle = bundle::export(app, &session, None).await.unwrap();
    let count = replay::replay(&bundle, &app.knowledge.current()).unwrap();
    assert_eq!(count, usize::try_from(driven.snapshot.version).unwrap() + 1);
}

/// A file whose every place says other words than ours: it still replays, byte for byte.
fn forged(file: &Bundle, changes: &[(&str, &str)]) -> Bundle {
    let mut text = serde_json::to_string(file).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let mut forged: Bundle = serde_json::from_str(&text).unwrap();
    forged.seal = forged.expected_seal();
    Bundle::read(&serde_json::to_string(&forged).unwrap()).unwrap()
}

/// The same file with other words in the places that the search was given.
fn with_filters(file: &Bundle, from: &str, to: &str) -> Bundle {
    let text = serde_json::to_string(file).unwrap();
    let mut parts = text.split("\"law_filters\":[");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (list, rest) = part.split_once(']').unwrap();
        out.push_str(&format!("\"law_filters\":[{}]{rest}", list.replace(from, to)));
    }
    assert_ne!(out, text);
    let mut file: Bundle = serde_json::from_str(&out).unwrap();
    file.seal = file.expected_seal();
    file
}

#[tokio::test]
async fn the_citations_of_a_file_are_compared_with_what_is_held_here() {
    let bench = corpus::own().await;
    let app = &bench.app;
    let (session, first) = ask(app, "Может ли суд снизить слишком большую неустойку?").await;
    stands(app, &first).await;
    let file = bundle::export(app, &session, None).await.unwrap();
    let verdicts = |state: &Value| -> Vec<String> {
        let list = state["verdicts"].as_array().unwrap();
        list.iter().map(|verdict| verdict["verdict"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let opened = async |file: &Bundle| {
        replay::replay(file, &app.knowledge.current()).unwrap();
        let copy = open_file::open(app, file).await.unwrap();
        let latest = app.store.latest(&copy).await.unwrap();
        assert_eq!(schema::check(schema::research::STATE, &latest.state), []);
        let again = bundle::export(app, &copy, None).await.unwrap();
        assert_eq!(replay::replay(&again, &app.knowledge.current()).unwrap(), again.versions.len());
        (*latest.state).clone()
    };
    // A true file: its places are held here, so they are verified here.
    let state = opened(&file).await;
    stands(app, &state).await;
    assert_eq!(state["answer"]["text"], first["answer"]["text"]);

    // Other words at a place that is held.
    let altered = forged(&file, &[("Суд может снизить слишком большую", "Суд обязан снизить всякую")]);
    let said = altered.unfold().last().unwrap().unwrap();
    assert_eq!((&said.state["answer"]["is_valid"], &said.state["meta"]["status"]), (&json!(true), &json!("ready")));
    let state = opened(&altered).await;
    assert_eq!((&state["answer"]["is_valid"], &state["meta"]["status"]), (&json!(false), &json!("blocked")));
    assert!(verdicts(&state).contains(&"QUOTE_ALTERED".to_owned()), "{:#}", state["verdicts"]);

    // A law that nobody has. Where the rules look for the concepts of the question is their own: a file that says
    // another place there does not repeat, so the forger leaves that.
    let invented = forged(&altered, &[("ru.gk@", "ru.zzk@"), ("ГК РФ", "ЪЪК РФ")]);
    assert!(replay::replay(&invented, &app.knowledge.current()).is_err());
    let invented = with_filters(&invented, "ЪЪК РФ", "ГК РФ");
    let state = opened(&invented).await;
    assert_eq!((&state["answer"]["is_valid"], &state["meta"]["status"]), (&json!(false), &json!("blocked")));
    assert!(!verdicts(&state).contains(&"VERIFIED".to_owned()), "{:#}", state["verdicts"]);
}

#[tokio::test]
async fn documents_of_a_session_are_read_without_touching_the_corpus() {
    let bench = corpus::own().await;
    let app = &bench.app;
    let before = app.sources.revision().await.unwrap();
    let (session, state) = ask(app, "Какие риски в этом договоре?").await;
    assert!(state["answer"]["text"].as_str().unwrap().contains("документ"));
    let text = "ДОГОВОР АРЕНДЫ\n1. Предмет договора: арендодатель обязуется передать сарай.\n2. Плата составляет 500 рублей в месяц.\n\
        3. Арендодатель вправе изменить плату в одностороннем порядке.";
    let event =
        Event::Attach { id: "doc-1".into(), title: "Аренда".into(), text: text.into(), sha256: "1".into() };
    handle_event::handle_event(app, &session, None, event).await.unwrap();
    let event = Event::Message {
        text: "Какие риски в этом договоре?".into(), answers_to: None, choice: None
    };
    let driven = handle_event::handle_event(app, &session, None, event).await.unwrap();
    let answer = &driven.snapshot.state["answer"];
    assert!(answer["text"].as_str().unwrap().contains("вправе изменить плату в одностороннем порядке"), "{answer:#}");
    assert_eq!(answer["is_valid"], true, "{:#}", driven.snapshot.state["verdicts"]);
    assert_eq!(app.sources.revision().await.unwrap(), before);
}
