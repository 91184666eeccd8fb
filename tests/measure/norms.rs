//! Questions of engineers about the imported norms: blind sets as counts; looked-at sets (`LEGALAGI_NORMS_SET`, files
//! of the same form) question by question, their blind half as counts. Without the shared norms nothing is measured, and that is said.

use crate::skip;
use crate::{Figures, count, told};
use legalagi::adapters::intake::{self, File, Outcome, Wishes};
use legalagi::adapters::llm_builtin::BuiltinLlm;
use legalagi::adapters::pages::Atlas;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::adapters::worker::pool;
use legalagi::cli::corpus_files::{self, Found};
use legalagi::engine::knowledge::load;
use legalagi::engine::knowledge::shelf::Shelf;
use legalagi::engine::prompt::Prompts;
use legalagi::model::event::Event;
use legalagi::runner::app::App;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::fakes::plain_compute::PlainCompute;
use legalagi::runner::lane::Lanes;
use legalagi::runner::tool_cache::ToolCache;
use legalagi::runner::{handle_event, start_session};
use legalagi::workspaces;
use legalagi::workspaces::norms::perform::{question, required};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[expect(clippy::disallowed_methods, reason = "only the machine knows where they are")]
fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

async fn app(folder: &tempfile::TempDir, norms: PathBuf) -> App {
    let store = Arc::new(SqliteStore::open(folder.path().join("norms.db").to_str().unwrap()).await.unwrap());
    // Large files are read by a worker: without the program they are refused, and half of the norms is not there.
    pool::use_program(env!("CARGO_BIN_EXE_legalagi").into());
    for file in corpus_files::find(&[norms]) {
        if let Found::File { name, path } = file {
            let bytes = corpus_files::read(&path).unwrap();
            let file = File { name: name.clone(), bytes };
            let outcome = intake::import(&*store, file, &Wishes::default(), "2026-11-22T05:00:00.000Z").await;
            assert!(matches!(outcome, Outcome::Imported { .. }), "{name}: {outcome:?}");
        }
    }
    let knowledge = Shelf::new(load::embedded().unwrap());
    App {
        llm: Arc::new(BuiltinLlm::new(workspaces::perform, knowledge.clone())),
        store: store.clone(),
        sources: store.clone(),
        pages: Arc::new(Atlas::new(store)),
        clock: Arc::new(FixedClock::default()),
        compute: Arc::new(PlainCompute),
        knowledge,
        prompts: Arc::new(Prompts::default()),
        lanes: Lanes::default(),
        publish: Arc::new(|_| {}),
        tools: ToolCache::default(),
    }
}

/// What is known of a question, whichever of the two forms a set has.
struct Known {
    kind: String,
    values: Vec<String>,
    place: String,
}

fn known(case: &Value) -> Known {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| -> Vec<String> {
        value
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned))
            .collect()
    };
    if let Some(answerable) = case["answerable"].as_bool() {
        let values = list(&case["values"]);
        let kind = match (answerable, values.len()) {
            (false, _) => "none",
            (true, 0) => "place",
            (true, 1) => "number",
            (true, _) => "ask",
        };
        return Known { kind: kind.to_owned(), values, place: text(&case["place"]) };
    }
    let mut values = list(&case["answers"]);
    if values.is_empty() {
        values.push(text(&case["value"]));
        values.extend(list(&case["also_values"]));
    }
    // What has to be asked back names its options with their numbers.
    if case["kind"] == "ask" && case["also_values"].is_array() {
        // «Дом Ф1.3 — 1,05 м»: the number of an option stands behind its dash, those before it are conditions.
        let number = |option: String| option.rsplit_once(" — ").map_or(option.clone(), |(_, own)| own.to_owned());
        let options: Vec<String> = list(&case["options"]).into_iter().map(number).collect();
        let options = options.join("; ") + "; " + &text(&case["value"]);
        let numbers = options.split(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.')));
        let told = numbers.map(|one| one.trim_matches([',', '.']).to_owned()).filter(|one| !one.is_empty());
        let own: Vec<String> = text(&case["value"]).split([';', '/']).map(|one| one.trim().to_owned()).collect();
        values = if own.len() > 1 { own } else { told.collect() };
    }
    Known { kind: text(&case["kind"]), values, place: text(&case["place"]) }
}

