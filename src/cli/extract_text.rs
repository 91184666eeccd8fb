//! `legalagi extract-text < contract.docx`: the text of a file, as an import reads it.

use crate::adapters::{intake, worker};
use crate::cli::aside;
use crate::engine::limits;
use std::io::Read;
use std::sync::Arc;

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
/// Standard input cannot be read.
pub fn run(source: bool) -> anyhow::Result<Outcome> {
    let mut bytes = Vec::new();
    let most = if source { intake::MOST_BYTES } else { limits::UPLOAD_BYTES as u64 };
    std::io::stdin().take(most).read_to_end(&mut bytes)?;
    let read = aside(async { if source { worker::source(Arc::new(bytes)).await } else { worker::text(bytes).await } })?;
    Ok(match read {
        Ok(text) => Outcome { text, read: true },
        Err(reason) => Outcome { text: reason.to_string(), read: false },
    })
}
