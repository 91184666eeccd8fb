//! Clauses: parts of a message that speak about one thing each, so that a hint word reaches only its own values.

use crate::engine::text::address::addresses;
use crate::engine::text::numeral_words::{alone, half, small};
use crate::engine::text::people::people;
use crate::engine::text::token::{Token, tokens};

/// Abbreviations after which a dot ends nothing.
const ABBREVIATIONS: &[&str] = &[
    "г",
    "гг",
    "ул",
    "д",
    "кв",
    "руб",
    "р",
    "коп",
    "тыс",
    "млн",
    "млрд",
    "мес",
    "дн",
    "стр",
    "корп",
    "к",
    "оф",
    "пом",
    "эт",
    "лит",
    "обл",
    "пос",
    "с",
    "п",
    "пп",
    "ст",
    "гл",
    "т",
    "е",
    "др",
    "пр",
    "см",
    "им",
    "просп",
    "пер",
    "наб",
    "ш",
    "пл",
    "тел",
    "гр",
    "долл",
    "шт",
    "м",
    "км",
    "кг",
    "л",
    "ч",
    "сут",
    "нед",
    "проц",
    "рег",
    "зам",
    "ген",
    "дир",
    "инд",
    "ед",
    "экз",
    "респ",
    "куб",
    "вкл",
    "гос",
    "номер",
    "рожд",
    "ок",
    "ориент",
    "мин",
    "макс",
    "н",
    "ком",
    "комн",
    "уч",
    "кат",
    "зав",
    "инв",
    "помещ",
    "каб",
    "бул",
    "мкр",
    "гор",
    "исп",
];

/// Of these, the ones that may also stand last in a sentence, after a number.
const LAST: &[&str] = &[
    "г", "гг", "руб", "р", "коп", "тыс", "млн", "млрд", "мес", "дн", "шт", "т", "м", "км", "кг", "л", "ч", "сут",
    "нед", "ед", "экз", "д", "п", "др", "е",
];

/// First words that belong to what stands before the comma: requisites, parts of an address, prepositions.
const BOUND: &[&str] = &[
    "инн",
    "огрн",
    "огрнип",
    "кпп",
    "бик",
    "паспорт",
    "р",
    "к",
    "vin",
    "вин",
    "госномер",
    "гос",
    "грз",
    "номер",
    "снилс",
    "тел",
    "телефон",
    "адрес",
    "кв",
    "дом",
    "д",
    "ул",
    "г",
    "корп",
    "серия",
    "выдан",
    "код",
    "счет",
    "банк",
    "этаж",
    "офис",
    "подъезд",
    "до",
    "с",
    "со",
    "по",
    "от",
    "на",
    "из",
    "в",
    "во",
    "за",
    "под",
    "к",
    "при",
    "не",
    "а",
    "и",
    "или",
    "что",
    "чтобы",
    "если",
    "который",
    "которая",
    "которое",
    "которые",
    "то",
    "т",
    "без",
    "для",
    "итого",
    "всего",
    "включая",
    "зарегистрирован",
];

/// Byte spans of the clauses of a text, in order, without the marks between them (a final «?» or «!» stays).
#[must_use]
pub fn clauses(text: &str) -> Vec<(usize, usize)> {
    let list = tokens(text);
    let guarded = guarded(text, &list);
    let mut out = Vec::new();
    let mut from = 0;
    for k in 0..list.len() {
        if k > from && list[k].line {
            push(&mut out, &list, from, k);
            from = k;
        }
        let Some((end, next)) = border(&list, &guarded, from, k) else { continue };
        if end > from || next > k {
            push(&mut out, &list, from, end);
            from = next.max(from);
        }
    }
    push(&mut out, &list, from, list.len());
    out
}

/// Adds tokens `from..to` as a clause; marks alone say nothing.
fn push(out: &mut Vec<(usize, usize)>, tokens: &[Token], from: usize, to: usize) {
    let mut end = to.min(tokens.len());
    while end > from && matches!(tokens[end - 1].low.as_str(), "." | "," | ";" | ":" | "-" | "—" | "–") {
        end -= 1;
    }
    let mut start = from;
    while start < end && matches!(tokens[start].low.as_str(), "." | "," | ";" | "!" | "?" | ")" | "-" | "—" | "–") {
        start += 1;
    }
    if start < end {
        out.push((tokens[start].start, tokens[end - 1].end));
    }
}

