//! One turn at a time per session: a second one is told so at once.

use crate::model::ids::SessionId;
use crate::runner::cancel::Cancel;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The sessions with a running turn.
#[derive(Clone, Default)]
pub struct Lanes(Arc<Mutex<Running>>);

#[derive(Default)]
struct Running {
    turns: HashMap<SessionId, Cancel>,
    closed: bool,
}

/// The right to run a turn among the processes that share a store; given back when dropped.
pub struct TurnRight(#[expect(dead_code, reason = "kept for its end")] Option<Box<dyn Send + Sync>>);

impl TurnRight {
    /// Of a store that has one process: there it is the lane of the session alone that counts.
    #[must_use]
    pub const fn free() -> Self {
        Self(None)
    }

    /// A right that ends with what is kept here.
    #[must_use]
    pub fn of(kept: impl Send + Sync + 'static) -> Self {
        Self(Some(Box::new(kept)))
    }
}

/// The right to run a turn; given back when dropped, also by a panic.
pub struct Lane {
    lanes: Lanes,
    session: SessionId,
    /// Set when the person stops the run.
    pub cancel: Cancel,
    /// The right among other processes.
    right: TurnRight,
}

impl Lane {
    /// The lane with the right among other processes, which ends with it.
    #[must_use]
    pub fn with(mut self, right: TurnRight) -> Self {
        self.right = right;
        self
    }
}

impl Lanes {
    /// Enters a session; `None` while another turn runs, and once the lanes are closed.
    #[must_use]
    pub fn enter(&self, session: &SessionId) -> Option<Lane> {
        let mut running = self.lock();
        if running.closed || running.turns.contains_key(session) {
            return None;
        }
        let cancel = Cancel::default();
        running.turns.insert(session.clone(), cancel.clone());
        Some(Lane { lanes: self.clone(), session: session.clone(), cancel, right: TurnRight::free() })
    }

    /// Stops the running turn; whether there was one.
    #[must_use]
    pub fn cancel(&self, session: &SessionId) -> bool {
        self.lock().turns.get(session).map(Cancel::set).is_some()
    }

    /// Whether a turn is running.
    #[must_use]
    pub fn is_busy(&self, session: &SessionId) -> bool {
        self.lock().turns.contains_key(session)
    }

    /// How many turns are running.
    #[must_use]
    pub fn running(&self) -> usize {
        self.lock().turns.len()
    }

    /// Lets no new turn begin: the process is about to stop.
    pub fn close(&self) {
        self.lock().closed = true;
    }

    /// Whether no new turn can begin.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.lanes.lock().turns.remove(&self.session);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_turn_at_a_time_and_the_lane_comes_back_after_a_panic() {
        let lanes = Lanes::default();
        let session = SessionId::from("s");
        let lane = lanes.enter(&session).unwrap();
        assert!(lanes.enter(&session).is_none());
        assert!(lanes.enter(&SessionId::from("other")).is_some());
        assert!(lanes.cancel(&session) && lane.cancel.is_set());
        let moved = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            let _lane = lane;
            panic!("a fault in a step");
        }));
        assert!(moved.is_err());
        assert!(lanes.enter(&session).is_some());
        assert!(!lanes.cancel(&session));
        lanes.close();
        assert!(lanes.enter(&session).is_none() && lanes.is_closed());
    }
}
