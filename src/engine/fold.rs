//! One spelling for all: the index, the query and the check of a quotation compare folded text, people see the original.
//!
//! Folding puts letters and their marks together, drops soft hyphens, zero-width characters and stress marks, writes
//! one kind of quotes, dashes, apostrophes and spaces (a run of spaces and line ends is one space), ё as е, full-width
//! signs as plain ones, and lower case. Latin and Cyrillic look-alikes meet within a word: a word with a letter that
//! only one script has goes to that script; a word of look-alikes only («B60», «СП» is not one, «XII» is) goes to
//! Cyrillic. Every character of the result knows the bytes it came from.

use crate::engine::work;
use std::ops::Range;

/// Folded text with the way back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folded {
    /// The folded text.
    pub text: String,
    /// For every character: where it begins in the folded text, and its bytes in the original.
    places: Vec<(u32, u32, u32)>,
}

impl Folded {
    /// Bytes of the original for bytes of the folded text. An empty range stays empty.
    #[must_use]
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        let first = self.places.partition_point(|place| (place.0 as usize) < range.start);
        let last = self.places.partition_point(|place| (place.0 as usize) < range.end);
        let start = self.places.get(first).or(self.places.last()).map_or(0, |place| place.1 as usize);
        if last <= first {
            return start..start;
        }
        start..self.places[last - 1].2 as usize
    }
}

/// Folds a text and keeps the way back.
#[must_use]
pub fn fold(text: &str) -> Folded {
    let mut letters = letters(text);
    unite(&mut letters);
    let mut out = Folded { text: String::with_capacity(text.len()), places: Vec::with_capacity(letters.len()) };
    for letter in letters {
        out.places.push((narrow(out.text.len()), letter.start, letter.end));
        out.text.push(letter.ch);
    }
    out
}

/// The folded text alone, without spaces at its ends.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut letters = letters(text);
    unite(&mut letters);
    let text: String = letters.iter().map(|letter| letter.ch).collect();
    text.trim().to_owned()
}

#[derive(Clone, Copy)]
struct Letter {
    ch: char,
    start: u32,
    end: u32,
}

fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn letters(text: &str) -> Vec<Letter> {
    let mut out: Vec<Letter> = Vec::with_capacity(text.len());
    work::spend(text.len());
    for (at, ch) in text.char_indices() {
        let (start, end) = (narrow(at), narrow(at + ch.len_utf8()));
        if dropped(ch) {
            continue;
        }
        if let Some(last) = out.last_mut() {
            if let Some(joined) = joined(last.ch, ch) {
                (last.ch, last.end) = (joined, end);
                continue;
            }
            if ch.is_whitespace() && last.ch == ' ' {
                last.end = end;
                continue;
            }
        }
        for ch in plain(ch).to_lowercase() {
            let ch = if ch == 'ё' { 'е' } else { ch };
            // The lower case of a few letters carries a mark of its own.
            if !dropped(ch) {
                out.push(Letter { ch, start, end });
            }
        }
    }
    out
}

