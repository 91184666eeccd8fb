//! Contracts over the ports: the whole document in one go.

pub mod compose;

use crate::model::error::ApiError;
use crate::model::ids::SessionId;
use crate::runner::app::App;
use crate::runner::drive::Driven;
use crate::runner::ports::BoxFuture;
use crate::runner::workspace::Run;

/// The use cases of a contract.
pub struct ContractRun;

impl Run for ContractRun {
    fn compose<'a>(
        &'a self,
        app: &'a App,
        session: &'a SessionId,
        variant: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Driven, ApiError>> {
        Box::pin(compose::compose(app, session, variant))
    }
}
