//! A session over a norm of our own: the question back, its answer, the review, edited steps, tools.

use crate::bench;
use legalagi::adapters::intake::{self, File, Outcome, Wishes};
use legalagi::engine::schema;
use legalagi::model::event::Event;
use legalagi::model::ids::{QuestionId, SessionId};
use legalagi::model::tool::CallMeta;
use legalagi::runner::app::App;
use legalagi::runner::bundle::Bundle;
use legalagi::runner::cancel::Cancel;
use legalagi::runner::{bundle, corpus_tools, handle_event, open_file, replay, start_session};
use legalagi::workspaces::norms::run::reviews;
use serde_json::{Value, json};

/// Two pages of a norm that does not exist: a clause, a table that goes on over the page, a list.
fn norm(number: &str, gate: &str) -> String {
    let first = [
        "1 Область применения",
        "1.1 Правила действуют на складах для хранения грузов.",
        "3 Термины и определения",
        "3.1 штабель: Грузы, сложенные один на другой.",
        "4 Хранение",
        "4.1 Высоту штабеля принимают по таблице 4.1.",
        "Для бочек высоту штабеля, указанную в таблице 4.1, уменьшают на 1 м.",
        "Таблица 4.1",
        "Место хранения",
        "Высота штабеля, м,",
        "не более",
        "В сухом складе",
        "4",
        "Под навесом",
        // The last value of the page, and no number of it.
        "3",
    ];
    let gate = format!("4.2 Ширину ворот склада принимают не менее {gate} м.");
    let second = [
        "Продолжение таблицы 4.1",
        "Место хранения",
        "Высота штабеля, м,",
        "не более",
        "Под открытым небом",
        "2",
        gate.as_str(),
    ];
    let page = |number: u32, lines: &[&str]| json!({"page": number, "page_content": lines.join("\n")});
    json!({
        "filename": "norm.json", "full_name": "Склады. Правила хранения", "number": number, "document_type": "Свод правил",
        // What every page repeats is a running title: the heading of the table stands on two of five.
        "pages": [
            page(1, &first), page(2, &second), page(3, &["4.3 Стены склада белят весной."]),
            page(4, &["4.4 Крышу склада чистят от снега."]), page(5, &["4.5 Двор склада подметают."]),
        ],
        "total_pages": 5,
    })
    .to_string()
}

pub(crate) async fn own() -> bench::Bench {
    let bench = bench::empty().await;
    let file = File { name: "norm.json".into(), bytes: norm("901.1325800.2099", "3").into_bytes() };
    let made = intake::import(&*bench.app.sources, file, &Wishes::default(), "2026-01-01T00:00:00.000Z").await;
    assert!(matches!(made, Outcome::Imported { .. }), "{made:?}");
    bench
}

pub(crate) async fn ask(app: &App, question: &str) -> (SessionId, Value) {
    let started = start_session::start_session(app, legalagi::workspaces::norms::ID, question, None).await.unwrap();
    let driven = started.result.unwrap_or_else(|error| panic!("{question}: {error:?}"));
    assert_eq!(schema::check(schema::norms::STATE, &driven.snapshot.state), []);
    (started.session, (*driven.snapshot.state).clone())
}

async fn send(app: &App, session: &SessionId, event: Event) -> Result<Value, legalagi::model::error::ApiError> {
    let driven = handle_event::handle_event(app, session, None, event).await?;
    assert_eq!(schema::check(schema::norms::STATE, &driven.snapshot.state), []);
    Ok((*driven.snapshot.state).clone())
}

pub(crate) fn values(state: &Value) -> Vec<String> {
    let numbers = state["final_answer"]["numbers"].as_array().into_iter().flatten();
    numbers.map(|one| one["value"].as_str().unwrap().to_owned()).collect()
}

fn gate(state: &Value, fields: Value) -> Event {
    let version = u32::try_from(state["meta"]["state_version"].as_u64().unwrap()).unwrap();
    Event::Gate {
        form: "human_review".into(),
        form_version: 1,
        state_version: version,
        fields,
        skip: false,
        skip_confirmed: false,
    }
}

