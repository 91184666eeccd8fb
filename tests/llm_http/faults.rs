//! Faults that pass: they are retried, at most twice, with pauses.

use crate::bench::{Bench, bench, bench_with, hasty};
use crate::server::{Act, DONE, finish, good, piece, refused, status, stream, stream_head};
use legalagi::runner::ports::LlmError;
use serde_json::json;
use std::time::Duration;
use tokio::net::TcpSocket;

async fn unavailable(bench: &Bench) -> (String, Option<u64>) {
    match bench.ask().await {
        Err(LlmError::Unavailable { reason, retry_after }) => (reason, retry_after),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn passing_statuses_are_retried_with_growing_pauses() {
    for code in [408, 429, 500, 502, 503, 504, 529] {
        let bench = bench(vec![refused(code, "потом"), refused(code, "потом"), good("{}")]).await;
        assert_eq!(bench.text().await, "{}", "{code}");
        assert_eq!(bench.pauses(), [250, 500], "{code}");
        assert_eq!(bench.notices(), [1, 2], "{code}");
        let bodies: Vec<_> = bench.server.seen().into_iter().map(|seen| seen.body).collect();
        assert_eq!(bodies, vec![bodies[0].clone(); 3]);
    }
}

#[tokio::test]
async fn after_two_retries_nobody_is_asked() {
    let bench = bench(vec![refused(503, "Loading model"); 9]).await;
    assert_eq!(unavailable(&bench).await, ("Сбой у провайдера модели (код 503); попыток: 3".to_owned(), None));
    assert_eq!(bench.requests(), 3);
    assert_eq!(bench.notices(), [1, 2]);
}

#[tokio::test]
async fn retry_after_is_obeyed_up_to_its_limit() {
    let busy = |headers: &[&str]| status(429, headers, "{}");
    let date = "Date: Sat, 21 Nov 2026 09:30:00 GMT";
    for (headers, pause) in [
        (vec!["Retry-After: 7"], 7_000),
        (vec!["Retry-After: 0"], 0),
        (vec!["Retry-After: 30"], 30_000),
        (vec!["Retry-After: Sat, 21 Nov 2026 09:30:09 GMT", date], 9_000),
        (vec!["Retry-After: когда-нибудь"], 250),
    ] {
        let bench = bench(vec![busy(&headers), good("{}")]).await;
        assert_eq!(bench.text().await, "{}");
        assert_eq!(bench.pauses(), [pause], "{headers:?}");
    }
    for (headers, seconds) in [
        (vec!["Retry-After: 31"], 31),
        (vec!["Retry-After: 3600"], 3600),
        (vec!["Retry-After: Sun, 22 Nov 2026 09:30:00 GMT", date], 86_400),
    ] {
        let bench = bench(vec![busy(&headers), good("{}")]).await;
        assert_eq!(unavailable(&bench).await.1, Some(seconds));
        assert_eq!((bench.requests(), bench.notices().len()), (1, 0), "{headers:?}");
    }
    // Credit that comes back by itself is waited for; the last wish is told.
    let bench = bench(vec![status(402, &["Retry-After: 2"], "{}"); 3]).await;
    assert_eq!(unavailable(&bench).await.1, Some(2));
    assert_eq!(bench.pauses(), [2_000, 2_000]);
}

#[tokio::test]
async fn an_error_inside_status_200_is_a_failure() {
    let error = |code: serde_json::Value| json!({"error": {"code": code, "message": "Provider returned error"}});
    let choice = json!({"choices": [{"error": {"code": 502}, "message": {"content": "x"}, "finish_reason": "error"}]});
    for body in [error(json!(429)), error(json!("503")), error(json!(null)), json!({"error": "boom"}), choice] {
        let whole = status(200, &[], &body.to_string());
        let event = stream(&format!("{}data: {body}\n\n{DONE}", piece("{\"a\":")));
        let bench = bench(vec![whole, event, good("{}")]).await;
        assert_eq!(bench.text().await, "{}", "{body}");
        assert_eq!(bench.requests(), 3);
    }
}

#[tokio::test]
async fn a_broken_line_is_tried_again() {
    let mut short = b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\nConnection: close\r\n\r\n".to_vec();
    short.extend(b"{\"choices\": [");
    let mut chunk = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    chunk.extend(b"5\r\ndata:\r\nZZ\r\n");
    for script in [
        vec![Act::Reset],
        vec![],
        vec![Act::Send(b"HTTP/1.1 200".to_vec())],
        vec![Act::Send(b"SSH-2.0-OpenSSH\r\n\r\n".to_vec())],
        vec![Act::Send(short)],
        vec![Act::Send(chunk)],
        vec![Act::Send(chunked_start(&piece("{\"a\""))), Act::Reset],
    ] {
        let shown = format!("{script:?}");
        let bench = bench(vec![script, good("{}")]).await;
        assert_eq!(bench.text().await, "{}", "{shown}");
        assert_eq!(bench.notices(), [1], "{shown}");
    }
}

fn chunked_start(text: &str) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    format!("{head}{:x}\r\n{text}\r\n", text.len()).into_bytes()
}

#[tokio::test]
async fn silence_is_a_fault_before_and_inside_an_answer() {
    let before = vec![Act::Stall];
    let head = vec![Act::Send(stream_head()), Act::Stall];
    let inside = vec![Act::Send(stream_head()), Act::Send(piece("{").into_bytes()), Act::Stall];
    for (script, reason) in [
        (before, "Сервер модели не ответил вовремя"),
        (head, "Сервер модели не ответил вовремя"),
        (inside, "Ответ модели остановился на середине"),
    ] {
        let bench = hasty(vec![script.clone(), script, good("{}")]).await;
        assert_eq!(bench.text().await, "{}");
        let notices = bench.notices.lock().expect("notices").clone();
        assert_eq!(notices, [(1, reason.to_owned()), (2, reason.to_owned())]);
    }
    // Silence after the last word costs nothing.
    let text = format!("{}{}", piece("{}"), finish("stop")).into_bytes();
    let bench = hasty(vec![vec![Act::Send(stream_head()), Act::Send(text), Act::Stall]]).await;
    assert_eq!((bench.text().await.as_str(), bench.requests()), ("{}", 1));
}

#[tokio::test]
async fn a_refused_connection_is_tried_again_and_named() {
    // Bound but not listening: nobody else can take the port, and every connection is refused.
    let socket = TcpSocket::new_v4().expect("socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let base = format!("http://{}/v1", socket.local_addr().expect("address"));
    let bench = bench_with(Vec::new(), |config| config.base_url = base).await;
    let (reason, after) = unavailable(&bench).await;
    assert_eq!((reason.as_str(), after), ("Не удалось соединиться с сервером модели; попыток: 3", None));
    assert_eq!(bench.notices(), [1, 2]);
}

#[tokio::test]
async fn the_total_limit_ends_a_trickle() {
    let trickle = vec![Act::Send(stream_head()), Act::Drip(": ещё не скоро\n".repeat(100_000).into_bytes())];
    let bench = bench_with(vec![trickle, good("{}")], |config| {
        config.timeouts.total = Duration::from_millis(300);
    })
    .await;
    assert_eq!(unavailable(&bench).await, ("Модель не уложилась в 0.3 с".to_owned(), None));
    assert_eq!(bench.requests(), 1);
    // A pause that would end after the limit is not begun.
    let bench = bench_with(vec![status(429, &["Retry-After: 5"], "{}"), good("{}")], |config| {
        config.timeouts.total = Duration::from_secs(4);
    })
    .await;
    assert_eq!(unavailable(&bench).await.1, Some(5));
    assert_eq!((bench.requests(), bench.pauses().len()), (1, 0));
}
