//! One step: the question to the performer, at most two repairs, the trace; a new version or nothing.

use crate::engine::schema;
use crate::engine::step::{Kept, Kind, Step};
use crate::engine::turn::{self, Accepted, Moment, Problem, Prompt, Rejection};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::StepRunId;
use crate::model::snapshot::Snapshot;
use crate::model::trace::{Attempt, Decision, StepOutcome, TraceEntry};
use crate::model::turn::Turn;
use crate::registry;
use crate::runner::app::App;
use crate::runner::ask_model::{attempt, joined};
use crate::runner::ask_remarks::ask_remarks;
use crate::runner::cancel::Cancel;
use crate::runner::fail;
use crate::runner::look;
use crate::runner::notice::{Happened, Notice};
use crate::runner::ports::{LlmError, LlmReply, LlmRequest};
use crate::runner::workspace::{Asked, Nothing, Run};
use crate::workspaces::{Asking, Said, StepInput, Workspace};
use serde_json::Value;
use std::sync::Arc;

/// A repair is not begun later than this after the step: the person has waited long enough to be told.
const REPAIR_UNTIL_MS: u64 = 90_000;

/// How a step ended, with its trace in any case.
pub struct Ran {
    /// The next version, or why there is none.
    pub result: Result<Accepted, ApiError>,
    /// The trace.
    pub trace: TraceEntry,
}

/// Runs one step. The snapshot passed in is never changed.
pub async fn run_step(
    app: &App,
    workspace: &dyn Workspace,
    step: &'static Step,
    before: &Snapshot,
    turns: &[Turn],
    cancel: &Cancel,
) -> Ran {
    let started = app.clock.monotonic_ms();
    let moment = app.moment();
    let knowledge = app.knowledge.current();
    let is_model = app.llm.performer().is_model;
    let names = app.prompts.variables(step.prompt);
    let named = |name: &str| names.contains(name);
    let kept = Kept::new();
    let asking = Asking { step, before, turns, moment: &moment, knowledge: &knowledge, named: &named, kept: &kept };
    let given = || {
        let asked = if step.kind == Kind::Model && is_model { workspace.asked(&asking) } else { None };
        asked.map_or_else(|| (workspace.named_input(&asking), false), |input| (input, true))
    };
    let (mut input, certain) = app.aside(given).await;
    let wire = schema::record(step.wire).map(|record| record.schema.clone()).unwrap_or_default();
    let id = StepRunId(app.clock.id());
    let mut trace = TraceEntry::begun(id, step.id, before.version, &moment.now, &app.llm.performer().name);
    step.prompt.clone_into(&mut trace.prompt_name);
    if step.kind != Kind::Model || !certain && !workspace.needs_model(step, &input.data) {
        let result = by_code(app, workspace, step, before, turns, &moment, &input, &mut trace, cancel).await;
        return ended(app, started, trace, result);
    }
    if is_model && !certain {
        let more = app.aside(|| workspace.for_model(step, &input.data, &knowledge)).await;
        input.variables.extend(more);
    }
    let prompt = match app.prompts.render(step.prompt, &input.variables, Arc::new(wire)) {
        Ok(prompt) => {
            let repair = app.prompts.repair(step.prompt, workspace.language(turns)).map(str::to_owned);
            Prompt { repair, ..prompt }
        }
        Err(error) => {
            trace.decisions.push(Decision { rule: "T01_prompt".into(), message: error.to_string(), at: None });
            let message = "Промпт этого шага неисправен. Сообщите администратору: подробности в трассе.";
            return Ran { result: Err(ApiError::new(ErrorCode::Internal, message)), trace };
        }
    };
    trace.prompt_name.clone_from(&prompt.name);
    trace.prompt_hash.clone_from(&prompt.hash);
    trace.prompt = joined(&prompt);
    let looked = cancel.unless_set(look::look(app, workspace, step, &input.data)).await.unwrap_or_default();
    trace.decisions.extend(looked.decision());
    trace.images = looked.shown;
    let mut request = LlmRequest {
        workspace: workspace.id(),
        session: Some(before.session.clone()),
        step: step.id,
        input: Arc::new(input.data),
        prompt: Arc::new(prompt),
        refused: Vec::new(),
        images: looked.pictures,
    };
    let result = attempts(app, workspace, step, before, turns, &moment, cancel, &mut request, &mut trace, &kept).await;
    ended(app, started, trace, result)
}

