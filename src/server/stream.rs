//! `GET /api/session/{id}/events`.

use crate::runner::fail;
use crate::runner::notice::Happened;
use crate::server::body::Failure;
use crate::server::events::Numbered;
use crate::server::rest::session_id;
use crate::server::router::Server;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream, StreamExt};
use std::convert::Infallible;
use std::time::Duration;
use tokio_stream::wrappers::BroadcastStream;

/// The events of a session: first what was missed after `Last-Event-ID`, then what comes.
///
/// When what was missed is gone, one STATE with the newest version takes its place.
///
/// # Errors
/// Unknown session.
pub async fn events(
    State(server): State<Server>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let session = session_id(&id)?;
    let last_seen = headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|id| id.parse().ok());
    // An unknown session must not take a channel; what comes between the look and the subscription is not lost,
    // as the newest version is read after it.
    server.app.store.row(&session).await.map_err(|error| fail::of_store(&error))?;
    let subscription = server.hub.subscribe(&session, last_seen);
    let mut missed = subscription.missed;
    if let Some(id) = subscription.gap {
        let version = server.app.store.latest(&session).await.map_err(|error| fail::of_store(&error))?.version;
        missed.push(Numbered { id, happened: Happened::State { version } });
    }
    let before = stream::iter(missed);
    // A reader that falls behind the buffer gets no half-truth: its stream ends, it comes back with its last id.
    let live = BroadcastStream::new(subscription.receiver).take_while(|item| std::future::ready(item.is_ok()));
    let events = before.chain(live.filter_map(|item| std::future::ready(item.ok()))).map(|event| Ok(event.event()));
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}
