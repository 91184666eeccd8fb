//! The audit log on both engines: committed with its change, one chain for all writers, cut only by an entry.

use super::{Bench, SqliteStore, states};
use crate::cluster;
use legalagi::adapters::store::keeping::Keeping;
use legalagi::adapters::store::sessions::Sessions;
use legalagi::adapters::store::trail::CheckError;
use legalagi::adapters::trail::Trail;
use legalagi::engine::trail::{TrailFault, of_session};
use legalagi::model::trail::{Action, Actor, Level};
use legalagi::runner::ports::StoreError;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

async fn opened(url: &str, level: Level) -> Sessions {
    let sessions = Sessions::open(url).await.unwrap();
    sessions.keep_trail(Keeping::new(level, Actor::Server));
    sessions
}

/// An empty database of each engine that is here.
async fn databases(folder: &std::path::Path) -> Vec<String> {
    let mut all = vec![format!("sqlite:{}", folder.join("a.db").display())];
    all.extend(cluster::if_installed().await);
    all
}

async fn execute(url: &str, statement: &str) {
    let statement = AssertSqlSafe(statement.to_owned());
    if url.starts_with("postgres") {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    } else {
        let mut connection = SqliteConnection::connect(url).await.unwrap();
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    }
}

async fn entries(sessions: &Sessions) -> Vec<Value> {
    let all = sessions.trail_after(0).await.unwrap();
    all.iter().map(|sealed| serde_json::from_str(&sealed.line()).unwrap()).collect()
}

