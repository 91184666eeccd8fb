//! The newest versions of recently used sessions, in memory, bounded by count and by text.

use crate::adapters::store::document::{Document, Weight};
use crate::model::ids::SessionId;
use crate::model::snapshot::Snapshot;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const MAX_HEADS: usize = 256;
const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;

/// The newest version of a session with what the next append needs.
#[derive(Debug, Clone)]
pub(super) struct Head {
    pub(super) snapshot: Snapshot,
    pub(super) document: Document,
    pub(super) weight: Weight,
}

impl Head {
    fn text_bytes(&self) -> usize {
        self.weight.snapshot + self.weight.ops
    }
}

#[derive(Debug, Default)]
struct Shelf {
    heads: HashMap<SessionId, (u64, Arc<Head>)>,
    text_bytes: usize,
    uses: u64,
    removals: u64,
}

/// The cache. A head only ever gives way to a newer one of its session.
#[derive(Debug, Default)]
pub(super) struct Heads {
    shelf: Mutex<Shelf>,
}

/// Taken before a read from disk: what was read is kept only if nothing was removed in between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ticket(u64);

impl Heads {
    pub(super) fn get(&self, session: &SessionId) -> Option<Arc<Head>> {
        let mut shelf = self.lock();
        shelf.uses += 1;
        let now = shelf.uses;
        let (used, head) = shelf.heads.get_mut(session)?;
        *used = now;
        Some(Arc::clone(head))
    }

    pub(super) fn ticket(&self) -> Ticket {
        Ticket(self.lock().removals)
    }

    /// Keeps what a reader found.
    pub(super) fn offer(&self, ticket: Ticket, head: Arc<Head>) {
        let mut shelf = self.lock();
        if shelf.removals == ticket.0 {
            shelf.put(head);
        }
    }

    /// Keeps what the writer committed.
    pub(super) fn put(&self, head: Arc<Head>) {
        self.lock().put(head);
    }

    pub(super) fn remove(&self, session: &SessionId) {
        let mut shelf = self.lock();
        shelf.removals += 1;
        shelf.take(session);
    }

    /// Forgets everything: a session left with its copies.
    pub(super) fn clear(&self) {
        let mut shelf = self.lock();
        let removals = shelf.removals + 1;
        *shelf = Shelf { removals, ..Shelf::default() };
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn put(&mut self, head: Arc<Head>) {
        let session = head.snapshot.session.clone();
        if self.heads.get(&session).is_some_and(|(_, kept)| kept.snapshot.version >= head.snapshot.version) {
            return;
        }
        self.take(&session);
        self.uses += 1;
        self.text_bytes += head.text_bytes();
        self.heads.insert(session, (self.uses, head));
        while self.heads.len() > MAX_HEADS || (self.text_bytes > MAX_TEXT_BYTES && self.heads.len() > 1) {
            let Some(oldest) = self.heads.iter().min_by_key(|(_, (used, _))| *used).map(|(id, _)| id.clone()) else {
                break;
            };
            self.take(&oldest);
        }
    }

    fn take(&mut self, session: &SessionId) {
        if let Some((_, head)) = self.heads.remove(session) {
            self.text_bytes -= head.text_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, Heads, MAX_HEADS, MAX_TEXT_BYTES};
    use crate::adapters::store::document::{Document, Weight};
    use crate::model::snapshot::Snapshot;
    use serde_json::json;
    use std::sync::Arc;

    fn head(session: &str, version: u32, bytes: usize) -> Arc<Head> {
        let (session, at) = (session.into(), "2026-01-01T00:00:00.000Z".to_owned());
        let snapshot = Snapshot { session, version, state: Arc::new(json!({})), aside: Arc::default(), at };
        let document = Document::of(&snapshot).unwrap();
        Arc::new(Head { snapshot, document, weight: Weight { version, snapshot: bytes, ops: 0 } })
    }

    #[test]
    fn the_least_recently_used_gives_way() {
        let heads = Heads::default();
        for number in 0..MAX_HEADS {
            heads.put(head(&number.to_string(), 0, 10));
        }
        assert!(heads.get(&"0".into()).is_some());
        heads.put(head("new", 0, 10));
        assert!(heads.get(&"0".into()).is_some());
        assert!(heads.get(&"1".into()).is_none());
    }

    #[test]
    fn text_is_bounded_but_one_head_always_stays() {
        let heads = Heads::default();
        heads.put(head("a", 0, MAX_TEXT_BYTES / 2));
        heads.put(head("b", 0, MAX_TEXT_BYTES / 2 + 1));
        assert!(heads.get(&"a".into()).is_none());
        heads.put(head("c", 0, MAX_TEXT_BYTES * 2));
        assert!(heads.get(&"b".into()).is_none() && heads.get(&"c".into()).is_some());
    }

    #[test]
    fn an_older_version_never_replaces_a_newer_one() {
        let heads = Heads::default();
        heads.put(head("a", 2, 10));
        heads.offer(heads.ticket(), head("a", 1, 10));
        assert_eq!(heads.get(&"a".into()).map(|head| head.snapshot.version), Some(2));
    }

    #[test]
    fn a_reader_does_not_bring_back_a_removed_session() {
        let heads = Heads::default();
        let ticket = heads.ticket();
        heads.remove(&"a".into());
        heads.offer(ticket, head("a", 1, 10));
        assert!(heads.get(&"a".into()).is_none());
    }
}
