//! Legal hold: sessions that nobody may delete, and rows about deletions that hold no words.
//!
//! A hold stands on a session and covers what goes with it: its copies, and the session whose copy it is, because a
//! deletion takes both. What is asked here is asked inside the transaction that deletes, so no hold comes too late.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::engine::prompt::sha256;
use crate::model::ids::SessionId;
use crate::runner::ports::StoreError;
use sqlx::{SqliteConnection, SqliteExecutor};

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

/// Whether a hold keeps a session, one of its copies, or the session whose copy it is.
pub(super) async fn stands(connection: impl SqliteExecutor<'_>, session: &SessionId) -> Result<bool, StoreError> {
    let query = "SELECT EXISTS (SELECT 1 FROM holds WHERE session = ?1 \
                 OR session IN (SELECT copy FROM shares WHERE session = ?1) \
                 OR session IN (SELECT session FROM shares WHERE copy = ?1))";
    let query = sqlx::query_scalar(query).bind(session.as_str());
    query.fetch_one(connection).await.map_err(|e| failed("read holds", &e))
}

/// Refuses what a hold forbids.
pub(super) async fn allow(connection: impl SqliteExecutor<'_>, session: &SessionId) -> Result<(), StoreError> {
    if stands(connection, session).await? { Err(StoreError::OnHold) } else { Ok(()) }
}

pub(super) async fn hold(connection: &mut SqliteConnection, session: &SessionId, at: &str) -> Result<(), StoreError> {
    let query = "INSERT INTO holds (session, at) SELECT id, ?2 FROM sessions WHERE id = ?1 ON CONFLICT DO NOTHING";
    let query = sqlx::query(query).bind(session.as_str()).bind(at);
    if query.execute(&mut *connection).await.map_err(|e| failed("hold", &e))?.rows_affected() > 0 {
        return note(connection, "held", session, Some(at)).await;
    }
    let known = sqlx::query_scalar::<_, i64>("SELECT 1 FROM holds WHERE session = ?").bind(session.as_str());
    let known = known.fetch_optional(connection).await.map_err(|e| failed("hold", &e))?;
    known.map(|_| ()).ok_or(StoreError::NotFound)
}

pub(super) async fn release(
    connection: &mut SqliteConnection,
    session: &SessionId,
    at: &str,
) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM holds WHERE session = ?").bind(session.as_str());
    if query.execute(&mut *connection).await.map_err(|e| failed("release", &e))?.rows_affected() == 0 {
        return Err(StoreError::NotFound);
    }
    note(connection, "released", session, Some(at)).await
}

/// A row that outlives the session: no words, and its id as a hash. Without a time the database's own is taken.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    what: &str,
    session: &SessionId,
    at: Option<&str>,
) -> Result<(), StoreError> {
    let query = "INSERT INTO audit (at, what, session) VALUES (coalesce(?1, strftime('%Y-%m-%dT%H:%M:%fZ')), ?2, ?3)";
    let query = sqlx::query(query).bind(at).bind(what).bind(sha256(session.as_str()));
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("audit", &e))
}
