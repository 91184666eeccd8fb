//! Accounts, matters and walls as browsers and programs meet them: the whole router on a real listener.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "accounts/bench.rs"]
mod bench;
#[path = "accounts/doors.rs"]
mod doors;
#[path = "accounts/own.rs"]
mod own;
#[path = "accounts/work.rs"]
mod work;
