//! The input of the steps: what the built-in performer reads, and the same as variables of the prompts.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::engine::schema;
use crate::engine::step::{Kept, Step};
use crate::engine::turn::Moment;
use crate::model::facts::Ledger;
use crate::model::issue::{self, Issue};
use crate::model::snapshot::{Questions, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::guards::pack_of;
use crate::workspaces::contract::intake::terms;
use crate::workspaces::contract::perform::reread;
use crate::workspaces::contract::wire::{self, floor};
use crate::workspaces::contract::{state, steps};
use crate::workspaces::{Asking, StepInput};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// How the rules read the last words: for a model alone.
const READ_BY_RULES: &str = "read_by_rules";
/// Turns of the history that a prompt carries.
const RECENT: usize = 10;

/// The structured input of both steps.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Given {
    /// The state.
    pub state: Arc<Value>,
    /// Where the facts come from.
    pub ledger: Ledger,
    /// The person's turns, oldest first.
    pub turns: Vec<Turn>,
    /// Every question asked.
    pub asked: Questions,
    /// What the workspace keeps beside the state.
    #[serde(default)]
    pub extra: BTreeMap<String, Value>,
    /// RFC 3339.
    pub now: String,
}

impl Given {
    /// The issues of the state.
    #[must_use]
    pub fn issues(&self) -> Vec<Issue> {
        issue::of_state(&self.state)
    }
}

/// Builds the input of a step.
#[must_use]
pub fn of(step: &Step, snapshot: &Snapshot, turns: &[Turn], moment: &Moment, knowledge: &Knowledge) -> StepInput {
    named(&Asking { step, before: snapshot, turns, moment, knowledge, named: &|_| true, kept: &Kept::new() })
}

/// As [`of`], with the variables that are named.
#[must_use]
pub fn named(asking: &Asking<'_>) -> StepInput {
    let said = said(asking.turns);
    let variables = variables(asking, &said);
    StepInput { data: json!(given(asking.before, said, asking.moment)), variables }
}

/// Builds the input of INTERPRET for a model: what its prompt names, how the rules read the words, no data. A click
/// needs no model.
#[must_use]
pub fn asked(asking: &Asking<'_>) -> Option<StepInput> {
    let clicked = state::last_said(asking.turns).is_some_and(|turn| turn.choice.is_some());
    if asking.step.id != steps::INTERPRET || clicked {
        return None;
    }
    let said = said(asking.turns);
    let mut variables = variables(asking, &said);
    if (asking.named)(READ_BY_RULES) {
        let given = given(asking.before, said, asking.moment);
        let read = reread::first(&given, asking.knowledge, asking.kept);
        variables.insert(READ_BY_RULES, read.map(|read| floor::told(&given, &read)).unwrap_or_default());
    }
    Some(StepInput { data: Value::Null, variables })
}

/// The turns of the person.
fn said(turns: &[Turn]) -> Vec<Turn> {
    turns.iter().filter(|turn| turn.role == Role::User).cloned().collect()
}

/// The values of the prompt's variables, as far as it names them: some are as long as the state.
fn variables(asking: &Asking<'_>, said: &[Turn]) -> BTreeMap<&'static str, String> {
    let Asking { step, before: snapshot, turns, moment, knowledge, named, .. } = *asking;
    let domain = &snapshot.state["domain"];
    let pack = pack_of(domain, said, knowledge);
    let last = state::last_said(turns);
    let mut values: BTreeMap<&'static str, String> = BTreeMap::new();
    let mut put = |name: &'static str, value: &dyn Fn() -> String| {
        if named(name) {
            values.insert(name, value());
        }
    };
    put("domain_json", &|| pretty(domain));
    put("issues_json", &|| pretty(&snapshot.state["issues"]));
    put("state_json", &|| pretty(&snapshot.state));
    put("recent_history", &|| recent(turns));
    put("last_message", &|| fenced(last.map(|turn| turn.text.as_str()).unwrap_or_default()));
    put("open_question", &|| open_question(snapshot, turns));
    put("asked_questions", &|| asked_questions(snapshot));
    put("pack", &|| pack.map(|pack| describe(pack, domain)).unwrap_or_default());
    let types = |show: &dyn Fn(&Pack) -> String, between: &str| {
        knowledge.packs.iter().map(show).collect::<Vec<_>>().join(between)
    };
    put("packs", &|| types(&|pack| format!("- {}: {}", pack.id, pack.short), "\n"));
    put("today", &|| moment.today().to_owned());
    put("llm_output_schema", &|| {
        let schema = schema::record(step.wire).map(|record| record.schema.clone()).unwrap_or_default();
        serde_json::to_string(&schema).unwrap_or_default()
    });
    if step.id == steps::INTERPRET {
        put("types", &|| types(&|pack| pack.id.clone(), ", "));
        put("places", &|| pack.map(floor::places).unwrap_or_default());
        put("facts", &|| floor::facts(pack, domain, &snapshot.aside.ledger));
        put("earlier_turns", &|| floor::earlier(turns));
        put("last_turn", &|| last.map(|turn| turn.id.0.clone()).unwrap_or_default());
        put("slot_open", &|| "{{".to_owned());
        put("slot_close", &|| "}}".to_owned());
        put("language", &|| wire::language(turns).to_owned());
    }
    values.extend(super::document::variables(step, snapshot, knowledge));
    values
}

