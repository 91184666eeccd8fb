//! One turn of the contract workspace at three sizes of state: `make bench`.
//!
//! `accept` is what one answer of a model costs the engine: read, both schemas, guards, patch, ledger.
//! `builtin` adds the built-in performer that makes the answer.

use divan::Bencher;
use legalagi::engine::knowledge::{Knowledge, load};
use legalagi::engine::step::Step;
use legalagi::engine::turn::{Moment, accept};
use legalagi::model::event::Event;
use legalagi::model::facts::{LedgerEntry, Origin};
use legalagi::model::ids::SessionId;
use legalagi::model::snapshot::Snapshot;
use legalagi::model::turn::Turn;
use legalagi::workspaces::Workspace;
use legalagi::workspaces::contract::{flow::CONTRACT, steps};
use serde_json::json;
use std::sync::Arc;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [8, 59, 319];

struct Scene {
    knowledge: Knowledge,
    before: Snapshot,
    turns: Vec<Turn>,
    moment: Moment,
    step: &'static Step,
}

/// A session whose state has about this many kilobytes of facts, waiting for INTERPRET.
fn scene(kilobytes: usize) -> Scene {
    let knowledge = load::embedded().expect("packs are sound");
    let moment = Moment { now: "2026-11-21T09:00:00.000Z".into() };
    let opened =
        CONTRACT.open(&SessionId::from("AAAAAAAAAAAAAAAAAAAAAA"), "Сдаю Ладу Весту за 30 000 рублей в месяц", &moment);
    let (mut state, mut aside) = (opened.state, opened.aside);
    let mut written = 0;
    for row in 0.. {
        if written >= kilobytes * 1024 {
            break;
        }
        for column in 0..8 {
            let text = format!("значение {row} {column}, как его назвал человек");
            written += text.len() + 20;
            state["domain"]["annex"][format!("row{row}")][format!("cell{column}")] = json!(text);
            let entry = LedgerEntry {
                origin: Origin::Stated,
                value: json!(text),
                turn_id: None,
                quote: None,
                note: None,
                step: "INTERPRET".into(),
                at: moment.now.clone(),
                version: 0,
                support: None,
                evidence: Vec::new(),
                candidates: Vec::new(),
            };
            aside.ledger.insert(format!("/annex/row{row}/cell{column}"), entry);
        }
    }
    let opened = Snapshot {
        session: SessionId::from("AAAAAAAAAAAAAAAAAAAAAA"),
        version: 0,
        state: Arc::new(state),
        aside: Arc::new(aside),
        at: moment.now.clone(),
    };
    let event =
        Event::Message {
            text: "Арендатор ООО «Вектор», ИНН 7700000016".into(), answers_to: None, choice: None
        };
    let said = CONTRACT.absorb(&opened, &event, &moment, &knowledge).expect("the event fits");
    let before = Snapshot { version: 1, state: Arc::new(said.state), aside: Arc::new(said.aside), ..opened };
    Scene { knowledge, before, turns: said.turns, moment, step: steps::by_id(steps::INTERPRET).expect("a step") }
}

fn answer(scene: &Scene) -> String {
    let input = CONTRACT.input(scene.step, &scene.before, &scene.turns, &scene.moment, &scene.knowledge);
    CONTRACT.perform(scene.step.id, &input.data, &scene.knowledge).to_string()
}

#[divan::bench(args = SIZES)]
fn accept_answer(bencher: Bencher, kilobytes: usize) {
    let scene = scene(kilobytes);
    let text = answer(&scene);
    bencher.bench(|| {
        accept(scene.step, &scene.before, &scene.turns, &scene.moment, &scene.knowledge, &text).expect("accepted")
    });
}

#[divan::bench(args = SIZES)]
fn builtin_turn(bencher: Bencher, kilobytes: usize) {
    let scene = scene(kilobytes);
    bencher.bench(|| {
        let text = answer(&scene);
        accept(scene.step, &scene.before, &scene.turns, &scene.moment, &scene.knowledge, &text).expect("accepted")
    });
}
