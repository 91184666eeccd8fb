//! Numbers of places: `333`, `8.1`, `123.20-1`, `10.1а`, `Л.3.6`, `VII`, «а», «второй»; lists and ranges of them.

use crate::engine::address::Unit;
use crate::engine::address::lex::{Kind, Token};
use crate::engine::address::units::{measure, ordinal, unit_word};
use crate::engine::work;

/// Most places that one range stands for; of a longer one only the ends are kept.
const RANGE: u32 = 64;
/// A list is read up to so many places.
const MOST: usize = 200;

/// A folded text with its tokens, and which letters were capitals in the original.
pub(crate) struct Words<'a> {
    pub(crate) tokens: Vec<Token<'a>>,
    pub(crate) capital: Vec<bool>,
}

impl Words<'_> {
    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(text))
    }

    /// A token right behind the one before it.
    fn tight(&self, at: usize, kind: Kind) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == kind && !token.spaced)
    }
}

/// A number and the token after it.
type Number = (String, usize);

/// The numbers after a word for a place, at least one.
pub(crate) fn numbers(words: &Words<'_>, at: usize, unit: Unit) -> Option<(Vec<String>, usize)> {
    let at = at + usize::from(words.is(at, "№") || words.is(at, "n"));
    let (first, mut next) = number(words, at, unit)?;
    let mut out = vec![first];
    while out.len() < MOST {
        if let Some((last, after)) = range_end(words, next, unit) {
            let first = out.pop().unwrap_or_default();
            out.extend(expand(&first, &last));
            next = after;
            continue;
        }
        let Some(sign) = words.tokens.get(next) else { break };
        let joins = sign.is(",") || matches!(sign.text, "и" | "і" | "й" | "та" | "або" | "или");
        if !joins {
            break;
        }
        // «309, и 310»
        let behind = next
            + 1
            + usize::from(sign.is(",") && matches!(words.tokens.get(next + 1).map(|t| t.text), Some("и" | "та" | "і")));
        // «прил. Л, п. Л.3»: the letter begins a word for a place.
        if unit_word(&words.tokens, behind).is_some_and(|word| number(words, word.next, word.unit).is_some()) {
            break;
        }
        let Some((number, after)) = number(words, behind, unit) else { break };
        // A word or a letter in a list is one of a kind with the first.
        let alike = |text: &str| text.starts_with(|ch: char| ch.is_ascii_digit());
        if alike(&number) != alike(&out[0]) || words.tokens.get(after).is_some_and(measure) {
            break;
        }
        // «ст. 5, 10.3.2 СП 63»: what follows is a clause of its own.
        if sign.is(",") && number.matches('.').count() >= 2 && !out[0].contains('.') {
            break;
        }
        out.push(number);
        next = after;
    }
    Some((out, next))
}

/// One number.
pub(crate) fn number(words: &Words<'_>, at: usize, unit: Unit) -> Option<Number> {
    let token = words.tokens.get(at)?;
    if unit == Unit::Formula && token.is("(") {
        let (number, next) = number(words, at + 1, unit)?;
        return words.is(next, ")").then(|| (number, next + 1));
    }
    if token.is("\"") || token.is("'") {
        let letter = words.tokens.get(at + 1)?.letter()?;
        return (words.is(at + 2, token.text)).then(|| (letter.to_string(), at + 3));
    }
    match token.kind {
        Kind::Digits => Some(digits(words, at)),
        Kind::Letters => lettered(words, at, unit),
        Kind::Sign => None,
    }
}

/// `8.1`, `123.20-1`, `266-1`, `10.1а`; «309-310» ends before the dash, as it is a range.
fn digits(words: &Words<'_>, at: usize) -> Number {
    let mut out = words.tokens[at].text.to_owned();
    let mut next = at + 1;
    while words.is(next, ".") && words.tight(next, Kind::Sign) && words.tight(next + 1, Kind::Digits) {
        work::spend(1);
        out.push('.');
        out.push_str(words.tokens[next + 1].text);
        next += 2;
    }
    if let Some((letter, after)) = suffix(words, next) {
        out.push(letter);
        next = after;
    }
    if let Some((tail, after)) = hyphenated(words, next, &out) {
        out = format!("{out}-{tail}");
        next = after;
        if let Some((letter, after)) = suffix(words, next) {
            out.push(letter);
            next = after;
        }
    }
    if words.is(next, ")") && unit_word(&words.tokens, next + 1).is_some() && at > 0 && !words.is(at - 1, "(") {
        next += 1;
    }
    (out, next)
}

/// The letter of «10.1а»; not the «п» of «5п.1».
fn suffix(words: &Words<'_>, at: usize) -> Option<(char, usize)> {
    if !words.tight(at, Kind::Letters) {
        return None;
    }
    let letter = words.tokens[at].letter()?;
    let unit = words.is(at + 1, ".") && words.tokens.get(at + 2).is_some_and(|token| token.kind == Kind::Digits);
    (!unit).then_some((letter, at + 1))
}

