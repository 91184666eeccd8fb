//! Clients that send slowly, or never end what they began.

use crate::model::{Act, Server};
use crate::process::{Process, command};
use crate::{LEASE, client, get, open, refused, rest, sent};
use serde_json::json;
use std::process::Command;
use tokio::io::AsyncWriteExt;

const HALF_A_HEAD: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ";

fn half_a_body(path: &str, length: usize) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{{"
    )
    .into_bytes()
}

#[tokio::test]
async fn slow_connections_give_way_oldest_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[("LEGALAGI_MAX_CONNECTIONS", "40")]);
    let mut slow = Vec::new();
    for n in 0..120 {
        slow.push(sent(&process, if n % 2 == 0 { HALF_A_HEAD } else { &[] }).await);
        if n % 20 == 0 {
            assert_eq!(get(&process, "/healthz").await.status(), 200, "after {n}");
        }
    }
    assert_eq!(get(&process, "/healthz").await.status(), 200);
    // The first has lost its place; the last still has its own and is answered when it ends its request.
    assert_eq!(rest(slow.remove(0)).await, "");
    let mut last = slow.pop().expect("a connection");
    last.write_all(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n").await.expect("a place");
    assert!(rest(last).await.starts_with("HTTP/1.1 200 "));
    drop(slow);
}

#[tokio::test]
async fn the_soft_limit_of_files_is_raised() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = command(folder.path(), &[]);
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -Sn 96; exec \"$0\" serve", env!("CARGO_BIN_EXE_legalagi")]);
    shell.current_dir(folder.path()).env_clear();
    shell.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let process = Process::of(&mut shell);
    let mut slow = Vec::new();
    for _ in 0..300 {
        slow.push(sent(&process, HALF_A_HEAD).await);
    }
    assert_eq!(get(&process, "/healthz").await.status(), 200);
    // There was room for all of them.
    let mut first = slow.remove(0);
    first.write_all(b"x\r\nconnection: close\r\n\r\n").await.expect("a place");
    assert!(rest(first).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn requests_that_do_not_arrive_are_hung_up_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = Server::start(vec![vec![Act::Stall]]).await;
    let variables =
        [("LEGALAGI_REQUEST_SECONDS", "1"), ("LEGALAGI_LLM_BASE_URL", &model.base), ("LEGALAGI_LLM_MODEL", "scripted")];
    let process = Process::start(folder.path(), &variables);
    let silent = sent(&process, b"").await;
    let head = sent(&process, HALF_A_HEAD).await;
    let body = sent(&process, &half_a_body("/api/session", 1000)).await;
    let import = sent(&process, &half_a_body("/api/replay", 20_000_000)).await;
    let idle = sent(&process, b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").await;
    // What is worked on is waited for: a turn lasts longer than all of these.
    let url = format!("{}/api/session", process.base);
    let turn = tokio::spawn(client().post(url).json(&json!({"initial_message": LEASE})).send());
    for stream in [silent, head, body, import] {
        assert_eq!(rest(stream).await, "");
    }
    assert!(rest(idle).await.starts_with("HTTP/1.1 200 "));
    assert!(!turn.is_finished());
    turn.abort();
}

#[tokio::test]
async fn unfinished_uploads_take_no_memory_and_make_room() {
    const MB: usize = 1024 * 1024;
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[("LEGALAGI_SPOOL_MB", "128")]);
    open(&process).await;
    let before = process.memory();
    let mut unfinished = Vec::new();
    for path in ["/api/import", "/api/corpus", "/api/replay"].iter().cycle().take(12) {
        let mut stream = sent(&process, &half_a_body(path, 24 * MB)).await;
        stream.write_all(&vec![b'x'; 20 * MB]).await.expect("a place");
        unfinished.push(stream);
    }
    // 240 MB came, 128 may lie on the disk: the oldest gave way.
    assert_eq!(rest(unfinished.remove(0)).await, "");
    let grown = process.memory().saturating_sub(before);
    assert!(grown < 96 * 1024, "{grown} KB");
    let form = "--b\r\ncontent-disposition: form-data; name=\"text\"\r\n\r\n".to_owned() + LEASE + "\r\n--b--\r\n";
    let request = client().post(format!("{}/api/import", process.base)).body(form);
    let request = request.header("content-type", "multipart/form-data; boundary=b").header("origin", &process.base);
    assert_eq!(request.send().await.expect("an answer").status(), 201);
    // Nothing of them has a name on the disk.
    let names = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.file_name());
    let names: Vec<_> = names.filter(|name| !name.to_string_lossy().starts_with("kill.db")).collect();
    assert!(names.is_empty(), "{names:?}");
}

