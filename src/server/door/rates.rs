//! How often something may happen: the generic cell rate algorithm (ITU-T I.371), one moment kept per key.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Keys that one table keeps; beyond it nobody new is counted, and the limits of the whole server hold alone.
const MOST_KEYS: usize = 65_536;

/// A rate for each key.
pub struct Rates<K> {
    every: Duration,
    burst: u32,
    /// When the key's allowance is whole again.
    whole: Mutex<HashMap<K, Instant>>,
}

impl<K: Hash + Eq> Rates<K> {
    /// Once in `every`, and up to `burst` at once.
    #[must_use]
    pub fn new(every: Duration, burst: u32) -> Self {
        Self { every, burst: burst.max(1), whole: Mutex::default() }
    }

    /// So many in a minute, a sixth of them at once.
    #[must_use]
    pub fn per_minute(count: u32) -> Self {
        Self::new(Duration::from_secs(60) / count.max(1), (count / 6).max(10))
    }

    /// Takes one; otherwise says after how many seconds to come back.
    ///
    /// # Errors
    /// The allowance is used up.
    pub fn take(&self, key: K, now: Instant) -> Result<(), u64> {
        let mut table = self.table();
        if table.len() >= MOST_KEYS && !table.contains_key(&key) {
            table.retain(|_, whole| *whole > now);
            if table.len() >= MOST_KEYS {
                return Ok(());
            }
        }
        let whole = table.entry(key).or_insert(now);
        let next = (*whole).max(now) + self.every;
        let ahead = next.saturating_duration_since(now);
        let most = self.every * self.burst;
        if ahead > most {
            return Err((ahead - most).as_secs() + 1);
        }
        *whole = next;
        Ok(())
    }

    /// Gives one back: it did not count after all.
    pub fn give_back(&self, key: &K) {
        if let Some(whole) = self.table().get_mut(key) {
            *whole = whole.checked_sub(self.every).unwrap_or(*whole);
        }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<K, Instant>> {
        self.whole.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_the_rate() {
        let rates = Rates::new(Duration::from_secs(6), 3);
        let began = Instant::now();
        let at = |seconds: u64| began + Duration::from_secs(seconds);
        assert_eq!([0; 4].map(|s| rates.take("a", at(s))), [Ok(()), Ok(()), Ok(()), Err(7)]);
        assert_eq!(rates.take("b", at(0)), Ok(()), "each for itself");
        assert_eq!(rates.take("a", at(5)), Err(2));
        assert_eq!((rates.take("a", at(6)), rates.take("a", at(6))), (Ok(()), Err(7)));
        rates.give_back(&"a");
        assert_eq!((rates.take("a", at(6)), rates.take("a", at(6))), (Ok(()), Err(7)));
        assert_eq!([1000; 4].map(|s| rates.take("a", at(s)).is_ok()), [true, true, true, false]);
    }

    #[test]
    fn the_table_stays_small() {
        let rates = Rates::new(Duration::from_secs(1), 2);
        let now = Instant::now();
        for key in 0..MOST_KEYS + 10 {
            assert_eq!(rates.take(key, now), Ok(()));
        }
        assert_eq!(rates.table().len(), MOST_KEYS);
        assert_eq!(rates.take(usize::MAX, now + Duration::from_secs(2)), Ok(()));
        assert_eq!(rates.table().len(), 1);
    }
}
