//! The judge of a mock trial looked at again: sides swapped, and the law as of another day, with the corpus asked.

use crate::model::error::{ApiError, ErrorCode};
use crate::runner::app::App;
use crate::runner::held;
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::{audit, guards};
use serde_json::{Value, json};

/// `{round, side_swap, law_as_of?}` of a round, the last one that ended without a number.
///
/// # Errors
/// No such round; storage.
pub async fn audit(app: &App, trial: &Trial, round: Option<u8>, law_as_of: Option<&str>) -> Result<Value, ApiError> {
    let moment = app.moment();
    let today = moment.today();
    let mut ended = trial.rounds.iter().rev().filter(|one| !one.end.is_null());
    let found = match round {
        Some(number) => ended.find(|one| one.round == number),
        None => ended.next(),
    };
    let round = found.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "Такого раунда ещё нет."))?;
    let mut made = json!({
        "schema": "trial.audit/1",
        "session_id": trial.meta["session_id"],
        "round": round.round,
        "side_swap": audit::side_swap(trial, round, today),
        "disclaimer": "simulation_only",
    });
    if let Some(day) = law_as_of {
        let cited = audit::all_cited(trial);
        let mut rows = Vec::new();
        for day in [trial.case.law_as_of.as_str(), day] {
            let asked = citations_on(trial, today, day);
            rows.push(guards::held(&json!(held::rows(app, &cited, asked).await?)));
        }
        made["law_as_of"] = audit::law_as_of(trial, day, today, [&rows[0], &rows[1]]);
    }
    Ok(made)
}

fn citations_on<'t>(trial: &'t Trial, today: &'t str, day: &'t str) -> crate::engine::wording::citations::Asked<'t> {
    crate::engine::wording::citations::Asked { law_as_of: day, ..guards::asked(trial, today) }
}
