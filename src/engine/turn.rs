//! The pure halves of a step: render a prompt, and turn an answer into the next version or a typed rejection.

use crate::engine::step::{Answer, Step};
use crate::engine::{guard, knowledge::Knowledge, limits, measure, patch, reply, schema, wire};
use crate::model::snapshot::{Aside, Snapshot};
use crate::model::trace::Decision;
use crate::model::turn::Turn;
use serde_json::Value;
use std::sync::Arc;

/// A rendered prompt. The stable part stands in `system`, state and last turn in `user`.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// File and version, e.g. `interpret-step` or `interpret-step-v2`.
    pub name: String,
    /// Role, rules, schema, examples.
    pub system: String,
    /// State, history, last message as delimited data.
    pub user: String,
    /// SHA-256 over both parts, hex.
    pub hash: String,
    /// The strict wire schema of the answer.
    pub schema: Arc<Value>,
    /// The words that ask for a correction, with `{{problems}}`; the common ones when there are none of its own.
    pub repair: Option<String>,
}

/// One reason why an answer was refused.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Problem {
    /// Stable id of the rule, e.g. `R01_not_json`, `P03_forbidden_path`.
    pub rule: &'static str,
    /// JSON Pointer into the answer or the state, if the rule has a place.
    pub pointer: Option<String>,
    /// What is wrong, for the model and for the trace.
    pub message: String,
}

impl Problem {
    /// A problem without a place.
    #[must_use]
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self { rule, pointer: None, message: short(&message.into(), 1_500) }
    }

    /// Adds the place.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(short(&pointer.into(), 300));
        self
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.pointer {
            Some(pointer) => write!(f, "{} [{}]: {}", self.rule, pointer, self.message),
            None => write!(f, "{}: {}", self.rule, self.message),
        }
    }
}

/// The first `most` characters: a refusal never carries a whole answer back.
#[must_use]
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Why an answer was refused: data, shown to the model in a repair and kept in the trace.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Rejection {
    /// At least one.
    pub problems: Vec<Problem>,
}

impl From<Problem> for Rejection {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }
}

impl From<Vec<Problem>> for Rejection {
    fn from(problems: Vec<Problem>) -> Self {
        Self { problems }
    }
}

/// Time, passed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// RFC 3339 with milliseconds, UTC.
    pub now: String,
}

impl Moment {
    /// The calendar day, `YYYY-MM-DD`.
    #[must_use]
    pub fn today(&self) -> &str {
        self.now.get(..10).unwrap_or(&self.now)
    }
}

/// A patched state that still has to be settled by its workspace.
pub struct Proposal<'a> {
    /// The version the answer speaks about.
    pub before: &'a Snapshot,
    /// The whole dialogue.
    pub turns: &'a [Turn],
    /// Now.
    pub moment: &'a Moment,
    /// The step output in its canonical schema.
    pub output: &'a Value,
    /// `before.state` with the patch applied; settling may take it, so that a large state is not copied once more.
    pub patched: Value,
    /// What stood beside the output: who performed, and the evidence of a dialogue answer; null without any.
    pub wire: &'a Value,
}

/// Where an output carries what its schema has no place for; taken off before the schema sees it.
pub const WIRE: &str = "wire";

/// A model's answer put over the built-in reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Composed {
    /// The canonical output as text for [`accept`], with [`WIRE`] beside it.
    pub text: String,
    /// What of the answer could not be taken; worth asking again once.
    pub refused: Vec<Problem>,
}

/// What a workspace makes of a proposal.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    /// The next state; `meta.state_version` and `updated_at` are set by [`accept`].
    pub state: Value,
    /// What stands beside it.
    pub aside: Aside,
    /// Turns that join the log.
    pub turns: Vec<Turn>,
    /// What the guards decided, by rule.
    pub decisions: Vec<Decision>,
}

/// An accepted answer: the next version, ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The next version.
    pub snapshot: Snapshot,
    /// Turns that join the log.
    pub turns: Vec<Turn>,
    /// The canonical step output.
    pub output: Value,
    /// What stood beside it, see [`WIRE`]; null without any.
    pub wire: Value,
    /// What the guards decided.
    pub decisions: Vec<Decision>,
}

