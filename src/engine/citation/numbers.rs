//! The guard over numbers: every number with a unit must stand in a cited place, or come from a recorded calculation.

use crate::engine::address::lex::{Kind, Token, lex};
use crate::engine::citation::amounts::{Decimal, measure, numeral};
use crate::engine::fold::{Folded, fold};
use std::ops::Range;

/// A number with its unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// Bytes of the text: the number with its unit.
    pub range: Range<usize>,
    /// The number as it stands.
    pub value: Decimal,
    /// What the unit measures: `length`, `RUB`.
    pub dimension: String,
    /// In base units of the dimension.
    pub base: Decimal,
}

/// A text that may support a number.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// Title and text of the node.
    pub text: &'a str,
    /// A table, a row, a cell: its unit may stand in the caption, so the bare number counts.
    pub table: bool,
}

/// The numbers of a text that may support others: read once, however many sentences rest on it.
#[derive(Debug, Clone)]
pub struct Held<'a> {
    text: &'a str,
    amounts: Vec<Amount>,
    /// Bare numbers of a table.
    plain: Vec<Decimal>,
}

impl<'a> Held<'a> {
    /// Reads a text.
    #[must_use]
    pub fn of(ground: &Ground<'a>) -> Self {
        let plain = if ground.table { bare(ground.text) } else { Vec::new() };
        Self { text: ground.text, amounts: amounts(ground.text), plain }
    }
}

/// A number that stands in the sources in another unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion {
    /// As the answer says it.
    pub said: Amount,
    /// As the source says it: the words.
    pub stands: String,
}

/// What became of the numbers of a sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Numbers that stand nowhere.
    pub unsupported: Vec<Amount>,
    /// Numbers that stand in another unit: show both.
    pub converted: Vec<Conversion>,
}

/// Numbers with units of a text.
#[must_use]
pub fn amounts(text: &str) -> Vec<Amount> {
    let folded = fold(text);
    let tokens = lex(&folded.text);
    let mut out = Vec::new();
    let mut waiting: Vec<Number> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some(number) = number(&tokens, at) else {
            at += 1;
            waiting.clear();
            continue;
        };
        at = number.next;
        waiting.push(number);
        if let Some((unit, next)) = measure(&tokens, at) {
            let first = waiting[0].at;
            let date = first > 0 && tokens[first - 1].is("월")
                || unit.dimension == "month" && waiting.iter().any(|n| n.value.year());
            for number in waiting.drain(..) {
                if date || number.date {
                    continue;
                }
                if let Some(base) = number.value.times(unit.factor) {
                    let range = folded.original(tokens[number.at].start..tokens[next - 1].end);
                    out.push(Amount { range, value: number.value, dimension: unit.dimension.clone(), base });
                }
            }
            at = next;
            continue;
        }
        // «10-15 мм», «20 ± 5 мм», «20, 25 и 30 мм», «от 10 до 15 мм»: the unit comes later.
        let joins = tokens.get(at).is_some_and(|token| {
            matches!(
                token.text,
                "-" | "±" | "," | "и" | "та" | "і" | "або" | "или" | "до" | "по" | "/" | "~" | "х" | "×"
            )
        });
        if joins && self::number(&tokens, at + 1).is_some() {
            at += 1;
        } else {
            waiting.clear();
        }
    }
    out
}

struct Number {
    value: Decimal,
    at: usize,
    next: usize,
    /// Part of a date or of a dotted address.
    date: bool,
}

