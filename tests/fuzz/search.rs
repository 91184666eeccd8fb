//! The search for inputs that bring a reader down, guided by coverage: `scripts/fuzz.sh` (docs/adr/0027-fuzzing.md).
//!
//! One program for all targets; `LEGALAGI_FUZZ` names the one that is searched. A panic, an assertion, ten seconds or two
//! gigabytes are a finding; so is work that a text of this length cannot explain.
#![no_main]
#![expect(clippy::disallowed_methods, reason = "a program of its own: it reads its own environment")]

mod files;
mod messages;
mod targets;

use legalagi::engine::work::spent;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Steps that any text may cost, and steps of one byte: several times what the worst honest text takes.
const STEPS: (u64, u64) = (2_000_000, 20_000);

enum Target {
    Text(fn(&str)),
    File(fn(&[u8])),
}

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("LEGALAGI_FUZZ").expect("LEGALAGI_FUZZ names a target");
    let text = targets::TEXTS.iter().find(|(own, _)| *own == name).map(|(_, run)| Target::Text(*run));
    let file = || targets::FILES.iter().find(|(own, _)| *own == name).map(|(_, run)| Target::File(*run));
    text.or_else(file).expect("a target of tests/fuzz/targets.rs")
});

fuzz_target!(|bytes: &[u8]| {
    let before = spent();
    match &*TARGET {
        Target::File(run) => run(bytes),
        Target::Text(run) => run(&String::from_utf8_lossy(bytes)),
    }
    let steps = spent() - before;
    assert!(steps <= STEPS.0 + STEPS.1 * bytes.len() as u64, "{steps} steps for {} bytes", bytes.len());
});