/// Tokens inside quotes, addresses and names: no clause ends there.
fn guarded(text: &str, tokens: &[Token]) -> Vec<bool> {
    let mut out = vec![false; tokens.len()];
    let mut mark = |start: usize, end: usize| {
        let first = tokens.partition_point(|t| t.start < start);
        let last = tokens.partition_point(|t| t.start < end);
        // The last token stays free: what follows it may begin a new clause.
        out[first..last].fill(true);
    };
    for candidate in addresses(text, tokens) {
        mark(candidate.mention.start, candidate.mention.end);
    }
    for person in people(text, tokens) {
        mark(tokens[person.first].start, tokens[person.next - 1].end);
    }
    let mut open: Option<(usize, &str)> = None;
    for (k, token) in tokens.iter().enumerate() {
        match (open, token.low.as_str()) {
            (_, "«") => open = Some((k, "»")),
            (None, "\"") => open = Some((k, "\"")),
            (None, "“" | "„") => open = Some((k, "”")),
            (Some((from, close)), low) if low == close => {
                mark(tokens[from].start, token.end);
                open = None;
            }
            // A quote that never closes guards nothing.
            (Some((from, _)), _) if token.line || k - from > 60 => open = None,
            _ => {}
        }
    }
    out
}

/// Whether a clause that began at `from` ends at token `k`: its end and the start of the next one.
fn border(tokens: &[Token], guarded: &[bool], from: usize, k: usize) -> Option<(usize, usize)> {
    match tokens[k].low.as_str() {
        ";" if !guarded[k] => Some((k, k + 1)),
        "!" | "?" | "…" if !guarded[k] => {
            let run = tokens.get(k + 1).is_some_and(|t| t.glued() && matches!(t.low.as_str(), "!" | "?" | ")" | "»"));
            (!run).then_some((k + 1, k + 1))
        }
        "." if !guarded[k] || tokens.get(k + 1).is_none() => full_stop(tokens, k).then_some((k, k + 1)),
        "," if !guarded[k] => comma(tokens, guarded, from, k).then_some((k, k + 1)),
        "и" if !guarded[k] && k > from => {
            let right = (k + 1, stop(tokens, k + 1));
            let safe = has_number(tokens, from, k) && has_number(tokens, right.0, right.1) && free(tokens, k + 1);
            safe.then_some((k, k))
        }
        _ => None,
    }
}

pub(super) fn full_stop(tokens: &[Token], k: usize) -> bool {
    let Some(next) = tokens.get(k + 1) else { return true };
    if next.line {
        return true;
    }
    if next.glued() || k == 0 {
        return false;
    }
    let before = &tokens[k - 1];
    if !before.is_word() || !before.glued() && k >= 2 && tokens[k - 1].gap == 0 {
        return true;
    }
    let single = before.low.chars().count() == 1;
    if single && before.upper {
        return false;
    }
    if !ABBREVIATIONS.contains(&before.low.as_str()) {
        return true;
    }
    let counted = k >= 2
        && (tokens[k - 2].is_digits() || matches!(tokens[k - 2].low.as_str(), "тыс" | "млн" | "млрд" | "." | "кв"))
        && !matches!(next.kind, crate::engine::text::token::TokenKind::Digits);
    counted && LAST.contains(&before.low.as_str()) && next.is_word() && next.upper
}

/// The token at which the part that starts at `j` ends: a comma or the end of a sentence.
fn stop(tokens: &[Token], j: usize) -> usize {
    // A part longer than this is a sentence of its own; looking further would make long texts slow.
    (j..tokens.len().min(j + 40))
        .find(|&k| {
            k > j && tokens[k].line
                || matches!(tokens[k].low.as_str(), ";" | "!" | "?")
                || tokens[k].is(",") && tokens.get(k + 1).is_none_or(|t| !t.glued())
                || tokens[k].is(".") && full_stop(tokens, k)
        })
        .unwrap_or_else(|| tokens.len().min(j + 40))
}

