//! Remarks and sign-offs behind the port, over either engine.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::postgres::PostgresStore;
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::store::{over_postgres, over_sqlite};
use crate::model::ids::{RemarkId, SessionId};
use crate::model::signoff::{Remark, Settled, Signoff};
use crate::runner::opinions::Opinions;
use crate::runner::ports::{BoxFuture, StoreError};

impl Opinions for SqliteStore {
    fn add_remark(&self, session: &SessionId, remark: Remark) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::AddRemark { session: session.clone(), remark }))
    }

    fn remarks(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Remark>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { over_sqlite::opinions::remarks(&self.readers, &session).await })
    }

    fn settle_remark(
        &self,
        session: &SessionId,
        id: &RemarkId,
        settled: Settled,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::SettleRemark { session: session.clone(), id: id.clone(), settled }))
    }

    fn add_signoff(&self, session: &SessionId, signoff: Signoff) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::AddSignoff { session: session.clone(), signoff }))
    }

    fn signoffs(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Signoff>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { over_sqlite::opinions::signoffs(&self.readers, &session).await })
    }
}

impl Opinions for PostgresStore {
    fn add_remark(&self, session: &SessionId, remark: Remark) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::AddRemark { session: session.clone(), remark }))
    }

    fn remarks(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Remark>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { over_postgres::opinions::remarks(self.pool(), &session).await })
    }

    fn settle_remark(
        &self,
        session: &SessionId,
        id: &RemarkId,
        settled: Settled,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::SettleRemark { session: session.clone(), id: id.clone(), settled }))
    }

    fn add_signoff(&self, session: &SessionId, signoff: Signoff) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::AddSignoff { session: session.clone(), signoff }))
    }

    fn signoffs(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Signoff>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { over_postgres::opinions::signoffs(self.pool(), &session).await })
    }
}
