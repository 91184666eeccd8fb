//! Norms over the ports: what EXECUTE and LOCATE read, the queue of reviews, evidence packs, two runs side by side.

pub mod compare;
pub mod evidence_pack;
pub mod execute;
pub mod reviews;

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::Version;
use crate::model::session::SessionRow;
use crate::model::trace::TraceEntry;
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::ports::BoxFuture;
use crate::runner::workspace::{Asked, Beside, Run, Side};
use crate::workspaces::norms::steps;
use serde_json::Value;

/// The use cases of norms.
pub struct NormsRun;

impl Run for NormsRun {
    fn answer<'a>(&'a self, asked: Asked<'a>, _trace: &'a mut TraceEntry) -> BoxFuture<'a, Result<Value, ApiError>> {
        Box::pin(async move {
            let input = &asked.input.data;
            let read = async {
                match asked.step.id {
                    steps::EXECUTE => execute::execute(asked.app, input).await,
                    steps::LOCATE => Ok(execute::locate(asked.app, input).await),
                    _ => Err(ApiError::new(ErrorCode::Internal, "Этот шаг не обращается к источникам.")),
                }
            };
            asked.cancel.unless_set(read).await.ok_or_else(fail::cancelled)?
        })
    }

    fn side<'a>(&'a self, app: &'a App, row: SessionRow) -> BoxFuture<'a, Result<Side, ApiError>> {
        Box::pin(compare::side(app, row))
    }

    fn beside<'a>(
        &'a self,
        app: &'a App,
        sides: &'a [Side; 2],
        picked: [Version; 2],
    ) -> BoxFuture<'a, Result<Option<Beside>, ApiError>> {
        Box::pin(async move { Ok(Some(Beside::Runs(Box::new(compare::runs_of(app, sides, picked).await?)))) })
    }
}
