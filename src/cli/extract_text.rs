//! `legalagi extract-text`: a file from standard input, its text to standard output, under limits of time and memory.
//!
//! The server starts it for every file that somebody uploads; by hand: `legalagi extract-text < contract.docx`.

use crate::adapters::extract::{self, child};
use crate::adapters::intake;
use crate::engine::limits;
use std::io::Read;

/// What came of it: the text, or the code of the reason.
pub struct Outcome {
    /// The text or the reason.
    pub text: String,
    /// Whether it is the text.
    pub read: bool,
}

/// Runs the command.
///
/// # Errors
/// Standard input cannot be read, or the limits cannot be set.
pub fn run(source: bool) -> anyhow::Result<Outcome> {
    child::limit_this_process(source)?;
    let mut bytes = Vec::new();
    let most = if source { intake::MOST_BYTES } else { limits::UPLOAD_BYTES as u64 };
    std::io::stdin().take(most).read_to_end(&mut bytes)?;
    let read = if source { extract::read_source(&bytes) } else { extract::read(&bytes) };
    Ok(match read {
        Ok(text) => Outcome { text, read: true },
        Err(reason) => Outcome { text: reason.to_string(), read: false },
    })
}
