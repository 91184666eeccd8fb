//! Addresses: parts with their markers, joined by commas, up to the end of the clause.

use crate::engine::text::case::capitalise;
use crate::engine::text::houses::{floor, house, house_number, worded};
use crate::engine::text::mention::MentionKind;
use crate::engine::text::numerals;
use crate::engine::text::places::city;
use crate::engine::text::spans::Candidate;
use crate::engine::text::streets::{block, garden, is_street_marker, street, street_name};
use crate::engine::text::token::Token;

/// What a part of an address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Index,
    Region,
    City,
    Street,
    House,
}

/// The most parts that one address has.
const PARTS: usize = 14;

/// Addresses of a text.
pub(crate) fn addresses(text: &str, tokens: &[Token]) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match address(tokens, i) {
            Some((next, parts)) => {
                let (start, end) = (tokens[i].start, tokens[next - 1].end);
                let shown = nominative(text, tokens, &parts).unwrap_or_else(|| text[start..end].to_owned());
                // A garden community is no side where a place or a plot stands beside its name.
                let tier = if parts.iter().any(|(_, from, _)| garden(tokens, *from).is_some()) { 0 } else { 3 };
                out.push(Candidate::new(tier, start, end, MentionKind::Address { text: shown }));
                i = next;
            }
            None => i += 1,
        }
    }
    out
}

/// A part with its first token and the one behind it.
type Piece = (Part, usize, usize);

/// «Казани на Чистопольской 20» as an address is written: «г. Казань, Чистопольская 20»; `None` where the words stand as
/// they are written.
fn nominative(text: &str, tokens: &[Token], parts: &[Piece]) -> Option<String> {
    let mut changed = false;
    let mut out = String::new();
    for (at, (kind, from, next)) in parts.iter().enumerate() {
        let raw = text.get(tokens[*from].start..tokens[*next - 1].end)?;
        let led = matches!(tokens[*from].low.as_str(), "на" | "по");
        let said = match kind {
            Part::City => match city(tokens, *from).map(|(name, _)| name.trim_start_matches('!')) {
                Some(name) if name.to_lowercase().replace('ё', "е") != tokens[*from].low && next - from == 1 => {
                    changed = true;
                    format!("г. {name}")
                }
                // «казань улица восстания»: dictated in small letters.
                Some(name) if !tokens[*from].upper => {
                    changed = true;
                    format!("г. {name}")
                }
                _ if !tokens[next - 1].upper && tokens[next - 1].is_word() => {
                    changed = true;
                    let name = text.get(tokens[next - 1].start..tokens[next - 1].end)?;
                    format!("{}{}", text.get(tokens[*from].start..tokens[next - 1].start)?, capitalise(name))
                }
                _ => raw.to_owned(),
            },
            Part::Street if led => {
                changed = true;
                let name = text.get(tokens[*from + 1].start..tokens[*next - 1].end)?;
                // An adjective goes back to its own form; «на Ленина» is a genitive and stays.
                match name.strip_suffix("ской").or_else(|| name.strip_suffix("цкой")) {
                    Some(_) => format!("{}ая", name.strip_suffix("ой")?),
                    None => name.to_owned(),
                }
            }
            Part::Street if is_small(tokens, *from, *next) => {
                changed = true;
                capitals(text, tokens, *from, *next)?
            }
            Part::House => match spelled(tokens, *from, *next) {
                Some(number) => {
                    changed = true;
                    number
                }
                None => raw.to_owned(),
            },
            _ => raw.to_owned(),
        };
        if at > 0 {
            let close = *kind == Part::House && tokens[*from].is_digits() && !tokens[*from - 1].is(",");
            out.push_str(if close { " " } else { ", " });
        }
        out.push_str(&said);
    }
    changed.then_some(out)
}

/// Whether all words of a street are small: it was dictated.
fn is_small(tokens: &[Token], from: usize, next: usize) -> bool {
    let own = tokens.get(from..next).unwrap_or_default();
    own.iter().all(|t| !t.upper) && own.iter().any(|t| t.is_word() && !is_street_marker(&t.low))
}

