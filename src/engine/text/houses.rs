//! Houses and flats of an address: their words and numbers.

use crate::engine::text::address::{Part, dot, word};
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
        "помещение",
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
    let letter = token.is_word()
        && token.upper
        && token.low.chars().count() <= 2
        && matches!(low, "лит" | "литера" | "литер" | "корп" | "корпус" | "стр");
    letter.then_some(at + 1)
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
    let measured = tokens.get(next).is_some_and(|t| {
        !t.line
            && (t.is_digits() && t.low.len() == 3
                || matches!(t.low.as_str(), "%" | "₽" | "руб" | "тыс" | "млн" | "м²" | "м")
                || t.low.starts_with("рубл")
                || t.low.starts_with("тысяч")
                || t.low.starts_with("месяц"))
    });
    (!measured).then_some(next)
}
