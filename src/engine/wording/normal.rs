//! A text as the rules read it, with the way back to what was given: NFKC, small letters, no invisible characters,
//! letters that were spaced out joined, letters and digits that only look alike replaced, Korean as single letters.

use super::rules::Book;
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
    /// Reads a text with the words of a language.
    #[must_use]
    pub fn of(text: &str, book: &Book) -> Self {
        let given: Vec<char> = text.chars().collect();
        let mut chars = composed(&given);
        chars.retain(|(c, _)| !invisible(*c));
        for (c, _) in &mut chars {
            if c.is_whitespace() && *c != '\n' {
                *c = ' ';
            }
        }
        apostrophes(&mut chars);
        look_alikes(&mut chars, &book.language);
        let mut chars = lowered(&chars);
        instead(&mut chars, book);
        let chars = shortened(&unquoted(&chars));
        let chars = gathered(&joined(&chars), book);
        let chars = if book.language == "ko" { letters(&chars) } else { chars };
        let mut out = String::new();
        let mut origin = Vec::new();
        for (c, at) in chars {
            out.push(c);
            origin.extend(std::iter::repeat_n(at, c.len_utf8()));
        }
        Self { text: out, origin, given }
    }

    /// Sentences as bytes of `text`; `spoken` is the same text with what is quoted blanked.
    #[must_use]
    pub fn sentences(&self, spoken: &str) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        let mut from = 0;
        let mut rest = spoken.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            let next = rest.peek().map(|(_, next)| *next);
            let ends = match c {
                '!' | '?' | '。' | '…' => true,
                '.' => next.is_none_or(char::is_whitespace) && !abbreviated(&spoken[from..at]),
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
        out.push((from, spoken.len()));
        out.retain(|(from, to)| !spoken[*from..*to].trim().is_empty());
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

/// «ст. 309», «2020 г.»: a full stop behind one or two letters that a number stands beside ends no sentence.
fn abbreviated(before: &str) -> bool {
    let mut words = before.rsplit(|c: char| !c.is_alphanumeric());
    let last = words.next().unwrap_or_default();
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit()) && !word.is_empty();
    let short =
        (1..=3).contains(&last.chars().count()) && !last.chars().any(|c| ('\u{1100}'..='\u{11ff}').contains(&c));
    short && (matches!(last, "ст" | "п" | "ч" | "art" | "no" | "гл") || words.next().is_some_and(number) && last != "%")
}

fn invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{fe00}'..='\u{fe0f}' | '\u{335}'..='\u{338}')
}

/// «can’t» reads as «can't»; a closing quote behind a word stays.
fn apostrophes(chars: &mut [Placed]) {
    for i in 1..chars.len().saturating_sub(1) {
        if chars[i].0 == '’' && chars[i - 1].0.is_ascii_alphabetic() && chars[i + 1].0.is_ascii_alphabetic() {
            chars[i].0 = '\'';
        }
    }
}

const CYRILLIC: &str = "асеорхукмтнвАСЕОРХУКМТНВіѕоаеруАОЕРгГПЛиТВНКМХ";
const LATIN: &str = "aceopxykmthbACEOPXYKMTHBisοαερυΑΟΕΡγΓΠΛuΤΒΗΚΜΧ";

/// Letters as small ones; «ё» is «е».
fn lowered(chars: &[Placed]) -> Vec<Placed> {
    let mut out = Vec::with_capacity(chars.len());
    for (c, at) in chars {
        out.extend(c.to_lowercase().map(|c| (if c == 'ё' { 'е' } else { c }, *at)));
    }
    out
}

/// Characters that stand for others: digits inside a word of letters, hanja for Hangul wherever they are.
fn instead(chars: &mut [Placed], book: &Book) {
    let of = |c: char| book.instead.iter().find(|(from, _)| *from == c).map(|(_, to)| *to);
    if book.instead.is_empty() {
        return;
    }
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '@' | '$');
    let mut start = 0;
    while start < chars.len() {
        let length = chars[start..].iter().take_while(|(c, _)| inside(*c)).count();
        let word = &mut chars[start..start + length];
        let written = word.iter().filter(|(c, _)| c.is_alphabetic()).count();
        for (c, _) in word {
            if (c.is_alphabetic() || (written >= 2 && written * 2 >= length))
                && let Some(to) = of(*c)
            {
                *c = to;
            }
        }
        start += length.max(1);
    }
}

