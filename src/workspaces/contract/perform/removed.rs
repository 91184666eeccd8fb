//! Orders to take an own term away: «уберите про курение», «условие про 500 000 уберите, оно больше не действует».
//!
//! An order takes exactly what it names: its object stands in the piece with the order, its numbers all stand in the term,
//! and no other term fits as well. An order that names nothing of what stands takes nothing away and is told as such.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::intent;
use crate::engine::text::parts::sentences;
use crate::engine::text::scope::Scope;
use crate::engine::text::stem::{Word, is_stop, stem, words};
use crate::model::pointer;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{acceptance, against, questions, review};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::own::{MARKS, OWN, starts};
use crate::workspaces::contract::perform::own_words::rewords;
use crate::workspaces::contract::present;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Orders of one message.
const MOST: usize = 30;
/// Letters by which an option and a form of its name are the same.
const NAMED: usize = 6;
/// Words of an object of which one alone may be meant: its head.
const SHORT: usize = 2;

/// The own terms that the orders of a message mean, each with the bytes of its sentence.
pub(super) fn removed(heard: &Heard<'_>, domain: &Value) -> Vec<(String, (usize, usize))> {
    let text = heard.turn.text.as_str();
    let Some(own) = domain.pointer(OWN).and_then(Value::as_object) else { return Vec::new() };
    let mut out: Vec<(String, (usize, usize))> = Vec::new();
    for span in sentences(text).into_iter().take(MOST) {
        let order = text.get(span.0..span.1).unwrap_or_default();
        if !takes_away(&folded(order)) || intent::intent(order).question {
            continue;
        }
        let quotes: Vec<&str> = order
            .split('«')
            .skip(1)
            .filter_map(|rest| rest.split('»').next())
            // «Контур — это заказчик…»: a quotation that is cut names its beginning.
            .map(|quote| quote.trim().trim_end_matches(['…', '.']).trim_end())
            .filter(|quote| !quote.is_empty())
            .collect();
        let named: Vec<Option<&String>> = match quotes.as_slice() {
            // «Про сарай и про жену не пишите»: each of them.
            [] => parts(order).into_iter().map(|part| meant(part, own)).collect(),
            // «Слова «…» уберите» means these words of a term, not the term.
            quotes if names_words(order) => {
                quotes.iter().map(|quote| quoted(quote, own).filter(|id| most_of(quote, &own[*id]))).collect()
            }
            quotes => quotes.iter().map(|quote| quoted(quote, own).or_else(|| meant(quote, own))).collect(),
        };
        let named: Vec<String> = named.into_iter().flatten().map(|id| pointer::join(OWN, id)).collect();
        // «Первое и третье уберите» counts the lines of the list that was shown.
        let list = heard.question.filter(|record| record.keys.iter().any(|key| key == review::KEY));
        let counted = list.filter(|_| named.is_empty()).map(|record| {
            let lines = acceptance::lines_counted(counted_piece(order), record.targets.len());
            lines.into_iter().filter_map(|line| record.targets.get(line).cloned()).collect::<Vec<String>>()
        });
        // «Последнее уберите» means the last term of the person's own, never a fact.
        let shown = list.map(|record| record.targets.as_slice()).unwrap_or_default();
        let last = (named.is_empty() && of_last(order)).then(|| last_own(shown, own)).flatten();
        let counted = counted.filter(|_| last.is_none());
        let own =
            counted.into_iter().flatten().filter(|at| pointer::is_within(at, OWN) && domain.pointer(at).is_some());
        for at in named.into_iter().chain(last).chain(own.map(|at| root(&at))) {
            if !out.iter().any(|(known, _)| *known == at) {
                out.push((at, span));
            }
        }
    }
    out
}

/// Whether an order is about words of the text.
fn names_words(order: &str) -> bool {
    let low = folded(order);
    low.split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.pieces.iter().any(|one| one == word))
}

/// Whether a quotation is most of a term.
fn most_of(quote: &str, term: &Value) -> bool {
    let count = |text: &str| text.split_whitespace().count();
    count(quote) * 3 >= count(term["quote"].as_str().unwrap_or_default()) * 2
}

/// «Последнее уберите», «последнее условие удалите»: whether an order names nothing but what was said last.
pub(super) fn of_last(order: &str) -> bool {
    let low = folded(order);
    let object = object(&low);
    let words: Vec<&str> = object.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let last = |word: &&str| MARKS.last.iter().any(|one| one == word);
    let only = |word: &&str| {
        let line = acceptance::counted::is_line_word(&stem(word));
        last(word) || line || orders_away(word) || is_stop(&stem(word)) || MARKS.filler.iter().any(|one| one == word)
    };
    words.iter().any(last) && words.iter().all(only) && takes_away(&low)
}

