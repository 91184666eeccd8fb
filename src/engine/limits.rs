//! Every limit on JSON that a model or a client may send, in one table. Checked during the work, not after it.

/// Words of one message, bytes of UTF-8.
pub const MESSAGE_BYTES: usize = 64 * 1024;
/// Body of a JSON request, bytes.
pub const BODY_BYTES: usize = 256 * 1024;
/// An uploaded file, bytes.
pub const UPLOAD_BYTES: usize = 25 * 1024 * 1024;
/// Answer of a performer, bytes.
pub const REPLY_BYTES: usize = 1024 * 1024;
/// Operations in one patch.
pub const PATCH_OPS: usize = 500;
/// Tokens of one JSON Pointer, and nesting of any value.
pub const DEPTH: usize = 64;
/// Leaves that one answer may bring or change.
pub const NEW_LEAVES: usize = 300;
/// Text of a whole state, bytes of its strings and keys.
pub const STATE_BYTES: usize = 2 * 1024 * 1024;
/// Values in a whole state.
pub const STATE_NODES: usize = 100_000;

// A session as a file. The limits of one version are wider than those of a state: beside it stand its ledger, its
// questions and what a workspace keeps for itself.

/// Versions of a session in a file.
pub const HISTORY_VERSIONS: usize = 10_000;
/// Operations of one version.
pub const HISTORY_OPS: usize = 20_000;
/// Nesting of a version, as deep as can be stored.
pub const HISTORY_DEPTH: usize = 100;
/// Text of a version, bytes of its strings and keys.
pub const HISTORY_STATE_BYTES: usize = 8 * 1024 * 1024;
/// Values in a version.
pub const HISTORY_STATE_NODES: usize = 400_000;
/// What all versions of a file may cost together: bytes and values read, copied and compared.
pub const HISTORY_WORK: usize = 512 * 1024 * 1024;
/// Memory that reading a file may take, as far as its brackets and commas tell.
pub const HISTORY_HEAP: usize = 256 * 1024 * 1024;
