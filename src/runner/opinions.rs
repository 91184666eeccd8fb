//! The port for what others say about a document: beside the versions of a session, gone with it.

use crate::model::ids::{RemarkId, SessionId};
use crate::model::signoff::{Remark, Settled, Signoff};
use crate::runner::ports::{BoxFuture, StoreError};

/// Remarks and sign-offs of sessions. Of what lies in the trash there are none.
pub trait Opinions: Send + Sync {
    /// Keeps a remark.
    fn add_remark(&self, session: &SessionId, remark: Remark) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Remarks of a session, oldest first.
    fn remarks(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Remark>, StoreError>>;

    /// Notes that a remark needs nothing more; the first time stands.
    fn settle_remark(
        &self,
        session: &SessionId,
        id: &RemarkId,
        settled: Settled,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Keeps a sign-off if its version is the newest one.
    fn add_signoff(&self, session: &SessionId, signoff: Signoff) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Sign-offs of a session, oldest first.
    fn signoffs(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Signoff>, StoreError>>;
}
