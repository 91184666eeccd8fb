//! Phrases of the research lexicon: words in a row, a star at the end of a word for any ending.

use crate::engine::work;
use serde::Deserialize;

/// Foreign words that may stand between two words of a phrase.
const GAP: usize = 2;

/// A word of a text, folded, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Lower case, ё→е, apostrophes out.
    pub low: String,
}

/// The words of a text: runs of letters and digits; an apostrophe inside a word belongs to it.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    work::spend(text.len());
    let mut out: Vec<Token> = Vec::new();
    let mut open: Option<Token> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let apostrophe = matches!(c, '\'' | '’' | 'ʼ' | '`');
        let inside = apostrophe && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        // U+02BC counts as a letter.
        if c.is_alphanumeric() && !apostrophe {
            let token = open.get_or_insert_with(|| Token { start: at, end: at, low: String::new() });
            token.end = at + c.len_utf8();
            token.low.extend(c.to_lowercase().map(|c| if c == 'ё' { 'е' } else { c }));
        } else if !(inside && open.is_some()) && c != '\u{ad}' {
            out.extend(open.take());
        }
    }
    out.extend(open);
    out
}

/// Phrases of a lexicon.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Phrases(Vec<Vec<(String, bool)>>);

impl From<Vec<String>> for Phrases {
    fn from(list: Vec<String>) -> Self {
        let phrase = |text: &String| -> Vec<(String, bool)> {
            text.split_whitespace()
                .map(|word| {
                    let bare: String = tokens(word.trim_end_matches('*')).into_iter().map(|t| t.low).collect();
                    (bare, word.ends_with('*'))
                })
                .filter(|(word, any)| !word.is_empty() || *any)
                .collect()
        };
        Self(list.iter().map(phrase).filter(|phrase| !phrase.is_empty()).collect())
    }
}

impl Phrases {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many different phrases stand in the text.
    #[must_use]
    pub fn count(&self, words: &[Token]) -> usize {
        self.0.iter().filter(|phrase| find(words, phrase, 0).is_some()).count()
    }

    /// Whether any phrase stands in the text.
    #[must_use]
    pub fn found(&self, words: &[Token]) -> bool {
        self.0.iter().any(|phrase| find(words, phrase, 0).is_some())
    }

    /// Bytes of the first phrase that stands in the text, by its place.
    #[must_use]
    pub fn first(&self, words: &[Token]) -> Option<(usize, usize)> {
        self.0.iter().filter_map(|phrase| find(words, phrase, 0)).min()
    }

    /// Bytes of the longest phrase that stands in the text.
    #[must_use]
    pub fn longest(&self, words: &[Token]) -> Option<(usize, usize)> {
        self.0
            .iter()
            .filter_map(|phrase| find(words, phrase, 0))
            .max_by_key(|(start, end)| (end - start, usize::MAX - start))
    }

    /// Whether the text begins with one of the phrases.
    #[must_use]
    pub fn begin(&self, words: &[Token]) -> bool {
        let first = words.first().map(|token| token.start);
        self.0.iter().any(|phrase| find(words, phrase, 0).is_some_and(|(start, _)| Some(start) == first))
    }
}

fn find(words: &[Token], phrase: &[(String, bool)], from: usize) -> Option<(usize, usize)> {
    (from..words.len()).find_map(|at| {
        if !fits(&words[at], &phrase[0]) {
            return None;
        }
        let mut last = at;
        for part in &phrase[1..] {
            let until = (last + 2 + GAP).min(words.len());
            last = (last + 1..until).find(|next| fits(&words[*next], part))?;
        }
        Some((words[at].start, words[last].end))
    })
}

fn fits(token: &Token, (word, any): &(String, bool)) -> bool {
    if *any { token.low.starts_with(word.as_str()) } else { token.low == *word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_row_with_any_ending_and_two_between() {
        let phrases = Phrases::from(vec!["кратк* содержан*".to_owned(), "зобов'язан*".to_owned()]);
        for (text, want) in [
            ("Сделай краткое содержание договора", true),
            ("кратко, сжато, в двух словах: содержание", false),
            ("Краткое и простое содержание", true),
            ("Сторона зобовʼязана сплатити", true),
            ("Сторона зобов’язується", false),
            ("содержание краткое", false),
        ] {
            assert_eq!(phrases.found(&tokens(text)), want, "{text}");
        }
        let text = "Ёлка: объём";
        assert_eq!(tokens(text).iter().map(|t| &text[t.start..t.end]).collect::<Vec<_>>(), ["Ёлка", "объём"]);
        assert_eq!(tokens(text)[0].low, "елка");
    }
}
