//! Streets of an address: their words and names, also where a name is a day («1-го Мая») or was dictated.

use crate::engine::text::address::{dot, word};
use crate::engine::text::houses::{house, house_number};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::numerals;
use crate::engine::text::places::city;
use crate::engine::text::token::Token;

/// Words of a street's name.
const NAME: usize = 5;

/// Whether a word says what kind of street is named (short forms: приказ Минфина России от 05.11.2015 № 171н).
pub(super) fn is_street_marker(low: &str) -> bool {
    matches!(
        low,
        "ул" | "улица"
            | "улице"
            | "улицы"
            | "улицу"
            | "просп"
            | "пр"
            | "проспект"
            | "проспекте"
            | "проспекта"
            | "пер"
            | "переулок"
            | "переулке"
            | "проулок"
            | "наб"
            | "набережная"
            | "набережной"
            | "шоссе"
            | "ш"
            | "бульвар"
            | "бульваре"
            | "бул"
            | "площадь"
            | "площади"
            | "пл"
            | "проезд"
            | "проезде"
            | "мкр"
            | "микрорайон"
            | "микрорайоне"
            | "тракт"
            | "аллея"
            | "тупик"
            | "мкрн"
            | "линия"
    )
}

/// «85 квартал», «85-й квартал», «6-й мкр»: a number and the word of a block behind it.
pub(super) fn block(tokens: &[Token], j: usize) -> Option<usize> {
    let number = tokens.get(j).filter(|t| t.is_digits() && t.low.len() <= 3 && !t.taken)?;
    let ordinal = tokens.get(j + 1).is_some_and(|t| t.is("-") && t.glued())
        && tokens.get(j + 2).is_some_and(|t| t.glued() && matches!(t.low.as_str(), "й" | "ый" | "ой" | "м" | "го"));
    let at = if ordinal { j + 3 } else { j + 1 };
    let named = is_block(word(tokens, at)) && tokens.get(at).is_some_and(|t| !t.line);
    // «2 квартала» are half a year; «85 квартал» counts nothing.
    let counted = !ordinal && number.low.ends_with('1') && !number.low.ends_with("11");
    (named && !counted).then(|| dot(tokens, at + 1))
}

/// The word of a block of houses, in the singular.
fn is_block(low: &str) -> bool {
    matches!(low, "квартал" | "мкр" | "мкрн" | "микрорайон" | "микрорайоне" | "квартале")
}

/// Words of the name of a garden community or of a row of garages.
const GARDEN: usize = 4;

/// «СНТ «Рассвет-2»», «тер. ГСК Мотор»: plots and garages are reached through the community that they belong to.
pub(super) fn garden(tokens: &[Token], j: usize) -> Option<usize> {
    let led = matches!(word(tokens, j), "тер" | "территория");
    let at = if led { dot(tokens, j + 1) } else { j };
    let kind = word(tokens, at);
    if !matches!(kind, "снт" | "днт" | "днп" | "онт" | "тсн" | "спк" | "гск" | "гпк" | "гсо" | "кп")
    {
        return None;
    }
    let quoted = tokens.get(at + 1).is_some_and(|t| t.is("«") || t.is("\""));
    let from = at + 1 + usize::from(quoted);
    let mut next = from;
    while next < from + GARDEN {
        let Some(token) = tokens.get(next).filter(|t| !t.line && !t.taken) else { break };
        let tail = token.glued() && (token.is("-") || token.is_digits());
        let number = token.is_digits() && (next > from || quoted) && token.low.len() <= 3;
        if !(token.is_word() && (token.upper || quoted) || next > from && tail || number) {
            break;
        }
        next += 1;
    }
    let closed = tokens.get(next).is_some_and(|t| t.is("»") || t.is("\""));
    let whole = next > from && tokens[from].upper && (!quoted || closed);
    whole.then_some(next + usize::from(quoted))
}

/// «пр-т», «б-р», «пр-кт», «пр-д».
fn hyphened(tokens: &[Token], at: usize) -> bool {
    matches!(word(tokens, at), "пр" | "б" | "р" | "пер")
        && tokens.get(at + 1).is_some_and(|t| t.is("-") && t.glued())
        && tokens
            .get(at + 2)
            .is_some_and(|t| t.glued() && matches!(t.low.as_str(), "т" | "кт" | "д" | "зд" | "р" | "к"))
}

/// The token behind the word of a street.
fn marker(tokens: &[Token], at: usize) -> Option<usize> {
    if hyphened(tokens, at) {
        Some(at + 3)
    } else if is_street_marker(word(tokens, at)) {
        Some(dot(tokens, at + 1))
    } else {
        None
    }
}

