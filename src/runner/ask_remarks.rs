//! A model's remarks on what code made of a step. They are extra: whatever goes wrong here, the code's output stands.

use crate::engine::step::Step;
use crate::engine::turn::Prompt;
use crate::model::error::ErrorCode;
use crate::model::trace::{Decision, Usage};
use crate::runner::app::App;
use crate::runner::ask_model::{Asked, Failed, ask_model};
use crate::runner::cancel::Cancel;
use crate::workspaces::Workspace;
use serde_json::Value;
use std::sync::Arc;

/// Corrections of one set of remarks: they are worth no more.
const REPAIRS: u32 = 1;

/// An output after the remarks.
pub struct Remarked {
    /// The output of the step.
    pub output: Value,
    /// What was and was not kept.
    pub decisions: Vec<Decision>,
    /// What it cost.
    pub usage: Usage,
    /// The model and what it was asked and said; `None` when nobody was asked or nobody answered.
    pub said: Option<Said>,
}

/// A conversation for the trace.
pub struct Said {
    /// Who answered.
    pub performer: String,
    /// The question.
    pub prompt: Arc<Prompt>,
    /// The answer, word for word.
    pub raw: String,
}

/// Asks for remarks if a model is connected and there is something to remark on. `None`: the run was cancelled.
pub async fn ask_remarks(
    app: &App,
    workspace: &dyn Workspace,
    step: &'static Step,
    input: &Value,
    output: Value,
    cancel: &Cancel,
) -> Option<Remarked> {
    let as_it_is =
        |output: Value, decisions: Vec<Decision>, usage: Usage| Some(Remarked { output, decisions, usage, said: None });
    if step.prompt.is_empty() || !app.llm.performer().is_model {
        return as_it_is(output, Vec::new(), Usage::default());
    }
    let Some(given) = workspace.asks_remarks(step, input, &output, app.moment().today()) else {
        return as_it_is(output, Vec::new(), Usage::default());
    };
    match ask_model(app, workspace.id(), step, &given, step.wire, REPAIRS, cancel).await {
        Ok(Asked { value, usage, performer, prompt, raw }) => {
            let (output, decisions) = workspace.remark(step, input, output, &value);
            Some(Remarked { output, decisions, usage, said: Some(Said { performer, prompt, raw }) })
        }
        Err(Failed { error, .. }) if error.code == ErrorCode::Cancelled => None,
        Err(Failed { usage, .. }) => {
            let decision = Decision {
                rule: "G44_unavailable".into(),
                message: "Модель не дала замечаний к этому шагу: остался результат без неё.".into(),
                at: None,
            };
            as_it_is(output, vec![decision], usage)
        }
    }
}
