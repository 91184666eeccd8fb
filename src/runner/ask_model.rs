//! One question to a model outside a session's own step: rendered, read, checked against a schema, repaired.

use crate::engine::step::Step;
use crate::engine::turn::{Problem, Prompt, Rejection};
use crate::engine::{reply, schema, wire};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::WorkspaceId;
use crate::model::trace::{Attempt, TraceEntry, Usage};
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::fail;
use crate::runner::ports::{LlmError, LlmReply, LlmRequest};
use crate::workspaces::StepInput;
use serde_json::Value;
use std::sync::Arc;

/// Bytes of an answer that a trace keeps.
const RAW_BYTES: usize = 64 * 1024;

/// What was said on both sides, whether or not anything could be used.
#[derive(Debug, Default)]
pub struct Said {
    /// What was asked; `None` when nobody was asked.
    pub prompt: Option<Arc<Prompt>>,
    /// Who answered last; empty when nobody did.
    pub performer: String,
    /// Every answer with what was wrong with it; nothing wrong with the last one if it was accepted.
    pub attempts: Vec<Attempt>,
    /// Tokens and cost of all attempts.
    pub usage: Usage,
}

impl Said {
    /// Writes the conversation into a trace; who performed is the caller's to say.
    pub fn note(self, trace: &mut TraceEntry) {
        trace.usage.add(&self.usage);
        trace.attempts.extend(self.attempts);
        if let Some(prompt) = self.prompt {
            trace.prompt_name.clone_from(&prompt.name);
            trace.prompt_hash.clone_from(&prompt.hash);
            trace.prompt = joined(&prompt);
        }
    }
}

/// Asks the prompt of a step; the answer fits `schema_id`, after at most `repairs` corrections. The error is that of
/// the prompt, of the provider, of an answer that stayed unusable, or of a cancelled run.
pub async fn ask_model(
    app: &App,
    workspace: WorkspaceId,
    step: &'static Step,
    given: &StepInput,
    schema_id: &str,
    repairs: u32,
    cancel: &Cancel,
) -> (Said, Result<Value, ApiError>) {
    let mut said = Said::default();
    let shape = schema::record(step.wire).map(|record| record.schema.clone()).unwrap_or_default();
    let Ok(prompt) = app.prompts.render(step.prompt, &given.variables, Arc::new(shape)).map(Arc::new) else {
        let message = "Промпт этого шага неисправен. Сообщите администратору.";
        return (said, Err(ApiError::new(ErrorCode::Internal, message)));
    };
    said.prompt = Some(prompt.clone());
    let mut request = LlmRequest {
        workspace,
        session: None,
        step: step.id,
        input: Arc::new(given.data.clone()),
        prompt,
        refused: Vec::new(),
        images: Vec::new(),
    };
    for number in 1..=repairs + 1 {
        let begun = app.clock.monotonic_ms();
        let answered = cancel.unless_set(app.llm.complete(&request, &|_, _| {})).await;
        let millis = app.clock.monotonic_ms().saturating_sub(begun);
        let (text, outcome) = match answered {
            None => return (said, Err(fail::cancelled())),
            Some(Ok(LlmReply { text, usage, performer, .. })) => {
                said.usage.add(&usage);
                said.performer = performer;
                let outcome = read(schema_id, &text);
                (text, outcome)
            }
            Some(Err(LlmError::Unusable { reason, partial })) => {
                (partial, Err(Rejection::from(Problem::new("T02_unusable", reason))))
            }
            Some(Err(error)) => {
                let refused = vec![error.to_string()];
                said.attempts.push(Attempt { number, raw: String::new(), refused, millis });
                return (said, Err(fail::of_llm(&error)));
            }
        };
        said.attempts.push(attempt(number, &text, outcome.as_ref().err(), millis));
        match outcome {
            Ok(value) => return (said, Ok(value)),
            Err(rejection) => request.refused.push((text, rejection)),
        }
    }
    let rejection = request.refused.pop().map(|(_, rejection)| fail::of_rejection(&rejection));
    let nothing = || ApiError::new(ErrorCode::Internal, "Шаг закончился без ответа.");
    (said, Err(rejection.unwrap_or_else(nothing)))
}

/// An answer as a trace keeps it.
#[must_use]
pub fn attempt(number: u32, text: &str, rejection: Option<&Rejection>, millis: u64) -> Attempt {
    let refused = rejection.map(|r| r.problems.iter().map(ToString::to_string).collect()).unwrap_or_default();
    Attempt { number, raw: text[..text.floor_char_boundary(RAW_BYTES)].to_owned(), refused, millis }
}

/// A prompt as a trace keeps it.
#[must_use]
pub fn joined(prompt: &Prompt) -> String {
    format!("{}\n\n<!-- user -->\n\n{}", prompt.system, prompt.user)
}

/// A model's text as a value that fits a schema.
fn read(schema_id: &str, text: &str) -> Result<Value, Rejection> {
    let mut value = reply::read(text)?;
    wire::drop_all_nulls(&mut value);
    let problems = schema::check(schema_id, &value);
    if problems.is_empty() { Ok(value) } else { Err(problems.into()) }
}
