//! Words that promise an outcome, and citations that cannot be: what no generated text may carry.
//!
//! [`definitive`] finds sentences that promise how a case will end, in Korean, Russian and English, by the patterns
//! under `knowledge/wording`. [`citations`] reads citations and says what is known about each. Both are a floor: what
//! they do not see, a verifier judges.

pub mod citations;
pub mod normal;
pub mod rules;

#[cfg(test)]
mod tests;

use normal::Normal;
use rules::Book;
use serde::Serialize;

/// A sentence that promises an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The rule, e.g. `K1`.
    pub rule: String,
    /// Characters of the given text, from and to.
    pub span: [usize; 2],
    /// The sentence as it was given.
    pub sentence: String,
}

/// The languages that have rules.
pub const LANGUAGES: [&str; 3] = ["ko", "ru", "en"];

/// Sentences that promise an outcome, by the rules of a language; at most one per clause.
#[must_use]
pub fn definitive(text: &str, language: &str) -> Vec<Hit> {
    let Some(book) = rules::of(language) else { return Vec::new() };
    // A text without a letter of the language says nothing in it.
    let own = |c: char| match language {
        "ko" => {
            matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' | '\u{ffa0}'..='\u{ffdc}')
        }
        "ru" => ('\u{400}'..='\u{52f}').contains(&c),
        // Any letters may be disguised Latin ones, only Hangul never is.
        _ => c.is_alphabetic() && !('\u{ac00}'..='\u{d7a3}').contains(&c),
    };
    if !text.chars().any(own) {
        return Vec::new();
    }
    let normal = Normal::of(text, language);
    let mut hits = Vec::new();
    for (from, to) in normal.sentences() {
        find(book, &normal, from, to, &mut hits);
    }
    hits
}

/// The same by the rules of every language.
#[must_use]
pub fn definitive_in_any(text: &str) -> Vec<Hit> {
    LANGUAGES.iter().flat_map(|language| definitive(text, language)).collect()
}

/// What stands in place of words that promise an outcome.
#[must_use]
pub fn neutral(language: &str) -> &'static str {
    rules::of(language).map_or("", |book| book.neutral.as_str())
}

fn find(book: &Book, normal: &Normal, from: usize, to: usize, hits: &mut Vec<Hit>) {
    let sentence = rules::blanked(book, &normal.text[from..to]);
    let sentence_given = normal.given(from, to);
    for (start, end) in rules::clauses(book, &sentence) {
        let clause = &sentence[start..end];
        if book.exempt.as_ref().is_some_and(|exempt| exempt.is_match(clause)) {
            continue;
        }
        let found = book.rules.iter().find_map(|(id, pattern)| Some((id, pattern.find(clause)?)));
        if let Some((rule, found)) = found {
            let at = from + start;
            hits.push(Hit {
                rule: rule.clone(),
                span: normal.span(at + found.start(), at + found.end()),
                sentence: sentence_given.clone(),
            });
        }
    }
}
