//! What a mock trial serves: evidence, rounds, branches, the judge looked at again, the report.

pub mod audit;
pub mod session;

use crate::engine::rights::Act;
use crate::model::error::ApiError;
use crate::model::session::SessionRow;
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::compare_runs::{self, Asked};
use crate::runner::ports::BoxFuture;
use crate::server::opening::Opening;
use crate::server::router::Server;
use crate::server::workspace::{Filing, Rights, Web};
use crate::workspaces::trial::run::compare;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::Value;

/// The HTTP side of a mock trial.
pub struct TrialWeb;

impl Web for TrialWeb {
    fn routes(&self) -> Router<Server> {
        Router::new()
            .route("/api/session/{id}/evidence", post(session::evidence).layer(DefaultBodyLimit::disable()))
            .route("/api/session/{id}/rounds/{n}", get(session::round))
            .route("/api/session/{id}/flip", post(session::flip))
            .route("/api/session/{id}/audit", get(audit::audit))
    }

    fn rights(&self) -> Rights {
        &[
            ("/api/session/{id}/evidence", &[("POST", Act::Write)]),
            ("/api/session/{id}/rounds/{n}", &[("GET", Act::Read)]),
            ("/api/session/{id}/flip", &[("POST", Act::Write)]),
            ("/api/session/{id}/audit", &[("GET", Act::Read)]),
        ]
    }

    fn file(&self, asked: &Filing<'_>) -> Result<Vec<u8>, ApiError> {
        session::report(asked)
    }

    fn file_name(&self, _snapshot: &Snapshot) -> String {
        "report".to_owned()
    }

    fn opening(
        &self,
        sent: Opening,
        message: Option<String>,
        _headers: &HeaderMap,
        today: &str,
    ) -> Result<String, ApiError> {
        sent.case(message, today)
    }

    fn takes_case(&self) -> bool {
        true
    }

    /// Two branches; of one session there is only one.
    fn compare<'a>(
        &'a self,
        app: &'a App,
        _row: &'a SessionRow,
        asked: &'a Asked,
    ) -> BoxFuture<'a, Result<Value, ApiError>> {
        Box::pin(async move {
            if asked.with.is_none() {
                return Err(ApiError::field("with", "Укажите второй сеанс: ?with=… — номер ветки."));
            }
            let (sides, picked) = compare_runs::both(app, asked).await?;
            compare::trials(app, &sides, picked).await
        })
    }
}
