//! One turn at a time per session among all processes of one PostgreSQL database.
//!
//! The right to a turn is an advisory lock of the one connection that this process keeps for them. A process that dies,
//! or loses that connection, loses its rights with it; no row has to be cleaned up. A right that was lost while its turn
//! went on does no harm: a version is only taken on top of the one it was made from.

use crate::adapters::store::rows::failed;
use crate::engine::prompt::sha256;
use crate::model::ids::SessionId;
use crate::runner::lane::TurnRight;
use crate::runner::ports::StoreError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::Mutex;

/// The lock that everybody who works on a database holds together, and whoever moves its sessions alone.
pub(super) const AT_WORK: i64 = -7_305_808_869_231_650_049;

/// How long the database may take for a lock; then its connection is given up.
const PATIENCE: Duration = Duration::from_secs(5);

/// The locks of one process.
#[derive(Clone)]
pub(super) struct TurnLocks {
    options: Arc<PgConnectOptions>,
    connection: Arc<Mutex<Kept>>,
}

/// The connection with the number of its life: a lock of an earlier life is gone.
#[derive(Default)]
struct Kept {
    life: u64,
    connection: Option<PgConnection>,
}

impl TurnLocks {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options: Arc::new(options), connection: Arc::default() }
    }

    /// The right to a turn of this session; `None` while another process has it.
    pub(super) async fn enter(&self, session: &SessionId) -> Result<Option<TurnRight>, StoreError> {
        // By itself: a caller that leaves in the middle must not leave the lock behind.
        let (locks, key) = (self.clone(), key(session));
        let entered = tokio::spawn(async move { locks.take(key).await }).await;
        entered.unwrap_or_else(|_| Err(StoreError::Failed("the turn lock's task ended early".to_owned())))
    }

    async fn take(&self, key: i64) -> Result<Option<TurnRight>, StoreError> {
        let mut kept = self.connection.lock().await;
        let mut result = kept.try_lock(&self.options, key).await;
        if result.is_err() {
            // The connection may have died while nobody used it.
            kept.connection = None;
            result = kept.try_lock(&self.options, key).await;
        }
        if result.is_err() {
            kept.connection = None;
        }
        let got = result.map_err(|e| failed("turn lock", &e))?;
        let right = Right { locks: self.clone(), key, life: kept.life };
        Ok(got.then(|| TurnRight::of(right)))
    }

    /// Connects before the first turn: whoever moves sessions sees that somebody works on the database.
    pub(super) async fn connect(&self) -> Result<(), sqlx::Error> {
        self.connection.lock().await.connected(&self.options).await.map(|_| ())
    }

    async fn leave(&self, key: i64, life: u64) {
        let mut kept = self.connection.lock().await;
        if kept.life != life {
            return;
        }
        let Some(connection) = &mut kept.connection else { return };
        let unlock = sqlx::query("SELECT pg_advisory_unlock($1)").bind(key).execute(connection);
        let unlock = tokio::time::timeout(PATIENCE, unlock).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        if let Err(error) = unlock {
            tracing::warn!(error = error.to_string(), "giving a turn lock back");
            // Its end gives all of them back.
            kept.connection = None;
        }
    }

    pub(super) async fn close(&self) {
        if let Some(connection) = self.connection.lock().await.connection.take() {
            let _ = connection.close().await;
        }
    }
}

impl Kept {
    async fn try_lock(&mut self, options: &PgConnectOptions, key: i64) -> Result<bool, sqlx::Error> {
        let lock = async {
            let connection = self.connected(options).await?;
            sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(key).fetch_one(connection).await
        };
        tokio::time::timeout(PATIENCE, lock).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// The connection, which says by a lock of its own that somebody works on this database.
    async fn connected(&mut self, options: &PgConnectOptions) -> Result<&mut PgConnection, sqlx::Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                self.life += 1;
                let mut connection = PgConnection::connect_with(options).await?;
                sqlx::query("SELECT pg_advisory_lock_shared($1)").bind(AT_WORK).execute(&mut connection).await?;
                connection
            }
        };
        Ok(self.connection.insert(connection))
    }
}

/// Gives its lock back when dropped.
struct Right {
    locks: TurnLocks,
    key: i64,
    life: u64,
}

impl Drop for Right {
    fn drop(&mut self) {
        let (locks, key, life) = (self.locks.clone(), self.key, self.life);
        // Without a runtime the process is ending, and its connection with it.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { locks.leave(key, life).await });
        }
    }
}

/// Sessions with equal keys only wait for each other.
fn key(session: &SessionId) -> i64 {
    let hash = sha256(session.as_str());
    i64::from_str_radix(hash.get(..15).unwrap_or("0"), 16).unwrap_or_default()
}
