//! Files made of a laid-out document: DOCX and PDF, from the same pieces.

pub mod docx;
mod font;
mod page;
pub mod pdf;
pub mod redline;
pub mod sheet;

/// Why a file could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{format}: {why}")]
pub struct ExportError {
    /// `docx` or `pdf`.
    pub format: &'static str,
    /// What went wrong.
    pub why: String,
}
