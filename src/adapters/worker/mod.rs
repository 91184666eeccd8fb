//! Work on foreign files in processes of their own: the same program, started as `legalagi worker`.
//!
//! The server never parses a PDF, a DOCX, a ZIP or an image that somebody sent: it hands the bytes to a worker and takes
//! the result, or the news that the worker died. See `docs/adr/0013-workers.md`.

pub mod caller;
#[cfg(target_os = "linux")]
mod calls;
pub mod child;
pub mod confine;
pub mod job;
pub(crate) mod line;
pub mod pool;
mod protocol;

use crate::adapters::extract::ExtractError;
use crate::adapters::worker::job::{Done, Job, Refusal};
use crate::engine::corpus::Imported;
use crate::engine::corpus::read::Format;
use crate::runner::ports::PageError;
use std::sync::Arc;

/// Seconds after which a refused request may come again.
pub const RETRY_AFTER: u64 = 5;

/// Why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// The file is at fault, and the worker says how.
    #[error("{0}")]
    Refused(Refusal),
    /// The worker died: a limit of the kernel, its stack, too long an answer. It would die again.
    #[error("too_complex")]
    TooComplex,
    /// The time was over, which may have been the fault of what else the machine does.
    #[error("too_complex")]
    Late,
    /// Its own seconds of a processor are spent.
    #[error("too_complex")]
    Spent,
    /// Too much work is waiting already, or the server stops.
    #[error("overloaded")]
    Overloaded,
    /// No worker could be started.
    #[error("unavailable")]
    Unavailable,
}

impl From<WorkError> for PageError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Refused(refusal) => Self::Unreadable(refusal.words().to_owned()),
            WorkError::TooComplex | WorkError::Late | WorkError::Spent => Self::TooComplex,
            WorkError::Overloaded | WorkError::Unavailable => Self::Overloaded { retry_after: RETRY_AFTER },
        }
    }
}

impl From<WorkError> for ExtractError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Refused(Refusal::Text(reason)) => reason,
            WorkError::Refused(_) => Self::Damaged,
            WorkError::TooComplex | WorkError::Late | WorkError::Spent => Self::TooComplex,
            WorkError::Overloaded => Self::Overloaded,
            WorkError::Unavailable => Self::Unavailable,
        }
    }
}

/// A result, and the bytes that came with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// What was made.
    pub done: Done,
    /// Texts and images, in their order.
    pub blobs: Vec<Vec<u8>>,
}

/// Has a job done on bytes. Dropping the future kills the worker.
///
/// # Errors
/// [`WorkError`]
pub async fn run(job: Job, bytes: Arc<Vec<u8>>) -> Result<Reply, WorkError> {
    pool::get().run(job, bytes).await
}

/// The text of a contract.
///
/// # Errors
/// [`ExtractError`]
pub async fn text(bytes: Vec<u8>) -> Result<String, ExtractError> {
    as_text(run(Job::Text, Arc::new(bytes)).await?)
}

/// The text of a legal source, its pages parted by form feeds.
///
/// # Errors
/// [`ExtractError`]
pub async fn source(bytes: Arc<Vec<u8>>) -> Result<String, ExtractError> {
    as_text(run(Job::Source, bytes).await?)
}

/// The editions of a legal source whose bytes are text; the inner error is what the reader says of it.
///
/// # Errors
/// [`ExtractError`]
pub async fn editions(
    format: Format,
    name: String,
    jurisdiction: Option<String>,
    bytes: Vec<u8>,
) -> Result<Result<Vec<Imported>, String>, ExtractError> {
    let job = Job::Editions { format: format.name().to_owned(), name, jurisdiction };
    let Reply { done, blobs } = run(job, Arc::new(bytes)).await?;
    match done {
        Done::Editions { refused: Some(reason) } => Ok(Err(reason)),
        Done::Editions { refused: None } => {
            let blob = blobs.into_iter().next().ok_or(ExtractError::Damaged)?;
            serde_json::from_slice(&blob).map(Ok).map_err(|_| ExtractError::Damaged)
        }
        _ => Err(ExtractError::Damaged),
    }
}

fn as_text(reply: Reply) -> Result<String, ExtractError> {
    let text = reply.blobs.into_iter().next().ok_or(ExtractError::Damaged)?;
    String::from_utf8(text).map_err(|_| ExtractError::Damaged)
}

/// How many pages a PDF has.
///
/// # Errors
/// [`WorkError`]
pub async fn count(bytes: Arc<Vec<u8>>) -> Result<u32, WorkError> {
    match run(Job::Count, bytes).await?.done {
        Done::Count { pages } => Ok(pages),
        _ => Err(WorkError::Unavailable),
    }
}
