//! What only the file-backed store promises.

use super::{Bench, commit, current, states};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::model::session::WorkspaceId;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::ports::{Clock, Store, StoreError};
use proptest::prelude::{Just, Strategy, any, prop, prop_oneof};
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use std::sync::Arc;

#[tokio::test]
async fn a_reopened_file_has_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("новая папка/дело.db");
    let url = format!("sqlite:{}", file.display());
    let store = Arc::new(SqliteStore::open(&url).await.unwrap());
    let bench = Bench::new(store.clone());
    let states = states(40);
    let session = bench.open(states[0].clone()).await;
    let mut kept = vec![store.latest(&session).await.unwrap()];
    for (version, state) in (1..20).zip(&states[1..]) {
        let commit = bench.commit(&session, version, state.clone());
        kept.push(commit.snapshot.clone());
        store.append(commit).await.unwrap();
    }
    store.close().await;
    assert!(matches!(store.ping().await, Err(StoreError::Failed(_))), "closed");
    assert!(matches!(store.append(bench.commit(&session, 20, json!({}))).await, Err(StoreError::Failed(_))));

    let store = Arc::new(SqliteStore::open(&url).await.unwrap());
    assert_eq!(store.latest(&session).await.unwrap(), kept[19]);
    for (version, state) in (20..40).zip(&states[20..]) {
        let commit = bench.commit(&session, version, state.clone());
        kept.push(commit.snapshot.clone());
        store.append(commit).await.unwrap();
    }
    for (version, snapshot) in (0..).zip(&kept) {
        assert_eq!(store.version(&session, version).await.unwrap(), *snapshot);
    }
    let report = store.fsck().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.sessions, report.versions), (1, 40));
    assert!((3..40).contains(&report.snapshots), "{report:?}");
    store.close().await;
}

#[tokio::test]
async fn two_openers_of_one_file_never_fork_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let one = Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap());
    let two = Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap());
    let (bench, other) = (Bench::new(one.clone()), Bench::new(two.clone()));
    let session = bench.open(json!({ "n": 0 })).await;
    two.append(other.commit(&session, 1, json!({ "n": 1 }))).await.unwrap();
    assert_eq!(current(one.append(bench.commit(&session, 1, json!({ "n": "fork" }))).await), 1);
    one.append(bench.commit(&session, 2, json!({ "n": 2 }))).await.unwrap();
    two.append(other.commit(&session, 3, json!({ "n": 3 }))).await.unwrap();
    assert_eq!(*one.version(&session, 3).await.unwrap().state, json!({ "n": 3 }));
    assert!(one.fsck().await.unwrap().is_sound());
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn what_nests_too_deep_to_read_back_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap());
    let bench = Bench::new(store.clone());
    let session = bench.open(json!({})).await;
    let deep = (0..127).fold(json!(1), |inner, _| json!([inner]));
    assert!(matches!(store.append(bench.commit(&session, 1, deep)).await, Err(StoreError::Failed(_))));
    store.append(bench.commit(&session, 1, json!({ "n": 1 }))).await.unwrap();
    store.close().await;
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[ab/~0-2]{0,2}", inner, 0..5).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

#[test]
fn folded_operations_equal_what_was_stored() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let url = folder.path().join("a.db").to_str().unwrap().to_owned();
    let clock = FixedClock::default();
    let mut runner = TestRunner::new(Config { cases: 64, failure_persistence: None, ..Config::default() });
    runner
        .run(&prop::collection::vec(any_json(), 1..40), |states| {
            runtime.block_on(async {
                let session = clock.session_id();
                let store = SqliteStore::open(&url).await.unwrap();
                for (version, state) in (0..).zip(&states) {
                    let commit = commit(&session, version, state.clone(), clock.now());
                    if version == 0 {
                        store.create(WorkspaceId::Norms, String::new(), commit).await.unwrap();
                    } else {
                        store.append(commit).await.unwrap();
                    }
                }
                store.close().await;
                let store = SqliteStore::open(&url).await.unwrap();
                for (version, state) in (0..).zip(&states) {
                    let found = store.version(&session, version).await.unwrap();
                    assert_eq!(*found.state, *state);
                    assert_eq!(serde_json::to_string(&found.state).unwrap(), serde_json::to_string(state).unwrap());
                }
                store.close().await;
            });
            Ok(())
        })
        .unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(&url).await.unwrap();
        let report = store.fsck().await.unwrap();
        assert!(report.is_sound(), "{report:?}");
        assert_eq!(report.sessions, 64);
        store.close().await;
    });
}
