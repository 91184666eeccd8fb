//! Plain text in whatever encoding it is: told by its mark, valid UTF-8, named by the page, or guessed by the letters
//! that come of it. What is no text in any of them is refused, never emptied.

use crate::adapters::extract::ExtractError;

/// The text of bytes.
///
/// # Errors
/// [`ExtractError::Unknown`]: no encoding makes readable words of them.
pub fn decoded(bytes: &[u8]) -> Result<String, ExtractError> {
    if let Some((encoding, skip)) = encoding_rs::Encoding::for_bom(bytes) {
        let text = encoding.decode_without_bom_handling(&bytes[skip..]).0.into_owned();
        return if readable(&text) { Ok(text) } else { Err(ExtractError::Unknown) };
    }
    let utf8 = std::str::from_utf8(bytes);
    let guessed = match (bytes.contains(&0), utf8) {
        (false, Ok(text)) => return Ok(text.to_owned()),
        (false, Err(_)) => {
            let mut detector = chardetng::EncodingDetector::new();
            detector.feed(bytes, true);
            detector.guess(None, false)
        }
        (true, utf8) => unmarked(bytes, utf8.ok()).ok_or(ExtractError::Unknown)?,
    };
    for encoding in named(bytes).into_iter().chain([guessed]) {
        let (text, _, broken) = encoding.decode(bytes);
        if !broken && readable(&text) {
            return Ok(text.into_owned());
        }
    }
    Err(ExtractError::Unknown)
}

/// UTF-16 without its mark: the zeros of spaces and Latin letters stand on one side of each pair.
fn unmarked(bytes: &[u8], utf8: Option<&str>) -> Option<&'static encoding_rs::Encoding> {
    let zeros = |side: usize| bytes.iter().skip(side).step_by(2).filter(|byte| **byte == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    // UTF-8 with a stray zero in it would give Chinese.
    let stray = utf8.is_some_and(|text| (first + second) * 4 < bytes.len() && readable(&text.replace('\0', "")));
    match (first, second) {
        _ if stray => None,
        (first, second) if first > second * 8 => Some(encoding_rs::UTF_16BE),
        (first, second) if second > first * 8 => Some(encoding_rs::UTF_16LE),
        _ => None,
    }
}

/// The encoding that a page says it is in.
fn named(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).to_ascii_lowercase();
    let rest = head.split_once("charset=")?.1.trim_start_matches(['"', '\'', ' ']);
    let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
    encoding_rs::Encoding::for_label(name.as_bytes())
}

/// Whether these are words: any bytes give characters in some encoding, but those of a picture give few letters and
/// many control characters.
fn readable(text: &str) -> bool {
    let (mut all, mut words, mut controls) = (0_usize, 0_usize, 0_usize);
    for c in text.chars() {
        all += 1;
        // Frames of tables are drawn with characters of their own.
        let drawn = ('\u{2010}'..='\u{259f}').contains(&c) || "«»№§°·".contains(c);
        if c == '\0' || c == char::REPLACEMENT_CHARACTER {
            return false;
        } else if c.is_alphanumeric() || c.is_whitespace() || c.is_ascii_punctuation() || drawn {
            words += 1;
        } else if c.is_control() {
            controls += 1;
        }
    }
    words * 10 >= all * 8 && controls * 100 <= all
}
