//! Numerals: digits in every common grouping and Russian number words, alone or mixed.
//!
//! «30 000», «30.000», «1 250 000,50», «25к», «25 тыс.», «1,15 млн», «300 т.р.», «тридцать тысяч», «полтора миллиона»,
//! «два с половиной миллиона», «1 млн 250 тыс.».

use crate::engine::text::numeral_words::{MICRO, alone, broken, half, multiplier, small};
use crate::engine::text::token::{Token, tokens};

/// A numeral among tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numeral {
    /// Millionths.
    pub(crate) micro: i128,
    /// The first token.
    pub(crate) first: usize,
    /// The token after it.
    pub(crate) next: usize,
    /// The largest multiplier within, 1 without one.
    pub(crate) factor: i128,
    /// Whether roubles were named within («т.р.»).
    pub(crate) roubles: bool,
    /// «5-го»: counts a place, measures nothing.
    pub(crate) ordinal: bool,
    /// One run of digits and nothing else.
    pub(crate) plain: bool,
}

/// The largest numeral that is read; keeps every product within `i128`.
const LIMIT: i128 = 1_000_000_000_000_000 * MICRO;

/// The number that a whole text spells, as a canonical decimal.
#[must_use]
pub fn parse(text: &str) -> Option<String> {
    let list = tokens(text);
    let numeral = read(&list, 0)?;
    let rest = &list[numeral.next..];
    (rest.is_empty() || (rest.len() == 1 && rest[0].is("."))).then(|| canonical(numeral.micro))
}

/// Canonical decimal text of millionths: `45.6`, `30000`.
#[must_use]
pub fn canonical(micro: i128) -> String {
    let sign = if micro < 0 { "-" } else { "" };
    let (whole, rest) = (micro.unsigned_abs() / 1_000_000, micro.unsigned_abs() % 1_000_000);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{rest:06}");
    format!("{sign}{whole}.{}", fraction.trim_end_matches('0'))
}

/// The numeral that starts at token `i`.
pub(crate) fn read(tokens: &[Token], i: usize) -> Option<Numeral> {
    let (mut total, mut next, mut plain) = (0i128, i, false);
    let (mut last, mut largest, mut roubles, mut worded) = (i128::MAX, 1, false, false);
    loop {
        let first_part = next == i;
        let Some(part) = part(tokens, next, first_part, last) else { break };
        // «тысяча» alone is a part of no tokens: the multiplier is the word itself.
        let joined = part.next == next
            || tokens.get(part.next).is_some_and(|t| !t.line && (t.gap == 1 || t.glued() && !part.worded));
        let mult = multiplier(tokens, part.next, !part.worded).filter(|m| joined && !in_code(tokens, m.next));
        let factor = mult.as_ref().map_or(1, |m| m.factor);
        let single = part.single && mult.is_none();
        // «тридцать тысяч 500» goes on only downwards; a bare tail of digits must fill its group.
        let fits = first_part
            || (factor < last && part.micro * factor < last * MICRO && (part.worded || factor > 1 || part.filled));
        // «3 миллиона 200» leaves out the thousands, unless roubles follow.
        let money =
            tokens.get(part.next).is_some_and(|t| t.low.starts_with("руб") || matches!(t.low.as_str(), "₽" | "р"));
        // «Миллион сорок пять» too; «миллион пять» may be anything.
        let least = if part.worded { 20 } else { 100 };
        let hundreds = (least * MICRO..1000 * MICRO).contains(&part.micro);
        let spoken = if factor == 1 && last == 1_000_000 && hundreds && !money { 1_000 } else { factor };
        let Some(sum) = part.micro.checked_mul(spoken).and_then(|v| v.checked_add(total)).filter(|v| *v < LIMIT) else {
            break;
        };
        if !fits {
            break;
        }
        (total, next) = (sum, mult.as_ref().map_or(part.next, |m| m.next));
        plain = first_part && single;
        worded |= part.worded;
        (last, largest) = (factor, largest.max(factor));
        roubles = mult.is_some_and(|m| m.roubles);
        if factor == 1 || roubles {
            break;
        }
    }
    if next == i {
        return None;
    }
    let (next, ordinal) = if worded { (next, false) } else { suffix(tokens, next) };
    let factor = if worded && total >= 1000 * MICRO { largest.max(1000) } else { largest };
    Some(Numeral { micro: total, first: i, next, factor, roubles, ordinal, plain })
}

/// «682K-1047756» is the number of a thing: no thousands stand before a long run of digits.
fn in_code(tokens: &[Token], j: usize) -> bool {
    const RUN: usize = 5;
    let glued = |k: usize| tokens.get(k).filter(|token| token.glued());
    glued(j).is_some_and(|dash| dash.is("-"))
        && glued(j + 1).is_some_and(|digits| digits.is_digits() && digits.low.len() >= RUN)
}

