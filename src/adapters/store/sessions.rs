//! The store of sessions that the configuration names, and the file of sources beside it.

use crate::adapters::store::holds::Hold;
use crate::adapters::store::open::OpenError;
use crate::adapters::store::postgres::PostgresStore;
use crate::adapters::store::postgres_open::is_postgres;
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::trail::Trail;
use crate::model::ids::SessionId;
use crate::model::told::Told;
use crate::runner::ports::{Store, StoreError};
use std::sync::Arc;

/// Where sessions are kept.
#[derive(Debug, Clone)]
pub enum Sessions {
    /// In one file.
    Sqlite(Arc<SqliteStore>),
    /// In a database behind several processes.
    Postgres(Arc<PostgresStore>),
}

impl Sessions {
    /// Opens what the address names.
    ///
    /// # Errors
    /// When it cannot be used, or a newer release has written it.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        Ok(if is_postgres(url) {
            Self::Postgres(Arc::new(PostgresStore::open(url).await?))
        } else {
            Self::Sqlite(Arc::new(SqliteStore::open(url).await?))
        })
    }

    /// The store as its port.
    #[must_use]
    pub fn port(&self) -> Arc<dyn Store> {
        match self {
            Self::Sqlite(store) => store.clone(),
            Self::Postgres(store) => store.clone(),
        }
    }

    /// Adds an event that belongs to no version; nobody waits for it.
    pub fn tell(&self, session: SessionId, told: Told) {
        match self {
            Self::Sqlite(store) => store.tell(session, told),
            Self::Postgres(store) => store.tell(session, told),
        }
    }

    /// Calls this whenever events of a session are there, with `None` when those of any session may be.
    pub fn on_told(&self, wake: impl Fn(Option<&SessionId>) + Send + Sync + 'static) {
        match self {
            Self::Sqlite(store) => store.on_told(wake),
            Self::Postgres(store) => store.on_told(wake),
        }
    }

    /// Puts a session on hold; a second time the first one stands.
    ///
    /// # Errors
    /// Unknown session; storage.
    pub async fn hold(&self, session: &SessionId, at: &str) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(store) => store.hold(session, at).await,
            Self::Postgres(store) => store.hold(session, at).await,
        }
    }

    /// Takes a session off hold.
    ///
    /// # Errors
    /// It is not on hold; storage.
    pub async fn release(&self, session: &SessionId, at: &str) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(store) => store.release(session, at).await,
            Self::Postgres(store) => store.release(session, at).await,
        }
    }

    /// What is on hold, oldest first.
    ///
    /// # Errors
    /// Storage.
    pub async fn holds(&self) -> Result<Vec<Hold>, StoreError> {
        match self {
            Self::Sqlite(store) => store.holds().await,
            Self::Postgres(store) => store.holds().await,
        }
    }

    /// Does what is still queued and closes. Later calls fail.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(store) => store.close().await,
            Self::Postgres(store) => store.close().await,
        }
    }
}

/// Everything that a process keeps.
#[derive(Debug, Clone)]
pub struct Stores {
    /// Sessions.
    pub sessions: Sessions,
    /// Legal sources, their pages and vectors: a file of this process, the one of the sessions where that is a file.
    pub sources: Arc<SqliteStore>,
    /// The audit log, as the doors write it.
    pub trail: Trail,
}

impl Stores {
    /// Opens the sources beside sessions; where these are in a file, it holds both.
    ///
    /// # Errors
    /// As [`Sessions::open`].
    pub async fn beside(sessions: Sessions, sources: &str) -> Result<Self, OpenError> {
        let sources = match &sessions {
            Sessions::Sqlite(store) => store.clone(),
            Sessions::Postgres(_) => Arc::new(SqliteStore::open(sources).await?),
        };
        let trail = Trail::begin(sessions.clone());
        Ok(Self { sessions, sources, trail })
    }

    /// Closes both.
    pub async fn close(&self) {
        self.trail.settled().await;
        self.sessions.close().await;
        // A file of both is closed.
        if matches!(self.sessions, Sessions::Postgres(_)) {
            self.sources.close().await;
        }
    }
}
