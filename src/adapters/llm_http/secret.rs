//! A secret that cannot be printed by accident.

use std::fmt;

/// An API key or token. `Debug` and `Display` show `•••`; the text is read with [`Secret::expose`] only.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret; white space at its ends (a usual copying slip) is dropped.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The secret itself, for the place that sends it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text with every occurrence of the secret struck out.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        if self.is_empty() { text.to_owned() } else { text.replace(&self.0, "•••") }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(•••)")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("•••")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_shows() {
        let secret = Secret::new(" sk-1234567890\n");
        assert_eq!(secret.expose(), "sk-1234567890");
        assert_eq!(format!("{secret} {secret:?} {:#?}", Some(&secret)), "••• Secret(•••) Some(\n    Secret(•••),\n)");
        assert_eq!(secret.redact("key sk-1234567890!"), "key •••!");
        assert_eq!(Secret::new("").redact("x"), "x");
    }
}
