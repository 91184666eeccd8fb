//! The audit log as the doors write it: readings are queued and written in batches by one task, so that no page waits;
//! what is given out or sent away is on disk before it goes.

pub mod sending;

use crate::adapters::store::sessions::Sessions;
use crate::model::trail::{Action, Actor, Draft, Outcome, TrailHead};
use crate::runner::ports::StoreError;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Readings that wait; beyond it they are counted and the log says how many.
const ROOM: usize = 4096;
/// Readings in one transaction.
const BATCH: usize = 256;
/// How long a reading waits for others.
const GATHER: Duration = Duration::from_millis(250);
/// One entry for readings of the same by the same: a page reads itself again with every event.
const ONCE: Duration = Duration::from_secs(60);
/// Readings that are remembered for it.
const KNOWN: usize = 8192;
/// Attempts at a batch while the database does not answer, and the pause between them.
const ATTEMPTS: usize = 3;
const PAUSE: Duration = Duration::from_millis(500);

enum Item {
    Seen(Draft),
    /// Everything before it is written.
    Mark(oneshot::Sender<()>),
}

/// The log. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Trail {
    sessions: Sessions,
    queue: mpsc::Sender<Item>,
    lost: Arc<AtomicU64>,
    known: Arc<Mutex<HashMap<Reading, Instant>>>,
}

/// Who reads what through which door.
type Reading = (String, Option<String>, Option<u32>, &'static str);

impl Trail {
    /// Begins to write for a store that keeps a log. Needs a tokio runtime.
    #[must_use]
    pub fn begin(sessions: Sessions) -> Self {
        let (queue, items) = mpsc::channel(ROOM);
        let lost = Arc::new(AtomicU64::new(0));
        tokio::spawn(run(sessions.clone(), items, Arc::clone(&lost)));
        Self { sessions, queue, lost, known: Arc::default() }
    }

    /// Whether an action is noted.
    #[must_use]
    pub fn wants(&self, action: Action) -> bool {
        self.sessions.keeping().is_some_and(|keeping| keeping.wants(action))
    }

    /// Notes that something was shown through a door; nobody waits for it. The same within a minute is one entry.
    pub fn seen(&self, door: &'static str, with: impl FnOnce(Draft) -> Draft) {
        let Some(keeping) = self.sessions.keeping().filter(|keeping| keeping.wants(Action::Read)) else { return };
        let draft = with(keeping.begin(Action::Read));
        if !self.is_new((draft.actor.clone(), draft.subject.clone(), draft.version, door), Instant::now()) {
            return;
        }
        if self.queue.try_send(Item::Seen(draft)).is_err() {
            self.lost.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Notes that somebody was refused at a door; nobody waits for it. The same within a minute is one entry, so that whoever
    /// tries on fills no log.
    pub fn denied(&self, actor: &Actor, why: &'static str, with: impl FnOnce(Draft) -> Draft) {
        let Some(keeping) = self.sessions.keeping().filter(|keeping| keeping.wants(Action::Deny)) else { return };
        let draft = with(Draft { actor: actor.to_string(), result: Outcome::Refused, ..keeping.begin(Action::Deny) });
        let draft = draft.text("why", why);
        let route = draft.details.get("route").map(|route| format!("{route:?}"));
        let about = draft.subject.clone().or(route);
        if !self.is_new((draft.actor.clone(), about, None, why), Instant::now()) {
            return;
        }
        if self.queue.try_send(Item::Seen(draft)).is_err() {
            self.lost.fetch_add(1, Ordering::AcqRel);
        }
    }

    fn is_new(&self, reading: Reading, now: Instant) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.get(&reading).is_some_and(|since| now.saturating_duration_since(*since) < ONCE) {
            return false;
        }
        if known.len() >= KNOWN {
            known.retain(|_, since| now.saturating_duration_since(*since) < ONCE);
        }
        if known.len() >= KNOWN {
            known.clear();
        }
        known.insert(reading, now);
        true
    }

    /// Notes something that was done; on disk when it returns.
    ///
    /// # Errors
    /// Storage.
    pub async fn note(&self, action: Action, with: impl FnOnce(Draft) -> Draft) -> Result<(), StoreError> {
        self.sessions.note_one(action, with).await
    }

    /// The end of the log; `None` where nothing is noted.
    ///
    /// # Errors
    /// Storage.
    pub async fn head(&self) -> Result<Option<TrailHead>, StoreError> {
        if !self.wants(Action::Delete) {
            return Ok(None);
        }
        self.sessions.trail_head().await.map(Some)
    }

    /// Waits until what was seen before is written.
    pub async fn settled(&self) {
        let (mark, out) = oneshot::channel();
        if self.queue.send(Item::Mark(mark)).await.is_ok() {
            let _ = out.await;
        }
    }
}

async fn run(sessions: Sessions, mut items: mpsc::Receiver<Item>, lost: Arc<AtomicU64>) {
    while let Some(first) = items.recv().await {
        let (mut drafts, mut marks) = (Vec::new(), Vec::new());
        let mut sort = |item: Item, drafts: &mut Vec<Draft>| match item {
            Item::Seen(draft) => drafts.push(draft),
            Item::Mark(mark) => marks.push(mark),
        };
        let hurried = matches!(first, Item::Mark(_));
        sort(first, &mut drafts);
        if !hurried {
            // Others come meanwhile; a mark ends the wait.
            let until = tokio::time::sleep(GATHER);
            tokio::pin!(until);
            while drafts.len() < BATCH {
                tokio::select! {
                    () = &mut until => break,
                    item = items.recv() => match item {
                        Some(item) => {
                            let is_mark = matches!(item, Item::Mark(_));
                            sort(item, &mut drafts);
                            if is_mark {
                                break;
                            }
                        }
                        None => break,
                    },
                }
            }
        }
        let missed = lost.swap(0, Ordering::AcqRel);
        if missed > 0
            && let Some(keeping) = sessions.keeping()
        {
            drafts.push(keeping.begin(Action::Lost).number("readings", missed));
        }
        let count = drafts.len() as u64;
        if count > 0 && !written(&sessions, drafts).await {
            lost.fetch_add(count.max(missed), Ordering::AcqRel);
        }
        for mark in marks {
            let _ = mark.send(());
        }
    }
}

async fn written(sessions: &Sessions, drafts: Vec<Draft>) -> bool {
    for attempt in 1..=ATTEMPTS {
        match sessions.note(drafts.clone()).await {
            Ok(()) => return true,
            Err(error) if attempt == ATTEMPTS => {
                tracing::error!(error = error.to_string(), entries = drafts.len(), "the audit log was not written");
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    false
}
