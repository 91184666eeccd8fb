//! The system's clock and random source: the only place that asks for either.

use crate::model::ids::SessionId;
use crate::runner::ports::Clock;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::{Rng, TryRng};
use std::time::Instant;

/// Time of the machine, fresh `UUIDv7`s, session ids from the operating system's randomness.
#[derive(Debug, Clone)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// A clock whose monotonic count starts now.
    #[must_use]
    pub fn new() -> Self {
        Self { started: Instant::now() }
    }
}

/// The time as a `Date` header has it (RFC 9110).
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
pub fn http_date() -> String {
    jiff::Timestamp::now().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
    fn now(&self) -> String {
        jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that makes identifiers")]
    fn id(&self) -> String {
        uuid::Uuid::now_v7().to_string()
    }

    fn session_id(&self) -> SessionId {
        SessionId(random::<16>())
    }

    fn token(&self) -> String {
        random::<32>()
    }

    fn monotonic_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

fn random<const N: usize>() -> String {
    let mut bytes = [0_u8; N];
    if rand::rngs::SysRng.try_fill_bytes(&mut bytes).is_err() {
        // The operating system refused this call; the thread's generator was seeded by it earlier.
        rand::rng().fill_bytes(&mut bytes);
    }
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::SystemClock;
    use crate::model::ids::SessionId;
    use crate::runner::ports::Clock;
    use std::collections::HashSet;

    #[test]
    fn now_has_milliseconds_and_reads_back() {
        let now = SystemClock::new().now();
        assert_eq!(now.len(), "2026-11-21T09:30:00.000Z".len(), "{now}");
        assert!(now.ends_with('Z') && now.as_bytes()[19] == b'.', "{now}");
        assert!(now.parse::<jiff::Timestamp>().is_ok(), "{now}");
    }

    #[test]
    fn identifiers_are_fresh_and_well_formed() {
        let clock = SystemClock::new();
        let sessions: HashSet<_> = (0..1000).map(|_| clock.session_id()).collect();
        assert_eq!(sessions.len(), 1000);
        assert!(sessions.iter().all(|id| SessionId::is_well_formed(id.as_str())));
        let tokens: HashSet<_> = (0..1000).map(|_| clock.token()).collect();
        assert!(tokens.len() == 1000 && tokens.iter().all(|token| token.len() == 43));
        let ids: Vec<_> = (0..1000).map(|_| clock.id()).collect();
        assert!(ids.is_sorted(), "version 7 grows");
        assert!(ids.iter().all(|id| id.len() == 36 && id.as_bytes()[14] == b'7'));
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 1000);
    }

    #[test]
    fn the_monotonic_count_never_goes_back() {
        let clock = SystemClock::new();
        let counts: Vec<_> = (0..100).map(|_| clock.monotonic_ms()).collect();
        assert!(counts.is_sorted());
    }
}