fn number(tokens: &[Token<'_>], at: usize) -> Option<Number> {
    let token = tokens.get(at)?;
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.is(text));
    let digits = |at: usize| tokens.get(at).filter(|token| token.kind == Kind::Digits);
    if token.kind == Kind::Letters {
        return words(tokens, at);
    }
    if token.kind != Kind::Digits {
        return None;
    }
    let mut text = token.text.to_owned();
    let mut next = at + 1;
    while text.len() <= 12
        && token.text.len() <= 3
        && digits(next).is_some_and(|part| part.spaced && part.text.len() == 3)
    {
        text.push_str(tokens[next].text);
        next += 1;
    }
    let mut dots = 0;
    while (is(next, ".") || is(next, ",")) && !tokens[next].spaced && digits(next + 1).is_some_and(|part| !part.spaced)
    {
        dots += 1;
        // From the second dot on it is a date or an address, however long: its digits are no number.
        if dots == 1 {
            text.push('.');
            text.push_str(tokens[next + 1].text);
        }
        next += 2;
    }
    if dots > 1 {
        return Some(Number { value: Decimal::new(0, 0), at, next, date: true });
    }
    let mut value = Decimal::read(&text)?;
    if let Some((exponent, after)) = ten(tokens, next) {
        value = value.times(Decimal::new(1, exponent))?;
        next = after;
    } else if text == "10"
        && let Some((exponent, after)) = exponent(tokens, next)
    {
        value = Decimal::new(1, exponent);
        next = after;
    }
    // A minus stands apart from what is before it: «от -5 °С», not «10-15»; an opening mark holds nothing: «**-5 °С**».
    let opens = |sign: usize| {
        sign.checked_sub(1).is_none_or(|before| matches!(tokens[before].text, "(" | "*" | "[" | "«" | "\"" | "=" | "~"))
    };
    let sign =
        at.checked_sub(1).is_some_and(|sign| is(sign, "-") && !token.spaced && (tokens[sign].spaced || opens(sign)));
    Some(Number { value: if sign { value.negative() } else { value }, at, next, date: false })
}

