//! VERIFY: the rules over the round, the corpus for citations that the register leaves open, and, where a model
//! performs, a critic that may add doubts. Without the critic's answer the verdict stays open: that is no pass.

use crate::engine::schema;
use crate::engine::step::Step;
use crate::engine::turn::{Moment, Problem, Rejection};
use crate::engine::{reply, wire};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::WorkspaceId;
use crate::model::trace::{Attempt, TraceEntry};
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::ports::{LlmError, LlmRequest};
use crate::runner::{fail, held};
use crate::workspaces::StepInput;
use crate::workspaces::trial::guards::{self, critic, verifier};
use crate::workspaces::trial::state::Trial;
use serde_json::{Value, json};
use std::sync::Arc;

/// Answers of a critic that are read before it counts as unheard.
const ATTEMPTS: u32 = 2;

/// The output of VERIFY.
///
/// # Errors
/// Storage; a broken prompt; a person who stopped the turn.
pub async fn answer(
    app: &App,
    step: &'static Step,
    input: &StepInput,
    moment: &Moment,
    trace: &mut TraceEntry,
    cancel: &Cancel,
) -> Result<Value, ApiError> {
    let unread = || ApiError::new(ErrorCode::Internal, "Состояние сеанса не читается.");
    let trial = Trial::of(&input.data["state"]).ok_or_else(unread)?;
    let cited = trial.last_round().map(guards::cited).unwrap_or_default();
    let rows = held::rows(app, &cited, guards::asked(&trial, moment.today()));
    let rows = cancel.unless_set(rows).await.ok_or_else(fail::cancelled)??;
    let rules = verifier::answer(&trial, moment.today(), &rows);
    if !app.llm.performer().is_model {
        return Ok(rules);
    }
    let wire = schema::record(step.wire).map(|record| record.schema.clone()).unwrap_or_default();
    let prompt = app
        .prompts
        .render(step.prompt, &input.variables, Arc::new(wire))
        .map_err(|_| ApiError::new(ErrorCode::Internal, "Промпт этого шага неисправен. Сообщите администратору."))?;
    trace.prompt_name.clone_from(&prompt.name);
    trace.prompt_hash.clone_from(&prompt.hash);
    trace.prompt = format!("{}\n\n<!-- user -->\n\n{}", prompt.system, prompt.user);
    let mut request = LlmRequest {
        workspace: WorkspaceId::Trial,
        step: step.id,
        input: Arc::new(json!({})),
        prompt: Arc::new(prompt),
        refused: Vec::new(),
        images: Vec::new(),
    };
    let doubts = heard(app, step, &mut request, trace, cancel).await?;
    Ok(critic::joined(&trial, rules, doubts.as_ref(), &trace.performer))
}

/// The doubts of the critic; nothing when it cannot be understood or reached.
async fn heard(
    app: &App,
    step: &'static Step,
    request: &mut LlmRequest,
    trace: &mut TraceEntry,
    cancel: &Cancel,
) -> Result<Option<Value>, ApiError> {
    for number in 1..=ATTEMPTS {
        let begun = app.clock.monotonic_ms();
        let answered = cancel.unless_set(app.llm.complete(request, &|_, _| {})).await.ok_or_else(fail::cancelled)?;
        let millis = app.clock.monotonic_ms().saturating_sub(begun);
        let (text, read) = match answered {
            Ok(reply) => {
                trace.usage.add(&reply.usage);
                trace.performer = reply.performer;
                let read = understood(step, &reply.text);
                (reply.text, read)
            }
            Err(LlmError::Unusable { reason, partial }) => {
                (partial, Err(Rejection::from(Problem::new("T02_unusable", reason))))
            }
            Err(error) => {
                let refused = vec![error.to_string()];
                trace.attempts.push(Attempt { number, raw: String::new(), refused, millis });
                return Ok(None);
            }
        };
        let refused = read.as_ref().err().map(|r| r.problems.iter().map(ToString::to_string).collect());
        let raw: String = text.chars().take(16_000).collect();
        trace.attempts.push(Attempt { number, raw, refused: refused.unwrap_or_default(), millis });
        match read {
            Ok(doubts) => return Ok(Some(doubts)),
            Err(rejection) => request.refused.push((text, rejection)),
        }
    }
    Ok(None)
}

fn understood(step: &Step, text: &str) -> Result<Value, Rejection> {
    let mut raw = reply::read(text)?;
    wire::drop_all_nulls(&mut raw);
    let problems = schema::check(step.wire, &raw);
    if problems.is_empty() { Ok(raw) } else { Err(problems.into()) }
}
