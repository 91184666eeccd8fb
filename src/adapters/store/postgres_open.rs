//! Connecting to a PostgreSQL database, and its schema.

use crate::adapters::store::open::OpenError;
use crate::adapters::store::over_postgres;
use crate::adapters::store::trail::CheckError;
use crate::engine::trail::Checked;
use crate::runner::ports::StoreError;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgPool};
use std::str::FromStr;
use std::time::Duration;

/// Connections of one process with the one that listens, without the one that holds locks.
const CONNECTIONS: u32 = 13;
const WAIT: Duration = Duration::from_secs(5);

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/postgres");

/// Whether an address is that of a PostgreSQL database.
#[must_use]
pub fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

/// Settings of every connection.
pub(super) fn options(url: &str) -> Result<PgConnectOptions, OpenError> {
    Ok(PgConnectOptions::from_str(url)
        .map_err(|_| OpenError::Address("expected postgres://user@host/database".to_owned()))?
        .application_name("legalagi")
        .options([
            ("synchronous_commit", "on"),
            ("TimeZone", "UTC"),
            ("default_transaction_isolation", "read committed"),
            // A server that is gone without a word loses its locks within half a minute.
            ("tcp_keepalives_idle", "10"),
            ("tcp_keepalives_interval", "5"),
            ("tcp_keepalives_count", "3"),
            ("tcp_user_timeout", "25000"),
            ("idle_in_transaction_session_timeout", "30000"),
            ("lock_timeout", "10000"),
        ])
        .disable_statement_logging())
}

/// Whether the database answers; nothing is made or changed.
///
/// # Errors
/// When it does not.
pub async fn probe(url: &str) -> Result<(), OpenError> {
    let mut connection = sqlx::PgConnection::connect_with(&options(url)?).await?;
    sqlx::query("SELECT 1").execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Checks the audit log; nothing is made or changed. `None` where the tables are not made yet.
///
/// # Errors
/// The chain does not hold; the database does not answer.
pub async fn trail(url: &str) -> Result<Option<Checked>, CheckError> {
    let broken = |error: &dyn std::fmt::Display| CheckError::Store(StoreError::Failed(format!("audit log: {error}")));
    let options = options(url).map_err(|e| broken(&e))?;
    let mut connection = sqlx::PgConnection::connect_with(&options).await.map_err(|e| broken(&e))?;
    let has = sqlx::query_scalar("SELECT to_regclass('trail_head') IS NOT NULL").fetch_one(&mut connection).await;
    let found = match has.map_err(|e| broken(&e))? {
        true => Some(over_postgres::trail::check(&mut connection, &[]).await?),
        false => None,
    };
    connection.close().await.map_err(|e| broken(&e))?;
    Ok(found)
}

/// Connects and brings the database to this release's schema.
pub(super) async fn pool(options: &PgConnectOptions) -> Result<PgPool, OpenError> {
    let pool =
        PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(WAIT).connect_with(options.clone()).await?;
    migrate(&pool).await?;
    Ok(pool)
}

async fn migrate(pool: &PgPool) -> Result<(), OpenError> {
    let binary = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    let has: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL").fetch_one(pool).await?;
    if has {
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(pool).await?;
        let database = newest.unwrap_or(0);
        if database > binary {
            return Err(OpenError::Newer { database, binary });
        }
    }
    Ok(MIGRATIONS.run(pool).await?)
}
