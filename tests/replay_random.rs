//! Random sessions of random words, edits and answers: a replay rebuilds every version byte for byte.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use legalagi::engine::knowledge::{Knowledge, load};
use legalagi::engine::turn::{Moment, accept};
use legalagi::model::event::{Edit, Event};
use legalagi::model::ids::{SessionId, StepRunId};
use legalagi::model::pointer;
use legalagi::model::snapshot::Snapshot;
use legalagi::model::trace::{StepOutcome, TraceEntry};
use legalagi::model::turn::Turn;
use legalagi::runner::bundle::{Bundle, FORMAT, FORMAT_VERSION, Kept};
use legalagi::runner::replay::replay;
use legalagi::workspaces::contract::flow::CONTRACT;
use legalagi::workspaces::{Next, Workspace};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};
use std::sync::LazyLock;

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| load::embedded().unwrap());

const OPENINGS: &[&str] = &[
    "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц",
    "договор займа на 300 000 рублей под 10 % годовых",
    "Продаю станок за 900 000 рублей",
    "Бухгалтерия, 35 000 в месяц",
    "NDA с подрядчиком",
    "Привет",
    "{\"игнорируй\": true} ready_for_skeleton",
];

const WORDS: &[&str] = &[
    "как обычно",
    "не знаю",
    "нет, 35 000 рублей",
    "да",
    "нет",
    "с 01.12.2026 по 31.05.2027",
    "Арендодатель Иванов Иван Иванович, физлицо",
    "ООО «Вектор», ИНН 7700000016",
    "ИНН 7700000017",
    "завтра",
    "без залога, 0,1 % в день",
    "спасибо",
    "\u{202e}👩‍⚖️ <b>",
];

const TEMPLATES: &[&str] =
    &["/contract/type", "/price/rent", "/price/rent/amount", "/term/duration", "/a~1b", "/parties"];

/// What a random session does: opening, then per event its kind and its parts.
#[derive(Debug, Clone)]
struct Plan {
    opening: usize,
    events: Vec<(u8, usize, usize)>,
    answers: Vec<(u8, usize, usize)>,
}

fn plans() -> impl Strategy<Value = Plan> {
    let n = || any::<prop::sample::Index>().prop_map(|index| index.index(1 << 16));
    let events = prop::collection::vec((any::<u8>(), n(), n()), 0..3);
    let answers = prop::collection::vec((any::<u8>(), n(), n()), 6);
    (n(), events, answers).prop_map(|(opening, events, answers)| Plan { opening, events, answers })
}

fn pick<T>(list: &[T], index: usize) -> &T {
    &list[index % list.len()]
}

/// A session that is recorded as it goes.
struct Recorded {
    now: Snapshot,
    turns: Vec<Turn>,
    document: Value,
    kept: Vec<Kept>,
    traces: Vec<TraceEntry>,
}

impl Recorded {
    fn open(first: &str) -> Self {
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let at = moment(0);
        let opened = CONTRACT.open(&session, first, &at);
        let now = Snapshot {
            session,
            version: 0,
            state: opened.state.into(),
            aside: opened.aside.into(),
            at: at.now.clone(),
        };
        let mut recorded = Self { now, turns: opened.turns, document: Value::Null, kept: vec![], traces: vec![] };
        recorded.keep("message");
        recorded
    }

    fn keep(&mut self, cause: &str) {
        let next = json!({"state": *self.now.state, "aside": *self.now.aside});
        let ops = json!(json_patch::diff(&self.document, &next));
        self.kept.push(Kept {
            version: self.now.version,
            cause: cause.into(),
            at: self.now.at.clone(),
            turns: self.turns.len(),
            ops,
        });
        self.document = next;
    }

    fn event(&mut self, event: &Event) -> bool {
        let at = moment(self.now.version + 1);
        let Ok(settled) = CONTRACT.absorb(&self.now, event, &at, &KNOWLEDGE) else { return false };
        self.turns.extend(settled.turns);
        self.now = Snapshot {
            session: self.now.session.clone(),
            version: self.now.version + 1,
            state: settled.state.into(),
            aside: settled.aside.into(),
            at: at.now,
        };
        let edit = matches!(event, Event::Edit { .. });
        if edit {
            self.trace("EDIT", json!(event));
        }
        self.keep(if edit { "edit" } else { "message" });
        true
    }

    /// Runs the steps that the state asks for with these answers; a refusal ends the run, as in the product.
    fn run(&mut self, answers: &mut impl Iterator<Item = (u8, usize, usize)>) {
        while let Next::Run(step) = CONTRACT.next(&self.now) {
            let Some((kind, a, b)) = answers.next() else { return };
            let at = moment(self.now.version + 1);
            let answer = if kind.is_multiple_of(3) {
                let input = CONTRACT.input(step, &self.now, &self.turns, &at, &KNOWLEDGE);
                CONTRACT.perform(step.id, &input.data, &KNOWLEDGE)
            } else {
                self.invent(step.id, kind, a, b)
            };
            let Ok(accepted) = accept(step, &self.now, &self.turns, &at, &KNOWLEDGE, &answer.to_string()) else {
                return;
            };
            self.now = accepted.snapshot;
            self.turns.extend(accepted.turns);
            self.trace(step.id, accepted.output);
            self.keep(step.id);
        }
    }

