//! Memory that nobody uses goes back to the system. The C library keeps what was freed for later; after a crowd of
//! connections has left, that is all they took.

/// Gives free memory back. Walks the whole heap: milliseconds, so not on an async worker.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(
    unsafe_code,
    reason = "a function of the C library that takes a number, touches only free memory and may be called at any time, from any thread"
)]
pub fn give_back() {
    unsafe extern "C" {
        safe fn malloc_trim(pad: usize) -> i32;
    }
    let _ = malloc_trim(0);
}

/// Other C libraries give back by themselves, or have no such call.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
