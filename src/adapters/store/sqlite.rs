//! The store over one `SQLite` file.

use crate::adapters::store::encode::{encode_trace, first_version, follows, next_version, outcome};
use crate::adapters::store::heads::{Head, Heads};
use crate::adapters::store::jobs::Job;
use crate::adapters::store::keeping::{Beside, Keeping};
use crate::adapters::store::open::{
    OpenError, check_settings, connect_writer, may_make, reader_options, writer_options,
};
use crate::adapters::store::over_sqlite::{events, past, reads, shares, workflows};
use crate::adapters::store::rows::failed;
use crate::adapters::store::soundness::Soundness;
use crate::adapters::store::vectors::Meaning;
use crate::adapters::store::writer::{QUEUE, Ticketed, Wake, Writer};
use crate::adapters::store::{files, purge, schema};
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
use crate::runner::past::{Description, History, Listed, Listing, Trashed};
use crate::runner::ports::{BoxFuture, Commit, RequestRecord, Store, StoreError};
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{Connection, SqlitePool};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

const READERS: u32 = 4;
const READER_WAIT: Duration = Duration::from_secs(5);

/// Sessions in one database file. Needs a tokio runtime.
pub struct SqliteStore {
    pub(super) file: PathBuf,
    pub(super) readers: SqlitePool,
    /// One import at a time: two of the same edition would remove each other's unfinished rows.
    pub(super) imports: tokio::sync::Mutex<()>,
    pub(super) meaning: Meaning,
    pub(super) keeping: OnceLock<Keeping>,
    heads: Arc<Heads>,
    soundness: OnceLock<Soundness>,
    wake: Wake,
    writer: Mutex<Option<mpsc::Sender<Ticketed>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl std::fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqliteStore").field("readers", &self.readers).finish_non_exhaustive()
    }
}

impl SqliteStore {
    /// Opens a database file, makes it and its folder if need be, and brings it to this release's schema.
    /// The address is a path, or `sqlite:` with a path after it.
    ///
    /// # Errors
    /// When the file cannot be used, its settings do not hold, or a newer release has written it.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let options = writer_options(url)?;
        let file = options.get_filename().to_owned();
        files::prepare(&file, may_make(url))?;
        let mut connection = connect_writer(&options).await?;
        schema::migrate(&mut connection, &file, &schema::MIGRATIONS).await?;
        if purge::again(&mut connection, &file).await? {
            connection.close().await?;
            connection = connect_writer(&options).await?;
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(READER_WAIT)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
            .after_connect(|reader, _| {
                Box::pin(
                    async move { check_settings(reader).await.map_err(|e| sqlx::Error::Configuration(Box::new(e))) },
                )
            })
            .connect_with(reader_options(&options))
            .await?;
        let heads = Arc::new(Heads::default());
        let (writer, queue) = mpsc::channel(QUEUE);
        let wake: Wake = Arc::new(OnceLock::new());
        let task = tokio::spawn(Writer::new(options, connection, Arc::clone(&heads), Arc::clone(&wake), queue).run());
        Ok(Self {
            file,
            readers,
            imports: tokio::sync::Mutex::new(()),
            meaning: Meaning::default(),
            keeping: OnceLock::new(),
            heads,
            soundness: OnceLock::new(),
            wake,
            writer: Mutex::new(Some(writer)),
            task: Mutex::new(Some(task)),
        })
    }

    /// Looks the file over now and from time to time; [`Store::ping`] tells what was found. For a process that stays.
    pub fn watch_soundness(&self) {
        let options = self.readers.connect_options();
        let _ = self.soundness.get_or_init(|| Soundness::watch((*options).clone()));
    }

