//! Time travel over a real session: replay byte for byte, forks, comparison, edits with what reopens.
//! The built-in performer, the store in memory.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use legalagi::adapters::llm_builtin::BuiltinLlm;
use legalagi::engine::knowledge::load;
use legalagi::engine::knowledge::shelf::Shelf;
use legalagi::engine::limits;
use legalagi::engine::prompt::Prompts;
use legalagi::engine::schema;
use legalagi::model::error::ErrorCode;
use legalagi::model::event::{Edit, Event};
use legalagi::model::facts::Origin;
use legalagi::model::ids::SessionId;
use legalagi::model::share::Parts;
use legalagi::runner::app::App;
use legalagi::runner::bundle::{self, Bundle};
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::fakes::memory_store::MemoryStore;
use legalagi::runner::fakes::no_pages::NoPages;
use legalagi::runner::fakes::no_sources::NoSources;
use legalagi::runner::fakes::plain_compute::PlainCompute;
use legalagi::runner::lane::Lanes;
use legalagi::runner::replay::replay;
use legalagi::runner::tool_cache::ToolCache;
use legalagi::runner::{compare, edit_fact, handle_event, open_file, share, start_session, trash};
use legalagi::workspaces;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

fn app() -> App {
    let knowledge = Shelf::new(load::embedded().unwrap());
    App {
        llm: Arc::new(BuiltinLlm::new(workspaces::perform, knowledge.clone())),
        store: Arc::new(MemoryStore::default()),
        sources: Arc::new(NoSources),
        pages: Arc::new(NoPages),
        clock: Arc::new(FixedClock::default()),
        compute: Arc::new(PlainCompute),
        knowledge,
        prompts: Arc::new(Prompts::default()),
        lanes: Lanes::default(),
        publish: Arc::new(|_| {}),
        tools: ToolCache::default(),
    }
}

async fn say(app: &App, session: &SessionId, text: &str) {
    let event = Event::Message { text: text.into(), answers_to: None, choice: None };
    handle_event::handle_event(app, session, None, event).await.unwrap();
}

async fn lease(app: &App) -> SessionId {
    let first = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
    let session =
        start_session::start_session(app, legalagi::workspaces::contract::ID, first, None).await.unwrap().session;
    for text in [
        "VIN XTAGFL113M0000001, госномер А123ВС777",
        "Арендодатель Иванов Иван Иванович, физлицо",
        "Арендатор ООО «Вектор», ИНН 7700000016",
        "с 01.12.2026 по 31.05.2027",
    ] {
        say(app, &session, text).await;
    }
    session
}

async fn fact(app: &App, session: &SessionId, at: &str) -> Value {
    app.store.latest(session).await.unwrap().state["domain"].pointer(at).cloned().unwrap_or(Value::Null)
}

#[tokio::test]
async fn a_replay_is_byte_identical_and_says_where_it_differs() {
    let app = app();
    let session = lease(&app).await;
    let edit = Edit::Set { value: json!({"amount": "35000.00", "currency": "RUB"}) };
    edit_fact::edit_fact(&app, &session, None, "/price/rent".into(), edit, false).await.unwrap();
    handle_event::force_step(&app, &session, Some("INTERPRET")).await.unwrap();
    let bundle = bundle::export(&app, &session, None).await.unwrap();
    let knowledge = app.knowledge.current();
    assert_eq!(replay(&bundle, &knowledge), Ok(bundle.versions.len()));

    let text = serde_json::to_string(&bundle).unwrap();
    let read = Bundle::read(&text).unwrap();
    assert_eq!(replay(&read, &knowledge), Ok(bundle.versions.len()));

    let altered = text.replace("Иванов Иван Иванович", "Петров Пётр Петрович");
    assert!(Bundle::read(&altered).unwrap_err().message.contains("изменён"));
    let newer = text.replacen("\"format_version\":1", "\"format_version\":2", 1);
    assert!(Bundle::read(&newer).unwrap_err().message.contains("новой"));
    assert!(Bundle::read("[1]").is_err() && Bundle::read("x").is_err());

    // A resealed file that tells another story than its answers do.
    let mut forged = bundle.clone();
    forged.turns[0].text = forged.turns[0].text.replace("30 000", "50 000");
    assert_eq!(replay(&forged, &knowledge).unwrap_err().version, 0);
}

