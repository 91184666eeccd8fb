//! The judge of a mock trial looked at again: sides swapped, and the law as of another day, with the corpus asked.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::run_compare::AuditPage;
use crate::runner::app::App;
use crate::runner::{fail, held};
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::{audit, guards};
use jiff::civil::Date;
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

/// The day of a query; an empty one is none.
///
/// # Errors
/// No day.
pub fn day(text: Option<String>) -> Result<Option<String>, ApiError> {
    let day = text.filter(|text| !text.is_empty());
    match day.as_deref().is_some_and(|day| day.parse::<Date>().is_err() || day.len() != 10) {
        true => Err(ApiError::field("law_as_of", "Дата — в виде ГГГГ-ММ-ДД.")),
        false => Ok(day),
    }
}

/// What the page of an audit shows: of a round, the last one that ended without a number.
///
/// # Errors
/// Unknown session; no mock trial; no such round; no day; storage.
pub async fn page(
    app: &App,
    session: &SessionId,
    round: Option<u8>,
    law_as_of: Option<String>,
) -> Result<AuditPage, ApiError> {
    let row = app.store.row(session).await.map_err(|error| fail::of_store(&error))?;
    let snapshot = app.store.latest(session).await.map_err(|error| fail::of_store(&error))?;
    let trial = Trial::of(&snapshot.state)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это не учебный процесс: такого у этого сеанса нет."))?;
    let law_as_of = day(law_as_of)?;
    let rounds: Vec<u8> = trial.rounds.iter().filter(|one| !one.end.is_null()).map(|one| one.round).collect();
    let round = round.or_else(|| rounds.last().copied());
    let found = match rounds.is_empty() {
        true => None,
        false => Some(audit(app, &trial, round, law_as_of.as_deref()).await?),
    };
    let issues = trial.rounds.iter().flat_map(|one| &one.steps).filter(|step| step.role == "judge");
    let issues = issues.flat_map(|step| step.output["body"]["Issues"].as_array().into_iter().flatten());
    let titles = issues
        .filter_map(|issue| Some((issue["id"].as_str()?.to_owned(), issue["title"].as_str()?.to_owned())))
        .collect();
    let criminal = trial.case.case_type == "criminal";
    Ok(AuditPage { row, rounds, round, law_as_of: law_as_of.unwrap_or_default(), titles, criminal, found })
}

fn citations_on<'t>(trial: &'t Trial, today: &'t str, day: &'t str) -> crate::engine::wording::citations::Asked<'t> {
    crate::engine::wording::citations::Asked { law_as_of: day, ..guards::asked(trial, today) }
}
