//! What a person's words must be before they are sent. The server checks the same again.

/// The limit, bytes of UTF-8.
pub const LIMIT_BYTES: usize = 64 * 1024;

/// Why words cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nothing but spaces.
    Empty,
    /// Over the limit.
    TooLong,
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_server_has_the_same_limit() {
        assert_eq!(super::LIMIT_BYTES, crate::engine::limits::MESSAGE_BYTES);
    }
}