fn actions(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["action"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_noted_with_itself_and_outlives_its_session() {
    let folder = tempfile::tempdir().unwrap();
    for url in databases(folder.path()).await {
        let sessions = opened(&url, Level::All).await;
        let store = sessions.port();
        let bench = Bench::new(store.clone());
        let id = bench.open(states(1)[0].clone()).await;
        store.append(bench.commit(&id, 1, states(2)[1].clone())).await.unwrap();
        // What is not done is not noted.
        let twice = store.append(bench.commit(&id, 1, states(2)[1].clone())).await;
        assert_eq!(twice, Err(StoreError::Conflict { current: 1 }));
        sessions.hold(&id, "2026-11-26T10:00:00.000Z").await.unwrap();
        assert_eq!(store.delete(&id).await, Err(StoreError::OnHold));
        sessions.release(&id, "2026-11-26T10:00:00.000Z").await.unwrap();
        store.trash(&id, "2026-11-26T10:00:00.000Z").await.unwrap();
        store.restore(&id).await.unwrap();
        store.delete(&id).await.unwrap();
        let noted = entries(&sessions).await;
        let want = ["create", "update", "hold", "release", "trash", "restore", "delete"];
        assert_eq!(actions(&noted), want, "{url}");
        assert!(noted.iter().all(|entry| entry["subject"] == of_session(&id)), "{noted:?}");
        assert_eq!((&noted[1]["version"], &noted[1]["details"]["cause"]), (&1.into(), &"INTERPRET".into()));
        assert!(!noted.iter().any(|entry| entry.to_string().contains(id.as_str())), "the id would open the session");
        assert_eq!(sessions.check_trail(&[]).await.unwrap().entries, 7);
        sessions.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_writers_make_one_chain() {
    let folder = tempfile::tempdir().unwrap();
    for url in databases(folder.path()).await {
        let (one, two) = (opened(&url, Level::All).await, opened(&url, Level::All).await);
        let mut tasks = Vec::new();
        for number in 0..60u32 {
            let sessions = if number % 2 == 0 { one.clone() } else { two.clone() };
            tasks.push(tokio::spawn(async move {
                let bench = Bench::new(sessions.port());
                let mut id = legalagi::model::ids::SessionId::from(format!("session-{number}").as_str());
                let first = bench.commit(&id, 0, states(1)[0].clone());
                let workspace = legalagi::workspaces::contract::ID;
                sessions.port().create(workspace, "x".to_owned(), first).await.unwrap();
                id.0.push('!');
                sessions.note_one(Action::Export, |draft| draft.of(&of_session(&id))).await.unwrap();
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        let checked = one.check_trail(&[]).await.unwrap();
        assert_eq!((checked.entries, checked.head.number), (120, 120), "{url}");
        assert_eq!(one.trail_head().await.unwrap(), two.trail_head().await.unwrap());
        one.close().await;
        two.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_does_to_the_rows_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for url in databases(folder.path()).await {
        let sessions = opened(&url, Level::Changes).await;
        for _ in 0..9 {
            sessions.note_one(Action::Backup, |draft| draft.number("bytes", 5)).await.unwrap();
        }
        let kept = sessions.trail_head().await.unwrap();
        let fault = async |sessions: &Sessions| match sessions.check_trail(&[]).await {
            Err(CheckError::Fault(fault)) => fault,
            other => panic!("{url}: {other:?}"),
        };
        execute(&url, "UPDATE trail SET body = replace(body, '\"bytes\":5', '\"bytes\":6') WHERE number = 4").await;
        assert_eq!(fault(&sessions).await, TrailFault::Changed(4));
        execute(&url, "UPDATE trail SET body = replace(body, '\"bytes\":6', '\"bytes\":5') WHERE number = 4").await;
        assert_eq!(sessions.check_trail(std::slice::from_ref(&kept)).await.unwrap().entries, 9);

        execute(&url, "UPDATE trail_head SET number = 8, hash = (SELECT hash FROM trail WHERE number = 8)").await;
        execute(&url, "DELETE FROM trail WHERE number = 9").await;
        assert_eq!(
            sessions.check_trail(&[]).await.unwrap().entries,
            8,
            "whoever moves the head too is found out by one kept elsewhere"
        );
        let known = sessions.check_trail(std::slice::from_ref(&kept)).await;
        assert!(matches!(known, Err(CheckError::Fault(TrailFault::Tail { last: 8, head: 9 }))), "{known:?}");
        execute(&url, "DELETE FROM trail WHERE number = 8").await;
        assert_eq!(fault(&sessions).await, TrailFault::Tail { last: 7, head: 8 });
        execute(&url, "DELETE FROM trail WHERE number = 1").await;
        assert_eq!(fault(&sessions).await, TrailFault::Beginning(2));
        sessions.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_part_is_cut_by_an_entry_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    for url in databases(folder.path()).await {
        let sessions = opened(&url, Level::Changes).await;
        for _ in 0..5 {
            sessions.note_one(Action::Backup, |draft| draft).await.unwrap();
        }
        let third = sessions.trail_after(2).await.unwrap()[0].clone();
        assert_eq!(sessions.cut_trail(99).await, Err(StoreError::NotFound));
        sessions.cut_trail(3).await.unwrap();
        let left = entries(&sessions).await;
        assert_eq!(actions(&left), ["backup", "backup", "cut"], "{url}");
        assert_eq!(
            (&left[2]["details"]["through"], &left[2]["details"]["hash"]),
            (&3.into(), &third.hash.clone().into())
        );
        let checked = sessions.check_trail(&[third.head()]).await.unwrap();
        assert_eq!((checked.entries, checked.head.number), (3, 6));
        // Everything is older than that; the newest entry stays, and it is the one that names the cut before.
        assert_eq!(sessions.forget_trail("9999").await.unwrap(), 2);
        assert_eq!(actions(&entries(&sessions).await), ["cut", "cut"]);
        assert!(sessions.check_trail(&[]).await.is_ok());
        sessions.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readings_are_written_together_and_once_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("a.db").display());
    let sessions = opened(&url, Level::All).await;
    let trail = Trail::begin(sessions.clone());
    for number in 0..300u32 {
        trail.seen("session", |draft| draft.of(&format!("session:{}", number % 150)));
    }
    trail.settled().await;
    let noted = entries(&sessions).await;
    assert_eq!(noted.len(), 150);
    assert!(actions(&noted).iter().all(|action| *action == "read"));
    // More than can wait are counted.
    for number in 0..6000u32 {
        trail.seen("session", |draft| draft.of(&format!("more:{number}")));
    }
    trail.settled().await;
    trail.settled().await;
    let mut all = Vec::new();
    while let Some(page) = Some(sessions.trail_after(all.len() as u64).await.unwrap()).filter(|page| !page.is_empty()) {
        all.extend(page);
    }
    let all: Vec<Value> = all.iter().map(|sealed| serde_json::from_str(&sealed.line()).unwrap()).collect();
    let lost: u64 =
        all.iter().filter(|one| one["action"] == "lost").map(|one| one["details"]["readings"].as_u64().unwrap()).sum();
    let read = all.iter().filter(|one| one["action"] == "read").count() as u64;
    assert_eq!(read + lost, 150 + 6000, "{lost} were counted");
    sessions.close().await;

    // Where nothing is wanted, nothing is noted.
    let url = format!("sqlite:{}", folder.path().join("off.db").display());
    let store = std::sync::Arc::new(SqliteStore::open(&url).await.unwrap());
    let off = Sessions::Sqlite(store);
    off.keep_trail(Keeping::new(Level::Off, Actor::Server));
    Bench::new(off.port()).open(states(1)[0].clone()).await;
    Trail::begin(off.clone()).seen("session", |draft| draft);
    assert_eq!(off.trail_head().await.unwrap().number, 0);
    off.close().await;
}
