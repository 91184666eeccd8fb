//! The schema of the database: migrations are embedded, run in one transaction, and never backwards.

use crate::adapters::store::open::OpenError;
use crate::adapters::store::{files, slack};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::path::{Path, PathBuf};

/// Every migration of this release.
pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Brings the database to this release's schema. Sessions that stand in it are copied aside first.
pub(super) async fn migrate(
    connection: &mut SqliteConnection,
    file: &Path,
    migrations: &Migrator,
) -> Result<(), OpenError> {
    let binary = migrations.iter().map(|migration| migration.version).max().unwrap_or(0);
    let database = applied(connection).await?;
    if database > binary {
        return Err(OpenError::Newer { database, binary });
    }
    if database < binary {
        if has_sessions(connection).await? {
            copy(connection, file).await?;
        }
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(OpenError::NotWritable)?;
        migrations.run(&mut *transaction).await?;
        transaction.commit().await?;
    } else {
        migrations.run(&mut *connection).await?;
    }
    // Changes no row, but is refused when the file cannot be written.
    sqlx::query("UPDATE sessions SET version = version WHERE id = ''")
        .execute(connection)
        .await
        .map_err(OpenError::NotWritable)?;
    Ok(())
}

async fn applied(connection: &mut SqliteConnection) -> Result<i64, OpenError> {
    if !has_table(connection, "_sqlx_migrations").await? {
        return Ok(0);
    }
    let newest: Option<i64> =
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(connection).await?;
    Ok(newest.unwrap_or(0))
}

/// Whether a database has this release's schema.
pub(super) async fn is_current(connection: &mut SqliteConnection) -> bool {
    let binary = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    applied(connection).await.is_ok_and(|database| database == binary)
}

async fn has_sessions(connection: &mut SqliteConnection) -> Result<bool, OpenError> {
    if !has_table(connection, "sessions").await? {
        return Ok(false);
    }
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sessions)").fetch_one(connection).await?)
}

async fn has_table(connection: &mut SqliteConnection, name: &str) -> Result<bool, OpenError> {
    let query = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)";
    Ok(sqlx::query_scalar(query).bind(name).fetch_one(connection).await?)
}

/// The place of the copy: the file's name with `.bak` after it.
pub(super) fn copy_path(file: &Path) -> PathBuf {
    with_suffix(file, ".bak")
}

/// A name beside the database.
pub(super) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Copies the database while it is open. The copy takes its name only once it is whole and on disk.
async fn copy(connection: &mut SqliteConnection, file: &Path) -> Result<(), OpenError> {
    let partial = with_suffix(file, ".bak.partial");
    let place = partial.to_str().ok_or_else(|| OpenError::Copy("the path is not Unicode".to_owned()))?;
    match tokio::fs::remove_file(&partial).await {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(OpenError::Copy(e.to_string())),
        _ => {}
    }
    // An empty file is filled and keeps its mode.
    files::own(&partial).map_err(|e| OpenError::Copy(e.to_string()))?;
    sqlx::query("VACUUM INTO ?").bind(place).execute(connection).await.map_err(|e| OpenError::Copy(e.to_string()))?;
    settle(&partial, &copy_path(file)).await.map_err(|e| OpenError::Copy(e.to_string()))
}

/// Removes sessions from the copy that was made before a migration. A copy that cannot be cleaned is worth less than
/// the promise that what is deleted is gone: it goes.
pub(super) async fn clean_copy(file: &Path, sessions: &[String]) -> std::io::Result<()> {
    let copy = copy_path(file);
    for stale in [with_suffix(file, ".bak.partial"), with_suffix(&copy, "-journal")] {
        drop(tokio::fs::remove_file(stale).await);
    }
    if !tokio::fs::try_exists(&copy).await? {
        return Ok(());
    }
    let cleaned = async {
        let options = SqliteConnectOptions::new()
            .filename(&copy)
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Memory)
            .foreign_keys(true)
            .pragma("secure_delete", "ON")
            .disable_statement_logging();
        let mut connection = SqliteConnection::connect_with(&options).await?;
        for session in sessions {
            sqlx::query("DELETE FROM sessions WHERE id = ?").bind(session.as_str()).execute(&mut connection).await?;
        }
        connection.close().await?;
        // Nothing has it open now.
        let file = std::fs::OpenOptions::new().read(true).write(true).open(&copy)?;
        slack::zero(&file)?;
        Ok::<(), sqlx::Error>(())
    };
    if let Err(error) = cleaned.await {
        tracing::warn!(error = error.to_string(), "the copy made before a migration is removed: it cannot be cleaned");
        tokio::fs::remove_file(&copy).await?;
    }
    Ok(())
}