/// «ул. Ленина», «пр-т Мира», «Невский проспект», «1-я Тверская улица».
pub(super) fn street(tokens: &[Token], j: usize) -> Option<usize> {
    // «Квартал 85», «мкр. 6».
    let numbered = dot(tokens, j + 1);
    if is_block(word(tokens, j)) && tokens.get(numbered).is_some_and(|t| t.is_digits() && t.low.len() <= 3 && !t.line) {
        return house_number(tokens, numbered);
    }
    if let Some(next) = garden(tokens, j) {
        return Some(next);
    }
    if let Some(at) = marker(tokens, j) {
        // «площадь 45 м²» is no square; a name with a capital or an ordinal must follow.
        return street_name(tokens, at, true).filter(|&end| end > at).or_else(|| dictated(tokens, j, at));
    }
    // «Тверь бульвар Цанова»: the name of a city is no name of the street whose own name follows.
    if let Some((_, next)) = city(tokens, j)
        && marker(tokens, next).is_some_and(|at| street_name(tokens, at, true).is_some())
    {
        return None;
    }
    let end = street_name(tokens, j, false).filter(|&end| end > j)?;
    let reached = (j + 1..=end)
        .find(|&at| tokens.get(at).is_some_and(|t| !t.line && t.gap == 1) && marker(tokens, at).is_some())?;
    // The short «ш», «пл» after a word need their dot; «проспект» does not.
    let name = word(tokens, reached);
    let sure = name.chars().count() > 3
        || hyphened(tokens, reached)
        || tokens.get(reached + 1).is_some_and(|t| t.is(".") && t.glued());
    // «По выписке ЕГРН площадь помещения»: a square is called by an adjective, «Красная площадь».
    let square = name.starts_with("площад")
        && !["ая", "яя", "ой", "ей"].iter().any(|ending| word(tokens, reached - 1).ends_with(ending));
    marker(tokens, reached).filter(|_| sure && !square)
}

/// «улица российская 267», «улица восстания дом сорок шесть»: a dictated name in small letters, between the word of a
/// street and a number.
fn dictated(tokens: &[Token], j: usize, at: usize) -> Option<usize> {
    let sure = matches!(
        word(tokens, j),
        "ул" | "улица"
            | "улице"
            | "проспект"
            | "проспекте"
            | "переулок"
            | "бульвар"
            | "шоссе"
            | "проезд"
    );
    let number = |k: usize| {
        tokens.get(k).is_some_and(|t| t.is_digits() && t.low.len() <= 4)
            || tokens.get(k).is_some_and(|t| !t.line) && numerals::read(tokens, k).is_some()
    };
    let end = (at..at + NAME).find(|&k| {
        let ends = |t: &Token| t.taken || t.line || !t.is_word() || t.low.chars().count() < 3;
        tokens.get(k).is_none_or(ends) || k > at && number(k) || matches!(word(tokens, k), "дом" | "корпус")
    })?;
    let next = if tokens.get(end).is_some_and(|t| t.is(",")) { end + 1 } else { end };
    let house = matches!(word(tokens, next), "дом" | "д");
    (sure && end > at && number(dot(tokens, next + usize::from(house)))).then_some(end)
}

/// The token behind a name of a number and a noun («40 лет Победы», «1905 года», «8 марта», «26 Бакинских Комиссаров»),
/// or behind the number alone where an ordinary noun follows («1-я Тверская»).
fn numbered(tokens: &[Token], at: usize, marked: bool) -> Option<usize> {
    let number = tokens.get(at).filter(|t| t.is_digits() && t.low.len() <= 4)?;
    let ending = |k: usize| {
        tokens.get(k).is_some_and(|t| {
            t.glued() && matches!(t.low.as_str(), "я" | "й" | "го" | "ая" | "ый" | "ой" | "ого" | "е" | "ое" | "ье")
        })
    };
    let ordinal = tokens.get(at + 1).is_some_and(|t| t.is("-") && t.glued()) && ending(at + 2);
    let noun = if ordinal { at + 3 } else { at + 1 };
    let next = word(tokens, noun);
    if is_month(next) || matches!(next, "лет" | "летия" | "года") && number.low.len() > 1 {
        return Some(noun + 1);
    }
    let capital = |k: usize| tokens.get(k).is_some_and(|t| t.upper && t.is_word() && !t.taken && !t.line);
    // «ул. 26 Бакинских Комиссаров», but not «ул. 5 Казань»: a plural in the genitive is counted.
    let counted = marked && capital(noun) && ["ых", "их"].iter().any(|end| next.ends_with(end));
    if counted {
        return Some(noun);
    }
    ordinal.then_some(noun)
}

/// A month as names of streets have it.
fn is_month(low: &str) -> bool {
    matches!(
        low,
        "января"
            | "февраля"
            | "марта"
            | "апреля"
            | "мая"
            | "июня"
            | "июля"
            | "августа"
            | "сентября"
            | "октября"
            | "ноября"
            | "декабря"
    )
}

