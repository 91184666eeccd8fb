//! The server's side: seats, limits, pipes, and the certain end of every worker.

use crate::adapters::pages::ocr;
use crate::adapters::worker::caller::{self, Caller};
use crate::adapters::worker::job::{Done, Job, Refusal};
use crate::adapters::worker::line::{Line, Room, Seat};
use crate::adapters::worker::{Reply, WorkError, protocol};
use crate::adapters::{extract, pages::draw::DrawError};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;
use tokio::time::timeout;

const MB: usize = 1024 * 1024;
/// Jobs that wait for a seat, all in all and of one caller, and the bytes of their files.
const WAITING: (usize, usize, usize) = (64, 24, 128 * MB);
/// How long a job waits for a seat.
const PATIENCE: Duration = Duration::from_secs(120);
/// Seconds of waiting for every second of a processor: a worker is niced, and others work too.
const WALL: u64 = 3;

/// Seconds of a processor that every page and every contract is tried with first: nearly all need less, and so the few
/// that need more do not hold the others up.
const FIRST: u64 = 3;
/// The signal of the kernel to a process whose seconds are over.
const SIGXCPU: i32 = 24;

/// What is configured.
#[derive(Debug, Clone)]
pub struct Options {
    /// Workers at once; `None` = one fewer than processors, one at least.
    pub workers: Option<usize>,
    /// Megabytes of address space of each.
    pub memory_mb: u64,
    /// Seconds of a processor for a page or a contract; longer work has a multiple of it.
    pub seconds: u64,
    /// Where tesseract is looked for, as `PATH`.
    pub path: String,
    /// Where its languages are, if not at its usual place.
    pub languages: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        let path = "/usr/local/bin:/usr/bin:/bin".to_owned();
        Self { workers: None, memory_mb: 512, seconds: 15, path, languages: None }
    }
}

/// What one job may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Limits {
    seconds: u64,
    output: usize,
}

impl Limits {
    fn of(job: &Job, seconds: u64) -> Self {
        let (times, output) = match job {
            Job::Text => (1, extract::MOST_TEXT + MB),
            // A code of laws is longer than a contract, and nobody waits for a page of it.
            Job::Source => (16, extract::MOST_SOURCE_TEXT + MB),
            // Each place is said with its address and its path.
            Job::Editions { .. } => (16, 4 * extract::MOST_SOURCE_TEXT),
            Job::Count => (1, MB),
            Job::Page { .. } | Job::Cuts { .. } => (1, 64 * MB),
            Job::Ocr { .. } => (8, 16 * MB),
            Job::Pack => (4, 64 * MB),
        };
        Self { seconds: seconds.saturating_mul(times), output }
    }

    fn wall(self) -> Duration {
        Duration::from_secs(self.seconds.saturating_mul(WALL))
    }

    /// Less time, for a first try; `None` when that would be no less, or is never enough.
    fn first(self, job: &Job) -> Option<Self> {
        let may = matches!(job, Job::Text | Job::Count | Job::Page { .. } | Job::Cuts { .. });
        (may && self.seconds >= 2 * FIRST).then_some(Self { seconds: FIRST, ..self })
    }
}

/// The workers of this process.
#[derive(Debug)]
pub struct Pool {
    options: Options,
    line: Line,
}

static POOL: OnceLock<Pool> = OnceLock::new();
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Says once how workers are run; what runs already stays as it is.
pub fn configure(options: &Options) {
    POOL.get_or_init(|| Pool::new(options.clone()));
}

/// Names the program to start, when it is not the one that runs (a test).
pub fn use_program(path: PathBuf) {
    let _ = PROGRAM.set(path);
}

/// Whether the program that workers run is there.
#[must_use]
pub fn can_start() -> bool {
    PROGRAM.get().cloned().or_else(|| std::env::current_exe().ok()).is_some_and(|program| program.is_file())
}

/// The workers of this process.
pub fn get() -> &'static Pool {
    POOL.get_or_init(|| Pool::new(Options::default()))
}

