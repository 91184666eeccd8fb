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

/// What is wrong with the words, if anything.
#[must_use]
pub fn fault(text: &str) -> Option<Fault> {
    if text.trim().is_empty() { Some(Fault::Empty) } else { (text.len() > LIMIT_BYTES).then_some(Fault::TooLong) }
}

#[cfg(test)]
mod tests {
    use super::{Fault, LIMIT_BYTES, fault};

    #[test]
    fn limits() {
        assert_eq!(fault(" \n\t "), Some(Fault::Empty));
        assert_eq!(fault("да"), None);
        assert_eq!(fault(&"x".repeat(LIMIT_BYTES)), None);
        assert_eq!(fault(&"ы".repeat(LIMIT_BYTES / 2 + 1)), Some(Fault::TooLong));
    }

    #[cfg(feature = "engine")]
    #[test]
    fn the_server_has_the_same_limit() {
        assert_eq!(LIMIT_BYTES, crate::engine::limits::MESSAGE_BYTES);
    }
}
