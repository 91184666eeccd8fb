//! Results of tools for a while: bounded, in memory, keyed by everything they depend on.

use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most results kept, and most bytes of them together.
const MOST: usize = 512;
const BYTES: usize = 8 * 1024 * 1024;
/// Most names that callers gave.
const NAMES: usize = 2_048;

/// A kept result.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// The output.
    pub output: Value,
    /// Who made it.
    pub performer: String,
    /// What the caller was told.
    pub warnings: Vec<String>,
    /// Values beside the output.
    pub details: Value,
}

#[derive(Default)]
struct Shelf {
    results: HashMap<String, (Kept, usize)>,
    order: VecDeque<String>,
    bytes: usize,
    named: HashMap<String, String>,
    names: VecDeque<String>,
}

/// The cache. Clones share it.
#[derive(Clone, Default)]
pub struct ToolCache(Arc<Mutex<Shelf>>);

impl ToolCache {
    /// The result under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Kept> {
        self.lock().results.get(key).map(|(kept, _)| kept.clone())
    }

    /// Keeps a result; the oldest go when there is no room.
    pub fn put(&self, key: &str, kept: Kept) {
        let size = kept.output.to_string().len();
        if size > BYTES / 4 {
            return;
        }
        let mut shelf = self.lock();
        if shelf.results.contains_key(key) {
            return;
        }
        shelf.bytes += size;
        shelf.results.insert(key.to_owned(), (kept, size));
        shelf.order.push_back(key.to_owned());
        while shelf.results.len() > MOST || shelf.bytes > BYTES {
            let Some(oldest) = shelf.order.pop_front() else { break };
            if let Some((_, size)) = shelf.results.remove(&oldest) {
                shelf.bytes -= size;
            }
        }
    }

    /// Ties a caller's name to what it stands for; `false` when it stands for something else.
    #[must_use]
    pub fn claim(&self, name: &str, stands_for: &str) -> bool {
        let mut shelf = self.lock();
        if let Some(known) = shelf.named.get(name) {
            return known == stands_for;
        }
        shelf.named.insert(name.to_owned(), stands_for.to_owned());
        shelf.names.push_back(name.to_owned());
        if shelf.names.len() > NAMES
            && let Some(oldest) = shelf.names.pop_front()
        {
            shelf.named.remove(&oldest);
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_bounded_and_names_stand_for_one_thing() {
        let cache = ToolCache::default();
        let kept = |n: usize| Kept {
            output: Value::from(n),
            performer: "builtin".into(),
            warnings: Vec::new(),
            details: Value::Null,
        };
        for n in 0..MOST + 10 {
            cache.put(&n.to_string(), kept(n));
        }
        assert!(cache.get("0").is_none() && cache.get("9").is_none());
        assert_eq!(cache.get("10").unwrap().output, 10);
        assert!(cache.claim("a", "x") && cache.claim("a", "x") && !cache.claim("a", "y"));
    }
}
