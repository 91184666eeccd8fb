//! A text as the check of quotations sees it: folded words, numbers and signs, each with its bytes of the original.
//!
//! Quotation marks, marks of Markdown and spaces are no tokens, a word broken at the end of a line is whole, and a hyphen inside a word
//! is not told from a break. A number is one token: `30 000`, `0,5`, `10.3.2`.

use crate::engine::fold::{Folded, fold};
use std::ops::Range;

/// What a token is to the check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// A word.
    Word,
    /// Numbers, units, negation, exception, modality: no tolerance.
    Hard,
    /// A comma, a full stop.
    Sign,
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Bytes of the original text.
    pub(crate) range: Range<usize>,
    pub(crate) weight: Weight,
}

/// Cuts a text.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let folded = fold(text);
    let chars: Vec<(usize, char)> = folded.text.char_indices().collect();
    let mut out: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let (start, ch) = chars[at];
        // Marks of emphasis and of escaping are typography, as quotation marks are.
        if ch.is_whitespace() || matches!(ch, '"' | '*' | '\\') {
            at += 1;
            continue;
        }
        let (word, next) = if ch.is_ascii_digit() {
            number(&chars, at)
        } else if ch.is_alphabetic() || ch == '\'' && at + 1 < chars.len() && chars[at + 1].1.is_alphabetic() {
            letters(text, &folded, &chars, at)
        } else if ch == '\'' {
            at += 1;
            continue;
        } else {
            (ch.to_string(), at + 1)
        };
        let end = chars.get(next).map_or(folded.text.len(), |(end, _)| *end);
        let weight = weight(&word);
        out.push(Token { text: word, range: folded.original(start..end), weight });
        at = next;
    }
    without_glosses(out)
}

