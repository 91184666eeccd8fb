//! Several things in one message: «48 ящиков по 11,50 и 20 мешков по 300» is two rows, each with its own count and price.
//!
//! A list is read where every part of it is a thing with a count and a price; parts without prices only where the thing was
//! asked for. Anything less clear is left to the other readers, who ask; no part of a list is taken for the whole.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Pack, Rows};
use crate::engine::knowledge::rows::{MOST, Words, words};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentence_at;
use crate::engine::text::stem::{is_stop, words as stems};
use crate::model::money::{format_minor, parse_minor};
use crate::model::pointer;
use crate::workspaces::contract::intake::computed;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::written::is_detail;
use crate::workspaces::contract::perform::{lined, removed};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Words of a name.
const LONGEST: usize = 6;

/// Bytes of the number of a line, with what stands around it.
const NUMBERED: usize = 4;

/// A row as it was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its bytes in the text.
    pub span: (usize, usize),
    /// The thing, in the person's words.
    pub name: String,
    /// Canonical decimal.
    pub count: String,
    /// Code of the unit.
    pub unit: String,
    /// Kopecks for one.
    pub price: Option<i64>,
}

impl Row {
    /// Its facts below the row: leaf and value.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, Value)> {
        let mut out = vec![("name", json!(self.name)), ("quantity", json!({"value": self.count, "unit": self.unit}))];
        let price = |minor| json!({"amount": format_minor(minor), "currency": "RUB"});
        out.extend(self.price.map(|minor| ("price", price(minor))));
        out
    }
}

/// Writes the rows of a message; returns the bytes of their words.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let Some(rows) = &pack.rows else { return Vec::new() };
    let text = heard.turn.text.as_str();
    let asked = heard
        .question
        .is_some_and(|q| q.targets.iter().any(|at| rows.instead.contains(at) || pointer::is_within(at, &rows.at)));
    let stand = draft.domain.pointer(&rows.at).is_some_and(is_present);
    let lined = lined::read(rows, heard);
    let mut found = if lined.is_empty() { read(rows, text, asked, stand) } else { lined };
    // «ИНН 7700…. Аванс 50 %»: numbers of another kind are no counts, and a list without prices that holds one is none.
    let foreign = |row: &Row| {
        let over = |m: &&Mention| m.start < row.span.1 && row.span.0 < m.end;
        heard.mentions.iter().filter(over).any(|m| !counts(&m.kind))
    };
    if found.iter().any(|row| row.price.is_none() && foreign(row)) {
        found.retain(|row| row.price.is_some());
    }
    // «Нет, не 2 штуки, уберите. …», «удалите позицию 3»: an order makes no row.
    let ordered = |row: &Row| {
        let (start, end) = sentence_at(text, row.span.0);
        removed::orders_away(&folded(text.get(start..end).unwrap_or_default()))
    };
    found.retain(|row| !ordered(row));
    let mut spans = Vec::new();
    for row in found {
        if !heard.scopes.at(row.span.0, row.span.1).tells() {
            continue;
        }
        let Some(at) = place(rows, &draft.domain, &row.name) else { continue };
        for (leaf, value) in row.facts() {
            draft.say(heard, &format!("{at}/{leaf}"), value, row.span, row.price.is_some());
        }
        spans.push(row.span);
    }
    spans
}

/// Whether a mention may count things.
fn counts(kind: &MentionKind) -> bool {
    !is_detail(kind) && !matches!(kind, MentionKind::Date { .. } | MentionKind::Percent { .. })
}

/// Takes back what other readers made of the words of rows.
pub(super) fn reclaim(pack: &Pack, spans: &[(usize, usize)], draft: &mut Draft<'_>) {
    let Some(rows) = pack.rows.as_ref().filter(|_| !spans.is_empty()) else { return };
    let over = |span: (usize, usize)| spans.iter().any(|row| row.0 < span.1 && span.0 < row.1);
    let own = |at: &String| rows.instead.iter().any(|one| pointer::is_within(at, one));
    let wrong: BTreeSet<String> =
        draft.spans.iter().filter(|(at, span)| own(at) && over(*span)).map(|(at, _)| at.clone()).collect();
    for at in wrong {
        draft.forget(&at);
    }
}

/// The rows of a list typed into one field; none unless it is a list.
#[must_use]
pub fn typed(pack: &Pack, at: &str, text: &str) -> Vec<Row> {
    let rows = pack.rows.as_ref().filter(|rows| rows.instead.iter().any(|one| one == at) || rows.at == at);
    rows.map(|rows| read(rows, text, true, false)).unwrap_or_default()
}