/// Closes the trace.
fn ended(app: &App, started: u64, mut trace: TraceEntry, result: Result<Accepted, ApiError>) -> Ran {
    trace.millis = app.clock.monotonic_ms().saturating_sub(started);
    trace.outcome = match &result {
        Ok(accepted) => {
            trace.version = accepted.snapshot.version;
            trace.decisions.splice(..0, accepted.decisions.iter().cloned());
            note_output(&mut trace, &accepted.output);
            if !accepted.wire.is_null() {
                trace.output[turn::WIRE] = accepted.wire.clone();
            }
            StepOutcome::Accepted
        }
        Err(error) if error.code == ErrorCode::Cancelled => StepOutcome::Cancelled,
        Err(error) if error.code == ErrorCode::LlmUnavailable => StepOutcome::Unavailable,
        Err(_) => StepOutcome::Refused,
    };
    Ran { result, trace }
}

/// A step that no model works on: plain code, or code that asks the corpus. The same checks as for any answer.
#[expect(clippy::too_many_arguments, reason = "one private call over the parts of a step")]
async fn by_code(
    app: &App,
    workspace: &dyn Workspace,
    step: &'static Step,
    before: &Snapshot,
    turns: &[Turn],
    moment: &Moment,
    input: &StepInput,
    trace: &mut TraceEntry,
    cancel: &Cancel,
) -> Result<Accepted, ApiError> {
    let begun = app.clock.monotonic_ms();
    let knowledge = app.knowledge.current();
    trace.performer = if step.kind == Kind::Retrieve { "corpus" } else { "builtin" }.into();
    // Named again by whoever is really asked.
    trace.prompt_name.clear();
    let output = match step.kind {
        Kind::Retrieve | Kind::Verify => {
            let own = registry::of(workspace.id()).map_or(&Nothing as &dyn Run, |one| one.run);
            let on = before.state["as_of"].as_str();
            own.answer(Asked { app, step, input, on, moment, cancel }, trace).await?
        }
        Kind::Model | Kind::Code => app.aside(|| workspace.perform(step.id, &input.data, &knowledge)).await,
    };
    let remarked = ask_remarks(app, workspace, step, &input.data, output, cancel).await.ok_or_else(fail::cancelled)?;
    if let Some(said) = remarked.said {
        if !said.performer.is_empty() {
            trace.performer = format!("{} + {}", trace.performer, said.performer);
        }
        said.note(trace);
    }
    let output = remarked.output;
    let judged = || {
        let text = output.to_string();
        let outcome = turn::accept(step, before, turns, moment, &knowledge, &text);
        (text, outcome)
    };
    let (text, outcome) = app.aside(judged).await;
    let millis = app.clock.monotonic_ms().saturating_sub(begun);
    let number = u32::try_from(trace.attempts.len()).unwrap_or_default() + 1;
    trace.attempts.push(attempt(number, &text, outcome.as_ref().err(), millis));
    let mut accepted = outcome.map_err(|rejection| fail::of_rejection(&rejection))?;
    accepted.decisions.extend(remarked.decisions);
    Ok(accepted)
}

