//! Opening the database file: connection settings, and the proof that they hold.

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Pages of write-ahead log (64 MB) after which a commit checkpoints by itself; the writer does so earlier, when idle.
const CHECKPOINT_PAGES: &str = "16384";
/// Page cache of a connection: 8 MB, as negative KiB.
const CACHE_KIB: &str = "-8192";
const LOG_BYTES: &str = "67108864";

/// Why the database was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is not that of a database file.
    #[error("the database address is not usable: {0}")]
    Address(String),
    /// The folder of the file cannot be made.
    #[error("the folder {folder} of the database cannot be made: {source}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of the database cannot be made or locked.
    #[error("the file {file} of the database cannot be used: {source}")]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Another server works on this file.
    #[error("another server works on {0}: stop it, or give this one a file of its own")]
    Served(PathBuf),
    /// `SQLite` refuses the file.
    #[error("the database cannot be opened: {0}")]
    Database(#[from] sqlx::Error),
    /// The file cannot be written.
    #[error("the database cannot be written: {0}")]
    NotWritable(sqlx::Error),
    /// A setting that the product's promises rest on does not hold.
    #[error("the database setting {name} is {found}, it must be {expected}")]
    Setting {
        /// Name of the setting.
        name: &'static str,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A newer release has written this file.
    #[error(
        "the database is at schema {database}, this release knows schemas up to {binary}: \
         start a newer release, or restore the copy made before the upgrade"
    )]
    Newer {
        /// Schema of the file.
        database: i64,
        /// Newest schema of this release.
        binary: i64,
    },
    /// The copy before a migration failed; nothing was migrated.
    #[error("the copy of the database before its migration failed: {0}")]
    Copy(String),
    /// Sessions on the list of deletions cannot be removed.
    #[error("deleted sessions came back with this file and cannot be removed: {0}")]
    Purge(String),
    /// A migration failed; nothing was migrated.
    #[error("the database cannot be migrated: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// Settings of the writing connection.
pub(super) fn writer_options(url: &str) -> Result<SqliteConnectOptions, OpenError> {
    let options = SqliteConnectOptions::from_str(url).map_err(|e| OpenError::Address(e.to_string()))?;
    let place = url.split_once('?').map_or(url, |(place, _)| place);
    let mode = mode(url);
    if options.get_filename().as_os_str().is_empty() || place.ends_with(":memory:") || mode == Some("memory") {
        return Err(OpenError::Address("sessions need a file".to_owned()));
    }
    Ok(options
        .create_if_missing(may_make(url))
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("secure_delete", "ON")
        .pragma("cache_size", CACHE_KIB)
        .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
        .pragma("journal_size_limit", LOG_BYTES)
        .disable_statement_logging())
}

fn mode(url: &str) -> Option<&str> {
    url.split_once('?')?.1.split('&').find_map(|pair| pair.strip_prefix("mode="))
}

/// Whether a file that is missing is made.
pub(super) fn may_make(url: &str) -> bool {
    matches!(mode(url), None | Some("rwc"))
}

/// Settings of the reading connections.
pub(super) fn reader_options(writer: &SqliteConnectOptions) -> SqliteConnectOptions {
    writer.clone().create_if_missing(false).pragma("query_only", "ON")
}

/// Connects for writing and checks that the settings hold.
pub(super) async fn connect_writer(options: &SqliteConnectOptions) -> Result<SqliteConnection, OpenError> {
    let mut connection = SqliteConnection::connect_with(options).await?;
    check_settings(&mut connection).await?;
    Ok(connection)
}

/// Reads the settings back.
pub(super) async fn check_settings(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *connection).await?;
    must_be("journal_mode", "wal", journal)?;
    let numbers = [
        ("synchronous", "2", "PRAGMA synchronous"),
        ("foreign_keys", "1", "PRAGMA foreign_keys"),
        ("busy_timeout", "5000", "PRAGMA busy_timeout"),
    ];
    for (name, expected, query) in numbers {
        let found: i64 = sqlx::query_scalar(query).fetch_one(&mut *connection).await?;
        must_be(name, expected, found.to_string())?;
    }
    Ok(())
}

fn must_be(name: &'static str, expected: &'static str, found: String) -> Result<(), OpenError> {
    if found == expected { Ok(()) } else { Err(OpenError::Setting { name, expected, found }) }
}
