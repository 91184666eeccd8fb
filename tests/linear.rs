//! Whatever reads a text works in proportion to it: a text is doubled four times over many shapes, and two counts of
//! work are compared, never seconds.
//!
//! The first count is `engine::work`: scans say how much they look at. The second needs nothing from the code: bytes
//! asked of the allocator, which shows every text that is cut, copied or folded once more for each of its tokens.
#![cfg(all(feature = "engine", feature = "fakes"))]

#[path = "linear/alloc.rs"]
mod alloc;
#[path = "linear/analysers.rs"]
mod analysers;
#[cfg(feature = "ssr")]
#[path = "fuzz/files.rs"]
mod files;
#[path = "linear/fuzz.rs"]
mod fuzz;
#[cfg(feature = "ssr")]
#[path = "fuzz/messages.rs"]
mod messages;
#[path = "linear/seats.rs"]
mod seats;
#[path = "linear/shapes.rs"]
mod shapes;
#[path = "fuzz/targets.rs"]
mod targets;
#[path = "linear/turns.rs"]
mod turns;
#[path = "linear/work.rs"]
mod work;

use legalagi::engine::work::spent;

/// Bytes of the shortest text.
const BASE: usize = 256;
/// How often it is doubled.
const DOUBLINGS: usize = 4;
/// Counts more where the first complain.
const AGAIN: usize = 3;
/// Most growth of work when a text doubles: 2 is linear, 4 is quadratic; what grows by steps may take a step more.
const GROWTH: f64 = 2.6;

/// Work of one kind: steps, bytes.
type Spent = [u64; 2];
/// Below this a step of a growing buffer outweighs the text.
const SLACK: Spent = [4_000, 96 * 1024];
const NAMES: [&str; 2] = ["steps", "bytes"];

/// What a call spends on this thread.
fn measured(run: impl FnOnce()) -> Spent {
    let before = [spent(), alloc::bytes()];
    run();
    [spent() - before[0], alloc::bytes() - before[1]]
}

/// Complaints about growth that is more than linear.
fn growth(name: &str, shape: &str, run: impl Fn(usize)) -> Vec<String> {
    let run = &run;
    growth_of(name, shape, |bytes| Box::new(move || run(bytes)))
}

/// As [`growth`], where something stands ready before the work is counted: what it costs would hide growth.
///
/// The shortest and the longest text decide; only where they complain are all doublings counted, after the longest has
/// filled whatever is filled once.
fn growth_of<'a>(name: &str, shape: &str, prepared: impl Fn(usize) -> Box<dyn FnOnce() + 'a>) -> Vec<String> {
    let counted = |doubling: usize| measured(prepared(BASE << doubling));
    // Tables that are built once are built before the first count.
    prepared(BASE)();
    let [least, most] = [0, DOUBLINGS].map(counted);
    if (0..2).all(|kind| within(kind, least, most)) {
        return Vec::new();
    }
    let mut all: Vec<Spent> = (0..=DOUBLINGS).map(counted).collect();
    // What both threads share may have to be made anew for one of them: the work of a text is the least that is counted.
    for _ in 0..AGAIN {
        for doubling in [0, DOUBLINGS] {
            let again = counted(doubling);
            all[doubling] = [0, 1].map(|kind| all[doubling][kind].min(again[kind]));
        }
    }
    let wrong = (0..2).filter(|&kind| !within(kind, all[0], all[DOUBLINGS]));
    let figures = |kind: usize| all.iter().map(|one| one[kind]).collect::<Vec<u64>>();
    wrong.map(|kind| format!("{name}, {shape:?}: {} {:?}", NAMES[kind], figures(kind))).collect()
}

/// Over all doublings at once: a cache that is filled in one of them is no growth.
fn within(kind: usize, least: Spent, most: Spent) -> bool {
    let doublings = i32::try_from(DOUBLINGS).expect("a small number");
    most[kind] as f64 <= (least[kind] + SLACK[kind]) as f64 * GROWTH.powi(doublings)
}

