//! `legalagi extract-text`: a file from standard input, its text to standard output, under limits of time and memory.
//!
//! The server starts it for every file that somebody uploads; by hand: `legalagi extract-text < contract.docx`.

use crate::adapters::extract::{self, child};
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
pub fn run() -> anyhow::Result<Outcome> {
    child::limit_this_process()?;
    let mut bytes = Vec::new();
    std::io::stdin().take(limits::UPLOAD_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(match extract::read(&bytes) {
        Ok(text) => Outcome { text, read: true },
        Err(reason) => Outcome { text: reason.to_string(), read: false },
    })
}
