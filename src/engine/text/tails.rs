//! What follows a numeral and turns it into money, a share, a length of time, an amount or a year.

use crate::engine::text::numeral_words::{MICRO, half, multiplier, small};
use crate::engine::text::numerals::{Numeral, read};
use crate::engine::text::token::Token;
use crate::engine::text::units::{currency, currency_sign, low, measure, per, period, time_unit};

/// What a numeral measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tail {
    /// Money; kopecks said apart are in millionths of a rouble.
    Money { currency: &'static str, per: Option<&'static str>, kopecks: i128 },
    /// A share.
    Percent { per: Option<&'static str> },
    /// A length of time: unit and how many of them one word means.
    Duration { unit: &'static str, times: i128 },
    /// An amount: unit and factor in thousandths.
    Quantity { unit: &'static str, factor: i128 },
    /// A year of the calendar.
    Year,
}

/// The tail of a numeral and the token after it.
pub(crate) fn tail(tokens: &[Token], n: &Numeral) -> Option<(Tail, usize)> {
    if let Some(found) = named(tokens, n, n.next) {
        return Some(found);
    }
    let after = bracket(tokens, n.next)?;
    named(tokens, n, after)
}

/// «$500»: a currency and the place of its sign right before token `first`, unless the sign belongs to a sum before it.
pub(crate) fn sign_before(tokens: &[Token], first: usize) -> Option<(&'static str, usize)> {
    let at = first.checked_sub(1)?;
    let code = currency_sign(&tokens[at].low).filter(|_| !tokens[at].taken && !tokens[first].line)?;
    let owned = at.checked_sub(1).is_some_and(|k| {
        let low = tokens[k].low.as_str();
        tokens[k].is_digits()
            || low == ")"
            || small(low).is_some()
            || half(low).is_some()
            || multiplier(tokens, k, true).is_some()
    });
    (!owned).then_some((code, at))
}

/// The token after «(тридцать тысяч)», when a numeral stands in the brackets.
fn bracket(tokens: &[Token], j: usize) -> Option<usize> {
    if low(tokens, j) != "(" {
        return None;
    }
    read(tokens, j + 1)?;
    (j + 2..(j + 16).min(tokens.len())).find(|&k| tokens[k].is(")")).map(|k| k + 1)
}

fn named(tokens: &[Token], n: &Numeral, j: usize) -> Option<(Tail, usize)> {
    let word = low(tokens, j);
    if word == "%" || word.starts_with("процент") || word == "проц" {
        return Some(percent(tokens, j + 1));
    }
    if n.roubles {
        return Some(money(tokens, "RUB", j, n));
    }
    if let Some((code, next)) = currency(tokens, j) {
        return Some(money(tokens, code, next, n));
    }
    if let Some((sign, _)) = sign_before(tokens, n.first) {
        return Some(money(tokens, sign, j, n));
    }
    if year(tokens, n, j) {
        let manufactured =
            matches!(low(tokens, j + 1), "." | "/") && tokens.get(j + 2).is_some_and(|t| t.glued() && t.is("в"));
        let next = match (is_year_word(word), manufactured) {
            (false, _) => n.next,
            (true, true) => j + 3,
            (true, false) => j + 1,
        };
        return Some((Tail::Year, next));
    }
    // «85 квартал» counts nothing: behind such a number the word would stand in another case. It names a block of houses.
    let ones = (n.micro / MICRO) % 10 == 1 && (n.micro / MICRO) % 100 != 11;
    let block = word == "квартал" && !ones;
    if let Some(found) = time(tokens, j).filter(|_| !block) {
        return Some(found);
    }
    if let Some((unit, factor, next)) = measure(tokens, j) {
        return Some((Tail::Quantity { unit, factor }, next));
    }
    // «25 000 в месяц», «1 400/м²»: a sum, though nobody said of what; «2 в день» is not.
    let (code, next) = per(tokens, j).filter(|_| n.micro >= 100 * MICRO && !n.ordinal)?;
    Some((Tail::Money { currency: "RUB", per: Some(code), kopecks: 0 }, next))
}

fn percent(tokens: &[Token], j: usize) -> (Tail, usize) {
    let annual = low(tokens, j);
    if matches!(annual, "годовых" | "годовой" | "годовые") {
        return (Tail::Percent { per: Some("year") }, j + 1);
    }
    match per(tokens, j).filter(|(code, _)| matches!(*code, "day" | "week" | "month" | "year")) {
        Some((code, next)) => (Tail::Percent { per: Some(code) }, next),
        None => (Tail::Percent { per: None }, j),
    }
}

/// Kopecks and the period after a currency.
fn money(tokens: &[Token], currency: &'static str, j: usize, n: &Numeral) -> (Tail, usize) {
    let (mut next, mut kopecks) = (j, 0);
    let at = if low(tokens, j) == "," { j + 1 } else { j };
    if currency == "RUB"
        && let Some((value, after)) = kopeck_count(tokens, at)
        && low(tokens, after).starts_with("коп")
    {
        (next, kopecks) = (after + 1, value);
        if low(tokens, next) == "." && tokens.get(next + 1).is_some_and(|t| !t.upper && !t.line) {
            next += 1;
        }
    }
    match per(tokens, next) {
        Some((code, after)) => (Tail::Money { currency, per: Some(code), kopecks }, after),
        None => (Tail::Money { currency, per: per_before(tokens, n.first).map(|(code, _)| code), kopecks }, next),
    }
}

/// «00» or «50» or «пятьдесят» before «копеек»; leading zeros are welcome here.
fn kopeck_count(tokens: &[Token], j: usize) -> Option<(i128, usize)> {
    let token = tokens.get(j).filter(|t| !t.taken)?;
    if token.is_digits() {
        let value: i128 = (token.low.len() <= 2).then(|| token.low.parse().ok()).flatten()?;
        return Some((value * MICRO / 100, j + 1));
    }
    let numeral = read(tokens, j)?;
    (numeral.micro < 100 * MICRO).then_some((numeral.micro / 100, numeral.next))
}

/// «в сутки 2500», «ежемесячно 30 000», «сутки — 2500»: the period before token `first` and where it starts.
pub(crate) fn per_before(tokens: &[Token], first: usize) -> Option<(&'static str, usize)> {
    let mut at = first.checked_sub(1)?;
    if tokens[first].line {
        return None;
    }
    while matches!(tokens[at].low.as_str(), "по" | "-" | "–" | "—" | ":" | "$" | "=") && !tokens[at].line {
        at = at.checked_sub(1)?;
    }
    let word = &tokens[at];
    if word.taken {
        return None;
    }
    if word.low.starts_with("ежемесячн") || word.is("помесячно") {
        return Some(("month", at));
    }
    if word.is("посуточно") || word.is("ежедневно") {
        return Some(("day", at));
    }
    let code = match word.low.as_str() {
        "месяц" | "сутки" | "день" | "час" | "год" | "неделя" | "неделю" => {
            period(&word.low)?
        }
        _ => return None,
    };
    match at.checked_sub(1).map(|k| (k, &tokens[k])) {
        Some((k, t)) if matches!(t.low.as_str(), "в" | "за") && !t.taken => Some((code, k)),
        Some((_, t)) if t.is_mark_or_line(word) => Some((code, at)),
        None => Some((code, at)),
        // «на месяц 30 000», «1 год 30 000»: a term, not a rate.
        _ => None,
    }
}

impl Token {
    /// Whether a sentence or a part of it ends between this token and the one after it.
    fn is_mark_or_line(&self, after: &Token) -> bool {
        after.line || matches!(self.low.as_str(), "," | "." | ";" | ":" | "!" | "?" | "(")
    }
}

/// «месяцев», «рабочих дней», «-месячный», «-летний».
fn time(tokens: &[Token], j: usize) -> Option<(Tail, usize)> {
    let word = low(tokens, j);
    if matches!(word, "-" | "–") && tokens[j].glued()
        || ["месячн", "дневн", "недельн", "летн"].iter().any(|s| word.starts_with(s))
    {
        let at = if matches!(word, "-" | "–") { j + 1 } else { j };
        let (unit, next) = time_adjective(low(tokens, at)).map(|unit| (unit, at + 1))?;
        return Some((Tail::Duration { unit, times: 1 }, next));
    }
    let adjective = ["рабоч", "календарн", "банковск", "полн"].iter().any(|stem| word.starts_with(stem));
    let at = if adjective { j + 1 } else { j };
    let (unit, times) = time_unit(low(tokens, at))?;
    // Five working days are a week: they stay what they were said to be.
    let working = unit == "day" && times == 1 && (word.starts_with("рабоч") || word.starts_with("банковск"));
    Some((Tail::Duration { unit: if working { "working_day" } else { unit }, times }, at + 1))
}

/// «месячный» and its kin: the unit.
pub(crate) fn time_adjective(word: &str) -> Option<&'static str> {
    [("месячн", "month"), ("дневн", "day"), ("недельн", "week"), ("летн", "year"), ("годичн", "year")]
        .iter()
        .find(|(stem, _)| word.starts_with(stem))
        .map(|(_, unit)| *unit)
}

fn is_year_word(word: &str) -> bool {
    matches!(word, "год" | "года" | "году" | "годом" | "г" | "гв" | "годов")
}

/// Whether the numeral is a year: four digits with «года» after or «год выпуска» before.
fn year(tokens: &[Token], n: &Numeral, j: usize) -> bool {
    let four = tokens[n.first].is_digits() && tokens[n.first].low.len() == 4 && n.micro % MICRO == 0;
    if !four || !(1900..=2100).contains(&(n.micro / MICRO)) || n.factor != 1 || j != n.next {
        return false;
    }
    if is_year_word(low(tokens, j)) {
        return true;
    }
    let mut back = n.first;
    while back > 0 && matches!(tokens[back - 1].low.as_str(), ":" | "-" | "–" | "—" | "." | "(") {
        back -= 1;
    }
    let before = |k: usize| back.checked_sub(k).map_or("", |at| tokens[at].low.as_str());
    matches!(before(1), "выпуска" | "выпуск" | "гв" | "год" | "году")
        || (before(1) == "в" && matches!(before(2), "/" | "."))
}