/// Where a row of this name lives, or the next free place.
#[must_use]
pub fn place(rows: &Rows, domain: &Value, name: &str) -> Option<String> {
    let none = json!({});
    let items = domain.pointer(&rows.at).unwrap_or(&none);
    let cut = |text: &str| stems(text).into_iter().map(|word| word.stem).collect::<Vec<_>>();
    let wanted = cut(name);
    let standing = computed::rows(items);
    let same = standing.iter().find(|(_, row)| row["name"].as_str().is_some_and(|name| cut(name) == wanted));
    let next = || standing.last().map_or(1, |(n, _)| n + 1);
    let n = same.map_or_else(next, |(n, _)| *n);
    (usize::try_from(n).ok()? <= MOST).then(|| format!("{}/{n}", rows.at))
}

/// The rows that an order to take something away means: those whose name it says.
#[must_use]
pub fn named(rows: &Rows, domain: &Value, order: &str) -> Vec<String> {
    let said: BTreeSet<String> = stems(order).into_iter().map(|word| word.stem).collect();
    let items = computed::rows(domain.pointer(&rows.at).unwrap_or(&Value::Null));
    let meant = |row: &Value| {
        let name = stems(row["name"].as_str().unwrap_or_default());
        let mut telling = name.iter().filter(|word| !is_stop(&word.stem)).peekable();
        telling.peek().is_some() && telling.all(|word| said.contains(&word.stem))
    };
    let all: Vec<u32> = items.iter().filter(|(_, row)| meant(row)).map(|(n, _)| *n).collect();
    // A part of a name is enough where only one row has it.
    let part = |row: &Value| {
        let name = stems(row["name"].as_str().unwrap_or_default());
        // «Платёж 2 удалите» means no «Linea PB 2».
        let telling = |word: &str| !is_stop(word) && word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
        name.iter().any(|word| telling(&word.stem) && said.contains(&word.stem))
    };
    let some: Vec<u32> = items.iter().filter(|(_, row)| part(row)).map(|(n, _)| *n).collect();
    let meant = if all.is_empty() && some.len() == 1 { some } else { all };
    // «Удалите позицию 3 и позицию 4»: rows by their numbers.
    let low = folded(order);
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let numbered: Vec<u32> = words
        .windows(2)
        .filter(|pair| ROW.iter().any(|stem| pair[0].starts_with(stem)))
        .filter_map(|pair| pair[1].parse().ok())
        .filter(|n| items.iter().any(|(known, _)| known == n))
        .collect();
    let meant = if numbered.is_empty() { meant } else { numbered };
    meant.into_iter().map(|n| format!("{}/{n}", rows.at)).collect()
}

/// Beginnings of words before the number of a row.
const ROW: [&str; 3] = ["позици", "строк", "строч"];

/// A part between commas and «и», with whether a colon opens it.
struct Piece {
    start: usize,
    end: usize,
    led: bool,
}

fn pieces(text: &str, known: &Words) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut led = false;
    let mut cut = |start: usize, end: usize, led: bool| {
        // «1. Шезлонг …»: the number of a line is no part of a list.
        let numbered = text[start..end].trim().bytes().all(|b| b.is_ascii_digit()) && end - start <= NUMBERED;
        if !numbered && text[start..end].chars().any(char::is_alphanumeric) {
            out.push(Piece { start, end, led });
        }
    };
    let mut word = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        let decimal = before.is_ascii_digit() && next.is_ascii_digit();
        if c.is_whitespace() {
            let low = folded(&text[word..at]);
            if known.join.contains(&low) {
                cut(start, word, led);
                (start, led) = (at, false);
            }
            word = at + c.len_utf8();
        }
        // «1) кофе …; 2) чай …»: the number of an item opens it.
        if c == ')'
            && at > start
            && at - start <= NUMBERED
            && text[start..at].trim().bytes().all(|b| b.is_ascii_digit())
        {
            start = at + 1;
            word = start;
        }
        let ends = matches!(c, ';' | '\n' | ':') || matches!(c, ',' | '.') && !decimal && !next.is_ascii_digit();
        if ends && !(c == '.' && next.is_alphanumeric()) {
            // The dot of «шт.», «руб.» ends no row, unless a sentence begins behind it.
            let abbreviated = c == '.'
                && next == ' '
                && !text[at + 1..].trim_start().starts_with(char::is_uppercase)
                && text[word..at].chars().count() <= 4
                && text[word..at].chars().any(char::is_alphabetic);
            if !abbreviated {
                cut(start, at, led);
                start = at + c.len_utf8();
                led = c == ':';
                word = start;
            }
        }
        before = c;
    }
    cut(start, text.len(), led);
    out
}

