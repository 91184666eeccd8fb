//! Files made to bring a reader down, sent to the real server: each is answered, and the server does not notice.
#![cfg(all(target_os = "linux", feature = "ssr", feature = "fakes"))]

#[path = "hostile/made.rs"]
mod made;
#[path = "process/mod.rs"]
#[allow(dead_code, reason = "shared with the tests that kill the program")]
mod process;

use legalagi::adapters::intake::hash;
use process::{Process, command};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long something may take that has to happen at all: no measure of speed.
const EVENTUALLY: Duration = Duration::from_secs(60);
/// Deeper than any stack.
const DEEP: usize = 30_000;
/// Kilobytes that the server may ever have held.
const MOST_MEMORY: u64 = 400 * 1024;

struct Bench {
    process: Process,
    client: Client,
    _folder: tempfile::TempDir,
}

fn start(variables: &[(&str, &str)]) -> Bench {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), variables);
    let client = Client::builder().timeout(Duration::from_secs(120)).build().expect("a client");
    Bench { process, client, _folder: folder }
}

/// A form with one file, named after what is in it: a name is an edition.
fn form(file: &[u8]) -> Vec<u8> {
    let name = &hash(&[file])[..8];
    let head = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}.pdf\"\r\nContent-Type: \
         application/pdf\r\n\r\n"
    );
    [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat()
}

async fn answer(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    let text = response.text().await.expect("a body");
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

impl Bench {
    fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.process.base))
    }

    fn file(&self, path: &str, file: &[u8]) -> RequestBuilder {
        let request = self.client.post(format!("{}{path}", self.process.base)).header("origin", &self.process.base);
        request.header("content-type", "multipart/form-data; boundary=edge").body(form(file))
    }

    async fn open(&self, body: Value) -> String {
        let (status, body) = answer(self.client.post(format!("{}/api/session", self.process.base)).json(&body)).await;
        assert_eq!(status, 201, "{body}");
        body["session_id"].as_str().expect("an id").to_owned()
    }

    /// Adds a file to the sources; the path of its first page.
    async fn import(&self, file: &[u8]) -> String {
        let (status, body) = answer(self.file("/api/corpus", file)).await;
        assert_eq!(status, 201, "{body}");
        let edition = body["files"][0]["editions"][0].as_str().expect("an edition");
        format!("/api/corpus/pages/{edition}/1")
    }

    /// Alive, and never large.
    async fn healthy(&self) {
        let health = self.get("/healthz").send().await.expect("an answer");
        assert_eq!(health.status().as_u16(), 200);
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.pid())).expect("a process");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory");
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(peak < MOST_MEMORY, "{peak} kB");
    }

    /// Waits until as many workers live as are wanted.
    async fn until(&self, wanted: impl Fn(usize) -> bool) {
        let begin = Instant::now();
        loop {
            let alive = children(self.process.pid()).len();
            if wanted(alive) {
                return;
            }
            assert!(begin.elapsed() < EVENTUALLY, "{alive} workers");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Every child of a process, also one that has ended and was not waited for.
fn children(parent: u32) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").expect("processes").flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
    let is_child = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let after = stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        after.split(' ').nth(1) == Some(parent.to_string().as_str())
    };
    numbers.filter(is_child).collect()
}

fn code(body: &Value) -> &str {
    body["error"]["code"].as_str().or_else(|| body["files"][0]["code"].as_str()).unwrap_or_default()
}

#[tokio::test]
async fn pages_that_nobody_can_draw_are_refused_and_the_others_are_drawn() {
    let bench = start(&[("LEGALAGI_WORKER_SECONDS", "3")]);
    let good = bench.import(&made::good()).await;
    for (name, file) in [
        ("spaces", made::chain_of_spaces(DEEP)),
        ("functions", made::chain_of_functions(DEEP)),
        ("images", made::chain_of_images(DEEP)),
        ("doubling", made::doubling_pattern("doubling")),
        ("bomb", made::flate_bomb()),
    ] {
        let page = bench.import(&file).await;
        // Its words stand where they stand; only its drawing never ends.
        let (status, body) = answer(bench.get(&format!("{page}/boxes?quote=passage"))).await;
        assert_eq!((status, body["boxes"].as_array().map(Vec::len)), (200, Some(1)), "{name}: {body}");
        for _ in 0..2 {
            let (status, body) = answer(bench.get(&page)).await;
            assert_eq!((status, code(&body)), (422, "too_complex"), "{name}: {body}");
            assert_eq!(body["error"]["retryable"], false, "{name}: {body}");
        }
        bench.healthy().await;
        let image = bench.get(&good).send().await.expect("an answer");
        assert_eq!(image.status().as_u16(), 200, "{name}");
        assert!(image.bytes().await.expect("bytes").starts_with(b"\x89PNG"), "{name}");
    }
    bench.until(|alive| alive == 0).await;
}

