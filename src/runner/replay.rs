//! Rebuilds every version of a bundle from its turns and recorded answers, without a network, and compares.

use crate::engine::knowledge::Knowledge;
use crate::engine::schema;
use crate::engine::step::{Kind, Step};
use crate::engine::turn::{Moment, accept};
use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::ids::Version;
use crate::model::snapshot::{RunCounters, Snapshot};
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::runner::bundle::{Bundle, Kept};
use crate::runner::{open_file, share};
use crate::workspaces::{self, Workspace};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Versions to which turns of one recording may have been taken back.
const MOST_BASES: usize = 200;

/// Where a replay differs.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("version {version}: {why}")]
pub struct Differs {
    /// The first version that differs.
    pub version: Version,
    /// How.
    pub why: String,
    /// What the file is refused with, when it does not even unfold.
    pub refused: Option<ApiError>,
}

/// Rebuilds all versions; the number of those that came out byte for byte.
///
/// # Errors
/// The first version that differs, and how.
pub fn replay(bundle: &Bundle, knowledge: &Knowledge) -> Result<usize, Differs> {
    let at = |version, why: String| Differs { version, why, refused: None };
    let flow = workspaces::get(bundle.workspace).ok_or_else(|| at(0, "this workspace is not offered".into()))?;
    let wanted = bases(bundle);
    let mut kept_bases: Vec<Snapshot> = Vec::new();
    let mut before: Option<Snapshot> = None;
    let mut spoken = 0;
    for (kept, recorded) in bundle.versions.iter().zip(bundle.unfold()) {
        let recorded =
            recorded.map_err(|error| Differs { refused: Some(error.clone()), ..at(kept.version, error.message) })?;
        let new: &[Turn] = bundle.turns.get(spoken..kept.turns).unwrap_or_default();
        let known = &bundle.turns[..spoken.min(bundle.turns.len())];
        if kept.version == 0 && kept.cause == share::CAUSE {
            // A copy for the other side begins with facts, not with words: it is taken as it is, if it is valid.
            let id = recorded.state["meta"]["schema_id"].as_str().unwrap_or_default();
            if let Some(problem) = schema::check(id, &recorded.state).first() {
                return Err(at(0, problem.message.clone()));
            }
            spoken = kept.turns;
            if wanted.contains(&recorded.version) {
                kept_bases.push(recorded.clone());
            }
            before = Some(recorded);
            continue;
        }
        let known = before.as_ref().map_or_else(|| known.to_vec(), |before| before.aside.standing(known));
        let earlier = Earlier { known: &known, bases: &kept_bases };
        let built = build(flow, bundle, kept, before.as_ref().ok_or(&recorded.state), &earlier, new, knowledge)
            .map_err(|why| at(kept.version, why))?;
        let told = bytes(&recorded);
        let same = built.iter().any(|snapshot| bytes(snapshot) == told);
        if !same {
            let hint = if knowledge.hash == bundle.knowledge_hash {
                ""
            } else {
                " (the packs differ from those of the recording)"
            };
            return Err(at(kept.version, format!("the rebuilt version differs from the recorded one{hint}")));
        }
        spoken = kept.turns;
        if wanted.contains(&recorded.version) {
            kept_bases.push(recorded.clone());
        }
        before = Some(recorded);
    }
    Ok(bundle.versions.len())
}

/// What stands before a version: the turns whose words count, and the versions that someone went back to.
struct Earlier<'a> {
    known: &'a [Turn],
    bases: &'a [Snapshot],
}

/// Versions that an undo of the recording leads back to; no more are held than a person would ever make.
fn bases(bundle: &Bundle) -> BTreeSet<Version> {
    let undone = |trace: &TraceEntry| match Event::deserialize(&trace.output) {
        Ok(Event::Undo { undone, .. }) => undone.checked_sub(1),
        _ => None,
    };
    bundle.traces.iter().filter(|trace| trace.step == "EDIT").filter_map(undone).take(MOST_BASES).collect()
}

