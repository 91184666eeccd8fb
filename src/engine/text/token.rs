//! Words, digit runs and marks of a text, with the spaces between them.

use crate::engine::work;

/// What a token is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters.
    Word,
    /// ASCII digits.
    Digits,
    /// One other character.
    Mark,
}

/// A piece of the text.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    /// First byte.
    pub(crate) start: usize,
    /// One past the last byte.
    pub(crate) end: usize,
    /// What it is made of.
    pub(crate) kind: TokenKind,
    /// Lower case, ё→е.
    pub(crate) low: String,
    /// Whether the first letter is a capital.
    pub(crate) upper: bool,
    /// Space characters before it; 0 = glued to the token before.
    pub(crate) gap: usize,
    /// Whether a line ended before it.
    pub(crate) line: bool,
    /// Whether a mention of a stronger kind already covers it.
    pub(crate) taken: bool,
}

impl Token {
    /// Whether it is this mark or folded word.
    pub(crate) fn is(&self, low: &str) -> bool {
        self.low == low
    }

    /// Whether it is a word.
    pub(crate) fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }

    /// Whether it is a run of digits.
    pub(crate) fn is_digits(&self) -> bool {
        self.kind == TokenKind::Digits
    }

    /// Whether nothing separates it from the token before.
    pub(crate) fn glued(&self) -> bool {
        self.gap == 0
    }
}

/// Lower case, ё→е.
pub(crate) fn fold(text: &str) -> String {
    work::spend(text.len());
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'а'..='я' => out.push(c),
            'А'..='Я' => out.push(char::from_u32(u32::from(c) + 32).unwrap_or(c)),
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => out.extend(fold_char(c)),
        }
    }
    out
}

/// Lower case of one character, ё→е.
pub(crate) fn fold_char(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(|c| if c == 'ё' { 'е' } else { c })
}

/// Cuts a text into tokens.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    work::spend(text.len());
    let mut out: Vec<Token> = Vec::new();
    let (mut gap, mut line) = (0, false);
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}') {
            gap += 1;
            line |= c == '\n';
            continue;
        }
        let kind = kind_of(c);
        let mut end = start + c.len_utf8();
        if kind != TokenKind::Mark {
            while let Some(&(at, next)) = chars.peek() {
                if kind_of(next) != kind && !(kind == TokenKind::Word && is_combining(next)) {
                    break;
                }
                end = at + next.len_utf8();
                chars.next();
            }
        }
        let low = fold(&text[start..end]);
        out.push(Token { start, end, kind, low, upper: c.is_uppercase(), gap, line, taken: false });
        (gap, line) = (0, false);
    }
    out
}

fn kind_of(c: char) -> TokenKind {
    if c.is_ascii_digit() {
        TokenKind::Digits
    } else if c.is_alphabetic() {
        TokenKind::Word
    } else {
        TokenKind::Mark
    }
}

/// Accents typed as separate characters («й» as two) stay inside the word.
fn is_combining(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_folded_as_it_is_alone() {
        for c in (0..0x3000).filter_map(char::from_u32) {
            assert_eq!(fold(&c.to_string()), fold_char(c).collect::<String>(), "{c}");
        }
    }

    #[test]
    fn pieces() {
        let lows = |s: &str| tokens(s).into_iter().map(|t| t.low).collect::<Vec<_>>();
        assert_eq!(lows("Ещё 45,6 м² и А123ВС"), ["еще", "45", ",", "6", "м", "²", "и", "а", "123", "вс"]);
        assert!(lows("").is_empty());
        let list = tokens("а\n б-в");
        assert!(list[1].line && list[1].gap == 2 && list[2].glued());
    }
}
