//! Event streams: counted, and nearly free.

use crate::process::Process;
use crate::{get, open, refused, sent};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// An open event stream of a session.
async fn stream(process: &Process, id: &str) -> (u16, TcpStream) {
    let request = format!("GET /api/session/{id}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
    let mut stream = sent(process, request.as_bytes()).await;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("a head"));
    }
    let head = String::from_utf8(head).expect("text");
    (head[9..12].parse().expect("a status"), stream)
}

#[tokio::test]
async fn streams_are_counted_and_given_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = [("LEGALAGI_MAX_STREAMS", "3"), ("LEGALAGI_MAX_STREAMS_PER_SESSION", "2")];
    let process = Process::start(folder.path(), &limits);
    let (one, two, three) = (open(&process).await, open(&process).await, open(&process).await);
    let first = stream(&process, &one).await;
    let second = stream(&process, &one).await;
    assert_eq!((first.0, second.0), (200, 200));
    let (status, code, wait) = refused(get(&process, &format!("/api/session/{one}/events")).await).await;
    assert_eq!((status, code.as_str()), (429, "too_many_requests"));
    assert!(wait > 0);
    let third = stream(&process, &two).await;
    assert_eq!(third.0, 200);
    let (status, code, wait) = refused(get(&process, &format!("/api/session/{three}/events")).await).await;
    assert_eq!((status, code.as_str()), (503, "overloaded"));
    assert!(wait > 0);
    drop(first);
    // The server learns of it in its own time.
    let mut again = stream(&process, &three).await;
    for _ in 0..200 {
        if again.0 == 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        again = stream(&process, &three).await;
    }
    assert_eq!(again.0, 200);
}

#[tokio::test]
async fn a_thousand_streams_cost_little_and_it_does_not_add_up() {
    const STREAMS: usize = 1000;
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &[]);
    let mut ids = Vec::new();
    for _ in 0..STREAMS / 8 {
        ids.push(open(&process).await);
    }
    // What the first streams need once is no cost of a stream.
    let mut warm = Vec::new();
    for id in ids.iter().take(16) {
        warm.push(stream(&process, id).await);
    }
    drop(warm);
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let before = process.memory();
    let mut rounds = Vec::new();
    for _ in 0..3 {
        let mut streams = Vec::new();
        for n in 0..STREAMS {
            let (status, stream) = stream(&process, &ids[n / 8]).await;
            assert_eq!(status, 200, "{n}");
            streams.push(stream);
        }
        let open = process.memory().saturating_sub(before);
        drop(streams);
        let mut after = u64::MAX;
        for _ in 0..40 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            after = after.min(process.memory().saturating_sub(before));
        }
        println!("{STREAMS} streams: {open} KB while open, {after} KB after");
        rounds.push((open, after));
    }
    assert!(rounds.iter().all(|(open, _)| *open <= 8 * 1024), "{rounds:?}");
    // The allocator may keep what one burst needed; the next burst finds it there, so it does not add up.
    let (first, last) = (rounds[0].1, rounds[2].1);
    assert!(first <= 4 * 1024 && last <= first + 1024, "{rounds:?}");
}
