//! What only the file-backed store promises.

use super::{Bench, commit, current, states, trace, turn};
use legalagi::adapters::store::files;
use legalagi::adapters::store::open::OpenError;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::model::ids::{SessionId, Version};
use legalagi::model::snapshot::Aside;
use legalagi::model::told::Told;
use legalagi::model::trace::{StepOutcome, TraceEntry};
use legalagi::model::turn::Role;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::ports::{Clock, Commit, Store, StoreError};
use proptest::prelude::{Just, Strategy, any, prop, prop_oneof};
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use sqlx::migrate::Migrator;
use sqlx::{Connection, SqliteConnection};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
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

fn mode(file: &Path) -> u32 {
    std::fs::metadata(file).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn files_are_the_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own/deep");
    let file = own.join("a.db");
    let store = Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap());
    Bench::new(store.clone()).open(json!({})).await;
    assert_eq!((mode(&own), mode(own.parent().unwrap())), (0o700, 0o700));
    for suffix in ["", "-wal", "-shm"] {
        assert_eq!(mode(&own.join(format!("a.db{suffix}"))), 0o600, "{suffix}");
    }
    store.close().await;

    // Files of an earlier release; a folder that was there keeps its mode.
    let old = folder.path().join("b.db");
    let before = mode(folder.path());
    SqliteStore::open(old.to_str().unwrap()).await.unwrap().close().await;
    for name in ["b.db", "b.db.bak"] {
        let path = folder.path().join(name);
        if !path.exists() {
            std::fs::copy(&old, &path).unwrap();
        }
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    }
    SqliteStore::open(old.to_str().unwrap()).await.unwrap().close().await;
    assert_eq!((mode(&old), mode(&folder.path().join("b.db.bak"))), (0o600, 0o600));
    assert_eq!(mode(folder.path()), before);
}

#[tokio::test]
async fn one_server_has_a_file_under_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let url = format!("sqlite:{}", file.display());
    let claim = files::claim(&url).unwrap();
    assert!(matches!(files::claim(&url), Err(OpenError::Served(_))));
    let other = folder.path().join("other.db");
    std::os::unix::fs::symlink(&file, &other).unwrap();
    assert!(matches!(files::claim(other.to_str().unwrap()), Err(OpenError::Served(_))));
    // A command works beside it.
    let store = Arc::new(SqliteStore::open(&url).await.unwrap());
    Bench::new(store.clone()).open(json!({})).await;
    store.close().await;
    drop(claim);
    assert!(files::claim(&url).is_ok());
    assert!(files::claim(folder.path().join("b.db").to_str().unwrap()).is_ok());
}

/// Files below a folder that hold these bytes.
fn holding(folder: &Path, bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let held = std::fs::read(entry.path()).unwrap_or_default();
        if held.windows(bytes.len()).any(|window| window == bytes) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found
}

/// A word of a session that stands nowhere else.
pub(super) fn word(session: &SessionId) -> String {
    format!("слово-{}-конец", session.as_str())
}

/// Turns, states and a trace full of the session's own word, of many sizes, so that rows move between pages.
pub(super) async fn fill(bench: &Bench, session: &SessionId, versions: Version) {
    for version in 0..versions {
        let own = word(session);
        let text = own.repeat(1 + usize::try_from(version).unwrap() * 7 % 40);
        let told = trace(&format!("s{version}"), version, StepOutcome::Accepted);
        let commit = Commit {
            turns: vec![turn(&format!("t{version}"), Role::User, &text)],
            trace: Some(TraceEntry { output: json!({ "own": text }), ..told }),
            events: vec![Told { name: "STATE".into(), data: json!({ "own": own }) }],
            ..bench.commit(session, version, json!({ "n": version, "own": text }))
        };
        if version == 0 {
            bench.store.create(legalagi::workspaces::contract::ID, own, commit).await.unwrap();
        } else {
            bench.store.append(commit).await.unwrap();
        }
    }
}

