//! What the file-backed store promises when things break: real kills, a full disk, a lock, a wrong file.
#![cfg(all(unix, feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use legalagi::adapters::store::open::OpenError;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::model::ids::{SessionId, Version};
use legalagi::model::snapshot::{Aside, Snapshot};
use legalagi::model::turn::{Role, Turn};
use legalagi::runner::ports::{Commit, Store, StoreError};
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

const ROUNDS: usize = 10;
const SESSIONS: u32 = 6;
const FILE_OF_CHILD: &str = "LEGALAGI_TEST_STORE_FILE";
const AT: &str = "2026-11-21T09:30:00.000Z";

/// The state of a version is a function of its number, so that whoever reopens the file knows what must be there.
fn state(session: u32, version: Version) -> Value {
    let words = "слово ".repeat(usize::try_from(version % 50).unwrap());
    json!({ "session": session, "version": version, "domain": { (version % 5).to_string(): words } })
}

fn session_id(session: u32) -> SessionId {
    SessionId(format!("session-{session}"))
}

fn commit(session: u32, version: Version) -> Commit {
    let (id, at) = (format!("t{version}").into(), AT.to_owned());
    let turn = Turn { id, role: Role::User, text: format!("v{version}\u{0}"), at, answers_to: None, choice: None };
    let (state, aside, at) = (Arc::new(state(session, version)), Arc::new(Aside::default()), AT.to_owned());
    Commit {
        snapshot: Snapshot { session: session_id(session), version, state, aside, at },
        cause: "message".to_owned(),
        turns: vec![turn],
        changed: Vec::new(),
        trace: None,
        request: None,
        ends: None,
        events: Vec::new(),
        title: None,
    }
}

async fn add(store: &SqliteStore, session: u32, version: Version) -> Result<(), StoreError> {
    if version == 0 {
        store.create(legalagi::workspaces::contract::ID, String::new(), commit(session, 0)).await
    } else {
        store.append(commit(session, version)).await
    }
}

async fn open(file: &Path) -> Result<SqliteStore, OpenError> {
    SqliteStore::open(file.to_str().unwrap()).await
}

/// The newest version of each session that a child was told is kept.
type Ledger = BTreeMap<u32, Version>;

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).unwrap();
}

fn note(ledger: &mut Ledger, line: &str) -> bool {
    let Some((_, numbers)) = line.split_once("kept ") else { return false };
    let (session, version) = numbers.split_once(' ').unwrap();
    let (session, version) = (session.parse().unwrap(), version.trim().parse().unwrap());
    assert!(ledger.insert(session, version).is_none_or(|before| before < version));
    true
}

/// The tests below run this very binary again; on its own this test does nothing.
#[expect(clippy::disallowed_methods, reason = "how the child learns its file")]
fn file_of_child() -> Option<String> {
    std::env::var(FILE_OF_CHILD).ok()
}

