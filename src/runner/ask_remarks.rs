//! A model's remarks on what code made of a step. They are extra: whatever goes wrong here, the code's output stands.

use crate::engine::step::Step;
use crate::model::error::ErrorCode;
use crate::model::trace::Decision;
use crate::runner::app::App;
use crate::runner::ask_model::{Said, ask_model};
use crate::runner::cancel::Cancel;
use crate::workspaces::Workspace;
use serde_json::Value;

/// Corrections of one set of remarks: they are worth no more.
const REPAIRS: u32 = 1;

/// An output after the remarks.
pub struct Remarked {
    /// The output of the step.
    pub output: Value,
    /// What was and was not kept.
    pub decisions: Vec<Decision>,
    /// What the model was asked and said; `None` when nobody was asked.
    pub said: Option<Said>,
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
    let unasked = step.prompt.is_empty() || !app.llm.performer().is_model;
    let given = if unasked { None } else { workspace.asks_remarks(step, input, &output, app.moment().today()) };
    let Some(given) = given else {
        return Some(Remarked { output, decisions: Vec::new(), said: None });
    };
    let (said, answered) = ask_model(app, workspace.id(), step, &given, step.wire, REPAIRS, cancel).await;
    let (output, decisions) = match answered {
        Ok(remarks) => workspace.remark(step, input, output, &remarks),
        Err(error) if error.code == ErrorCode::Cancelled => return None,
        Err(_) => {
            let rule = "G44_unavailable".to_owned();
            let message = "Модель не дала замечаний к этому шагу: остался результат без неё.".to_owned();
            (output, vec![Decision { rule, message, at: None }])
        }
    };
    Some(Remarked { output, decisions, said: Some(said) })
}
