//! What a workspace does over the ports. Each answer has a form for a workspace that does nothing of the kind, so that a
//! new one writes only what it has.

use crate::engine::step::Step;
use crate::engine::turn::Moment;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::run_compare::{AuditPage, RunComparison, RunRow};
use crate::model::session::SessionRow;
use crate::model::trace::TraceEntry;
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::drive::Driven;
use crate::runner::ports::BoxFuture;
use crate::workspaces::StepInput;
use serde_json::Value;

/// A step that asks the corpus, or rules and a model that doubts.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The services.
    pub app: &'a App,
    /// The step.
    pub step: &'static Step,
    /// Its input.
    pub input: &'a StepInput,
    /// The day of the question, if the session has one.
    pub on: Option<&'a str>,
    /// Now.
    pub moment: &'a Moment,
    /// Set by who stops the turn.
    pub cancel: &'a Cancel,
}

/// A session with its runs, as a comparison reads it.
pub struct Side {
    /// The session.
    pub row: SessionRow,
    /// Its runs; none where a workspace counts none.
    pub runs: Vec<RunRow>,
    /// Their traces.
    pub traces: Vec<TraceEntry>,
}

/// Two runs or branches beside each other.
pub enum Beside {
    /// Runs of a question.
    Runs(Box<RunComparison>),
    /// Branches of one matter.
    Branches(Value),
}

/// The use cases of a workspace.
pub trait Run: Sync {
    /// The output of a step of [`crate::engine::step::Kind::Retrieve`] or `Verify`.
    fn answer<'a>(&'a self, asked: Asked<'a>, _trace: &'a mut TraceEntry) -> BoxFuture<'a, Result<Value, ApiError>> {
        let _ = asked;
        Box::pin(async {
            Err(ApiError::new(ErrorCode::Internal, "Этот шаг не обращается к источникам."))
        })
    }

    /// A session with the runs that can be compared.
    fn side<'a>(&'a self, _app: &'a App, row: SessionRow) -> BoxFuture<'a, Result<Side, ApiError>> {
        Box::pin(async { Ok(Side { row, runs: Vec::new(), traces: Vec::new() }) })
    }

    /// Two versions of one or of two sessions side by side; none where versions are compared fact by fact.
    fn beside<'a>(
        &'a self,
        _app: &'a App,
        _sides: &'a [Side; 2],
        _picked: [Version; 2],
    ) -> BoxFuture<'a, Result<Option<Beside>, ApiError>> {
        Box::pin(async { Ok(None) })
    }

    /// The whole document in one go, where there is one.
    fn compose<'a>(
        &'a self,
        _app: &'a App,
        _session: &'a SessionId,
        _variant: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Driven, ApiError>> {
        Box::pin(async { Err(none("Документа у этого сеанса нет.")) })
    }

    /// A decision looked at again: of a round, as of a day of the law.
    fn audit<'a>(
        &'a self,
        _app: &'a App,
        _session: &'a SessionId,
        _round: Option<u8>,
        _law_as_of: Option<String>,
    ) -> BoxFuture<'a, Result<AuditPage, ApiError>> {
        Box::pin(async {
            Err(none("Это не учебный процесс: такого у этого сеанса нет."))
        })
    }
}

fn none(why: &str) -> ApiError {
    ApiError::new(ErrorCode::NotSupported, why)
}

/// A workspace that needs no port.
pub struct Nothing;

impl Run for Nothing {}
