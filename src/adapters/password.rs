//! Passwords: kept as argon2id with a salt of their own, compared at the same pace whether or not there is an account.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::LazyLock;

/// Characters of the shortest password.
pub const SHORTEST: usize = 12;
/// Bytes of the longest: what is longer would only cost time.
pub const LONGEST: usize = 256;

/// A hash that no password has, for names that have no account.
static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| kept("nobody has this password, whatever is typed"));

/// Whether a password may be chosen.
#[must_use]
pub fn is_fit(password: &str) -> bool {
    password.chars().count() >= SHORTEST && password.len() <= LONGEST
}

/// A password as it is kept: argon2id with the library's own parameters (19 MiB, two passes, one lane). `None` when the
/// system gives no randomness.
#[must_use]
pub fn kept(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash: PasswordHash| hash.to_string())
}

/// Whether a password is the one that is kept. Without an account the same work is done, and the answer is no. Keeps a
/// processor busy for some hundredths of a second.
#[must_use]
pub fn is(password: &str, account: Option<&str>) -> bool {
    let Some(hash) = account.or(NOBODY.as_deref()) else { return false };
    let right = password.len() <= LONGEST
        && PasswordHash::new(hash)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
    right && account.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_of_an_account_is_right() {
        let hash = kept("a long enough word").unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains("enough"), "{hash}");
        assert_ne!(Some(&hash), kept("a long enough word").as_ref(), "a salt of its own");
        assert!(is("a long enough word", Some(&hash)));
        for (password, account) in [
            ("a long enough wor", Some(hash.as_str())),
            ("", Some(hash.as_str())),
            ("a long enough word", None),
            ("nobody has this password, whatever is typed", None),
            ("a long enough word", Some("no hash")),
        ] {
            assert!(!is(password, account), "{password} {account:?}");
        }
    }

    #[test]
    fn short_and_endless_passwords_are_not_taken() {
        assert!(is_fit("двенадцать12"));
        assert!(!is_fit("eleven char") && !is_fit(&"x".repeat(LONGEST + 1)));
    }
}
