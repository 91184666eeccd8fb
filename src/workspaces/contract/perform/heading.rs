//! What stands over a contract: its number, its day and its place («Договор № 14-П от 30.11.2026», «г. Самара,
//! 26.11.2026, № 48/26»).

use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use crate::engine::text::places::city;
use crate::engine::text::token::tokens;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::facts::Draft;
use jiff::civil::Date;
use regex::Regex;
use serde_json::json;
use std::sync::LazyLock;

/// The number as it is written: letters and digits, with the marks that join them.
const NUMBER: &str = r"[0-9A-Za-zА-Яа-яЁё]+(?:[-/.][0-9A-Za-zА-Яа-яЁё]+)*";

/// «Номер договора 14-П»; at the beginning of a sentence «номер: № 48/26» too.
static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)(?:(?:^|[\s.,;(])(?:номер|№)\s+(?:договора|соглашения|контракта)(?:\s+(?:будет|пусть|такой|(?:по)?ставьте|(?:по)?ставь|(?:на)?пишите|укажите))?\s*[:|—–-]?|(?:^|[\s.,;(])номер\s+(?:(?:по)?ставьте|(?:по)?ставь|пишите|укажите)|^\s*(?:\d{{1,2}}[.)]\s*)?номер\s*[:—–-]\s*№)\s*(?:№\s*)?(?<n>{NUMBER})"
    ))
    .ok()
});

/// «Договор № 14-П», «договор аренды № 5»: in the nominative and at the beginning of its sentence; «кредитный договор № 15»
/// is another one.
static TITLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)(?:^\s*(?:\d{{1,2}}[.)]\s*)?|[;:(]\s*|(?:^|\s)(?:наш|этот)\s+)(?:договор|соглашение|контракт)(?<what>(?:\s+[а-яё-]{{4,}}){{0,3}})\s*[|:]?\s*(?:№|номер)\s*(?<n>{NUMBER})"
    ))
    .ok()
});

/// «Договор от …», «дата договора: …», right before a day.
static DATED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:(?:^\s*|[;:(]\s*|(?:^|\s)(?:наш|этот)\s+)(?:договор|соглашение)\s+(?:от|датируем|датой)|(?:^|[\s.,;(])дата\s+(?:договора|соглашения|подписания|заключения)(?:\s+договора)?\s*[:—–-]?)\s*$",
    )
    .ok()
});

/// «№ 48/26» alone.
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(&format!(r"^\s*№\s*(?<n>{NUMBER})\s*$")).ok());

/// Where the deal is made.
const CITY: &str = "/contract/city";
/// Mentions of such a line: place, day, number and what is read inside the number.
const MOST: usize = 8;
/// Days that a contract may have been dated before it is written.
const BEFORE: i32 = 60;

