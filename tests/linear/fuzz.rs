//! Any text at all: nothing panics, and a text said twice costs little more than twice.
//!
//! What was found once stays in `tests/fuzz/<target>/` and is read again first.

use crate::{GROWTH, SLACK, measured, shapes, targets};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::path::Path;

/// Texts made of what the readers look for, and of anything else.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(shapes::PIECES);
    let pieces = prop::collection::vec((piece, 1..6_usize), 0..40)
        .prop_map(|list| list.into_iter().map(|(piece, times)| piece.repeat(times)).collect::<String>());
    prop_oneof![4 => pieces, 1 => "\\PC{0,200}", 1 => "(?s).{0,200}"]
}

/// Whether a text and the same text twice are read, the second for at most so much more.
fn holds(name: &str, text: &str, run: fn(&str)) {
    // Caches of both lengths are filled before the first count.
    run(text);
    run(&text.repeat(2));
    let (once, twice) = (measured(|| run(text)), measured(|| run(&text.repeat(2))));
    for kind in 0..2 {
        let allowed = once[kind] as f64 * GROWTH + (ROOM * SLACK[kind]) as f64;
        assert!(twice[kind] as f64 <= allowed, "{name}: {once:?}, twice {twice:?}: {text:?}");
    }
}

/// Short texts pay for their first pages of memory.
const ROOM: u64 = 8;

/// What was found once, in order.
fn kept(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(name);
    let mut paths: Vec<_> = std::fs::read_dir(&folder).expect("a corpus").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has a corpus");
    paths.iter().map(|path| std::fs::read(path).expect("bytes")).collect()
}

/// How many random inputs a target gets here; `scripts/fuzz.sh` searches for longer, and with its eyes open.
const CASES: u32 = 200;
/// Files take longer each.
const FILES: u32 = 60;

fn texts_of(name: &str) {
    let (_, run) = *targets::TEXTS.iter().find(|(own, _)| *own == name).expect("a target");
    for bytes in kept(name) {
        // What was found by bytes is text with a few strange letters.
        holds(name, &String::from_utf8_lossy(&bytes), run);
    }
    let mut runner = TestRunner::new(Config { cases: CASES, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&texts(), |text| {
        holds(name, &text, run);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{name}: {error}");
    }
}

/// One of the kept inputs with a few bytes changed, cut out, said twice, or with a piece of another one.
fn spoiled(all: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let one = prop::sample::select(all.clone());
    let change = (0..5_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>());
    let other = prop::sample::select(all);
    (one, other, prop::collection::vec(change, 1..6)).prop_map(|(mut bytes, other, changes)| {
        for (what, from, to, byte) in changes {
            let (from, to) = (from.index(bytes.len() + 1), to.index(bytes.len() + 1));
            let range = from.min(to)..from.max(to);
            match what {
                0 if range.start < bytes.len() => bytes[range.start] = byte,
                1 => drop(bytes.drain(range)),
                2 => {
                    let again = bytes[range.clone()].to_vec();
                    drop(bytes.splice(range.end..range.end, again));
                }
                3 => bytes.insert(range.start, byte),
                _ => {
                    let piece = other.get(range.start..range.end.min(other.len())).unwrap_or_default().to_vec();
                    drop(bytes.splice(range.start..range.start, piece));
                }
            }
            bytes.truncate(16 * 1024);
        }
        bytes
    })
}

#[test]
fn readers_of_texts() {
    std::thread::scope(|scope| {
        let (even, odd): (Vec<_>, Vec<_>) = targets::TEXTS.iter().enumerate().partition(|(at, _)| at % 2 == 0);
        for half in [even, odd] {
            scope.spawn(move || half.into_iter().for_each(|(_, (name, _))| texts_of(name)));
        }
    });
}

#[test]
fn readers_of_files_and_messages() {
    for &(name, run) in targets::FILES {
        let all = kept(name);
        all.iter().for_each(|bytes| run(bytes));
        let mut runner = TestRunner::new(Config { cases: FILES, failure_persistence: None, ..Config::default() });
        let outcome = runner.run(&spoiled(all), |bytes| {
            run(&bytes);
            Ok(())
        });
        if let Err(error) = outcome {
            panic!("{name}: {error}");
        }
    }
}
