//! The store over PostgreSQL: several processes behind one database.
//!
//! Versions are compared and swapped inside one statement, so two processes never fork a session. What is remembered
//! of the newest versions is used only while the database says that they still are the newest. Events are rows; a
//! notification between processes only wakes whoever listens, and after a lost connection everybody is woken.

use crate::adapters::store::encode::{encode_trace, first_version, follows, next_version, outcome};
use crate::adapters::store::heads::{Head, Heads};
use crate::adapters::store::holds::Hold;
use crate::adapters::store::jobs::Job;
use crate::adapters::store::keeping::Keeping;
use crate::adapters::store::open::OpenError;
use crate::adapters::store::over_postgres::{events, past, perform, reads, shares, workflows};
use crate::adapters::store::postgres_open;
use crate::adapters::store::rows::{failed, number};
use crate::adapters::store::telling::{Telling, Write};
use crate::adapters::store::turn_locks::TurnLocks;
use crate::adapters::store::writer::Wake;
use crate::adapters::worker::caller;
use crate::model::error::ApiError;
use crate::model::ids::{RequestId, SessionId, Version};
use crate::model::session::{SessionRow, VersionRow, WorkspaceId};
use crate::model::share::Share;
use crate::model::snapshot::Snapshot;
use crate::model::told::{Numbered, Told};
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::model::workflow::Workflow;
use crate::runner::lane::TurnRight;
use crate::runner::past::{Description, History, Listed, Listing, Trashed};
use crate::runner::ports::{BoxFuture, Commit, RequestRecord, Store, StoreError};
use sqlx::postgres::PgListener;
use sqlx::{AssertSqlSafe, PgConnection, PgPool};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;

/// The channel on which processes wake each other; the payload is the session.
const CHANNEL: &str = "legalagi_told";
/// Quiet time after which the listening connection is asked whether it lives.
const LOOK: Duration = Duration::from_secs(30);
/// Pause before a lost connection is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// Sessions in a PostgreSQL database. Needs a tokio runtime.
pub struct PostgresStore {
    pub(super) shared: Arc<Shared>,
    telling: Telling,
    locks: TurnLocks,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

pub(super) struct Shared {
    pub(super) pool: PgPool,
    pub(super) keeping: OnceLock<Keeping>,
    heads: Heads,
    wake: Wake,
    /// Whether a vacuum after deletions is under way.
    vacuums: AtomicBool,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStore").field("pool", &self.shared.pool).finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Connects and brings the database to this release's schema.
    ///
    /// # Errors
    /// When the database does not answer, or a newer release has written it.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let options = postgres_open::options(url)?;
        let pool = postgres_open::pool(&options).await?;
        let shared = Arc::new(Shared {
            pool: pool.clone(),
            keeping: OnceLock::new(),
            heads: Heads::default(),
            wake: Arc::new(OnceLock::new()),
            vacuums: AtomicBool::new(false),
        });
        let locks = TurnLocks::new(options);
        locks.connect().await?;
        let write: Write = {
            let shared = Arc::clone(&shared);
            Arc::new(move |job| {
                let shared = Arc::clone(&shared);
                Box::pin(async move { shared.submit(job).await })
            })
        };
        let (telling, writing) = Telling::begin(write);
        let tasks = vec![tokio::spawn(listen(Arc::clone(&shared))), writing];
        Ok(Self { shared, telling, locks, tasks: Mutex::new(tasks) })
    }