#[tokio::test]
async fn the_rows_of_a_split_table_are_choices_and_each_closes_the_run() {
    let bench = own().await;
    for (choice, text, expected) in [(Some("b3"), "", "2"), (None, "под навесом", "3"), (Some("b1"), "", "4")]
    {
        let (session, state) = ask(&bench.app, "Какая высота штабеля?").await;
        assert_eq!(
            (&state["status"], values(&state)),
            (&json!("awaiting_user"), vec!["4".into(), "3".into(), "2".into()])
        );
        let question = &state["question"];
        assert_eq!(question["choices"].as_array().unwrap().len(), 4, "three rows and «показать все»");
        let id = QuestionId(question["question_id"].as_str().unwrap().to_owned());
        let event = Event::Message { text: text.into(), answers_to: Some(id), choice: choice.map(str::to_owned) };
        let state = send(&bench.app, &session, event).await.unwrap();
        assert_eq!((&state["status"], values(&state)), (&json!("completed"), vec![expected.to_owned()]));
        let answer = &state["final_answer"];
        let citation = &answer["citations"][0];
        assert_eq!(citation["quote"], expected);
        // The nodes that boxes are drawn for hold the words that are cited.
        for (id, words) in [
            (&citation["node_id"], &citation["quote"]),
            (&citation["row_header"]["node_id"], &citation["row_header"]["text"]),
            (&citation["column_header"]["node_id"], &citation["column_header"]["text"]),
        ] {
            let node = bench.app.sources.node(id.as_str().unwrap()).await.unwrap().unwrap();
            assert_eq!(&json!(node.text), words);
        }
        assert!(answer["text"].as_str().unwrap().contains("уменьшают на 1 м"), "{answer:#}");
        assert_eq!(answer["struck"], json!([]), "{answer:#}");
        // The whole session can be replayed, byte for byte.
        let whole = bundle::export(&bench.app, &session, None).await.unwrap();
        replay::replay(&whole, &bench.app.knowledge.current()).unwrap();
    }
}

#[tokio::test]
async fn what_goes_on_keeps_what_was_asked_and_a_named_condition_is_counted_in() {
    let bench = own().await;
    let say = async |session: &SessionId, text: &str| {
        let event = Event::Message { text: text.into(), answers_to: None, choice: None };
        send(&bench.app, session, event).await.unwrap()
    };
    let (session, first) = ask(&bench.app, "Какая высота штабеля под навесом?").await;
    assert_eq!((&first["status"], values(&first)), (&json!("completed"), vec!["3".to_owned()]));
    // The number is bound to row, unit and direction, and the answer says so.
    let number = &first["final_answer"]["numbers"][0];
    assert_eq!((&number["binding"]["row"], &number["binding"]["bound"]), (&json!("Под навесом"), &json!("max")));
    assert_eq!(number["binding"]["unit"], "м");
    let second = say(&session, "а в сухом складе?").await;
    assert_eq!(values(&second), ["4"], "{:#}", second["final_answer"]);
    // A question of its own is a new one.
    let third = say(&session, "Какая ширина ворот склада?").await;
    assert_eq!(third["user_query"], "Какая ширина ворот склада?");
    assert_eq!(values(&third), ["3"]);
    // «Для бочек … уменьшают на 1 м» counts when barrels are asked about, and is shown as a calculation.
    let (_, barrels) = ask(&bench.app, "Какая высота штабеля для бочек под навесом?").await;
    let answer = &barrels["final_answer"];
    assert_eq!(answer["calculation"]["result"], json!({"value": "2", "unit": "м"}), "{answer:#}");
    assert_eq!((answer["short"].as_str(), &answer["struck"]), (Some("2 м"), &json!([])));
}

#[tokio::test]
async fn the_verdicts_of_a_file_count_where_its_words_are_held_here() {
    let bench = own().await;
    let app = &bench.app;
    let (session, first) = ask(app, "Какая ширина ворот склада?").await;
    assert_eq!(first["final_answer"]["is_valid"], true, "{:#}", first["final_answer"]);
    let file = bundle::export(app, &session, None).await.unwrap();
    let opened = async |file: &Bundle| {
        replay::replay(file, &app.knowledge.current()).unwrap();
        let copy = open_file::open(app, file).await.unwrap();
        let again = bundle::export(app, &copy, None).await.unwrap();
        assert_eq!(replay::replay(&again, &app.knowledge.current()).unwrap(), again.versions.len());
        let state = (*app.store.latest(&copy).await.unwrap().state).clone();
        assert_eq!(schema::check(schema::norms::STATE, &state), []);
        assert_eq!((&state["final_answer"]["is_valid"], &state["meta"]["status"]), (&json!(false), &json!("blocked")));
        state
    };
    let state = opened(&file).await;
    assert_eq!(state["final_answer"]["citations"], first["final_answer"]["citations"], "held here, word for word");

    let text = serde_json::to_string(&file).unwrap().replace("не менее 3 м", "не менее 1 м");
    let mut forged: Bundle = serde_json::from_str(&text).unwrap();
    forged.seal = forged.expected_seal();
    // The file does not repeat, which is what refuses it at the door; opened all the same, it certifies nothing.
    assert!(replay::replay(&forged, &app.knowledge.current()).is_err());
    let copy = open_file::open(app, &forged).await.unwrap();
    let state = (*app.store.latest(&copy).await.unwrap().state).clone();
    let verdicts = state["final_answer"]["citations"].as_array().unwrap();
    assert!(!verdicts.is_empty() && verdicts.iter().all(|one| one["verdict"] == "UNVERIFIED"), "{verdicts:#?}");
}

