//! One mission from the first word to the last verdict, whoever performs the steps.
//!
//! A driver asks [`Game`] for the next message and shows it the version that came of it: the loop of [`builtin`] does
//! so without I/O, a command line does the same over the runner and a model.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::intent;
use crate::engine::turn::{self, Moment};
use crate::model::event::Event;
use crate::model::ids::{QuestionId, SessionId};
use crate::model::issue::{self, IssueStatus};
use crate::model::session::GateView;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::intake::issues::id_of;
use crate::workspaces::contract::intake::review;
use crate::workspaces::contract::missions::format::Mission;
use crate::workspaces::contract::missions::judge;
use crate::workspaces::contract::missions::row::{Line, Row};
use crate::workspaces::contract::missions::user::{Person, Said};
use crate::workspaces::contract::state;
use crate::workspaces::{Next, Workspace};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Messages after which a dialogue counts as stuck.
const MOST: usize = 60;

/// The day on which the missions of the built-in performer take place; relative dates count from it.
pub const NOW: &str = "2026-11-21T09:00:00.000Z";

/// A mission being played.
pub struct Game<'m> {
    mission: &'m Mission,
    pack: &'m Pack,
    person: Person<'m>,
    row: Row,
    messages: usize,
    seen: BTreeSet<String>,
    asked: BTreeSet<QuestionId>,
    aimed: Vec<String>,
}

impl<'m> Game<'m> {
    /// A game before its first message; `None` when the packs lack the mission's type.
    #[must_use]
    pub fn new(mission: &'m Mission, knowledge: &'m Knowledge, seed: u64) -> Option<Self> {
        let pack = knowledge.pack(&mission.kind)?;
        let row = Row {
            id: mission.id.clone(),
            kind: mission.kind.clone(),
            seed,
            questions: 0,
            repeats: 0,
            vague: 0,
            facts_right: 0,
            facts_wrong: 0,
            facts_missing: 0,
            invented: 0,
            gate_expected: mission.gates.iter().map(|gate| gate.verdict.as_str().to_owned()).collect(),
            gate_got: Vec::new(),
            not_seen: Vec::new(),
            ms: 0,
            cost: Some(0.0),
            notes: Vec::new(),
            talk: Vec::new(),
        };
        Some(Self {
            mission,
            pack,
            person: Person::new(mission, pack, seed),
            row,
            messages: 0,
            seen: BTreeSet::new(),
            asked: BTreeSet::new(),
            aimed: Vec::new(),
        })
    }

    /// The first message.
    pub fn open(&mut self) -> String {
        let text = self.person.open();
        self.line(true, &text, "");
        text
    }

    /// The next message after a run; `None` at the end.
    pub fn next(&mut self, now: &Snapshot) -> Option<Said> {
        self.look(now);
        self.messages += 1;
        if self.messages > MOST {
            self.row.notes.push("stuck: the dialogue does not end".into());
            return None;
        }
        let said = match state::open_question(now) {
            Some(record) => match self.person.interrupt(record) {
                Some(said) => said,
                None if record.keys == [review::KEY] => self.person.review(record, &now.state["domain"]),
                None => self.person.answer(record),
            },
            None => match self.person.rest() {
                Some(said) => said,
                None => {
                    let number = self.verdict(now);
                    self.person.after_gate(number)?
                }
            },
        };
        let label = said.choice.as_ref().map(|id| label(now, id)).unwrap_or_default();
        let text = if said.text.is_empty() { label } else { said.text.clone() };
        self.line(true, &text, if said.choice.is_some() { "choice" } else { "" });
        Some(said)
    }

    /// Notes something that went wrong outside the dialogue.
    pub fn note(&mut self, note: String) {
        self.row.notes.push(note);
    }

    /// The row, with time and cost.
    #[must_use]
    pub fn finish(mut self, now: &Snapshot, ms: u64, cost: Option<f64>) -> Row {
        let facts = judge::facts(self.mission, self.pack, &self.person, &now.state["domain"]);
        self.row.facts_right = facts.right;
        self.row.facts_wrong = facts.wrong;
        self.row.facts_missing = facts.missing;
        self.row.invented = facts.invented;
        self.row.notes.extend(facts.notes);
        for key in self.mission.issues.iter().filter(|key| !self.seen.contains(*key)) {
            self.row.not_seen.push(format!("issue {key}"));
        }
        for at in self.mission.asks.iter().filter(|at| !self.aimed.contains(at)) {
            self.row.not_seen.push(format!("question about {at}"));
        }
        for trap in self.person.unsprung() {
            self.row.not_seen.push(format!("trap «{}»", trap.say));
        }
        self.row.ms = ms;
        self.row.cost = cost;
        self.row
    }

