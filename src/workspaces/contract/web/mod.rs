//! What a contract serves: its clauses, its check, its files, a contract that is brought, the protocol with a copy.

pub mod clauses;
pub mod draft;
pub mod export;
pub mod import;
pub mod lint;
pub mod protocol;
pub mod redline;

use crate::engine::knowledge::Knowledge;
use crate::engine::rights::Act;
use crate::model::error::ApiError;
use crate::model::finding::Finding;
use crate::model::ids::SessionId;
use crate::model::protocol::Protocol;
use crate::model::session::SessionRow;
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::compare_runs::Asked;
use crate::runner::ports::BoxFuture;
use crate::server::router::Server;
use crate::server::workspace::{self, Filing, Rights, Web};
use crate::workspaces::contract::state;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use serde_json::Value;

/// The HTTP side of a contract.
pub struct ContractWeb;

impl Web for ContractWeb {
    fn routes(&self) -> Router<Server> {
        Router::new()
            .route("/api/session/{id}/clauses/{clause_id}", get(clauses::read).put(clauses::write))
            .route("/api/session/{id}/lint", get(lint::session))
            .route("/api/session/{id}/lint/{finding}/fix", post(lint::fix))
            .route("/api/lint", post(lint::text))
            .route("/api/import", post(import::import).layer(DefaultBodyLimit::disable()))
            .route("/api/session/{id}/redline", get(redline::file))
            .route("/api/session/{id}/protocol", get(protocol::file))
    }

    fn rights(&self) -> Rights {
        &[
            ("/api/session/{id}/clauses/{clause_id}", &[("GET", Act::Read), ("PUT", Act::Write)]),
            ("/api/session/{id}/lint", &[("GET", Act::Read)]),
            ("/api/session/{id}/lint/{finding}/fix", &[("POST", Act::Write)]),
            ("/api/lint", &[("POST", Act::Look)]),
            ("/api/import", &[("POST", Act::Write)]),
            ("/api/session/{id}/redline", &[("GET", Act::Export)]),
            ("/api/session/{id}/protocol", &[("GET", Act::Export)]),
        ]
    }

    fn compare<'a>(
        &'a self,
        app: &'a App,
        row: &'a SessionRow,
        asked: &'a Asked,
    ) -> BoxFuture<'a, Result<Value, ApiError>> {
        let alone = "У договора сравниваются версии одного сеанса: ?from=…&to=… без with.";
        Box::pin(workspace::versions(app, row, asked, alone))
    }

    fn draft<'a>(
        &'a self,
        app: &'a App,
        snapshot: &'a Snapshot,
        step: &'a str,
        variant: Option<&'a str>,
    ) -> BoxFuture<'a, Result<(Value, Value), ApiError>> {
        Box::pin(draft::draft(app, snapshot, step, variant))
    }

    fn findings(&self, snapshot: &Snapshot, knowledge: &Knowledge, today: &str) -> Vec<Finding> {
        lint::report(snapshot, knowledge, None, today).map(|report| report.findings).unwrap_or_default()
    }

    fn protocol<'a>(
        &'a self,
        app: &'a App,
        session: &'a SessionId,
        copy: &'a SessionId,
    ) -> BoxFuture<'a, Result<Protocol, ApiError>> {
        Box::pin(protocol::protocol(app, session, copy))
    }

    fn file(&self, asked: &Filing<'_>) -> Result<Vec<u8>, ApiError> {
        export::render(asked)
    }

    fn file_name(&self, snapshot: &Snapshot) -> String {
        state::contract_type(&snapshot.state["domain"]).unwrap_or("contract").to_owned()
    }

    fn file_title(&self, snapshot: &Snapshot, knowledge: &Knowledge) -> Option<String> {
        let kind = state::contract_type(&snapshot.state["domain"])?;
        knowledge.pack(kind).map(|pack| pack.title.clone())
    }
}
