//! A mock trial beside another branch of it, and its judge looked at again.

use crate::model::error::{ApiError, ErrorCode};
use crate::runner::audit;
use crate::server::rest::Answer;
use crate::server::router::Server;
use crate::server::trial::trial_of;
use crate::workspaces::trial::compare;
use axum::extract::{Path, Query, State};
use jiff::civil::Date;
use serde::Deserialize;

/// Query of `GET /api/session/{id}/compare`.
#[derive(Deserialize)]
pub struct With {
    with: Option<String>,
}

/// Query of `GET /api/session/{id}/audit`.
#[derive(Deserialize)]
pub struct Look {
    round: Option<String>,
    law_as_of: Option<String>,
}

/// `GET /api/session/{id}/compare?with={other}`: two branches side by side.
///
/// # Errors
/// No other session named; unknown; no mock trial; other kinds of case.
pub async fn compare(State(server): State<Server>, Path(id): Path<String>, Query(query): Query<With>) -> Answer {
    let (_, left) = trial_of(&server, &id).await?;
    let other = query.with.filter(|other| !other.is_empty());
    let other = other.ok_or_else(|| ApiError::field("with", "Укажите второй сеанс: ?with=… — номер ветки."))?;
    let (_, right) = trial_of(&server, &other).await?;
    if left.case.case_type != right.case.case_type {
        let message = "Сравниваются ветки одного вида дела: гражданское с гражданским, уголовное с уголовным.";
        return Err(ApiError::new(ErrorCode::NotSupported, message).with("field", "with").into());
    }
    Ok(axum::Json(compare::compare(&left, &right)))
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
    let day = query.law_as_of.filter(|text| !text.is_empty());
    if day.as_deref().is_some_and(|day| day.parse::<Date>().is_err() || day.len() != 10) {
        return Err(ApiError::field("law_as_of", "Дата — в виде ГГГГ-ММ-ДД.").into());
    }
    Ok(axum::Json(audit::audit(&server.app, &trial, round.transpose()?, day.as_deref()).await?))
}
