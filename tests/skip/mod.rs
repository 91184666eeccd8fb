//! A test that cannot run on this machine says so here, and nowhere else: `scripts/test.sh` counts it as skipped.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Names the running test as one that did not run, and why. The caller returns.
#[expect(clippy::disallowed_methods, reason = "a switch of the tests, no setting of the product")]
pub(crate) fn skip(why: impl Display) {
    let thread = std::thread::current();
    let test = format!("{}::{}", env!("CARGO_CRATE_NAME"), thread.name().unwrap_or("main"));
    // Written past the capture of passing tests.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
    if let Some(list) = std::env::var_os("LEGALAGI_SKIPPED") {
        let list = std::fs::OpenOptions::new().create(true).append(true).open(list);
        list.and_then(|mut list| list.write_all(format!("{test}\n").as_bytes())).expect("the list of skipped tests");
    }
}

/// A file or folder of the shared ones, if they are on this machine; without it the running test is skipped.
#[expect(clippy::disallowed_methods, reason = "only the machine knows where they are")]
pub(crate) fn shared(under: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let given = std::env::var_os("LEGALAGI_SHARED").map(PathBuf::from);
    let places = [given, Some(own.join("../shared")), Some(own.join("../../shared"))];
    let found = places.into_iter().flatten().map(|place| place.join(under)).find(|place| place.exists());
    if found.is_none() {
        skip(format_args!("{under} is not here (LEGALAGI_SHARED)"));
    }
    found
}
