//! Houses and flats of an address: their words and numbers.

use crate::engine::text::address::{Part, dot, word};
use crate::engine::text::numeral_words::MICRO;
use crate::engine::text::numerals;
use crate::engine::text::token::Token;

/// «д. 5», «кв. 10», «корпус 2», «офис 12а», «литера А».
pub(super) fn house(tokens: &[Token], j: usize, last: Option<Part>) -> Option<usize> {
    const MARKERS: &[&str] = &[
        "д",
        "дом",
        "дома",
        "доме",
        "вл",
        "владение",
        "корп",
        "корпус",
        "к",
        "стр",
        "строение",
        "лит",
        "литера",
        "литер",
        "кв",
        "квартира",
        "квартиру",
        "квартире",
        "квартиры",
        "пом",
        "помещ",
        "помещение",
        "помещения",
        "помещении",
        "каб",
        "кабинет",
        "секция",
        "секции",
        "павильон",
        "пав",
        "блок",
        "зд",
        "здание",
        "соор",
        "сооружение",
        "влд",
        "двлд",
        "домовладение",
        "апартаменты",
        "апарт",
        "ангар",
        "гараж",
        "оф",
        "офис",
        "офисе",
        "этаж",
        "эт",
        "комн",
        "ком",
        "комната",
        "подъезд",
        "бокс",
        "место",
        "уч",
        "участок",
    ];
    let low = word(tokens, j);
    if !MARKERS.contains(&low) || last.is_none() {
        return None;
    }
    let mut at = dot(tokens, j + 1);
    while matches!(word(tokens, at), "№" | "n") {
        at += 1;
    }
    let token = tokens.get(at).filter(|t| !t.taken && !t.line)?;
    if token.is_digits() && token.low.len() <= 5 {
        return house_number(tokens, at);
    }
    let lettered = matches!(low, "лит" | "литера" | "литер" | "корп" | "корпус" | "стр" | "строение" | "зд" | "блок");
    let small = matches!(low, "лит" | "литера" | "литер") && token.low.chars().count() == 1;
    if token.is_word() && (token.upper && token.low.chars().count() <= 2 || small) && lettered {
        return Some(numbered(tokens, at + 1));
    }
    // «пом. Н-7», «помещение IV»: rooms are counted by letters and by Roman numbers too.
    let room = low.starts_with("пом") || matches!(low, "ком" | "комн" | "комната" | "каб" | "секция");
    let roman = token.low.chars().all(|c| matches!(c, 'i' | 'v' | 'x' | 'l'));
    if token.is_word() && token.upper && room && (roman || token.low.chars().count() == 1) {
        return Some(numbered(tokens, at + 1)).filter(|next| roman || *next > at + 1);
    }
    worded(tokens, at)
}

/// «3 этаж», «2-й эт.»: a floor that its number goes before; «3 этажа» counts floors.
pub(super) fn floor(tokens: &[Token], j: usize) -> Option<usize> {
    tokens.get(j).filter(|t| t.is_digits() && t.low.len() <= 2)?;
    let ordinal = tokens.get(j + 1).is_some_and(|t| t.is("-") && t.glued());
    let ending =
        tokens.get(j + 2).is_some_and(|t| t.glued() && matches!(t.low.as_str(), "й" | "ий" | "ый" | "ой" | "м" | "ом"));
    let at = if ordinal && ending { j + 3 } else { j + 1 };
    tokens.get(at).filter(|t| !t.line && matches!(t.low.as_str(), "этаж" | "этаже" | "эт")).map(|_| dot(tokens, at + 1))
}

/// Digits and a hyphen right behind the letter of a part: «лит. А1», «Н-7».
fn numbered(tokens: &[Token], at: usize) -> usize {
    let digits = |k: usize| tokens.get(k).is_some_and(|t| t.glued() && t.is_digits() && t.low.len() <= 4);
    let hyphen = tokens.get(at).is_some_and(|t| t.glued() && t.is("-"));
    if digits(at) {
        at + 1
    } else if hyphen && digits(at + 1) {
        at + 2
    } else {
        at
    }
}

/// «Дом сорок шесть»: a number in words, as it is dictated; what it counts is no house.
pub(super) fn worded(tokens: &[Token], at: usize) -> Option<usize> {
    let number = numerals::read(tokens, at).filter(|n| !n.plain && n.micro > 0 && n.micro < 10_000 * MICRO)?;
    let own = tokens.get(at..number.next)?;
    let words = own.iter().all(|t| t.is_word() && t.low.chars().count() > 2);
    (words && number.factor == 1 && !number.roubles && !is_counted(tokens, number.next)).then_some(number.next)
}

/// Whether what stands behind a number is measured or counted by it: «30 000 рублей», «5 %», «45 кв. м», «6 соток».
fn is_counted(tokens: &[Token], next: usize) -> bool {
    const UNITS: &[&str] = &["рубл", "тысяч", "месяц", "квадрат", "метр", "сотк", "соток", "штук", "дней"];
    let low = |k: usize| tokens.get(k).filter(|t| !t.line).map_or("", |t| t.low.as_str());
    let square =
        low(next) == "кв" && (low(next + 1).starts_with('м') || low(next + 1) == "." && low(next + 2).starts_with('м'));
    square
        || tokens.get(next).is_some_and(|t| !t.line && t.is_digits() && t.low.len() == 3)
        || matches!(
            low(next),
            "%" | "₽" | "руб" | "тыс" | "млн" | "м²" | "м" | "га" | "шт" | "лет" | "этажей" | "этажа"
        )
        || matches!(low(next), "комнат" | "комнаты")
        || UNITS.iter().any(|unit| low(next).starts_with(unit))
}

/// «5», «5а», «5/1», «5-10», «5к2».
pub(super) fn house_number(tokens: &[Token], j: usize) -> Option<usize> {
    let mut next = j + 1;
    let mut letter = false;
    while let Some(token) = tokens.get(next).filter(|t| t.glued() && !t.taken) {
        let short = token.is_word() && token.low.chars().count() == 1;
        let joint = matches!(token.low.as_str(), "/" | "-")
            && tokens
                .get(next + 1)
                .is_some_and(|t| t.glued() && (t.is_digits() || t.is_word() && t.low.chars().count() == 1));
        if short {
            letter = true;
            next += 1;
        } else if joint {
            next += 2;
        } else if token.is_digits() && letter {
            next += 1;
        } else {
            break;
        }
    }
    // «ул. Ленина 30 000 рублей», «ул. Ленина 5 %», «5 комнат» are not houses.
    (!is_counted(tokens, next)).then_some(next)
}
