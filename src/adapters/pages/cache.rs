//! What was made lately, bounded in bytes; what was used longest ago goes first.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Values that are cheap to clone, by key.
#[derive(Debug)]
pub struct Cache<K, V> {
    most: usize,
    inner: Mutex<Inner<K, V>>,
}

#[derive(Debug)]
struct Inner<K, V> {
    held: HashMap<K, Entry<V>>,
    bytes: usize,
    tick: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    bytes: usize,
    used: u64,
}

impl<K: Hash + Eq + Clone, V: Clone> Cache<K, V> {
    /// Of so many bytes at most.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, inner: Mutex::new(Inner { held: HashMap::new(), bytes: 0, tick: 0 }) }
    }

    /// A value that is held.
    pub fn get(&self, key: &K) -> Option<V> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.tick += 1;
        let tick = inner.tick;
        let entry = inner.held.get_mut(key)?;
        entry.used = tick;
        Some(entry.value.clone())
    }

    /// Holds a value of this size; one larger than all the room is not held.
    pub fn put(&self, key: K, value: V, bytes: usize) {
        if bytes > self.most {
            return;
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.tick += 1;
        let used = inner.tick;
        inner.bytes += bytes;
        if let Some(old) = inner.held.insert(key, Entry { value, bytes, used }) {
            inner.bytes -= old.bytes;
        }
        while inner.bytes > self.most {
            let oldest = inner.held.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            let Some(gone) = oldest.and_then(|key| inner.held.remove(&key)) else { break };
            inner.bytes -= gone.bytes;
        }
    }

    /// Bytes held now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn the_oldest_goes_and_the_room_is_never_exceeded() {
        let cache = Cache::new(10);
        for key in 0..5 {
            cache.put(key, key, 4);
            assert!(cache.bytes() <= 10);
        }
        assert_eq!((cache.get(&2), cache.get(&3), cache.get(&4)), (None, Some(3), Some(4)));
        cache.get(&3);
        cache.put(9, 9, 4);
        assert_eq!((cache.get(&3), cache.get(&4), cache.get(&9)), (Some(3), None, Some(9)));
        cache.put(9, 10, 6);
        assert_eq!((cache.get(&9), cache.bytes()), (Some(10), 10));
        cache.put(7, 7, 11);
        assert_eq!(cache.get(&7), None);
    }
}
