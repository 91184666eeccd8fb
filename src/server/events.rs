//! Who listens to which session. What was told is kept in the store; here readers are only woken.

use crate::model::ids::SessionId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

#[derive(Default)]
struct Inner {
    closed: bool,
    listened: HashMap<SessionId, watch::Sender<()>>,
}

/// The listeners of all sessions.
#[derive(Clone, Default)]
pub struct Hub(Arc<Mutex<Inner>>);

impl Hub {
    /// Wakes whoever listens to a session: it has events that were not there before.
    pub fn wake(&self, session: &SessionId) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(sender) = inner.listened.get(session) else { return };
        if sender.receiver_count() == 0 {
            inner.listened.remove(session);
        } else {
            sender.send_replace(());
        }
    }

    /// Wakes whoever listens to anything: events may have been missed.
    pub fn wake_all(&self) {
        let inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in inner.listened.values() {
            sender.send_replace(());
        }
    }

    /// Listens to a session. The receiver ends when the process stops.
    #[must_use]
    pub fn listen(&self, session: &SessionId) -> watch::Receiver<()> {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.closed {
            // A receiver whose sender is gone ends at once.
            return watch::channel(()).1;
        }
        inner.listened.retain(|_, sender| sender.receiver_count() > 0);
        inner.listened.entry(session.clone()).or_insert_with(|| watch::channel(()).0).subscribe()
    }

    /// Ends every stream: the process is about to stop.
    pub fn close(&self) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.closed = true;
        inner.listened.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listeners_of_the_session_are_woken_and_nobody_is_kept_for_ever() {
        let hub = Hub::default();
        let (one, two) = (SessionId::from("1"), SessionId::from("2"));
        let (first, other) = (hub.listen(&one), hub.listen(&two));
        hub.wake(&one);
        assert!(first.has_changed().unwrap() && !other.has_changed().unwrap());
        drop(first);
        hub.wake(&one);
        assert_eq!(hub.0.lock().unwrap().listened.len(), 1);
        hub.close();
        assert!(other.has_changed().is_err() && hub.listen(&one).has_changed().is_err());
    }
}