    /// Does what is still queued, then closes the file. Later calls fail.
    pub async fn close(&self) {
        if let Some(soundness) = self.soundness.get() {
            soundness.stop();
        }
        // Without it in its place nothing new is queued.
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Connections that close at the same moment each see another one, and none of them writes the log back into the
        // file: the writer goes last, so that the file alone holds everything.
        self.readers.close().await;
        drop(writer);
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::error!(error = error.to_string(), "the writer ended early");
        }
    }

    /// Calls this whenever events of a session are on disk; only the first caller is heard.
    pub fn on_told(&self, wake: impl Fn(Option<&SessionId>) + Send + Sync + 'static) {
        let _ = self.wake.set(Box::new(wake));
    }

    /// Adds an event that belongs to no version. Its place in the order is that of the call; nobody waits for it.
    pub fn tell(&self, session: SessionId, told: Told) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let ticketed =
            Ticketed { job: Job::Tell { session, told }, beside: Beside::default(), answer: oneshot::channel().0 };
        if writer.is_none_or(|writer| writer.try_send(ticketed).is_err()) {
            tracing::warn!("an event was not kept: the store is closed or has too much to do");
        }
    }

    pub(super) async fn submit(&self, job: Job) -> Result<(), StoreError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let gone = || StoreError::Failed("the store is closed".to_owned());
        let (answer, answered) = oneshot::channel();
        let beside = self.keeping.get().map(|keeping| keeping.beside(&job)).unwrap_or_default();
        writer.ok_or_else(gone)?.send(Ticketed { job, beside, answer }).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    async fn head(&self, session: &SessionId) -> Result<Arc<Head>, StoreError> {
        match self.heads.get(session) {
            Some(head) => Ok(head),
            None => self.head_on_disk(session).await,
        }
    }

    async fn head_on_disk(&self, session: &SessionId) -> Result<Arc<Head>, StoreError> {
        let ticket = self.heads.ticket();
        let head = Arc::new(reads::head(&self.readers, session, Version::MAX).await?);
        self.heads.offer(ticket, Arc::clone(&head));
        Ok(head)
    }

    async fn create_session(&self, workspace: WorkspaceId, title: String, commit: Commit) -> Result<(), StoreError> {
        if commit.snapshot.version != 0 {
            return Err(StoreError::Failed("a session begins with version 0".to_owned()));
        }
        let version = first_version(commit)?;
        let matter = caller::into();
        self.submit(Job::Create { workspace: workspace.as_str().to_owned(), title, matter, version }).await
    }

    async fn append_version(&self, commit: Commit) -> Result<(), StoreError> {
        let mut base = self.head(&commit.snapshot.session).await?;
        if !follows(&base, &commit) {
            // Another process may have appended; the disk knows.
            base = self.head_on_disk(&commit.snapshot.session).await?;
        }
        if !follows(&base, &commit) {
            return Err(StoreError::Conflict { current: base.snapshot.version });
        }
        self.submit(Job::Append { version: next_version(&base, commit)? }).await
    }

    async fn snapshot(&self, session: &SessionId, version: Version) -> Result<Snapshot, StoreError> {
        if let Some(kept) = self.heads.version(session, version) {
            return Ok(kept);
        }
        let found = reads::head(&self.readers, session, version).await?.snapshot;
        if found.version == version { Ok(found) } else { Err(StoreError::NotFound) }
    }
}

impl SqliteStore {
    async fn dialogue(&self, session: &SessionId, up_to: Version) -> Result<Vec<Turn>, StoreError> {
        if let Some(known) = self.heads.turns(session, up_to) {
            return Ok(known);
        }
        let ticket = self.heads.ticket();
        let turns = reads::turns(&self.readers, session, up_to).await?;
        self.heads.offer_turns(ticket, session, up_to, &turns);
        Ok(turns.into_iter().map(|(_, turn)| turn).collect())
    }
}

