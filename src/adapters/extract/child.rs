//! The reader in a process of its own: the same program, started as `extract-text`.

use crate::adapters::extract::{ExtractError, MOST_SOURCE_TEXT, MOST_TEXT};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::Semaphore;

/// What one reading may take.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// How long a file may be read.
    time: Duration,
    /// Seconds of a processor.
    processor: u64,
    /// Bytes of memory.
    memory: u64,
    /// Bytes of text.
    text: usize,
    /// How the child is told.
    argument: Option<&'static str>,
}

const CONTRACT: Limits = Limits {
    time: Duration::from_secs(20),
    processor: 15,
    memory: 1024 * 1024 * 1024,
    text: MOST_TEXT,
    argument: None,
};

/// A code of laws is longer than a contract, and nobody waits for a page of it.
const SOURCE: Limits = Limits {
    time: Duration::from_secs(300),
    processor: 240,
    memory: 3 * 1024 * 1024 * 1024,
    text: MOST_SOURCE_TEXT,
    argument: Some("--source"),
};

/// Files read at once.
static SEATS: Semaphore = Semaphore::const_new(2);

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names the program to start, when it is not the one that runs (a test).
pub fn use_program(path: PathBuf) {
    let _ = PROGRAM.set(path);
}

/// How many more files could be read at once just now; `None` when the program that reads them is gone.
#[must_use]
pub fn free_seats() -> Option<usize> {
    let program = PROGRAM.get().cloned().or_else(|| std::env::current_exe().ok())?;
    program.is_file().then(|| SEATS.available_permits())
}

/// The text of a file, read by a child under limits.
///
/// # Errors
/// [`ExtractError`]; whatever ends the child otherwise is a damaged file.
pub async fn read(bytes: Vec<u8>) -> Result<String, ExtractError> {
    within(bytes, CONTRACT).await
}

/// The text of a legal source, its pages parted by form feeds, read by a child under wider limits.
///
/// # Errors
/// [`ExtractError`]; whatever ends the child otherwise is a damaged file.
pub async fn read_source(bytes: Vec<u8>) -> Result<String, ExtractError> {
    within(bytes, SOURCE).await
}

async fn within(bytes: Vec<u8>, limits: Limits) -> Result<String, ExtractError> {
    let _seat = SEATS.acquire().await.map_err(|_| ExtractError::Unavailable)?;
    tokio::time::timeout(limits.time, run(bytes, limits)).await.unwrap_or(Err(ExtractError::Timeout))
}

async fn run(bytes: Vec<u8>, limits: Limits) -> Result<String, ExtractError> {
    let fault = |error: std::io::Error| {
        tracing::error!("extract-text: {error}");
        ExtractError::Unavailable
    };
    let program = match PROGRAM.get() {
        Some(path) => path.clone(),
        None => std::env::current_exe().map_err(fault)?,
    };
    let mut child = Command::new(program)
        .arg("extract-text")
        .args(limits.argument)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(fault)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (Some(mut stdin), Some(stdout)) = (stdin, stdout) else { return Err(ExtractError::Unavailable) };
    // A child that refuses stops reading: that is its answer's business.
    let feed = async move {
        let _ = stdin.write_all(&bytes).await;
        drop(stdin);
    };
    let mut out = Vec::new();
    let most = u64::try_from(limits.text + 1).unwrap_or(u64::MAX);
    let mut limited = stdout.take(most);
    let ((), read) = tokio::join!(feed, limited.read_to_end(&mut out));
    read.map_err(fault)?;
    drop(limited);
    let status = child.wait().await.map_err(fault)?;
    let text = String::from_utf8(out).map_err(|_| ExtractError::Damaged)?;
    match status.code() {
        Some(0) => Ok(text),
        Some(_) => Err(ExtractError::ALL.into_iter().find(|e| e.to_string() == text).unwrap_or(ExtractError::Damaged)),
        // A signal: the limits of time or memory.
        None => Err(ExtractError::Timeout),
    }
}

/// Limits of this process: what the child does first.
///
/// # Errors
/// The system refuses them.
pub fn limit_this_process(source: bool) -> std::io::Result<()> {
    let limits = if source { SOURCE } else { CONTRACT };
    rlimit::Resource::CPU.set(limits.processor, limits.processor)?;
    rlimit::Resource::AS.set(limits.memory, limits.memory)
}
