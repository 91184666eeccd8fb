//! A sentence as the grammar reads it: quoted words blanked, words counted, every word's classes with their places.
//!
//! A stretch without a full stop is cut after [`LONGEST`] words, so that the work stays linear in the text.

use super::rules::{Book, CLASSES, Class, END};
use std::ops::Range;

/// Most words of one stretch: no sentence of a person is longer.
const LONGEST: usize = 90;

/// A word, or words, of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Atom {
    /// What it is.
    pub class: Class,
    /// Bytes in the text of the sentence.
    pub from: usize,
    /// Their end.
    pub to: usize,
    /// The first word's number.
    pub word: usize,
    /// The last word's number.
    pub last: usize,
}

impl Atom {
    /// Words between two; 0 for the same or neighbouring ones.
    #[must_use]
    pub fn distance(&self, other: &Self) -> usize {
        if self.word > other.last { self.word - other.last } else { other.word.saturating_sub(self.last) }
    }
}

/// Words with their classes.
#[derive(Debug)]
pub struct Sentence {
    /// Normal text with quotes blanked, byte for byte.
    pub text: String,
    /// In order of their places.
    pub atoms: Vec<Atom>,
    /// It ends with a question mark.
    pub question: bool,
    /// The language predicts by a word of its own, not by the form of the verb.
    pub by_word: bool,
    words: Vec<usize>,
    /// Where the marks behind the words are.
    marks: Vec<usize>,
}

/// Most words of a sentence that only vows.
const VOW: usize = 7;

/// What has to be there before anything else is worth a look.
const FIRST: [Class; 14] = [
    Class::Stake,
    Class::Answer,
    Class::Strong,
    Class::Sure,
    Class::Commit,
    Class::WinVerb,
    Class::LossVerb,
    Class::WinInfinitive,
    Class::LossInfinitive,
    Class::WinNoun,
    Class::LossNoun,
    Class::WeakNoun,
    Class::WeakVerb,
    Class::Idiom,
];

impl Sentence {
    /// Reads one stretch. Words of Russian and English are marked at their ends ([`END`]).
    #[must_use]
    pub fn of(book: &Book, text: &str) -> Self {
        let question = text.trim_end_matches([' ', '!', '"', '\'', ')', '\n']).ends_with('?');
        let by_word = book.class(Class::Future).is_some();
        let (text, marks) = if book.language == "ko" { (text.to_owned(), Vec::new()) } else { marked(text) };
        let words = starts(&text);
        let mut out = Self { atoms: Vec::new(), question, by_word, words, marks, text };
        if let Some(strip) = book.class(Class::Strip) {
            let found: Vec<_> = strip.find_iter(&out.text).map(|found| found.range()).collect();
            for range in found {
                let from = range.start + lead(&out.text[range.clone()]);
                blank(&mut out.text, from..range.end);
            }
        }
        for class in FIRST {
            out.find(book, class);
        }
        if out.atoms.is_empty() {
            return out;
        }
        for (class, _) in CLASSES.iter().filter(|(class, _)| !FIRST.contains(class)) {
            out.find(book, *class);
        }
        out.atoms.sort_by_key(|atom| (atom.from, atom.class));
        out
    }

    fn find(&mut self, book: &Book, class: Class) {
        for found in book.class(class).into_iter().flat_map(|words| words.find_iter(&self.text)) {
            let from = found.start() + lead(found.as_str());
            let to = found.end() - (found.as_str().len() - found.as_str().trim_end_matches(END).len());
            if from < to {
                let word = self.word(from);
                let last = self.word(self.text[..to].trim_end().len().max(from + 1) - 1).max(word);
                self.atoms.push(Atom { class, from, to, word, last });
            }
        }
    }

    /// A byte of the text as it was before words were marked.
    #[must_use]
    pub fn unmarked(&self, byte: usize) -> usize {
        byte - self.marks.partition_point(|mark| *mark < byte)
    }

