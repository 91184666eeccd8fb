//! VERIFY: the rules over the round, the corpus for citations that the register leaves open, and, where a model
//! performs, a critic that may add doubts. Without the critic's answer the verdict stays open: that is no pass.

use crate::engine::step::Step;
use crate::engine::turn::Moment;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::trace::TraceEntry;
use crate::runner::app::App;
use crate::runner::ask_model::ask_model;
use crate::runner::cancel::Cancel;
use crate::runner::{fail, held};
use crate::workspaces::StepInput;
use crate::workspaces::trial::ID;
use crate::workspaces::trial::guards::{self, critic, verifier};
use crate::workspaces::trial::state::Trial;
use serde_json::Value;

/// Corrections of a critic's answer before it counts as unheard.
const REPAIRS: u32 = 1;

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
    let rules = app.aside(|| verifier::answer(&trial, moment.today(), &rows)).await;
    if !app.llm.performer().is_model {
        return Ok(rules);
    }
    let (said, doubts) = ask_model(app, ID, step, input, step.wire, REPAIRS, cancel).await;
    if !said.performer.is_empty() {
        trace.performer.clone_from(&said.performer);
    }
    said.note(trace);
    match doubts {
        Err(error) if matches!(error.code, ErrorCode::Cancelled | ErrorCode::Internal) => Err(error),
        // Unheard is no pass: the verdict stays open.
        doubts => Ok(critic::joined(&trial, rules, doubts.ok().as_ref(), &trace.performer)),
    }
}
