//! Signatures of notices: HMAC-SHA256 over id, time and body (Standard Webhooks, `v1`).

use crate::adapters::llm_http::secret::Secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What stands before a key.
const PREFIX: &str = "whsec_";
/// Bytes of a key.
const BYTES: std::ops::RangeInclusive<usize> = 24..=64;

/// A key that receivers know too.
#[derive(Debug, Clone)]
pub struct Key(Secret);

impl Key {
    /// Reads `whsec_` with 24 to 64 bytes as base64.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        BYTES.contains(&bytes.len()).then(|| Self(Secret::new(text)))
    }

    /// The header `webhook-signature`.
    #[must_use]
    pub fn sign(&self, id: &str, moment: &str, body: &str) -> String {
        let text = self.0.expose().strip_prefix(PREFIX).unwrap_or_default();
        let bytes = STANDARD.decode(text).unwrap_or_default();
        // A key of any length fits.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&bytes) else { return String::new() };
        mac.update(format!("{id}.{moment}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn the_signature_is_that_of_the_published_example() {
        // The test vector of the Standard Webhooks libraries.
        let key = Key::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = key.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", "{\"test\": 2432232314}");
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_key_has_its_form_and_never_shows() {
        for text in ["", "whsec_", "whsec_c2hvcnQ=", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_*"] {
            assert!(Key::parse(text).is_none(), "{text}");
        }
        let key = Key::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        assert!(!format!("{key:?}").contains("MfKQ"));
    }
}