/// What a step is given of a version; `said` are the turns of the person.
#[must_use]
pub fn given(snapshot: &Snapshot, said: Vec<Turn>, moment: &Moment) -> Given {
    Given {
        state: Arc::clone(&snapshot.state),
        ledger: snapshot.aside.ledger.clone(),
        turns: said,
        asked: snapshot.aside.questions.clone(),
        extra: snapshot.aside.extra.clone(),
        now: moment.now.clone(),
    }
}

/// What only a model is told: how the rules read the last words.
#[must_use]
pub fn for_model(step: &Step, data: &Value, knowledge: &Knowledge) -> BTreeMap<&'static str, String> {
    let given = Given::deserialize(data).ok().filter(|_| step.id == steps::INTERPRET);
    given.map(|given| BTreeMap::from([(READ_BY_RULES, floor::reading(&given, knowledge))])).unwrap_or_default()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The person's words as delimited data: a fence longer than any run of backticks inside.
fn fenced(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}text\n{text}\n{fence}")
}

fn recent(turns: &[Turn]) -> String {
    let start = turns.len().saturating_sub(RECENT);
    let lines: Vec<String> =
        turns[start..].iter().map(|turn| json!({"role": turn.role, "text": turn.text}).to_string()).collect();
    lines.join("\n")
}

/// The question that the last message answers.
fn open_question(snapshot: &Snapshot, turns: &[Turn]) -> String {
    let id = state::last_said(turns).and_then(|turn| turn.answers_to.as_ref());
    let record = id.and_then(|id| snapshot.aside.questions.get(id));
    record.map(|r| format!("{} (заполняет: {})", r.question.question_text, r.targets.join(", "))).unwrap_or_default()
}

fn asked_questions(snapshot: &Snapshot) -> String {
    snapshot.aside.questions.values().fold(String::new(), |mut out, record| {
        let _ = writeln!(out, "- {}", record.question.question_text);
        out
    })
}

/// What the pack needs, for a model: fields with pointers and types, open terms, questions.
fn describe(pack: &Pack, domain: &Value) -> String {
    let mut out = format!("{} ({})\n", pack.title, pack.id);
    for party in &pack.parties {
        let _ = writeln!(out, "Сторона: {} — /parties/{}/kind|name|inn|ogrn|address", party.title, party.role);
    }
    for field in &pack.fields {
        let _ = write!(out, "Факт: {} — {} ({:?}", field.label, field.pointer, field.kind);
        if !field.options.is_empty() {
            let values: Vec<String> = field.options.iter().map(|o| format!("{}={}", o.value, o.label)).collect();
            let _ = write!(out, ": {}", values.join("; "));
        }
        out.push_str(")\n");
    }
    for term in pack.terms.iter().filter(|term| terms::is_open(term, domain)) {
        let _ = writeln!(
            out,
            "Не хватает [{}] {}: {} — {} ({})",
            term.severity.as_str(),
            term.key,
            term.title,
            term.needs.join(", "),
            term.article
        );
    }
    for question in &pack.questions {
        let _ = writeln!(out, "Вопрос для {}: {}", question.terms.join(", "), question.text);
    }
    out
}
