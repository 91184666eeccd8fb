//! Mock trials over the ports: the check of a round, two branches side by side, the judge looked at again.

pub mod audit;
pub mod compare;
pub mod verify;

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::run_compare::AuditPage;
use crate::model::trace::TraceEntry;
use crate::runner::app::App;
use crate::runner::ports::BoxFuture;
use crate::runner::workspace::{Asked, Beside, Run, Side};
use crate::workspaces::trial::steps;
use serde_json::Value;

/// The use cases of a mock trial.
pub struct TrialRun;

impl Run for TrialRun {
    fn answer<'a>(&'a self, asked: Asked<'a>, trace: &'a mut TraceEntry) -> BoxFuture<'a, Result<Value, ApiError>> {
        Box::pin(async move {
            let Asked { app, step, input, moment, cancel, .. } = asked;
            match step.id {
                steps::VERIFY => verify::answer(app, step, input, moment, trace, cancel).await,
                _ => Err(ApiError::new(ErrorCode::Internal, "Этот шаг не обращается к источникам.")),
            }
        })
    }

    fn beside<'a>(
        &'a self,
        app: &'a App,
        sides: &'a [Side; 2],
        picked: [Version; 2],
    ) -> BoxFuture<'a, Result<Option<Beside>, ApiError>> {
        Box::pin(async move { Ok(Some(Beside::Branches(compare::trials(app, sides, picked).await?))) })
    }

    fn audit<'a>(
        &'a self,
        app: &'a App,
        session: &'a SessionId,
        round: Option<u8>,
        law_as_of: Option<String>,
    ) -> BoxFuture<'a, Result<AuditPage, ApiError>> {
        Box::pin(audit::page(app, session, round, law_as_of))
    }
}
