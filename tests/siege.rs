//! A siege: one process sends what brings a server down, another is the server, and this one measures what others feel.
//!
//! It takes minutes and needs a machine with nothing else to do, so it is not part of `make test`:
//! `scripts/siege.sh`, or `cargo test --features ssr,fakes --test siege -- --ignored --nocapture`.
//! `LEGALAGI_BINARY` names the program (a release build; else the one that was built for the tests),
//! `LEGALAGI_SIEGE_SECONDS` how long it is attacked (60). It prints a table and fails when a bar is missed.
#![cfg(all(target_os = "linux", feature = "ssr", feature = "fakes"))]
#![expect(clippy::disallowed_methods, reason = "a program of its own: it reads its own environment")]

#[path = "siege/attack.rs"]
mod attack;
#[path = "siege/client.rs"]
mod client;
#[path = "hostile/made.rs"]
#[allow(dead_code, reason = "shared with the tests of hostile files, which use all of it")]
mod made;
#[path = "siege/server.rs"]
mod server;
#[path = "siege/sockets.rs"]
mod sockets;
#[path = "siege/watch.rs"]
mod watch;

use server::Server;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// What others may feel: the table of the promise.
const HEALTH: f64 = 200.0;
const TURN: f64 = 500.0;
const MEMORY: f64 = 400.0;
const WORKER: f64 = 512.0;
const IDLE: f64 = 10.0;
const STOP: f64 = 15.0;
const STREAMS: f64 = 16.0;

/// A figure, its unit, and its bar: the most it may be, or the least that makes a siege.
struct Row {
    name: &'static str,
    figure: f64,
    unit: &'static str,
    bar: f64,
    is_least: bool,
}

impl Row {
    /// What is no number was not measured, and misses its bar. Workers that nobody saw were not measured either.
    fn holds(&self) -> bool {
        if self.is_least { self.figure >= self.bar } else { self.figure <= self.bar }
    }
}

#[derive(Default)]
struct Table(Vec<Row>);

impl Table {
    fn add(&mut self, name: &'static str, figure: f64, unit: &'static str, most: f64) {
        eprintln!("siege: {name}: {figure:.1} {unit} (at most {most})");
        self.0.push(Row { name, figure, unit, bar: most, is_least: false });
    }

    /// A figure without which the others say nothing.
    fn least(&mut self, name: &'static str, figure: f64, least: f64) {
        eprintln!("siege: {name}: {figure:.0} (at least {least})");
        self.0.push(Row { name, figure, unit: "", bar: least, is_least: true });
    }

    /// The table as text, and how many bars are missed.
    fn end(&self) -> (String, usize) {
        let mut out = String::new();
        let mut missed = 0;
        for row in &self.0 {
            missed += usize::from(!row.holds());
            let verdict = if row.holds() { "holds" } else { "MISSED" };
            let sign = if row.is_least { '≥' } else { '≤' };
            let Row { name, figure, unit, bar, .. } = row;
            let _ = writeln!(out, "{name:<52} {figure:>10.1} {unit:<4} {sign}{bar:>8} {verdict}");
        }
        (out, missed)
    }
}