/// The rows of the first list in a text.
fn read(rows: &Rows, text: &str, asked: bool, stand: bool) -> Vec<Row> {
    let known = words();
    let all = pieces(text, known);
    let parsed: Vec<Option<Row>> = all.iter().map(|piece| row(rows, known, text, piece)).collect();
    let mut best: Vec<Row> = Vec::new();
    let mut from = 0;
    while from < parsed.len() {
        let run: Vec<&Row> = parsed[from..].iter().map_while(Option::as_ref).collect();
        if run.is_empty() {
            from += 1;
            continue;
        }
        let after = from + run.len();
        // A neighbour with a price that does not read: the list is not clear, and no part of it is taken.
        let torn = [from.checked_sub(1), Some(after)]
            .into_iter()
            .flatten()
            .filter_map(|i| all.get(i))
            .any(|piece| priced(known, &text[piece.start..piece.end]));
        let prices = run.iter().filter(|row| row.price.is_some()).count();
        let led = all.get(from).is_some_and(|piece| piece.led && !of_prices(known, text, piece.start));
        let list = prices == run.len() && (run.len() > 1 || stand)
            || prices == 0 && run.len() > 1 && (asked || led)
            || prices > 0 && run.len() > 1 && asked;
        // «Цемент М500, 20 т»: what is weighed and has no price is one thing with its amount.
        let weighed = prices < run.len() && run.iter().any(|row| !matches!(row.unit.as_str(), "pcs" | "set"));
        if list && !weighed && !torn && run.len() <= MOST {
            best.extend(run.into_iter().cloned());
        }
        from = after + 1;
    }
    best
}