fn has_number(tokens: &[Token], from: usize, to: usize) -> bool {
    // The nearest words decide; a long clause is not read again at every comma.
    let from = from.max(to.saturating_sub(40));
    tokens[from.min(to)..to.min(tokens.len())]
        .iter()
        .any(|t| t.is_digits() || small(&t.low).is_some_and(|(n, _)| n > 1) || half(&t.low).is_some() || alone(&t.low))
}

/// Whether token `j` may begin a statement of its own.
fn free(tokens: &[Token], j: usize) -> bool {
    tokens.get(j).is_some_and(|t| {
        t.is_word() && !BOUND.contains(&t.low.as_str()) && small(&t.low).is_none() && half(&t.low).is_none()
    })
}

fn comma(tokens: &[Token], guarded: &[bool], from: usize, k: usize) -> bool {
    let Some(next) = tokens.get(k + 1).filter(|t| !t.glued()) else { return false };
    let end = stop(tokens, k + 1);
    match next.low.as_str() {
        "но" | "зато" | "однако" => true,
        "а" => {
            let window = &tokens[from.max(k.saturating_sub(40))..k];
            let contrast =
                window.iter().any(|t| t.is("не")) || tokens.get(k + 2).is_none_or(|t| t.is("не") || !t.is_word());
            !contrast && free(tokens, k + 2) && end > k + 3
        }
        _ => {
            let whole = guarded[k + 1] && guarded.get(k.wrapping_sub(1)).copied().unwrap_or(false);
            !whole && free(tokens, k + 1) && has_number(tokens, from, k) && has_number(tokens, k + 1, end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        clauses(text).into_iter().map(|(start, end)| &text[start..end]).collect()
    }

    #[test]
    fn splits() {
        for (text, want) in [
            ("Сдаю машину. Залог 15 000.", vec!["Сдаю машину", "Залог 15 000"]),
            ("Первое; второе\nтретье", vec!["Первое", "второе", "третье"]),
            ("Да! Согласен", vec!["Да!", "Согласен"]),
            ("А налог? Не знаю", vec!["А налог?", "Не знаю"]),
            ("залог 15 000 ₽, срок 6 месяцев", vec!["залог 15 000 ₽", "срок 6 месяцев"]),
            ("аренда 25 000, а залог 15 000 рублей", vec!["аренда 25 000", "а залог 15 000 рублей"]),
            ("плата 25 000 и залог 15 000", vec!["плата 25 000", "и залог 15 000"]),
            ("Согласен, но без залога", vec!["Согласен", "но без залога"]),
            ("Плата 30 000 руб. Срок 6 мес. Залога нет", vec!["Плата 30 000 руб", "Срок 6 мес", "Залога нет"]),
            ("До 1 декабря 2026 г. Плата 5 тыс.", vec!["До 1 декабря 2026 г", "Плата 5 тыс"]),
        ] {
            assert_eq!(cut(text), want, "{text}");
        }
    }

    #[test]
    fn stays_whole() {
        for text in [
            "0,1 % в день",
            "с 01.12.2026 по 31.05.2027",
            "не 11, а 12 месяцев",
            "12 месяцев, а не 11",
            "г. Москва, ул. Ленина, д. 5, кв. 10",
            "арендатор ООО «Вектор», ИНН 7700000016",
            "Иванов И. И. и Петров П. П",
            "ООО «Рога. И копыта! Да», директор",
            "т.е. 30 000 руб. в месяц",
            "300, 300 и 200 тыс",
            "1 и 15 числа",
            "Беру Поло за 1 150 000, завтра",
            "30 000 рублей в месяц, до 5 числа, переводом",
            "VIN XTAGFL113M0000001, госномер А123ВС777",
            "45.6",
        ] {
            assert_eq!(cut(text), [text], "{text}");
        }
        assert!(cut("").is_empty() && cut(" . ; ").is_empty());
    }
}