#[expect(clippy::too_many_arguments, reason = "one private loop over the parts of a step")]
async fn attempts(
    app: &App,
    workspace: &dyn Workspace,
    step: &'static Step,
    before: &Snapshot,
    turns: &[Turn],
    moment: &Moment,
    cancel: &Cancel,
    request: &mut LlmRequest,
    trace: &mut TraceEntry,
    kept: &Kept,
) -> Result<Accepted, ApiError> {
    let begun = app.clock.monotonic_ms();
    let by_model = app.llm.performer().is_model;
    // What stands if nothing better comes: an answer of which a part was taken.
    let mut part: Option<Accepted> = None;
    for number in 1..=step.max_repairs + 1 {
        let started = app.clock.monotonic_ms();
        let answered = ask(app, step, before, number, cancel, request).await;
        let millis = app.clock.monotonic_ms().saturating_sub(started);
        let (text, outcome) = match answered {
            None => return Err(fail::cancelled()),
            Some(Ok(LlmReply { text, usage, performer, unseen })) => {
                trace.usage.add(&usage);
                trace.performer.clone_from(&performer);
                if let Some(why) = unseen {
                    trace.decisions.push(Decision { rule: "T03_images".into(), message: why, at: None });
                    request.images.clear();
                }
                let knowledge = app.knowledge.current();
                let said = Said { step, before, turns, moment, performer: &performer, text: &text, kept };
                let judge = || {
                    let composed = if by_model { workspace.compose(&said, &knowledge) } else { None };
                    let composed = composed.transpose()?;
                    let taken = composed.as_ref().map_or(text.as_str(), |composed| composed.text.as_str());
                    let accepted = turn::accept(step, before, turns, moment, &knowledge, taken)?;
                    let refused = composed.map(|composed| composed.refused).unwrap_or_default();
                    Ok::<_, Rejection>((accepted, refused))
                };
                let outcome = app.aside(judge).await;
                (text, outcome)
            }
            Some(Err(LlmError::Unusable { reason, partial })) => {
                (partial, Err(Rejection::from(Problem::new("T02_unusable", reason))))
            }
            Some(Err(error)) => {
                let refused = vec![error.to_string()];
                trace.attempts.push(Attempt { number, raw: String::new(), refused, millis });
                return part.ok_or_else(|| fail::of_llm(&error));
            }
        };
        // Of an answer that was taken in part the rest is told back once; then what was taken stands.
        let outcome = match outcome {
            Ok((accepted, refused)) if refused.is_empty() || number > 1 => Ok(accepted),
            Ok((accepted, refused)) => {
                part = Some(accepted);
                Err(Rejection::from(refused))
            }
            Err(rejection) => Err(rejection),
        };
        trace.attempts.push(attempt(number, &text, outcome.as_ref().err(), millis));
        let late = app.clock.monotonic_ms().saturating_sub(begun) > REPAIR_UNTIL_MS;
        match outcome {
            Ok(accepted) => return Ok(accepted),
            Err(rejection) if number > step.max_repairs || late || (part.is_some() && number > 1) => {
                return part.ok_or_else(|| fail::of_rejection(&rejection));
            }
            Err(rejection) => {
                let happened = Happened::StepRetried {
                    step: step.id.to_owned(),
                    attempt: number + 1,
                    reason: "Ответ не прошёл проверку; прошу исправить.".into(),
                };
                (app.publish)(Notice { session: before.session.clone(), happened });
                request.refused.push((text, rejection));
            }
        }
    }
    Err(ApiError::new(ErrorCode::Internal, "Шаг закончился без ответа."))
}

/// The one call of a performer. No lock of the database is held.
async fn ask(
    app: &App,
    step: &'static Step,
    before: &Snapshot,
    number: u32,
    cancel: &Cancel,
    request: &LlmRequest,
) -> Option<Result<LlmReply, LlmError>> {
    let on_retry = |again: u32, reason: &str| {
        let happened =
            Happened::StepRetried { step: step.id.to_owned(), attempt: number + again, reason: reason.to_owned() };
        (app.publish)(Notice { session: before.session.clone(), happened });
    };
    cancel.unless_set(app.llm.complete(request, &on_retry)).await
}

fn note_output(trace: &mut TraceEntry, output: &Value) {
    trace.rationale = output["rationale"].as_str().unwrap_or_default().to_owned();
    trace.observations = output["observations"]
        .as_array()
        .map(|notes| notes.iter().filter_map(|note| note.as_str().map(str::to_owned)).collect())
        .unwrap_or_default();
    trace.output = output.clone();
}
