//! Whole dialogues without I/O: the built-in performer through the same `accept` as any model, and hostile answers
//! in its place.

mod asides;
mod behaviour;
mod beside;
mod binding;
mod conflicts;
mod document;
mod first_messages;
mod fitting;
mod gate_rules;
mod hostile;
mod imported;
mod injections;
mod lease;
mod mutation;
mod preview;
mod properties;
mod protected_facts;
mod question_rules;
mod reading;
mod requisites;
mod rows;
mod speaking;
mod talking;
mod third_person;
mod unlawful;

use crate::engine::knowledge::{Knowledge, load};
use crate::engine::schema;
use crate::engine::step::Step;
use crate::engine::turn::{self, Accepted, Moment, Rejection};
use crate::model::action::NextAction;
use crate::model::event::Event;
use crate::model::facts::Origin;
use crate::model::ids::SessionId;
use crate::model::issue::{self, Issue, IssueStatus};
use crate::model::pointer;
use crate::model::snapshot::{AskedRecord, Snapshot};
use crate::model::turn::Turn;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::{state, steps};
use crate::workspaces::{Next, Workspace};
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// The packs, read once.
pub(crate) static KNOWLEDGE: LazyLock<Knowledge> =
    LazyLock::new(|| load::embedded().expect("embedded packs are sound"));

/// A session in memory.
#[derive(Clone)]
struct Dialogue {
    /// The newest version.
    now: Snapshot,
    /// All turns.
    turns: Vec<Turn>,
    /// Rules that guards named, in order.
    rules: Vec<String>,
}

fn moment() -> Moment {
    Moment { now: "2026-11-21T09:00:00.000Z".into() }
}

fn step(id: &str) -> &'static Step {
    steps::by_id(id).expect("a step of the workspace")
}

impl Dialogue {
    /// Opens with the first words and lets the built-in performer run.
    fn open(first: &str) -> Self {
        let mut dialogue = Self::heard(first);
        dialogue.run();
        dialogue
    }

    /// Opens with the first words; no step has run.
    fn heard(first: &str) -> Self {
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let opened = CONTRACT.open(&session, first, &moment());
        let now = Snapshot {
            session,
            version: 0,
            state: Arc::new(opened.state),
            aside: Arc::new(opened.aside),
            at: moment().now,
        };
        Self { now, turns: opened.turns, rules: Vec::new() }
    }

    /// Says something; `choice` picks one. The built-in performer answers.
    fn say(&mut self, text: &str, choice: Option<&str>) {
        self.hear(text, choice);
        self.run();
    }

    /// Says something; no step runs.
    fn hear(&mut self, text: &str, choice: Option<&str>) {
        self.absorb(&Event::Message { text: text.into(), answers_to: None, choice: choice.map(str::to_owned) });
    }

    /// Any event; no step runs.
    fn absorb(&mut self, event: &Event) {
        let settled = CONTRACT.absorb(&self.now, event, &moment(), &KNOWLEDGE).expect("the event fits");
        self.turns.extend(settled.turns);
        self.now = Snapshot {
            version: self.now.version + 1,
            state: Arc::new(settled.state),
            aside: Arc::new(settled.aside),
            ..self.now.clone()
        };
        self.holds();
    }

    /// Runs the built-in performer until the person is to act.
    fn run(&mut self) {
        while let Next::Run(step) = CONTRACT.next(&self.now) {
            let answer = self.builtin(step);
            if let Err(why) = self.perform(step, &answer.to_string()) {
                panic!("{} refused: {why}\n{answer}", step.id);
            }
        }
    }

    /// What the built-in performer would answer.
    fn builtin(&self, step: &Step) -> Value {
        let input = CONTRACT.input(step, &self.now, &self.turns, &moment(), &KNOWLEDGE);
        CONTRACT.perform(step.id, &input.data, &KNOWLEDGE)
    }

    /// Any performer's answer to a step: the next version, or a refusal that left everything as it was.
    fn perform(&mut self, step: &Step, answer: &str) -> Result<Accepted, Rejection> {
        let before = self.now.clone();
        let bytes = serde_json::to_string(&before).expect("a snapshot is JSON");
        let result = turn::accept(step, &self.now, &self.turns, &moment(), &KNOWLEDGE, answer);
        assert_eq!(serde_json::to_string(&before).expect("JSON"), bytes, "the version passed in never changes");
        assert_eq!(self.now, before);
        let accepted = result?;
        self.rules.extend(accepted.decisions.iter().map(|d| d.rule.clone()));
        self.turns.extend(accepted.turns.clone());
        self.now = accepted.snapshot.clone();
        self.holds();
        Ok(accepted)
    }

    /// An answer of any performer to INTERPRET.
    fn interpret(&mut self, answer: &Value) -> Result<Accepted, Rejection> {
        self.perform(step(steps::INTERPRET), &answer.to_string())
    }

    /// What holds for every version.
    fn holds(&self) {
        assert_eq!(schema::check(schema::of_state(&self.now.state), &self.now.state), []);
        let leaves: Vec<String> = pointer::leaves(&self.now.state["domain"]).into_keys().collect();
        let entries: Vec<String> = self.now.aside.ledger.0.keys().cloned().collect();
        assert_eq!(leaves, entries, "exactly one ledger entry per leaf");
        for (at, value) in pointer::leaves(&self.now.state["domain"]) {
            let entry = &self.now.aside.ledger.0[&at];
            assert_eq!(&entry.value, value, "{at}");
            if let (Some(quote), Some(turn)) = (&entry.quote, &entry.turn_id) {
                let turn = self.turns.iter().find(|t| &t.id == turn).expect("the turn of the entry exists");
                assert!(turn.text.contains(quote.as_str()), "{at}: «{quote}» stands in «{}»", turn.text);
            }
        }
        let history = self.now.state["dialogue"]["history"].as_array().expect("a history");
        let tail = self.turns.len().saturating_sub(history.len());
        let wanted: Vec<Value> = self.turns[tail..].iter().map(state::history_item).collect();
        assert_eq!(history, &wanted, "the history is the tail of the log");
        assert_eq!(self.now.state["meta"]["state_version"], self.now.version);
    }

    /// The question that is open, with what it aims at.
    fn open_question(&self) -> Option<&AskedRecord> {
        state::open_question(&self.now)
    }

    /// The words of the question that is open.
    fn question(&self) -> Option<String> {
        self.now.aside.next_action.as_ref()?.question().map(|q| q.question_text.clone())
    }

    /// A fact.
    fn fact(&self, at: &str) -> &Value {
        self.now.state["domain"].pointer(at).unwrap_or(&Value::Null)
    }

    /// Where a leaf comes from.
    fn origin(&self, at: &str) -> Option<Origin> {
        self.now.aside.ledger.origin(at)
    }

    /// An issue by its key.
    fn issue(&self, key: &str) -> Option<Issue> {
        issue::of_state(&self.now.state).into_iter().find(|issue| issue.key.as_deref() == Some(key))
    }

    /// Where an issue stands.
    fn status(&self, key: &str) -> Option<IssueStatus> {
        self.issue(key).map(|issue| issue.status)
    }

    /// Whether the gate is open.
    fn ready(&self) -> bool {
        self.now.aside.next_action == Some(NextAction::ProceedToSkeleton)
    }
}
