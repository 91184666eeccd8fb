//! The attackers: six clients of texts, ten of files, in a process of their own that is killed at the end.

use crate::client::{ask, post, request};
use crate::made;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Names the server to the process of the attackers.
pub(crate) const TARGET: &str = "LEGALAGI_SIEGE_TARGET";
const TEXTS: usize = 6;
const FILES: usize = 10;
/// The length of the chains that a colour space stands on.
const CHAIN: usize = 4_000;
/// An attacker leaves when it takes too long, and comes again at once.
const LEAVES: Duration = Duration::from_secs(20);

/// The running attackers; dropping them kills the process, so all their connections end at once.
pub(crate) struct Attackers {
    child: Child,
    last: Arc<Mutex<String>>,
}

impl Attackers {
    /// What they say they have done.
    pub(crate) fn report(&self) -> String {
        self.last.lock().map(|line| line.clone()).unwrap_or_default()
    }
}

impl Drop for Attackers {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn start(address: &str) -> Attackers {
    let mut command = Command::new(std::env::current_exe().expect("a program"));
    command.args(["--exact", "attackers", "--ignored", "--nocapture"]).env(TARGET, address);
    let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().expect("the attackers");
    let stdout = child.stdout.take().expect("a pipe");
    let last = Arc::new(Mutex::new(String::new()));
    let kept = last.clone();
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if let Some(done) = line.strip_prefix("attackers: ") {
                let _ = tell.send(());
                if let Ok(mut last) = kept.lock() {
                    done.clone_into(&mut last);
                }
            }
        }
    });
    // Making the files takes a moment, which is no part of the attack.
    told.recv_timeout(Duration::from_secs(120)).expect("attackers that begin");
    Attackers { child, last }
}

/// Attacks until the process is killed.
pub(crate) fn forever(address: &str) {
    let files = Arc::new([
        made::chain_of_spaces(CHAIN),
        made::chain_of_functions(CHAIN),
        made::chain_of_images(CHAIN),
        made::doubling_pattern("siege"),
        made::doubling_forms(),
        made::flate_bomb(),
        made::flate_page(),
    ]);
    let texts = AtomicU64::new(0);
    let uploads = AtomicU64::new(0);
    let answers: [AtomicU64; 6] = Default::default();
    let count = |status: Option<u16>| {
        let at = status.map_or(0, |status| usize::from(status / 100));
        answers[at.min(5)].fetch_add(1, Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for n in 0..TEXTS {
            let (texts, count) = (&texts, &count);
            scope.spawn(move || {
                loop {
                    count(text(address, n));
                    texts.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for n in 0..FILES {
            let (uploads, count, files) = (&uploads, &count, files.clone());
            scope.spawn(move || {
                loop {
                    let number = uploads.fetch_add(1, Ordering::Relaxed);
                    count(file(address, &files[(n + number as usize) % files.len()], number));
                }
            });
        }
        loop {
            let answers: Vec<u64> = answers.iter().map(|count| count.load(Ordering::Relaxed)).collect();
            let (texts, uploads) = (texts.load(Ordering::Relaxed), uploads.load(Ordering::Relaxed));
            eprintln!(
                "attackers: {texts} texts, {uploads} files; none {}, 2xx {}, 4xx {}, 5xx {}",
                answers[0], answers[2], answers[4], answers[5]
            );
            std::thread::sleep(Duration::from_millis(500));
        }
    });
}

/// One of the texts: each of them kept an older server busy for seconds or minutes.
fn text(address: &str, n: usize) -> Option<u16> {
    let opened = |workspace: &str, text: String| {
        post(address, "/api/session", &json!({"workspace": workspace, "initial_message": text}), LEAVES)
    };
    let answer = match n % 4 {
        0 => opened("research", "1.".repeat(15_000)),
        1 => opened("norms", "1.".repeat(15_000)),
        2 => opened("contract", ".".repeat(60_000)),
        _ => {
            let body = form("text", None, ".".repeat(250_000).as_bytes());
            ask(address, &request("POST", "/api/import", "multipart/form-data; boundary=edge", &body), LEAVES)
        }
    };
    answer.ok().map(|(status, _)| status)
}

/// A form with one field.
fn form(field: &str, file: Option<&str>, bytes: &[u8]) -> Vec<u8> {
    let about = file.map_or(String::new(), |name| format!("; filename=\"{name}\"\r\nContent-Type: application/pdf"));
    let head = format!("--edge\r\nContent-Disposition: form-data; name=\"{field}\"{about}\r\n\r\n");
    [head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat()
}

/// Uploads a file that nobody has seen yet, as a source or as a contract, and asks for its page.
fn file(address: &str, file: &[u8], number: u64) -> Option<u16> {
    let fresh = [file, format!("\n%{number} {}\n", std::process::id()).as_bytes()].concat();
    let body = form("file", Some(&format!("{number}.pdf")), &fresh);
    let path = if number.is_multiple_of(3) { "/api/import" } else { "/api/corpus" };
    let sent = request("POST", path, "multipart/form-data; boundary=edge", &body);
    let (status, told) = ask(address, &sent, LEAVES).ok()?;
    if let Some((_, rest)) = told.split_once("\"editions\":[\"").filter(|_| status == 201) {
        let edition = rest.split('"').next().unwrap_or_default();
        let page = request("GET", &format!("/api/corpus/pages/{edition}/1"), "text/plain", b"");
        return ask(address, &page, LEAVES).ok().map(|(status, _)| status);
    }
    Some(status)
}