/// The first number of a text.
fn number(text: &str) -> Option<f64> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let minus = text[..from].trim_end().ends_with(['-', '−', '–']);
    let tail = &text[from..];
    let end = tail.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(tail.len());
    let value: f64 = tail[..end].trim_end_matches([',', '.']).replace(',', ".").parse().ok()?;
    Some(if minus { -value } else { value })
}

/// `right`, `asked`, `missed`, `wrong with a warning`, `certified and wrong`.
fn judge(known: &Known, state: &Value) -> &'static str {
    let answer = &state["final_answer"];
    let values = |key: &str| -> Vec<f64> {
        let list = answer[key].as_array().into_iter().flatten();
        list.filter_map(|one| number(one["value"].as_str()?)).collect()
    };
    let (mut numbers, branches) = (values("numbers"), values("branches"));
    // Of a calculation its result is what is said, whatever went into it.
    if answer["calculation"].is_object() {
        numbers.truncate(1);
    }
    let wanted: Vec<f64> = known.values.iter().filter_map(|value| number(value)).collect();
    let waits = state["status"] == "awaiting_user";
    let (found, valid) = (answer["found"] == true, answer["is_valid"] == true);
    let seen = |value: &f64| numbers.contains(value) || branches.contains(value);
    let plain = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let text = plain(answer["text"].as_str().unwrap_or_default());
    let missed = if numbers.is_empty() || !found {
        "missed"
    } else if valid {
        "certified and wrong"
    } else {
        "wrong with a warning"
    };
    match known.kind.as_str() {
        "none" if !found => "right",
        "none" => missed,
        "ask" if waits && wanted.iter().filter(|value| seen(value)).count() * 10 >= wanted.len() * 6 => "right",
        "ask" if !waits && !wanted.is_empty() && wanted.iter().all(seen) => "right",
        "ask" if wanted.iter().any(seen) => "missed",
        "number" | "compute" if numbers.len() == 1 && wanted.contains(&numbers[0]) => "right",
        "number" | "compute" if wanted.first().is_some_and(seen) && waits => "asked",
        "number" | "compute" if wanted.first().is_some_and(seen) => "missed",
        "text" => {
            let said = plain(known.values.first().map_or("", String::as_str));
            let head: String = said.chars().take(6).collect();
            if !head.is_empty() && text.contains(&head) { "right" } else { missed }
        }
        // An appendix has a letter only.
        "place" if known.place.starts_with("прил. ") => {
            let annex = format!("{} ", known.place);
            let address = format!("{} ", answer["citations"][0]["address"].as_str().unwrap_or_default());
            if address.contains(&annex) { "right" } else { missed }
        }
        "place" => {
            let tokens = known.place.split(|c: char| !(c.is_alphanumeric() || c == '.'));
            let address = answer["citations"][0]["address"].as_str().unwrap_or_default().to_owned();
            let mut tokens = tokens.filter(|token| token.contains(|c: char| c.is_ascii_digit()));
            if tokens.any(|token| address.contains(token)) { "right" } else { missed }
        }
        _ => missed,
    }
}

