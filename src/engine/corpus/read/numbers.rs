//! Numbers of clauses: `10.3.2`, `10.1а`, `Л.3.6`, and which of them can follow which.

use std::fmt;

/// The number of a clause.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Number {
    /// The letter of the annex, if it begins with one.
    pub letter: Option<String>,
    /// The numbers between the dots.
    pub parts: Vec<u32>,
    /// A letter behind the last number.
    pub suffix: String,
}

/// Clauses that may be missing between two: damaged print swallows some.
const GAP: u32 = 12;

impl Number {
    /// Whether it can come after the other: deeper, beside it or beside what is above it, and further on.
    #[must_use]
    pub fn follows(&self, before: &Self) -> bool {
        if self.letter != before.letter {
            return false;
        }
        let common = self.parts.iter().zip(&before.parts).take_while(|(a, b)| a == b).count();
        match (self.parts.get(common), before.parts.get(common)) {
            // Deeper: begins at its first.
            (Some(next), None) => self.parts.len() <= before.parts.len() + 2 && *next <= 3,
            (Some(next), Some(last)) => *next > *last && *next - *last <= GAP,
            // The same number with a letter: 10.1а after 10.1.
            (None, None) => self.suffix > before.suffix,
            (None, Some(_)) => false,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(letter) = &self.letter {
            write!(f, "{letter}")?;
        }
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 || self.letter.is_some() {
                write!(f, ".")?;
            }
            write!(f, "{part}")?;
        }
        write!(f, "{}", self.suffix)
    }
}

/// The number at the beginning of a line and the words after it. Two levels at least: «10.3 Слова», «Л.1 Слова».
#[must_use]
pub fn clause(line: &str) -> Option<(Number, &str)> {
    let (head, rest) = line.split_once(' ')?;
    let rest = rest.trim();
    if rest.is_empty() || head.len() > 24 {
        return None;
    }
    let head = head.trim_end_matches(['*', '.']);
    let mut pieces = head.split('.').peekable();
    let mut number = Number::default();
    let first = pieces.peek()?;
    if first.chars().count() == 1 && first.chars().all(|c| c.is_alphabetic() && c.is_uppercase()) {
        number.letter = Some((*first).to_owned());
        pieces.next();
    }
    let pieces: Vec<&str> = pieces.collect();
    for (index, piece) in pieces.iter().enumerate() {
        let digits: &str = piece.trim_end_matches(|c: char| c.is_lowercase());
        let suffix = &piece[digits.len()..];
        if !suffix.is_empty() && (index + 1 < pieces.len() || suffix.chars().count() > 1) {
            return None;
        }
        let part = digits.parse::<u32>().ok().filter(|part| (1..=150).contains(part) && !digits.starts_with('0'))?;
        number.parts.push(part);
        suffix.clone_into(&mut number.suffix);
    }
    let levels = number.parts.len() + usize::from(number.letter.is_some());
    (levels >= 2 && number.parts.len() <= 6 && !number.parts.is_empty()).then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        clause(&format!("{text} слова")).map(|(number, _)| number).unwrap_or_default()
    }

    #[test]
    fn numbers_are_read_and_printed() {
        for text in ["10.3.2", "10.1а", "Л.3.6", "4.1", "Л.1", "6.1.20"] {
            assert_eq!(number(text).to_string(), text);
        }
        for text in ["10", "1,2", "А", "10.03", "10.3.2м2", "2018.1.1", "10.", "п.3"] {
            assert_eq!(number(text), Number::default(), "{text}");
        }
        assert_eq!(clause("10.3.2"), None);
    }

    #[test]
    fn only_some_can_follow() {
        for (before, next) in [
            ("10.3.2", "10.3.3"),
            ("10.3.2", "10.4"),
            ("10.3", "10.3.1"),
            ("10.1", "10.1а"),
            ("Л.3.6", "Л.4"),
            ("6.1.2", "6.1.10"),
        ] {
            assert!(number(next).follows(&number(before)), "{before} {next}");
        }
        for (before, next) in
            [("10.3.2", "10.3.1"), ("10.3.2", "10.3"), ("Л.1", "10.2"), ("6.1.1", "6.1.50"), ("6.1", "6.1.9")]
        {
            assert!(!number(next).follows(&number(before)), "{before} {next}");
        }
    }
}