    /// The number of the word at a byte.
    #[must_use]
    pub fn word(&self, byte: usize) -> usize {
        self.words.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// Atoms of a class whose beginning lies in a range.
    pub fn of_class(&self, class: Class, range: &Range<usize>) -> impl DoubleEndedIterator<Item = &Atom> {
        let from = self.atoms.partition_point(|atom| atom.from < range.start);
        let to = self.atoms.partition_point(|atom| atom.from < range.end);
        self.atoms[from..to.max(from)].iter().filter(move |atom| atom.class == class)
    }

    /// Whether a range has a class.
    #[must_use]
    pub fn has(&self, class: Class, range: &Range<usize>) -> bool {
        self.of_class(class, range).next().is_some()
    }

    /// At most [`VOW`] words, a vow or a certainty among them, no end of a case, nothing that softens it.
    #[must_use]
    pub fn only_vows(&self) -> bool {
        let vow = |atom: &Atom| matches!(atom.class, Class::Sure | Class::Commit | Class::Strong);
        let end = |atom: &Atom| {
            FIRST.contains(&atom.class)
                && !vow(atom)
                && !matches!(atom.class, Class::WeakNoun | Class::WeakVerb | Class::Answer)
        };
        // «Not certain.» vows nothing, «не сомневайтесь» does.
        let vows = [Class::Sure, Class::Commit, Class::Strong];
        let denies = |atom: &Atom| atom.class == Class::Negation && !vows.iter().any(|class| self.inside(*class, atom));
        let soft = |atom: &Atom| {
            matches!(atom.class, Class::Hedge | Class::Condition | Class::Report | Class::Forbidden | Class::Procedure)
                && !vows.iter().any(|class| self.inside(*class, atom))
        };
        !self.question
            && self.words.len() <= VOW
            && self.atoms.iter().any(vow)
            && !self.atoms.iter().any(|atom| end(atom) || denies(atom) || (soft(atom) && self.words.len() > 3))
    }

    /// A question about the end of a case, which a short answer may make a promise of. A question of a step, of a duty
    /// or of a promise is none.
    #[must_use]
    pub fn asks_for_an_end(&self) -> bool {
        use Class::{
            Commit, Effort, Forbidden, LossNoun, LossVerb, Procedure, Relief, Report, Statute, WinNoun, WinVerb,
        };
        let whole = self.whole();
        let ends = [WinVerb, LossVerb, WinNoun, LossNoun];
        let other = [Relief, Procedure, Statute, Effort, Forbidden, Report, Commit];
        // «Развод? Дело одного дня»: what is at stake, asked about in a few words.
        let asked = ends.iter().any(|class| self.has(*class, &whole))
            || (self.words.len() <= 6 && self.has(Class::Stake, &whole));
        self.question && asked && !other.iter().any(|class| self.has(*class, &whole))
    }

    /// The words of a short certain answer, which begin it: «Разумеется.», «Not a chance».
    #[must_use]
    pub fn answers(&self) -> Option<&Atom> {
        let whole = self.whole();
        let soft = [Class::Hedge, Class::Condition, Class::Effort, Class::Report, Class::Forbidden, Class::Contrast];
        let answer = self.of_class(Class::Answer, &whole).next().filter(|atom| atom.word <= 1)?;
        let free = |atom: &Atom| !self.inside(Class::Answer, atom);
        let softened = soft.iter().any(|class| self.of_class(*class, &whole).any(free));
        // "Do pigs fly?": a question that answers one.
        let asks = self.question && answer.last + 2 < self.words.len();
        Some(answer).filter(|_| !asks && self.words.len() <= 8 && !softened)
    }

    /// The sentence without what is only a part of a fixed phrase.
    #[must_use]
    pub fn without_inner(&self, fixed: &[Class], classes: &[Class]) -> Self {
        let part = |atom: &&Atom| {
            classes.contains(&atom.class) && fixed.iter().any(|class| *class != atom.class && self.inside(*class, atom))
        };
        let atoms = self.atoms.iter().filter(|atom| !part(atom)).copied().collect();
        Self {
            text: self.text.clone(),
            atoms,
            question: self.question,
            by_word: self.by_word,
            words: self.words.clone(),
            marks: self.marks.clone(),
        }
    }

    /// Whether an atom lies inside one of another class: «may» in «come what may» is no hedge.
    #[must_use]
    pub fn inside(&self, class: Class, atom: &Atom) -> bool {
        let near = atom.from.saturating_sub(80)..atom.from + 1;
        self.of_class(class, &near).any(|other| other.from <= atom.from && other.to >= atom.to)
    }

    /// Everything.
    #[must_use]
    pub fn whole(&self) -> Range<usize> {
        0..self.text.len()
    }

    /// Ranges between marks: each ends where the next mark begins.
    #[must_use]
    pub fn cut(&self, marks: impl Iterator<Item = usize>, within: &Range<usize>) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut from = within.start;
        for at in marks.filter(|at| within.contains(at)) {
            if at > from {
                out.push(from..at);
                from = at;
            }
        }
        out.push(from..within.end);
        out
    }
}