/// A street with the words of its name in capitals, but not the word that says what it is.
fn capitals(text: &str, tokens: &[Token], from: usize, next: usize) -> Option<String> {
    let mut out = String::new();
    for (at, token) in tokens.get(from..next)?.iter().enumerate() {
        if at > 0 && !token.glued() {
            out.push(' ');
        }
        let own = text.get(token.start..token.end)?;
        let small = is_street_marker(&token.low) || matches!(token.low.as_str(), "лет" | "летия" | "года" | "им");
        let name = token.is_word() && !small && token.low.chars().count() > 2;
        out.push_str(&if name { capitalise(own) } else { own.to_owned() });
    }
    Some(out)
}

/// The number that the words of a house spell: «дом сорок шесть» is «дом 46».
fn spelled(tokens: &[Token], from: usize, next: usize) -> Option<String> {
    let mut ends = [from, dot(tokens, from + 1)].into_iter().filter(|at| worded(tokens, *at) == Some(next));
    let at = ends.next()?;
    let number = numerals::canonical(numerals::read(tokens, at)?.micro);
    let marked = at > from;
    Some(if marked { format!("{} {number}", tokens[from].low) } else { number })
}

/// The token after an address that starts at `i`.
fn address(tokens: &[Token], i: usize) -> Option<(usize, Vec<Piece>)> {
    let (mut at, mut next) = (i, i);
    let mut seen: Vec<Part> = Vec::new();
    let mut pieces: Vec<Piece> = Vec::new();
    while seen.len() < PARTS {
        let found = part(tokens, at, seen.last().copied())
            .or_else(|| unmarked(tokens, at, &seen))
            .or_else(|| seen.is_empty().then(|| unlisted(tokens, at)).flatten());
        let Some((kind, end)) = found else { break };
        seen.push(kind);
        pieces.push((kind, at, end));
        next = end;
        let comma = tokens.get(end).is_some_and(|t| t.is(",") && !t.line);
        at = if comma { end + 1 } else { end };
        if tokens.get(at).is_none_or(|t| t.line) {
            break;
        }
    }
    // A street, or a place with a house: «квартира 5» alone and «Москва» alone are no addresses.
    let has = |kind: Part| seen.contains(&kind);
    let enough = has(Part::Street) && (seen.len() > 1)
        || has(Part::City) && has(Part::House) && seen[0] != Part::House
        || has(Part::Region) && has(Part::City);
    let street_only = seen == [Part::Street] && next - i >= 2 && garden(tokens, i).is_none();
    (enough || street_only).then_some((next, pieces))
}

/// The folded word at `j` on the same line.
pub(super) fn word(tokens: &[Token], j: usize) -> &str {
    tokens.get(j).filter(|t| !t.taken).map_or("", |t| t.low.as_str())
}

/// The token after an abbreviation's dot.
pub(super) fn dot(tokens: &[Token], j: usize) -> usize {
    if tokens.get(j).is_some_and(|t| t.is(".") && t.glued()) { j + 1 } else { j }
}

