//! The walls between matters, around the store: whatever a request asks it for, by whichever door, is looked up for the
//! person who asks. Sessions of a matter of others are not there, in no list either. So a field, an argument of a tool or
//! a page that names a second session opens nothing more than the address does.
//!
//! Who asks is the caller of the running task, or the one that was given: pages are drawn in tasks of their own. Where
//! nobody is known, nothing of any matter is there.

use crate::adapters::store::sessions::Sessions;
use crate::adapters::worker::caller::{self, Caller, on_behalf};
use crate::engine::rights::Place;
use crate::model::account::{Coming, Visitor};
use crate::model::error::ApiError;
use crate::model::ids::{RemarkId, RequestId, SessionId, Version};
use crate::model::session::{SessionRow, VersionRow, WorkspaceId};
use crate::model::share::Share;
use crate::model::signoff::{Remark, Settled, Signoff};
use crate::model::snapshot::Snapshot;
use crate::model::told::Numbered;
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::model::workflow::Workflow;
use crate::runner::lane::TurnRight;
use crate::runner::opinions::Opinions;
use crate::runner::past::{Description, History, Listed, Listing, Trashed};
use crate::runner::ports::{BoxFuture, Commit, RequestRecord, Store, StoreError};
use crate::runner::start_session::SCOPE;
use std::collections::HashSet;
use std::sync::Arc;

/// A store behind walls.
#[derive(Clone)]
pub struct Walled {
    inner: Arc<dyn Store>,
    sessions: Sessions,
    /// Who asks; otherwise the caller of the running task.
    by: Option<Coming>,
}

impl Walled {
    /// The store as the caller of each task may see it.
    #[must_use]
    pub fn new(sessions: Sessions) -> Self {
        Self { inner: sessions.port(), sessions, by: None }
    }

    /// The store as one visitor may see it, in whichever task.
    #[must_use]
    pub fn seen_by(sessions: Sessions, coming: Coming) -> Self {
        Self { by: Some(coming), ..Self::new(sessions) }
    }

    fn coming(&self) -> Option<Coming> {
        self.by.clone().or_else(|| caller::now().coming)
    }

