//! `GET /api/session/{id}/events`: server-sent events (WHATWG HTML, section 9.2).
//!
//! Ids count from 1 within a session, without a gap, and are kept with the session: after `Last-Event-ID: n` comes n+1,
//! from this process or any later one. Sentences of an accepted output have no id and stand right before the
//! `STEP_ACCEPTED` that they belong to, so a reader that comes back without it gets them again, whole. So does `REPLY`,
//! the words to the person, before the `STATE` that ended their turn.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::model::told::Numbered;
use crate::runner::app::App;
use crate::runner::ports::StoreError;
use crate::runner::{fail, turn_answer};
use crate::server::body::Failure;
use crate::server::door::streams::OpenStream;
use crate::server::door::tap::detached;
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::workspaces::{self, Workspace};
use axum::extract::{Path, State};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::watch;

/// Events that are read at once.
const PAGE: u32 = 64;

/// A reader of one session.
struct Reader {
    app: App,
    session: SessionId,
    flow: Option<&'static dyn Workspace>,
    /// Its place among the open streams.
    _open: OpenStream,
    /// The number of the last event that was taken up.
    after: u64,
    woken: watch::Receiver<()>,
    ready: VecDeque<Event>,
}

/// The events of a session: what came after `Last-Event-ID`, or nothing of the past without one, then what comes.
///
/// # Errors
/// Unknown session; an id that this session has not reached; too many streams.
pub async fn events(State(server): State<Server>, Path(id): Path<String>, asked: Parts) -> Result<Response, Failure> {
    // Each event is looked up for whoever listens, also when the walls have changed meanwhile.
    let (app, headers) = (server.app_for(&asked.extensions), asked.headers);
    let session = session_id(&id)?;
    let stored = |error: StoreError| fail::of_store(&error);
    let row = app.store.row(&session).await.map_err(stored)?;
    let open = server.door.streams.open(Some(&session))?;
    let woken = server.hub.listen(&session);
    let head = app.store.last_event(&session).await.map_err(stored)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|id| id.trim().parse().ok());
    let after = last.unwrap_or(head);
    if after > head {
        let message = "Такого события ещё не было: загрузите сеанс заново и слушайте с последнего номера.";
        return Err(ApiError::new(ErrorCode::Conflict, message).with("last_event_id", head).into());
    }
    let flow = workspaces::get(row.workspace);
    let reader = Reader { app, session, flow, _open: open, after, woken, ready: VecDeque::new() };
    let events = stream::unfold(reader, |mut reader| async move {
        let event = reader.next().await?;
        Some((Ok::<_, Infallible>(event), reader))
    });
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    Ok(detached(events.into_response()))
}

impl Reader {
    /// The next event; `None` when the process stops or the store fails: the client comes back with its last id.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            // What comes after this look wakes again.
            self.woken.borrow_and_update();
            let page = self.app.store.events(&self.session, self.after, PAGE).await.inspect_err(unread).ok()?;
            if page.is_empty() {
                self.woken.changed().await.ok()?;
                continue;
            }
            for one in page {
                self.take(&one).await?;
            }
        }
    }

    async fn take(&mut self, one: &Numbered) -> Option<()> {
        if one.told.name == "STEP_ACCEPTED" {
            for data in self.sentences(one).await? {
                self.ready.push_back(Event::default().event("SENTENCE").data(data.to_string()));
            }
        }
        if one.told.name == "STATE"
            && let Some(data) = self.reply(one).await?
        {
            self.ready.push_back(Event::default().event("REPLY").data(data.to_string()));
        }
        let event = Event::default().id(one.seq.to_string()).event(&one.told.name).data(one.told.data.to_string());
        self.ready.push_back(event);
        self.after = one.seq;
        Some(())
    }

    /// The words to the person, where this version ended a turn: without an id, right before its `STATE`.
    async fn reply(&self, one: &Numbered) -> Option<Option<serde_json::Value>> {
        let version = one.told.data["version"].as_u64().and_then(|version| u32::try_from(version).ok());
        let (Some(version), Some(flow)) = (version, self.flow) else { return Some(None) };
        if !flow.replies() {
            return Some(None);
        }
        let app = &self.app;
        let made = app.store.version(&self.session, version).await.inspect_err(unread).ok()?;
        if made.aside.pending.is_some() {
            return Some(None);
        }
        match turn_answer::of(app, &made).await {
            Ok(answer) if !answer.reply.is_empty() => {
                Some(Some(serde_json::json!({"version": version, "reply": answer.reply})))
            }
            Ok(_) => Some(None),
            Err(error) => {
                tracing::error!(error = error.message, "an event stream ends");
                None
            }
        }
    }

    /// What an accepted step said: read from the version it made, so only what passed every check.
    async fn sentences(&self, one: &Numbered) -> Option<Vec<serde_json::Value>> {
        let data = &one.told.data;
        let (Some(flow), Some(step)) = (self.flow, data["step"].as_str()) else { return Some(Vec::new()) };
        let version = data["version"].as_u64().and_then(|version| u32::try_from(version).ok());
        match version.filter(|_| flow.speaks(step)) {
            None => Some(Vec::new()),
            Some(version) => {
                let made = self.app.store.version(&self.session, version).await.inspect_err(unread).ok()?;
                Some(flow.sentences(step, &made.state))
            }
        }
    }
}

/// A stream that ends early says why in the log; its reader comes back.
fn unread(error: &StoreError) {
    tracing::error!(error = error.to_string(), "an event stream ends");
}
