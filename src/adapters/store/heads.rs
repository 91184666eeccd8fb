//! The newest versions of recently used sessions, in memory, bounded by count and by text.

use crate::adapters::store::document::{Document, Weight};
use crate::adapters::store::jobs::NewVersion;
use crate::model::ids::{SessionId, Version};
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use std::collections::{HashMap, VecDeque};
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

/// Versions before the newest that are kept beside it: an answer is told from the version before the last words.
const OLDER: usize = 3;

/// What is remembered of a session.
#[derive(Debug)]
struct Kept {
    used: u64,
    head: Arc<Head>,
    /// Versions before the newest, oldest first; what was committed never changes.
    older: VecDeque<Snapshot>,
    /// The whole dialogue up to the newest version, once it was read.
    turns: Option<Vec<(Version, Turn)>>,
    /// The newest version that an event of the person made, once it was asked for.
    spoken: Option<Version>,
    text_bytes: usize,
}

impl Kept {
    fn of(head: Arc<Head>) -> Self {
        let mut kept = Self { used: 0, head, older: VecDeque::new(), turns: None, spoken: None, text_bytes: 0 };
        kept.weigh();
        kept
    }

    fn weigh(&mut self) {
        let said: usize = self.turns.iter().flatten().map(|(_, turn)| turn.text.len()).sum();
        self.text_bytes = self.head.text_bytes() * (1 + self.older.len()) + said;
    }
}

