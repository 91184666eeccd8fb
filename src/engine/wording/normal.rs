//! A text as the rules read it, with the way back to what was given: NFKC, no invisible characters, letters that were
//! spaced out joined, letters of another alphabet that only look alike replaced.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// A text for the rules.
#[derive(Debug, Clone)]
pub struct Normal {
    /// What the rules read.
    pub text: String,
    /// For every byte of `text` the character of the given text that it comes from.
    origin: Vec<usize>,
    given: Vec<char>,
}

/// A character of the text with its place in the given one.
type Placed = (char, usize);

impl Normal {
    /// Reads a text.
    #[must_use]
    pub fn of(text: &str, language: &str) -> Self {
        let given: Vec<char> = text.chars().collect();
        let mut chars = composed(&given);
        chars.retain(|(c, _)| !invisible(*c));
        for (c, _) in &mut chars {
            if c.is_whitespace() && *c != '\n' {
                *c = ' ';
            }
        }
        apostrophes(&mut chars);
        look_alikes(&mut chars, language);
        let chars = joined(&chars);
        let mut out = String::new();
        let mut origin = Vec::new();
        for (c, at) in chars {
            out.push(c);
            origin.extend(std::iter::repeat_n(at, c.len_utf8()));
        }
        Self { text: out, origin, given }
    }

    /// Sentences as bytes of `text`.
    #[must_use]
    pub fn sentences(&self) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        let mut from = 0;
        let mut rest = self.text.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            let next = rest.peek().map(|(_, next)| *next);
            let ends = match c {
                '!' | '?' | '。' | '…' => true,
                '.' => !next.is_some_and(|next| next.is_ascii_digit()),
                // A line that breaks off goes on in the next one, unless that one is empty or an item of a list.
                '\n' => next.is_none_or(|next| matches!(next, '\n' | '-' | '*' | '•' | '#')),
                _ => false,
            };
            if ends {
                let end = at + c.len_utf8();
                out.push((from, end));
                from = end;
            }
        }
        out.push((from, self.text.len()));
        out.retain(|(from, to)| !self.text[*from..*to].trim().is_empty());
        out
    }

    /// Bytes of `text` as characters of the given text.
    #[must_use]
    pub fn span(&self, from: usize, to: usize) -> [usize; 2] {
        let first = self.origin.get(from).copied().unwrap_or(self.given.len());
        let last = to.checked_sub(1).and_then(|last| self.origin.get(last)).map_or(first, |last| last + 1);
        [first, last]
    }

    /// The given words behind bytes of `text`.
    #[must_use]
    pub fn given(&self, from: usize, to: usize) -> String {
        let [first, last] = self.span(from, to);
        self.given[first..last.min(self.given.len())].iter().collect::<String>().trim().to_owned()
    }
}

/// NFKC, one group of a letter with what combines with it at a time, so that every character knows its origin.
fn composed(given: &[char]) -> Vec<Placed> {
    let combines = |c: char| canonical_combining_class(c) != 0 || ('\u{1160}'..='\u{11ff}').contains(&c);
    let mut out = Vec::new();
    let mut from = 0;
    while from < given.len() {
        let mut to = from + 1;
        while to < given.len() && combines(given[to]) {
            to += 1;
        }
        out.extend(given[from..to].iter().copied().nfkc().map(|c| (c, from)));
        from = to;
    }
    out
}

fn invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' | '\u{34f}' | '\u{180e}')
}

/// «can’t» reads as «can't»; a closing quote behind a word stays.
fn apostrophes(chars: &mut [Placed]) {
    for i in 1..chars.len().saturating_sub(1) {
        if chars[i].0 == '’' && chars[i - 1].0.is_ascii_alphabetic() && chars[i + 1].0.is_ascii_alphabetic() {
            chars[i].0 = '\'';
        }
    }
}

const CYRILLIC: &str = "асеорхукмтнвАСЕОРХУКМТНВіѕ";
const LATIN: &str = "aceopxykmthbACEOPXYKMTHBis";

/// Words of two alphabets at once: letters that look alike become those of the language.
fn look_alikes(chars: &mut [Placed], language: &str) {
    let (from, to) = match language {
        "ru" => (LATIN, CYRILLIC),
        "en" => (CYRILLIC, LATIN),
        _ => return,
    };
    let cyrillic = |c: char| ('\u{400}'..='\u{4ff}').contains(&c);
    let mut start = 0;
    while start < chars.len() {
        let length = chars[start..].iter().take_while(|(c, _)| c.is_alphabetic()).count();
        let word = &mut chars[start..start + length];
        if word.iter().any(|(c, _)| cyrillic(*c)) && word.iter().any(|(c, _)| c.is_ascii_alphabetic()) {
            for (c, _) in word {
                if let Some(index) = from.chars().position(|other| other == *c) {
                    *c = to.chars().nth(index).unwrap_or(*c);
                }
            }
        }
        start += length.max(1);
    }
}

/// Letters spaced out («승 소 합», «в ы и г р») lose what stands between them: three syllables of Hangul, four letters
/// of another alphabet, as Russian and Korean have words of one letter.
fn joined(chars: &[Placed]) -> Vec<Placed> {
    let hangul = |c: char| ('가'..='힣').contains(&c);
    let letter = |c: char| c.is_alphabetic() && !hangul(c);
    let mut out = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let begins = i == 0 || !chars[i - 1].0.is_alphanumeric();
        let run = if !begins {
            0
        } else if hangul(chars[i].0) {
            run(chars, i, hangul, 3)
        } else if letter(chars[i].0) {
            run(chars, i, letter, 4)
        } else {
            0
        };
        if run == 0 {
            out.push(chars[i]);
            i += 1;
        } else {
            out.extend(chars[i..i + run].iter().step_by(2));
            i += run;
        }
    }
    out
}

/// Characters of a run of single letters with one separator between each two; 0 when it is shorter than `least`.
fn run(chars: &[Placed], from: usize, is: impl Fn(char) -> bool, least: usize) -> usize {
    let separator = |c: char| matches!(c, ' ' | '·' | '.' | '-' | '_' | '*' | '\u{318d}' | '~' | '/');
    let mut count = 1;
    while let (Some((between, _)), Some((next, _))) = (chars.get(from + 2 * count - 1), chars.get(from + 2 * count)) {
        if !separator(*between) || !is(*next) {
            break;
        }
        // The last one must not be the beginning of a longer word.
        if chars.get(from + 2 * count + 1).is_some_and(|(after, _)| after.is_alphabetic()) {
            break;
        }
        count += 1;
    }
    if count >= least { 2 * count - 1 } else { 0 }
}
