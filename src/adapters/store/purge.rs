//! Deleting for good: the rows, the log, the copy made before a migration, and whatever a restored copy brings back.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::open::OpenError;
use crate::adapters::store::over_sqlite::{holds, past, shares};
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::store::{files, schema, slack};
use crate::model::ids::SessionId;
use crate::runner::ports::StoreError;
use sqlx::SqliteConnection;
use std::path::Path;

impl SqliteStore {
    /// Removes a session and its copies from every file. It is noted first: whatever dies on the way, the next opening
    /// of the file goes on with it.
    pub(super) async fn purge(&self, session: SessionId) -> Result<(), StoreError> {
        let known: Option<i64> = sqlx::query_scalar("SELECT 1 FROM sessions WHERE id = ?")
            .bind(session.as_str())
            .fetch_optional(&self.readers)
            .await
            .map_err(|e| failed("delete", &e))?;
        if known.is_none() {
            return Err(StoreError::NotFound);
        }
        holds::allow(&self.readers, &session).await?;
        let copies = shares::of_session(&self.readers, &session).await?;
        let mut gone = vec![session.as_str().to_owned()];
        gone.extend(copies.into_iter().filter_map(|share| share.copy).map(|copy| copy.0));
        let broken = |what: &str, error: std::io::Error| StoreError::Failed(format!("{what}: {error}"));
        files::note_deleted(&self.file, gone.iter().map(String::as_str)).map_err(|e| broken("list of deletions", e))?;
        // What was not deleted, because of a hold or because the database refused, is not deleted the next time that the
        // file is opened: whoever asked was told so.
        if let Err(error) = self.submit(Job::Delete { session }).await {
            files::forget_deleted(&self.file, &gone).map_err(|e| broken("list of deletions", e))?;
            return Err(error);
        }
        schema::clean_copy(&self.file, &gone).await.map_err(|e| broken("copy before a migration", e))
    }
}

/// Deletes once more what was deleted before: a copy that was put back does not bring it back. Whether there was any;
/// then the connection is to be opened again.
pub(super) async fn again(connection: &mut SqliteConnection, file: &Path) -> Result<bool, OpenError> {
    // Without a list nothing is looked through: a damaged file still opens and says that it is damaged.
    if !files::has_deleted(file) {
        return Ok(false);
    }
    let sessions: Vec<String> = sqlx::query_scalar("SELECT id FROM sessions").fetch_all(&mut *connection).await?;
    let mut gone = Vec::new();
    for session in files::deleted(file, sessions).map_err(|source| OpenError::File { file: file.to_owned(), source })? {
        // A copy that was put back may bring a hold with it. What is deleted cannot be had again, so the hold counts.
        let held = holds::stands(&mut *connection, &SessionId(session.clone())).await;
        if held.map_err(|error| OpenError::Purge(error.to_string()))? {
            tracing::warn!("a deleted session came back with this file and is on hold: it stays");
        } else {
            gone.push(session);
        }
    }
    if gone.is_empty() {
        return Ok(false);
    }
    tracing::warn!(sessions = gone.len(), "deleted sessions came back with this file and are deleted again");
    for session in &gone {
        past::delete(connection, &SessionId(session.clone()))
            .await
            .map_err(|error| OpenError::Purge(error.to_string()))?;
    }
    slack::erase(connection, file).await?;
    schema::clean_copy(file, &gone).await.map_err(|source| OpenError::File { file: file.to_owned(), source })?;
    Ok(true)
}