/// A part of a numeral before its multiplier.
struct Part {
    micro: i128,
    next: usize,
    worded: bool,
    /// One token of digits.
    single: bool,
    /// Exactly three digits.
    filled: bool,
}

fn part(tokens: &[Token], i: usize, first: bool, last: i128) -> Option<Part> {
    let token = tokens.get(i).filter(|t| !t.taken)?;
    if !first && (token.line || token.gap != 1) {
        return None;
    }
    if token.is_digits() {
        return if first || last > 1 { digit_part(tokens, i) } else { None };
    }
    if first && i > 0 && !token.line && token.gap == 1 && broken(&tokens[i - 1].low) {
        return None;
    }
    // «Тридцать одна тысяча двумя частями»: another case counts something else.
    if !first && (token.low.ends_with("мя") || token.low.ends_with("ью")) {
        return None;
    }
    let worded = |micro, next| Some(Part { micro, next, worded: true, single: false, filled: false });
    if let Some(micro) = half(&token.low) {
        return worded(micro, i + 1);
    }
    if first && alone(&token.low) {
        // The word multiplies itself by one: the multiplier is read from the same token.
        return worded(MICRO, i);
    }
    let (mut sum, mut rank, mut next) = (0, 4, i);
    while let Some((value, r)) = tokens.get(next).filter(|t| !t.taken && !t.line).and_then(|t| small(&t.low)) {
        let joins = r < rank && (rank == 4 || value < 10 || rank == 3) && (next == i || tokens[next].gap == 1);
        if !joins {
            break;
        }
        (sum, rank, next) = (sum + value, r, next + 1);
    }
    if next == i {
        return None;
    }
    let halves = tokens.get(next).is_some_and(|t| t.is("с")) && tokens.get(next + 1).is_some_and(|t| t.is("половиной"));
    if halves {
        return worded(sum * MICRO + MICRO / 2, next + 2);
    }
    match spelled(tokens, next) {
        Some((micro, after)) => worded(sum * MICRO + micro, after),
        None => worded(sum * MICRO, next),
    }
}

/// «целых одна десятая», «и три десятых» behind a number in words: millionths and the token after it.
fn spelled(tokens: &[Token], j: usize) -> Option<(i128, usize)> {
    let low = |k: usize| tokens.get(k).filter(|t| !t.taken && !t.line).map_or("", |t| t.low.as_str());
    let whole = low(j).starts_with("цел");
    let mut at = if whole { j + 1 } else { j };
    if low(at) == "и" {
        at += 1;
    } else if !whole {
        return None;
    }
    let (mut count, mut rank) = (0, 4);
    while let Some((value, r)) = small(low(at)).filter(|(_, r)| *r < rank) {
        (count, rank, at) = (count + value, r, at + 1);
    }
    let ending =
        |word: &str| word.ends_with("ая") || word.ends_with("ых") || word.ends_with("ую") || word.ends_with("ой");
    // «Тридцать восемь и четыре метра»: what is said behind «и» before a unit are tenths.
    let unit = ["метр", "квадрат", "кв"].iter().any(|unit| low(at).starts_with(unit));
    if !whole && unit && rank < 4 && count < 10 {
        return Some((count * MICRO / 10, at));
    }
    let parts = match low(at) {
        word if !ending(word) => return None,
        word if word.starts_with("десят") => 10,
        word if word.starts_with("сот") => 100,
        word if word.starts_with("тысячн") => 1000,
        _ => return None,
    };
    (rank < 4).then_some((count * MICRO / parts, at + 1))
}

fn digit_part(tokens: &[Token], i: usize) -> Option<Part> {
    let first = &tokens[i].low;
    let zeros = first.len() > 1 && first.starts_with('0');
    if first.len() > 15 || zeros {
        return None;
    }
    let mut whole = first.clone();
    let mut next = i + 1;
    let mut groups: Option<char> = None;
    if first.len() <= 3 && first != "0" {
        while let Some((mark, after)) = group(tokens, next, groups).filter(|_| whole.len() <= 12) {
            whole.push_str(&tokens[after - 1].low);
            (groups, next) = (Some(mark), after);
        }
    }
    // «1.150 млн» and «1,500 т» are decimals, «30.000» and «30,000» are thousands.
    if let Some(mark @ ('.' | ',')) = groups
        && next == i + 3
        && (multiplier(tokens, next, true).is_some() || (mark == ',' && tokens[next - 1].low != "000"))
    {
        (whole, next, groups) = (first.clone(), i + 1, None);
    }
    let mut micro = whole.parse::<i128>().ok()? * MICRO;
    if groups != Some(',')
        && let Some(fraction) = fraction(tokens, next)
    {
        micro += format!("{fraction:0<6}").parse::<i128>().ok()?;
        next += 2;
    }
    let single = next == i + 1;
    Some(Part { micro, next, worded: false, single, filled: single && first.len() == 3 })
}