#[tokio::test]
async fn deleted_words_stand_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let store = Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap());
    let bench = Bench::new(store.clone());
    let sessions: Vec<SessionId> = (0..24).map(|_| bench.clock.session_id()).collect();
    // In turns, so that pages are shared by sessions and split while they grow.
    for versions in [6_u32, 12] {
        for session in &sessions {
            match versions {
                6 => fill(&bench, session, 6).await,
                _ => {
                    for version in 6..versions {
                        let text = word(session).repeat(9);
                        let told = turn(&format!("t{version}"), Role::User, &text);
                        let state = json!({ "n": version, "own": text });
                        let commit = Commit { turns: vec![told], ..bench.commit(session, version, state) };
                        store.append(commit).await.unwrap();
                    }
                }
            }
        }
    }
    assert!(!holding(folder.path(), word(&sessions[0]).as_bytes()).is_empty(), "the search finds words");
    let (gone, kept) = sessions.split_at(12);
    for session in gone {
        store.delete(session).await.unwrap();
        assert_eq!(holding(folder.path(), word(session).as_bytes()), Vec::<String>::new(), "{session}");
    }
    for session in kept {
        assert!(!holding(folder.path(), word(session).as_bytes()).is_empty());
        assert_eq!(store.turns(session, 99).await.unwrap().len(), 12);
    }
    let report = store.fsck().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    store.close().await;
    for session in gone {
        assert_eq!(holding(folder.path(), word(session).as_bytes()), Vec::<String>::new(), "{session}");
    }
}

#[tokio::test]
async fn a_copy_that_is_put_back_brings_no_deleted_session_back() {
    let folder = tempfile::tempdir().unwrap();
    let (file, saved) = (folder.path().join("a.db"), folder.path().join("saved"));
    let open = async || Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap());
    let store = open().await;
    let bench = Bench::new(store.clone());
    let (gone, kept) = (bench.clock.session_id(), bench.clock.session_id());
    fill(&bench, &gone, 5).await;
    fill(&bench, &kept, 5).await;
    store.close().await;
    // As after an upgrade, and as a person saves the file.
    std::fs::copy(&file, folder.path().join("a.db.bak")).unwrap();
    std::fs::copy(&file, &saved).unwrap();

    let store = open().await;
    store.delete(&gone).await.unwrap();
    assert_eq!(holding(folder.path(), word(&gone).as_bytes()), ["saved"], "the product's own copy is cleaned too");
    assert!(holding(folder.path(), word(&kept).as_bytes()).contains(&"a.db.bak".to_owned()));
    store.close().await;
    let list = std::fs::read_to_string(folder.path().join("a.db.deleted")).unwrap();
    assert!(list.lines().count() == 1 && !list.contains(gone.as_str()), "hashes, no ids: {list}");

    std::fs::rename(&saved, &file).unwrap();
    let store = open().await;
    assert!(matches!(store.row(&gone).await, Err(StoreError::NotFound)));
    assert_eq!(store.turns(&kept, 99).await.unwrap().len(), 5);
    assert_eq!(holding(folder.path(), word(&gone).as_bytes()), Vec::<String>::new());
    store.close().await;
}

/// Pieces of what is compressed in the rows of a session: no word stands in those.
async fn packed(file: &Path, session: &SessionId) -> Vec<Vec<u8>> {
    let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    let query = "SELECT body FROM traces WHERE session = $1 UNION ALL SELECT ops FROM versions WHERE session = $1 \
                 UNION ALL SELECT snapshot FROM versions WHERE session = $1";
    let rows: Vec<Option<Vec<u8>>> =
        sqlx::query_scalar(query).bind(session.as_str()).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let rows = rows.into_iter().flatten().filter(|bytes| bytes[0] == 1);
    // The head of a row is the same in many; at its end stands its own checksum.
    rows.map(|bytes| bytes[bytes.len() - 16..].to_vec()).collect()
}