/// The last own term: of the list that was shown, else of all.
fn last_own(shown: &[String], own: &Map<String, Value>) -> Option<String> {
    let listed = shown.iter().rev().find(|at| pointer::is_within(at, OWN)).map(|at| root(at));
    let latest = || own.keys().filter_map(|id| id.parse::<usize>().ok()).max();
    listed.or_else(|| latest().map(|id| pointer::join(OWN, &id.to_string())))
}

/// «Второе убери, первое верно», «первое верно, второе убери»: the pieces that the order counts.
fn counted_piece(order: &str) -> &str {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for (at, mark) in order.match_indices(", ").chain([(order.len(), "")]) {
        pieces.push((from, at));
        from = at + mark.len();
    }
    let says = |(from, to): (usize, usize)| order.get(from..to).unwrap_or_default();
    let Some(verb) = pieces.iter().position(|piece| takes_away(&folded(says(*piece)))) else { return order };
    let right = pieces[..verb].iter().rposition(|piece| acceptance::affirms(says(*piece)));
    let first = right.map_or(0, |right| right + 1);
    order.get(pieces[first].0..pieces[verb].1).unwrap_or(order)
}

/// The pieces of an order that names several things with «про»; the order itself where it does not.
fn parts(order: &str) -> Vec<&str> {
    let low = folded(order);
    let cuts: Vec<usize> = low.match_indices(" и про ").map(|(at, _)| at).collect();
    if cuts.is_empty() || low.len() != order.len() {
        return vec![order];
    }
    let ends = cuts.iter().copied().chain([order.len()]);
    let starts = std::iter::once(0).chain(cuts.iter().map(|at| at + 1));
    starts.zip(ends).filter_map(|(from, to)| order.get(from..to)).collect()
}

/// The own term that a place belongs to: `/terms/own/3` of `/terms/own/3/quote`.
fn root(at: &str) -> String {
    let id = at.get(OWN.len() + 1..).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    format!("{OWN}/{id}")
}

