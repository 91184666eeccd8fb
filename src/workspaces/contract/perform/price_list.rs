//! What each of several goods costs: «качотта по 1100 руб за кг, адыгейский 720, халуми 1250» is a list of prices, no price of
//! the deal and no count of anything.
//!
//! A list is two goods at least, each with a number and nothing else behind it, and money named once. It stands as it was
//! said.

use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::rows;
use crate::engine::text::folded;
use crate::model::money::parse_minor;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::own::starts;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/price_list.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    /// Words between a name and its price.
    link: Vec<String>,
    /// Beginnings of words for money.
    money: Vec<String>,
    /// Beginnings of words that make numbers prices.
    lead: Vec<String>,
    /// Words before a name that are not its own.
    intro: Vec<String>,
    /// Beginnings of words that are paid or counted and no goods.
    not: Vec<String>,
}

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../knowledge/dialogue/price_list.toml")).unwrap_or_default()
});

/// Where the list lives.
const LIST: &str = "/price/list";
/// Prices of the deal as a whole, which a list takes the place of.
const PRICES: [&str; 2] = ["/price/unit", "/price/total"];
/// Words of a name; goods of a list at least and at most.
const NAME: usize = 6;
const LEAST: usize = 2;
const MOST: usize = 30;

/// A good with its price.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Item {
    name: String,
    /// Kopecks.
    price: i64,
    /// Whether money or «по» was said.
    sure: bool,
    span: (usize, usize),
}

/// Writes the list in the person's words; returns the bytes that hold no other value.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    if pack.field_of(LIST).is_none() || heard.turn.choice.is_some() {
        return Vec::new();
    }
    let text = heard.turn.text.as_str();
    let whole = |run: &Vec<Item>| (run[0].span.0, run[run.len() - 1].span.1);
    let priced = |run: &Vec<Item>| run.iter().any(|item| item.sure) || lead(text, run[0].span.0);
    let mut found = runs(text).into_iter().filter(|run| (LEAST..=MOST).contains(&run.len()) && priced(run));
    let Some(span) = found.find_map(|run| Some(whole(&run)).filter(|span| heard.scopes.at(span.0, span.1).tells()))
    else {
        return Vec::new();
    };
    for at in PRICES {
        draft.drop_at(at);
    }
    draft.say(heard, LIST, json!(&text[span.0..span.1]), span, heard.plain(span));
    vec![span]
}

/// Whether the sentence before a place says that prices follow.
fn lead(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let part = folded(before.rsplit(['.', ';', '\n', '!', '?']).next().unwrap_or_default());
    part.split(|c: char| !c.is_alphanumeric()).any(|word| starts(word, &MARKS.lead))
}

/// Goods with prices that follow each other.
fn runs(text: &str) -> Vec<Vec<Item>> {
    let mut out = Vec::new();
    for (start, end) in thoughts(text) {
        let mut run: Vec<Item> = Vec::new();
        let mut from = start;
        for piece in pieces(&text[start..end]).into_iter().flat_map(at_and) {
            let span = (from, from + piece.len());
            from = span.1;
            match item(text, span) {
                Some(item) => run.push(item),
                None if run.is_empty() => {}
                None => out.push(std::mem::take(&mut run)),
            }
        }
        out.push(run);
    }
    out.retain(|run| !run.is_empty());
    out
}

/// Sentences, in which «420 руб. за кг» ends none.
fn thoughts(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let behind = text[at + c.len_utf8()..].trim_start();
        if matches!(c, '\n' | '!' | '?' | ';') || c == '.' && behind.starts_with(char::is_uppercase) {
            out.push((from, at));
            from = at + c.len_utf8();
        }
    }
    out.push((from, text.len()));
    out
}

/// The parts between commas, colons and the stops behind numbers: «… 1250. сколько — по заявке».
fn pieces(sentence: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut before = ' ';
    for (at, c) in sentence.char_indices() {
        let stop = c == '.' && before.is_ascii_digit() && sentence[at + 1..].starts_with(' ');
        // «11,50» is one number.
        let next = sentence[at + c.len_utf8()..].chars().next();
        let inner = c == ',' && before.is_ascii_digit() && next.is_some_and(|next| next.is_ascii_digit());
        if matches!(c, ',' | ';' | ':') && !inner || stop {
            out.push(&sentence[from..at + c.len_utf8()]);
            from = at + c.len_utf8();
        }
        before = c;
    }
    out.push(&sentence[from..]);
    out
}

/// «… 720 и халуми 1250»: a piece at the «и» behind a number; «с картошкой и грибами 290» is one good.
fn at_and(piece: &str) -> Vec<&str> {
    let numbered = |at: &usize| piece[..*at].contains(|c: char| c.is_ascii_digit());
    match piece.match_indices(" и ").map(|(at, _)| at).find(numbered) {
        Some(at) => vec![&piece[..at], &piece[at..]],
        None => vec![piece],
    }
}

