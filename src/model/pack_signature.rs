//! The signature of an evidence pack.

use serde::{Deserialize, Serialize};

/// The file of the signature.
pub const SIGNATURE: &str = "signature.json";
/// The file that is signed: the list of all others with their hashes.
pub const LIST: &str = "manifest.json";

/// What a signature consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// `ed25519`.
    pub algorithm: String,
    /// The public key, in hex.
    pub key: String,
    /// Over the context and the bytes of the list, in hex.
    pub signature: String,
}