fn child(test: &str, file: &Path, limit: Option<&str>) -> Child {
    let binary = std::env::current_exe().unwrap();
    let mut command = match limit {
        None => Command::new(binary),
        Some(limit) => {
            // Without the signal a write over the limit is an error of the write, as on a full disk.
            let mut shell = Command::new("sh");
            shell.args(["-c", "trap '' XFSZ; ulimit -S -f \"$0\"; exec \"$@\"", limit]).arg(binary);
            shell
        }
    };
    let command = command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(FILE_OF_CHILD, file);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Appends to all sessions at once until something fails; says what was acknowledged.
async fn append_until_failure(store: &Arc<SqliteStore>) {
    let mut tasks = Vec::new();
    for session in 0..SESSIONS {
        let store = Arc::clone(store);
        tasks.push(tokio::spawn(async move {
            let mut next = match store.latest(&session_id(session)).await {
                Ok(latest) => latest.version + 1,
                Err(_) => 0,
            };
            while add(&store, session, next).await.is_ok() {
                say(&format!("kept {session} {next}"));
                next += 1;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

async fn add_until_failure(store: &SqliteStore, session: u32) {
    let mut next = 0;
    while add(store, session, next).await.is_ok() {
        next += 1;
    }
}

async fn check(store: &SqliteStore, ledger: &Ledger, surplus: Version) {
    for (session, kept) in ledger {
        let id = session_id(*session);
        let newest = store.row(&id).await.unwrap().version;
        assert!((*kept..=kept + surplus).contains(&newest), "session {session}: kept {kept}, found {newest}");
        assert_eq!(store.latest(&id).await.unwrap().version, newest);
        for version in 0..=newest {
            assert_eq!(*store.version(&id, version).await.unwrap().state, state(*session, version));
        }
        let turns = store.turns(&id, newest).await.unwrap();
        let words = turns.iter().map(|turn| turn.text.clone()).collect::<Vec<_>>();
        assert_eq!(words, (0..=newest).map(|version| format!("v{version}\u{0}")).collect::<Vec<_>>());
    }
    let report = store.fsck().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn child_that_is_killed() {
    let Some(file) = file_of_child() else { return };
    let store = Arc::new(open(Path::new(&file)).await.unwrap());
    append_until_failure(&store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_version_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut ledger = Ledger::new();
    for round in 0..ROUNDS {
        let mut child = child("child_that_is_killed", &file, None);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        // Another point of the work in every round, the middle of a burst included.
        let mut left = 1 + round * 13;
        let mut line = String::new();
        while left > 0 {
            line.clear();
            assert_ne!(out.read_line(&mut line).unwrap(), 0, "the child ended by itself");
            left -= usize::from(note(&mut ledger, &line));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for line in out.lines() {
            note(&mut ledger, &line.unwrap());
        }
        let store = open(&file).await.unwrap();
        check(&store, &ledger, 1).await;
        store.close().await;
    }
    assert_eq!(ledger.len(), usize::try_from(SESSIONS).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn child_with_a_full_disk() {
    let Some(file) = file_of_child() else { return };
    let store = Arc::new(open(Path::new(&file)).await.unwrap());
    append_until_failure(&store).await;
    let latest = store.latest(&session_id(0)).await.unwrap();
    assert_eq!(*store.version(&session_id(0), latest.version / 2).await.unwrap().state, state(0, latest.version / 2));
    assert!(store.turns(&session_id(0), latest.version).await.is_ok(), "reads go on");
    // Health asks by a write of one page, which may still find room: then the next failure leaves none.
    let mut small = 100..1000;
    while store.ping().await.is_ok() {
        let session = small.next().unwrap();
        add_until_failure(&store, session).await;
        // A refusal writes nothing, so it does not make health green again.
        assert!(matches!(add(&store, 0, 0).await, Err(StoreError::Conflict { .. })));
    }
    say("full");

    let me = std::process::id().to_string();
    let lifted = Command::new("prlimit").args(["--pid", &me, "--fsize=unlimited:"]).status();
    assert!(lifted.unwrap().success());
    store.ping().await.unwrap();
    add(&store, 0, latest.version + 1).await.unwrap();
    say(&format!("kept 0 {}", latest.version + 1));
    say("recovered");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_and_is_survived() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let child = child("child_with_a_full_disk", &file, Some("1500"));
    let out = child.wait_with_output().unwrap();
    let out = String::from_utf8(out.stdout).unwrap();
    assert!(out.contains("full\n") && out.contains("recovered\n"), "{out}");
    let mut ledger = Ledger::new();
    for line in out.lines() {
        note(&mut ledger, line);
    }
    let store = open(&file).await.unwrap();
    // A failure was answered as one, so nothing unacknowledged is kept.
    check(&store, &ledger, 0).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_held_elsewhere_is_waited_for_then_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let store = Arc::new(open(&file).await.unwrap());
    add(&store, 0, 0).await.unwrap();

    let mut other = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let waiting = tokio::spawn({
        let store = Arc::clone(&store);
        async move { add(&store, 0, 1).await }
    });
    assert_eq!(store.latest(&session_id(0)).await.unwrap().version, 0, "reads go on");
    assert!(matches!(waiting.await.unwrap(), Err(StoreError::Failed(_))));

    let waiting = tokio::spawn({
        let store = Arc::clone(&store);
        async move { add(&store, 0, 1).await }
    });
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    waiting.await.unwrap().unwrap();
    check(&store, &Ledger::from([(0, 1)]), 0).await;
    store.close().await;
}

#[tokio::test]
async fn a_newer_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let store = open(&file).await.unwrap();
    add(&store, 0, 0).await.unwrap();
    store.close().await;

    let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    let insert = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                  VALUES (9999, 'later', TRUE, x'00', 0)";
    sqlx::query(insert).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let before = std::fs::read(&file).unwrap();

    let error = open(&file).await.unwrap_err();
    assert!(matches!(error, OpenError::Newer { database: 9999, .. }), "{error}");
    assert!(error.to_string().contains("9999") && error.to_string().contains("newer release"), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let url = format!("sqlite:{}?mode=ro", file.display());
    assert!(SqliteStore::open(&url).await.is_err(), "nothing to read");
    let store = open(&file).await.unwrap();
    add(&store, 0, 0).await.unwrap();
    store.close().await;
    let error = SqliteStore::open(&url).await.unwrap_err();
    assert!(matches!(error, OpenError::NotWritable(_)), "{error}");

    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).unwrap();
    // The superuser may write all the same.
    if std::fs::OpenOptions::new().write(true).open(&file).is_err() {
        assert!(open(&file).await.is_err());
    }
}

#[tokio::test]
async fn what_is_no_database_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(open(folder.path()).await.is_err(), "a folder");
    let file = folder.path().join("words.db");
    std::fs::write(&file, "These are words and no database. ".repeat(200)).unwrap();
    let error = open(&file).await.unwrap_err();
    assert!(matches!(error, OpenError::Database(_)), "{error}");
    assert!(open(&file.join("below/a.db")).await.is_err(), "a folder that is a file");
    for memory in [":memory:", "sqlite::memory:", "sqlite://a.db?mode=memory", ""] {
        let error = SqliteStore::open(memory).await.unwrap_err();
        assert!(matches!(error, OpenError::Address(_)), "{memory}: {error}");
    }
    assert!(matches!(SqliteStore::open("sqlite:a.db?mode=what").await, Err(OpenError::Address(_))));
}

#[tokio::test]
async fn damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let store = open(&file).await.unwrap();
    let damages = [
        "UPDATE versions SET ops = CAST('[]' AS BLOB) WHERE version = 16 AND session = ?",
        "UPDATE versions SET ops = CAST('[{\"op\":\"remove\",\"path\":\"/Иванов\"}]' AS BLOB) WHERE version = 20 AND session = ?",
        "UPDATE versions SET ops = CAST('Иванов' AS BLOB) WHERE version = 20 AND session = ?",
        "UPDATE versions SET snapshot = CAST('Иванов' AS BLOB) WHERE version = 0 AND session = ?",
        "DELETE FROM versions WHERE version = 30 AND session = ?",
        "DELETE FROM versions WHERE version = 33 AND session = ?",
        "DELETE FROM turns WHERE seq = 3 AND session = ?",
    ];
    let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    for (session, damage) in (0..).zip(damages) {
        for version in 0..34 {
            add(&store, session, version).await.unwrap();
        }
        assert_eq!(store.fsck().await.unwrap().faults.len(), usize::try_from(session).unwrap());
        sqlx::query(damage).bind(session_id(session).0).execute(&mut connection).await.unwrap();
        let report = store.fsck().await.unwrap();
        let last = report.faults.last().unwrap();
        assert_eq!(last.session, Some(session_id(session)), "{damage}: {report:?}");
        assert_eq!(report.faults.len(), usize::try_from(session).unwrap() + 1, "{damage}: {report:?}");
        assert!(!format!("{report:?}").contains("Иванов"), "{report:?}");
    }
    store.close().await;
}