    /// Writes what waits, then closes the connections. Later calls fail.
    pub async fn close(&self) {
        self.telling.settled().await;
        for task in self.tasks.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            task.abort();
        }
        self.locks.close().await;
        self.shared.pool.close().await;
    }

    /// Calls this whenever events of a session may be there, with `None` when those of any session may; only the first
    /// caller is heard.
    pub fn on_told(&self, wake: impl Fn(Option<&SessionId>) + Send + Sync + 'static) {
        let _ = self.shared.wake.set(Box::new(wake));
    }

    /// Adds an event that belongs to no version. Its place in the order is that of the call; nobody waits for it.
    pub fn tell(&self, session: SessionId, told: Told) {
        self.telling.tell(session, told);
    }

    /// Puts a session on hold; a second time the first one stands.
    ///
    /// # Errors
    /// Unknown session; storage.
    pub async fn hold(&self, session: &SessionId, at: &str) -> Result<(), StoreError> {
        self.shared.submit(Job::Hold { session: session.clone(), at: at.to_owned() }).await
    }

    /// Takes a session off hold.
    ///
    /// # Errors
    /// It is not on hold; storage.
    pub async fn release(&self, session: &SessionId, at: &str) -> Result<(), StoreError> {
        self.shared.submit(Job::Release { session: session.clone(), at: at.to_owned() }).await
    }

    /// What is on hold, oldest first.
    ///
    /// # Errors
    /// Storage.
    pub async fn holds(&self) -> Result<Vec<Hold>, StoreError> {
        let query = sqlx::query_as("SELECT session, at FROM holds ORDER BY at, session");
        query.fetch_all(&self.shared.pool).await.map_err(|e| failed("read holds", &e))
    }

    pub(super) async fn submit(&self, job: Job) -> Result<(), StoreError> {
        self.shared.submit(job).await
    }

    pub(super) fn pool(&self) -> &PgPool {
        &self.shared.pool
    }

    async fn create_session(&self, workspace: WorkspaceId, title: String, commit: Commit) -> Result<(), StoreError> {
        if commit.snapshot.version != 0 {
            return Err(StoreError::Failed("a session begins with version 0".to_owned()));
        }
        let version = first_version(commit)?;
        let matter = caller::into();
        self.shared.submit(Job::Create { workspace: workspace.as_str().to_owned(), title, matter, version }).await
    }

    async fn append_version(&self, commit: Commit) -> Result<(), StoreError> {
        // What was told before this version has a number before it.
        self.telling.settled().await;
        let base = self.shared.head(&commit.snapshot.session).await?;
        if !follows(&base, &commit) {
            return Err(StoreError::Conflict { current: base.snapshot.version });
        }
        self.shared.submit(Job::Append { version: next_version(&base, commit)? }).await
    }

    async fn snapshot(&self, session: &SessionId, version: Version) -> Result<Snapshot, StoreError> {
        self.shared.standing(session).await?;
        if let Some(kept) = self.shared.heads.version(session, version) {
            return Ok(kept);
        }
        let found = reads::head(&self.shared.pool, session, version).await?.snapshot;
        if found.version == version { Ok(found) } else { Err(StoreError::NotFound) }
    }

    async fn purge(&self, session: SessionId) -> Result<(), StoreError> {
        self.shared.submit(Job::Delete { session }).await?;
        let shared = Arc::clone(&self.shared);
        if !shared.vacuums.swap(true, Ordering::AcqRel) {
            tokio::spawn(async move { shared.vacuum().await });
        }
        Ok(())
    }
}

impl Shared {
    /// Gives the space of deleted rows free, so that the next rows overwrite it.
    async fn vacuum(&self) {
        for table in ["sessions", "versions", "turns", "traces", "events", "remarks", "signoffs"] {
            let vacuum = sqlx::query(AssertSqlSafe(["VACUUM ", table].concat())).execute(&self.pool).await;
            if let Err(error) = vacuum {
                tracing::warn!(table, error = error.to_string(), "vacuum after a deletion");
            }
        }
        self.vacuums.store(false, Ordering::Release);
    }

    /// The version that stands and its time; what lies in the trash is not there.
    async fn standing(&self, session: &SessionId) -> Result<(Version, String), StoreError> {
        let query = "SELECT version, updated_at FROM sessions WHERE id = $1 \
                     AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1)";
        let found: Option<(i64, String)> = sqlx::query_as(query)
            .bind(session.as_str())
            .fetch_optional(&self.pool)
            .await
            .map_err(|e| failed("current version", &e))?;
        let (version, at) = found.ok_or(StoreError::NotFound)?;
        Ok((number(version)?, at))
    }

    async fn head(&self, session: &SessionId) -> Result<Arc<Head>, StoreError> {
        let (version, at) = self.standing(session).await?;
        if let Some(head) = self.heads.get(session) {
            if head.snapshot.version == version && head.snapshot.at == at {
                return Ok(head);
            }
            // A database that lost its last moments may have another version of the same number.
            if head.snapshot.version >= version {
                self.heads.remove(session);
            }
        }
        let ticket = self.heads.ticket();
        let head = Arc::new(reads::head(&self.pool, session, Version::MAX).await?);
        self.heads.offer(ticket, Arc::clone(&head));
        Ok(head)
    }

