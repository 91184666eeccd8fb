//! Reading the audit log of a store, checking its chain, adding what belongs to no other change.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::keeping::Keeping;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sessions::Sessions;
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::store::{over_postgres, over_sqlite};
use crate::engine::trail::{Checked, Sealed, TrailFault};
use crate::model::trail::{Action, Draft, TrailHead};
use crate::runner::ports::StoreError;

/// Entries that are read at once.
pub(super) const PAGE: u32 = 1000;

/// Why a log was not found whole.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The chain does not hold.
    #[error(transparent)]
    Fault(#[from] TrailFault),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SqliteStore {
    /// The end of the chain.
    ///
    /// # Errors
    /// Storage.
    pub async fn trail_head(&self) -> Result<TrailHead, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(|e| failed("audit log", &e))?;
        over_sqlite::trail::head(&mut reader).await
    }
}

impl Sessions {
    /// From now on changes are noted. The first call counts.
    pub fn keep_trail(&self, keeping: Keeping) {
        let slot = match self {
            Self::Sqlite(store) => &store.keeping,
            Self::Postgres(store) => &store.shared.keeping,
        };
        let _ = slot.set(keeping);
    }

    /// What is noted; `None` before [`Self::keep_trail`].
    #[must_use]
    pub fn keeping(&self) -> Option<&Keeping> {
        match self {
            Self::Sqlite(store) => store.keeping.get(),
            Self::Postgres(store) => store.shared.keeping.get(),
        }
    }

    /// Adds entries, all or none; on disk when it returns.
    ///
    /// # Errors
    /// Storage.
    pub async fn note(&self, drafts: Vec<Draft>) -> Result<(), StoreError> {
        self.submit(Job::Note { drafts }).await
    }

    /// Adds one entry if its action is noted; on disk when it returns.
    ///
    /// # Errors
    /// Storage.
    pub async fn note_one(&self, action: Action, with: impl FnOnce(Draft) -> Draft) -> Result<(), StoreError> {
        match self.keeping().filter(|keeping| keeping.wants(action)) {
            Some(keeping) => self.note(vec![with(keeping.begin(action))]).await,
            None => Ok(()),
        }
    }

    /// Removes the part up to an entry, which another entry then names.
    ///
    /// # Errors
    /// No such entry; nothing is noted; storage.
    pub async fn cut_trail(&self, through: u64) -> Result<(), StoreError> {
        let Some(keeping) = self.keeping().filter(|keeping| keeping.wants(Action::Cut)) else {
            return Err(StoreError::Failed("the audit log is off (LEGALAGI_AUDIT)".to_owned()));
        };
        self.submit(Job::CutTrail { through, draft: keeping.begin(Action::Cut).of("audit") }).await
    }

    /// Removes entries that are older than a moment, but never the newest; how many.
    ///
    /// # Errors
    /// Storage.
    pub async fn forget_trail(&self, before: &str) -> Result<u64, StoreError> {
        let (mut last, mut entries) = (0, 0);
        let newest = self.trail_head().await?.number;
        'pages: loop {
            let page = self.trail_after(last).await?;
            for sealed in &page {
                if sealed.number >= newest || sealed.at().as_str() >= before {
                    break 'pages;
                }
                last = sealed.number;
                entries += 1;
            }
            if page.is_empty() {
                break;
            }
        }
        if entries > 0 {
            self.cut_trail(last).await?;
        }
        Ok(entries)
    }

    /// The end of the chain.
    ///
    /// # Errors
    /// Storage.
    pub async fn trail_head(&self) -> Result<TrailHead, StoreError> {
        match self {
            Self::Sqlite(store) => store.trail_head().await,
            Self::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("audit log", &e))?;
                over_postgres::trail::head(&mut reader).await
            }
        }
    }

    /// Entries after a number, in order, a page of them.
    ///
    /// # Errors
    /// Storage.
    pub async fn trail_after(&self, number: u64) -> Result<Vec<Sealed>, StoreError> {
        match self {
            Self::Sqlite(store) => {
                let mut reader = store.readers.acquire().await.map_err(|e| failed("audit log", &e))?;
                over_sqlite::trail::after(&mut reader, number, PAGE).await
            }
            Self::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("audit log", &e))?;
                over_postgres::trail::after(&mut reader, number, PAGE).await
            }
        }
    }

    /// Reads the whole chain, with heads that were kept elsewhere.
    ///
    /// # Errors
    /// The first place where it does not hold; storage.
    pub async fn check_trail(&self, known: &[TrailHead]) -> Result<Checked, CheckError> {
        match self {
            Self::Sqlite(store) => {
                let mut reader = store.readers.acquire().await.map_err(|e| failed("audit log", &e))?;
                over_sqlite::trail::check(&mut reader, known).await
            }
            Self::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("audit log", &e))?;
                over_postgres::trail::check(&mut reader, known).await
            }
        }
    }

    pub(super) async fn submit(&self, job: Job) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(store) => store.submit(job).await,
            Self::Postgres(store) => store.shared.submit(job).await,
        }
    }
}
