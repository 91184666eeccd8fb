//! Whether a clause says that something was or that it was not: «상해는 없다» speaks of injury and denies it.
//!
//! Korean denies behind the word, Russian and English before it and, for a noun, by the verb behind it. Two denials in
//! one clause are none. The words are data: `knowledge/disputes/rubrics.toml`.

use crate::engine::knowledge::disputes::Words;

/// Words behind a cue that a Russian or English denial may stand within.
const NEAR: usize = 4;

/// What a text says of cues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// None of them stands in it.
    Nothing,
    /// At least one, and nothing denies it.
    Stands,
    /// Every one of them is denied.
    Denied,
}

/// What a text in small letters says of cues.
#[must_use]
pub fn said(words: &Words, cues: &[String], lower: &str) -> Said {
    let mut out = Said::Nothing;
    for cue in cues.iter().filter(|cue| !cue.is_empty()) {
        for (at, _) in lower.match_indices(cue.as_str()) {
            if stands(words, lower, cue, at) {
                return Said::Stands;
            }
            out = Said::Denied;
        }
    }
    out
}

/// Whether the cue at a byte is affirmed in its clause.
fn stands(words: &Words, lower: &str, cue: &str, at: usize) -> bool {
    let end = at + cue.len();
    let (from, to) = clause(words, lower, at, end);
    // «인도하지» asks for its denial: the omission is what it speaks of.
    let omission = cue.ends_with('지');
    // «다툼이 없다», «не оспаривает» deny the dispute, not what it would be about.
    let undisputed =
        |text: &str| words.admitted.iter().fold(text.to_owned(), |text, one| text.replace(one.as_str(), " "));
    let behind = undisputed(&lower[if omission { end - '지'.len_utf8() } else { end }..to]);
    let before = undisputed(&lower[from..at]);
    let denials = if cue.chars().any(hangul) {
        count(&behind, &words.denied_behind) + last(&before, &words.denied_before, 1)
    } else {
        let behind: String = behind.split_inclusive(' ').take(NEAR).collect();
        last(&before, &words.denied_before, NEAR) + count(&behind, &words.denied_behind)
    };
    (denials % 2 == 1) == omission
}

fn hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// The clause around bytes: to the nearest mark or joining word on either side.
fn clause(words: &Words, lower: &str, at: usize, end: usize) -> (usize, usize) {
    let mark = |c: char| matches!(c, ',' | ';' | ':' | '.' | '!' | '?' | '\n' | '(' | ')');
    // A number has its point inside.
    let full = |text: &str, index: usize| {
        text[index..].chars().next().is_some_and(|c| c != '.')
            || !text[index + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let before = &lower[..at];
    let from = before.char_indices().rev().find(|(index, c)| mark(*c) && full(lower, *index));
    let mut from = from.map_or(0, |(index, c)| index + c.len_utf8());
    for join in &words.joins {
        if let Some(found) = lower[from..at].rfind(join.as_str()) {
            from += found + join.len();
        }
    }
    let behind = lower[end..].char_indices().find(|(index, c)| mark(*c) && full(lower, end + index));
    let mut to = behind.map_or(lower.len(), |(index, _)| end + index);
    for join in &words.joins {
        if let Some(found) = lower[end..to].find(join.as_str()) {
            // «없고» denies and joins at once.
            to = end + found + join.len();
        }
    }
    (from.min(at), to)
}

/// How many denials stand in a text; one inside another counts once.
fn count(text: &str, denials: &[String]) -> usize {
    let (mut at, mut found) = (0, 0);
    while at < text.len() {
        let longest = denials.iter().filter(|one| text[at..].starts_with(one.as_str())).map(String::len).max();
        match longest.filter(|length| *length > 0) {
            Some(length) => {
                found += 1;
                at += length;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// Denials among the last words of a text.
fn last(text: &str, denials: &[String], most: usize) -> usize {
    let words: Vec<&str> = text.split_whitespace().collect();
    let near = words[words.len().saturating_sub(most)..].iter();
    near.filter(|word| denials.iter().any(|one| **word == one.as_str())).count()
}