impl Pool {
    /// With no worker yet: each is started when it is needed.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let seats = options.workers.unwrap_or(cores - 1).max(1);
        let (jobs, of_caller, bytes) = WAITING;
        Self { options, line: Line::new(Room { seats, jobs, of_caller, bytes }) }
    }

    /// Workers at work and jobs that wait.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        self.line.load()
    }

    /// The environment that tesseract sees: nothing of this process's own.
    pub fn environment(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let languages = self.options.languages.as_deref().map(|folder| ("TESSDATA_PREFIX", folder));
        std::iter::once(("PATH", self.options.path.as_str())).chain(languages)
    }

    /// See [`crate::adapters::worker::run`].
    ///
    /// # Errors
    /// [`WorkError`]
    pub async fn run(&'static self, job: Job, bytes: Arc<Vec<u8>>) -> Result<Reply, WorkError> {
        let limits = Limits::of(&job, self.options.seconds);
        if let Some(first) = limits.first(&job) {
            match self.attempt(job.clone(), bytes.clone(), first, false).await {
                Err(WorkError::Late | WorkError::Spent) => {}
                outcome => return outcome,
            }
        }
        let long = limits.first(&job).is_some() || matches!(job, Job::Source | Job::Editions { .. } | Job::Ocr { .. });
        match self.attempt(job, bytes, limits, long).await {
            // All its seconds were its own; only the wall clock's are not.
            Err(WorkError::Spent) => Err(WorkError::TooComplex),
            outcome => outcome,
        }
    }

    async fn attempt(
        &'static self,
        job: Job,
        bytes: Arc<Vec<u8>>,
        limits: Limits,
        long: bool,
    ) -> Result<Reply, WorkError> {
        let caller = caller::now();
        let seat = tokio::select! {
            seat = timeout(PATIENCE, self.line.seat(&caller.name, long, bytes.len())) => seat.ok().flatten(),
            () = caller.clone().stopped() => None,
        };
        let seat = seat.ok_or(WorkError::Overloaded)?;
        let (tell, told) = oneshot::channel();
        // The seat stays taken until the process is gone, whether anybody still waits for it or not.
        tokio::spawn(self.work(seat, caller, job, bytes, limits, tell));
        told.await.unwrap_or(Err(WorkError::Unavailable))
    }

    async fn work(
        &self,
        seat: Seat,
        caller: Caller,
        job: Job,
        bytes: Arc<Vec<u8>>,
        limits: Limits,
        mut tell: oneshot::Sender<Result<Reply, WorkError>>,
    ) {
        let mut child = match self.start(&job, limits) {
            Ok(child) => child,
            Err(error) => {
                tracing::error!("a worker does not start: {error}");
                drop(seat);
                let _ = tell.send(Err(WorkError::Unavailable));
                return;
            }
        };
        let outcome = tokio::select! {
            () = tell.closed() => Err(WorkError::Overloaded),
            () = caller.stopped() => Err(WorkError::Overloaded),
            done = timeout(limits.wall(), talk(&mut child, job, bytes, limits.output)) => {
                done.unwrap_or(Err(WorkError::Late))
            }
        };
        // Does nothing to one that has ended; waits for the end of one that has not.
        let _ = child.kill().await;
        drop(seat);
        let _ = tell.send(outcome);
    }

    fn start(&self, job: &Job, limits: Limits) -> std::io::Result<Child> {
        let program = match PROGRAM.get() {
            Some(path) => path.clone(),
            // The program that runs, even when its file has been replaced by a newer one.
            None if cfg!(target_os = "linux") => "/proc/self/exe".into(),
            None => std::env::current_exe()?,
        };
        let mut command = Command::new(program);
        command
            .arg0("legalagi")
            .arg("worker")
            .arg(format!("--memory-mb={}", self.options.memory_mb))
            .arg(format!("--seconds={}", limits.seconds))
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        if matches!(job, Job::Ocr { .. }) {
            command.arg("--program").envs(self.environment());
        }
        command.spawn()
    }
}

async fn talk(child: &mut Child, job: Job, bytes: Arc<Vec<u8>>, most: usize) -> Result<Reply, WorkError> {
    let fault = |error: std::io::Error| {
        tracing::error!("a worker's pipe: {error}");
        WorkError::Unavailable
    };
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(WorkError::Unavailable);
    };
    let recognises = matches!(job, Job::Ocr { .. });
    let head = protocol::order(job, bytes.len()).map_err(fault)?;
    // A worker that dies stops reading: that is its end's business.
    let feed = async move {
        if stdin.write_all(&head).await.is_ok() {
            let _ = stdin.write_all(&bytes).await;
        }
    };
    let mut out = Vec::new();
    let mut limited = stdout.take(most as u64 + 1);
    let ((), read) = tokio::join!(feed, limited.read_to_end(&mut out));
    read.map_err(fault)?;
    if out.len() > most {
        return Err(WorkError::TooComplex);
    }
    let status = child.wait().await.map_err(fault)?;
    match status.code() {
        Some(0) if recognises => Ok(Reply { done: Done::Ocr, blobs: vec![out] }),
        Some(_) if recognises => Err(WorkError::Refused(Refusal::Draw(DrawError::Damaged))),
        Some(0) => protocol::read_reply(&out).ok_or(WorkError::Unavailable)?.map_err(WorkError::Refused),
        Some(code) => {
            tracing::error!("a worker gave up with {code}");
            Err(WorkError::Unavailable)
        }
        None if status.signal() == Some(SIGXCPU) => Err(WorkError::Spent),
        // Another signal: a limit of memory, or its stack.
        None => {
            tracing::warn!("a worker died: {status}");
            Err(WorkError::TooComplex)
        }
    }
}

/// Whether tesseract answers at all, and which of these languages it has. It sees no foreign byte here.
pub(crate) async fn languages() -> Option<String> {
    let out = Command::new(ocr::PROGRAM)
        .arg("--list-langs")
        .env_clear()
        .envs(get().environment())
        .stdin(Stdio::null())
        .output()
        .await
        .ok()?;
    Some(format!("{}\n{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr)))
}
