//! `GET /api/session/{id}/audit`: the judge of a mock trial looked at again.

use crate::model::error::ApiError;
use crate::server::rest::Answer;
use crate::server::router::Server;
use crate::workspaces::trial::run::audit::{self, day};
use crate::workspaces::trial::web::session::trial_of;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

/// Query of `GET /api/session/{id}/audit`.
#[derive(Deserialize)]
pub struct Look {
    round: Option<String>,
    law_as_of: Option<String>,
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
    let day = day(query.law_as_of)?;
    Ok(axum::Json(audit::audit(&server.app, &trial, round.transpose()?, day.as_deref()).await?))
}
