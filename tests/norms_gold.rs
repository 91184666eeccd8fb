//! Forty questions about the norms of the shared corpus, answered by the built-in performer: the right number, the right
//! cell, no wrong number without a warning, and «нет в базе» where it is not there. Facts only; no text of a norm.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "research/corpus.rs"]
#[allow(dead_code, reason = "shared with the tests of research, which use all of it")]
mod bench;
#[path = "norms/packs.rs"]
mod packs;
#[path = "llm_http/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the model client, which use all of it")]
mod server;
#[path = "norms/sessions.rs"]
mod sessions;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;
#[path = "norms/vision.rs"]
mod vision;

use legalagi::adapters::evidence_pack as archive;
use legalagi::adapters::intake::{self, File, Wishes};
use legalagi::adapters::llm_builtin::BuiltinLlm;
use legalagi::adapters::pack_key;
use legalagi::adapters::pages::Atlas;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::adapters::worker::pool;
use legalagi::cli::corpus_files::{self, Found};
use legalagi::engine::knowledge::load;
use legalagi::engine::knowledge::shelf::Shelf;
use legalagi::engine::prompt::Prompts;
use legalagi::engine::schema;
use legalagi::model::tool::Budget;
use legalagi::runner::answer_norms;
use legalagi::runner::app::App;
use legalagi::runner::cancel::Cancel;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::fakes::plain_compute::PlainCompute;
use legalagi::runner::lane::Lanes;
use legalagi::runner::tool_cache::ToolCache;
use legalagi::workspaces;
use legalagi::workspaces::norms::cli::verify_pack;
use legalagi::workspaces::norms::perform::required;
use legalagi::workspaces::norms::run::evidence_pack;
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

/// The share of questions with the right number in the right place.
const BAR: f64 = 0.9;
/// The share of calculations with the right result.
const FORMULAS: f64 = 0.85;

#[derive(Deserialize)]
struct Gold {
    question: Vec<Question>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    q: String,
    numbers: Vec<String>,
    #[serde(default)]
    at: String,
    #[serde(default)]
    cell: String,
    #[serde(default)]
    kind: String,
}