const QUOTES: &str = "“”‘’\"'«»「」„";

/// A single word in quotes is a word that is stressed, not speech: its quotes go.
fn unquoted(chars: &[Placed]) -> Vec<Placed> {
    let quote = |c: char| QUOTES.contains(c);
    let mut out = Vec::with_capacity(chars.len());
    let mut i = 0;
    while i < chars.len() {
        let length = chars[i + 1..].iter().take(16).take_while(|(c, _)| c.is_alphanumeric()).count();
        let opens = quote(chars[i].0) && (i == 0 || !chars[i - 1].0.is_alphanumeric());
        if opens && length > 0 && chars.get(i + 1 + length).is_some_and(|(c, _)| quote(*c)) {
            out.extend(&chars[i + 1..=i + length]);
            i += length + 2;
        } else {
            out.push(chars[i]);
            i += 1;
        }
    }
    out
}

/// A letter that is drawn out («точнооо») stands once.
fn shortened(chars: &[Placed]) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::with_capacity(chars.len());
    let mut i = 0;
    while i < chars.len() {
        let run = chars[i..].iter().take_while(|(c, _)| *c == chars[i].0).count();
        let kept = if run >= 3 && chars[i].0.is_alphabetic() { 1 } else { run };
        out.extend(&chars[i..i + kept]);
        i += run;
    }
    out
}

/// Words whose letters stand apart, by the list of the language.
fn gathered(chars: &[Placed], book: &Book) -> Vec<Placed> {
    let Some(spread) = &book.spread else { return chars.to_vec() };
    let text: String = chars.iter().map(|(c, _)| *c).collect();
    let mut found = spread.find_iter(&text).map(|found| found.range()).peekable();
    let mut out = Vec::with_capacity(chars.len());
    for ((byte, c), placed) in text.char_indices().zip(chars) {
        while found.peek().is_some_and(|range| range.end <= byte) {
            found.next();
        }
        if c.is_alphanumeric() || !found.peek().is_some_and(|range| range.contains(&byte)) {
            out.push(*placed);
        }
    }
    out
}

/// Korean syllables as single letters. Letters that were written one by one come out the same: a consonant that no
/// vowel follows closes the syllable.
fn letters(chars: &[Placed]) -> Vec<Placed> {
    let mut out = Vec::with_capacity(chars.len() * 2);
    for (c, at) in chars {
        out.extend(std::iter::once(*c).nfd().map(|c| (c, *at)));
    }
    let vowel = |c: char| ('\u{1161}'..='\u{1175}').contains(&c);
    // ㄱ … ㅎ as they begin a syllable, and as they close one; ㄸ, ㅃ and ㅉ never close.
    const CLOSING: [u32; 19] = [1, 2, 4, 7, 0, 8, 16, 17, 0, 19, 20, 21, 22, 0, 23, 24, 25, 26, 27];
    for i in 1..out.len() {
        let (c, next) = (out[i].0, out.get(i + 1).map(|(c, _)| *c));
        if ('\u{1100}'..='\u{1112}').contains(&c) && vowel(out[i - 1].0) && !next.is_some_and(vowel) {
            let closing = CLOSING.get((c as u32 - 0x1100) as usize).copied().unwrap_or(0);
            if closing > 0 {
                out[i].0 = char::from_u32(0x11a7 + closing).unwrap_or(c);
            }
        }
    }
    out
}

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
        let own = |c: char| if language == "ru" { cyrillic(c) } else { c.is_ascii_alphabetic() };
        if word.iter().any(|(c, _)| own(*c)) && word.iter().any(|(c, _)| !own(*c)) {
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
