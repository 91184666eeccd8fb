//! The state of a norms session: typed here, a value in the store.

use crate::engine::schema::norms::STATE;
use crate::model::ids::SessionId;
use crate::workspaces::norms::machine::{Budget, Machine, Seen, Status, Strategy};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Questions that the state keeps behind the current one.
pub const HISTORY: usize = 20;
/// Pieces of evidence that the state keeps.
pub const EVIDENCE: usize = 40;

/// A plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What it is to find.
    pub goal: String,
    /// Its steps.
    pub steps: Vec<PlanStep>,
    /// Which of them is next.
    pub current_step_index: usize,
}

/// A step of a plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanStep {
    /// From 1.
    pub step_number: u32,
    /// In words.
    pub action: String,
    /// `search`, `open_address`, `read_table`, `calculate`, `ask_user`.
    pub tool: String,
    /// What the tool is given.
    pub input: Value,
    /// `pending`, `done`, `failed`.
    pub status: String,
}

/// What the planner keeps in mind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Scratchpad {
    /// Documents to look into first, as people cite them.
    pub priority_documents: Vec<String>,
    /// What the question is about.
    pub query_domain: String,
    /// Places that were read and say nothing about it, with the reason.
    pub rejected_sources: BTreeMap<String, String>,
    /// Where the answer may stand.
    pub search_hypotheses: Vec<String>,
    /// Keywords of the searches so far.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// How the next plan has to differ.
    #[serde(default)]
    pub strategy: Option<Strategy>,
    /// Strategies that were tried.
    #[serde(default)]
    pub tried: Vec<Strategy>,
}

/// What a person answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The question.
    pub question_id: String,
    /// The picked choice.
    pub choice: Option<String>,
    /// The words.
    pub text: String,
}

/// The whole state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Norms {
    /// As in every workspace.
    pub meta: Value,
    /// The question, in the person's words.
    pub user_query: String,
    /// The question's number in the session.
    pub number: u32,
    /// The day for which the norms are asked.
    pub as_of: String,
    /// Whether the person named that day.
    pub as_of_given: bool,
    /// Where it stands.
    pub status: Status,
    /// The plan.
    pub plan: Plan,
    /// What the planner keeps in mind.
    pub scratchpad: Scratchpad,
    /// What was done, oldest first.
    pub execution_history: Vec<Value>,
    /// What each visit of the executor brought, by its number.
    pub step_results: BTreeMap<String, Value>,
    /// Places that were read.
    pub evidence: Vec<Value>,
    /// The question that waits for the person.
    pub question: Option<Value>,
    /// What the person answered.
    pub answers: Vec<Given>,
    /// The answer.
    pub final_answer: Option<Value>,
    /// Why a person has to look at it, and what they decided.
    pub review: Option<Value>,
    /// Plans that were made.
    pub seen_plans: Vec<Seen>,
    /// What is left of the run.
    pub budget: Budget,
    /// The same work came round.
    pub looped: bool,
    /// The answer is not whole.
    pub partial: bool,
    /// Outputs of the last run of each step.
    pub last: BTreeMap<String, Value>,
    /// Steps whose output the person wrote.
    pub edited: Vec<String>,
    /// What the person should know.
    pub warnings: Vec<String>,
    /// Questions before this one.
    pub history: Vec<Value>,
    /// Limits of the runner.
    pub control: Value,
}

/// A fresh state with its first question.
#[must_use]
pub fn fresh(session: &SessionId, query: &str, now: &str) -> Norms {
    let today = now.get(..10).unwrap_or(now).to_owned();
    let machine = Machine::fresh(now);
    let mut norms = Norms {
        meta: json!({
            "session_id": session,
            "schema_id": STATE,
            "schema_version": "1.0.0",
            "stage": "norms",
            "locale": {"language": "ru"},
            "status": "collecting",
            "created_at": now,
            "updated_at": now,
            "state_version": 0,
        }),
        user_query: query.to_owned(),
        number: 1,
        as_of: today,
        as_of_given: false,
        status: machine.status,
        plan: Plan::default(),
        scratchpad: Scratchpad::default(),
        execution_history: Vec::new(),
        step_results: BTreeMap::new(),
        evidence: Vec::new(),
        question: None,
        answers: Vec::new(),
        final_answer: None,
        review: None,
        seen_plans: Vec::new(),
        budget: machine.budget,
        looped: false,
        partial: false,
        last: BTreeMap::new(),
        edited: Vec::new(),
        warnings: Vec::new(),
        history: Vec::new(),
        control: json!({"limits": {"max_loops": 160}}),
    };
    norms.set_day(query);
    norms
}

impl Norms {
    /// Reads a state.
    #[must_use]
    pub fn of(value: &Value) -> Option<Self> {
        if value["meta"]["schema_id"] != STATE {
            return None;
        }
        Self::deserialize(value).ok()
    }