/// What a class read before the word that it found, except for a mark that belongs to the words (`, но`).
fn lead(found: &str) -> usize {
    let mut chars = found.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if !first.is_alphanumeric() && second.is_alphanumeric() => first.len_utf8(),
        _ => 0,
    }
}

/// The text with a mark behind every word, and where the marks are.
fn marked(text: &str) -> (String, Vec<usize>) {
    let mut out = String::with_capacity(text.len() * 5 / 4);
    let mut marks = Vec::new();
    let mut inside = false;
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let letter = of_word(before, c, chars.peek().copied());
        before = Some(c).filter(|_| letter);
        if inside && !letter {
            marks.push(out.len());
            out.push(END);
        }
        inside = letter;
        out.push(c);
    }
    if inside {
        marks.push(out.len());
        out.push(END);
    }
    (out, marks)
}

/// Whether a character belongs to a word; `before` is the character of the same word before it. The sign of a
/// decimal does: «99,9» is one word.
fn of_word(before: Option<char>, c: char, after: Option<char>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    c.is_alphanumeric()
        || (before.is_some() && matches!(c, '\'' | '-' | '%'))
        || (matches!(c, ',' | '.') && digit(before) && digit(after))
}

fn starts(text: &str) -> Vec<usize> {
    let mut out = Vec::new();
    let mut before = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let letter = of_word(before, c, chars.peek().map(|(_, after)| *after));
        if letter && before.is_none() {
            out.push(at);
        }
        before = Some(c).filter(|_| letter);
    }
    out
}

/// Bytes of the text's stretches: its sentences, cut where they are too long.
#[must_use]
pub fn stretches(text: &str, sentences: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for (from, to) in sentences {
        let words = starts(&text[*from..*to]);
        let mut begin = *from;
        for start in words.iter().skip(LONGEST).step_by(LONGEST) {
            out.push((begin, from + start));
            begin = from + start;
        }
        // A word of a megabyte is no word.
        if to - begin <= LONGEST * 200 {
            out.push((begin, *to));
        }
    }
    out
}

fn blank(text: &mut String, range: Range<usize>) {
    let spaces = " ".repeat(range.len());
    text.replace_range(range, &spaces);
}

/// Longest quotation, in characters: what closes later is another quote.
const QUOTED: usize = 300;

/// The text with what stands in quotes as spaces, byte for byte. A quote that does not close soon quotes nothing.
#[must_use]
pub fn unspoken(text: &str) -> String {
    let closing = |c: char| match c {
        '“' | '„' => Some('”'),
        '‘' => Some('’'),
        '"' => Some('"'),
        '「' => Some('」'),
        '«' => Some('»'),
        '\'' => Some('\''),
        _ => None,
    };
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let after = at + c.len_utf8();
        let opens = closing(c)
            .filter(|close| c != '\'' || (*close == c && !letter(before) && letter(text[after..].chars().next())));
        let end = opens.and_then(|close| {
            let mut nearby = text[after..].char_indices().take(QUOTED);
            let found = nearby.find(|(index, d)| {
                let next = text[after + index + d.len_utf8()..].chars().next();
                let ends = *d == close || (c == '„' && *d == '“');
                (ends && (close != '\'' || !next.is_some_and(|next| next.is_ascii_alphanumeric())))
                    || (*d == c && c != close)
                    || (*d == '\n' && next == Some('\n'))
            });
            found.filter(|(_, d)| *d != '\n' && (*d != c || c == close)).map(|(index, d)| after + index + d.len_utf8())
        });
        let Some(end) = end else {
            out.push(c);
            before = Some(c);
            at = after;
            continue;
        };
        out.push_str(&" ".repeat(end - at));
        before = Some(' ');
        at = end;
    }
    out
}