/// Reads number, day and place; returns the bytes of days and places that mean nothing else.
pub(super) fn collect(heard: &Heard<'_>, draft: &mut Draft<'_>, kind: &str) -> Vec<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let mut taken = Vec::new();
    // «Тверь, а дату поставим от руки»: a town that opens an answer to what is still blank is where the deal is made.
    if let Some(Mention { kind: M::City { name }, start: 0, end }) = heard.mentions.first()
        && (heard.question.is_none() || draft.closes)
        && !draft.opens()
        && !draft.has(CITY)
        && text.get(*end..).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '.', ';']))
    {
        // Beside an open list it is a reading; with nothing else open it fills the blank.
        draft.say(heard, CITY, json!(name), (0, *end), heard.question.is_none());
        taken.push((0, *end));
    }
    // A number or a day that another question asks for answers that one.
    let asks = |ends: &[&str]| {
        let other = |at: &String| !at.starts_with("/contract/") && ends.iter().any(|end| at.ends_with(end));
        heard.question.is_some_and(|q| q.targets.iter().any(other))
    };
    let (asks_number, asks_day) = (asks(&["number", "serial", "code", "docs"]), asks(&["date", "/start", "/end"]));
    if heard.turn.choice.is_some() || asks_number {
        return taken;
    }
    for (start, end) in sentences(text) {
        let sentence = &text[start..end];
        if let Some((whole, number)) = number(sentence, kind) {
            let span = (start + number.0, start + number.1);
            if !heard.scopes.at(span.0, span.1).tells() {
                continue;
            }
            // «… от 30.11.2026»; a contract of years ago is another one.
            let next = heard.mentions.get(heard.mentions.partition_point(|m| m.start < span.1));
            let day = next.filter(|m| matches!(m.kind, M::Date { .. }) && of(text, span.1, m.start));
            if day.is_some_and(|m| dated(heard, m).is_none()) {
                continue;
            }
            say(heard, draft, "/contract/number", &text[span.0..span.1], span, (start + whole.0, span.1));
            taken.push((start + whole.0, span.1));
            if let Some((iso, at)) = day.and_then(|m| dated(heard, m)) {
                say(heard, draft, "/contract/date", &iso, at, at);
                taken.push(at);
            }
        } else if let Some(pieces) = heading(heard, (start, end))
            .filter(|pieces| !asks_day || pieces.iter().any(|(at, ..)| at.ends_with("number")))
        {
            for (leaf, value, span) in pieces {
                say(heard, draft, leaf, &value, span, span);
                taken.push(span);
            }
        } else {
            let first = heard.mentions.partition_point(|m| m.start < start);
            let own = heard.mentions.iter().skip(first).take_while(|m| m.end <= end);
            let before = |m: &&Mention| {
                let words = tail(text, m.start.max(start));
                let words = words.get(words.len().saturating_sub(m.start - start)..).unwrap_or(words);
                DATED.as_ref().is_some_and(|regex| regex.is_match(words))
            };
            if let Some((iso, at)) = own.filter(before).find_map(|m| dated(heard, m)) {
                say(heard, draft, "/contract/date", &iso, at, at);
                taken.push(at);
            }
        }
    }
    taken
}

fn say(heard: &Heard<'_>, draft: &mut Draft<'_>, at: &str, value: &str, span: (usize, usize), words: (usize, usize)) {
    draft.say(heard, at, json!(value), span, heard.plain(span));
    if words.0 < span.0 {
        draft.spans.push((at.to_owned(), (words.0, span.0)));
    }
}

/// Whether nothing but «от» stands between a number and a day.
fn of(text: &str, from: usize, to: usize) -> bool {
    text.get(from..to).is_some_and(|gap| matches!(folded(gap).trim(), "от" | "," | ", от" | ""))
}

/// The number that a sentence gives this contract: the bytes of the words and of the number.
fn number(sentence: &str, kind: &str) -> Option<((usize, usize), (usize, usize))> {
    let named = NAMED.as_ref().and_then(|regex| regex.captures(sentence));
    let titled = || {
        let found = TITLED.as_ref().and_then(|regex| regex.captures(sentence))?;
        let what = folded(found.name("what").map_or("", |what| what.as_str()));
        let kind = folded(kind);
        // «Договор передачи № 3318» is another one, unless this kind is called so.
        let own = |word: &str| kind.contains(word.get(..word.len().min(8)).unwrap_or(word));
        let ours = what.split_whitespace().all(|word| matches!(word, "будет" | "этот" | "наш") || own(word));
        ours.then_some(found)
    };
    let found = named.or_else(titled)?;
    let (whole, number) = (found.get(0)?, found.name("n")?);
    let digits = number.as_str().chars().any(|c| c.is_ascii_digit());
    (digits && number.as_str().chars().count() <= 30)
        .then(|| ((whole.start(), whole.end()), (number.start(), number.end())))
}

/// A day that a contract may have.
fn dated(heard: &Heard<'_>, mention: &Mention) -> Option<(String, (usize, usize))> {
    let M::Date { iso, .. } = &mention.kind else { return None };
    let (said, now): (Date, Date) = (iso.parse().ok()?, day(heard.turn).parse().ok()?);
    let age = now.since(said).ok()?.get_days();
    (age <= BEFORE).then(|| (iso.clone(), (mention.start, mention.end)))
}