impl Store for SqliteStore {
    fn create(&self, workspace: WorkspaceId, title: String, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.create_session(workspace, title, commit))
    }

    fn append(&self, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.append_version(commit))
    }

    fn latest(&self, session: &SessionId) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        let session = session.clone();
        Box::pin(async move { Ok(self.head(&session).await?.snapshot.clone()) })
    }

    fn version(&self, session: &SessionId, version: Version) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.snapshot(&session, version).await })
    }

    fn versions(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<VersionRow>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { reads::versions(&self.readers, &session).await })
    }

    fn turns(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Vec<Turn>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.dialogue(&session, up_to).await })
    }

    fn spoken(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Option<Version>, StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            if let Some(known) = self.heads.spoken(&session, up_to) {
                return Ok(Some(known));
            }
            let ticket = self.heads.ticket();
            let found = reads::spoken(&self.readers, &session, up_to).await?;
            found.into_iter().for_each(|spoken| self.heads.offer_spoken(ticket, &session, up_to, spoken));
            Ok(found)
        })
    }

    fn history(&self, session: &SessionId, up_to: Option<Version>) -> BoxFuture<'_, Result<History, StoreError>> {
        let session = session.clone();
        Box::pin(async move { past::history(&self.readers, &session, up_to).await })
    }

    fn add_trace(&self, session: &SessionId, trace: TraceEntry) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move { self.submit(Job::AddTrace { session, trace: encode_trace(trace)? }).await })
    }

    fn traces(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<TraceEntry>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { reads::traces(&self.readers, &session).await })
    }

    fn events(&self, session: &SessionId, after: u64, limit: u32) -> BoxFuture<'_, Result<Vec<Numbered>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { events::after(&self.readers, &session, after, limit).await })
    }

    fn last_event(&self, session: &SessionId) -> BoxFuture<'_, Result<u64, StoreError>> {
        let session = session.clone();
        Box::pin(async move { events::last(&self.readers, &session).await })
    }

    fn request(&self, scope: &str, id: &RequestId) -> BoxFuture<'_, Result<Option<RequestRecord>, StoreError>> {
        let (scope, id) = (scope.to_owned(), id.clone());
        Box::pin(async move { reads::request(&self.readers, &scope, &id).await })
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
            self.submit(Job::FinishRequest { scope, id, version, error }).await
        })
    }

    fn row(&self, session: &SessionId) -> BoxFuture<'_, Result<SessionRow, StoreError>> {
        let session = session.clone();
        Box::pin(async move { reads::row(&self.readers, &session).await })
    }

    fn sessions(&self, limit: u32) -> BoxFuture<'_, Result<Vec<SessionRow>, StoreError>> {
        Box::pin(reads::sessions(&self.readers, limit))
    }

    fn matters(&self, asked: &Listing) -> BoxFuture<'_, Result<Listed, StoreError>> {
        let asked = asked.clone();
        Box::pin(async move { reads::matters(&self.readers, &asked).await })
    }

    fn describe(&self, session: &SessionId, change: Description) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::Describe { session: session.clone(), change }))
    }

    fn trash(&self, session: &SessionId, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::Trash { session: session.clone(), at: at.to_owned() }))
    }

    fn restore(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::Restore { session: session.clone() }))
    }

    fn trashed(&self) -> BoxFuture<'_, Result<Vec<Trashed>, StoreError>> {
        Box::pin(past::trashed(&self.readers))
    }

    fn delete(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.purge(session.clone()))
    }

    fn add_share(&self, share: Share) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::AddShare { share }))
    }

    fn share(&self, id: &str) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        let id = id.to_owned();
        Box::pin(async move { shares::by_id(&self.readers, &id).await })
    }

    fn share_of_copy(&self, copy: &SessionId) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        let copy = copy.clone();
        Box::pin(async move { shares::by_copy(&self.readers, &copy).await })
    }

    fn shares(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Share>, StoreError>> {
        let session = session.clone();
        Box::pin(async move { shares::of_session(&self.readers, &session).await })
    }

    fn add_workflow(&self, workflow: Workflow) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::AddWorkflow { workflow }))
    }

    fn workflows(&self) -> BoxFuture<'_, Result<Vec<Workflow>, StoreError>> {
        Box::pin(async move { workflows::all(&self.readers).await })
    }

    fn revoke_share(&self, id: &str, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.submit(Job::RevokeShare { id: id.to_owned(), at: at.to_owned() }))
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.soundness.get().map_or(Ok(()), Soundness::check)?;
            let reads = sqlx::query_scalar::<_, bool>("SELECT EXISTS (SELECT 1 FROM sessions)");
            reads.fetch_one(&self.readers).await.map_err(|e| failed("ping", &e))?;
            self.submit(Job::Ping).await
        })
    }
}
