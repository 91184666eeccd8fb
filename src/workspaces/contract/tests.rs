//! Whole dialogues without I/O: the built-in performer through the same `accept` as any model.

use crate::engine::knowledge::{Knowledge, load};
use crate::engine::schema;
use crate::engine::turn::{self, Moment};
use crate::model::action::NextAction;
use crate::model::event::Event;
use crate::model::ids::SessionId;
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

/// The packs, read once.
pub static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| load::embedded().expect("embedded packs are sound"));

/// A session in memory.
pub struct Dialogue {
    /// The newest version.
    pub now: Snapshot,
    /// All turns.
    pub turns: Vec<Turn>,
    /// Rules that guards named, in order.
    pub rules: Vec<String>,
}

fn moment() -> Moment {
    Moment { now: "2026-11-21T09:00:00.000Z".into() }
}

impl Dialogue {
    /// Opens with the first words and runs.
    pub fn open(first: &str) -> Self {
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let opened = CONTRACT.open(&session, first, &moment());
        let now = Snapshot {
            session,
            version: 0,
            state: Arc::new(opened.state),
            aside: Arc::new(opened.aside),
            at: moment().now,
        };
        let mut dialogue = Self { now, turns: opened.turns, rules: Vec::new() };
        dialogue.run();
        dialogue
    }

    /// Says something; `choice` picks one.
    pub fn say(&mut self, text: &str, choice: Option<&str>) {
        let event = Event::Message { text: text.into(), answers_to: None, choice: choice.map(str::to_owned) };
        self.event(&event);
    }

    /// Any event.
    pub fn event(&mut self, event: &Event) {
        let settled = CONTRACT.absorb(&self.now, event, &moment(), &KNOWLEDGE).expect("the event fits");
        assert_eq!(schema::check(schema::STATE, &settled.state), []);
        self.turns.extend(settled.turns);
        self.now = Snapshot {
            version: self.now.version + 1,
            state: Arc::new(settled.state),
            aside: Arc::new(settled.aside),
            ..self.now.clone()
        };
        self.run();
    }

    fn run(&mut self) {
        while let Next::Run(step) = CONTRACT.next(&self.now) {
            let input = CONTRACT.input(step, &self.now, &self.turns, &moment(), &KNOWLEDGE);
            let answer = CONTRACT.perform(step.id, &input.data, &KNOWLEDGE).to_string();
            let accepted = turn::accept(step, &self.now, &self.turns, &moment(), &KNOWLEDGE, &answer);
            let accepted = accepted.unwrap_or_else(|why| panic!("{} refused: {why}\n{answer}", step.id));
            self.rules.extend(accepted.decisions.iter().map(|d| d.rule.clone()));
            self.turns.extend(accepted.turns);
            self.now = accepted.snapshot;
            self.ledger_is_complete();
        }
    }

    fn ledger_is_complete(&self) {
        let leaves: Vec<String> = pointer::leaves(&self.now.state["domain"]).into_keys().collect();
        let entries: Vec<String> = self.now.aside.ledger.0.keys().cloned().collect();
        assert_eq!(leaves, entries, "exactly one ledger entry per leaf");
    }

    /// The question that is open.
    pub fn question(&self) -> Option<String> {
        self.now.aside.next_action.as_ref()?.question().map(|q| q.question_text.clone())
    }

    /// A fact.
    pub fn fact(&self, at: &str) -> &Value {
        self.now.state["domain"].pointer(at).unwrap_or(&Value::Null)
    }

    /// Whether the gate is open.
    pub fn ready(&self) -> bool {
        self.now.aside.next_action == Some(NextAction::ProceedToSkeleton)
    }
}

#[test]
fn the_first_sentence_gives_car_year_term_and_price() {
    let d = Dialogue::open("Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц");
    assert_eq!(d.fact("/contract/type"), "vehicle_lease");
    assert_eq!(d.fact("/object/make"), "Lada");
    assert_eq!(d.fact("/object/model"), "Vesta");
    assert_eq!(d.fact("/object/year"), 2021);
    assert_eq!(d.fact("/term/duration"), &json!({"count": 6, "unit": "month"}));
    assert_eq!(d.fact("/price/rent"), &json!({"amount": "30000.00", "currency": "RUB"}));
    for (at, entry) in &d.now.aside.ledger.0 {
        assert_eq!(entry.origin.as_str(), "stated", "{at}: {entry:?}");
    }
}

/// Answers of decisions.md 23, by words of the question.
fn lease_answer(question: &str) -> &'static str {
    let q = question.to_lowercase();
    let table = [
        ("арендодател", "Арендодатель Иванов Иван Иванович, физлицо"),
        ("арендатор", "Арендатор ООО «Вектор», ИНН 7700000016"),
        ("vin", "VIN XTAGFL113M0000001, госномер А123ВС777"),
        ("с какого", "с 01.12.2026 по 31.05.2027"),
        ("числа", "до 5 числа, переводом"),
        ("залог", "залог 15 000 ₽"),
        ("осаго", "ОСАГО оформляет арендодатель"),
        ("просроч", "0,1 % в день"),
        ("экипаж", "без экипажа"),
    ];
    table.iter().find(|(word, _)| q.contains(word)).map_or("как обычно", |(_, answer)| answer)
}

#[test]
fn the_lease_dialogue_gets_ready() {
    let mut d = Dialogue::open("Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц");
    let mut asked = Vec::new();
    while let Some(question) = d.question() {
        assert!(!asked.contains(&question), "repeated: {question}\n{asked:#?}\n{:#}", d.now.state["domain"]);
        eprintln!("? {question}\n! {}", lease_answer(&question));
        d.say(lease_answer(&question), None);
        asked.push(question);
        assert!(asked.len() <= 15, "{asked:#?}");
    }
    eprintln!("{:#}", d.now.state["domain"]);
    assert!(d.ready(), "{:#}\n{:#}", d.now.state["gate"], d.now.state["domain"]);
    assert_eq!(d.now.state["meta"]["status"], "ready");
}