#[tokio::test]
async fn files_that_nobody_can_read_are_refused_at_every_door() {
    let bench = start(&[("LEGALAGI_WORKER_SECONDS", "2")]);
    let research = bench.open(json!({"workspace": "research", "initial_message": "Какие риски?"})).await;
    let trial = json!({
        "workspace": "trial", "case_type": "civil", "jurisdiction": "KR", "user_side": "neutral",
        "law_as_of": "2026-11-22", "lang": "ko",
    });
    let trial = bench.open(trial).await;
    let doors = [
        "/api/import".to_owned(),
        format!("/api/session/{research}/documents"),
        format!("/api/session/{trial}/evidence"),
    ];
    for door in &doors {
        for (name, file) in [("forms", made::doubling_forms()), ("bomb", made::flate_page())] {
            let (status, body) = answer(bench.file(door, &file)).await;
            assert_eq!((status, code(&body)), (422, "too_complex"), "{door} {name}: {body}");
            bench.healthy().await;
        }
    }
    // The reader bears these and says what they are.
    for (name, file, expected) in [("deep", made::deep_docx(100_000), 400), ("zip bomb", made::zip_bomb(300), 413)] {
        let (status, body) = answer(bench.file("/api/import", &file)).await;
        assert_eq!(status, expected, "{name}: {body}");
        bench.healthy().await;
    }
    let (status, body) = answer(bench.file("/api/corpus", &made::flate_page())).await;
    assert_eq!((status, code(&body)), (422, "too_complex"), "{body}");
    bench.healthy().await;
    // Nothing of all that became a part of anything.
    let (_, listed) = answer(bench.get(&format!("/api/session/{research}/documents"))).await;
    assert_eq!(listed["documents"], json!([]));
    assert_eq!(answer(bench.get("/api/corpus")).await.1["editions"], json!([]));
    bench.until(|alive| alive == 0).await;
}

/// A text is no file that a library takes apart, but its tree takes many times its memory: a long one is read elsewhere.
#[tokio::test]
async fn a_long_text_is_read_by_a_worker_and_the_server_stays_small() {
    let bench = start(&[]);
    let article =
        |n: usize| format!("<p>Статья {n}. Проход {n}</p><p>1. Проход шириной {n} м свободен для людей.</p>\n");
    let law: String = (1..2_400).map(article).collect();
    let law = format!("<!doctype html><html><title>Закон о складах</title><body><h1>ЗАКОН О СКЛАДАХ</h1>{law}");
    assert!(law.len() > 256 * 1024, "{}", law.len());
    let (status, body) = answer(bench.file("/api/corpus", law.as_bytes())).await;
    assert_eq!(status, 201, "{body}");
    assert!(body["files"][0]["nodes"].as_u64().is_some_and(|nodes| nodes >= 2_399), "{body}");

    // One request of 21 MB: whatever comes of it, the others are served and nothing of it stays in the server.
    let piece = "<p>1. a</p><p>2. b</p><li>c</li>";
    let huge = format!("<!doctype html><html><title>Закон о дворах</title>{}", piece.repeat(21_000_000 / piece.len()));
    let sent = answer(bench.file("/api/corpus", huge.as_bytes()));
    let mut sent = std::pin::pin!(sent);
    let (status, body) = loop {
        tokio::select! {
            biased;
            answer = &mut sent => break answer,
            health = bench.get("/healthz").send() => assert_eq!(health.expect("an answer").status().as_u16(), 200),
        }
    };
    assert!(status == 201 || (status, code(&body)) == (422, "too_complex"), "{status} {body}");
    bench.healthy().await;
    bench.until(|alive| alive == 0).await;
}

