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
use tokio::runtime::Handle;
use tokio::sync::Mutex;

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
        let key = key(session);
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

    async fn leave(&self, key: i64, life: u64) {
        let mut kept = self.connection.lock().await;
        if kept.life != life {
            return;
        }
        let Some(connection) = &mut kept.connection else { return };
        let unlock = sqlx::query("SELECT pg_advisory_unlock($1)").bind(key).execute(connection).await;
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
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                self.life += 1;
                none.insert(PgConnection::connect_with(options).await?)
            }
        };
        sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(key).fetch_one(connection).await
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
