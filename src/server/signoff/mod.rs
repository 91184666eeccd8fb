//! Remarks and the sign-off of a version: for the owner below the session, for a lawyer below the link.

pub mod json;
pub mod pages;

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::runner::signoff::Seat;
use crate::runner::{fail, share as shares};
use crate::server::router::Server;
use crate::server::share::Closed;

/// The seat of whoever comes with the token of a link for a lawyer, or why there is none.
async fn by_link(server: &Server, token: &str) -> Result<Result<Seat, Closed>, ApiError> {
    let share = shares::of_token(&server.app, token).await?.filter(|share| share.copy.is_none());
    let Some(share) = share else { return Ok(Err(Closed::Unknown)) };
    if !share.is_live() {
        return Ok(Err(Closed::Revoked));
    }
    // What lies in the trash is shown to nobody.
    let there = server.app.store.row(&share.session).await;
    match there.map_err(|error| fail::of_store(&error)) {
        Ok(_) => Ok(Ok(Seat { session: share.session, link: Some(share.id) })),
        Err(error) if error.code == ErrorCode::NotFound => Ok(Err(Closed::Unknown)),
        Err(error) => Err(error),
    }
}

/// The seat of the owner.
fn owner(session: SessionId) -> Seat {
    Seat { session, link: None }
}
