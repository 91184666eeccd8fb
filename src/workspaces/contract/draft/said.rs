//! The words of a term, each with its sentence and its part between marks.

use crate::engine::text::folded;

/// A word with what stands around it.
pub(super) struct Word<'t> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: &'t str,
    pub(super) low: String,
    /// Which sentence, and which part between marks of one.
    pub(super) sentence: usize,
    pub(super) part: usize,
}

pub(super) fn tokens(text: &str) -> Vec<Word<'_>> {
    let mut out: Vec<Word<'_>> = Vec::new();
    let (mut sentence, mut part) = (0, 0);
    let mut open: Option<usize> = None;
    let mut close = |open: &mut Option<usize>, at: usize, sentence: usize, part: usize| {
        if let Some(start) = open.take() {
            let text = &text[start..at];
            out.push(Word { start, end: at, text, low: folded(text), sentence, part });
        }
    };
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let next_digit = text[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        if c.is_alphanumeric() {
            open.get_or_insert(at);
        } else {
            close(&mut open, at, sentence, part);
            // «1.5», «12:30», «8,5» end nothing.
            let within = before.is_ascii_digit() && next_digit;
            if matches!(c, '.' | '!' | '?' | '\n') && !within {
                sentence += 1;
                part += 1;
            } else if matches!(c, ',' | ';' | ':' | '—' | '–' | '(' | ')' | '«' | '»') && !within {
                part += 1;
            }
        }
        before = c;
    }
    close(&mut open, text.len(), sentence, part);
    out
}