#[tokio::test]
async fn a_fork_goes_its_own_way() {
    let app = app();
    let session = lease(&app).await;
    let before = bundle::export(&app, &session, None).await.unwrap();
    let copy = bundle::fork(&app, &session, 3).await.unwrap();
    assert_ne!(copy, session);
    assert_eq!(app.store.latest(&copy).await.unwrap().version, 3);
    say(&app, &copy, "нет, срок год").await;
    assert_eq!(fact(&app, &copy, "/term/duration").await, json!({"count": 1, "unit": "year"}));
    assert_eq!(fact(&app, &session, "/term/duration").await, json!({"count": 6, "unit": "month"}));
    assert_eq!(bundle::export(&app, &session, None).await.unwrap(), before, "the original keeps every byte");
    let copied = bundle::export(&app, &copy, None).await.unwrap();
    assert_eq!(replay(&copied, &app.knowledge.current()), Ok(copied.versions.len()));
    let again = bundle::import(&app, &copied, "снова".into()).await.unwrap();
    assert_eq!(app.store.versions(&again).await.unwrap().len(), copied.versions.len());
}

#[tokio::test]
async fn a_copy_for_the_other_side_has_facts_and_no_words() {
    let app = app();
    let session = lease(&app).await;
    let opened = share::share(&app, &session, Parts::default()).await.unwrap();
    let copy = opened.share.copy.unwrap();
    let (ours, theirs) = (app.store.latest(&session).await.unwrap(), app.store.latest(&copy).await.unwrap());
    assert_eq!(ours.state["domain"], theirs.state["domain"]);
    assert_eq!(schema::check(schema::STATE, &theirs.state), []);
    let stored = json!([*theirs.state, *theirs.aside]).to_string();
    assert!(!stored.contains("Хочу сдать") && !stored.contains("\"quote\""), "{stored}");
    // What one side confirmed the other has not: every fact waits there, and the gate with them.
    assert!(ours.aside.ledger.origin("/price/rent/amount") == Some(Origin::Stated));
    for at in ours.aside.ledger.0.keys() {
        assert_eq!(theirs.aside.ledger.origin(at), Some(Origin::Assumed), "{at}");
    }
    assert_eq!(theirs.aside.pending, None);
    let told = json!(app.store.traces(&copy).await.unwrap()).to_string();
    assert!(!told.contains("Хочу сдать"), "{told}");
    // It goes on like any other session and can be replayed.
    say(&app, &copy, "нет, аренда 25 000 рублей в месяц").await;
    assert_eq!(fact(&app, &copy, "/price/rent/amount").await, "25000.00");
    assert_eq!(fact(&app, &session, "/price/rent/amount").await, "30000.00");
    let newest = app.store.latest(&copy).await.unwrap();
    let asked = newest.state["dialogue"]["asked"].as_array().unwrap().clone();
    let ids: BTreeSet<&str> = asked.iter().filter_map(|question| question["id"].as_str()).collect();
    assert_eq!(ids.len(), asked.len(), "questions keep their own names: {asked:#?}");
    assert!(ids.iter().all(|id| newest.aside.questions.contains_key(&(*id).into())));
    let bundle = bundle::export(&app, &copy, None).await.unwrap();
    assert_eq!(replay(&bundle, &app.knowledge.current()), Ok(bundle.versions.len()));
    let mut broken = bundle.clone();
    broken.versions[0].ops[0]["value"]["state"]["meta"]["stage"] = json!("anywhere");
    assert_eq!(replay(&broken, &app.knowledge.current()).unwrap_err().version, 0);
}

