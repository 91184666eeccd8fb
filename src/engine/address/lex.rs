//! Tokens of folded text: runs of digits, runs of letters, single signs.

use crate::engine::work;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Digits,
    Letters,
    Sign,
}

/// A token with its place in the folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether a space stands before it.
    pub(crate) spaced: bool,
}

impl Token<'_> {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    /// A word of one letter.
    pub(crate) fn letter(&self) -> Option<char> {
        let mut chars = self.text.chars();
        let first = chars.next()?;
        (self.kind == Kind::Letters && chars.next().is_none()).then_some(first)
    }
}

fn kind(ch: char) -> Kind {
    if ch.is_ascii_digit() {
        Kind::Digits
    } else if ch.is_alphabetic() {
        Kind::Letters
    } else {
        Kind::Sign
    }
}

/// Cuts folded text. Spaces are no tokens.
pub(crate) fn lex(text: &str) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::new();
    let mut spaced = false;
    work::spend(text.len());
    for (start, ch) in text.char_indices() {
        if ch == ' ' {
            spaced = true;
            continue;
        }
        let (kind, end) = (kind(ch), start + ch.len_utf8());
        match out.last_mut() {
            Some(last) if !spaced && kind != Kind::Sign && last.kind == kind => {
                (last.end, last.text) = (end, &text[last.start..end]);
            }
            _ => out.push(Token { text: &text[start..end], kind, start, end, spaced }),
        }
        spaced = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens() {
        let texts: Vec<(&str, bool)> = lex("п.10.1а сп 63").iter().map(|t| (t.text, t.spaced)).collect();
        let want = [
            ("п", false),
            (".", false),
            ("10", false),
            (".", false),
            ("1", false),
            ("а", false),
            ("сп", true),
            ("63", true),
        ];
        assert_eq!(texts, want);
    }
}