/// Facts that an order names as the list shows them: «Порядок оплаты — отсрочка» убрать.
pub(super) fn listed(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<(String, (usize, usize))> {
    let text = heard.turn.text.as_str();
    let mut out = Vec::new();
    for span in sentences(text).into_iter().take(MOST) {
        let order = text.get(span.0..span.1).unwrap_or_default();
        if takes_away(&folded(order)) && !intent::intent(order).question {
            let quotes: Vec<&str> = order.split('«').skip(1).filter_map(|rest| rest.split('»').next()).collect();
            let named = quotes.iter().filter_map(|quote| of_list(pack, domain, quote));
            out.extend(named.chain(by_name(pack, domain, order, &quotes)).map(|at| (at, span)));
        }
    }
    out.extend(denied(pack, heard, domain));
    out
}

/// «Число страниц убери», «цель использования «под пекарню» убрать»: a fact that an order names by its label and by nothing
/// else but its value.
fn by_name(pack: &Pack, domain: &Value, order: &str, quotes: &[&str]) -> Option<String> {
    let content = |text: &str| -> BTreeSet<String> {
        words(text).into_iter().map(|word| word.stem).filter(|stem| !is_stop(stem)).collect()
    };
    let low = folded(order);
    let plain = quotes.iter().fold(low, |rest, quote| rest.replace(&folded(quote), " "));
    let said: BTreeSet<String> = words(&plain)
        .into_iter()
        .filter(|word| !takes_away(&plain[word.start..word.end]))
        .map(|word| word.stem)
        .filter(|stem| !is_stop(stem) && !acceptance::counted::is_line_word(stem))
        .collect();
    if said.is_empty() {
        return None;
    }
    let shown = |at: &str| domain.pointer(at).map(|value| folded(&present::value(Some(pack), at, value)));
    let mut fits = pack.fields.iter().filter(|field| {
        let at = field.pointer.as_str();
        let names = |name: &str| content(name) == said;
        let stands = domain.pointer(at).is_some_and(is_present) && !at.starts_with("/parties");
        let value = || quotes.is_empty() || quotes.iter().all(|quote| shown(at) == Some(folded(quote)));
        stands && (names(&field.label) || field.hints.iter().any(|hint| names(hint))) && value()
    });
    fits.next().filter(|_| fits.next().is_none()).map(|field| field.pointer.clone())
}

/// «Оплата не помесячная», «помесячно не надо»: options of the list of readings that an answer to it denies.
fn denied(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<(String, (usize, usize))> {
    let Some(record) = heard.question.filter(|record| record.keys.iter().any(|key| key == review::KEY)) else {
        return Vec::new();
    };
    let text = heard.turn.text.as_str();
    let said = words(text);
    let mut out = Vec::new();
    for at in &record.targets {
        let Some(field) = pack.field_of(at).filter(|field| field.kind == FieldKind::Choice) else { continue };
        let Some(value) = domain.pointer(at).filter(|value| is_present(value)) else { continue };
        let shown = present::value(Some(pack), &field.pointer, value);
        let names: Vec<String> =
            words(&shown).into_iter().map(|word| word.stem).filter(|stem| !is_stop(stem)).collect();
        let [name] = names.as_slice() else { continue };
        let beginning: String = name.chars().take(NAMED).collect();
        let denies =
            |word: &&Word| word.stem.starts_with(&beginning) && heard.scopes.at(word.start, word.end) == Scope::Negated;
        let found = said.iter().filter(|_| name.chars().count() >= NAMED).find(denies);
        out.extend(found.map(|word| (at.clone(), (word.start, word.end))));
    }
    out
}

/// The fact whose name and value a line of the list shows.
fn of_list(pack: &Pack, domain: &Value, quote: &str) -> Option<String> {
    let (name, _) = quote.split_once(" — ")?;
    let name = folded(name.trim());
    let stands = |at: &str| domain.pointer(at).is_some_and(is_present);
    let mut fields = pack.fields.iter().filter(|field| folded(&field.label) == name && stands(&field.pointer));
    fields.next().map(|field| field.pointer.clone())
}

/// The own term that the open question holds against the law: «убрать», an order alone and «нет» take it away.
pub(super) fn unlawful(heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let Some(at) = questioned(heard, &draft.domain) else { return };
    let text = heard.turn.text.as_str();
    let gone = match heard.turn.choice.as_deref() {
        Some(choice) => choice == questions::NO,
        None => {
            let named = removed(heard, &draft.domain).iter().any(|(other, _)| *other != at);
            (heard.intent.deny || takes_away(&folded(text))) && !heard.intent.question && !named
        }
    };
    if gone {
        take(&at, (0, text.len()), draft);
    }
}

/// The same when the answer brought a term of its own: it stands in the place of the one that was asked about.
pub(super) fn replaced(heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let Some(at) = questioned(heard, &draft.domain) else { return reworded(heard, draft) };
    let new = draft.writes.iter().any(|write| pointer::is_within(write, OWN) && !pointer::is_within(write, &at));
    if new && !heard.intent.affirm {
        take(&at, (0, heard.turn.text.len()), draft);
    }
}

/// A term that is dictated anew stands in the place of the one that it says otherwise.
fn reworded(heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    if !sentences(text).into_iter().any(|span| rewords(&text[span.0..span.1])) {
        return;
    }
    let own = draft.domain.pointer(OWN).and_then(Value::as_object);
    let standing: Vec<String> =
        own.into_iter().flatten().map(|(id, _)| format!("{}/quote", pointer::join(OWN, id))).collect();
    let new: BTreeSet<String> =
        draft.writes.iter().filter(|at| pointer::is_within(at, OWN)).map(|at| quote(at)).collect();
    let content = |at: &str| -> BTreeSet<String> {
        let quote = draft.domain.pointer(at).and_then(Value::as_str).unwrap_or_default();
        words(quote).into_iter().map(|word| word.stem).filter(|stem| !is_stop(stem)).collect()
    };
    let mut gone: Vec<String> = Vec::new();
    for one in &new {
        let own = content(one);
        let old = standing.iter().filter(|at| !new.contains(*at));
        let mut same = old.filter(|at| shares(&own, &content(at)));
        if let (Some(other), None) = (same.next(), same.next()) {
            gone.push(root(other));
        }
    }
    for at in gone {
        take(&at, (0, text.len()), draft);
    }
}

/// Whether one term says another otherwise: two words in common, and half of what it says.
fn shares(own: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let common = own.intersection(other).count();
    common >= 2 && common * 2 >= own.len()
}

/// Where the words of an own term stand.
fn quote(at: &str) -> String {
    format!("{}/quote", root(at))
}

/// The own term that the open question is about.
fn questioned(heard: &Heard<'_>, domain: &Value) -> Option<String> {
    let mut keys = heard.question?.keys.iter();
    keys.find_map(|key| against::standing(key, domain)).map(str::to_owned)
}

fn take(at: &str, span: (usize, usize), draft: &mut Draft<'_>) {
    let Some(tokens) = pointer::tokens(at) else { return };
    edit::remove(&mut draft.domain, &tokens);
    draft.writes.push(at.to_owned());
    draft.spans.push((at.to_owned(), span));
}

/// The term that a quotation names: whole, or from its beginning.
fn quoted<'o>(quote: &str, own: &'o Map<String, Value>) -> Option<&'o String> {
    let quote = folded(quote);
    let same = |term: &Value| folded(term["quote"].as_str().unwrap_or_default()).starts_with(&quote);
    own.iter().find(|(_, term)| same(term)).map(|(id, _)| id)
}