    /// The state as a value.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The machine of the question.
    #[must_use]
    pub fn machine(&self) -> Machine {
        Machine {
            status: self.status,
            budget: self.budget.clone(),
            seen: self.seen_plans.clone(),
            tried: self.scratchpad.tried.clone(),
            strategy: self.scratchpad.strategy,
            looped: self.looped,
            partial: self.partial,
        }
    }

    /// Takes over what the machine became.
    pub fn take(&mut self, machine: Machine) {
        self.status = machine.status;
        self.budget = machine.budget;
        self.seen_plans = machine.seen;
        self.scratchpad.tried = machine.tried;
        self.scratchpad.strategy = machine.strategy;
        self.looped = machine.looped;
        self.partial = machine.partial;
        self.meta["status"] = json!(match self.status {
            Status::Completed => "ready",
            Status::Error | Status::HumanReview => "blocked",
            Status::AwaitingUser => "gating",
            _ => "collecting",
        });
    }

    /// A new question: what was asked before goes to the history.
    pub fn ask_anew(&mut self, query: &str, now: &str) {
        let asked = json!({
            "number": self.number,
            "user_query": self.user_query,
            "as_of": self.as_of,
            "status": self.status,
            "final_answer": self.final_answer,
            "at": self.meta["updated_at"],
        });
        self.history.push(asked);
        let over = self.history.len().saturating_sub(HISTORY);
        self.history.drain(..over);
        let session = SessionId(self.meta["session_id"].as_str().unwrap_or_default().to_owned());
        let mut next = fresh(&session, query, now);
        next.number = self.number + 1;
        next.meta["created_at"] = self.meta["created_at"].clone();
        next.history = std::mem::take(&mut self.history);
        next.control = self.control.clone();
        *self = next;
    }

    /// Notes what was done.
    pub fn note(&mut self, kind: &str, data: Value) {
        let mut entry = json!({"kind": kind});
        if let (Some(entry), Value::Object(data)) = (entry.as_object_mut(), data) {
            entry.extend(data);
        }
        self.execution_history.push(entry);
    }

    /// Adds a warning, each once.
    pub fn warn(&mut self, message: &str) {
        if !self.warnings.iter().any(|known| known == message) && self.warnings.len() < 50 {
            self.warnings.push(message.to_owned());
        }
    }

    /// A day in the person's words: «на 01.03.2021», «на дату 2021-03-01».
    pub fn set_day(&mut self, query: &str) {
        if let Some(day) = crate::workspaces::norms::perform::day::of(query) {
            self.as_of = day;
            self.as_of_given = true;
        }
    }

    /// Evidence by its place.
    #[must_use]
    pub fn held(&self, node_id: &str) -> Option<&Value> {
        self.evidence.iter().find(|item| item["node_id"] == node_id)
    }

    /// Places that were ever read.
    #[must_use]
    pub fn known(&self) -> usize {
        self.evidence.len() + self.scratchpad.rejected_sources.len()
    }

    /// After a reading: places on which nothing stands are only remembered, with the reason.
    pub fn keep_read(&mut self, output: &Value) {
        let used: Vec<String> = self
            .step_results
            .values()
            .flat_map(|result| result["findings"].as_array().into_iter().flatten())
            .chain(output["findings"].as_array().into_iter().flatten())
            .filter_map(|one| one["node_id"].as_str().map(str::to_owned))
            .collect();
        let (kept, gone): (Vec<Value>, Vec<Value>) = std::mem::take(&mut self.evidence).into_iter().partition(|item| {
            let id = item["node_id"].as_str().unwrap_or_default();
            let inside = |used: &String| used == id || used.strip_prefix(id).is_some_and(|rest| rest.starts_with('/'));
            item["named"] == true || used.iter().any(inside)
        });
        self.evidence = kept;
        for item in gone {
            let id = item["node_id"].as_str().unwrap_or_default().to_owned();
            self.scratchpad.rejected_sources.entry(id).or_insert_with(|| "для ответа не понадобилось".to_owned());
        }
    }

    /// Adds evidence that is new; whether any was.
    pub fn learn(&mut self, items: &[Value]) -> bool {
        let before = self.evidence.len();
        for item in items {
            let id = item["node_id"].as_str().unwrap_or_default();
            let room = self.evidence.len() < EVIDENCE;
            let length = |item: &Value| item["text"].as_str().map_or(0, str::len);
            match self.evidence.iter_mut().find(|held| held["node_id"] == id) {
                // A place that is now read with all that stands under it.
                Some(held) if length(item) > length(held) => held["text"] = item["text"].clone(),
                Some(_) => {}
                None if !id.is_empty() && room => self.evidence.push(item.clone()),
                None => {}
            }
        }
        self.evidence.len() > before
    }
}
