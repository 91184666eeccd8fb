//! What research serves: its answer as a file. Answers are not compared.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::SessionRow;
use crate::runner::app::App;
use crate::runner::compare_runs::Asked;
use crate::runner::ports::BoxFuture;
use crate::server::workspace::Web;
use serde_json::Value;

/// The HTTP side of research.
pub struct ResearchWeb;

impl Web for ResearchWeb {
    fn compare<'a>(
        &'a self,
        _app: &'a App,
        _row: &'a SessionRow,
        _asked: &'a Asked,
    ) -> BoxFuture<'a, Result<Value, ApiError>> {
        let message = "Ответы исследования не сравниваются. Версии сеанса читают по GET …/versions/{version}.";
        Box::pin(async move { Err(ApiError::new(ErrorCode::NotSupported, message)) })
    }
}