#[tokio::test]
async fn a_replay_that_copies_itself_is_refused_before_it_is_made() {
    let app = app();
    let session = lease(&app).await;
    let whole = bundle::export(&app, &session, None).await.unwrap();
    let refused = |bundle: &Bundle| {
        let sealed = Bundle { seal: bundle.expected_seal(), ..bundle.clone() };
        match Bundle::read(&serde_json::to_string(&sealed).unwrap()) {
            Err(error) => error,
            Ok(read) => replay(&read, &app.knowledge.current()).unwrap_err().refused.expect("a limit"),
        }
    };
    let doubling: Vec<Value> =
        (0..22).map(|i| json!({"op": "copy", "from": "/state", "path": format!("/state/x{i}")})).collect();
    for version in [0, 3] {
        let mut bomb = whole.clone();
        bomb.versions[version].ops.as_array_mut().unwrap().extend(doubling.clone());
        let error = refused(&bomb);
        assert_eq!(
            (error.code, &error.details["version"]),
            (ErrorCode::ValidationFailed, &json!(version)),
            "{error:?}"
        );
        assert!(bundle::import(&app, &bomb, "x".into()).await.is_err());
    }
    assert_eq!(app.store.sessions(10).await.unwrap().len(), 1, "half a session is none");

    let mut many = whole.clone();
    many.versions[1].ops = json!(vec![json!({"op": "add", "path": "/state/x", "value": 1}); limits::HISTORY_OPS + 1]);
    assert_eq!(refused(&many).code, ErrorCode::ValidationFailed);
    let mut long = whole.clone();
    long.turns[0].text = "а".repeat(limits::MESSAGE_BYTES);
    assert_eq!(refused(&long).code, ErrorCode::ValidationFailed);
    let objects = format!("[{}", "{\"a\":0},".repeat(400_000));
    assert_eq!(Bundle::read(&objects).unwrap_err().code, ErrorCode::ValidationFailed, "never read");
    for shuffle in [|file: &mut Bundle| file.versions.swap(1, 2), |file: &mut Bundle| file.versions[1].turns = 99] {
        let mut broken = whole.clone();
        shuffle(&mut broken);
        broken.seal = broken.expected_seal();
        let error = Bundle::read(&serde_json::to_string(&broken).unwrap()).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidRequest, "{error:?}");
    }
}

#[tokio::test]
async fn an_imported_session_trusts_nothing_that_its_file_says() {
    let app = app();
    let session = lease(&app).await;
    let edit = Edit::Set { value: json!({"amount": "35000.00", "currency": "RUB"}) };
    edit_fact::edit_fact(&app, &session, None, "/price/rent".into(), edit, false).await.unwrap();
    let file = bundle::export(&app, &session, None).await.unwrap();
    let origin = async |id: &SessionId, at: &str| app.store.latest(id).await.unwrap().aside.ledger.origin(at);
    assert_eq!(origin(&session, "/price/rent/amount").await, Some(Origin::Confirmed));

    let copy = open_file::open(&app, &file).await.unwrap();
    let latest = app.store.latest(&copy).await.unwrap();
    assert_eq!(schema::check(schema::STATE, &latest.state), []);
    assert_eq!(latest.state["domain"], app.store.latest(&session).await.unwrap().state["domain"]);
    let origins: BTreeSet<&str> = latest.aside.ledger.0.values().map(|entry| entry.origin.as_str()).collect();
    assert_eq!(origins, BTreeSet::from(["assumed"]));
    assert!(latest.aside.ledger.0.values().any(|entry| entry.quote.is_some()), "the quotes stay beside them");
    assert_eq!(latest.aside.pending, None, "the gate has answered, without a model");
    assert!(
        latest.state["issues"]
            .as_array()
            .unwrap()
            .iter()
            .any(|issue| { issue["key"] == "review" && issue["status"] == "open" && issue["severity"] == "critical" })
    );
    let turns = app.store.turns(&copy, latest.version).await.unwrap();
    assert!(turns.iter().any(|turn| turn.text.contains("открыт из файла")), "{turns:#?}");

    // The versions of the file stand as they were, and the whole replays.
    let count = file.versions.len();
    for kept in 0..u32::try_from(count).unwrap() {
        let (ours, theirs) =
            (app.store.version(&session, kept).await.unwrap(), app.store.version(&copy, kept).await.unwrap());
        let renamed = ours.state.to_string().replace(session.as_str(), copy.as_str());
        assert_eq!(theirs.state.to_string(), renamed, "{kept}");
        assert_eq!(ours.aside, theirs.aside, "{kept}");
    }
    let again = bundle::export(&app, &copy, None).await.unwrap();
    assert_eq!(again.versions[count].cause, open_file::CAUSE);
    assert_eq!(replay(&again, &app.knowledge.current()), Ok(again.versions.len()));

    // Words that came in the file are evidence of nothing, however often they are read.
    handle_event::force_step(&app, &copy, Some("INTERPRET")).await.unwrap();
    say(&app, &copy, "спасибо").await;
    assert_eq!(origin(&copy, "/object/vin").await, Some(Origin::Assumed));
    assert_eq!(origin(&copy, "/term/start").await, Some(Origin::Assumed));
    // What the person says or confirms here counts.
    edit_fact::edit_fact(&app, &copy, None, "/price/rent".into(), Edit::Confirm, false).await.unwrap();
    assert_eq!(origin(&copy, "/price/rent/amount").await, Some(Origin::Confirmed));
    say(&app, &copy, "VIN XTAGFL113M0000001").await;
    assert_eq!(origin(&copy, "/object/vin").await, Some(Origin::Stated));
}

