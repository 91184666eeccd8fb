//! The real program as a child process, with a database in a folder that outlives it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A command that sees only these variables.
pub(crate) fn command(folder: &Path, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_legalagi"));
    let database = format!("sqlite://{}", folder.join("kill.db").display());
    let mut all = BTreeMap::from([
        ("LEPTOS_SITE_ADDR", "127.0.0.1:0"),
        ("LEGALAGI_DATABASE_URL", database.as_str()),
        ("RUST_LOG", "info"),
    ]);
    all.extend(variables.iter().copied());
    command.env_clear().envs(all).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs the program until it ends by itself.
pub(crate) fn run(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    command(folder, variables).args(arguments).output().expect("the program starts")
}

/// A running server.
pub(crate) struct Process {
    child: Child,
    /// `http://127.0.0.1:port`.
    pub(crate) base: String,
    log: Arc<Mutex<String>>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts the server and waits until it listens.
    pub(crate) fn start(folder: &Path, variables: &[(&str, &str)]) -> Self {
        Self::of(command(folder, variables).arg("serve"))
    }

    /// Starts the server by this command and waits until it listens.
    pub(crate) fn of(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let stderr = child.stderr.take().expect("a pipe");
        let log = Arc::new(Mutex::new(String::new()));
        let (found, address) = mpsc::channel();
        let kept = log.clone();
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines() {
                let Ok(line) = line else { return };
                if let Some((_, address)) = line.split_once("ready on ") {
                    let _ = found.send(address.split_whitespace().next().unwrap_or_default().to_owned());
                }
                let mut log = kept.lock().expect("log");
                log.push_str(&line);
                log.push('\n');
            }
        });
        let base = address.recv_timeout(Duration::from_secs(120)).unwrap_or_else(|_| {
            let _ = child.kill();
            panic!("no address: {}", log.lock().expect("log"));
        });
        Self { child, base: plain(&base), log, reader: Some(reader) }
    }

    /// The number of the process.
    #[allow(dead_code, reason = "not every test looks at the processes")]
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    #[allow(dead_code, reason = "not every test measures the process")]
    /// Kilobytes that the server holds in memory.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a status");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
    }

    /// `kill -9`; returns when the process is gone.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("a signal");
        self.child.wait().expect("an end");
    }

    /// SIGTERM; the exit code and the whole log.
    pub(crate) fn stop(mut self) -> (Option<i32>, String) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        let code = self.child.wait().expect("an end").code();
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the log");
        }
        (code, self.log.lock().expect("log").clone())
    }
}

/// Without the colours that a log may carry.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut escape = false;
    for c in text.chars() {
        match (escape, c) {
            (false, '\u{1b}') => escape = true,
            (true, 'm') => escape = false,
            (true, _) => {}
            (false, c) => out.push(c),
        }
    }
    out
}

/// A folder with one file.
pub(crate) fn folder_with(parent: &Path, name: &str, text: &str) -> PathBuf {
    let folder = parent.join("own");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), text).expect("a file");
    folder
}