fn bytes(snapshot: &Snapshot) -> String {
    json!({"state": *snapshot.state, "aside": *snapshot.aside}).to_string()
}

/// The version as the product makes it now, from the one before it, or from the first state as it was recorded; a forced step has fresh counters, so it has two possible forms.
fn build(
    flow: &dyn Workspace,
    bundle: &Bundle,
    kept: &Kept,
    before: Result<&Snapshot, &Arc<Value>>,
    earlier: &Earlier<'_>,
    new: &[Turn],
    knowledge: &Knowledge,
) -> Result<Vec<Snapshot>, String> {
    let known = earlier.known;
    let moment = Moment { now: kept.at.clone() };
    let snapshot = |state, aside| Snapshot {
        session: bundle.session.clone(),
        version: kept.version,
        state: Arc::new(state),
        aside: Arc::new(aside),
        at: kept.at.clone(),
    };
    let before = match before {
        Ok(before) => before,
        Err(first) => {
            let said = new.first().ok_or("no first turn")?;
            let opened = flow.open(&bundle.session, &flow.opening(first, &said.text), &moment);
            return Ok(vec![snapshot(opened.state, opened.aside)]);
        }
    };
    let trace = || bundle.traces.iter().find(|trace| trace.version == kept.version && trace.step != "message");
    if matches!(kept.cause.as_str(), "message" | "edit" | open_file::CAUSE) {
        let event = if kept.cause == "message" {
            let turn = new.first().ok_or("no turn")?;
            Event::Message { text: turn.text.clone(), answers_to: turn.answers_to.clone(), choice: turn.choice.clone() }
        } else {
            let trace = trace().ok_or("no record of the edit")?;
            let mut event: Event =
                serde_json::from_value(trace.output.clone()).map_err(|_| "no record of the edit".to_owned())?;
            if let Event::Undo { undone, base, .. } = &mut event {
                let before = earlier.bases.iter().find(|version| version.version + 1 == *undone);
                *base = before.cloned().map(Box::new);
            }
            event
        };
        let settled = flow.absorb(before, &event, &moment, knowledge).map_err(|error| error.message)?;
        return Ok(vec![snapshot(settled.state, settled.aside)]);
    }
    let step = flow.steps().iter().find(|step| step.id == kept.cause).ok_or("an unknown step")?;
    let answers = answers(flow, step, before, known, &moment, trace().ok_or("no record of the answer")?, knowledge);
    let mut fresh = before.clone();
    let mut aside = (*before.aside).clone();
    aside.run = RunCounters::default();
    fresh.aside = Arc::new(aside);
    let run = |from: &Snapshot, answer: &str| {
        accept(step, from, known, &moment, knowledge, answer).map(|accepted| accepted.snapshot)
    };
    let both = answers.iter().flat_map(|answer| [run(before, answer), run(&fresh, answer)]);
    let made: Vec<Snapshot> = both.filter_map(Result::ok).collect();
    if made.is_empty() { Err("the recorded answer is refused now".into()) } else { Ok(made) }
}

/// What the step may have answered: its output as kept, its words as they came, or what plain code answers again.
fn answers(
    flow: &dyn Workspace,
    step: &Step,
    before: &Snapshot,
    turns: &[Turn],
    moment: &Moment,
    trace: &TraceEntry,
    knowledge: &Knowledge,
) -> Vec<String> {
    let taken = trace.attempts.iter().rev().find(|attempt| attempt.refused.is_empty()).map(|one| one.raw.clone());
    match step.kind {
        Kind::Code => {
            let input = flow.input(step, before, turns, moment, knowledge).data;
            vec![trace.output.to_string(), flow.perform(step.id, &input, knowledge).to_string()]
        }
        _ => [trace.output.to_string()].into_iter().chain(taken).collect(),
    }
}
