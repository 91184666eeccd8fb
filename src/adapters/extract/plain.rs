//! Plain text: UTF-8, UTF-16 with its mark, Windows-1251.

use crate::adapters::extract::ExtractError;

/// The text of bytes.
pub(super) fn read(bytes: &[u8]) -> Result<String, ExtractError> {
    if let Some((encoding, skip)) = encoding_rs::Encoding::for_bom(bytes) {
        return Ok(encoding.decode_without_bom_handling(&bytes[skip..]).0.into_owned());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return if text.contains('\0') { Err(ExtractError::Unknown) } else { Ok(text.to_owned()) };
    }
    let (text, _, broken) = encoding_rs::WINDOWS_1251.decode(bytes);
    let letters = text.chars().filter(|c| c.is_alphabetic() || c.is_whitespace() || c.is_ascii_punctuation()).count();
    let readable = letters * 10 > text.chars().count() * 8 && !text.contains('\0');
    if broken || !readable { Err(ExtractError::Unknown) } else { Ok(text.into_owned()) }
}