#[tokio::test]
async fn a_worker_ends_when_its_client_leaves() {
    let bench = start(&[("LEGALAGI_WORKER_SECONDS", "600")]);
    let page = bench.import(&made::doubling_pattern("left")).await;
    for request in [bench.get(&page), bench.file("/api/import", &made::doubling_forms())] {
        let asked = tokio::spawn(request.send());
        bench.until(|alive| alive == 1).await;
        asked.abort();
        bench.until(|alive| alive == 0).await;
        bench.healthy().await;
    }
}

#[tokio::test]
async fn workers_end_with_their_server() {
    for kill in [false, true] {
        let bench = start(&[("LEGALAGI_WORKER_SECONDS", "600")]);
        let page = bench.import(&made::doubling_pattern("stopped")).await;
        let asked = tokio::spawn(bench.get(&page).send());
        bench.until(|alive| alive == 1).await;
        let workers = children(bench.process.pid());
        if kill {
            bench.process.kill();
            assert!(asked.await.expect("a task").is_err());
        } else {
            let (code, log) = tokio::task::spawn_blocking(|| bench.process.stop()).await.expect("an end");
            assert_eq!(code, Some(0), "{log}");
            // Whoever waited was told to come again.
            let told = asked.await.expect("a task").expect("an answer");
            assert_eq!(told.status().as_u16(), 503);
            assert!(told.headers().contains_key("retry-after"));
        }
        let begin = Instant::now();
        let lives = |pid: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let state = stat.rsplit_once(") ").map(|(_, rest)| rest.chars().next());
            state.flatten().is_some_and(|state| state != 'Z')
        };
        while workers.iter().any(lives) {
            assert!(begin.elapsed() < EVENTUALLY, "{workers:?} outlive their server");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn a_full_line_asks_to_come_again_and_empties_when_all_have_left() {
    let bench = start(&[("LEGALAGI_WORKER_SECONDS", "600"), ("LEGALAGI_WORKERS", "1")]);
    let page = bench.import(&made::doubling_pattern("many")).await;
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..40 {
        asked.spawn(bench.get(&page).send());
    }
    // Nobody can be served, so the first answer is that of one who is sent away.
    let first = asked.join_next().await.expect("a task").expect("a task").expect("an answer");
    assert_eq!(first.status().as_u16(), 503);
    assert!(first.headers().contains_key("retry-after"));
    let body: Value = first.json().await.expect("JSON");
    assert_eq!((code(&body), body["error"]["retryable"].as_bool()), ("overloaded", Some(true)), "{body}");
    assert!(children(bench.process.pid()).len() <= 1, "one worker at once");
    bench.healthy().await;
    asked.shutdown().await;
    bench.until(|alive| alive == 0).await;
}

#[tokio::test]
async fn one_sessions_files_do_not_hold_up_anothers() {
    let bench = start(&[("LEGALAGI_WORKER_SECONDS", "2"), ("LEGALAGI_WORKERS", "1")]);
    let open = json!({"workspace": "research", "initial_message": "Какие риски?"});
    let (many, one) = (bench.open(open.clone()).await, bench.open(open).await);
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..8 {
        asked.spawn(bench.file(&format!("/api/session/{many}/documents"), &made::doubling_forms()).send());
    }
    bench.until(|alive| alive == 1).await;
    let (status, body) = answer(bench.file(&format!("/api/session/{one}/documents"), &made::good())).await;
    assert_eq!(status, 201, "{body}");
    // Whoever comes last is not served last.
    let mut before = 0;
    while asked.try_join_next().is_some() {
        before += 1;
    }
    assert!(before <= 4, "{before} of 8 files of another session went first");
    asked.shutdown().await;
    bench.until(|alive| alive == 0).await;
    bench.healthy().await;
}

#[tokio::test]
async fn files_that_take_long_do_not_hold_up_those_that_do_not() {
    let bench = start(&[("LEGALAGI_WORKER_SECONDS", "6"), ("LEGALAGI_WORKERS", "1")]);
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..3 {
        asked.spawn(bench.file("/api/import", &made::doubling_forms()).send());
    }
    bench.until(|alive| alive == 1).await;
    // The same address, the same route, no session: nothing tells them apart but the time that they take.
    let (status, body) = answer(bench.file("/api/import", &made::good())).await;
    assert_eq!(status, 201, "{body}");
    let mut before = 0;
    while asked.try_join_next().is_some() {
        before += 1;
    }
    assert!(before <= 1, "{before} of 3 long files went first");
    // They are tried to their end all the same.
    let told = asked.join_next().await.expect("a task").expect("a task").expect("an answer");
    assert_eq!(told.status().as_u16(), 422);
    asked.shutdown().await;
    bench.until(|alive| alive == 0).await;
}

fn run(folder: &Path, arguments: &[&str], file: &[u8], variables: &[(&str, &str)]) -> Output {
    let path = folder.join("own.pdf");
    std::fs::write(&path, file).expect("a file");
    let input = std::fs::File::open(&path).expect("a file");
    command(folder, variables).args(arguments).stdin(input).output().expect("the program starts")
}

#[test]
fn commands_use_the_same_workers() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = [("LEGALAGI_WORKER_SECONDS", "2"), ("LEGALAGI_WORKER_MB", "256")];
    for (arguments, file, told) in [
        (["extract-text"].as_slice(), made::doubling_forms(), "too_complex"),
        (&["lint", "own.pdf"], made::doubling_forms(), "too_complex"),
        (&["corpus", "import", "own.pdf"], made::flate_page(), "слишком сложный"),
        (&["verify-pack", "own.pdf"], made::flate_bomb(), "P00_archive"),
    ] {
        let out = run(folder.path(), arguments, &file, &limits);
        let words = [out.stdout, out.stderr].concat();
        let words = String::from_utf8_lossy(&words);
        assert_eq!(out.status.code(), Some(1), "{arguments:?}: {words}");
        assert!(words.contains(told), "{arguments:?}: {words}");
    }
    let out = run(folder.path(), &["extract-text"], &made::good(), &limits);
    assert!(out.status.success() && String::from_utf8_lossy(&out.stdout).contains("kept free of boxes"), "{out:?}");
    let out = run(folder.path(), &["corpus", "import", "own.pdf"], &made::chain_of_spaces(DEEP), &limits);
    assert!(out.status.success(), "{out:?}");
}

/// A program in tesseract's place that tells what it was given, and tries what it may not do.
const TESSERACT: &str = r#"#!/bin/sh
if [ "$1" = --list-langs ]; then echo rus; exit 0; fi
given=$(wc -c)
wrote=denied
if (echo x > "$0.written"); then wrote=written; fi
printf 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n'
printf '1\t1\t0\t0\t0\t0\t0\t0\t200\t400\t-1\t\n'
at=1
for word in "bytes$given" "memory$(ulimit -v)" "seconds$(ulimit -t)" "niced$(nice)" "secret$LEGALAGI_LLM_API_KEY" "$wrote"; do
  printf '5\t1\t1\t1\t1\t%d\t20\t40\t40\t10\t96\t%s\n' "$at" "$word"
  at=$((at + 1))
done
"#;

#[test]
fn recognition_runs_under_the_same_limits() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("bin");
    std::fs::create_dir(&bin).expect("a folder");
    let program = bin.join("tesseract");
    std::fs::write(&program, TESSERACT).expect("a file");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("rights");
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let variables = [
        ("PATH", path.as_str()),
        ("LEGALAGI_WORKER_SECONDS", "7"),
        ("LEGALAGI_WORKER_MB", "300"),
        ("LEGALAGI_LLM", "builtin"),
        ("LEGALAGI_LLM_API_KEY", "canary"),
    ];
    let out = run(folder.path(), &["corpus", "import", "own.pdf", "--json"], &made::scan(), &variables);
    assert!(out.status.success(), "{out:?}");
    let rows: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let edition = rows[0]["editions"][0].as_str().expect("an edition");
    let out = run(folder.path(), &["corpus", "show", edition, "--json"], b"", &variables);
    let shown = String::from_utf8_lossy(&out.stdout).into_owned();
    // Whoever runs the tests may be nice already.
    let own = Command::new("nice").output().expect("nice");
    let own: u32 = String::from_utf8_lossy(&own.stdout).trim().parse().expect("a number");
    for word in ["memory307200", "seconds56", &format!("niced{}", (own + 10).min(19))] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
    assert!(!shown.contains("bytes0") && !shown.contains("canary"), "{shown}");
    // Kernels without landlock leave the writing to the limit on file sizes.
    assert!(shown.contains("denied") || !program.with_extension("written").exists(), "{shown}");
}