#[tokio::test]
async fn what_is_compressed_goes_with_its_session_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let store = Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap());
    let bench = Bench::new(store.clone());
    let sessions: Vec<SessionId> = (0..6).map(|_| bench.clock.session_id()).collect();
    for session in &sessions {
        fill(&bench, session, 20).await;
    }
    let (gone, kept) = (&sessions[1], &sessions[2]);
    let (of_gone, of_kept) = (packed(&file, gone).await, packed(&file, kept).await);
    assert!(of_gone.len() > 20 && of_kept.len() > 20, "{} {}", of_gone.len(), of_kept.len());
    let found = |pieces: &[Vec<u8>]| pieces.iter().filter(|piece| !holding(folder.path(), piece).is_empty()).count();
    let before = found(&of_kept);
    // A piece may lie across the end of a page.
    assert!(found(&of_gone) * 10 > of_gone.len() * 9 && before * 10 > of_kept.len() * 9, "the search finds them");
    let alone: Vec<Vec<u8>> = of_gone.into_iter().filter(|piece| !of_kept.contains(piece)).collect();
    assert!(alone.len() > 20);
    store.delete(gone).await.unwrap();
    assert_eq!(found(&alone), 0);
    assert_eq!(found(&of_kept), before);
    store.close().await;
    assert_eq!(found(&alone), 0);
}

/// The schema in which long texts were texts.
const LAST_PLAIN: i64 = 15;

#[tokio::test]
async fn rows_of_a_release_that_did_not_compress_are_read() {
    static ALL: Migrator = sqlx::migrate!("./migrations");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let plain = ALL.iter().filter(|migration| migration.version <= LAST_PLAIN).cloned().collect();
    let address = format!("sqlite:{}?mode=rwc", file.display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    Migrator::with_migrations(plain).run(&mut connection).await.unwrap();
    let states: Vec<Value> = (0..3).map(|n| json!({ "n": n, "own": "слова человека ".repeat(60) })).collect();
    let at = "2026-11-21T09:30:00.000Z";
    let sessions = "INSERT INTO sessions (id, workspace, title, status, version, created_at, updated_at) \
                    VALUES ('s', 'contract', 't', 'collecting', 2, $1, $1)";
    sqlx::query(sessions).bind(at).execute(&mut connection).await.unwrap();
    for (version, state) in states.iter().enumerate() {
        let whole = json!({ "state": state, "aside": Aside::default() }).to_string();
        let ops = json!([{ "op": "replace", "path": "/state/n", "value": version }]).to_string();
        let insert = "INSERT INTO versions (session, version, cause, at, changed, ops, snapshot) \
                      VALUES ('s', $1, 'message', $2, '[]', $3, $4)";
        let (ops, whole) = if version == 0 { (None, Some(whole)) } else { (Some(ops), None) };
        let insert = sqlx::query(insert).bind(i64::try_from(version).unwrap()).bind(at).bind(ops).bind(whole);
        insert.execute(&mut connection).await.unwrap();
    }
    let told = trace("a", 1, StepOutcome::Accepted);
    let insert = "INSERT INTO traces (session, id, step, version, at, body) VALUES ('s', 'a', 'INTERPRET', 1, $1, $2)";
    let body = serde_json::to_string(&told).unwrap();
    sqlx::query(insert).bind(at).bind(body).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();

    let session = SessionId::from("s");
    let store = Arc::new(SqliteStore::open(file.to_str().unwrap()).await.unwrap());
    for (version, state) in (0..).zip(&states) {
        assert_eq!(*store.version(&session, version).await.unwrap().state, *state);
    }
    assert_eq!(store.traces(&session).await.unwrap(), std::slice::from_ref(&told));
    let history = store.history(&session, None).await.unwrap();
    assert_eq!((history.versions.len(), history.traces.len()), (3, 1));
    let report = store.fsck().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    // New rows follow the old ones.
    let next = json!({ "n": 3, "own": "другие слова ".repeat(80) });
    let again = trace("b", 3, StepOutcome::Accepted);
    let commit = commit(&session, 3, next.clone(), at.to_owned());
    store.append(Commit { trace: Some(again.clone()), ..commit }).await.unwrap();
    store.close().await;
    let store = SqliteStore::open(file.to_str().unwrap()).await.unwrap();
    assert_eq!(*store.latest(&session).await.unwrap().state, next);
    assert_eq!(store.traces(&session).await.unwrap(), [told, again]);
    assert!(store.fsck().await.unwrap().is_sound());
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
                        store.create(legalagi::workspaces::norms::ID, String::new(), commit).await.unwrap();
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