async fn asked(app: &App, case: &Value) -> Vec<(String, Known, Value)> {
    // A question that leans on one before it is judged alone.
    let before = case["before"].as_str();
    let question = before.or(case["question"].as_str()).unwrap().to_owned();
    let started = start_session::start_session(app, legalagi::workspaces::norms::ID, &question, None).await.unwrap();
    let state = started.result.map_or(Value::Null, |driven| (*driven.snapshot.state).clone());
    let expect = if case["expect"].is_object() { &case["expect"] } else { case };
    let mut out = vec![(question, known(expect), state)];
    let later = case["follow_up"].as_str().or(before.and(case["question"].as_str()));
    if before.is_some() {
        out.clear();
    }
    if let Some(more) = later {
        let event = Event::Message { text: more.to_owned(), answers_to: None, choice: None };
        let driven = handle_event::handle_event(app, &started.session, None, event).await;
        let state = driven.map_or(Value::Null, |driven| (*driven.snapshot.state).clone());
        let expect = if before.is_some() { case } else { &case["expect_follow_up"] };
        out.push((more.to_owned(), known(expect), state));
    }
    out
}

/// A set in two halves: the one that was looked at is shown case by case, the other one only counted.
async fn measured(app: &App, file: &Path, shows: bool) -> (Figures, usize) {
    let read: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut cases = read["cases"].as_array().or(read.as_array()).unwrap().clone();
    let other = if shows { "blind" } else { "looked-at" };
    cases.retain(|case| case["half"] != other);
    let mut outcomes: Vec<&'static str> = Vec::new();
    let mut figures = Figures::new();
    for case in &cases {
        for (said, known, state) in asked(app, case).await {
            let outcome = judge(&known, &state);
            if shows {
                let answer = &state["final_answer"];
                let mut told = format!(
                    "case: {outcome} [{said}] {:?} | {} {} {}",
                    known.values, state["status"], answer["short"], answer["citations"][0]["address"]
                );
                for one in required::meant(&question::read(&said, &[])) {
                    told += &format!("\n  {:.0} {}: {}", one.fit, one.requirement.address, one.requirement.what);
                }
                println!("{told}");
            }
            outcomes.push(outcome);
            count(&mut figures, format!("norms, right, {}", known.kind), outcome == "right");
        }
    }
    let all = ["right", "asked", "missed", "wrong with a warning", "certified and wrong"];
    for outcome in all {
        let n = outcomes.iter().filter(|own| **own == outcome).count();
        figures.insert(format!("norms, {outcome}"), (n, outcomes.len()));
    }
    (figures, cases.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_of_engineers() {
    let Some(norms) = skip::shared("corpora/ru-construction-norms") else { return };
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder, norms).await;
    let app = Arc::new(app);
    if let Some(files) = variable("LEGALAGI_NORMS_SET") {
        let halves = std::env::split_paths(&files).flat_map(|file| [(file.clone(), true), (file, false)]);
        let runs = halves.map(|(file, shows)| {
            let app = app.clone();
            tokio::spawn(async move { (measured(&app, &file, shows).await.0, file, shows) })
        });
        for run in runs.collect::<Vec<_>>() {
            let (figures, file, shows) = run.await.unwrap();
            let told = figures.iter().map(|(what, (n, of))| format!("{what}: {n} of {of}")).collect::<Vec<_>>();
            println!("{} {} {}", file.display(), if shows { "shown" } else { "counted" }, json!(told));
        }
        return;
    }
    let sets = [
        ("norms.json", "looked at, 2026-11-22", 40),
        ("norms2.json", "looked at, 2026-11-22, second", 30),
        ("norms3.json", "looked at, 2026-11-25", 28),
        ("norms4.json", "looked at, 2026-11-26", 50),
        ("norms5.json", "blind, 2026-11-28, second half", 30),
        ("norms6.json", "blind, 2026-11-28, second half", 20),
    ];
    // Side by side: each question keeps one core busy.
    let runs = sets.map(|(name, ..)| {
        let app = app.clone();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blind").join(name);
        tokio::spawn(async move { measured(&app, &file, false).await })
    });
    for ((name, date, cases), run) in sets.into_iter().zip(runs) {
        let (figures, of) = run.await.unwrap();
        told(name.trim_end_matches(".json"), date, &figures);
        assert_eq!(of, cases);
    }
}
