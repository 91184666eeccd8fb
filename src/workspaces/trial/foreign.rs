//! A session that came from a file.

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
