//! What norms serve: the queue of reviews, evidence packs, two runs side by side.

pub mod evidence_pack;
pub mod reviews;

use crate::engine::rights::Act;
use crate::model::error::ApiError;
use crate::model::session::SessionRow;
use crate::runner::app::App;
use crate::runner::compare_runs::Asked;
use crate::runner::ports::BoxFuture;
use crate::server::opening::Opening;
use crate::server::router::Server;
use crate::server::workspace::{Rights, Web};
use crate::ui::compare_text;
use crate::ui::logic::compare::headline;
use crate::ui::prefs::Lang;
use crate::workspaces::norms::run::compare;
use axum::Router;
use axum::http::HeaderMap;
use axum::routing::get;
use jiff::civil::Date;
use serde_json::{Value, json};

/// The HTTP side of norms.
pub struct NormsWeb;

impl Web for NormsWeb {
    fn routes(&self) -> Router<Server> {
        Router::new()
            .route("/api/session/{id}/evidence-pack", get(evidence_pack::file))
            .route("/api/norms/reviews", get(reviews::reviews))
    }

    fn rights(&self) -> Rights {
        &[("/api/session/{id}/evidence-pack", &[("GET", Act::Export)]), ("/api/norms/reviews", &[("GET", Act::Read)])]
    }

    /// As with the tools of research: the day may stand in a header.
    fn opening(
        &self,
        sent: Opening,
        message: Option<String>,
        headers: &HeaderMap,
        _today: &str,
    ) -> Result<String, ApiError> {
        let first = sent.words(message)?;
        let Some(day) = headers.get("x-as-of").and_then(|day| day.to_str().ok()) else { return Ok(first) };
        if day.parse::<Date>().is_err() {
            return Err(ApiError::field("x-as-of", "День записывается как ГГГГ-ММ-ДД."));
        }
        Ok(format!("{first} (на дату {day})"))
    }

    /// Two runs, of one session or of two, with what differs in one sentence.
    fn compare<'a>(
        &'a self,
        app: &'a App,
        _row: &'a SessionRow,
        asked: &'a Asked,
    ) -> BoxFuture<'a, Result<Value, ApiError>> {
        Box::pin(async move {
            let found = compare::norms(app, asked).await?;
            let mut value = json!(found);
            value["summary"] = json!(headline(&found, compare_text::of(Lang::Ru)));
            Ok(value)
        })
    }
}
