//! A clock that starts where it is told and repeats itself exactly.

use crate::model::ids::SessionId;
use crate::runner::ports::Clock;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::sync::atomic::{AtomicU64, Ordering};

/// Every `now` is one second after the one before; identifiers count from 1.
#[derive(Debug)]
pub struct FixedClock {
    start: jiff::Timestamp,
    seconds: AtomicU64,
    ids: AtomicU64,
    sessions: AtomicU64,
    millis: AtomicU64,
}

impl FixedClock {
    /// A clock whose first `now` is this instant.
    #[must_use]
    pub fn starting(start: jiff::Timestamp) -> Self {
        let zero = || AtomicU64::new(0);
        Self { start, seconds: zero(), ids: zero(), sessions: zero(), millis: zero() }
    }
}

impl Default for FixedClock {
    /// Starts at `2026-11-21T09:30:00.000Z`.
    fn default() -> Self {
        Self::starting(jiff::Timestamp::constant(1_795_253_400, 0))
    }
}

impl Clock for FixedClock {
    fn now(&self) -> String {
        let seconds = i64::try_from(self.seconds.fetch_add(1, Ordering::Relaxed)).unwrap_or(i64::MAX);
        let now = self.start.checked_add(jiff::SignedDuration::from_secs(seconds)).unwrap_or(jiff::Timestamp::MAX);
        now.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
    }

    fn id(&self) -> String {
        let number = self.ids.fetch_add(1, Ordering::Relaxed) + 1;
        format!("01900000-0000-7000-8000-{number:012x}")
    }

    fn session_id(&self) -> SessionId {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed) + 1;
        SessionId(URL_SAFE_NO_PAD.encode(u128::from(number).to_be_bytes()))
    }

    /// Counts with the sessions.
    fn token(&self) -> String {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed) + 1;
        let mut bytes = [0_u8; 32];
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// One millisecond more at every call.
    fn monotonic_ms(&self) -> u64 {
        self.millis.fetch_add(1, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::FixedClock;
    use crate::model::ids::SessionId;
    use crate::runner::ports::Clock;

    #[test]
    fn two_clocks_say_the_same() {
        let (a, b) = (FixedClock::default(), FixedClock::default());
        assert_eq!(a.now(), "2026-11-21T09:30:00.000Z");
        assert_eq!(a.now(), "2026-11-21T09:30:01.000Z");
        assert_eq!(a.id(), b.id());
        assert_ne!(a.id(), a.id());
        assert_eq!(a.session_id(), b.session_id());
        assert_ne!(a.session_id(), a.session_id());
        assert!(SessionId::is_well_formed(a.session_id().as_str()));
        assert_eq!([a.monotonic_ms(), a.monotonic_ms()], [0, 1]);
    }
}
