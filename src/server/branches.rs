//! Two runs or branches side by side, and the judge of a mock trial looked at again.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::run_compare::RunComparison;
use crate::model::session::WorkspaceId;
use crate::runner::compare_runs::{self, Asked};
use crate::runner::{audit, fail};
use crate::server::rest::{Answer, session_id};
use crate::server::router::Server;
use crate::server::trial::trial_of;
use crate::server::{history, redline};
use crate::ui::compare_text;
use crate::ui::logic::compare::headline;
use crate::ui::logic::format::before_last_words;
use crate::ui::prefs::Lang;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

/// Query of `GET /api/session/{id}/compare`.
#[derive(Deserialize)]
pub struct With {
    with: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

impl With {
    /// An empty field of a form is no field.
    fn asked(self, session: SessionId) -> Result<Asked, ApiError> {
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let with = filled(self.with).map(|other| session_id(other.trim())).transpose()?;
        let version = |field, text| filled(text).map(|text| history::number(field, Some(text))).transpose();
        Ok(Asked { session, with, from: version("from", self.from)?, to: version("to", self.to)? })
    }
}

/// Query of `GET /api/session/{id}/audit`.
#[derive(Deserialize)]
pub struct Look {
    round: Option<String>,
    law_as_of: Option<String>,
}

/// `GET /api/session/{id}/compare?with={other}&from=&to=`: each workspace compares what it makes. Norms: two runs, of one
/// session or of two. Mock trials: two branches. Contracts: facts, issues and text of two versions.
///
/// # Errors
/// A number that is none, no other session named where one is needed, unknown, other kinds of case or workspace.
pub async fn compare(State(server): State<Server>, Path(id): Path<String>, Query(query): Query<With>) -> Answer {
    let (app, session) = (&server.app, session_id(&id)?);
    let row = app.store.row(&session).await.map_err(|error| fail::of_store(&error))?;
    let asked = query.asked(session)?;
    Ok(axum::Json(match row.workspace {
        WorkspaceId::Norms => told(compare_runs::norms(app, &asked).await?),
        WorkspaceId::Trial if asked.with.is_some() => compare_runs::trial_branches(app, &asked).await?,
        WorkspaceId::Trial => {
            return Err(ApiError::field("with", "Укажите второй сеанс: ?with=… — номер ветки.").into());
        }
        WorkspaceId::Contract if asked.with.is_none() => {
            let versions = app.store.versions(&asked.session).await.map_err(|error| fail::of_store(&error))?;
            let from = asked.from.unwrap_or_else(|| before_last_words(&versions));
            json!(redline::difference(app, &asked.session, from, asked.to.unwrap_or(row.version)).await?)
        }
        WorkspaceId::Contract => {
            let message = "У договора сравниваются версии одного сеанса: ?from=…&to=… без with.";
            return Err(ApiError::new(ErrorCode::NotSupported, message).with("field", "with").into());
        }
        WorkspaceId::Research => {
            let message = "Ответы исследования не сравниваются. Версии сеанса читают по GET …/versions/{version}.";
            return Err(ApiError::new(ErrorCode::NotSupported, message).into());
        }
    }))
}

/// The comparison with what differs in one sentence.
fn told(found: RunComparison) -> Value {
    let mut value = json!(found);
    value["summary"] = json!(headline(&found, compare_text::of(Lang::Ru)));
    value
}

/// `GET /api/session/{id}/audit?round=&law_as_of=`.
///
/// # Errors
/// A number or a day that is none; a round that has not ended.
pub async fn audit(State(server): State<Server>, Path(id): Path<String>, Query(query): Query<Look>) -> Answer {
    let (_, trial) = trial_of(&server, &id).await?;
    let round = query
        .round
        .filter(|text| !text.is_empty())
        .map(|text| text.parse::<u8>().map_err(|_| ApiError::field("round", "Укажите номер раунда: 1, 2, 3 или 4.")));
    let day = audit::day(query.law_as_of)?;
    Ok(axum::Json(audit::audit(&server.app, &trial, round.transpose()?, day.as_deref()).await?))
}
