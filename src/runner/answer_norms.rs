//! A question about norms without a stored session: the whole run in memory, for the command line and for tools.

use crate::model::error::ApiError;
use crate::model::ids::SessionId;
use crate::model::snapshot::Snapshot;
use crate::model::tool::{Budget, Spent};
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::runner::app::App;
use crate::runner::by_rules::by_rules;
use crate::runner::call_tool::{Progress, over, spent_of};
use crate::runner::cancel::Cancel;
use crate::runner::run_step::run_step;
use crate::workspaces::norms::flow::NORMS;
use crate::workspaces::norms::steps;
use crate::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::sync::Arc;

/// What came of a question.
pub struct Answered {
    /// The state at the end of the run.
    pub state: Value,
    /// Who performed the last step that a model worked on, or `builtin`.
    pub performer: String,
    /// What it cost.
    pub spent: Spent,
    /// What the caller should know.
    pub warnings: Vec<String>,
    /// The steps with their times.
    pub trace: Vec<TraceEntry>,
}

/// Runs a question to its end: an answer, a question back, or a review.
///
/// # Errors
/// The step that failed.
pub async fn answer(
    app: &App,
    question: &str,
    on: Option<&str>,
    budget: &Budget,
    cancel: &Cancel,
    progress: Progress<'_>,
) -> Result<Answered, ApiError> {
    let session = SessionId(format!("norms-{}", app.clock.id()));
    let moment = app.moment();
    let opened = NORMS.open(&session, question, &moment);
    let mut first = opened.state;
    if let Some(on) = on {
        first["as_of"] = json!(on);
        first["as_of_given"] = json!(true);
    }
    let mut snapshot =
        Snapshot { session, version: 0, state: Arc::new(first), aside: Arc::new(opened.aside), at: moment.now };
    let mut turns: Vec<Turn> = opened.turns;
    let mut answered = Answered {
        state: Value::Null,
        performer: "builtin".to_owned(),
        spent: Spent::default(),
        warnings: Vec::new(),
        trace: Vec::new(),
    };
    let rules = by_rules(app);
    let mut exhausted = budget.is_zero();
    while let Next::Run(step) = NORMS.next(&snapshot) {
        if !exhausted && over(budget, &answered.spent) {
            exhausted = true;
            answered.warnings.push(format!("Бюджет исчерпан: с шага {} работает встроенный исполнитель.", step.id));
        }
        let with = if exhausted { &rules } else { app };
        let ran = run_step(with, &NORMS, step, &snapshot, &turns, cancel).await;
        let cost = spent_of(&ran.trace.usage);
        answered.spent.tokens += cost.tokens;
        answered.spent.cost_usd += cost.cost_usd;
        if !matches!(ran.trace.performer.as_str(), "builtin" | "corpus") {
            answered.performer.clone_from(&ran.trace.performer);
        }
        answered.trace.push(ran.trace);
        let accepted = ran.result?;
        turns.extend(accepted.turns);
        snapshot = accepted.snapshot;
        let order = steps::STEPS.iter().position(|known| known.id == step.id).unwrap_or(0);
        progress(step.id, order + 1, steps::STEPS.len());
    }
    answered.state = (*snapshot.state).clone();
    let told = answered.state["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str);
    answered.warnings.extend(told.map(str::to_owned));
    Ok(answered)
}

/// The answer as a tool and the command line give it.
#[must_use]
pub fn output(answered: &Answered) -> Value {
    let state = &answered.state;
    json!({
        "status": state["status"],
        "user_query": state["user_query"],
        "as_of": state["as_of"],
        "final_answer": state["final_answer"],
        "question": state["question"],
        "plan": state["plan"],
        "warnings": answered.warnings,
    })
}