    /// Whether a session is there for whoever asks.
    async fn open(&self, session: &SessionId) -> Result<(), StoreError> {
        let coming = self.coming();
        // What a link opens was looked at where it came in.
        if coming.as_ref().is_some_and(|coming| coming.visitor == Visitor::Link) {
            return Ok(());
        }
        let name = coming.as_ref().map_or("", Coming::name);
        match self.sessions.place(session, name).await? {
            (_, Place::Outside) => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }

    /// The id of a request for a new session as it is kept: two people may choose the same one, and nobody learns from
    /// an id that another has used it. Within a session the session keeps them apart.
    fn own(&self, scope: &str, id: &RequestId) -> RequestId {
        match self.coming() {
            Some(coming) if scope == SCOPE && !coming.name().is_empty() => {
                RequestId(format!("{}\n{}", coming.name(), id.0))
            }
            _ => id.clone(),
        }
    }

    /// Sessions that are not there for whoever asks. Who follows a link is shown no list.
    async fn hidden(&self) -> Result<HashSet<String>, StoreError> {
        let coming = self.coming();
        let name = coming.as_ref().map_or("", Coming::name);
        Ok(self.sessions.hidden(name).await?.into_iter().collect())
    }
}

/// So many more rows, so that enough are left.
fn more(limit: u32, hidden: &HashSet<String>) -> u32 {
    limit.saturating_add(u32::try_from(hidden.len()).unwrap_or(u32::MAX))
}

impl Store for Walled {
    fn enter(&self, session: &SessionId) -> BoxFuture<'_, Result<Option<TurnRight>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.enter(&session).await
        })
    }

    fn create(
        &self,
        workspace: WorkspaceId,
        title: String,
        mut commit: Commit,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        if let Some(mark) = &mut commit.request {
            mark.id = self.own(SCOPE, &mark.id);
        }
        if let Some((scope, id)) = &mut commit.ends {
            *id = self.own(scope, id);
        }
        Box::pin(async move {
            // The engine reads from the caller which matter it goes into.
            let caller = Caller { coming: self.coming(), ..caller::now() };
            on_behalf(caller, self.inner.create(workspace, title, commit)).await
        })
    }

    fn append(&self, mut commit: Commit) -> BoxFuture<'_, Result<(), StoreError>> {
        if let Some((scope, id)) = &mut commit.ends {
            *id = self.own(scope, id);
        }
        Box::pin(async move {
            self.open(&commit.snapshot.session).await?;
            self.inner.append(commit).await
        })
    }

    fn latest(&self, session: &SessionId) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.latest(&session).await
        })
    }

    fn version(&self, session: &SessionId, version: Version) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.version(&session, version).await
        })
    }

    fn versions(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<VersionRow>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.versions(&session).await
        })
    }

    fn spoken(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Option<Version>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.spoken(&session, up_to).await
        })
    }

    fn turns(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Vec<Turn>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.turns(&session, up_to).await
        })
    }

    fn history(&self, session: &SessionId, up_to: Option<Version>) -> BoxFuture<'_, Result<History, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.history(&session, up_to).await
        })
    }

    fn add_trace(&self, session: &SessionId, trace: TraceEntry) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.add_trace(&session, trace).await
        })
    }

    fn traces(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<TraceEntry>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.traces(&session).await
        })
    }

    fn events(&self, session: &SessionId, after: u64, limit: u32) -> BoxFuture<'_, Result<Vec<Numbered>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.events(&session, after, limit).await
        })
    }

    fn last_event(&self, session: &SessionId) -> BoxFuture<'_, Result<u64, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.last_event(&session).await
        })
    }

    fn request(&self, scope: &str, id: &RequestId) -> BoxFuture<'_, Result<Option<RequestRecord>, StoreError>> {
        let (scope, id) = (scope.to_owned(), self.own(scope, id));
        Box::pin(async move {
            let found = self.inner.request(&scope, &id).await?;
            if let Some(record) = &found {
                self.open(&record.session).await?;
            }
            Ok(found)
        })
    }

    fn finish_request(
        &self,
        scope: &str,
        id: &RequestId,
        outcome: Result<Version, ApiError>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.inner.finish_request(scope, &self.own(scope, id), outcome)
    }

    fn row(&self, session: &SessionId) -> BoxFuture<'_, Result<SessionRow, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.row(&session).await
        })
    }

    fn sessions(&self, limit: u32) -> BoxFuture<'_, Result<Vec<SessionRow>, StoreError>> {
        Box::pin(async move {
            let mut hidden = self.hidden().await?;
            let mut rows = self.inner.sessions(more(limit, &hidden)).await?;
            // What came behind a wall while the rows were read.
            hidden.extend(self.hidden().await?);
            rows.retain(|row| !hidden.contains(row.session_id.as_str()));
            rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            Ok(rows)
        })
    }

    fn matters(&self, asked: &Listing) -> BoxFuture<'_, Result<Listed, StoreError>> {
        let asked = asked.clone();
        Box::pin(async move {
            let mut hidden = self.hidden().await?;
            // One more than wanted must be left, so that the page knows whether another one follows.
            let wide = Listing { limit: more(asked.limit, &hidden).saturating_add(1), ..asked.clone() };
            let mut rows = self.inner.matters(&wide).await?.rows;
            hidden.extend(self.hidden().await?);
            rows.retain(|row| !hidden.contains(row.session_id.as_str()));
            Ok(asked.page(rows))
        })
    }

    fn describe(&self, session: &SessionId, change: Description) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.describe(&session, change).await
        })
    }

    fn trash(&self, session: &SessionId, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        let (session, at) = (session.clone(), at.to_owned());
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.trash(&session, &at).await
        })
    }

    fn restore(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.restore(&session).await
        })
    }

    fn trashed(&self) -> BoxFuture<'_, Result<Vec<Trashed>, StoreError>> {
        Box::pin(async move {
            let mut lying = self.inner.trashed().await?;
            let hidden = self.hidden().await?;
            lying.retain(|one| !hidden.contains(one.row.session_id.as_str()));
            Ok(lying)
        })
    }

    fn delete(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.delete(&session).await
        })
    }

    fn add_share(&self, share: Share) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.open(&share.session).await?;
            self.inner.add_share(share).await
        })
    }

    // A link is looked up before it is known who asks: whoever has its token has its copy.
    fn share(&self, id: &str) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        self.inner.share(id)
    }

    fn share_of_copy(&self, copy: &SessionId) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        self.inner.share_of_copy(copy)
    }

    fn shares(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Share>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.shares(&session).await
        })
    }

    fn revoke_share(&self, id: &str, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        let (id, at) = (id.to_owned(), at.to_owned());
        Box::pin(async move {
            if let Some(share) = self.inner.share(&id).await? {
                self.open(&share.session).await?;
            }
            self.inner.revoke_share(&id, &at).await
        })
    }

    fn add_workflow(&self, workflow: Workflow) -> BoxFuture<'_, Result<(), StoreError>> {
        self.inner.add_workflow(workflow)
    }

    fn workflows(&self) -> BoxFuture<'_, Result<Vec<Workflow>, StoreError>> {
        self.inner.workflows()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.inner.ping()
    }
}

impl Opinions for Walled {
    fn add_remark(&self, session: &SessionId, remark: Remark) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.add_remark(&session, remark).await
        })
    }

    fn remarks(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Remark>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.remarks(&session).await
        })
    }

    fn settle_remark(
        &self,
        session: &SessionId,
        id: &RemarkId,
        settled: Settled,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let (session, id) = (session.clone(), id.clone());
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.settle_remark(&session, &id, settled).await
        })
    }

    fn add_signoff(&self, session: &SessionId, signoff: Signoff) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.add_signoff(&session, signoff).await
        })
    }

    fn signoffs(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Signoff>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.open(&session).await?;
            self.inner.signoffs(&session).await
        })
    }
}
