//! The text of a file that a person brings: plain text, DOCX, PDF.
//!
//! [`read`] does the work and trusts nothing; `adapters::worker` runs it in a process of its own, with limits of time and
//! memory, so that a hostile file can only end that process.

mod docx;
mod docx_numbers;
mod pdf;
pub mod plain;

use serde::{Deserialize, Serialize};

/// Most bytes of text that a contract may give.
pub const MOST_TEXT: usize = 256 * 1024;
/// Most bytes of text that a legal source may give.
pub const MOST_SOURCE_TEXT: usize = 16 * 1024 * 1024;

/// Why a file gives no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ExtractError {
    /// It needs a password.
    #[error("encrypted")]
    Encrypted,
    /// It is not what it says it is, or broken.
    #[error("damaged")]
    Damaged,
    /// It unpacks to far more than a document has.
    #[error("bomb")]
    Bomb,
    /// Some other kind of file.
    #[error("unknown")]
    Unknown,
    /// Pictures of pages, or nothing.
    #[error("no_text")]
    NoText,
    /// More text than a contract has.
    #[error("too_long")]
    TooLong,
    /// It took too long or too much memory, or brought the reader down.
    #[error("too_complex")]
    TooComplex,
    /// Too many files wait to be read.
    #[error("overloaded")]
    Overloaded,
    /// The reader could not be started.
    #[error("unavailable")]
    Unavailable,
}

impl ExtractError {
    /// What happened and what to do.
    #[must_use]
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Encrypted => "Файл защищён паролем. Снимите защиту и загрузите его снова.",
            Self::Damaged => {
                "Файл повреждён и не читается. Откройте его в редакторе, сохраните заново и загрузите снова."
            }
            Self::Bomb => "Файл распаковывается в слишком большой объём. Сохраните его заново без вложений.",
            Self::Unknown => "Такие файлы не читаются. Подходят DOCX, PDF и текст; старый DOC сохраните как DOCX.",
            Self::NoText => "В файле нет текста: возможно, это скан. Распознайте его или вставьте текст документа.",
            Self::TooLong => "Текст длиннее 256 КБ. Загрузите только сам документ, без приложений.",
            Self::Unavailable => "Файлы сейчас не читаются. Вставьте текст документа или повторите позже.",
            Self::TooComplex => {
                "Файл слишком сложный: чтение остановлено по пределу времени или памяти. Сохраните его заново или \
                 вставьте текст документа."
            }
            Self::Overloaded => "Сейчас читается много файлов. Повторите через несколько секунд.",
        }
    }
}

/// The text of a file, by its first bytes.
///
/// # Errors
/// [`ExtractError`].
pub fn read(bytes: &[u8]) -> Result<String, ExtractError> {
    read_up_to(bytes, MOST_TEXT, false)
}

/// The text of a legal source: longer, and the pages of a PDF parted by form feeds.
///
/// # Errors
/// [`ExtractError`].
pub fn read_source(bytes: &[u8]) -> Result<String, ExtractError> {
    read_up_to(bytes, MOST_SOURCE_TEXT, true)
}

fn read_up_to(bytes: &[u8], most: usize, paged: bool) -> Result<String, ExtractError> {
    let text = if bytes.starts_with(b"%PDF-") {
        if paged { pdf::read_pages(bytes)? } else { pdf::read(bytes)? }
    } else if bytes.starts_with(b"PK\x03\x04") {
        docx::read(bytes)?
    } else if bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        // The old container: a DOC, or a DOCX under a password.
        let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let locked = bytes.windows(name.len()).any(|window| window == name);
        return Err(if locked { ExtractError::Encrypted } else { ExtractError::Unknown });
    } else {
        plain::decoded(bytes)?
    };
    let text = text.replace(['\0', '\u{feff}'], "");
    if text.len() > most {
        Err(ExtractError::TooLong)
    } else if text.chars().filter(|c| c.is_alphabetic()).count() < 20 {
        Err(ExtractError::NoText)
    } else {
        Ok(text)
    }
}

#[cfg(test)]
mod tests;
