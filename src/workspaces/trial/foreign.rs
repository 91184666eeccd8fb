//! A session that came from a file, and why none goes to the other side.

use crate::model::error::{ApiError, ErrorCode};
use crate::workspaces::trial::machine::Phase;
use crate::workspaces::trial::state::Trial;
use serde_json::json;

/// What was said was said about facts that nobody here has confirmed: rounds and speeches are stale, and between two
/// rounds the facts are reviewed first.
pub fn distrust(trial: &mut Trial, now: &str) {
    for round in &mut trial.rounds {
        round.stale = true;
        for step in &mut round.steps {
            step.stale = true;
        }
    }
    if trial.machine.phase == Phase::UserGate {
        trial.machine.return_to = trial.machine.round + 1;
        trial.machine.phase = Phase::FactsReview;
    }
    trial.note(now, "IMPORTED", json!({"rounds": trial.rounds.len()}));
}

/// Why a trial is not opened to the other side: what one side wants would go to the other.
#[must_use]
pub fn closed() -> ApiError {
    let message = "Учебный процесс не открывают другой стороне: в нём закрытые указания. Передайте отчёт.";
    ApiError::new(ErrorCode::NotSupported, message)
}
