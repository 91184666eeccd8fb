//! Many connections at once: event streams, and requests that never end.

use crate::client::request;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// So many event streams, eight of a session; those that were taken.
pub(crate) fn streams(address: &str, sessions: &[String], count: usize) -> Vec<TcpStream> {
    let open = |n: usize| {
        let session = &sessions[n / 8 % sessions.len()];
        let mut stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let asked = format!("GET /api/session/{session}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
        stream.write_all(asked.as_bytes()).ok()?;
        let mut head = [0; 12];
        stream.read_exact(&mut head).ok()?;
        head.ends_with(b"200").then_some(stream)
    };
    (0..count).filter_map(open).collect()
}

/// So many connections that have sent a part of a request: heads of every length, and bodies that break off.
pub(crate) fn slow(address: &str, count: usize) -> Vec<TcpStream> {
    let whole = request("POST", "/api/session", "application/json", &[b' '; 2_000]);
    let open = |n: usize| {
        let mut stream = TcpStream::connect(address).ok()?;
        // The server may have hung up already: that is its right.
        let _ = stream.write_all(&whole[..1 + n % (whole.len() - 1)]);
        Some(stream)
    };
    (0..count).filter_map(open).collect()
}