fn part(tokens: &[Token], j: usize, last: Option<Part>) -> Option<(Part, usize)> {
    let token = tokens.get(j).filter(|t| !t.taken)?;
    if token.is_digits() {
        if let Some(next) = floor(tokens, j).filter(|_| last == Some(Part::House)) {
            return Some((Part::House, next));
        }
        // «Ангарск, 85 квартал», «6-й микрорайон»: a block is called by its number.
        if let Some(next) = block(tokens, j) {
            let placed = matches!(last, Some(Part::City | Part::Region));
            let comma = next + usize::from(tokens.get(next).is_some_and(|t| t.is(",") && !t.line));
            let housed = house(tokens, comma, Some(Part::Street)).is_some();
            return (placed || housed).then_some((Part::Street, next));
        }
        // «1-я Тверская улица» begins with a digit too.
        if last != Some(Part::Street)
            && tokens.get(j + 1).is_some_and(|t| t.is("-") && t.glued())
            && let Some(next) = street(tokens, j)
        {
            return Some((Part::Street, next));
        }
        // A bare number is the house right after its street, «5», «5-10», «5к2», «5/1».
        if last == Some(Part::Street) && token.low.len() <= 4 {
            return house_number(tokens, j).map(|next| (Part::House, next));
        }
        let placed = || settlement(tokens, j + 1).is_some() || region(tokens, j + 1).is_some();
        let index = token.low.len() == 6 && (tokens.get(j + 1).is_some_and(|t| t.is(",")) || placed());
        return (index && last.is_none()).then_some((Part::Index, j + 1));
    }
    if !token.is_word() {
        return None;
    }
    house(tokens, j, last)
        .or_else(|| worded(tokens, j).filter(|_| last == Some(Part::Street)))
        .map(|next| (Part::House, next))
        .or_else(|| street(tokens, j).map(|next| (Part::Street, next)))
        .or_else(|| region(tokens, j).map(|next| (Part::Region, next)))
        .or_else(|| settlement(tokens, j).map(|next| (Part::City, next)))
}

/// «Казань, Чистопольская 20», «Казани на Чистопольской 20», «Малышева 51, офис 305»: a street without its word, right
/// behind its place or before a house with a marked flat.
fn unmarked(tokens: &[Token], j: usize, seen: &[Part]) -> Option<(Part, usize)> {
    let at = j + usize::from(matches!(word(tokens, j), "на" | "по") && !seen.is_empty());
    let name = street_name(tokens, at, false).filter(|&end| end > at && end - at <= 3)?;
    let comma = |at: usize| at + usize::from(tokens.get(at).is_some_and(|t| t.is(",") && !t.line));
    let number = comma(name);
    let placed = matches!(seen.last(), Some(Part::City | Part::Region));
    // «Москва, Островитянова, дом 5»: behind its place, before its house.
    if placed && matches!(word(tokens, number), "д" | "дом") {
        return house(tokens, number, Some(Part::Street)).map(|_| (Part::Street, name));
    }
    tokens.get(number).filter(|t| t.is_digits() && t.low.len() <= 3 && !t.taken && !t.line)?;
    let behind = house_number(tokens, number)?;
    let marked = seen.is_empty() && house(tokens, comma(behind), Some(Part::House)).is_some();
    (placed || marked).then_some((Part::Street, name))
}

/// «Живёт Ангарск, 85 квартал»: a place that no list holds, behind a word of living and before a street with its word.
fn unlisted(tokens: &[Token], j: usize) -> Option<(Part, usize)> {
    let name = tokens.get(j).filter(|t| t.is_word() && t.upper && !t.taken && t.low.chars().count() > 2)?;
    let next = hyphenated(tokens, j + 1);
    let comma = tokens.get(next).is_some_and(|t| t.is(",") && !t.line);
    let street = tokens.get(next + 1).filter(|t| !t.line && comma)?;
    let led =
        (1..=LED).filter_map(|back| j.checked_sub(back)).map(|at| &tokens[at]).take_while(|t| !t.is(".")).any(|t| {
            ["жив", "прожив", "адрес", "прописан", "зарегистрирован", "регистрац"]
                .iter()
                .any(|stem| t.low.starts_with(stem))
        });
    let marked = is_street_marker(&street.low) || block(tokens, next + 1).is_some();
    (led && marked && !name.line).then_some((Part::City, next))
}

/// Tokens before a place among which the word of living stands.
const LED: usize = 4;