async fn settle(partial: &Path, copy: &Path) -> std::io::Result<()> {
    tokio::fs::OpenOptions::new().write(true).open(partial).await?.sync_all().await?;
    tokio::fs::rename(partial, copy).await?;
    match copy.parent() {
        Some(folder) if cfg!(unix) && !folder.as_os_str().is_empty() => {
            tokio::fs::File::open(folder).await?.sync_all().await
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{MIGRATIONS, copy_path, migrate};
    use crate::adapters::store::open::{OpenError, connect_writer, writer_options};
    use sqlx::migrate::{Migration, MigrationType, Migrator};
    use sqlx::{SqlSafeStr, SqliteConnection};

    fn with_next(sql: &'static str) -> Migrator {
        let mut all: Vec<Migration> = MIGRATIONS.iter().cloned().collect();
        let number = all.iter().map(|migration| migration.version).max().unwrap() + 1;
        all.push(Migration::new(number, "next".into(), MigrationType::Simple, sql.into_sql_str(), false));
        Migrator::with_migrations(all)
    }

    async fn add_session(connection: &mut SqliteConnection) {
        let insert = "INSERT INTO sessions (id, workspace, title, status, version, created_at, updated_at) \
                      VALUES ('s', 'contract', 't', 'collecting', 0, 'a', 'b')";
        sqlx::query(insert).execute(connection).await.unwrap();
    }

    async fn tables(connection: &mut SqliteConnection) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(connection).await.unwrap()
    }

    #[tokio::test]
    async fn an_older_database_is_copied_then_migrated() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("дело № 1.db");
        let options = writer_options(file.to_str().unwrap()).unwrap();
        let mut connection = connect_writer(&options).await.unwrap();
        migrate(&mut connection, &file, &MIGRATIONS).await.unwrap();
        assert!(!copy_path(&file).exists(), "a new database has nothing to copy");
        add_session(&mut connection).await;
        let before = tables(&mut connection).await;

        migrate(&mut connection, &file, &with_next("CREATE TABLE next (id INTEGER) STRICT")).await.unwrap();
        assert_eq!(tables(&mut connection).await, before + 1);
        let copy = writer_options(copy_path(&file).to_str().unwrap()).unwrap();
        let mut copy = connect_writer(&copy).await.unwrap();
        assert_eq!(tables(&mut copy).await, before);
        migrate(&mut copy, &copy_path(&file), &MIGRATIONS).await.unwrap();
        let sessions: i64 = sqlx::query_scalar("SELECT count(*) FROM sessions").fetch_one(&mut copy).await.unwrap();
        assert_eq!(sessions, 1);

        let newer = migrate(&mut connection, &file, &MIGRATIONS).await.unwrap_err();
        assert!(matches!(newer, OpenError::Newer { .. }), "{newer}");
    }

    #[tokio::test]
    async fn an_empty_database_is_migrated_without_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let mut connection = connect_writer(&writer_options(file.to_str().unwrap()).unwrap()).await.unwrap();
        migrate(&mut connection, &file, &MIGRATIONS).await.unwrap();
        migrate(&mut connection, &file, &with_next("CREATE TABLE next (id INTEGER) STRICT")).await.unwrap();
        assert!(!copy_path(&file).exists());
    }

    #[tokio::test]
    async fn a_failed_migration_leaves_the_old_schema() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let mut connection = connect_writer(&writer_options(file.to_str().unwrap()).unwrap()).await.unwrap();
        migrate(&mut connection, &file, &MIGRATIONS).await.unwrap();
        add_session(&mut connection).await;
        let before = tables(&mut connection).await;
        let broken = with_next("CREATE TABLE next (id INTEGER) STRICT; CREATE TABLE sessions (id INTEGER)");
        let error = migrate(&mut connection, &file, &broken).await.unwrap_err();
        assert!(matches!(error, OpenError::Migration(_)), "{error}");
        assert_eq!(tables(&mut connection).await, before);
        migrate(&mut connection, &file, &MIGRATIONS).await.unwrap();
    }
}
