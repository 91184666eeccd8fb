//! Research over the ports: finding sources, checking an answer against them.

pub mod sources;

use crate::model::error::{ApiError, ErrorCode};
use crate::model::trace::TraceEntry;
use crate::runner::ports::BoxFuture;
use crate::runner::workspace::{Asked, Run};
use crate::runner::{check_answer, fail};
use crate::workspaces::research::steps;
use serde_json::Value;

/// The use cases of research.
pub struct ResearchRun;

impl Run for ResearchRun {
    fn answer<'a>(&'a self, asked: Asked<'a>, _trace: &'a mut TraceEntry) -> BoxFuture<'a, Result<Value, ApiError>> {
        Box::pin(async move {
            let (app, input) = (asked.app, &asked.input.data);
            let read = async {
                match asked.step.id {
                    steps::RETRIEVE => sources::fetch(app, input).await,
                    steps::VALIDATE => {
                        let report = check_answer::report(app, input, asked.on).await;
                        Ok(check_answer::output(input["answer"].as_str().unwrap_or_default(), &report))
                    }
                    _ => Err(ApiError::new(ErrorCode::Internal, "Этот шаг не обращается к источникам.")),
                }
            };
            asked.cancel.unless_set(read).await.ok_or_else(fail::cancelled)?
        })
    }
}