fn seconds() -> u64 {
    std::env::var("LEGALAGI_SIEGE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// The table itself: what was not measured, or not done, does not hold.
#[test]
fn a_siege_without_an_attack_is_not_survived() {
    let mut table = Table::default();
    table.add("nothing was measured", f64::NAN, "ms", 1.0);
    table.least("nothing was sent", 0.0, 1.0);
    table.least("nothing was counted", f64::NAN, 1.0);
    table.add("held", 1.0, "ms", 1.0);
    table.least("sent", 1.0, 1.0);
    let (text, missed) = table.end();
    assert_eq!(missed, 3, "{text}");
}

/// The whole siege, one part after the other.
#[test]
#[ignore = "minutes; needs a machine of its own: scripts/siege.sh"]
fn siege() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let mut table = Table::default();
    attacked(&mut table, seconds());
    streams(&mut table);
    slow(&mut table);
    let (text, missed) = table.end();
    eprintln!("\n{text}");
    assert_eq!(missed, 0, "{missed} bars missed");
}

/// The side of the attackers: a process of its own, ended by its parent.
#[test]
#[ignore = "started by the siege"]
fn attackers() {
    if let Ok(address) = std::env::var(attack::TARGET) {
        attack::forever(&address);
    }
}

/// Points 1 and 3: six clients of long texts, ten of hostile PDFs.
fn attacked(table: &mut Table, seconds: u64) {
    let server = Server::start();
    let watch = watch::Watch::of(server.pid());
    let ready = client::turn(&server.address, &client::open(&server.address).expect("a session"));
    ready.expect("a turn before the siege");
    let attackers = attack::start(&server.address);
    let felt = client::felt(&server.address, Duration::from_secs(seconds));
    // One seat takes one file after the other: the attack goes on until each kind has had its answer.
    let (begun, missing) = (Instant::now(), |done: &attack::Done| done.decided.contains(&0));
    while missing(&attackers.report()) && begun.elapsed() < Duration::from_secs(600) {
        std::thread::sleep(Duration::from_millis(500));
    }
    let done = attackers.report();
    drop(attackers);
    let idle = watch.until_idle(Duration::from_secs(60));
    let memory = watch.most();
    eprintln!(
        "siege: {} probes, {} turns; attackers: {done:?}; median turn {:.0} ms; most workers at once {}",
        felt.health.len(),
        felt.turns.len(),
        client::share(&felt.turns, 0.5),
        memory.workers
    );
    // Without an attack everything holds.
    table.least("workers seen at once", memory.workers as f64, 1.0);
    table.least("texts sent", done.texts as f64, attack::TEXTS as f64);
    let kinds = |counts: &[u64]| counts.iter().filter(|count| **count > 0).count() as f64;
    table.least("kinds of files that were answered", kinds(&done.asked), attack::KINDS as f64);
    table.least("kinds of files that came to an end (drawn or 422)", kinds(&done.decided), attack::KINDS as f64);
    table.least("files that were refused (422)", done.refused.iter().sum::<u64>() as f64, 1.0);
    // One looks every 50 ms, one talks every 100 ms, and each answer may take its bar.
    let probes = seconds as f64 * 1000.0 / (50.0 + HEALTH);
    let turns = seconds as f64 * 1000.0 / (100.0 + TURN);
    table.least("probes of others", felt.health.len() as f64, probes / 2.0);
    table.least("turns of others", felt.turns.len() as f64, turns / 2.0);
    table.add("healthz of others, longest wait", client::share(&felt.health, 1.0), "ms", HEALTH);
    table.add("ordinary turn, p99", client::share(&felt.turns, 0.99), "ms", TURN);
    table.add("requests of others that failed", felt.failed as f64, "", 0.0);
    table.add("server, most memory", memory.server, "MB", MEMORY);
    let worker = if memory.worker > 0.0 { memory.worker } else { f64::NAN };
    table.add("a worker, most address space", worker, "MB", WORKER);
    table.add("idle after the last client has left", idle, "s", IDLE);
    // Again, and asked to stop in the middle of it.
    let attackers = attack::start(&server.address);
    std::thread::sleep(Duration::from_secs(8));
    let begun = Instant::now();
    let code = server.stop();
    let ended = begun.elapsed().as_secs_f64();
    drop(attackers);
    table.add("SIGTERM under attack until all have ended", if code == Some(0) { ended } else { f64::NAN }, "s", STOP);
    table.add("processes left behind", watch.left() as f64, "", 0.0);
}

/// 1,000 event streams over 125 sessions.
fn streams(table: &mut Table) {
    let server = Server::start();
    let watch = watch::Watch::of(server.pid());
    let ids: Vec<String> = (0..125).map(|_| client::open(&server.address).expect("a session")).collect();
    // What the first streams need once is no cost of a stream.
    drop(sockets::streams(&server.address, &ids[..16], 128));
    std::thread::sleep(Duration::from_secs(2));
    let before = watch.now();
    let open = sockets::streams(&server.address, &ids, 1_000);
    let refused = 1_000 - open.len();
    std::thread::sleep(Duration::from_secs(1));
    let held = watch.now() - before;
    drop(open);
    let begun = Instant::now();
    let mut after = f64::MAX;
    while begun.elapsed() < Duration::from_secs(10) && after > 2.0 {
        std::thread::sleep(Duration::from_millis(100));
        after = watch.now() - before;
    }
    table.add("event streams of 1,000 that were refused", refused as f64, "", 0.0);
    table.add("1,000 event streams", held, "MB", STREAMS);
    table.add("kept of them after they left", after, "MB", 2.0);
    assert_eq!(server.stop(), Some(0));
}

/// 5,000 connections that never end their request.
fn slow(table: &mut Table) {
    let server = Server::start();
    let watch = watch::Watch::of(server.pid());
    let session = client::open(&server.address).expect("a session");
    let slow = sockets::slow(&server.address, 5_000);
    eprintln!("siege: {} slow connections were made", slow.len());
    let health = client::timed(|| client::health(&server.address));
    let turn = client::timed(|| client::turn(&server.address, &session));
    table.add("slow connections of 5,000 that were not made", (5_000 - slow.len()) as f64, "", 0.0);
    table.add("healthz beside them", health, "ms", HEALTH);
    table.add("a turn beside them", turn, "ms", TURN);
    table.add("server, most memory beside them", watch.most().server, "MB", MEMORY);
    drop(slow);
    assert_eq!(server.stop(), Some(0));
}