/// Turns a performer's text into the next version, or says why not. The state passed in is never touched.
///
/// Order: tolerant reader → canonical form → output schema → allowed paths → patch on a clone → the
/// workspace's settling (issues, question, ledger, status) → invariants → state schema. A step whose answer is its
/// whole output has no patch: its workspace puts the guarded output into the state.
///
/// # Errors
/// A [`Rejection`] that names every rule the answer broke.
pub fn accept(
    step: &Step,
    before: &Snapshot,
    turns: &[Turn],
    moment: &Moment,
    knowledge: &Knowledge,
    text: &str,
) -> Result<Accepted, Rejection> {
    let mut raw = reply::read(text)?;
    let wire = raw.as_object_mut().filter(|_| step.answer == Answer::Patch).and_then(|map| map.remove(WIRE));
    let wire = wire.unwrap_or_default();
    let (output, patched) = match step.answer {
        Answer::Patch => {
            let output = patch_shaped(step, before, raw)?;
            let patched = patch::apply(&before.state, &output["patch"], step.writes)?;
            (output, patched)
        }
        // What the workspace keeps of it, its settling decides.
        Answer::Whole(_) => (whole(step, raw)?, (*before.state).clone()),
    };
    let mut proposal = Proposal { before, turns, moment, output: &output, patched, wire: &wire };
    let Settled { mut state, aside, turns: added, decisions } = (step.settle)(&mut proposal, knowledge)?;
    let output = match step.answer {
        Answer::Patch => output,
        Answer::Whole(at) => state.pointer(at).cloned().unwrap_or_default(),
    };
    let version = before.version + 1;
    state["meta"]["state_version"] = version.into();
    state["meta"]["updated_at"] = Value::String(moment.now.clone());
    guard::invariants(&before.state, &state)?;
    let size = measure::size(&state);
    if size.bytes > limits::STATE_BYTES || size.nodes > limits::STATE_NODES {
        return Err(Problem::new("P02_limit", "the state would grow over its limit").into());
    }
    let problems = schema::check(step.state, &state);
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let snapshot = Snapshot {
        session: before.session.clone(),
        version,
        state: Arc::new(state),
        aside: Arc::new(aside),
        at: moment.now.clone(),
    };
    Ok(Accepted { snapshot, turns: added, output, wire, decisions })
}

/// The id that the built-in performer gives its answers.
pub const BUILTIN: &str = "builtin";

/// Whether the built-in performer gave this answer.
#[must_use]
pub fn is_builtin(output: &Value) -> bool {
    output["output_id"].as_str().and_then(|id| id.strip_prefix(BUILTIN)).is_some_and(|rest| rest.starts_with('-'))
}

/// A performer's object as the canonical output of a step that answers with a patch.
///
/// # Errors
/// Neither form of an output, or what its schema does not allow.
pub fn patch_shaped(step: &Step, before: &Snapshot, raw: Value) -> Result<Value, Rejection> {
    // Who answered stays to be seen: the built-in reading is the floor of a turn, a model's answer is not.
    let who = if raw["output_id"] == BUILTIN { BUILTIN } else { "out" };
    let mut output = wire::canonical(raw, step.id)?;
    output["output_id"] = Value::String(format!("{who}-{}", before.version + 1));
    let problems = schema::check(step.output, &output);
    if !problems.is_empty() {
        return Err(problems.into());
    }
    guard::step_named(step, &output)?;
    Ok(output)
}

/// An answer that is the step's whole output: the nulls that models put for absent members go, then the schema judges.
///
/// # Errors
/// What does not fit the output schema.
pub fn whole(step: &Step, mut raw: Value) -> Result<Value, Rejection> {
    wire::drop_all_nulls(&mut raw);
    let problems = schema::check(step.output, &raw);
    if problems.is_empty() { Ok(raw) } else { Err(problems.into()) }
}

/// Reads a performer's text as the whole output of a step.
///
/// # Errors
/// No JSON, or what does not fit the output schema.
pub fn read_whole(step: &Step, text: &str) -> Result<Value, Rejection> {
    whole(step, reply::read(text)?)
}
