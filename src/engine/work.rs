//! Work that is counted: how many characters, tokens or places were looked at.
//!
//! Whoever scans a text says how much of it he looks at. Tests double a text and compare the sums: a scan that begins
//! anew at every token shows as four times the work, on any machine, under any load. Seconds would not tell the one from
//! the other. The counter is one thread-local addition; it is compiled in always, so that what is measured is what runs.

use std::cell::Cell;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Adds to the work of this thread.
#[inline]
pub fn spend(amount: usize) {
    SPENT.with(|all| all.set(all.get().wrapping_add(amount as u64)));
}

/// The work of this thread so far.
#[must_use]
pub fn spent() -> u64 {
    SPENT.with(Cell::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_counts_its_own() {
        let before = spent();
        spend(3);
        spend(4);
        assert_eq!(spent() - before, 7);
        let other = std::thread::spawn(spent).join().unwrap_or(u64::MAX);
        assert_eq!(other, 0);
    }
}