#[tokio::test]
async fn the_trash_is_emptied_when_the_time_is_over() {
    let app = app();
    let session = lease(&app).await;
    trash::trash(&app, &session).await.unwrap();
    assert_eq!(trash::purge(&app, 10).await.unwrap(), 0, "not yet");
    trash::restore(&app, &session).await.unwrap();
    assert_eq!(trash::purge(&app, 0).await.unwrap(), 0, "it is no longer there");
    trash::trash(&app, &session).await.unwrap();
    assert_eq!(trash::purge(&app, 0).await.unwrap(), 1);
    assert_eq!(trash::restore(&app, &session).await.unwrap_err().code, ErrorCode::NotFound);
    assert!(app.store.latest(&session).await.is_err());
}

#[tokio::test]
async fn versions_are_compared_by_fact() {
    let app = app();
    let session = lease(&app).await;
    say(&app, &session, "нет, аренда 40 000 рублей в месяц").await;
    let last = app.store.latest(&session).await.unwrap().version;
    let found = compare::compare(&app, &session, 1, last).await.unwrap();
    let rent = found.facts.iter().find(|f| f.pointer == "/price/rent/amount").unwrap();
    assert_eq!((rent.from.as_str(), rent.to.as_str()), (Some("30000.00"), Some("40000.00")));
    assert_eq!(rent.origin, Some(Origin::Stated));
    assert!(found.facts.iter().any(|f| f.pointer == "/object/vin" && f.from.is_null()));
    assert!(found.issues.iter().any(|i| i.key == "vehicle_lease.object"));
    assert_eq!(compare::compare(&app, &session, last, last).await.unwrap().facts, []);
}

#[tokio::test]
async fn an_edit_tells_what_reopens_before_it_is_made() {
    let app = app();
    let session = lease(&app).await;
    let version = app.store.latest(&session).await.unwrap().version;
    let remove = || edit_fact::edit_fact(&app, &session, None, "/object/vin".into(), Edit::Reject, true);
    let edited = remove().await.unwrap();
    assert_eq!(app.store.latest(&session).await.unwrap().version, version, "a dry run changes nothing");
    assert!(edited.reopened.is_empty() || edited.reopened.iter().all(|r| r.kind != "gate"), "{:?}", edited.reopened);

    // The end was said, so a new start does not move it; the plate alone still names the car.
    let value = json!({"count": 3, "unit": "month"});
    let edited =
        edit_fact::edit_fact(&app, &session, None, "/term/duration".into(), Edit::Set { value }, false).await.unwrap();
    assert!(edited.snapshot.version > version);
    let latest = app.store.latest(&session).await.unwrap();
    assert_eq!(latest.aside.ledger.origin("/term/duration/count"), Some(Origin::Confirmed));
    let trace = app.store.traces(&session).await.unwrap();
    assert!(trace.iter().any(|t| t.step == "EDIT"));
}
