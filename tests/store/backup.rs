//! Copies of the database: made while others write, checked, put back without what was deleted since.

use super::{Bench, Clock, SqliteStore, Store};
use super::{file::fill, file::word};
use legalagi::adapters::store::backup::{self, BackupError, COPY};
use legalagi::adapters::store::{files, open::OpenError};
use std::sync::Arc;

async fn open(file: &std::path::Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap())
}

#[tokio::test]
async fn a_backup_is_made_while_others_write_and_put_back_without_what_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("a.db"), folder.path().join("copy"));
    let url = file.to_str().unwrap();
    let store = open(&file).await;
    let bench = Bench::new(store.clone());
    let (gone, kept, later) = (bench.clock.session_id(), bench.clock.session_id(), bench.clock.session_id());
    fill(&bench, &gone, 5).await;
    fill(&bench, &kept, 5).await;
    let (made, ()) = tokio::join!(backup::backup(url, &copy, "2026-01-01T00:00:00Z"), fill(&bench, &later, 5));
    let made = made.unwrap();
    assert!(made.sessions >= 2 && made.versions >= 10, "{made:?}");
    assert_eq!(backup::verify(&copy).await.unwrap(), made);
    assert!(matches!(backup::backup(url, &copy, "-").await, Err(BackupError::Exists(_))));
    let before = store.latest(&kept).await.unwrap();
    store.delete(&gone).await.unwrap();
    store.close().await;

    let served = files::claim(url).unwrap();
    assert!(matches!(backup::restore(&copy, url, "x").await, Err(BackupError::Open(OpenError::Served(_)))));
    drop(served);
    let other = open(&file).await;
    assert!(other.latest(&kept).await.is_ok());
    let refused = backup::restore(&copy, url, "x").await;
    assert!(matches!(refused, Err(BackupError::Open(OpenError::Served(_)))), "a command has it open: {refused:?}");
    other.close().await;
    let (put_back, aside) = backup::restore(&copy, url, "x").await.unwrap();
    assert_eq!(put_back, made);
    assert!(aside.is_some_and(|aside| aside.is_file()), "what stood there is kept");
    let store = open(&file).await;
    assert_eq!(store.latest(&kept).await.unwrap(), before);
    assert!(store.latest(&gone).await.is_err(), "what was deleted since is deleted again");
    assert!(store.fsck().await.unwrap().is_sound());
    store.close().await;
    let held = std::fs::read(&file).unwrap();
    assert!(!held.windows(word(&gone).len()).any(|part| part == word(&gone).as_bytes()));
}

#[tokio::test]
async fn an_altered_backup_is_not_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("a.db"), folder.path().join("copy"));
    let store = open(&file).await;
    let bench = Bench::new(store.clone());
    fill(&bench, &bench.clock.session_id(), 5).await;
    backup::backup(file.to_str().unwrap(), &copy, "2026-01-01T00:00:00Z").await.unwrap();
    store.close().await;
    let mut bytes = std::fs::read(copy.join(COPY)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(copy.join(COPY), &bytes).unwrap();
    let nothing = folder.path().join("nothing.db");
    let none = backup::backup(nothing.to_str().unwrap(), &folder.path().join("empty"), "-").await;
    assert!(matches!(none, Err(BackupError::None(_))) && !nothing.exists(), "a backup makes no database: {none:?}");
    let fresh = folder.path().join("fresh.db");
    let refused = backup::restore(&copy, fresh.to_str().unwrap(), "x").await;
    assert!(matches!(refused, Err(BackupError::Altered(_))), "{refused:?}");
    assert!(!fresh.exists());
    assert!(matches!(backup::verify(folder.path()).await, Err(BackupError::NoBackup(_))));
}

#[tokio::test]
async fn a_log_without_its_database_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("a.db"), folder.path().join("copy"));
    let url = file.to_str().unwrap();
    let store = open(&file).await;
    let bench = Bench::new(store.clone());
    fill(&bench, &bench.clock.session_id(), 5).await;
    store.close().await;
    backup::backup(url, &copy, "2026-01-01T00:00:00Z").await.unwrap();
    // As after a restore that died between two moves.
    std::fs::remove_file(&file).unwrap();
    std::fs::write(folder.path().join("a.db-wal"), "the last words of somebody").unwrap();
    backup::restore(&copy, url, "x").await.unwrap();
    let kept = std::fs::read_to_string(folder.path().join("a.db.before-x-wal")).unwrap();
    assert_eq!(kept, "the last words of somebody");
}
