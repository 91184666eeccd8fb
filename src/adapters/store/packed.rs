//! Long texts of a row as bytes: compressed where that is shorter, as they are where it is not, and as every release
//! before wrote them.
//!
//! Most of what a turn stores is the same every time: the words of the prompt, the names of JSON. A dictionary holds
//! those, so that even a short row is small by itself and can be read without any other row.

use crate::runner::ports::StoreError;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// What rows have in common. Rows were written with it: it never changes, a better one gets a mark of its own.
const DICTIONARY: &[u8] = include_bytes!("dictionary-1.txt");

/// Stands before a compressed text, and before no JSON.
const MARK: u8 = 1;

/// The mark and the length of the text.
const HEADER: usize = 5;

/// Shorter texts stay readable in the file: little can be saved.
const SHORT: usize = 160;

/// Higher levels take a multiple of the time for a tenth of the bytes.
const LEVEL: u32 = 6;

/// A text as it is stored.
pub(super) fn pack(text: &str) -> Vec<u8> {
    compressed(text).unwrap_or_else(|| text.as_bytes().to_vec())
}

fn compressed(text: &str) -> Option<Vec<u8>> {
    let length = u32::try_from(text.len()).ok().filter(|_| text.len() >= SHORT)?;
    // What does not fit is no shorter than the text.
    let mut bytes = Vec::with_capacity(text.len());
    bytes.push(MARK);
    bytes.extend(length.to_le_bytes());
    let mut state = Compress::new(Compression::new(LEVEL), true);
    state.set_dictionary(DICTIONARY).ok()?;
    match state.compress_vec(text.as_bytes(), &mut bytes, FlushCompress::Finish) {
        Ok(Status::StreamEnd) => {
            bytes.shrink_to_fit();
            Some(bytes)
        }
        _ => None,
    }
}

/// A stored text as it was written.
///
/// # Errors
/// Bytes that are no text of this store; the error says where, never what.
pub(super) fn unpack(what: &str, bytes: Vec<u8>) -> Result<String, StoreError> {
    let bytes = if bytes.first() == Some(&MARK) { expanded(&bytes).ok_or_else(|| damaged(what))? } else { bytes };
    String::from_utf8(bytes).map_err(|_| damaged(what))
}

/// [`unpack`] of a column that may be empty.
pub(super) fn unpacked(what: &str, bytes: Option<Vec<u8>>) -> Result<Option<String>, StoreError> {
    bytes.map(|bytes| unpack(what, bytes)).transpose()
}

fn expanded(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = u32::from_le_bytes(bytes.get(1..HEADER)?.try_into().ok()?);
    let length = usize::try_from(length).ok()?;
    let stream = bytes.get(HEADER..)?;
    // A damaged length asks for no memory that so many bytes cannot fill.
    if length > stream.len().saturating_mul(1100) {
        return None;
    }
    let mut text = Vec::with_capacity(length);
    let mut state = Decompress::new(true);
    // The head of the stream names its dictionary.
    let head = state.decompress_vec(stream, &mut text, FlushDecompress::None).err()?;
    head.needs_dictionary()?;
    state.set_dictionary(DICTIONARY).ok()?;
    let rest = stream.get(usize::try_from(state.total_in()).ok()?..)?;
    let ended = state.decompress_vec(rest, &mut text, FlushDecompress::Finish).ok()?;
    (ended == Status::StreamEnd && text.len() == length).then_some(text)
}

fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(format!("a stored text does not read: {what}"))
}

#[cfg(test)]
mod tests {
    use super::{DICTIONARY, MARK, SHORT, pack, unpack};
    use crate::engine::prompt::hex;
    use proptest::prelude::{any, prop, proptest};
    use sha2::{Digest, Sha256};

    #[test]
    fn the_dictionary_never_changes() {
        let hash = hex(&Sha256::digest(DICTIONARY));
        assert_eq!(
            hash, "9a27863fa7e350e49860589771cb281a7b7ae2c9e3d51e9535f9c6453547da5c",
            "rows are written with it"
        );
    }

    #[test]
    fn what_an_earlier_release_wrote_is_read() {
        for text in ["{}", "[{\"op\":\"add\"}]", "null", "", &"слова ".repeat(400)] {
            assert_eq!(unpack("test", text.as_bytes().to_vec()).unwrap(), text);
        }
    }

    #[test]
    fn long_texts_become_shorter_and_short_ones_stay() {
        let long = "{\"op\":\"replace\",\"path\":\"/state/dialogue/history/0/text\",\"value\":\"слова\"}".repeat(100);
        let packed = pack(&long);
        assert!(packed[0] == MARK && packed.len() * 10 < long.len(), "{}", packed.len());
        assert_eq!(pack("{\"version\":1}"), b"{\"version\":1}");
    }

    #[test]
    fn damage_is_an_error_and_never_a_text() {
        let text = "{\"path\":\"/state/issues/0\"},".repeat(60);
        let packed = pack(&text);
        for at in 0..packed.len() {
            let mut broken = packed.clone();
            broken[at] ^= 0x41;
            assert!(unpack("test", broken.clone()).is_err_and(|error| !error.to_string().contains("issues")), "{at}");
            broken.truncate(at);
            assert!(at == 0 || unpack("test", broken).is_err(), "{at}");
        }
        assert!(unpack("test", vec![MARK, 255, 255, 255, 255, 0x78]).is_err());
        assert!(unpack("test", vec![0xFF, 0xFE]).is_err());
    }

    proptest! {
        #[test]
        fn every_text_comes_back(parts in prop::collection::vec(any::<String>(), 0..40), times in 1_usize..20) {
            let text = parts.concat().repeat(times);
            // No text of this store begins with the mark: all are JSON.
            let text = format!("\"{text}\"");
            let packed = pack(&text);
            assert!(packed.len() <= text.len().max(SHORT));
            assert_eq!(unpack("test", packed).unwrap(), text);
        }
    }
}
