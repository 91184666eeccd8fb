//! The whole document in one go: skeleton, clauses, final check, one version each.

use crate::model::error::ApiError;
use crate::model::ids::SessionId;
use crate::runner::app::App;
use crate::runner::drive::Driven;
use crate::runner::handle_event::force_step_as;
use crate::workspaces::contract::steps;

/// Runs the three steps of the document in their order.
///
/// # Errors
/// The first step that cannot run or is refused; what was accepted before it stays.
pub async fn compose(app: &App, session: &SessionId, variant: Option<&str>) -> Result<Driven, ApiError> {
    force_step_as(app, session, Some(steps::SKELETON), variant).await?;
    force_step_as(app, session, Some(steps::DRAFT_CLAUSES), None).await?;
    force_step_as(app, session, Some(steps::FINAL_CHECK), None).await
}