async fn app(folder: &tempfile::TempDir, norms: PathBuf) -> App {
    let store = Arc::new(SqliteStore::open(folder.path().join("gold.db").to_str().unwrap()).await.unwrap());
    // Large files are read by a worker: without the program they are refused.
    pool::use_program(env!("CARGO_BIN_EXE_legalagi").into());
    for file in corpus_files::find(&[norms]) {
        if let Found::File { name, path } = file {
            let bytes = corpus_files::read(&path).unwrap();
            let file = File { name: name.clone(), bytes };
            let outcome = intake::import(&*store, file, &Wishes::default(), "2026-11-22T05:00:00.000Z").await;
            assert!(matches!(outcome, intake::Outcome::Imported { .. }), "{name}: {outcome:?}");
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

/// How an answer compares with what is known.
#[derive(Debug, PartialEq)]
enum Outcome {
    Right,
    /// Not what was asked, but nothing wrong is said as certain.
    Missed,
    /// A wrong number, and nothing warns.
    Wrong,
}

fn judge(question: &Question, state: &Value) -> Outcome {
    let answer = &state["final_answer"];
    let found = answer["found"] == true;
    if question.kind == "absent" {
        let numbers = answer["numbers"].as_array().is_some_and(|list| !list.is_empty());
        return if !found && !numbers { Outcome::Right } else { Outcome::Wrong };
    }
    if !found {
        return Outcome::Missed;
    }
    let same = |a: &str, b: &str| a.replace(',', ".").parse::<f64>().ok() == b.replace(',', ".").parse::<f64>().ok();
    let numbers: Vec<&str> =
        answer["numbers"].as_array().into_iter().flatten().filter_map(|one| one["value"].as_str()).collect();
    let citations: Vec<&Value> = answer["citations"].as_array().into_iter().flatten().collect();
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    // What is only arithmetic cites nothing.
    let bare = question.at.is_empty() && answer["calculation"].is_object();
    let placed = bare
        || citations.first().is_some_and(|one| {
            text(one, "address").contains(&question.at)
                && (question.cell.is_empty() || text(one, "node_id").contains(&question.cell))
                && !text(one, "quote").is_empty()
        });
    let first = text(answer, "text").lines().next().unwrap_or_default().to_owned();
    let whole = text(answer, "text");
    let warns = whole.lines().take(2).any(|line| line.contains("не действующая редакция"));
    let unsure = first.starts_with("⚠ Слова вопроса") || first.contains(required::DESCRIBED);
    let said = match question.kind.as_str() {
        // The result of a calculation stands first, before its inputs.
        "calculation" => numbers.first().is_some_and(|one| same(one, &question.numbers[0])),
        "branches" => {
            numbers.len() == question.numbers.len()
                && numbers.iter().zip(&question.numbers).all(|(a, b)| same(a, b))
                && state["status"] == "awaiting_user"
        }
        _ => numbers.len() == 1 && same(numbers[0], &question.numbers[0]),
    };
    let warned = match question.kind.as_str() {
        "replaced" => warns,
        "in_force" => !warns,
        _ => true,
    };
    if said && placed && warned {
        return Outcome::Right;
    }
    let near = numbers.iter().any(|one| question.numbers.iter().any(|known| same(one, known)));
    let certain = citations.iter().all(|one| one["verdict"] == "VERIFIED") && state["status"] == "completed" && !unsure;
    if near || !certain || numbers.is_empty() { Outcome::Missed } else { Outcome::Wrong }
}

fn answer_citations(state: &Value) -> usize {
    state["final_answer"]["citations"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_are_answered_and_calculated_from_the_norms() {
    let Some(norms) = skip::shared("corpora/ru-construction-norms") else { return };
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder, norms).await;
    // Side by side: each question keeps one core busy.
    let app = Arc::new(app);
    let of_formulas = app.clone();
    let formulas = include_str!("data/norms_formulas.toml");
    let formulas = tokio::spawn(async move { asked(&of_formulas, formulas, 32, FORMULAS).await });
    asked(&app, include_str!("data/norms_gold.toml"), 40, BAR).await;
    formulas.await.unwrap();
}

/// Asks every question of a set; at least a share is right, and nothing is wrong.
async fn asked(app: &App, set: &str, of: usize, bar: f64) {
    let gold: Gold = toml::from_str(set).unwrap();
    assert_eq!(gold.question.len(), of);
    let (mut right, mut wrong, mut absent) = (0_u32, Vec::new(), Vec::new());
    let mut table = String::new();
    let (mut cited, mut shown) = (0, 0);
    for question in &gold.question {
        let budget = Budget::default();
        let answered =
            answer_norms::answer(app, &question.q, None, &budget, &Cancel::default(), &|_, _, _| {}).await.unwrap();
        let state = &answered.state;
        assert_eq!(schema::check(schema::norms::STATE, state), [], "{}", question.q);
        // A calculation that asks back has no answer to pack yet.
        if state["final_answer"].is_null() {
            table.push_str(&format!("Asked\t{}\t{}\n", question.numbers.join("/"), question.q));
            continue;
        }
        let packed = evidence_pack::of_state(app, state, "gold", 0, "2026-11-22T05:00:00.000Z").await.unwrap();
        let packed = pack_key::sealed(None, packed).unwrap();
        let checked = verify_pack::check(&archive::write(&packed).unwrap());
        assert!(checked.is_valid(), "{}: {:#?}", question.q, checked.findings);
        let views = checked.pack.iter().flat_map(|pack| &pack.evidence).filter(|one| !one.views.is_empty()).count();
        cited += answer_citations(state);
        shown += views;
        let outcome = judge(question, state);
        let answer = &state["final_answer"];
        let address = answer["citations"][0]["address"].as_str().unwrap_or("-");
        let short = answer["short"].as_str().unwrap_or_default();
        table.push_str(&format!("{outcome:?}\t{}\t{short}\t{address}\t{}\n", question.numbers.join("/"), question.q));
        match outcome {
            Outcome::Right => right += 1,
            Outcome::Wrong if question.kind == "absent" => absent.push(question.q.clone()),
            Outcome::Wrong => wrong.push(question.q.clone()),
            Outcome::Missed => {}
        }
    }
    eprintln!("{table}right {right} of {}; {shown} of {cited} citations have their page", gold.question.len());
    assert!(shown > 0 && shown * 100 >= cited * 95, "{shown} of {cited} citations have their page");
    assert!(wrong.is_empty(), "wrong without a warning: {wrong:#?}\n{table}");
    assert!(absent.is_empty(), "not in the corpus, and answered: {absent:#?}\n{table}");
    let share = f64::from(right) / f64::from(u32::try_from(gold.question.len()).unwrap());
    assert!(share >= bar, "{right} of {}\n{table}", gold.question.len());
}
