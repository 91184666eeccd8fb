//! Bytes asked of the allocator by this thread: a measure of work that needs nothing in the code it measures.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static BYTES: Cell<u64> = const { Cell::new(0) };
}

/// The allocator of the system, counted.
struct Counting;

fn count(bytes: usize) {
    // A thread that ends may ask for memory after its cells are gone.
    let _ = BYTES.try_with(|all| all.set(all.get() + bytes as u64));
}

#[expect(unsafe_code, reason = "an allocator is an unsafe trait; every call goes to the system's own")]
// SAFETY: nothing but counting is added to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that this thread has asked for so far.
pub(crate) fn bytes() -> u64 {
    BYTES.with(Cell::get)
}
