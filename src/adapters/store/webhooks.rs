//! Notices to programs elsewhere, over either engine.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sessions::Sessions;
use crate::adapters::store::{over_postgres, over_sqlite};
use crate::model::webhook::Delivery;
use crate::runner::ports::StoreError;

impl Sessions {
    /// Notices that are due, the longest waiting first.
    ///
    /// # Errors
    /// Storage.
    pub async fn due_webhooks(&self, now: &str, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        match self {
            Self::Sqlite(store) => {
                let mut reader = store.readers.acquire().await.map_err(|e| failed("notices", &e))?;
                over_sqlite::webhooks::due(&mut reader, now, limit).await
            }
            Self::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("notices", &e))?;
                over_postgres::webhooks::due(&mut reader, now, limit).await
            }
        }
    }

    /// The newest notices.
    ///
    /// # Errors
    /// Storage.
    pub async fn newest_webhooks(&self, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        match self {
            Self::Sqlite(store) => {
                let mut reader = store.readers.acquire().await.map_err(|e| failed("notices", &e))?;
                over_sqlite::webhooks::newest(&mut reader, limit).await
            }
            Self::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("notices", &e))?;
                over_postgres::webhooks::newest(&mut reader, limit).await
            }
        }
    }

    /// Writes how a notice stands; `NotFound` when somebody else has made an attempt meanwhile.
    ///
    /// # Errors
    /// Storage.
    pub async fn settle_webhook(&self, now: Delivery, attempts_before: u32) -> Result<(), StoreError> {
        self.submit(Job::SettleWebhook { now, attempts_before }).await
    }

    /// Removes notices that ended before a moment.
    ///
    /// # Errors
    /// Storage.
    pub async fn forget_webhooks(&self, before: &str) -> Result<(), StoreError> {
        self.submit(Job::ForgetWebhooks { before: before.to_owned() }).await
    }
}