/// A group of three digits at `j`, joined by one space, a dot, a comma or an apostrophe; only one style per number.
fn group(tokens: &[Token], j: usize, style: Option<char>) -> Option<(char, usize)> {
    let three = |t: &Token| t.is_digits() && t.low.len() == 3 && !t.taken;
    let token = tokens.get(j)?;
    let (mark, at) = if three(token) && token.gap == 1 && !token.line {
        (' ', j)
    } else if token.glued() && matches!(token.low.as_str(), "." | "," | "'" | "’") {
        (token.low.chars().next()?, j + 1)
    } else {
        return None;
    };
    let filled = tokens.get(at).is_some_and(|t| three(t) && (mark == ' ' || t.glued()));
    (filled && (style.is_none() || style == Some(mark))).then_some((mark, at + 1))
}

/// A decimal fraction at `j`: a glued mark and one to six glued digits, not the middle of a date.
fn fraction(tokens: &[Token], j: usize) -> Option<String> {
    let mark = tokens.get(j).filter(|t| t.glued() && !t.taken && (t.is(",") || t.is(".")))?;
    let digits = tokens.get(j + 1).filter(|t| t.glued() && t.is_digits() && !t.taken && t.low.len() <= 6)?;
    let dated = tokens.get(j + 2).is_some_and(|t| t.glued() && t.low == mark.low)
        && tokens.get(j + 3).is_some_and(|t| t.glued() && t.is_digits());
    (!dated).then(|| digits.low.clone())
}

/// Skips «-го», «-х» and says whether the numeral became an ordinal.
fn suffix(tokens: &[Token], j: usize) -> (usize, bool) {
    let dash = tokens.get(j).is_some_and(|t| t.glued() && matches!(t.low.as_str(), "-" | "–"));
    let at = if dash { j + 1 } else { j };
    let Some(word) = tokens.get(at).filter(|t| t.glued() && t.is_word() && !t.taken) else { return (j, false) };
    match word.low.as_str() {
        "го" | "ого" | "его" | "й" | "ый" | "ой" | "ая" | "ое" | "ую" | "ому" | "му" => {
            (at + 1, true)
        }
        "е" | "я" | "м" if dash => (at + 1, true),
        "х" | "ти" | "мя" | "ми" => (at + 1, false),
        "и" if dash => (at + 1, false),
        _ => (j, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        for (text, value) in [
            ("30 000", "30000"),
            ("30\u{a0}000", "30000"),
            ("30\u{202f}000", "30000"),
            ("30.000", "30000"),
            ("30,000", "30000"),
            ("1 250 000,50", "1250000.5"),
            ("1.250.000", "1250000"),
            ("1'250'000", "1250000"),
            ("45,6", "45.6"),
            ("0,1", "0.1"),
            ("0,125", "0.125"),
            ("25к", "25000"),
            ("25k", "25000"),
            ("2,5к", "2500"),
            ("25 тыс.", "25000"),
            ("25 тыс", "25000"),
            ("1,15 млн", "1150000"),
            ("1.150 млн", "1150000"),
            ("300 т.р.", "300000"),
            ("300 тр", "300000"),
            ("1 млн 250 тыс.", "1250000"),
            ("5 тысяч 500", "5500"),
            ("тридцать тысяч", "30000"),
            ("двадцать пять тысяч пятьсот", "25500"),
            ("полтора миллиона", "1500000"),
            ("полмиллиона", "500000"),
            ("два с половиной миллиона", "2500000"),
            ("сто", "100"),
            ("тридцати тысяч", "30000"),
            ("один миллион двести пятьдесят тысяч", "1250000"),
            ("сто двадцать три", "123"),
            ("тысяча", "1000"),
            ("тысяча двести", "1200"),
            ("миллиард", "1000000000"),
            ("семьсот тысяч", "700000"),
            ("11-ти", "11"),
            ("2-х", "2"),
            ("1 150 000", "1150000"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn a_part_of_a_number_is_no_number() {
        let first = |text: &str| {
            let list = tokens(text);
            (0..list.len()).find_map(|i| read(&list, i)).map(|n| canonical(n.micro))
        };
        assert_eq!(first("восемдесят семь"), Some("87".into()));
        assert_eq!(first("девеносто семь"), None);
        assert_eq!(first("пятнацать тысяч"), None);
        assert_eq!(first("в мае семь"), Some("7".into()));
    }

    #[test]
    fn not_one_number() {
        for text in [
            "",
            "руб",
            "01.12.2026",
            "007",
            "30 00",
            "30 000 20",
            "двадцать сто",
            "три пять",
            "12 345 67",
            "1.2.3",
            "30 тысяч 6",
            "99999999999999999",
            "тысячник",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn canonical_text() {
        for (micro, text) in [(45_600_000, "45.6"), (0, "0"), (-1_500_000, "-1.5"), (10, "0.00001")] {
            assert_eq!(canonical(micro), text);
        }
    }
}
