//! The writer: one task, one connection, one transaction for all jobs that wait.
//!
//! A lone job never waits for company. Each job has its savepoint, so one that fails leaves the others alone;
//! nobody is answered before the transaction is on disk.

use crate::adapters::store::corpus_writes::CorpusChange;
use crate::adapters::store::heads::Heads;
use crate::adapters::store::jobs::Job;
use crate::adapters::store::keeping::Beside;
use crate::adapters::store::open::connect_writer;
use crate::adapters::store::over_sqlite::perform::{beside, perform};
use crate::adapters::store::rows::failed;
use crate::adapters::store::slack;
use crate::model::ids::SessionId;
use crate::runner::ports::StoreError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Jobs that may wait; beyond it callers wait for a place.
pub(super) const QUEUE: usize = 1024;

const BATCH_JOBS: usize = 64;
const BATCH_BYTES: usize = 2 * 1024 * 1024;

/// Quiet time after which the log is copied back into the database.
const IDLE: Duration = Duration::from_secs(1);

/// A job with the place of its answer.
#[derive(Debug)]
pub(super) struct Ticketed {
    pub(super) job: Job,
    /// What is written in the same transaction.
    pub(super) beside: Beside,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
}

/// Who is told that events of a session are on disk; `None` when those of any session may be.
pub(super) type Wake = Arc<OnceLock<Box<dyn Fn(Option<&SessionId>) + Send + Sync>>>;

/// The task's belongings.
pub(super) struct Writer {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    heads: Arc<Heads>,
    wake: Wake,
    queue: mpsc::Receiver<Ticketed>,
    /// The last transaction failed: the next ping writes for real.
    failing: bool,
    /// Deleted words may still stand in the log.
    erasing: bool,
}