/// A name, a number, and nothing but money and «за кг» behind it.
fn item(text: &str, (start, end): (usize, usize)) -> Option<Item> {
    let known = rows::words();
    let edge = |c: char| !c.is_alphanumeric() && c != '₽';
    let words: Vec<&str> = text[start..end].split_whitespace().collect();
    let number = words.iter().position(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let low = |word: &str| folded(word.trim_matches(edge));
    let mut name = &words[..number];
    let mut linked = false;
    while let Some((last, rest)) = name.split_last() {
        if !MARKS.link.contains(&folded(last)) && !MARKS.link.contains(&low(last)) {
            break;
        }
        linked |= low(last) == "по";
        name = rest;
    }
    while let Some((first, rest)) = name.split_first().filter(|(first, _)| MARKS.intro.contains(&low(first))) {
        let _ = first;
        name = rest;
    }
    let letters = |word: &&str| word.trim_matches(edge).chars().all(|c| c.is_alphabetic() || c == '-');
    // A short one is a whole word: «до» opens no «домашние».
    let is_not = |word: &str| {
        MARKS.not.iter().any(|stem| word == stem || stem.chars().count() > 3 && word.starts_with(stem.as_str()))
    };
    let foreign = |word: &&str| is_not(&low(word)) || known.is_no_thing(&low(word));
    if name.is_empty() || name.len() > NAME || !name.iter().all(letters) || name.iter().any(foreign) {
        return None;
    }
    let mut digits = low(words[number]).replace(',', ".");
    // «1100р», «720/кг».
    let tail = digits.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned();
    digits.truncate(digits.len() - tail.len());
    let parts = words[number + 1..].iter().flat_map(|word| word.split('/'));
    let mut rest: Vec<String> = parts.map(low).collect();
    while rest.first().is_some_and(|word| word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit())) {
        digits.push_str(&rest.remove(0));
    }
    if !tail.is_empty() {
        rest.splice(0..0, tail.split('/').filter(|word| !word.is_empty()).map(str::to_owned));
    }
    let mut price = parse_minor(&digits)?;
    let mut sure = linked;
    let mut unit = false;
    for word in rest {
        let money = MARKS.money.iter().any(|stem| word == *stem || stem.chars().count() > 2 && word.starts_with(stem));
        if word == "за" {
            // «290 за кг» is a price without the word for money.
            sure = true;
        } else if word.is_empty() || word == "каждый" {
            continue;
        } else if money {
            if word.starts_with("тыс") {
                price = price.checked_mul(1_000)?;
            }
            sure = true;
        } else if known.unit(&word).is_some() {
            unit = true;
        } else {
            return None;
        }
    }
    // «Мука 20 кг» counts; what has its unit without money is no price.
    if price == 0 || unit && !sure {
        return None;
    }
    let name: Vec<&str> = name.iter().map(|word| word.trim_matches(edge)).collect();
    let from = text[start..end].find(name[0]).map_or(start, |at| start + at);
    let to = start + text[start..end].trim_end_matches(|c: char| !c.is_alphanumeric() && c != '₽').len();
    Some(Item { name: name.join(" "), price, sure, span: (from, to) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_with_prices_are_a_list() {
        let sorts = [("сыр качотта", 110_000), ("адыгейский", 72_000), ("халуми", 125_000)];
        for (text, want) in [
            ("товар: сыр качотта по 1100 руб за кг, адыгейский 720, халуми 1250", &sorts[..]),
            ("сыр качотта по 1100 руб за кг, адыгейский 720 и халуми 1250. сколько — по заявке", &sorts),
            (
                "Четыре позиции: пельмени «Домашние» 420 руб. за кг, вареники с картошкой и грибами 290 за кг и блинчики 35 \
                 руб. за штуку",
                &[("пельмени Домашние", 42_000), ("вареники с картошкой и грибами", 29_000), ("блинчики", 3_500)],
            ),
            ("мука 45 р/кг и сахар 62,50 р/кг", &[("мука", 4_500), ("сахар", 6_250)]),
            ("цены: стол 12 000 руб., стул 3,5 тыс. руб.", &[("стол", 1_200_000), ("стул", 350_000)]),
        ] {
            let all = runs(text).into_iter().max_by_key(Vec::len).unwrap();
            let found: Vec<(&str, i64)> = all.iter().map(|item| (item.name.as_str(), item.price)).collect();
            assert_eq!(found, want, "{text}");
        }
        let text = "товар: сыр качотта по 1100 руб за кг, адыгейский 720. сколько — по заявке";
        let run = runs(text).into_iter().max_by_key(Vec::len).unwrap();
        assert_eq!(&text[run[0].span.0..run[1].span.1], "сыр качотта по 1100 руб за кг, адыгейский 720");
    }

    #[test]
    fn counts_and_payments_are_no_prices_of_goods() {
        for text in [
            "аванс 30 000 рублей, остаток 70 000 рублей",
            "мука 20 кг, сахар 10 кг",
            "столы 12 штук по 300, стулья 5 штук по 100",
            "доставка 600 руб за рейс, меньше 8000 руб не возим",
            "поставка до 5 марта, оплата за 10 дней",
        ] {
            assert!(runs(text).iter().all(|run| run.len() < 2), "{text}: {:?}", runs(text));
        }
    }
}