type Piece = (&'static str, String, (usize, usize));

/// «3. г. Самара, 26.11.2026, № 48/26»: a sentence of a place, a day and perhaps a number, and of nothing else.
fn heading(heard: &Heard<'_>, (start, end): (usize, usize)) -> Option<Vec<Piece>> {
    let text = heard.turn.text.as_str();
    let first = heard.mentions.partition_point(|m| m.start < start);
    let own: Vec<&Mention> = heard.mentions.iter().skip(first).take_while(|m| m.end <= end).collect();
    if own.len() > MOST {
        return None;
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut placed, mut date) = (false, false);
    let mut at = start;
    // «Москва / 11.12.2026» are two pieces, «48/26» is one number.
    let line = text.get(start..end)?.replace(" / ", " , ");
    for piece in line.split(',') {
        let (from, to) = (at, at + piece.len());
        at = to + 1;
        let clean = piece.trim().trim_end_matches(['.', ';']);
        let clean = clean
            .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ')' | ' '))
            .trim_start_matches(['.', ' ', '-', '—', '–']);
        let told = |m: &Mention| matches!(m.kind, M::City { .. } | M::Date { .. });
        let inside = own.iter().find(|m| from <= m.start && m.end <= to && told(m));
        match inside.map(|m| (&m.kind, (m.start, m.end))) {
            Some((M::Date { .. }, span)) if text.get(span.0..span.1).map(trimmed) == Some(trimmed(piece)) => {
                pieces.push(("/contract/date", dated(heard, inside?)?.0, span));
                date = true;
            }
            Some((M::City { name }, span)) if !placed && is_place(clean, text.get(span.0..span.1)?) => {
                pieces.push(("/contract/city", name.clone(), span));
                placed = true;
            }
            None if !placed && town(clean).is_some() => {
                let span = (from + piece.find(clean)?, from + piece.find(clean)? + clean.len());
                pieces.push(("/contract/city", town(clean)?, span));
                placed = true;
            }
            _ => {
                let number = BARE.as_ref()?.captures(piece.trim_end_matches(['.', ';', ' ']))?;
                let found = number.name("n").filter(|n| n.as_str().contains(|c: char| c.is_ascii_digit()))?;
                let span = (from + found.start(), from + found.end());
                pieces.push(("/contract/number", found.as_str().to_owned(), span));
            }
        }
    }
    (placed && date).then_some(pieces)
}

/// A town in small letters that stands alone: «москва».
fn town(piece: &str) -> Option<String> {
    let list = tokens(piece);
    let (name, next) = city(&list, 0).filter(|(_, next)| *next == list.len())?;
    (next > 0).then(|| name.trim_start_matches('!').to_owned())
}

fn trimmed(part: &str) -> &str {
    part.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Whether a piece is a town and nothing else: «г. Самара».
fn is_place(piece: &str, city: &str) -> bool {
    let rest = piece.strip_suffix(city).unwrap_or(piece);
    let low = folded(rest);
    let mut words = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| matches!(word, "г" | "город" | "гор" | "место" | "заключения" | "подписания"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_that_of_this_contract() {
        for (text, want) in [
            ("Номер договора 14-П", Some("14-П")),
            ("Договор № ИТ-11/26 от 30.11.2026.", Some("ИТ-11/26")),
            ("номер — № ГП-48/26", Some("ГП-48/26")),
            ("договор поставки № 5", Some("5")),
            ("Номер 7", None),
            ("№ договора: 12/3", Some("12/3")),
            ("№ договора | ХР-58/26, дата 09.12.26", Some("ХР-58/26")),
            ("договор | № ХР-58/26 от 09.12.26", Some("ХР-58/26")),
            ("номер поставьте АГ-12/2026", Some("АГ-12/2026")),
            ("договор передачи квартиры в собственность граждан от 12.10.1994 № 3318", None),
            ("по договору № 5 долг погашен", None),
            ("Банк «Восход», кредитный договор № 15", None),
            (" 2. Договор № 15", Some("15")),
            ("доверенность № 9", None),
            ("кадастровый номер 44:27:080413:612", None),
            ("номер телефона 8 916 123 45 67", None),
            ("паспорт серия 4510 номер 371894", None),
            ("номер договора потом", None),
        ] {
            let found = number(text, "договор поставки").map(|(_, span)| &text[span.0..span.1]);
            assert_eq!(found, want, "{text}");
        }
    }
}