/// Words that stand before the name of somebody in the name of a street.
fn is_title(low: &str) -> bool {
    matches!(
        low,
        "им" | "имени"
            | "академика"
            | "маршала"
            | "генерала"
            | "адмирала"
            | "героя"
            | "героев"
            | "космонавта"
            | "летчика"
            | "летчиков"
            | "братьев"
            | "сестер"
            | "профессора"
            | "композитора"
            | "художника"
            | "писателя"
            | "архитектора"
            | "капитана"
            | "полковника"
            | "лейтенанта"
            | "сержанта"
            | "матроса"
            | "партизана"
            | "доктора"
            | "инженера"
            | "реки"
            | "канала"
            | "павших"
            | "защитников"
    )
}

/// Up to five words of a street's name; `marked` where the word of a street stands before it.
pub(super) fn street_name(tokens: &[Token], j: usize, marked: bool) -> Option<usize> {
    let mut at = j;
    for k in 0..NAME {
        let Some(token) = tokens.get(at).filter(|t| !t.taken && (!t.line || k == 0)) else { break };
        if let Some(next) = numbered(tokens, at, marked) {
            at = next;
        } else if marked && k < 2 && titled(tokens, at) {
            at = dot(tokens, at + 1);
        } else if token.is_word() && token.upper && house(tokens, at, Some(super::address::Part::Street)).is_none() {
            at += 1;
            while tokens.get(at).is_some_and(|t| t.is("-") && t.glued())
                && tokens.get(at + 1).is_some_and(|t| t.is_word() && t.glued())
            {
                at += 2;
            }
            let initial =
                tokens[at - 1].low.chars().count() == 1 && tokens.get(at).is_some_and(|t| t.is(".") && t.glued());
            at += usize::from(initial);
        } else {
            break;
        }
    }
    (at > j).then_some(at)
}

/// «им. Кирова», «академика Королёва»: a title in small letters before a name.
fn titled(tokens: &[Token], at: usize) -> bool {
    let title = tokens.get(at).is_some_and(|t| t.is_word() && !t.upper && is_title(&t.low));
    let next = dot(tokens, at + 1);
    title
        && (next..next + 2).any(|k| tokens.get(k).is_some_and(|t| t.is_word() && t.upper && !t.line))
        && tokens.get(next).is_some_and(|t| t.upper || is_title(&t.low))
}

/// «ул. 1-го Мая», «улица Первого Мая», «1 Мая ул.», «Казань, 8 Марта, д. 5»: a day without a year beside the word of a
/// street, or between a place and a house, is the name of the street.
pub(super) fn is_day_of_street(tokens: &[Token], day: &Mention) -> bool {
    if !matches!(day.kind, MentionKind::Date { complete: false, .. }) {
        return false;
    }
    let first = tokens.partition_point(|t| t.start < day.start);
    let next = tokens.partition_point(|t| t.end <= day.end);
    let before = |back: usize| first.checked_sub(back).filter(|_| tokens.get(first).is_some_and(|t| !t.line));
    let dotted = before(1).is_some_and(|at| tokens[at].is(".") && tokens[at].glued());
    let marked = before(if dotted { 2 } else { 1 }).is_some_and(|at| {
        is_street_marker(&tokens[at].low)
            // The hyphened ones end with their last letters: «пр-т 1 Мая».
            || at >= 2 && hyphened(tokens, at - 2)
    });
    let behind = tokens.get(next).is_some_and(|t| !t.line) && {
        let named = matches!(word(tokens, next), "улица" | "улице" | "проспект" | "площадь" | "площади");
        named || word(tokens, next) == "ул" && tokens.get(next + 1).is_some_and(|t| t.is(".") && t.glued())
    };
    // «ул.» may stand behind a sentence about a day: «до 1 мая, ул. …» has a comma.
    let placed = || {
        let comma = before(1).is_some_and(|at| tokens[at].is(","));
        let city = comma && before(2).is_some_and(|at| at_city(tokens, at));
        let house = tokens.get(next).is_some_and(|t| t.is(",")) && matches!(word(tokens, next + 1), "д" | "дом");
        city && house
    };
    marked || behind || placed()
}

/// Whether the word at `at` ends the name of a listed city.
fn at_city(tokens: &[Token], at: usize) -> bool {
    (0..3)
        .filter_map(|back| at.checked_sub(back))
        .any(|from| city(tokens, from).is_some_and(|(_, next)| next == at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::dates::dates;
    use crate::engine::text::token::tokens;

    #[test]
    fn a_day_beside_the_word_of_a_street_is_its_name() {
        for (text, want) in [
            ("ул. 1-го Мая, д. 3", true),
            ("улица Первого Мая, 3", true),
            ("проспект 9 мая 12", true),
            ("пр-т 8 Марта, 4", true),
            ("пл. 1 Мая", true),
            ("Казань, 8 Марта, д. 5", true),
            ("аренда с 1 мая", false),
            ("до 1 мая, улица Ленина, 5", false),
            ("ул. Ленина, с 1 мая", false),
            ("ул. Мира 5, 1 мая въезд", false),
            ("Казань, 8 марта, подписание", false),
        ] {
            let list = tokens(text);
            let found = dates(text, "2026-11-24").iter().any(|day| is_day_of_street(&list, &day.mention));
            assert_eq!(found, want, "{text}");
        }
    }
}
