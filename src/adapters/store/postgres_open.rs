//! Connecting to a PostgreSQL database, and its schema.

use crate::adapters::store::open::OpenError;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, PgPool};
use std::str::FromStr;
use std::time::Duration;

/// Connections of one process, without the one that listens and the one that holds locks.
const CONNECTIONS: u32 = 12;
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
        .options([("synchronous_commit", "on"), ("TimeZone", "UTC")])
        .disable_statement_logging())
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
