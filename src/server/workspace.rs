//! What a workspace serves: routes of its own, how a session opens, its files and comparisons. Each answer has a form for
//! a workspace that has nothing of its own to add.

use crate::engine::knowledge::Knowledge;
use crate::engine::rights::Act;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::finding::Finding;
use crate::model::ids::SessionId;
use crate::model::protocol::Protocol;
use crate::model::session::{SessionRow, VersionRow};
use crate::model::signoff::Signoff;
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::compare_runs::Asked;
use crate::runner::fail;
use crate::runner::ports::BoxFuture;
use crate::server::export::{self, Format};
use crate::server::history::difference;
use crate::server::opening::Opening;
use crate::server::router::Server;
use crate::ui::logic::format::before_last_words;
use crate::workspaces::Workspace;
use axum::Router;
use axum::http::HeaderMap;
use serde_json::{Value, json};

/// Routes with what each of their methods does.
pub type Rights = &'static [(&'static str, &'static [(&'static str, Act)])];

/// A file that somebody asks for.
pub struct Filing<'a> {
    /// Of this workspace.
    pub flow: &'static dyn Workspace,
    /// The version.
    pub snapshot: &'a Snapshot,
    /// Everything the product knows.
    pub knowledge: &'a Knowledge,
    /// The kind of file.
    pub format: Format,
    /// In whose favour, where a document has variants.
    pub variant: Option<&'a str>,
    /// A part of the document.
    pub part: Option<&'a str>,
    /// Stamped as a draft, also where it is ready.
    pub draft: bool,
    /// Who signed this version.
    pub signed: &'a [Signoff],
}

/// The HTTP side of a workspace.
pub trait Web: Sync {
    /// Routes of its own, beside those that every session has.
    fn routes(&self) -> Router<Server> {
        Router::new()
    }

    /// What its own routes do; a route that does not stand here is closed.
    fn rights(&self) -> Rights {
        &[]
    }

    /// The words that a session opens with.
    ///
    /// # Errors
    /// No words, a field that does not belong there, an unknown value.
    fn opening(
        &self,
        sent: Opening,
        message: Option<String>,
        _headers: &HeaderMap,
        _today: &str,
    ) -> Result<String, ApiError> {
        sent.words(message)
    }

    /// Whether its sessions open with the form of a case.
    fn takes_case(&self) -> bool {
        false
    }

    /// `GET /api/session/{id}/compare`: two versions of one session, fact by fact.
    fn compare<'a>(
        &'a self,
        app: &'a App,
        row: &'a SessionRow,
        asked: &'a Asked,
    ) -> BoxFuture<'a, Result<Value, ApiError>> {
        Box::pin(versions(app, row, asked, "Сравниваются версии одного сеанса: ?from=…&to=… без with."))
    }

    /// The output of a step as a draft that is written nowhere, and what is said about it.
    fn draft<'a>(
        &'a self,
        _app: &'a App,
        _snapshot: &'a Snapshot,
        _step: &'a str,
        _variant: Option<&'a str>,
    ) -> BoxFuture<'a, Result<(Value, Value), ApiError>> {
        Box::pin(async { Err(ApiError::field("draft", "Черновика у этого сеанса нет.")) })
    }

    /// `GET /api/session/{id}/export.*`.
    ///
    /// # Errors
    /// Nothing to write yet; a kind, a variant or a part that there is not; a text that cannot be laid out.
    fn file(&self, asked: &Filing<'_>) -> Result<Vec<u8>, ApiError> {
        export::of_written(asked)
    }

    /// What is wrong with the text of a version; `today` is `YYYY-MM-DD`.
    fn findings(&self, _snapshot: &Snapshot, _knowledge: &Knowledge, _today: &str) -> Vec<Finding> {
        Vec::new()
    }

    /// What the other side has otherwise in its copy.
    fn protocol<'a>(
        &'a self,
        _app: &'a App,
        _session: &'a SessionId,
        _copy: &'a SessionId,
    ) -> BoxFuture<'a, Result<Protocol, ApiError>> {
        Box::pin(async { Err(ApiError::new(ErrorCode::Conflict, "Сравнивать пока нечего.")) })
    }

    /// What a file is called, without version and extension, in letters that every reader takes.
    fn file_name(&self, _snapshot: &Snapshot) -> String {
        "answer".to_owned()
    }

    /// The name of a file as people read it, without version and extension; it names nobody, because a file goes on to
    /// others. `None` leaves the plain one.
    fn file_title(&self, _snapshot: &Snapshot, _knowledge: &Knowledge) -> Option<String> {
        None
    }
}

/// Two versions of one session; the last words of the person are what differs unless others are named.
///
/// # Errors
/// Another session is named (`alone` says that there is none); no such version; storage.
pub async fn versions(app: &App, row: &SessionRow, asked: &Asked, alone: &str) -> Result<Value, ApiError> {
    if asked.with.is_some() {
        return Err(ApiError::new(ErrorCode::NotSupported, alone).with("field", "with"));
    }
    let known: Vec<VersionRow> = app.store.versions(&asked.session).await.map_err(|error| fail::of_store(&error))?;
    let from = asked.from.unwrap_or_else(|| before_last_words(&known));
    Ok(json!(difference(app, &asked.session, from, asked.to.unwrap_or(row.version)).await?))
}
