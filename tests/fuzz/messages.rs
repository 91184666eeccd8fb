//! Messages to `/mcp` of a server in this process: whatever comes, it answers, and with no error of its own.

use legalagi::server::config::Config;
use legalagi::server::serve::serve_on;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;
use tokio::net::TcpListener;

/// Started once; it ends with the process.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("fuzz.db").display());
        let config = Config::read(|name| match name {
            "LEGALAGI_DATABASE_URL" => Some(url.clone()),
            "LEPTOS_SITE_ROOT" => Some("public".to_owned()),
            _ => None,
        });
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            tell.send(listener.local_addr().expect("an address")).expect("somebody waits");
            let config = config.expect("a configuration");
            serve_on(listener, &config, None, std::future::pending()).await.expect("a server");
        });
    });
    told.recv().expect("an address")
});

pub(crate) fn mcp(message: &[u8]) {
    let address = *SERVER;
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept: application/json, \
         text/event-stream\r\nmcp-protocol-version: 2025-11-25\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        message.len()
    );
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
    stream.write_all(&[head.as_bytes(), message].concat()).expect("a request");
    let mut start = [0; 12];
    stream.read_exact(&mut start).expect("an answer");
    let status = String::from_utf8_lossy(&start[9..]).into_owned();
    assert!(status.as_bytes()[0] < b'5', "{status}: {:?}", String::from_utf8_lossy(message));
}