    /// Counts what is new in this version.
    fn look(&mut self, now: &Snapshot) {
        let open = issue::of_state(&now.state).into_iter().filter(|issue| issue.status == IssueStatus::Open);
        self.seen.extend(open.filter_map(|issue| issue.key));
        let Some(record) = state::open_question(now) else { return };
        let Some(id) = record.question.question_id.clone() else { return };
        if !self.asked.insert(id) {
            return;
        }
        self.row.questions += 1;
        self.aimed.extend(record.targets.iter().cloned());
        let text = &record.question.question_text;
        let mut mark = "";
        if intent::vague_question(text) {
            self.row.vague += 1;
            self.row.notes.push(format!("vague: {text}"));
            mark = "vague";
        }
        if self.person.told.is_repeat(self.pack, record) {
            self.row.repeats += 1;
            self.row.notes.push(format!("repeated: {text}"));
            mark = "repeat";
        }
        self.line(false, text, mark);
    }

    /// Records a verdict and returns its number.
    fn verdict(&mut self, now: &Snapshot) -> u32 {
        let gate: Option<GateView> = serde_json::from_value(now.state["gate"].clone()).ok();
        let word = match &gate {
            Some(gate) if gate.ready_for_skeleton => "ready",
            Some(_) => "blocked",
            None => "none",
        };
        let expected = self.mission.gates.get(self.row.gate_got.len());
        self.row.gate_got.push(word.to_owned());
        let number = u32::try_from(self.row.gate_got.len()).unwrap_or(u32::MAX);
        for key in expected.map(|gate| gate.because.as_slice()).unwrap_or_default() {
            let named =
                gate.as_ref().is_some_and(|g| g.blockers.iter().any(|b| b.linked_issue_ids.contains(&id_of(key))));
            if !named {
                self.row.not_seen.push(format!("blocker {key} at verdict {number}"));
            }
        }
        if expected.is_none_or(|wanted| wanted.verdict.as_str() != word) {
            let why = gate.map(|gate| gate.summary).unwrap_or_default();
            self.row.notes.push(format!("verdict {number} is {word}: {why}"));
        }
        let summary = now.state["gate"]["summary"].as_str().unwrap_or("нет вердикта").to_owned();
        self.line(false, &summary, word);
        number
    }

    fn line(&mut self, person: bool, text: &str, mark: &str) {
        self.row.talk.push(Line { person, text: text.to_owned(), mark: mark.to_owned() });
    }
}

/// What a choice says, for the report.
fn label(now: &Snapshot, id: &str) -> String {
    let record = state::open_question(now);
    let choices = record.and_then(|record| record.question.choices.as_ref());
    choices.and_then(|list| list.iter().find(|c| c.id == id)).map(|c| c.label.clone()).unwrap_or_default()
}

/// Plays a mission with the built-in performer, without I/O; `None` when the packs lack its type.
#[must_use]
pub fn builtin(mission: &Mission, knowledge: &Knowledge, seed: u64) -> Option<Row> {
    finished(mission, knowledge, seed).map(|(row, _)| row)
}

/// Plays like [`builtin`] and keeps the last version too: what documents are made from.
#[must_use]
pub fn finished(mission: &Mission, knowledge: &Knowledge, seed: u64) -> Option<(Row, Snapshot)> {
    let mut game = Game::new(mission, knowledge, seed)?;
    let moment = Moment { now: NOW.into() };
    let session = SessionId::from("missionmissionmission0");
    let opened = CONTRACT.open(&session, &game.open(), &moment);
    let mut now = Snapshot {
        session,
        version: 0,
        state: Arc::new(opened.state),
        aside: Arc::new(opened.aside),
        at: moment.now.clone(),
    };
    let mut turns: Vec<Turn> = opened.turns;
    loop {
        if let Err(why) = run(&mut now, &mut turns, &moment, knowledge) {
            game.note(why);
            break;
        }
        let Some(said) = game.next(&now) else { break };
        let event = Event::Message { text: said.text, answers_to: None, choice: said.choice };
        let settled = match CONTRACT.absorb(&now, &event, &moment, knowledge) {
            Ok(settled) => settled,
            Err(error) => {
                game.note(error.message);
                break;
            }
        };
        turns.extend(settled.turns);
        now = Snapshot {
            version: now.version + 1,
            state: Arc::new(settled.state),
            aside: Arc::new(settled.aside),
            ..now
        };
    }
    let row = game.finish(&now, 0, Some(0.0));
    Some((row, now))
}

/// Runs the steps that the state asks for.
fn run(now: &mut Snapshot, turns: &mut Vec<Turn>, moment: &Moment, knowledge: &Knowledge) -> Result<(), String> {
    while let Next::Run(step) = CONTRACT.next(now) {
        let input = CONTRACT.input(step, now, turns, moment, knowledge);
        let answer = CONTRACT.perform(step.id, &input.data, knowledge).to_string();
        let accepted = turn::accept(step, now, turns, moment, knowledge, &answer)
            .map_err(|why| format!("{} refused: {why}", step.id))?;
        turns.extend(accepted.turns);
        *now = accepted.snapshot;
    }
    Ok(())
}