/// «Московская область», «респ. Татарстан», «Центральный район».
fn region(tokens: &[Token], j: usize) -> Option<usize> {
    if matches!(word(tokens, j), "республика" | "респ" | "республике") {
        let at = dot(tokens, j + 1);
        return tokens.get(at).filter(|t| t.upper && t.is_word() && !t.line).map(|_| at + 1);
    }
    if let Some(next) = municipality(tokens, j) {
        return Some(next);
    }
    // «Ханты-Мансийский автономный округ — Югра»: the adjective may be of two words.
    let first = tokens.get(j).filter(|t| t.upper)?;
    let last = hyphenated(tokens, j + 1) - 1;
    let adjective = ["ая", "ий", "ой", "ый", "ом", "ого"].iter().any(|ending| tokens[last].low.ends_with(ending));
    let next = word(tokens, last + 1);
    let kind = next.starts_with("област") || matches!(next, "обл" | "край" | "крае" | "район" | "районе" | "округ");
    let short =
        next == "р" && tokens.get(last + 2).is_some_and(|t| t.is("-") && t.glued()) && word(tokens, last + 3) == "н";
    let autonomous = next.starts_with("автономн") && matches!(word(tokens, last + 2), "округ" | "область");
    if !adjective || first.low.chars().count() < 3 {
        return None;
    }
    if autonomous {
        let at = last + 3;
        let dash = tokens.get(at).is_some_and(|t| matches!(t.low.as_str(), "-" | "–" | "—"));
        return Some(if dash && word(tokens, at + 1) == "югра" { at + 2 } else { at });
    }
    if short { Some(last + 4) } else { kind.then(|| dot(tokens, last + 2)) }
}

/// «вн. тер. г. муниципальный округ Звёздное», «городской округ Химки»: parts of the state address register between a
/// town and its streets.
fn municipality(tokens: &[Token], j: usize) -> Option<usize> {
    let mut at = j;
    // «вн.тер.г.»
    while matches!(word(tokens, at), "вн" | "внутригородская" | "тер" | "территория")
        || at > j && word(tokens, at) == "г"
    {
        at = dot(tokens, at + 1);
    }
    let kind = word(tokens, at).starts_with("муниципальн") || word(tokens, at).starts_with("городск");
    let unit = ["округ", "образован", "поселен"].iter().any(|stem| word(tokens, at + 1).starts_with(stem));
    let name = tokens.get(at + 2).filter(|t| t.is_word() && t.upper && !t.taken && !t.line)?;
    (kind && unit && name.low.chars().count() > 2).then(|| hyphenated(tokens, at + 3))
}

/// «г. Москва», «пос. Мирный», «Москва» from the list.
fn settlement(tokens: &[Token], j: usize) -> Option<usize> {
    let low = word(tokens, j);
    if matches!(
        low,
        "г" | "гор"
            | "город"
            | "городе"
            | "пос"
            | "поселок"
            | "пгт"
            | "с"
            | "село"
            | "дер"
            | "деревня"
            | "д"
            | "станица"
            | "ст"
    ) {
        let dotted = dot(tokens, j + 1);
        let full = low.chars().count() >= 3;
        let at = if dotted > j + 1 || full || low == "г" { dotted } else { return None };
        // «город ефремов улица …»: dictated in small letters, right before its street.
        let dictated = full && is_street_marker(word(tokens, at + 1));
        let name = tokens.get(at).filter(|t| t.is_word() && (t.upper || dictated) && !t.taken && !t.line)?;
        if name.low.chars().count() < 3 {
            return None;
        }
        let end = city(tokens, at).map_or_else(|| hyphenated(tokens, at + 1), |(_, next)| next);
        // «д. Малые Ключи»: an adjective has its noun behind it.
        let adjective =
            ["ые", "ие", "ая", "яя", "ое", "ее", "ый", "ий", "ой"].iter().any(|one| name.low.ends_with(one));
        let noun =
            tokens.get(end).filter(|t| adjective && end == at + 1 && t.is_word() && t.upper && !t.taken && !t.line);
        let noun = noun.filter(|t| t.low.chars().count() > 2 && !is_street_marker(&t.low));
        return Some(noun.map_or(end, |_| hyphenated(tokens, end + 1)));
    }
    let (_, next) = city(tokens, j)?;
    // A dictated city in small letters counts right before its street.
    let follows = |at: usize| is_street_marker(word(tokens, at));
    let comma = next + usize::from(tokens.get(next).is_some_and(|t| t.is(",")));
    (tokens.get(j)?.upper || follows(next) || follows(comma)).then_some(next)
}

