//! One question to a model outside a session's own step: rendered, read, checked against a schema, repaired.

use crate::engine::step::Step;
use crate::engine::turn::{Problem, Prompt, Rejection};
use crate::engine::{reply, schema, wire};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::WorkspaceId;
use crate::model::trace::Usage;
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::fail;
use crate::runner::ports::{LlmError, LlmReply, LlmRequest};
use crate::workspaces::StepInput;
use serde_json::Value;
use std::sync::Arc;

/// What the model said.
pub struct Asked {
    /// Valid by the schema that was asked for.
    pub value: Value,
    /// Tokens and cost of all attempts.
    pub usage: Usage,
    /// Who answered.
    pub performer: String,
    /// What it was asked.
    pub prompt: Arc<Prompt>,
    /// The answer that was accepted, word for word.
    pub raw: String,
}

/// Why there is nothing, and what the way there cost.
pub struct Failed {
    /// For the person.
    pub error: ApiError,
    /// Tokens and cost of all attempts.
    pub usage: Usage,
}

/// Asks the prompt of a step; the answer fits `schema_id`, after at most `repairs` corrections.
///
/// # Errors
/// The prompt, the provider, an answer that stayed unusable, a cancelled run.
pub async fn ask_model(
    app: &App,
    workspace: WorkspaceId,
    step: &'static Step,
    given: &StepInput,
    schema_id: &str,
    repairs: u32,
    cancel: &Cancel,
) -> Result<Asked, Failed> {
    let mut usage = Usage::default();
    let shape = schema::record(step.wire).map(|record| record.schema.clone()).unwrap_or_default();
    let prompt = match app.prompts.render(step.prompt, &given.variables, Arc::new(shape)) {
        Ok(prompt) => Arc::new(prompt),
        Err(_) => {
            let error = ApiError::new(ErrorCode::Internal, "Промпт этого шага неисправен.");
            return Err(Failed { error, usage });
        }
    };
    let mut request = LlmRequest {
        workspace,
        step: step.id,
        input: Arc::new(given.data.clone()),
        prompt: prompt.clone(),
        refused: Vec::new(),
        images: Vec::new(),
    };
    let mut number = 0;
    loop {
        number += 1;
        let quiet = |_: u32, _: &str| {};
        let (text, refused) = match cancel.unless_set(app.llm.complete(&request, &quiet)).await {
            None => return Err(Failed { error: fail::cancelled(), usage }),
            Some(Ok(LlmReply { text, usage: used, performer, .. })) => {
                usage.add(&used);
                match read(schema_id, &text) {
                    Ok(value) => return Ok(Asked { value, usage, performer, prompt, raw: text }),
                    Err(rejection) => (text, rejection),
                }
            }
            Some(Err(LlmError::Unusable { reason, partial })) => {
                (partial, Rejection::from(Problem::new("T02_unusable", reason)))
            }
            Some(Err(error)) => return Err(Failed { error: fail::of_llm(&error), usage }),
        };
        if number > repairs {
            return Err(Failed { error: fail::of_rejection(&refused), usage });
        }
        request.refused.push((text, refused));
    }
}

/// A model's text as a value that fits a schema.
fn read(schema_id: &str, text: &str) -> Result<Value, Rejection> {
    let mut value = reply::read(text)?;
    wire::drop_all_nulls(&mut value);
    let problems = schema::check(schema_id, &value);
    if problems.is_empty() { Ok(value) } else { Err(problems.into()) }
}
