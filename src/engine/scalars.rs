//! Places of a text in Unicode scalars, for bytes of it: counted once, not from the beginning for every place.

use crate::engine::work;

/// Bytes between two places whose count is kept: a lookup counts no more than so many.
const STEP: usize = 64;

/// A text whose scalars are counted.
#[derive(Debug)]
pub struct Scalars<'t> {
    text: &'t str,
    /// Scalars that begin before byte `STEP * index`.
    counts: Vec<usize>,
}

impl<'t> Scalars<'t> {
    /// Counts a text.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        work::spend(text.len());
        let mut counts = Vec::with_capacity(text.len() / STEP + 1);
        let mut count = 0;
        for (at, byte) in text.bytes().enumerate() {
            if at % STEP == 0 {
                counts.push(count);
            }
            count += usize::from(begins(byte));
        }
        Self { text, counts }
    }

    /// How many scalars begin before a byte.
    #[must_use]
    pub fn before(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        let Some(step) =
            (byte / STEP).min(self.counts.len()).checked_sub(usize::from(byte / STEP >= self.counts.len()))
        else {
            return 0;
        };
        let from = step * STEP;
        work::spend(byte - from);
        let rest = self.text.as_bytes()[from..byte].iter().filter(|byte| begins(**byte)).count();
        self.counts.get(step).copied().unwrap_or_default() + rest
    }

    /// Two bytes as scalars.
    #[must_use]
    pub fn span(&self, from: usize, to: usize) -> [usize; 2] {
        [self.before(from), self.before(to)]
    }
}

/// Whether a byte of UTF-8 begins a scalar.
fn begins(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_as_counting_from_the_beginning() {
        for text in ["", "а", "abc", &"ёж и 👩\u{200d}👧 ".repeat(40), &"x".repeat(STEP), &"ж".repeat(STEP * 2)]
        {
            let scalars = Scalars::of(text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                assert_eq!(scalars.before(byte), text[..byte].chars().count(), "{text:?} {byte}");
            }
            assert_eq!(scalars.before(text.len() + 9), text.chars().count());
        }
    }
}