fn hyphenated(tokens: &[Token], mut at: usize) -> usize {
    while tokens.get(at).is_some_and(|t| t.is("-") && t.glued())
        && tokens.get(at + 1).is_some_and(|t| t.is_word() && t.glued())
    {
        at += 2;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::token::tokens;

    fn read(text: &str) -> Vec<String> {
        addresses(text, &tokens(text)).into_iter().map(|c| text[c.mention.start..c.mention.end].to_owned()).collect()
    }

    #[test]
    fn other_cases_are_set_right() {
        let text = "двушка в Казани на Чистопольской 20, кв 45";
        let found = addresses(text, &tokens(text));
        let MentionKind::Address { text } = &found[0].mention.kind else { panic!("no address") };
        assert_eq!(text, "г. Казань, Чистопольская 20, кв 45");
        for (said, want) in [
            (
                "город Казань улица островского дом сорок шесть квартира сто один",
                "город Казань, улица Островского, дом 46, квартира 101",
            ),
            ("город ефремов улица свердлова дом 12", "город Ефремов, улица Свердлова, дом 12"),
            ("420095 казань улица восстания дом 46", "420095, г. Казань, улица Восстания, дом 46"),
            ("казань улица восстания сорок шесть квартира пять", "г. Казань, улица Восстания, 46, квартира 5"),
            ("улица 8 марта дом 5", "улица 8 Марта, дом 5"),
        ] {
            let found = addresses(said, &tokens(said));
            let MentionKind::Address { text } = &found[0].mention.kind else { panic!("no address") };
            assert_eq!(text, want, "{said}");
        }
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("г. Москва, ул. Ленина, д. 5, кв. 10", "г. Москва, ул. Ленина, д. 5, кв. 10"),
            ("Москва, улица Большая Полянка, дом 12, за 30 000 рублей", "Москва, улица Большая Полянка, дом 12"),
            ("квартира на ул. Ленина 5, залог 15 000", "ул. Ленина 5"),
            ("Невский проспект, 28", "Невский проспект, 28"),
            ("Санкт-Петербург, Невский пр-т, д. 28", "Санкт-Петербург, Невский пр-т, д. 28"),
            (
                "101000, г. Москва, пер. Кривой, д. 1, стр. 2, офис 12",
                "101000, г. Москва, пер. Кривой, д. 1, стр. 2, офис 12",
            ),
            ("Московская область, г. Химки, ул. 9 Мая, д. 1/2", "Московская область, г. Химки, ул. 9 Мая, д. 1/2"),
            ("адрес: ул. Мира, 5-10.", "ул. Мира, 5-10"),
            ("1-я Тверская улица, д. 5а", "1-я Тверская улица, д. 5а"),
            ("Казань, Чистопольская 20, квартира 45, 54 м2", "Казань, Чистопольская 20, квартира 45"),
            ("двушка в Казани на Чистопольской 20, кв 45, 54 метра", "Казани на Чистопольской 20, кв 45"),
            ("Екатеринбург Малышева 51", "Екатеринбург Малышева 51"),
            ("офис: Малышева 51, офис 305", "Малышева 51, офис 305"),
            (
                "адрес: г. Тверь, ул. Лесная, д. 18, лит. А, 3 этаж, офис № 307; без парковки",
                "г. Тверь, ул. Лесная, д. 18, лит. А, 3 этаж, офис № 307",
            ),
            ("живу краснодар улица российская 267 квартира 90", "краснодар улица российская 267 квартира 90"),
            ("живёт Ангарск, 85 квартал, д. 12, кв. 31", "Ангарск, 85 квартал, д. 12, кв. 31"),
            ("Адрес заёмщика: Усть-Мая, ул. Лесная, д. 3", "Усть-Мая, ул. Лесная, д. 3"),
            ("г. Ангарск, 85-й квартал, дом 12, квартира 31", "г. Ангарск, 85-й квартал, дом 12, квартира 31"),
            ("Иркутск, квартал 85, д. 12", "Иркутск, квартал 85, д. 12"),
            ("Прописана СПб, пр. Науки, д. 30, кв. 11", "СПб, пр. Науки, д. 30, кв. 11"),
            ("300041, г. Тула, ул. Мира, д. 14, помещ. 3, ИНН", "300041, г. Тула, ул. Мира, д. 14, помещ. 3"),
            ("г. Тула, ул. Мира, д. 31, помещ. 7-Н, р/с 40", "г. Тула, ул. Мира, д. 31, помещ. 7-Н"),
            ("г. Тула, ул. Мира, д. 5 корп. 2 лит. А, тел.", "г. Тула, ул. Мира, д. 5 корп. 2 лит. А"),
            ("г. Тула, ул. Мира, д. 54, литера Б.", "г. Тула, ул. Мира, д. 54, литера Б"),
            ("г. Тула, ул. Мира, д. 5, пом. IV, ком. 12", "г. Тула, ул. Мира, д. 5, пом. IV, ком. 12"),
            ("г. Тула, ул. Мира, д. 9, лит. А1, пом. Н-7", "г. Тула, ул. Мира, д. 9, лит. А1, пом. Н-7"),
            ("350087, г. Краснодар, ул. 1-го Мая, д. 93, кв. 6", "350087, г. Краснодар, ул. 1-го Мая, д. 93, кв. 6"),
            (
                "адрес Рязанская область, Рязанский район, СНТ «Рассвет-2», участок 42. Цена",
                "Рязанская область, Рязанский район, СНТ «Рассвет-2», участок 42",
            ),
            ("дача: СНТ Берёзка, уч. № 15, свет есть", "СНТ Берёзка, уч. № 15"),
            ("г. Чехов, тер. ГСК «Мотор 5», бокс 12", "г. Чехов, тер. ГСК «Мотор 5», бокс 12"),
            ("ул. 8 Марта, д. 4", "ул. 8 Марта, д. 4"),
            ("улица Первого Мая, дом 3", "улица Первого Мая, дом 3"),
            ("г. Уфа, ул. 40 лет Октября, д. 2", "г. Уфа, ул. 40 лет Октября, д. 2"),
            ("г. Баку, ул. 26 Бакинских Комиссаров, д. 2", "г. Баку, ул. 26 Бакинских Комиссаров, д. 2"),
            ("г. Тверь, ул. академика Туполева, д. 7", "г. Тверь, ул. академика Туполева, д. 7"),
            ("г. Тверь, ул. им. Кирова, д. 7", "г. Тверь, ул. им. Кирова, д. 7"),
            (
                "123112, г. Москва, вн.тер.г. муниципальный округ Пресненский, наб. Пресненская, д. 12, помещ. 1/Н",
                "123112, г. Москва, вн.тер.г. муниципальный округ Пресненский, наб. Пресненская, д. 12, помещ. 1/Н",
            ),
            (
                "в казани улица островского дом семьдесят девять квартира пять",
                "казани улица островского дом семьдесят девять квартира пять",
            ),
        ] {
            assert_eq!(read(text), [want], "{text}");
        }
        for text in [
            "площадь 45,6 м²",
            "Москва",
            "аренда на 1 квартал",
            "за 4 квартал 2026 года",
            "кв. 10",
            "в Москве на год",
            "общая площадь",
            "дом 5",
            "Сдаю офис 30 м",
            "2027 г. Иванов",
            "Казань, Иванов 20 тысяч",
            "Москва, Петров Пётр 4510 223344",
            "Toyota Camry 70, двигатель 2",
            "дом пять комнат",
            "помещение 45 кв. м",
            "СНТ «Рассвет», ИНН 7700000016",
        ] {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }
}