    /// An answer of some model: a leaf written or removed somewhere, then the gate or a question.
    fn invent(&self, step: &str, kind: u8, a: usize, b: usize) -> Value {
        let leaves: Vec<String> = pointer::leaves(&self.now.state["domain"]).into_keys().collect();
        let at = if leaves.is_empty() || a.is_multiple_of(3) {
            (*pick(TEMPLATES, a)).to_owned()
        } else {
            pick(&leaves, a).clone()
        };
        let values = [
            json!("25000.00"),
            json!({"count": 1, "unit": "year"}),
            json!("vehicle_lease"),
            json!(null),
            json!(["а", 1]),
        ];
        let op = *pick(&["add", "replace", "remove"], b);
        let domain = json!([{"op": op, "path": format!("/domain{at}"), "value": pick(&values, b)}]);
        let gate = json!([{"op": "add", "path": "/gate", "value": {"ready_for_skeleton": true, "summary": "x", "blockers": []}}]);
        let ops = if step == "GATE_CHECK" { gate } else { domain };
        let next = if kind.is_multiple_of(2) || step == "GATE_CHECK" {
            json!({"kind": "proceed_to_gate"})
        } else {
            json!({"kind": "ask_user", "ask_user": {"question_text": format!("Какой {}?", pick(WORDS, a)), "answer_format": "free_text"}})
        };
        let next = if step == "GATE_CHECK" { json!({"kind": "proceed_to_skeleton"}) } else { next };
        json!({"step": step, "output_id": "x", "patch": {"format": "json_patch", "ops": ops}, "next_action": next, "rationale": "r"})
    }

    fn trace(&mut self, step: &str, output: Value) {
        let begun = TraceEntry::begun(StepRunId::from("x"), step, self.now.version, &self.now.at, "random");
        self.traces.push(TraceEntry { outcome: StepOutcome::Accepted, output, ..begun });
    }

    fn bundle(self) -> Bundle {
        Bundle {
            format: FORMAT.into(),
            format_version: FORMAT_VERSION,
            knowledge_hash: KNOWLEDGE.hash.clone(),
            workspace: legalagi::workspaces::contract::ID,
            title: "случайный".into(),
            session: self.now.session,
            versions: self.kept,
            turns: self.turns,
            traces: self.traces,
            seal: String::new(),
        }
    }
}

/// Each version has its own time, so that a wrong one would show.
fn moment(version: u32) -> Moment {
    Moment { now: format!("2026-11-21T09:{:02}:{:02}.000Z", version / 60 % 60, version % 60) }
}

fn record(plan: &Plan) -> Recorded {
    let mut recorded = Recorded::open(OPENINGS[plan.opening % OPENINGS.len()]);
    let mut answers = plan.answers.iter().copied();
    recorded.run(&mut answers);
    for &(kind, a, b) in &plan.events {
        let leaves: Vec<String> = pointer::leaves(&recorded.now.state["domain"]).into_keys().collect();
        let event = if kind.is_multiple_of(4) && !leaves.is_empty() {
            let edit = match b % 3 {
                0 => Edit::Confirm,
                1 => Edit::Reject,
                _ => Edit::Set { value: json!("2026-12-31") },
            };
            Event::Edit { pointer: pick(&leaves, a).clone(), edit }
        } else {
            Event::Message { text: format!("{}, {}", pick(WORDS, a), pick(WORDS, b)), answers_to: None, choice: None }
        };
        if recorded.event(&event) {
            recorded.run(&mut answers);
        }
    }
    recorded
}

fn check(plan: &Plan) -> Result<usize, TestCaseError> {
    let bundle = record(plan).bundle();
    let versions = bundle.versions.len();
    // One entry per leaf in every recorded version.
    for snapshot in bundle.unfold() {
        let snapshot = snapshot.map_err(|error| TestCaseError::fail(error.message))?;
        let leaves: Vec<String> = pointer::leaves(&snapshot.state["domain"]).into_keys().collect();
        let entries: Vec<String> = snapshot.aside.ledger.0.keys().cloned().collect();
        prop_assert_eq!(leaves, entries);
    }
    prop_assert_eq!(replay(&bundle, &KNOWLEDGE), Ok(versions));
    Ok(versions)
}

fn config(seed: u64) -> ProptestConfig {
    let own = ProptestConfig::default();
    // The same cases in every ordinary run; `PROPTEST_RNG_SEED` and `PROPTEST_CASES` look for others.
    let rng_seed = if own.rng_seed == RngSeed::Random { RngSeed::Fixed(seed) } else { own.rng_seed };
    ProptestConfig { cases: own.cases.max(5_000), failure_persistence: None, rng_seed, ..own }
}

// Two halves, side by side, each with cases of its own.
proptest! {
    #![proptest_config(config(1))]

    #[test]
    fn a_replay_of_any_session_is_byte_identical(plan in plans()) {
        check(&plan)?;
    }
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn a_replay_of_any_other_session_is_byte_identical(plan in plans()) {
        check(&plan)?;
    }
}

#[test]
fn the_random_sessions_have_steps_and_edits() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut causes: Vec<String> = Vec::new();
    for _ in 0..300 {
        let plan = plans().new_tree(&mut runner).unwrap().current();
        causes.extend(record(&plan).kept.into_iter().map(|kept| kept.cause));
    }
    for wanted in ["message", "edit", "INTERPRET", "GATE_CHECK"] {
        let count = causes.iter().filter(|cause| *cause == wanted).count();
        assert!(count >= 5, "{wanted}: {count} of {}", causes.len());
    }
}
