//! Legal hold: what is on hold stays, with its copies, through every door; what is deleted leaves rows without words.

use super::{Bench, states};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::engine::prompt::sha256;
use legalagi::model::ids::SessionId;
use legalagi::model::share::Share;
use legalagi::runner::ports::{Store, StoreError};
use std::path::Path;
use std::sync::Arc;

const AT: &str = "2026-11-22T10:00:00.000Z";

struct Held {
    store: Arc<SqliteStore>,
    session: SessionId,
    copy: SessionId,
}

async fn opened(file: &Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(&format!("sqlite:{}", file.display())).await.unwrap())
}

/// A session with a copy, neither on hold.
async fn shared(file: &Path) -> Held {
    let store = opened(file).await;
    let bench = Bench::new(store.clone());
    let session = bench.open(states(1)[0].clone()).await;
    let copy = bench.open(states(1)[0].clone()).await;
    let share = Share {
        id: "link".into(),
        session: session.clone(),
        copy: Some(copy.clone()),
        version: 0,
        created_at: AT.into(),
        revoked_at: None,
    };
    store.add_share(share).await.unwrap();
    Held { store, session, copy }
}

async fn refused(held: &Held) {
    for id in [&held.session, &held.copy] {
        assert_eq!(held.store.trash(id, AT).await, Err(StoreError::OnHold));
        assert_eq!(held.store.delete(id).await, Err(StoreError::OnHold));
        assert!(held.store.latest(id).await.is_ok());
    }
}

#[tokio::test]
async fn what_is_on_hold_stays_with_its_copies_until_the_hold_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("holds.db");
    let held = shared(&file).await;
    for kept in [&held.session, &held.copy] {
        held.store.hold(kept, AT).await.unwrap();
        held.store.hold(kept, "later").await.unwrap();
        let holds = held.store.holds().await.unwrap();
        assert_eq!((holds.len(), holds[0].session.as_str(), holds[0].at.as_str()), (1, kept.as_str(), AT));
        refused(&held).await;
        held.store.release(kept, AT).await.unwrap();
    }
    assert_eq!(held.store.release(&held.session, AT).await, Err(StoreError::NotFound));
    assert_eq!(held.store.hold(&SessionId::from("nobody"), AT).await, Err(StoreError::NotFound));

    // What lies in the trash already is kept there; nothing that was refused is on the list of deletions.
    held.store.trash(&held.session, AT).await.unwrap();
    held.store.hold(&held.session, AT).await.unwrap();
    assert_eq!(held.store.delete(&held.session).await, Err(StoreError::OnHold));
    held.store.close().await;
    let store = opened(&file).await;
    store.restore(&held.session).await.unwrap();
    assert!(store.latest(&held.session).await.is_ok() && store.latest(&held.copy).await.is_ok());
    store.release(&held.session, AT).await.unwrap();
    store.close().await;
    let store = opened(&file).await;
    assert!(store.latest(&held.session).await.is_ok(), "a refused deletion is not made up for later");

    store.delete(&held.session).await.unwrap();
    assert_eq!(store.latest(&held.copy).await, Err(StoreError::NotFound));
    let audit = store.audit().await.unwrap();
    let told: Vec<(&str, &str)> = audit.iter().map(|row| (row.what.as_str(), row.session.as_str())).collect();
    let (own, copied) = (sha256(held.session.as_str()), sha256(held.copy.as_str()));
    let (own, copied) = (own.as_str(), copied.as_str());
    let expected = [
        ("held", own),
        ("released", own),
        ("held", copied),
        ("released", copied),
        ("held", own),
        ("released", own),
        ("deleted", copied),
        ("deleted", own),
    ];
    assert_eq!(told, expected);
    assert!(audit.iter().all(|row| row.at.len() == AT.len() && row.at.ends_with('Z')), "{audit:?}");
    store.close().await;
}

#[tokio::test]
async fn a_hold_of_another_process_comes_in_time_and_a_copy_that_is_put_back_keeps_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("holds.db");
    let held = shared(&file).await;
    let beside = opened(&file).await;
    beside.hold(&held.session, AT).await.unwrap();
    refused(&held).await;
    beside.close().await;
    held.store.close().await;

    // The file as it was under the hold is put back after the deletion.
    let backup = folder.path().join("backup.db");
    std::fs::copy(&file, &backup).unwrap();
    let store = opened(&file).await;
    store.release(&held.session, AT).await.unwrap();
    store.delete(&held.session).await.unwrap();
    store.close().await;
    std::fs::copy(&backup, &file).unwrap();
    let store = opened(&file).await;
    assert!(store.latest(&held.session).await.is_ok(), "what a hold keeps is not deleted behind its back");
    store.release(&held.session, AT).await.unwrap();
    store.close().await;
    let store = opened(&file).await;
    assert_eq!(store.latest(&held.session).await, Err(StoreError::NotFound), "the list of deletions counts again");
    store.close().await;
}
