//! Events that belong to no version: nobody waits for them, and their place is that of the call.
//!
//! One task writes them, in the order in which they were told; whoever must come behind them sends a mark through the
//! same queue and waits until it has come out. So neither a caller that leaves nor one that hurries changes the order.

use crate::adapters::store::jobs::Job;
use crate::model::ids::SessionId;
use crate::model::told::Told;
use crate::runner::ports::{BoxFuture, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// Events that wait; beyond it they are dropped and the log says so.
const ROOM: usize = 1024;
/// Attempts at an event while the database does not answer, and the pause between them.
const ATTEMPTS: usize = 3;
const PAUSE: Duration = Duration::from_millis(500);
/// How long somebody waits for what was told before him.
const PATIENCE: Duration = Duration::from_secs(5);

enum Item {
    Tell(SessionId, Told),
    /// Everything before it is written.
    Mark(oneshot::Sender<()>),
}

/// Writes one job; on disk when it returns.
pub(super) type Write = Arc<dyn Fn(Job) -> BoxFuture<'static, Result<(), StoreError>> + Send + Sync>;

/// The queue.
#[derive(Clone)]
pub(super) struct Telling {
    queue: mpsc::Sender<Item>,
    /// Events that are not written yet.
    open: Arc<AtomicUsize>,
}

impl Telling {
    /// Begins to write.
    pub(super) fn begin(write: Write) -> (Self, JoinHandle<()>) {
        let (queue, items) = mpsc::channel(ROOM);
        let open = Arc::new(AtomicUsize::new(0));
        let task = tokio::spawn(run(items, write, Arc::clone(&open)));
        (Self { queue, open }, task)
    }

    pub(super) fn tell(&self, session: SessionId, told: Told) {
        self.open.fetch_add(1, Ordering::AcqRel);
        if self.queue.try_send(Item::Tell(session, told)).is_err() {
            self.open.fetch_sub(1, Ordering::AcqRel);
            tracing::warn!("an event was not kept: the database is closed or too slow");
        }
    }

    /// Waits until what was told before is written, for a while.
    pub(super) async fn settled(&self) {
        if self.open.load(Ordering::Acquire) == 0 {
            return;
        }
        let (mark, out) = oneshot::channel();
        let wait = async {
            if self.queue.send(Item::Mark(mark)).await.is_ok() {
                let _ = out.await;
            }
        };
        if tokio::time::timeout(PATIENCE, wait).await.is_err() {
            tracing::warn!("events that were told before are not written yet");
        }
    }
}

async fn run(mut items: mpsc::Receiver<Item>, write: Write, open: Arc<AtomicUsize>) {
    while let Some(item) = items.recv().await {
        match item {
            Item::Mark(mark) => drop(mark.send(())),
            Item::Tell(session, told) => {
                written(&write, session, told).await;
                open.fetch_sub(1, Ordering::AcqRel);
            }
        }
    }
}

async fn written(write: &Write, session: SessionId, told: Told) {
    for attempt in 1..=ATTEMPTS {
        match write(Job::Tell { session: session.clone(), told: told.clone() }).await {
            Ok(()) => return,
            Err(StoreError::Failed(_)) if attempt < ATTEMPTS => tokio::time::sleep(PAUSE).await,
            Err(error) => {
                tracing::warn!(error = error.to_string(), "an event was not kept");
                return;
            }
        }
    }
}