/// «тридцати пяти».
fn words(tokens: &[Token<'_>], at: usize) -> Option<Number> {
    let read = |at: usize| -> Option<(i128, usize)> {
        let token = tokens.get(at)?;
        if let Some(value) = numeral(token.text) {
            return Some((value, at + 1));
        }
        // «п'яти»: the apostrophe has parted the word.
        let rest = tokens.get(at + 2).filter(|_| tokens[at + 1].is("'") && matches!(token.text, "п" | "дев"))?;
        numeral(&format!("{}'{}", token.text, rest.text)).map(|value| (value, at + 3))
    };
    let (mut value, mut next) = read(at)?;
    if value >= 20
        && let Some((small, after)) = read(next).filter(|(small, _)| *small < 10)
    {
        value += small;
        next = after;
    }
    Some(Number { value: Decimal::new(value, 0), at, next, date: false })
}

/// «· 10^6», «·10⁻³».
fn ten(tokens: &[Token<'_>], at: usize) -> Option<(i32, usize)> {
    let times = tokens.get(at).is_some_and(|token| matches!(token.text, "·" | "×" | "*" | "х" | "∙" | "⋅"));
    if !(times && tokens.get(at + 1).is_some_and(|token| token.is("10"))) {
        return None;
    }
    exponent(tokens, at + 2)
}

fn exponent(tokens: &[Token<'_>], at: usize) -> Option<(i32, usize)> {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.is(text));
    if is(at, "^") {
        let minus = is(at + 1, "-");
        let digits = tokens
            .get(at + 1 + usize::from(minus))
            .filter(|token| token.kind == Kind::Digits && token.text.len() < 3)?;
        let value: i32 = digits.text.parse().ok()?;
        return Some((if minus { -value } else { value }, at + 2 + usize::from(minus)));
    }
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let (mut value, mut next, mut found) = (0_i32, at, false);
    let minus = is(at, "⁻");
    next += usize::from(minus);
    while let Some(digit) = tokens.get(next).filter(|token| !token.spaced).and_then(|token| {
        let ch = token.text.chars().next()?;
        RAISED.chars().position(|raised| raised == ch)
    }) {
        value = value * 10 + i32::try_from(digit).ok()?;
        next += 1;
        found = true;
        if value > 99 {
            return None;
        }
    }
    found.then_some((if minus { -value } else { value }, next))
}

/// Bare numbers of a table's text.
fn bare(text: &str) -> Vec<Decimal> {
    let folded: Folded = fold(text);
    let tokens = lex(&folded.text);
    (0..tokens.len())
        .filter(|&at| tokens[at].kind == Kind::Digits)
        .filter_map(|at| number(&tokens, at))
        .map(|n| n.value)
        .collect()
}

/// Checks the numbers of a sentence. `apart` are stretches that are no claims of it: addresses and quotations, in
/// bytes of the sentence. `given` are amounts from recorded calculations and from the person's own data.
#[must_use]
pub fn check(sentence: &str, apart: &[Range<usize>], grounds: &[Ground<'_>], given: &[Amount]) -> Checked {
    let claimed = claimed(sentence, apart);
    if claimed.is_empty() {
        return Checked::default();
    }
    let held: Vec<Held<'_>> = grounds.iter().map(Held::of).collect();
    supported(claimed, &held.iter().collect::<Vec<_>>(), given)
}

/// The amounts that a sentence itself claims.
#[must_use]
pub fn claimed(sentence: &str, apart: &[Range<usize>]) -> Vec<Amount> {
    let stands_apart =
        |amount: &Amount| apart.iter().any(|range| range.start <= amount.range.start && amount.range.start < range.end);
    amounts(sentence).into_iter().filter(|amount| !stands_apart(amount)).collect()
}

/// [`check`] of amounts and texts that have been read.
#[must_use]
pub fn supported(claimed: Vec<Amount>, held: &[&Held<'_>], given: &[Amount]) -> Checked {
    let mut out = Checked::default();
    for amount in claimed {
        let equal = |other: &&Amount| other.dimension == amount.dimension && other.base == amount.base;
        let all = held.iter().flat_map(|held| held.amounts.iter().map(move |other| (held.text, other)));
        let found: Vec<(&str, &Amount)> = all.filter(|(_, other)| equal(other)).collect();
        let plain = held.iter().any(|held| held.plain.contains(&amount.value));
        if plain || given.iter().any(|other| equal(&other)) {
            continue;
        }
        match found.first() {
            None => out.unsupported.push(amount),
            Some((text, other)) if found.iter().all(|(_, other)| other.value != amount.value) => {
                let stands = text[other.range.clone()].to_owned();
                out.converted.push(Conversion { said: amount, stands });
            }
            Some(_) => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(a: &str, b: &str) {
        let base =
            |text: &str| amounts(text).into_iter().map(|amount| (amount.dimension, amount.base)).collect::<Vec<_>>();
        assert!(!base(a).is_empty(), "{a}");
        assert_eq!(base(a), base(b), "{a} = {b}");
    }

    #[test]
    fn one_amount_in_several_forms() {
        same("30 мм", "3 см");
        same("30мм", "0,03 м");
        same("1,80 МПа", "1.8 МПа");
        same("1 МПа", "1 Н/мм²");
        same("10 кгс/см²", "0,980665 МПа");
        same("2·10^5 Па", "0,2 МПа");
        same("5·10⁻³ м", "5 мм");
        same("10⁶ Па", "1 MPa");
        same("30 000 руб.", "30 тыс. рублей");
        same("тридцати дней", "30 дней");
        same("двадцати пяти дней", "25 діб");
        same("п'яти днів", "5 дней");
        same("1 год", "12 месяцев");
        same("10-15 мм", "10 мм и 15 мм");
        same("20±5 мм", "20 мм, 5 мм");
        same("от 10 до 15 %", "10 %, 15 процентов");
        same("100 м²", "100 кв. м");
        same("-5 °С", "-5 °C");
        same("3년", "36개월");
        same("5천만원", "50000000원");
        assert_eq!(amounts("10 рабочих дней")[0].dimension, "working day");
    }

    #[test]
    fn dates_and_addresses_are_no_amounts() {
        for text in
            ["в 2020 году", "от 30.12.2009 года", "п. 10.3.2 м", "2024년", "5월 3일", "№ 5", "ст. 15", "2019. 5. 16."]
        {
            assert!(amounts(text).is_empty(), "{text}: {:?}", amounts(text));
        }
    }

    #[test]
    fn the_guard() {
        let row = Ground { text: "На открытом воздухе 30", table: true };
        let node = Ground {
            text: "Толщина слоя не менее 3 см, срок тридцать дней.", table: false
        };
        let run = |text: &str, ground: Ground<'_>| check(text, &[], &[ground], &[]);
        assert!(run("Слой на улице 30 мм.", row).unsupported.is_empty());
        assert_eq!(run("Слой на улице 40 мм.", row).unsupported.len(), 1);
        let converted = run("Слой 30 мм.", node);
        assert!(converted.unsupported.is_empty() && converted.converted[0].stands == "3 см", "{converted:?}");
        assert!(run("В течение 30 дней.", node).unsupported.is_empty());
        assert_eq!(run("В течение 30 рабочих дней.", node).unsupported.len(), 1);
        let given = amounts("45 мм");
        assert!(check("Итого 45 мм.", &[], &[node], &given).unsupported.is_empty());
        assert_eq!(
            check("Сказано «45 мм», и 46 мм.", std::slice::from_ref(&(16..25)), &[node], &[]).unsupported.len(),
            1
        );
    }
}
