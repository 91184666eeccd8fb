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

/// The language of a document, by the letters of its title.
fn language_of(title: &str) -> &'static str {
    match of_pages(title) {
        [_, _, behind] if !behind.is_empty() => "ko",
        [before, ..] if !before.is_empty() => "ru",
        _ => "en",
    }
}

/// What stands before, between and behind the two numbers of a page, by the letters of the title.
fn of_pages(title: &str) -> [&'static str; 3] {
    let has = |from: char, to: char| title.chars().any(|c| (from..=to).contains(&c));
    if has('\u{ac00}', '\u{d7a3}') {
        ["", " / ", "쪽"]
    } else if has('\u{400}', '\u{4ff}') || !title.chars().any(char::is_alphabetic) {
        ["стр. ", " из ", ""]
    } else {
        ["", " / ", ""]
    }
}
