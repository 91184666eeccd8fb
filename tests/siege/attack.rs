//! The attackers: six clients of texts, ten of files, in a process of their own that is killed at the end.

use crate::client::{ask, post, request};
use crate::made;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Names the server to the process of the attackers.
pub(crate) const TARGET: &str = "LEGALAGI_SIEGE_TARGET";
/// Begins a line of the attackers.
const SAYS: &str = "attackers: ";
pub(crate) const TEXTS: usize = 6;
const FILES: usize = 10;
/// The length of the chains that a colour space stands on.
const CHAIN: usize = 4_000;
/// An attacker leaves when it takes too long, and comes again at once.
const LEAVES: Duration = Duration::from_secs(20);
/// How long one waits that wants to see what becomes of its file: longer than a worker may take for it behind others.
const STAYS: Duration = Duration::from_secs(400);

/// Kinds of hostile files.
pub(crate) const KINDS: usize = 7;

/// What the attackers have done: a siege that nobody laid is not survived.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Done {
    /// Texts that were sent.
    pub(crate) texts: u64,
    /// Files that were sent.
    pub(crate) files: u64,
    /// Answers by the hundred of their status; 0: none came.
    pub(crate) answers: [u64; 6],
    /// By kind of file: how often it was sent and answered, as a whole or as a page of it.
    pub(crate) asked: [u64; KINDS],
    /// By kind of file: how often the server found it too complex.
    pub(crate) refused: [u64; KINDS],
    /// By kind of file: how often the server came to an end with it, within its limits: drawn, or too complex.
    pub(crate) decided: [u64; KINDS],
}

/// The running attackers; dropping them kills the process, so all their connections end at once.
pub(crate) struct Attackers {
    child: Child,
    last: Arc<Mutex<Done>>,
}

impl Attackers {
    /// What they say they have done.
    pub(crate) fn report(&self) -> Done {
        self.last.lock().map(|done| done.clone()).unwrap_or_default()
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
    let last = Arc::new(Mutex::new(Done::default()));
    let kept = last.clone();
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            // The harness writes before the first of them in the same line.
            let Some((_, told)) = line.split_once(SAYS) else { continue };
            let Ok(done) = serde_json::from_str::<Done>(told) else { continue };
            let _ = tell.send(());
            if let Ok(mut last) = kept.lock() {
                *last = done;
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
    assert_eq!(files.len(), KINDS);
    let done = Mutex::new(Done::default());
    let count = |status: Option<u16>, more: &dyn Fn(&mut Done)| {
        let at = status.map_or(0, |status| usize::from(status / 100));
        let mut done = done.lock().expect("counters");
        done.answers[at.min(5)] += 1;
        more(&mut done);
    };
    let uploads = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for n in 0..TEXTS {
            let count = &count;
            scope.spawn(move || {
                loop {
                    count(text(address, n), &|done| done.texts += 1);
                }
            });
        }
        for n in 0..FILES {
            let (uploads, count, files) = (&uploads, &count, files.clone());
            scope.spawn(move || {
                loop {
                    let number = uploads.fetch_add(1, Ordering::Relaxed);
                    // The first of them stay with one kind and wait for its answer; the others take each and leave.
                    let (kind, patience) = if n < KINDS { (n, STAYS) } else { ((n + number as usize) % KINDS, LEAVES) };
                    let (status, refused) = file(address, &files[kind], number, patience).unzip();
                    count(status, &|done| {
                        done.files += 1;
                        done.asked[kind] += u64::from(status.is_some());
                        done.refused[kind] += u64::from(refused == Some(true));
                        let drawn = status.is_some_and(|status| status / 100 == 2);
                        done.decided[kind] += u64::from(drawn || refused == Some(true));
                    });
                }
            });
        }
        loop {
            let told = json!(*done.lock().expect("counters")).to_string();
            let mut out = std::io::stdout();
            let _ = writeln!(out, "{SAYS}{told}").and_then(|()| out.flush());
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

fn too_complex(status: u16, told: &str) -> bool {
    status == 422 && told.contains("too_complex")
}

/// A form with one field.
fn form(field: &str, file: Option<&str>, bytes: &[u8]) -> Vec<u8> {
    let about = file.map_or(String::new(), |name| format!("; filename=\"{name}\"\r\nContent-Type: application/pdf"));
    let head = format!("--edge\r\nContent-Disposition: form-data; name=\"{field}\"{about}\r\n\r\n");
    [head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat()
}

/// Uploads a file that nobody has seen yet, as a source or as a contract, and asks for its page. The last status, and
/// whether it says that the file is too complex.
fn file(address: &str, file: &[u8], number: u64, patience: Duration) -> Option<(u16, bool)> {
    let fresh = [file, format!("\n%{number} {}\n", std::process::id()).as_bytes()].concat();
    let body = form("file", Some(&format!("{number}.pdf")), &fresh);
    let path = if number.is_multiple_of(3) { "/api/import" } else { "/api/corpus" };
    let sent = request("POST", path, "multipart/form-data; boundary=edge", &body);
    let (status, told) = ask(address, &sent, patience).ok()?;
    if let Some((_, rest)) = told.split_once("\"editions\":[\"").filter(|_| status == 201) {
        let edition = rest.split('"').next().unwrap_or_default();
        let page = request("GET", &format!("/api/corpus/pages/{edition}/1"), "text/plain", b"");
        return ask(address, &page, patience).ok().map(|(status, told)| (status, too_complex(status, &told)));
    }
    Some((status, too_complex(status, &told)))
}
