//! Server-sent events (WHATWG HTML, section 9.2): integer ids, resumable by Last-Event-ID, bounded buffers.

use crate::model::ids::SessionId;
use crate::runner::notice::{Happened, Notice};
use axum::response::sse::Event;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast;

/// Events kept per session for resuming.
const KEPT: usize = 256;
/// Sessions with kept events.
const SESSIONS: usize = 1_000;

/// One event of a session.
#[derive(Debug, Clone)]
pub struct Numbered {
    /// Grows by one; starts at the time of the process, so that ids of an earlier process are always smaller.
    pub id: u64,
    /// What happened.
    pub happened: Happened,
}

impl Numbered {
    /// As it goes over the wire.
    pub fn event(&self) -> Event {
        Event::default().id(self.id.to_string()).event(self.happened.name()).data(self.happened.data().to_string())
    }
}

struct Channel {
    ring: VecDeque<Numbered>,
    sender: broadcast::Sender<Numbered>,
    touched: u64,
}

struct Inner {
    next: u64,
    closed: bool,
    channels: HashMap<SessionId, Channel>,
}

/// The channels of all sessions.
#[derive(Clone)]
pub struct Hub(Arc<Mutex<Inner>>);

/// A subscription: what was missed, then what comes.
pub struct Subscription {
    /// Events after the last seen id.
    pub missed: Vec<Numbered>,
    /// Events between the last seen id and `missed` are gone: the reader has to load the state. The id is for the
    /// event that says so; smaller than that of every event that follows.
    pub gap: Option<u64>,
    /// What comes.
    pub receiver: broadcast::Receiver<Numbered>,
}

impl Hub {
    /// A hub whose ids start at `first`.
    #[must_use]
    pub fn new(first: u64) -> Self {
        Self(Arc::new(Mutex::new(Inner { next: first, closed: false, channels: HashMap::new() })))
    }

    /// Publishes a notice.
    pub fn publish(&self, notice: Notice) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.closed {
            return;
        }
        let id = inner.next;
        inner.next += 1;
        let numbered = Numbered { id, happened: notice.happened };
        let channel = channel(&mut inner, notice.session);
        channel.touched = id;
        channel.ring.push_back(numbered.clone());
        if channel.ring.len() > KEPT {
            channel.ring.pop_front();
        }
        // Nobody listening is no fault.
        let _ = channel.sender.send(numbered);
    }

    /// Subscribes to a session.
    #[must_use]
    pub fn subscribe(&self, session: &SessionId, last_seen: Option<u64>) -> Subscription {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.closed {
            // A receiver whose sender is gone ends at once.
            return Subscription { missed: Vec::new(), gap: None, receiver: broadcast::channel(1).1 };
        }
        let next = inner.next;
        let channel = channel(&mut inner, session.clone());
        let receiver = channel.sender.subscribe();
        let Some(last) = last_seen else { return Subscription { missed: Vec::new(), gap: None, receiver } };
        let missed: Vec<Numbered> = channel.ring.iter().filter(|event| event.id > last).cloned().collect();
        let known = channel.ring.iter().any(|event| event.id == last);
        let lost = channel.ring.front().is_none_or(|oldest| oldest.id > last.saturating_add(1));
        // An id that was never given comes from a process whose clock was ahead.
        let gap = (last >= next || (lost && !known)).then_some(next);
        inner.next += u64::from(gap.is_some());
        Subscription { missed, gap, receiver }
    }

    /// Ends every stream: the process is about to stop.
    pub fn close(&self) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.closed = true;
        inner.channels.clear();
    }
}

fn channel(inner: &mut Inner, session: SessionId) -> &mut Channel {
    if inner.channels.len() >= SESSIONS && !inner.channels.contains_key(&session) {
        let idle = inner.channels.iter().filter(|(_, c)| c.sender.receiver_count() == 0);
        if let Some(oldest) = idle.min_by_key(|(_, c)| c.touched).map(|(id, _)| id.clone()) {
            inner.channels.remove(&oldest);
        }
    }
    inner.channels.entry(session).or_insert_with(|| Channel {
        ring: VecDeque::new(),
        sender: broadcast::channel(KEPT).0,
        touched: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(version: u32) -> Notice {
        Notice { session: SessionId::from("s"), happened: Happened::State { version } }
    }

    #[test]
    fn what_was_missed_comes_again_and_a_gap_is_told() {
        let hub = Hub::new(100);
        (0..5).for_each(|version| hub.publish(state(version)));
        let again = hub.subscribe(&SessionId::from("s"), Some(102));
        assert_eq!(again.missed.iter().map(|e| e.id).collect::<Vec<_>>(), [103, 104]);
        assert!(again.gap.is_none());
        // An id of an earlier process.
        let old = hub.subscribe(&SessionId::from("s"), Some(7));
        assert_eq!(old.gap, Some(105));
        assert_eq!(hub.subscribe(&SessionId::from("s"), Some(u64::MAX)).gap, Some(106));
        (0..KEPT as u32 + 10).for_each(|version| hub.publish(state(version)));
        let late = hub.subscribe(&SessionId::from("s"), Some(102));
        assert!(late.gap.is_some_and(|id| late.missed.iter().all(|event| event.id < id)));
        assert_eq!(late.missed.len(), KEPT);
        hub.close();
        let closed = hub.subscribe(&SessionId::from("s"), None);
        assert!(closed.receiver.is_empty() && closed.receiver.sender_strong_count() == 0);
    }
}