/// The part behind the hyphen of `266-1` and `123.20-1`.
fn hyphenated<'a>(words: &Words<'a>, at: usize, base: &str) -> Option<(&'a str, usize)> {
    if !(words.is(at, "-") && words.tight(at, Kind::Sign)) {
        return None;
    }
    let tail = words.tokens.get(at + 1).filter(|token| token.kind == Kind::Digits)?;
    // «10.3.1-10.3.24» is a range of dotted numbers.
    if words.is(at + 2, ".") && words.tight(at + 2, Kind::Sign) && words.tight(at + 3, Kind::Digits) {
        return None;
    }
    let value = |text: &str| text.parse::<u32>().unwrap_or(u32::MAX);
    (base.contains('.') || value(tail.text) <= value(base)).then_some((tail.text, at + 2))
}

/// `Л.3.6`, `Л`, `VII`, «второй», «а)».
fn lettered(words: &Words<'_>, at: usize, unit: Unit) -> Option<Number> {
    let token = &words.tokens[at];
    if matches!(unit, Unit::Part | Unit::Clause | Unit::Indent | Unit::Subclause) {
        if let Some(number) = ordinal(token.text) {
            return Some((number.to_string(), at + 1));
        }
        // «п'ятої»: the apostrophe has parted the word.
        if token.is("п") || token.is("дев") {
            let rest = words.tokens.get(at + 2).filter(|_| words.is(at + 1, "'"));
            let whole = rest.map(|rest| format!("{}{}", token.text, rest.text));
            if let Some(number) = whole.and_then(|whole| ordinal(&whole)) {
                return Some((number.to_string(), at + 3));
            }
        }
    }
    if matches!(unit, Unit::Division | Unit::Chapter | Unit::Paragraph | Unit::Annex | Unit::Article)
        && let Some(number) = roman(token.text)
    {
        return Some((number, at + 1));
    }
    let letter = token.letter()?;
    let dotted = words.is(at + 1, ".") && words.tight(at + 1, Kind::Sign) && words.tight(at + 2, Kind::Digits);
    if dotted && matches!(unit, Unit::Clause | Unit::Table | Unit::Formula | Unit::Figure | Unit::Annex | Unit::Note) {
        let (rest, next) = digits(words, at + 2);
        return Some((format!("{}.{rest}", upper(letter)), next));
    }
    let next = words.tokens.get(at + 1);
    match unit {
        Unit::Annex => {
            let preposition = matches!(letter, 'к' | 'в' | 'о' | 'с' | 'у' | 'и' | 'і' | 'а' | 'з' | 'я');
            let alone =
                next.is_none_or(|next| next.kind != Kind::Letters || unit_word(&words.tokens, at + 1).is_some());
            (words.capital[at] || !preposition && alone).then(|| (upper(letter), at + 1))
        }
        Unit::Subclause | Unit::Clause if words.is(at + 1, ")") => Some((letter.to_string(), at + 2)),
        Unit::Subclause => {
            let alone =
                next.is_none_or(|next| next.kind != Kind::Letters || unit_word(&words.tokens, at + 1).is_some());
            alone.then(|| (letter.to_string(), at + 1))
        }
        _ => None,
    }
}

fn upper(letter: char) -> String {
    letter.to_uppercase().collect()
}

/// A Roman number as it is printed. «с», «м», «д» alone are letters.
pub(crate) fn roman(word: &str) -> Option<String> {
    let out: Option<String> = word
        .chars()
        .map(|ch| match ch {
            'i' | 'і' => Some('I'),
            'x' | 'х' => Some('X'),
            'c' | 'с' => Some('C'),
            'm' | 'м' => Some('M'),
            'v' => Some('V'),
            'l' => Some('L'),
            'd' => Some('D'),
            _ => None,
        })
        .collect();
    out.filter(|out| out.contains(['I', 'V', 'X']))
}

/// The second number of a range: «309-310», «151 - 153», «205–210», «309 по 310».
fn range_end(words: &Words<'_>, at: usize, unit: Unit) -> Option<Number> {
    if !(words.is(at, "-") || words.is(at, "по")) {
        return None;
    }
    let begins = words.tokens.get(at + 1)?;
    if begins.kind == Kind::Letters && !matches!(unit, Unit::Division | Unit::Chapter) && ordinal(begins.text).is_none()
    {
        // «Л.3.1 - Л.3.6»
        begins.letter().filter(|_| words.is(at + 2, ".") && words.tight(at + 3, Kind::Digits))?;
    }
    let end = number(words, at + 1, unit)?;
    (!words.tokens.get(end.1).is_some_and(measure)).then_some(end)
}

/// All numbers of a range; only its ends when it cannot be counted or is too long.
fn expand(first: &str, last: &str) -> Vec<String> {
    let split = |text: &str| -> Option<(String, u32)> {
        let at = text
            .rfind(|ch: char| !ch.is_ascii_digit())
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
        Some((text[..at].to_owned(), text[at..].parse().ok()?))
    };
    match (split(first), split(last)) {
        (Some((prefix, from)), Some((other, to))) if prefix == other && from < to && to - from <= RANGE => {
            (from..=to).map(|number| format!("{prefix}{number}")).collect()
        }
        _ => vec![first.to_owned(), last.to_owned()],
    }
}
