//! The runs of a session: what followed each act of the person, and what it took. Pure.

use crate::model::event::Event;
use crate::model::ids::Version;
use crate::model::run_compare::{Began, RunRow, RunSide};
use crate::model::session::VersionRow;
use crate::model::trace::{TraceEntry, Usage};
use crate::model::turn::Turn;
use crate::workspaces::norms::steps;
use serde_json::Value;

/// Characters of a person's words that a list shows.
const SHOWN: usize = 120;

/// Oldest first. A run begins with the version of a person's act and ends before the next.
#[must_use]
pub fn runs(versions: &[VersionRow], turns: &[Turn], traces: &[TraceEntry]) -> Vec<RunRow> {
    let mut out: Vec<RunRow> = Vec::new();
    for row in versions {
        let acts = out.is_empty() || matches!(row.cause.as_str(), "message" | "edit");
        match out.last_mut().filter(|_| !acts) {
            Some(run) => run.version = row.version,
            None => {
                let (began, said) = act(row, turns, traces);
                let said = said.chars().take(SHOWN).collect();
                out.push(RunRow { version: row.version, since: row.version, at: row.at.clone(), began, said });
            }
        }
    }
    out
}

/// The run that a version stands in, cut at that version.
#[must_use]
pub fn run_at(runs: &[RunRow], version: Version) -> Option<RunRow> {
    let run = runs.iter().find(|run| (run.since..=run.version).contains(&version))?;
    Some(RunRow { version, ..run.clone() })
}

/// What the person did, and in which words.
fn act(row: &VersionRow, turns: &[Turn], traces: &[TraceEntry]) -> (Began, String) {
    let edit = traces.iter().find(|trace| trace.version == row.version && trace.step == "EDIT");
    if let Some(event) = edit.and_then(|trace| serde_json::from_value::<Event>(trace.output.clone()).ok()) {
        return edited(&event);
    }
    let id = format!("t{}", row.version);
    match turns.iter().find(|turn| turn.id.0 == id) {
        Some(turn) if turn.answers_to.is_some() => (Began::Answer, turn.text.clone()),
        Some(turn) => (Began::Question, turn.text.clone()),
        None => (Began::Question, String::new()),
    }
}

fn edited(event: &Event) -> (Began, String) {
    let words = |value: &Value| {
        let list = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        list.collect::<Vec<_>>().join(", ")
    };
    match event {
        Event::Rework { step, input: Some(input), .. } if step == steps::EXECUTE => {
            (Began::Step, words(&input["keywords"]))
        }
        Event::Rework { step, output: Some(output), .. } if step == steps::FINALIZE => {
            (Began::Words, output["text"].as_str().unwrap_or_default().to_owned())
        }
        Event::Rework { output: Some(output), .. } => (Began::Plan, words(&output["keywords"])),
        Event::Gate { fields, .. } => (Began::Review, fields["decision"].as_str().unwrap_or_default().to_owned()),
        _ => (Began::Again, String::new()),
    }
}

/// What a run took: its steps, who performed those that need judgment, time, tokens, cost.
pub fn measure(side: &mut RunSide, traces: &[TraceEntry]) {
    let inside = |trace: &&TraceEntry| (side.run.since..=side.run.version).contains(&trace.version);
    let (mut performers, mut usage) = (Vec::new(), Usage::default());
    let (mut count, mut millis) = (0, 0_u64);
    for trace in traces.iter().filter(inside).filter(|trace| steps::by_id(&trace.step).is_some()) {
        count += 1;
        millis = millis.saturating_add(trace.millis);
        usage.add(&trace.usage);
        let judges = !matches!(trace.step.as_str(), steps::EXECUTE | steps::LOCATE);
        if judges && !performers.contains(&trace.performer) {
            performers.push(trace.performer.clone());
        }
    }
    side.steps = count;
    side.millis = millis;
    side.performers = performers;
    side.cost_usd = usage.cost_usd;
    side.tokens = match (usage.prompt_tokens, usage.completion_tokens) {
        (None, None) => None,
        (asked, told) => Some(asked.unwrap_or_default().saturating_add(told.unwrap_or_default())),
    };
}