/// The only own term that an order means.
fn meant<'o>(order: &str, own: &'o Map<String, Value>) -> Option<&'o String> {
    let object = object(order);
    let low = folded(object);
    let command = |word: &Word| {
        let form = low.get(word.start..word.end).unwrap_or_default();
        MARKS.away.iter().chain(&MARKS.surplus).any(|order| order == form)
            || starts(form, &MARKS.meta)
            || starts(form, &MARKS.unwanted)
    };
    let says = |word: &Word| word.stem.chars().count() > 2 && !is_stop(&word.stem) && !is_number(&word.stem);
    let said: Vec<String> =
        words(object).into_iter().filter(|word| says(word) && !command(word)).map(|word| word.stem).collect();
    let numbers = numbers(object);
    if said.is_empty() && numbers.is_empty() {
        return None;
    }
    let fits = |term: &Value| -> Option<usize> {
        let quote = term["quote"].as_str().unwrap_or_default();
        let stems: BTreeSet<String> = words(quote).into_iter().map(|word| word.stem).collect();
        let own = self::numbers(quote);
        let shared = said.iter().filter(|stem| stems.contains(*stem)).count();
        let head = said.first().is_none_or(|head| stems.contains(head));
        let enough = match said.len() {
            0 => true,
            1..=SHORT => shared > 0 && (head || !numbers.is_empty()),
            many => shared >= 2 && shared * 2 >= many,
        };
        (enough && numbers.iter().all(|number| own.contains(number))).then_some(shared + numbers.len())
    };
    let mut meant: Vec<(usize, &String)> = own.iter().filter_map(|(id, term)| Some((fits(term)?, id))).collect();
    meant.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    match meant.as_slice() {
        [(count, id), rest @ ..] if rest.first().is_none_or(|next| next.0 < *count) => Some(id),
        _ => None,
    }
}

/// Whether an order names one own term by two words at least, all that it says of its object.
pub(super) fn names_term(order: &str, domain: &Value) -> bool {
    let Some(own) = domain.pointer(OWN).and_then(Value::as_object) else { return false };
    let Some(term) = meant(order, own).and_then(|id| own.get(id)) else { return false };
    let stems: BTreeSet<String> =
        words(term["quote"].as_str().unwrap_or_default()).into_iter().map(|word| word.stem).collect();
    let object = object(order);
    let said = words(object).into_iter().filter(|word| word.stem.chars().count() > 2 && !is_stop(&word.stem));
    let said: Vec<String> =
        said.filter(|word| !takes_away(&folded(&object[word.start..word.end]))).map(|word| word.stem).collect();
    said.len() > 1 && said.iter().all(|stem| stems.contains(stem))
}