/// A Korean word may have its Chinese letters beside it, «임차인(賃借人)»: the same word, and quoted without them.
fn without_glosses(words: Vec<Token>) -> Vec<Token> {
    let han =
        |token: &Token| token.text.chars().all(|ch| matches!(ch, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'));
    let is = |at: usize, sign: &str| words.get(at).is_some_and(|token| token.text == sign);
    let mut gone = vec![false; words.len()];
    for at in 1..words.len() {
        let korean = words[at - 1].text.chars().next_back().is_some_and(|ch| ('가'..='힣').contains(&ch));
        if korean && is(at, "(") && words.get(at + 1).is_some_and(han) && is(at + 2, ")") {
            gone[at..at + 3].fill(true);
        }
    }
    if !gone.contains(&true) {
        return words;
    }
    // The particle behind the gloss belongs to the word before it: «임차인(賃借人)이».
    let mut out: Vec<Token> = Vec::with_capacity(words.len());
    let mut joins = false;
    for (word, gone) in words.into_iter().zip(gone) {
        if gone {
            joins = true;
            continue;
        }
        let particle = word.text.chars().next().is_some_and(|ch| ('가'..='힣').contains(&ch));
        match out.last_mut().filter(|last| joins && particle && adjacent(last, &word)) {
            Some(last) => {
                last.text.push_str(&word.text);
                last.range.end = word.range.end;
            }
            None => out.push(word),
        }
        joins = false;
    }
    out
}

/// Only the gloss stands between two tokens, no space behind it.
fn adjacent(last: &Token, next: &Token) -> bool {
    // Brackets of one byte, letters of three: with a space the distance is no such sum.
    next.range.start > last.range.end && (next.range.start - last.range.end) % 3 == 2
}

fn is(chars: &[(usize, char)], at: usize, test: impl Fn(char) -> bool) -> bool {
    chars.get(at).is_some_and(|(_, ch)| test(*ch))
}

fn number(chars: &[(usize, char)], at: usize) -> (String, usize) {
    let mut out = String::new();
    let mut next = at;
    loop {
        while let Some((_, ch)) = chars.get(next).filter(|(_, ch)| ch.is_ascii_digit()) {
            out.push(*ch);
            next += 1;
        }
        let digits =
            |from: usize| chars[from.min(chars.len())..].iter().take_while(|(_, ch)| ch.is_ascii_digit()).count();
        match chars.get(next).map(|(_, ch)| *ch) {
            Some('.' | ',') if digits(next + 1) > 0 => {
                out.push('.');
                next += 1;
            }
            // «30 000»: thousands, but not «п. 5 100 рублей» after a number of another kind.
            Some(' ') if digits(next + 1) == 3 && !out.contains('.') && digits(at) <= 3 => next += 1,
            _ => return (out, next),
        }
    }
}

/// A word with its apostrophes and hyphens; hyphens go, as a line may have been broken there.
fn letters(text: &str, folded: &Folded, chars: &[(usize, char)], at: usize) -> (String, usize) {
    let mut out = String::new();
    let mut next = at;
    while let Some(&(start, ch)) = chars.get(next) {
        let before_letter = is(chars, next + 1, char::is_alphabetic);
        if ch.is_alphanumeric() || ch == '\'' && before_letter && !out.is_empty() {
            out.push(ch);
            next += 1;
        } else if ch == '\'' && out.is_empty() || ch == '-' && before_letter {
            next += 1;
        } else if ch == '-' && is(chars, next + 1, |ch| ch == ' ') && is(chars, next + 2, char::is_alphabetic) {
            let space = folded.original(start + 1..start + 2);
            if !text[space].contains(['\n', '\r']) {
                break;
            }
            next += 2;
        } else {
            break;
        }
    }
    (out, next)
}

fn weight(text: &str) -> Weight {
    const HARD: &[&str] = &[
        "не",
        "ни",
        "нет",
        "нельзя",
        "без",
        "кроме",
        "исключением",
        "ні",
        "крім",
        "винятком",
        "немає",
        "без",
        "окрім",
        "вправе",
        "обязан",
        "обязана",
        "обязано",
        "обязаны",
        "может",
        "могут",
        "должен",
        "должна",
        "должно",
        "должны",
        "запрещается",
        "допускается",
        "разрешается",
        "вправі",
        "може",
        "можуть",
        "повинен",
        "повинна",
        "повинно",
        "повинні",
        "зобов'язаний",
        "зобов'язана",
        "зобов'язані",
        "забороняється",
        "дозволяється",
        "допускається",
        "아니",
        "없다",
        "мм",
        "см",
        "м",
        "км",
        "мпа",
        "кпа",
        "кн",
        "кгс",
        "кг",
        "руб",
        "грн",
        "дней",
        "дня",
        "день",
        "днів",
        "дні",
        "діб",
        "месяцев",
        "месяца",
        "місяців",
        "лет",
        "года",
        "років",
        "року",
        "часов",
        "годин",
    ];
    if text.starts_with(|ch: char| ch.is_ascii_digit()) || HARD.contains(&text) {
        return Weight::Hard;
    }
    let korean = ["아니", "않", "없", "못"].iter().any(|part| text.contains(part))
        && text.contains(|ch| ('가'..='힣').contains(&ch));
    if korean || matches!(text, "%" | "°" | "±" | "≤" | "≥" | "<" | ">") {
        return Weight::Hard;
    }
    if text.contains(char::is_alphanumeric) { Weight::Word } else { Weight::Sign }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn noise_makes_no_difference() {
        let plain = words("Сторона «А» вправе отказаться от договора, если цена выше 30 000 рублей за 0,5 часа.");
        for noisy in [
            "сторона \"A\" впра\u{ad}ве отказаться от дого-\nвора, если цена выше 30\u{a0}000 рублей за 0,5 часа.",
            "СТОРОНА “А” вправе  отказаться\nот договора , если цена выше 30 000 рублей за 0.5 часа .",
        ] {
            assert_eq!(words(noisy), plain, "{noisy}");
        }
        assert_eq!(words("об’єкт, из-за, п. 10.3.2"), ["об'єкт", ",", "изза", ",", "п", ".", "10.3.2"]);
        assert_eq!(words("слово - слово"), ["слово", "-", "слово"]);
        assert_eq!(words("30 дней"), ["30", "дней"]);
    }

    #[test]
    fn weights() {
        let hard = |text: &str| tokens(text)[0].weight == Weight::Hard;
        assert!(hard("не") && hard("не") && hard("10") && hard("вправе") && hard("아니한다") && hard("крім"));
        assert!(!hard("договор") && !hard("неустойка"));
    }
}
