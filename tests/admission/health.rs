//! A server that says of itself how it is.

use crate::process::Process;
use crate::{get, open};
use serde_json::Value;
use sqlx::{Connection, SqliteConnection};
use std::io::{Seek, SeekFrom, Write};

#[tokio::test]
async fn a_sound_server_is_alive_and_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[("LEGALAGI_ACCESS_TOKEN", crate::TOKEN)]);
    assert_eq!(get(&process, "/healthz").await.status(), 200);
    let ready = get(&process, "/readyz").await;
    assert_eq!(ready.status(), 200);
    let body: Value = ready.json().await.expect("JSON");
    assert_eq!(body["status"], "ready");
    assert_eq!(body["checks"], serde_json::json!({"storage": "ok", "workers": "ok", "queue": "ok"}));
}

#[tokio::test]
async fn a_damaged_database_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let mut ids = Vec::new();
    // Enough that the end of the file holds sessions and nothing of the schema.
    for _ in 0..160 {
        ids.push(open(&process).await);
    }
    assert_eq!(process.stop().0, Some(0));
    let file = folder.path().join("kill.db");
    // What still stands in the log of writes would hide the damage: it goes into the file first.
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.expect("a database");
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await.expect("one file");
    connection.close().await.expect("closed");
    // The pages behind the schema.
    let length = std::fs::metadata(&file).expect("a file").len();
    let mut bytes = std::fs::OpenOptions::new().write(true).open(&file).expect("a file");
    for at in (length / 8 * 7..length).step_by(512) {
        bytes.seek(SeekFrom::Start(at)).expect("a place");
        bytes.write_all(&[0xA5; 256]).expect("damage");
    }
    drop(bytes);
    let process = Process::start(folder.path(), &[]);
    // The file is looked over beside the work.
    let mut health = get(&process, "/healthz").await;
    for _ in 0..200 {
        if health.status() != 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        health = get(&process, "/healthz").await;
    }
    if health.status() != 503 {
        panic!("nothing was found: {}", process.stop().1);
    }
    let error: Value = health.json().await.expect("JSON");
    assert_eq!(error["error"]["details"]["storage"], "damaged");
    assert_eq!(error["error"]["retryable"], false);
    let ready = get(&process, "/readyz").await;
    assert_eq!(ready.status(), 503);
    assert_eq!(ready.json::<Value>().await.expect("JSON")["checks"]["storage"], "damaged");
    // Nobody is told to try again what cannot be read.
    let mut told = 0;
    for id in ids {
        let answer = get(&process, &format!("/api/session/{id}")).await;
        if answer.status() == 503 {
            let error: Value = answer.json().await.expect("JSON");
            assert_eq!(error["error"]["retryable"], false, "{error}");
            told += 1;
        }
    }
    assert!(told > 0, "the damage reached the sessions");
}
