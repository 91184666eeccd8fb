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

/// A text in parts of at most so many bytes, cut between lines where there are any.
#[must_use]
pub fn parts(text: &str, most: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut part = String::new();
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while part.len() + rest.len() > most {
            if part.is_empty() {
                let mut at = most;
                while !rest.is_char_boundary(at) {
                    at -= 1;
                }
                out.push(rest[..at].to_owned());
                rest = &rest[at..];
            } else {
                out.push(std::mem::take(&mut part));
            }
        }
        part.push_str(rest);
    }
    out.push(part);
    out.retain(|part| !part.trim().is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn parts_join_to_the_whole_and_keep_the_limit() {
        for text in ["", "а", "абв\nгде\n", &"длинная строка без конца ".repeat(50), "\n\n\nа\n"]
        {
            let found = parts(text, 37);
            assert!(found.iter().all(|part| part.len() <= 37), "{found:?}");
            let joined: String = found.concat().split_whitespace().collect();
            assert_eq!(joined, text.split_whitespace().collect::<String>());
        }
    }
}