#[tokio::test]
async fn what_is_not_there_waits_for_a_person_whose_decision_resumes_the_run() {
    let bench = own().await;
    let (session, state) = ask(&bench.app, "Какой диаметр анкерного болта мостового крана?").await;
    assert_eq!(state["status"], "human_review", "{:#}", state["final_answer"]);
    assert_eq!(
        (&state["final_answer"]["found"], &state["final_answer"]["short"]),
        (&json!(false), &json!("нет в базе"))
    );
    assert!(!state["review"]["missing"].as_array().unwrap().is_empty());
    let waiting = reviews::waiting(&bench.app).await.unwrap();
    assert_eq!((waiting.len(), &waiting[0]["session_id"]), (1, &json!(session)));
    for wrong in [json!({}), json!({"decision": "answer"}), json!({"decision": "approve", "colour": "red"})] {
        assert!(send(&bench.app, &session, gate(&state, wrong.clone())).await.is_err(), "{wrong}");
    }
    let opened = send(
        &bench.app,
        &session,
        gate(&state, json!({"decision": "other_page", "page": "СП 901.1325800.2099 п. 4.2"})),
    )
    .await
    .unwrap();
    let history = opened["execution_history"].as_array().unwrap();
    assert!(history.iter().any(|entry| entry["kind"] == "REVIEWED"), "{history:#?}");
    assert_ne!(opened["meta"]["state_version"], state["meta"]["state_version"]);
    let (session, state) = ask(&bench.app, "Какой диаметр анкерного болта козлового крана?").await;
    let answered =
        send(&bench.app, &session, gate(&state, json!({"decision": "answer", "answer": "Смотрите паспорт крана."})))
            .await
            .unwrap();
    assert_eq!((&answered["status"], &answered["final_answer"]["by"]), (&json!("completed"), &json!("person")));
}

#[tokio::test]
async fn steps_are_edited_and_what_stands_behind_runs_again() {
    let bench = own().await;
    let (session, state) = ask(&bench.app, "Какая ширина ворот склада?").await;
    assert_eq!(
        (&state["status"], values(&state)),
        (&json!("completed"), vec!["3".to_owned()]),
        "{:#}",
        state["final_answer"]
    );
    let rework =
        |step: &str, input: Option<Value>, output: Option<Value>| Event::Rework { step: step.into(), input, output };
    let edited =
        rework("EXECUTE", Some(json!({"step_number": 1, "keywords": ["ворота", "ширина"], "documents": []})), None);
    let state = send(&bench.app, &session, edited).await.unwrap();
    assert_eq!(state["plan"]["steps"][0]["input"]["keywords"][0], "ворота");
    assert_eq!(state["edited"], json!(["EXECUTE:1"]));
    let (session, _) = ask(&bench.app, "Какая ширина ворот склада?").await;
    let words = rework("FINALIZE", None, Some(json!({"text": "Ворота не уже 5 м [1]."})));
    let state = send(&bench.app, &session, words).await.unwrap();
    assert_eq!(state["final_answer"]["struck"][0]["text"], "5 м", "words of a person are guarded too");
    let again = send(&bench.app, &session, rework("PLAN", None, None)).await.unwrap();
    assert_eq!(values(&again), ["3"]);
    assert!(send(&bench.app, &session, rework("JUDGE", None, Some(json!({})))).await.is_err());
}

#[tokio::test]
async fn the_tool_answers_like_the_session_and_editions_are_compared() {
    let bench = own().await;
    let call = CallMeta::default();
    let tool = async |name: &str, input: Value| {
        corpus_tools::call(&bench.app, name, &input, &call, &Cancel::default()).await.result
    };
    let output = tool("ask_norms", json!({"question": "Какая ширина ворот склада?"})).await.unwrap();
    let (_, state) = ask(&bench.app, "Какая ширина ворот склада?").await;
    assert_eq!(output["final_answer"], state["final_answer"]);
    let absent =
        tool("compare_editions", json!({"document": "СП 901.1325800.2099", "from": "1", "to": "2"})).await.unwrap_err();
    assert_eq!(json!(absent.code), "EDITION_NOT_HELD");
}