/// Runs the cases on a few threads: every thread counts its own work.
///
/// `tests/linear/open.txt` names what is known to grow faster and not yet mended; a line that no longer holds is printed.
fn all(scope: &str, cases: Vec<Box<dyn Fn() -> Vec<String> + Send + Sync>>) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut wrong: Vec<String> = std::thread::scope(|scope| {
        let worker = || {
            let mut wrong = Vec::new();
            while let Some(case) = cases.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                wrong.extend(case());
            }
            wrong
        };
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(worker)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a case panicked")).collect()
    });
    wrong.sort();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linear/open.txt");
    let open = std::fs::read_to_string(path).expect("the list of what is open");
    let mut open: Vec<&str> = open.lines().filter_map(|line| line.strip_prefix(scope)?.strip_prefix(": ")).collect();
    let case = |line: &str| line.rsplit_once(" [").map_or(String::new(), |(case, _)| case.to_owned());
    let new: Vec<&String> = wrong.iter().filter(|line| !open.contains(&case(line).as_str())).collect();
    assert!(new.is_empty(), "{} grow faster than their text:\n{}", new.len(), wrong.join("\n"));
    open.retain(|line| !wrong.iter().any(|other| case(other) == *line));
    if !open.is_empty() {
        eprintln!("no longer open, take it from the list: {open:#?}");
    }
}

/// `LEGALAGI_LINEAR_SHAPE` asks for one shape alone, while it is being mended.
#[expect(clippy::disallowed_methods, reason = "a switch of this test")]
fn wanted(shape: &str) -> bool {
    std::env::var("LEGALAGI_LINEAR_SHAPE").map_or(true, |only| only == shape)
}

#[test]
fn every_analyser_is_linear_in_its_text() {
    let mut cases: Vec<Box<dyn Fn() -> Vec<String> + Send + Sync>> = Vec::new();
    for &(name, analyse) in analysers::ALL.iter().chain(work::ALL) {
        for &shape in shapes::PIECES.iter().chain(shapes::NUMBERED).filter(|shape| wanted(shape)) {
            cases.push(Box::new(move || growth(name, shape, |bytes| analyse(&shapes::of(shape, bytes)))));
        }
        cases.push(Box::new(move || growth(name, "mixed", |bytes| analyse(&shapes::mixed(bytes)))));
    }
    all("analyser", cases);
}

#[test]
fn every_turn_is_linear_in_its_message() {
    let mut cases: Vec<Box<dyn Fn() -> Vec<String> + Send + Sync>> = Vec::new();
    for &(name, turn) in turns::MESSAGES {
        for &shape in shapes::HOSTILE.iter().filter(|shape| wanted(shape)) {
            cases.push(Box::new(move || growth(name, shape, |bytes| turn(&shapes::of(shape, bytes)))));
        }
    }
    // A session stands ready for each of these, which takes its time: every third shape, another third for the next.
    for (nth, &(name, event)) in turns::EVENTS.iter().enumerate() {
        for &shape in shapes::HOSTILE.iter().skip(nth % 3).step_by(3) {
            cases.push(Box::new(move || growth_of(name, shape, |bytes| event(&shapes::of(shape, bytes)))));
        }
    }
    all("turn", cases);
}

#[test]
fn the_counts_tell_a_scan_from_the_beginning() {
    let scan = |bytes: usize| {
        let text = "а".repeat(bytes);
        for (at, _) in text.char_indices().step_by(8) {
            legalagi::engine::work::spend(at);
        }
    };
    assert_eq!(growth("a scan from the beginning", "а", scan).len(), 1);
    let copy = |bytes: usize| {
        let text = "a".repeat(bytes);
        let all: Vec<String> = (0..bytes).map(|at| text[..at].to_owned()).collect();
        assert!(all.len() <= bytes);
    };
    assert_eq!(growth("a copy from the beginning", "a", copy).len(), 1);
}