/// The piece of an order that holds the verb and what it is about; the piece before it where the verb stands alone.
fn object(order: &str) -> &str {
    let mut from = 0;
    let mut pieces: Vec<&str> = Vec::new();
    for (at, mark) in order.match_indices([',', ';']).chain([(order.len(), "")]) {
        let number = order[at..].chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        if !number || mark.is_empty() {
            pieces.push(order.get(from..at).unwrap_or_default());
            from = at + mark.len();
        }
    }
    let Some(at) = pieces.iter().position(|piece| takes_away(&folded(piece))) else { return order };
    let says = |word: &&str| word.chars().count() > 2 && !is_stop(&stem(&folded(word)));
    let alone = pieces[at].split(|c: char| !c.is_alphanumeric()).filter(says).count() <= 1;
    match at.checked_sub(1).filter(|_| alone).and_then(|before| pieces.get(before)) {
        Some(before) => before,
        None => pieces[at],
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// Numbers of a text, groups of thousands joined: «500 000» is one.
fn numbers(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut joined = false;
    for part in text.split(|c: char| c.is_whitespace() || c == '\u{a0}') {
        let digits: String = part.chars().filter(char::is_ascii_digit).collect();
        let clean = part.trim_matches(|c: char| !c.is_alphanumeric());
        let whole = !digits.is_empty() && is_number(clean);
        match out.last_mut().filter(|_| joined && whole && clean.len() == 3) {
            Some(last) => last.push_str(clean),
            None if !digits.is_empty() => out.push(digits),
            None => {}
        }
        joined = whole;
    }
    out
}

/// Whether words order to take something away.
fn takes_away(folded: &str) -> bool {
    orders_away(folded) || MARKS.unwanted.iter().any(|words| folded.contains(words.as_str()))
}

/// Whether one of the words is such an order.
pub(super) fn orders_away(folded: &str) -> bool {
    let mut rest = folded;
    while let Some(from) = rest.find(char::is_alphanumeric) {
        rest = &rest[from..];
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        // «Третий пункт лишний» is an order, «за каждый лишний день» is none.
        let alone = || !behind.trim_start_matches([' ', '»', ')']).starts_with(char::is_alphanumeric);
        if MARKS.away.iter().any(|order| order == word) || MARKS.surplus.iter().any(|one| one == word) && alone() {
            return true;
        }
        rest = behind;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_order_takes_exactly_what_it_names() {
        let own = json!({
            "1": {"quote": "Штраф 200 000 за каждый случай"},
            "2": {"quote": "Обязанность хранить молчание действует ещё 5 лет после окончания"},
            "3": {"quote": "курить в салоне нельзя"},
            "4": {"quote": "Ключи хранятся у консьержа"},
        });
        let own = own.as_object().unwrap();
        for (order, want) in [
            ("Условие про 200 000 уберите, оно больше не действует", Some("1")),
            ("уберите про курение", None),
            ("уберите условие о том, чтобы курить", None),
            ("про курить в салоне уберите", Some("3")),
            ("Пункт о ключах удалите", Some("4")),
            ("ключи у консьержа, это уберите", Some("4")),
            ("про 300 000 уберите", None),
            ("уберите про собаку", None),
            ("ногу уберите", None),
            ("Уберите.", None),
            ("штраф уберите", Some("1")),
            ("про ключи в бумагу не пиши", Some("4")),
        ] {
            let got = meant(order, own).map(String::as_str);
            assert_eq!(got, want, "{order}");
        }
        for (order, piece) in [
            ("второе убери, первое верно", "второе убери"),
            ("первое верно, второе убери", "второе убери"),
            ("первое, третье убери", "первое, третье убери"),
            ("уберите оба", "уберите оба"),
        ] {
            assert_eq!(counted_piece(order), piece);
        }
        assert!(orders_away("это лишнее") && orders_away("третий пункт лишний, уберем"));
        assert!(!orders_away("за каждый лишний день он платит"));
        assert!(takes_away("про штраф не пишите") && !takes_away("если арендатор плату не вносит 20 дней"));
        assert_eq!(quoted("Штраф 200 000", own).map(String::as_str), Some("1"));
    }

    #[test]
    fn the_last_term_is_meant_by_its_place_alone() {
        for (order, want) in [
            ("последнее уберите", true),
            ("последнее уберите, это я так", true),
            ("уберите последнее условие, пожалуйста", true),
            ("ну и последний пункт удалите", true),
            ("последний этап уберите", false),
            ("последнюю оплату удалите", false),
            ("последнее верно", false),
            ("про кота уберите", false),
        ] {
            assert_eq!(of_last(order), want, "{order}");
        }
        let own = json!({"2": {"quote": "а"}, "10": {"quote": "б"}, "9": {"quote": "в"}});
        let own = own.as_object().unwrap();
        assert_eq!(last_own(&[], own).as_deref(), Some("/terms/own/10"));
        let shown = ["/terms/own/2/quote".to_owned(), "/contract/city".to_owned()];
        assert_eq!(last_own(&shown, own).as_deref(), Some("/terms/own/2"));
    }

    #[test]
    fn groups_of_thousands_are_one_number() {
        assert_eq!(numbers("500 000 и 3 года, 1 200"), ["500000", "3", "1200"]);
        assert_eq!(numbers("нет"), Vec::<String>::new());
    }
}
