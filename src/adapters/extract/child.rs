//! The reader in a process of its own: the same program, started as `extract-text`.

use crate::adapters::extract::{ExtractError, MOST_TEXT};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::Semaphore;

/// How long a file may be read.
const TIME: Duration = Duration::from_secs(20);
/// Seconds of a processor.
const PROCESSOR: u64 = 15;
/// Bytes of memory.
const MEMORY: u64 = 1024 * 1024 * 1024;
/// Files read at once.
static SEATS: Semaphore = Semaphore::const_new(2);

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names the program to start, when it is not the one that runs (a test).
pub fn use_program(path: PathBuf) {
    let _ = PROGRAM.set(path);
}

/// The text of a file, read by a child under limits.
///
/// # Errors
/// [`ExtractError`]; whatever ends the child otherwise is a damaged file.
pub async fn read(bytes: Vec<u8>) -> Result<String, ExtractError> {
    let _seat = SEATS.acquire().await.map_err(|_| ExtractError::Unavailable)?;
    tokio::time::timeout(TIME, run(bytes)).await.unwrap_or(Err(ExtractError::Timeout))
}

async fn run(bytes: Vec<u8>) -> Result<String, ExtractError> {
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
    let most = u64::try_from(MOST_TEXT + 1).unwrap_or(u64::MAX);
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
pub fn limit_this_process() -> std::io::Result<()> {
    rlimit::Resource::CPU.set(PROCESSOR, PROCESSOR)?;
    rlimit::Resource::AS.set(MEMORY, MEMORY)
}