impl Writer {
    pub(super) fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        heads: Arc<Heads>,
        wake: Wake,
        queue: mpsc::Receiver<Ticketed>,
    ) -> Self {
        Self { options, connection: Some(connection), heads, wake, queue, failing: false, erasing: false }
    }

    /// Works until every sender is gone, then closes the connection.
    pub(super) async fn run(mut self) {
        let mut log_grew = false;
        loop {
            let next = if log_grew {
                match tokio::time::timeout(IDLE, self.queue.recv()).await {
                    Ok(next) => next,
                    Err(_) => {
                        if self.erasing {
                            self.erase().await;
                        } else {
                            self.checkpoint().await;
                        }
                        log_grew = self.erasing;
                        continue;
                    }
                }
            } else {
                self.queue.recv().await
            };
            let Some(first) = next else { break };
            let batch = self.queue_up(first);
            self.write(batch).await;
            log_grew = true;
        }
        self.disconnect().await;
    }

    fn queue_up(&mut self, first: Ticketed) -> Vec<Ticketed> {
        let mut bytes = first.job.bytes();
        let mut batch = vec![first];
        while batch.len() < BATCH_JOBS && bytes < BATCH_BYTES {
            let Ok(next) = self.queue.try_recv() else { break };
            bytes += next.job.bytes();
            batch.push(next);
        }
        batch
    }

    async fn write(&mut self, batch: Vec<Ticketed>) {
        match self.commit(&batch).await {
            Ok(outcomes) => {
                // A transaction of refusals alone wrote nothing and proves nothing.
                self.failing &= !outcomes.iter().any(Result::is_ok);
                let deletes = |(ticketed, outcome): (&Ticketed, &Result<(), StoreError>)| {
                    let forgets = matches!(ticketed.job, Job::Delete { .. } | Job::Corpus(CorpusChange::Forget));
                    forgets && outcome.is_ok()
                };
                if batch.iter().zip(&outcomes).any(deletes) {
                    self.erase().await;
                }
                for (ticketed, outcome) in batch.into_iter().zip(outcomes) {
                    self.remember(&ticketed.job, &outcome);
                    self.tell(&ticketed.job, &outcome);
                    // A caller that left does not need the answer.
                    let _ = ticketed.answer.send(outcome);
                }
            }
            Err(error) => {
                self.failing = true;
                self.disconnect().await;
                let text = error.to_string();
                tracing::error!(jobs = batch.len(), error = text, "a transaction failed");
                for ticketed in batch {
                    let _ = ticketed.answer.send(Err(failed("transaction", &error)));
                }
            }
        }
    }

    /// One transaction. An error means that nothing of it is kept.
    async fn commit(&mut self, batch: &[Ticketed]) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
        let probe = self.failing;
        let connection = self.connect().await?;
        sqlx::query("BEGIN IMMEDIATE; SAVEPOINT job").execute(&mut *connection).await?;
        let mut outcomes = Vec::with_capacity(batch.len());
        for (number, ticketed) in batch.iter().enumerate() {
            let outcome = noted(ticketed, &mut *connection, probe).await;
            if outcome.is_err() {
                // Fails when the job's error has ended the whole transaction: then the batch fails with it.
                sqlx::query("ROLLBACK TO job").execute(&mut *connection).await?;
            } else if number + 1 < batch.len() {
                sqlx::query("RELEASE job; SAVEPOINT job").execute(&mut *connection).await?;
            }
            outcomes.push(outcome);
        }
        sqlx::query("COMMIT").execute(&mut *connection).await?;
        Ok(outcomes)
    }

    /// Wakes whoever listens to the session.
    fn tell(&self, job: &Job, outcome: &Result<(), StoreError>) {
        let session = match job {
            Job::Create { version, .. } | Job::Append { version } if !version.events.is_empty() => {
                &version.head.snapshot.session
            }
            Job::Tell { session, .. } => session,
            _ => return,
        };
        if let (Ok(()), Some(wake)) = (outcome, self.wake.get()) {
            wake(Some(session));
        }
    }

    /// Keeps the cache of newest versions true to what was committed.
    fn remember(&self, job: &Job, outcome: &Result<(), StoreError>) {
        match (job, outcome) {
            (Job::Create { version, .. } | Job::Append { version }, Ok(())) => self.heads.put(version),
            // Another process may have written: what we remember may be old.
            (Job::Append { version }, Err(_)) => self.heads.remove(&version.head.snapshot.session),
            (Job::Trash { .. } | Job::Delete { .. }, _) => self.heads.clear(),
            _ => {}
        }
    }

    async fn connect(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect_writer(&self.options).await.map_err(|e| sqlx::Error::Configuration(Box::new(e)))?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Closing ends an open transaction without keeping it.
    async fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(error = error.to_string(), "closing the writing connection");
        }
    }

    /// Leaves no word of what was deleted in the files. A reader that is still at an older moment holds it up; then it
    /// is tried again when there is nothing else to do.
    async fn erase(&mut self) {
        self.erasing = true;
        let file = self.options.get_filename().to_owned();
        let Ok(connection) = self.connect().await else { return };
        match slack::erase(connection, &file).await {
            Ok(done) => self.erasing = !done,
            Err(error) => tracing::warn!(error = error.to_string(), "erasing"),
        }
        // Its cache holds the old pages.
        self.disconnect().await;
    }

    async fn checkpoint(&mut self) {
        let Some(connection) = &mut self.connection else { return };
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await {
            tracing::warn!(error = error.to_string(), "checkpoint");
        }
    }
}

/// Does a job with what stands beside it.
async fn noted(ticketed: &Ticketed, connection: &mut SqliteConnection, probe: bool) -> Result<(), StoreError> {
    done(&ticketed.job, connection, probe).await?;
    beside(&ticketed.beside, connection).await
}

/// Does a job; with `probe`, a ping writes for real.
async fn done(job: &Job, connection: &mut SqliteConnection, probe: bool) -> Result<(), StoreError> {
    match job {
        Job::Corpus(change) => change.perform(connection).await,
        Job::Ping if probe => {
            let query = sqlx::query("PRAGMA user_version = 0");
            query.execute(connection).await.map(|_| ()).map_err(|e| failed("probe", &e))
        }
        job => perform(job, connection).await,
    }
}