/// «Цены за кг: высший сорт 34,50, …»: what a colon opens is what each costs.
fn of_prices(known: &Words, text: &str, at: usize) -> bool {
    let before = folded(text.get(..at).unwrap_or_default());
    let head = before.trim_end().trim_end_matches(':').rsplit(['.', ';', '\n', ':']).next().unwrap_or_default();
    head.split(|c: char| !c.is_alphanumeric())
        .any(|word| known.priced.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// Whether a part says «… по 300».
fn priced(known: &Words, part: &str) -> bool {
    let low = folded(part);
    let said: Vec<&str> = low.split_whitespace().collect();
    said.windows(2)
        .any(|pair| known.at.iter().any(|at| at == pair[0]) && pair[1].starts_with(|c: char| c.is_ascii_digit()))
}

/// A word of a part.
struct Token {
    start: usize,
    end: usize,
    low: String,
}

/// Signs that people write for «times»: what follows is the price of one.
const TIMES: [&str; 3] = ["×", "*", "✕"];

fn tokens(text: &str, piece: &Piece) -> Vec<Token> {
    let part = &text[piece.start..piece.end];
    let mut out = Vec::new();
    let mut at = 0;
    for word in part.split_whitespace() {
        let from = at + part[at..].find(word).unwrap_or_default();
        at = from + word.len();
        // «40 шт. × 6 850 руб. = 274 000 руб.»: the product only repeats.
        if word == "=" {
            break;
        }
        if TIMES.contains(&word) || matches!(word, "x" | "х") {
            out.push(Token { start: piece.start + from, end: piece.start + at, low: TIMES[0].to_owned() });
            continue;
        }
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '₽' && c != '²' && c != '³');
        if bare.is_empty() {
            continue;
        }
        let from = from + word.find(bare).unwrap_or_default();
        let (start, end) = (piece.start + from, piece.start + from + bare.len());
        out.push(Token { start, end, low: folded(bare) });
    }
    out
}

fn decimal(low: &str) -> Option<String> {
    let plain = low.replace(',', ".");
    let digits = plain.chars().all(|c| c.is_ascii_digit() || c == '.') && plain.matches('.').count() <= 1;
    (digits && plain.starts_with(|c: char| c.is_ascii_digit()) && !plain.ends_with('.')).then_some(plain)
}

/// One thing with its count, and its price where it is told.
fn row(rows: &Rows, known: &Words, text: &str, piece: &Piece) -> Option<Row> {
    let all = tokens(text, piece);
    let at = all.iter().position(|token| known.at.contains(&token.low) || token.low == TIMES[0]);
    let (left, right) = at.map_or((all.as_slice(), None), |at| (&all[..at], Some(&all[at + 1..])));
    let price = match right {
        Some(right) => Some(price(known, right)?),
        None => None,
    };
    // «Приложение № 1»: a number of order counts nothing.
    let ordered = |token: &Token| text.get(..token.start).is_some_and(|before| before.trim_end().ends_with('№'));
    let count = |token: &Token| {
        let number = decimal(&token.low).or_else(|| known.numbers.get(&token.low).map(u32::to_string));
        number.filter(|_| !ordered(token))
    };
    let counts: Vec<(usize, String)> =
        left.iter().enumerate().filter_map(|(i, token)| Some((i, count(token)?))).collect();
    // «Зонт 2,4 м 25 шт. по 4 200»: of several the one that only its unit parts from the price counts.
    let nearest = counts.last().filter(|(i, _)| {
        let unit = left.get(i + 1).is_none_or(|token| known.unit(&token.low).is_some() && left.len() == i + 2);
        price.is_some() && unit
    });
    let (at, value) = match counts.as_slice() {
        [only] => only.clone(),
        _ => nearest?.clone(),
    };
    let mut before = left.get(..at)?;
    while before.first().is_some_and(|token| known.intro.contains(&token.low)) {
        before = &before[1..];
    }
    let after = left.get(at + 1..)?;
    let unit = after.first().and_then(|token| known.unit(&token.low));
    if after.first().is_some_and(|token| known.is_no_thing(&token.low)) {
        return None;
    }
    // «48 ящиков яблок», «48 ящиков», «печей две», «столов 12 штук».
    // «40 после укладки плитки»: a piece that opens with a preposition is no name.
    let words = |part: &[Token]| {
        let (first, last) = (part.first()?, part.last()?);
        (part.len() <= LONGEST && !is_stop(&first.low)).then(|| text[first.start..last.end].to_owned())
    };
    // «48 ящиков яблок» are «ящики яблок», by the piece; «20 кг» of nothing is no thing.
    let container = after.first().and_then(|token| known.things.get(&token.low)).map(String::as_str);
    let of = |rest: &[Token]| {
        let held = if rest.is_empty() { Some(String::new()) } else { words(rest).map(|held| format!(" {held}")) };
        Some(format!("{}{}", container?, held?))
    };
    let start = left.get(at)?.start;
    let (name, unit, from) = match (before, after) {
        ([], [_, rest @ ..]) if container.is_some() => (of(rest)?, "pcs", start),
        // «Краска 30 банок»: the thing stands before what it is counted by.
        ([first, ..], [_]) if container.is_some() => {
            (format!("{} ({})", words(before)?, container?), "pcs", first.start)
        }
        ([], [_, rest @ ..]) if unit.is_some() => (words(rest)?, unit?, start),
        ([], [_, ..]) => (words(after)?, "pcs", start),
        ([first, ..], []) => (words(before)?, "pcs", first.start),
        ([first, ..], [_]) if unit.is_some() => (words(before)?, unit?, first.start),
        // «Продаю ООО «Ромашка» 48 ящиков яблок по 11,50»: what stands before belongs to another fact.
        (_, [_, rest @ ..]) if price.is_some() && container.is_some() => (of(rest)?, "pcs", start),
        (_, [_, rest @ ..]) if price.is_some() && unit.is_some() && !rest.is_empty() => (words(rest)?, unit?, start),
        _ => return None,
    };
    let unit = if rows.units.iter().any(|known| known == unit) { unit } else { return None };
    let end = all.last()?.end;
    Some(Row { span: (from, end), name, count: value, unit: unit.to_owned(), price })
}

/// «11,50», «19 000 рублей», «2 тыс. за штуку»: a sum and nothing else.
fn price(known: &Words, right: &[Token]) -> Option<i64> {
    let mut rest = right;
    let first = decimal(&rest.first()?.low)?;
    let mut text = first;
    rest = &rest[1..];
    while let Some(group) = rest.first().filter(|token| token.low.len() == 3 && !text.contains('.')) {
        if !group.low.bytes().all(|b| b.is_ascii_digit()) {
            break;
        }
        text.push_str(&group.low);
        rest = &rest[1..];
    }
    let mut minor = parse_minor(&text)?;
    if rest.first().is_some_and(|token| known.thousand.iter().any(|word| token.low.starts_with(word.as_str()))) {
        minor = minor.checked_mul(1000)?;
        rest = &rest[1..];
    }
    if rest.first().is_some_and(|token| known.money.iter().any(|word| token.low.starts_with(word.as_str()))) {
        rest = &rest[1..];
    }
    // «за штуку», «за каждый», «каждый»: the price is that of one.
    let each = |token: &Token| {
        known.unit(&token.low).is_some() || known.each.iter().any(|word| token.low.starts_with(word.as_str()))
    };
    rest.iter().all(each).then_some(minor).filter(|minor| *minor > 0)
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