    async fn dialogue(&self, session: &SessionId, up_to: Version) -> Result<Vec<Turn>, StoreError> {
        self.standing(session).await?;
        if let Some(known) = self.heads.turns(session, up_to) {
            return Ok(known);
        }
        let ticket = self.heads.ticket();
        let turns = reads::turns(&self.pool, session, up_to).await?;
        self.heads.offer_turns(ticket, session, up_to, &turns);
        Ok(turns.into_iter().map(|(_, turn)| turn).collect())
    }

    async fn spoken(&self, session: &SessionId, up_to: Version) -> Result<Option<Version>, StoreError> {
        self.standing(session).await?;
        if let Some(known) = self.heads.spoken(session, up_to) {
            return Ok(Some(known));
        }
        let ticket = self.heads.ticket();
        let found = reads::spoken(&self.pool, session, up_to).await?;
        found.into_iter().for_each(|spoken| self.heads.offer_spoken(ticket, session, up_to, spoken));
        Ok(found)
    }

    /// One job in a transaction of its own; on disk when it returns.
    pub(super) async fn submit(&self, job: Job) -> Result<(), StoreError> {
        let done = self.commit(&job).await;
        match (&job, &done) {
            (Job::Create { version, .. } | Job::Append { version }, Ok(())) => self.heads.put(version),
            (Job::Append { version }, Err(_)) => self.heads.remove(&version.head.snapshot.session),
            (Job::Trash { .. } | Job::Delete { .. }, _) => self.heads.clear(),
            _ => {}
        }
        if let (Ok(()), Some(session)) = (&done, told(&job)) {
            self.wake(Some(session));
            // Only wakes: a lost notification delays a listener elsewhere until the next one.
            let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(session.as_str());
            if let Err(error) = notify.execute(&self.pool).await {
                tracing::warn!(error = error.to_string(), "other processes were not woken");
            }
        }
        done
    }

    async fn commit(&self, job: &Job) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await.map_err(|e| failed("transaction", &e))?;
        let connection: &mut PgConnection = &mut transaction;
        perform::perform(job, connection).await?;
        if let Some(keeping) = self.keeping.get() {
            perform::beside(&keeping.beside(job), connection).await?;
        }
        transaction.commit().await.map_err(|e| failed("transaction", &e))
    }

    fn wake(&self, session: Option<&SessionId>) {
        if let Some(wake) = self.wake.get() {
            wake(session);
        }
    }
}

/// The session that a job brings events of.
fn told(job: &Job) -> Option<&SessionId> {
    match job {
        Job::Create { version, .. } | Job::Append { version } if !version.events.is_empty() => {
            Some(&version.head.snapshot.session)
        }
        Job::Tell { session, .. } => Some(session),
        _ => None,
    }
}

/// Hears what other processes have told. After a lost connection anything may have been missed.
async fn listen(shared: Arc<Shared>) {
    loop {
        let heard = async {
            let mut listener = PgListener::connect_with(&shared.pool).await?;
            listener.listen(CHANNEL).await?;
            shared.wake(None);
            loop {
                match tokio::time::timeout(LOOK, listener.try_recv()).await {
                    Ok(notice) => match notice? {
                        Some(notice) => shared.wake(Some(&SessionId::from(notice.payload()))),
                        None => shared.wake(None),
                    },
                    // A connection that was cut without a word hears nothing for ever.
                    Err(_) => {
                        let alive = sqlx::query("SELECT 1").execute(&mut listener);
                        tokio::time::timeout(AGAIN * 10, alive).await.map_err(|_| sqlx::Error::PoolTimedOut)??;
                        shared.wake(None);
                    }
                }
            }
        };
        let lost: Result<(), sqlx::Error> = heard.await;
        if let Err(error) = lost {
            tracing::warn!(error = error.to_string(), "listening to other processes");
        }
        tokio::time::sleep(AGAIN).await;
    }
}