#[derive(Debug, Default)]
struct Shelf {
    heads: HashMap<SessionId, Kept>,
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
        let kept = shelf.heads.get_mut(session)?;
        kept.used = now;
        Some(Arc::clone(&kept.head))
    }

    /// One of the newest versions.
    pub(super) fn version(&self, session: &SessionId, version: Version) -> Option<Snapshot> {
        let shelf = self.lock();
        let kept = shelf.heads.get(session)?;
        if kept.head.snapshot.version == version {
            return Some(kept.head.snapshot.clone());
        }
        kept.older.iter().find(|older| older.version == version).cloned()
    }

    /// The dialogue up to a version.
    pub(super) fn turns(&self, session: &SessionId, up_to: Version) -> Option<Vec<Turn>> {
        let shelf = self.lock();
        let kept = shelf.heads.get(session).filter(|kept| up_to <= kept.head.snapshot.version)?;
        let turns = kept.turns.as_ref()?.iter().filter(|(version, _)| *version <= up_to);
        Some(turns.map(|(_, turn)| turn.clone()).collect())
    }

    /// The newest version that an event of the person made, of those up to the newest of all.
    pub(super) fn spoken(&self, session: &SessionId, up_to: Version) -> Option<Version> {
        let shelf = self.lock();
        shelf.heads.get(session).filter(|kept| kept.head.snapshot.version == up_to)?.spoken
    }

    pub(super) fn ticket(&self) -> Ticket {
        Ticket(self.lock().removals)
    }

    /// Keeps what a reader found.
    pub(super) fn offer(&self, ticket: Ticket, head: Arc<Head>) {
        let mut shelf = self.lock();
        if shelf.removals == ticket.0 {
            shelf.put(Kept::of(head));
        }
    }

    /// Keeps the dialogue that a reader found, if it is that of the newest version.
    pub(super) fn offer_turns(&self, ticket: Ticket, session: &SessionId, up_to: Version, turns: &[(Version, Turn)]) {
        self.lock().learn(ticket, session, up_to, |kept| kept.turns = Some(turns.to_vec()));
    }

    /// Keeps which version the person made last, as seen from the newest version.
    pub(super) fn offer_spoken(&self, ticket: Ticket, session: &SessionId, up_to: Version, spoken: Version) {
        self.lock().learn(ticket, session, up_to, |kept| kept.spoken = Some(spoken));
    }

    /// Keeps what the writer committed; what was known of the version before it goes on.
    pub(super) fn put(&self, new: &NewVersion) {
        let mut kept = Kept::of(Arc::clone(&new.head));
        let version = new.head.snapshot.version;
        let fresh = new.turns.iter().map(|turn| (version, turn.clone()));
        let by_person = matches!(new.cause.as_str(), "message" | "edit").then_some(version);
        let mut shelf = self.lock();
        let before = shelf.heads.get_mut(&new.head.snapshot.session);
        if let Some(before) = before.filter(|before| before.head.snapshot.version.checked_add(1) == Some(version)) {
            kept.older = std::mem::take(&mut before.older);
            kept.older.push_back(before.head.snapshot.clone());
            kept.older.drain(..kept.older.len().saturating_sub(OLDER));
            kept.turns = before.turns.take();
            kept.spoken = before.spoken;
        } else if version == 0 {
            kept.turns = Some(Vec::new());
        }
        if let Some(turns) = &mut kept.turns {
            turns.extend(fresh);
        }
        kept.spoken = by_person.or(kept.spoken);
        kept.weigh();
        shelf.put(kept);
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
    /// Adds to what is remembered of a session, if it still stands as it was read.
    fn learn(&mut self, ticket: Ticket, session: &SessionId, up_to: Version, add: impl FnOnce(&mut Kept)) {
        if self.removals != ticket.0 {
            return;
        }
        if let Some(kept) = self.heads.get_mut(session).filter(|kept| kept.head.snapshot.version == up_to) {
            let before = kept.text_bytes;
            add(kept);
            kept.weigh();
            self.text_bytes = self.text_bytes + kept.text_bytes - before;
            self.shrink();
        }
    }

    fn put(&mut self, mut kept: Kept) {
        let session = kept.head.snapshot.session.clone();
        let version = kept.head.snapshot.version;
        if self.heads.get(&session).is_some_and(|standing| standing.head.snapshot.version >= version) {
            return;
        }
        self.take(&session);
        self.uses += 1;
        kept.used = self.uses;
        self.text_bytes += kept.text_bytes;
        self.heads.insert(session, kept);
        self.shrink();
    }

    fn shrink(&mut self) {
        while self.heads.len() > MAX_HEADS || (self.text_bytes > MAX_TEXT_BYTES && self.heads.len() > 1) {
            let Some(oldest) = self.heads.iter().min_by_key(|(_, kept)| kept.used).map(|(id, _)| id.clone()) else {
                break;
            };
            self.take(&oldest);
        }
    }

    fn take(&mut self, session: &SessionId) {
        if let Some(kept) = self.heads.remove(session) {
            self.text_bytes -= kept.text_bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, Heads, MAX_HEADS, MAX_TEXT_BYTES};
    use crate::adapters::store::document::{Document, Weight};
    use crate::adapters::store::jobs::NewVersion;
    use crate::model::snapshot::Snapshot;
    use crate::model::turn::{Role, Turn};
    use serde_json::json;
    use std::sync::Arc;

    fn turn(version: u32) -> Turn {
        let (role, at) = (Role::User, "2026-01-01T00:00:00.000Z".to_owned());
        Turn { id: format!("t{version}").into(), role, text: "words".into(), at, answers_to: None, choice: None }
    }

    fn committed(session: &str, version: u32, bytes: usize) -> NewVersion {
        NewVersion {
            head: head(session, version, bytes),
            status: String::new(),
            cause: if version.is_multiple_of(2) { "message".into() } else { "INTERPRET".into() },
            changed: String::new(),
            ops: None,
            snapshot: None,
            turns: vec![turn(version)],
            trace: None,
            request: None,
            ends: None,
            kinds: Vec::new(),
            events: Vec::new(),
            title: None,
        }
    }

    #[test]
    fn the_last_versions_and_the_dialogue_go_on_from_commit_to_commit() {
        let heads = Heads::default();
        for version in 0..6 {
            heads.put(&committed("a", version, 10));
        }
        let version = |number| heads.version(&"a".into(), number).map(|snapshot| snapshot.version);
        assert_eq!((version(5), version(2), version(1)), (Some(5), Some(2), None));
        let said = |up_to| heads.turns(&"a".into(), up_to).map(|turns| turns.len());
        assert_eq!((said(5), said(2), said(6)), (Some(6), Some(3), None));
        assert_eq!((heads.spoken(&"a".into(), 5), heads.spoken(&"a".into(), 3)), (Some(4), None));
        // A gap: what was said in it is unknown.
        heads.put(&committed("a", 9, 10));
        assert_eq!((said(9), version(9), version(5)), (None, Some(9), None));
        let old = heads.ticket();
        heads.remove(&"a".into());
        heads.offer(heads.ticket(), head("a", 9, 10));
        heads.offer_turns(old, &"a".into(), 9, &[(9, turn(9))]);
        assert_eq!(said(9), None, "read before the removal");
        heads.offer_turns(heads.ticket(), &"a".into(), 8, &[(8, turn(8))]);
        assert_eq!(said(9), None, "not the newest");
        heads.offer_turns(heads.ticket(), &"a".into(), 9, &[(9, turn(9))]);
        heads.offer_spoken(heads.ticket(), &"a".into(), 9, 8);
        assert_eq!((said(9), heads.spoken(&"a".into(), 9)), (Some(1), Some(8)));
    }

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
            heads.put(&committed(&number.to_string(), 0, 10));
        }
        assert!(heads.get(&"0".into()).is_some());
        heads.put(&committed("new", 0, 10));
        assert!(heads.get(&"0".into()).is_some());
        assert!(heads.get(&"1".into()).is_none());
    }

    #[test]
    fn text_is_bounded_but_one_head_always_stays() {
        let heads = Heads::default();
        heads.put(&committed("a", 0, MAX_TEXT_BYTES / 2));
        heads.put(&committed("b", 0, MAX_TEXT_BYTES / 2 + 1));
        assert!(heads.get(&"a".into()).is_none());
        heads.put(&committed("c", 0, MAX_TEXT_BYTES * 2));
        assert!(heads.get(&"b".into()).is_none() && heads.get(&"c".into()).is_some());
    }

    #[test]
    fn an_older_version_never_replaces_a_newer_one() {
        let heads = Heads::default();
        heads.put(&committed("a", 2, 10));
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