#[tokio::test]
async fn large_bodies_come_through_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let id = open(&process).await;
    let bundle = get(&process, &format!("/api/session/{id}/replay")).await.text().await.expect("a body");
    // The same bundle with room between its parts: over what stays in memory, under the limit.
    let wide = bundle.replacen('{', &format!("{{{}", " ".repeat(3_000_000)), 1);
    let post = |body: String| {
        let request = client().post(format!("{}/api/replay", process.base)).header("content-type", "application/json");
        request.body(body).send()
    };
    assert_eq!(post(wide).await.expect("an answer").status(), 201);
    let over = post(" ".repeat(30_000_000)).await;
    // The refusal may overtake what is still being sent.
    if let Ok(response) = over {
        assert_eq!(refused(response).await.1, "payload_too_large");
    }
}

#[tokio::test]
async fn more_requests_than_can_be_worked_on_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = Server::start(vec![vec![Act::Stall]; 2]).await;
    let variables =
        [("LEGALAGI_MAX_REQUESTS", "2"), ("LEGALAGI_LLM_BASE_URL", &model.base), ("LEGALAGI_LLM_MODEL", "scripted")];
    let process = Process::start(folder.path(), &variables);
    let url = format!("{}/api/session", process.base);
    let turns: Vec<_> =
        (0..2).map(|_| tokio::spawn(client().post(&url).json(&json!({"initial_message": LEASE})).send())).collect();
    while model.seen().len() < 2 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let (status, code, wait) = refused(get(&process, "/api/sessions").await).await;
    assert_eq!((status, code.as_str()), (503, "overloaded"));
    assert!(wait > 0);
    let page = client().get(format!("{}/", process.base)).header("accept", "text/html").send().await.expect("a page");
    assert!(page.status() == 503 && page.headers().contains_key("retry-after"));
    // Who looks after the server is always answered.
    assert_eq!(get(&process, "/healthz").await.status(), 200);
    let ready = get(&process, "/readyz").await;
    assert_eq!(ready.status(), 503);
    assert_eq!(ready.json::<serde_json::Value>().await.expect("JSON")["checks"]["queue"], "full");
    turns.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn when_every_place_is_worked_on_a_newcomer_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = Server::start(vec![vec![Act::Stall]; 8]).await;
    let variables =
        [("LEGALAGI_MAX_CONNECTIONS", "8"), ("LEGALAGI_LLM_BASE_URL", &model.base), ("LEGALAGI_LLM_MODEL", "scripted")];
    let process = Process::start(folder.path(), &variables);
    let url = format!("{}/api/session", process.base);
    let turns: Vec<_> =
        (0..8).map(|_| tokio::spawn(client().post(&url).json(&json!({"initial_message": LEASE})).send())).collect();
    while model.seen().len() < 8 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let (status, code, wait) = refused(get(&process, "/api/sessions").await).await;
    assert_eq!((status, code.as_str()), (503, "overloaded"));
    assert!(wait > 0);
    turns.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn a_crowd_that_left_leaves_no_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    assert_eq!(get(&process, "/healthz").await.status(), 200);
    let before = process.memory();
    let mut slow = Vec::new();
    for _ in 0..800 {
        slow.push(sent(&process, HALF_A_HEAD).await);
    }
    assert_eq!(get(&process, "/healthz").await.status(), 200);
    let crowd = process.memory().saturating_sub(before);
    drop(slow);
    let mut after = u64::MAX;
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        after = process.memory().saturating_sub(before);
        if after * 3 < crowd {
            break;
        }
    }
    println!("800 slow connections: {crowd} KB, {after} KB after");
    assert!(crowd < 32 * 1024 && after * 3 < crowd, "{crowd} KB, {after} KB after");
}

#[tokio::test]
async fn a_stop_does_not_wait_for_slow_clients() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let head = sent(&process, HALF_A_HEAD).await;
    let body = sent(&process, &half_a_body("/api/session", 1000)).await;
    assert_eq!(get(&process, "/healthz").await.status(), 200);
    let (code, log) = tokio::task::spawn_blocking(|| process.stop()).await.expect("no panic");
    assert_eq!(code, Some(0), "{log}");
    assert!(!log.contains("stopped before"), "{log}");
    assert_eq!((rest(head).await, rest(body).await), (String::new(), String::new()));
}
