//! Whether the database file is sound: looked over at the start and again and again, over a connection of its own,
//! because the others may have a sound page in their cache that is damaged on the disk.

use crate::adapters::store::rows::is_damage;
use crate::runner::ports::StoreError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// The least time between two looks.
const PAUSE: Duration = Duration::from_secs(60);
/// A look takes at most one part in so many of the time.
const PART: u32 = 200;

/// What the last look found.
pub(super) struct Soundness {
    fault: Arc<Mutex<Option<String>>>,
    task: JoinHandle<()>,
}

impl Soundness {
    /// Looks at once, then from time to time.
    pub(super) fn watch(options: SqliteConnectOptions) -> Self {
        let fault = Arc::new(Mutex::new(None));
        let found = Arc::clone(&fault);
        let task = tokio::spawn(async move {
            loop {
                let began = Instant::now();
                let seen = look(&options).await;
                if let Some(what) = &seen {
                    tracing::error!(fault = what, "the database is damaged");
                }
                *found.lock().unwrap_or_else(PoisonError::into_inner) = seen;
                tokio::time::sleep(PAUSE.max(began.elapsed() * PART)).await;
            }
        });
        Self { fault, task }
    }

    /// The fault, if the last look found one.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match self.fault.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(what) => Err(StoreError::Damaged(what.clone())),
            None => Ok(()),
        }
    }

    /// Looks no more.
    pub(super) fn stop(&self) {
        self.task.abort();
    }
}

impl Drop for Soundness {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What is wrong with the file; a database that does not answer just now is not damaged for that.
async fn look(options: &SqliteConnectOptions) -> Option<String> {
    let looked = async {
        let mut connection = SqliteConnection::connect_with(options).await?;
        let said: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
        connection.close().await?;
        sqlx::Result::Ok(said)
    };
    match looked.await {
        Ok(said) if said == "ok" => None,
        Ok(said) => Some(said),
        Err(error) if is_damage(&error) => Some(error.to_string()),
        Err(error) => {
            tracing::warn!(error = error.to_string(), "the database could not be looked over");
            None
        }
    }
}
