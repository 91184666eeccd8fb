//! Legal hold: sessions that nobody may delete, and rows about deletions that hold no words.
//!
//! A hold stands on a session and covers what goes with it: its copies, and the session whose copy it is, because a
//! deletion takes both. What is asked here is asked inside the transaction that deletes, so no hold comes too late.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::model::ids::SessionId;
use crate::runner::ports::StoreError;

/// A session that nobody may delete.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Hold {
    /// The session.
    pub session: String,
    /// Since when.
    pub at: String,
}

/// What a row of the audit says.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Audited {
    /// When.
    pub at: String,
    /// `deleted`, `held`, `released`.
    pub what: String,
    /// SHA-256 of the session's id.
    pub session: String,
}

impl SqliteStore {
    /// Puts a session on hold; a second time the first one stands.
    ///
    /// # Errors
    /// Unknown session; storage.
    pub async fn hold(&self, session: &SessionId, at: &str) -> Result<(), StoreError> {
        self.submit(Job::Hold { session: session.clone(), at: at.to_owned() }).await
    }

    /// Takes a session off hold.
    ///
    /// # Errors
    /// It is not on hold; storage.
    pub async fn release(&self, session: &SessionId, at: &str) -> Result<(), StoreError> {
        self.submit(Job::Release { session: session.clone(), at: at.to_owned() }).await
    }

    /// What is on hold, oldest first.
    ///
    /// # Errors
    /// Storage.
    pub async fn holds(&self) -> Result<Vec<Hold>, StoreError> {
        let query = sqlx::query_as("SELECT session, at FROM holds ORDER BY at, session");
        query.fetch_all(&self.readers).await.map_err(|e| failed("read holds", &e))
    }

    /// What was deleted, held and released, in order.
    ///
    /// # Errors
    /// Storage.
    pub async fn audit(&self) -> Result<Vec<Audited>, StoreError> {
        let query = sqlx::query_as("SELECT at, what, session FROM audit ORDER BY seq");
        query.fetch_all(&self.readers).await.map_err(|e| failed("read audit", &e))
    }
}
