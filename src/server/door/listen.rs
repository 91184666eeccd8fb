//! Accepts connections and serves each with the routes.

use crate::adapters::memory;
use crate::server::door::connections::{Connections, Occupied};
use crate::server::door::options::DoorOptions;
use crate::server::door::tap::{self, Slot, Tapped};
use crate::server::door::traffic::{Arriving, Leaving, Socket};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use socket2::{SockRef, TcpKeepalive};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::Service;

/// Bytes of a request's head, and of what is read ahead of a body.
const BUFFER: usize = 32 * 1024;
/// Files that are not connections: the database, what is read and written for requests.
const OTHER_FILES: u64 = 128;
/// How often the table is looked over.
const SWEEP: Duration = Duration::from_secs(1);
/// When so many have left, the memory they took is given back.
const CROWD: usize = 64;
/// A client that vanished without a word is noticed after this.
const VANISHED: Duration = Duration::from_secs(60);

/// Where a request came from: the other end of its connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// Raises the soft limit of files to the hard one; how many connections fit then, a body on disk beside every third.
#[must_use]
pub fn room(options: &DoorOptions) -> usize {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::warn!(%error, "the limit of open files could not be raised");
        1024
    });
    let fit = usize::try_from(files.saturating_sub(OTHER_FILES) / 4 * 3).unwrap_or(usize::MAX).max(8);
    if fit < options.connections {
        tracing::warn!(files, connections = fit, "the limit of open files leaves room for fewer connections");
    }
    options.connections.min(fit)
}

/// Accepts until the flag is set, then waits for the requests that are worked on.
pub async fn serve(listener: TcpListener, router: Router, connections: Connections, stop: watch::Receiver<bool>) {
    // Once for all: the framework's own server makes a copy of every route for every connection, 330 KB of them.
    let router: Router = router.with_state(());
    let sweeping = tokio::spawn({
        let connections = connections.clone();
        async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                let dropped = connections.sweep(Instant::now());
                if dropped > 0 {
                    tracing::debug!(dropped, "connections that took too long");
                }
                if connections.crowd_left(CROWD) {
                    let _ = tokio::task::spawn_blocking(memory::give_back).await;
                }
            }
        }
    });
    let mut stopped = stop.clone();
    let asked = async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let mut asked = pin!(asked);
    loop {
        let accepted = tokio::select! {
            () = asked.as_mut() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => match connections.enter() {
                Some(place) => drop(tokio::spawn(one(stream, peer, place, router.clone(), stop.clone()))),
                None => drop(tokio::spawn(turn_away(stream))),
            },
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                // No files are left: whoever has no complete request gives his.
                tracing::warn!(%error, "a connection could not be accepted");
                let _ = connections.drop_oldest();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    drop(listener);
    connections.close();
    while connections.count() > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    sweeping.abort();
}

fn is_of_the_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn one(stream: TcpStream, peer: SocketAddr, place: Occupied, router: Router, mut stop: watch::Receiver<bool>) {
    let socket = SockRef::from(&stream);
    let alive = TcpKeepalive::new().with_time(VANISHED).with_interval(VANISHED / 4);
    // A system that knows neither still serves.
    let _ = socket.set_tcp_keepalive(&alive).and_then(|()| stream.set_nodelay(true));
    let (stream, slot) = (Arc::new(stream), Slot::default());
    let http = speak_http(stream.clone(), peer, &place, router, slot.clone(), &mut stop);
    // On the heap: the place of its many states is free again when a stream goes on alone.
    Box::pin(http).await;
    if let Some(response) = slot.empty() {
        tokio::spawn(tap::run(stream, response, place));
    }
}

async fn speak_http(
    stream: Arc<TcpStream>,
    peer: SocketAddr,
    place: &Occupied,
    router: Router,
    slot: Slot,
    stop: &mut watch::Receiver<bool>,
) {
    let traffic = place.traffic();
    let service = service_fn({
        let traffic = traffic.clone();
        move |request: Request<Incoming>| {
            let (traffic, slot, mut router) = (traffic.clone(), slot.clone(), router.clone());
            let (method, version, alone) =
                (request.method().clone(), request.version(), request.body().is_end_stream());
            let mut request = request.map(|body| Body::new(Arriving::new(body, traffic.clone())));
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(traffic.clone());
            let answer = router.call(request);
            async move {
                let response = answer.await.unwrap_or_else(|never| match never {});
                let response = slot.take(alone, &method, version, response)?;
                traffic.answering();
                Ok::<_, Tapped>(response.map(|body| Leaving::new(body, traffic)))
            }
        }
    });
    let mut serving = pin!(
        http1::Builder::new()
            .max_buf_size(BUFFER)
            // The table's own sweep does it, for all connections at once.
            .header_read_timeout(None)
            .serve_connection(TokioIo::new(Socket::new(stream, traffic)), service)
    );
    let mut stopping = false;
    loop {
        tokio::select! {
            _ = serving.as_mut() => break,
            () = place.ended() => break,
            _ = stop.wait_for(|stop| *stop), if !stopping => {
                stopping = true;
                serving.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Every place is taken by a request that is worked on.
async fn turn_away(mut stream: TcpStream) {
    static FAREWELLS: Semaphore = Semaphore::const_new(64);
    let Ok(_farewell) = FAREWELLS.try_acquire() else { return };
    const ANSWER: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
        connection: close\r\ncontent-length: ";
    let error = crate::server::door::admission::overloaded(5);
    let body = serde_json::json!({ "error": error }).to_string();
    let answer = format!("{ANSWER}{}\r\n\r\n{body}", body.len());
    let told = async {
        let mut sink = [0; 1024];
        // An answer before the question is none.
        let _ = stream.read(&mut sink).await?;
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // What is unread when a socket closes takes the answer with it.
        while stream.read(&mut sink).await? > 0 {}
        std::io::Result::Ok(())
    };
    let _ = tokio::time::timeout(Duration::from_millis(500), told).await;
}
