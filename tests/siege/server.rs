//! The server under siege: the program that `LEGALAGI_BINARY` names, with a database of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

pub(crate) struct Server {
    child: Child,
    /// `127.0.0.1:port`.
    pub(crate) address: String,
    _folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub(crate) fn start() -> Self {
        let program = std::env::var("LEGALAGI_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_legalagi").into());
        eprintln!("siege: {program}");
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(program)
            .arg("serve")
            .env_clear()
            .env("LEPTOS_SITE_ADDR", "127.0.0.1:0")
            .env("LEGALAGI_DATABASE_URL", format!("sqlite://{}", folder.path().join("siege.db").display()))
            .env("RUST_LOG", "info")
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stderr = child.stderr.take().expect("a pipe");
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some((_, address)) = line.split_once("ready on http://") {
                    let digits = |c: char| c.is_ascii_digit() || c == '.' || c == ':';
                    let _ = tell.send(address.chars().take_while(|c| digits(*c)).collect());
                }
            }
        });
        let address = told.recv_timeout(Duration::from_secs(60)).expect("an address");
        Self { child, address, _folder: folder }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// SIGTERM; the exit code, when all has ended.
    pub(crate) fn stop(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        self.child.wait().expect("an end").code()
    }
}