impl Store for PostgresStore {
    fn create(&self, workspace: WorkspaceId, title: String, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.create_session(workspace, title, commit))
    }

    fn append(&self, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.append_version(commit))
    }

    fn enter(&self, session: &SessionId) -> BoxFuture<'_, Result<Option<TurnRight>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.locks.enter(&session).await })
    }

    fn latest(&self, session: &SessionId) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        let session = session.clone();
        Box::pin(async move { Ok(self.shared.head(&session).await?.snapshot.clone()) })
    }

    fn version(&self, session: &SessionId, version: Version) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.snapshot(&session, version).await })
    }

    fn versions(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<VersionRow>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { reads::versions(&self.shared.pool, &session).await })
    }

    fn turns(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Vec<Turn>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.shared.dialogue(&session, up_to).await })
    }

    fn spoken(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Option<Version>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.shared.spoken(&session, up_to).await })
    }

    fn history(&self, session: &SessionId, up_to: Option<Version>) -> BoxFuture<'_, Result<History, StoreError>> {
        let session = session.clone();
        Box::pin(async move { past::history(&self.shared.pool, &session, up_to).await })
    }

    fn add_trace(&self, session: &SessionId, trace: TraceEntry) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.shared.submit(Job::AddTrace { session, trace: encode_trace(trace)? }).await })
    }

    fn traces(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<TraceEntry>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { reads::traces(&self.shared.pool, &session).await })
    }

    fn events(&self, session: &SessionId, after: u64, limit: u32) -> BoxFuture<'_, Result<Vec<Numbered>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.telling.settled().await;
            events::after(&self.shared.pool, &session, after, limit).await
        })
    }

    fn last_event(&self, session: &SessionId) -> BoxFuture<'_, Result<u64, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.telling.settled().await;
            events::last(&self.shared.pool, &session).await
        })
    }

    fn request(&self, scope: &str, id: &RequestId) -> BoxFuture<'_, Result<Option<RequestRecord>, StoreError>> {
        let (scope, id) = (scope.to_owned(), id.clone());
        Box::pin(async move { reads::request(&self.shared.pool, &scope, &id).await })
    }

    fn finish_request(
        &self,
        scope: &str,
        id: &RequestId,
        ended: Result<Version, ApiError>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let (scope, id) = (scope.to_owned(), id.0.clone());
        Box::pin(async move {
            let (version, error) = outcome(ended)?;
            self.shared.submit(Job::FinishRequest { scope, id, version, error }).await
        })
    }

    fn row(&self, session: &SessionId) -> BoxFuture<'_, Result<SessionRow, StoreError>> {
        let session = session.clone();
        Box::pin(async move { reads::row(&self.shared.pool, &session).await })
    }

    fn sessions(&self, limit: u32) -> BoxFuture<'_, Result<Vec<SessionRow>, StoreError>> {
        Box::pin(reads::sessions(&self.shared.pool, limit))
    }

    fn matters(&self, asked: &Listing) -> BoxFuture<'_, Result<Listed, StoreError>> {
        let asked = asked.clone();
        Box::pin(async move { reads::matters(&self.shared.pool, &asked).await })
    }

    fn describe(&self, session: &SessionId, change: Description) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared.submit(Job::Describe { session: session.clone(), change }))
    }

    fn trash(&self, session: &SessionId, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared.submit(Job::Trash { session: session.clone(), at: at.to_owned() }))
    }

    fn restore(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared.submit(Job::Restore { session: session.clone() }))
    }

    fn trashed(&self) -> BoxFuture<'_, Result<Vec<Trashed>, StoreError>> {
        Box::pin(past::trashed(&self.shared.pool))
    }

    fn delete(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.purge(session.clone()))
    }

    fn add_share(&self, share: Share) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared.submit(Job::AddShare { share }))
    }

    fn share(&self, id: &str) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        let id = id.to_owned();
        Box::pin(async move { shares::by_id(&self.shared.pool, &id).await })
    }

    fn share_of_copy(&self, copy: &SessionId) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        let copy = copy.clone();
        Box::pin(async move { shares::by_copy(&self.shared.pool, &copy).await })
    }

    fn shares(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Share>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { shares::of_session(&self.shared.pool, &session).await })
    }

    fn revoke_share(&self, id: &str, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared.submit(Job::RevokeShare { id: id.to_owned(), at: at.to_owned() }))
    }

    fn add_workflow(&self, workflow: Workflow) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared.submit(Job::AddWorkflow { workflow }))
    }

    fn workflows(&self) -> BoxFuture<'_, Result<Vec<Workflow>, StoreError>> {
        Box::pin(async move { workflows::all(&self.shared.pool).await })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared.submit(Job::Ping))
    }
}