/// Characters that nobody sees, and stress marks.
fn dropped(ch: char) -> bool {
    matches!(ch, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{300}' | '\u{301}' | '\u{307}' | '\u{fe0e}' | '\u{fe0f}')
}

/// A letter with the mark or the part of a syllable that follows it.
fn joined(last: char, ch: char) -> Option<char> {
    let syllable = |code: u32| char::from_u32(code);
    match (last, ch) {
        ('и', '\u{306}') => Some('й'),
        ('е', '\u{308}') => Some('е'),
        ('і' | 'i', '\u{308}') => Some('ї'),
        ('\u{1100}'..='\u{1112}', '\u{1161}'..='\u{1175}') => {
            syllable(0xac00 + ((last as u32 - 0x1100) * 21 + (ch as u32 - 0x1161)) * 28)
        }
        ('가'..='힣', '\u{11a8}'..='\u{11c2}') if (last as u32 - 0xac00).is_multiple_of(28) => {
            syllable(last as u32 + ch as u32 - 0x11a7)
        }
        _ => None,
    }
}

fn plain(ch: char) -> char {
    // Full-width forms first: what they stand for may be folded too.
    let ch = match ch {
        '！'..='～' => char::from_u32(ch as u32 - 0xfee0).unwrap_or(ch),
        ch => ch,
    };
    match ch {
        '’' | 'ʼ' | '\u{27}' | 'ʹ' | '‘' | '`' | '´' | '′' | 'ʻ' => '\'',
        '«' | '»' | '“' | '”' | '„' | '‟' | '″' | '〝' | '〞' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹘' => '-',
        'Ï' | 'ï' => 'ї',
        ch if ch.is_whitespace() => ' ',
        ch => ch,
    }
}

/// The Cyrillic letter that looks like a Latin one, in either case.
fn cyrillic(ch: char) -> Option<char> {
    let at = PAIRS.iter().position(|pair| pair.0 == ch)?;
    Some(PAIRS[at].1)
}

/// A folded letter in the script that look-alikes meet in, whatever word it stands in.
#[must_use]
pub fn one_script(ch: char) -> char {
    cyrillic(ch).unwrap_or(ch)
}

fn latin(ch: char) -> Option<char> {
    let at = PAIRS.iter().position(|pair| pair.1 == ch)?;
    Some(PAIRS[at].0)
}

const PAIRS: &[(char, char)] = &[
    ('a', 'а'),
    ('b', 'в'),
    ('c', 'с'),
    ('e', 'е'),
    ('h', 'н'),
    ('i', 'і'),
    ('j', 'ј'),
    ('k', 'к'),
    ('m', 'м'),
    ('o', 'о'),
    ('p', 'р'),
    ('s', 'ѕ'),
    ('t', 'т'),
    ('x', 'х'),
    ('y', 'у'),
];

/// Writes every word in one script.
fn unite(letters: &mut [Letter]) {
    let mut at = 0;
    while at < letters.len() {
        if !letters[at].ch.is_alphanumeric() {
            at += 1;
            continue;
        }
        let len = letters[at..].iter().take_while(|letter| letter.ch.is_alphanumeric()).count();
        word(&mut letters[at..at + len]);
        at += len;
    }
}

fn word(letters: &mut [Letter]) {
    let (mut only_cyrillic, mut only_latin) = (false, false);
    for letter in letters.iter() {
        only_cyrillic |= matches!(letter.ch, 'а'..='ӿ') && latin(letter.ch).is_none();
        only_latin |= letter.ch.is_ascii_lowercase() && cyrillic(letter.ch).is_none();
    }
    for letter in letters {
        let other = if only_latin && !only_cyrillic { latin(letter.ch) } else { cyrillic(letter.ch) };
        letter.ch = other.unwrap_or(letter.ch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    #[test]
    fn one_spelling() {
        let same: &[&[&str]] = &[
            &["B60", "В60", "b60", "в60"],
            &["СП 63", "CП 63", "СП\u{a0}63", "сп  63", "СП\n63"],
            &["ещё", "еще", "ЕЩЁ", "еще\u{308}"],
            &["об’єкт", "обʼєкт", "об'єкт", "ОБ'ЄКТ"],
            &["«цена»", "“цена”", "\"цена\"", "„цена“"],
            &["2017–2018", "2017-2018", "2017—2018", "2017−2018"],
            &["дого\u{ad}вор", "договор", "дого\u{200b}вор", "догово\u{301}р"],
            &["суду", "cуду", "cудy"],
            &["XII", "ХІІ", "хіі", "XІI"],
            &["VII", "VІІ"],
            &["кодексі", "кодекci"],
            &["йод", "и\u{306}од"],
            &["민법", "\u{1106}\u{1175}\u{11ab}\u{1107}\u{1165}\u{11b8}"],
            &["１２", "12"],
        ];
        for group in same {
            for text in *group {
                assert_eq!(folded(text), folded(group[0]), "{text}");
            }
        }
        assert_ne!(folded("лес"), folded("лис"));
        assert_ne!(folded("п. 1"), folded("п. 11"));
    }

    #[test]
    fn the_way_back() {
        let text = "по до\u{ad}го\u{ad}вору\u{a0} B60 «и\u{306}»";
        let folded = fold(text);
        assert_eq!(folded.text, "по договору в60 \"й\"");
        let back = |part: &str| {
            let at = folded.text.find(part).unwrap();
            &text[folded.original(at..at + part.len())]
        };
        assert_eq!(back("договору"), "до\u{ad}го\u{ad}вору");
        assert_eq!(back(" в60"), "\u{a0} B60");
        assert_eq!(back("й"), "и\u{306}");
        assert_eq!(folded.original(0..0), 0..0);
        assert_eq!(fold("").original(0..0), 0..0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn folding_twice_changes_nothing_and_ranges_are_whole(text in any::<String>(), a in 0..80usize, b in 0..80usize) {
            let once = fold(&text);
            prop_assert_eq!(&fold(&once.text).text, &once.text);
            let range = once.original(a.min(b)..a.max(b));
            prop_assert!(text.get(range).is_some());
        }
    }
}
