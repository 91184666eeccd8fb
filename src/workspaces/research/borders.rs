//! The borders of the library for a question: which acts it names or is governed by, and what is told of those that are
//! not held, of places that an act has not, and of editions of other days. Pure: what is held comes in.

use crate::engine::address::find::{self, Context};
use crate::engine::address::{Act, Address, acts};
use crate::engine::corpus::newest;
use crate::engine::corpus::read::identity::day_of;
use crate::engine::fold::folded;
use crate::engine::knowledge::answers;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::search::asked;
use crate::engine::text::full_dates::full_dates;
use crate::model::source::{DocumentKind, EditionRow};
use regex::Regex;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Names of what is held that are told.
const NAMES: usize = 6;
/// The nearest places that are told.
const NEAREST: usize = 3;

/// An act that a question needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    /// Its ids, if it has one.
    pub documents: Vec<String>,
    /// As people call it.
    pub name: String,
    /// Its full title.
    pub full: String,
    /// The question names it; else its subject is governed by it.
    pub named: bool,
    /// Questions like this one are plainly governed by it.
    pub governs: bool,
    /// The article that the question names, as a path and in words.
    pub place: Option<(String, String)>,
}

/// Whether a question calls a document by its name of two words and more.
#[must_use]
pub fn calls(question: &str, name: &str) -> bool {
    stands_in(&folded(question), &folded(name.trim()))
}

/// Whether a folded name or address of several words stands in a folded text by itself: «п. 3» is not named by
/// «п. 3.1», nor «ст. 15» by «ст. 15-1».
#[must_use]
pub fn stands_in(text: &str, name: &str) -> bool {
    let begins = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
    let ends = |at: usize| {
        let mut rest = text[at..].chars();
        let next = rest.next();
        let part = matches!(next, Some('.' | '-')) && rest.next().is_some_and(|sign| sign.is_ascii_digit());
        !part && next.is_none_or(|next| !next.is_alphanumeric())
    };
    name.contains(' ') && text.match_indices(name).any(|(at, _)| begins(at) && ends(at + name.len()))
}

/// The country of whose law nothing is ever held.
#[must_use]
pub fn foreign(question: &str) -> Option<Value> {
    let name = answers::embedded().ok()?.foreign(&tokens(question))?;
    Some(item("foreign", name, &json!({})))
}

/// The acts that a question needs: those it names, and those that govern its subject.
#[must_use]
pub fn needed(question: &str, jurisdiction: Option<&str>) -> Vec<Needed> {
    let context = Context { jurisdiction: jurisdiction.map(str::to_owned), ..Context::default() };
    let mut out: Vec<Needed> = Vec::new();
    for address in find::find(question, &context).into_iter().flat_map(|found| found.addresses) {
        if !matches!(address.act, Act::Known(_) | Act::Named(_) | Act::Ambiguous(_)) {
            continue;
        }
        let documents = address.act.documents();
        let place = article(&address);
        match out.iter_mut().find(|own| own.documents == documents && own.place.is_none()) {
            Some(own) => own.place = place,
            None => {
                let name = Address { path: Vec::new(), ..address.clone() }.canonical();
                let full = full(&documents).unwrap_or_else(|| name.clone());
                out.push(Needed { documents, name, full, named: true, governs: false, place });
            }
        }
    }
    if !out.is_empty() {
        return out;
    }
    // Questions that are plainly like those of an act are governed by it; words of subjects only where none is.
    let acts = asked::acts(question);
    if let Some(name) = acts.first().cloned() {
        let ids = |name: &String| find::parse(name).map_or_else(Vec::new, |address| address.act.documents());
        let full = full(&ids(&name)).unwrap_or_else(|| name.clone());
        // Where one of several acts of the matter is held, it may answer.
        let documents = acts.iter().flat_map(ids).collect();
        out.push(Needed { documents, name, full, named: false, governs: true, place: None });
    }
    let Ok(answers) = answers::embedded() else { return out };
    let (words, here) = (tokens(question), jurisdiction.unwrap_or("RU"));
    let topics = if out.is_empty() { answers.topics(&words, here) } else { answers.beside(&words, here) };
    for id in topics
        .into_iter()
        .filter(|id| !out.iter().any(|own| own.documents.iter().any(|known| known == id)))
        .collect::<Vec<_>>()
    {
        if let Some(act) = acts::embedded().ok().and_then(|register| register.get(id)) {
            let (name, full) = (act.short.clone(), act.title.clone());
            out.push(Needed { documents: vec![id.to_owned()], name, full, named: false, governs: false, place: None });
        }
    }
    out
}

fn full(documents: &[String]) -> Option<String> {
    let act = acts::embedded().ok()?.get(documents.first()?)?;
    Some(match act.numbers.first() {
        Some(number) if act.jurisdiction == "RU" && !act.title.contains(number.as_str()) => {
            format!("{} № {number}", act.title)
        }
        _ => act.title.clone(),
    })
}

fn article(address: &Address) -> Option<(String, String)> {
    let first = address.path.iter().position(|step| step.unit.segment() == "art")?;
    let own = Address { path: vec![address.path[first].clone()], ..address.clone() };
    Some((own.node_path(), own.canonical()))
}

fn item(scope: &str, title: &str, more: &Value) -> Value {
    let mut out = json!({"id": format!("scope:{scope}:{title}"), "source": "scope", "scope": scope, "title": title});
    for (key, value) in more.as_object().into_iter().flatten() {
        out[key] = value.clone();
    }
    out
}

/// The editions of a needed act that are held.
pub fn held<'e>(needed: &Needed, editions: &[&'e EditionRow]) -> Vec<&'e EditionRow> {
    editions.iter().copied().filter(|row| needed.documents.contains(&row.document)).collect()
}

/// Names of acts that are held, codes first: what may answer instead.
#[must_use]
pub fn names(editions: &[&EditionRow], jurisdiction: Option<&str>) -> Vec<String> {
    let mut acts: Vec<(bool, &str)> = editions
        .iter()
        .filter(|row| jurisdiction.is_none_or(|own| own == row.jurisdiction))
        .filter(|row| matches!(row.kind, DocumentKind::Code | DocumentKind::Law | DocumentKind::Decree))
        .map(|row| (row.kind != DocumentKind::Code, row.short.as_str()))
        .collect();
    acts.sort_unstable();
    acts.dedup();
    acts.into_iter().take(NAMES).map(|(_, name)| name.to_owned()).collect()
}

/// What is told of an act that is not held.
#[must_use]
pub fn not_held(needed: &Needed, editions: &[&EditionRow], jurisdiction: Option<&str>) -> Value {
    let more = json!({"full": needed.full, "named": needed.named, "governs": needed.governs, "held": names(editions, jurisdiction)});
    item("not_held", &needed.name, &more)
}

/// What is told where no act of a country is held.
#[must_use]
pub fn no_jurisdiction(code: &str, editions: &[&EditionRow]) -> Value {
    item("no_jurisdiction", code, &json!({"full": code, "held": names(editions, None)}))
}

static ON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\bна|\bпо\s+состоянию\s+на|\bстаном\s+на|\bas\s+of|\bon|\bв\s+редакции\s+(?:от|на)|\bдействовал\p{L}*\s+(?:на|до))\s+$",
    )
    .ok()
});

/// The day whose law a question asks for: «на 1 января 1990 года», «станом на 01.09.2015», «1990-01-01 기준».
#[must_use]
pub fn day(question: &str) -> Option<String> {
    let asked = |(range, day): (std::ops::Range<usize>, jiff::civil::Date)| {
        let before = ON.as_ref().is_some_and(|rule| rule.is_match(&question[..range.start]));
        let behind = question[range.end..].trim_start().starts_with("기준");
        (before || behind).then(|| day.to_string())
    };
    full_dates(question).into_iter().find_map(asked)
}

/// What is told where every edition of a needed act that is held is of later days than the one that the question names.
#[must_use]
pub fn no_edition(needed: &Needed, held: &[&EditionRow], day: &str) -> Option<Value> {
    let begins = |row: &&EditionRow| row.valid_from.clone().or_else(|| day_of(&row.label).0);
    let first = held.iter().map(begins).min()??;
    let shown = |day: &str| day.split('-').rev().collect::<Vec<_>>().join(".");
    (first.as_str() > day).then(|| item("no_edition", &needed.name, &json!({"from": shown(&first), "day": shown(day)})))
}

/// What is told of the days of the editions that are held; nothing when one of them stands on the day.
#[must_use]
pub fn other_days(needed: &Needed, held: &[&EditionRow], on: &str) -> Option<Value> {
    let begun = |row: &&&EditionRow| row.valid_from.as_deref().is_none_or(|from| from <= on);
    let over = |row: &&&EditionRow| row.valid_to.as_deref().is_some_and(|to| to <= on);
    if held.is_empty() || held.iter().any(|row| begun(&row) && !over(&row)) {
        return None;
    }
    let next = held.iter().filter(|row| !begun(row)).filter_map(|row| row.valid_from.as_deref()).min();
    Some(match next {
        Some(from) => item("future", &needed.name, &json!({"from": from})),
        None => {
            let to = held.iter().filter_map(|row| row.valid_to.as_deref()).max().unwrap_or_default();
            item("past", &needed.name, &json!({"to": to}))
        }
    })
}

/// The edition that stands on a day, or the only one there is.
#[must_use]
pub fn standing<'e>(held: &[&'e EditionRow], on: &str) -> Option<&'e EditionRow> {
    let stands = |row: &&&EditionRow| !newest::is_superseded(row, held.iter().copied(), on);
    held.iter().find(stands).or(held.first()).copied()
}

/// What is told of an article that an act has not, with the nearest of those it has.
#[must_use]
pub fn no_place(needed: &Needed, place: &str, path: &str, label: &str, articles: &[(String, String)]) -> Value {
    let wanted = number(path);
    let mut near: Vec<(f64, &str)> = articles
        .iter()
        .filter_map(|(path, address)| Some(((number(path)? - wanted?).abs(), address.as_str())))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    let near: Vec<&str> = near.into_iter().take(NEAREST).map(|(_, address)| address).collect();
    item("no_place", &needed.name, &json!({"place": place, "label": label, "near": near}))
}

/// `art/123.20-1` → 123.20.
fn number(path: &str) -> Option<f64> {
    let own = path.strip_prefix("art/")?;
    let end = own.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(own.len());
    own[..end].trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_acts_and_governing_acts() {
        let named = needed("Что говорит ст. 12.9 КоАП РФ?", Some("RU"));
        assert_eq!((named[0].documents[0].as_str(), named[0].named), ("ru.koap", true));
        assert_eq!(named[0].place.as_ref().map(|(path, _)| path.as_str()), Some("art/12.9"));
        let governed = needed("Меня уволили без предупреждения", Some("RU"));
        assert!(governed.iter().any(|own| own.documents[0] == "ru.tk" && own.name == "ТК РФ" && !own.named));
        assert!(needed("Погода на завтра", Some("RU")).is_empty());
        assert!(foreign("Каков срок давности в Казахстане?").is_some());
    }

    #[test]
    fn a_question_names_the_day_whose_law_it_asks_for() {
        for (question, wanted) in [
            ("Какая была исковая давность на 1 января 1990 года?", Some("1990-01-01")),
            ("Строк позовної давності станом на 01.09.2015", Some("2015-09-01")),
            ("Что говорила ст. 395 ГК РФ в редакции от 08.03.2015?", Some("2015-03-08")),
            ("1990-01-01 기준 소멸시효는?", Some("1990-01-01")),
            ("Договор подписан 1 января 1990 года, когда истекает давность?", None),
        ] {
            assert_eq!(day(question).as_deref(), wanted, "{question}");
        }
        let row: EditionRow = serde_json::from_value(json!({
            "edition": "ru.gk@2023-08-04-part1", "document": "ru.gk", "short": "ГК РФ", "title": "", "jurisdiction": "RU",
            "kind": "code", "label": "04.08.2023, часть 1", "valid_from": null, "valid_to": null,
            "currency": {"status": "unchecked"}, "nodes": 1, "pages": 0, "sha256": "", "file": "", "imported_at": "",
        }))
        .unwrap();
        let needed = needed("Какова исковая давность по ст. 196 ГК РФ?", Some("RU")).remove(0);
        let told = no_edition(&needed, &[&row], "1990-01-01").unwrap();
        assert_eq!((&told["day"], &told["from"]), (&json!("01.01.1990"), &json!("04.08.2023")));
        assert_eq!(no_edition(&needed, &[&row], "2024-01-01"), None);
        let sale = super::needed("Можно ли вернуть бракованный телефон в магазин?", Some("RU"));
        assert!(sale.iter().any(|own| own.documents == ["ru.law.2300-1.1992"]), "{sale:?}");
    }

    #[test]
    fn the_nearest_places_are_given() {
        let articles: Vec<(String, String)> =
            [5, 90, 98, 100].iter().map(|n| (format!("art/{n}"), format!("X ст. {n}"))).collect();
        let needed =
            Needed { documents: vec![], name: "X".into(), full: "X".into(), named: true, governs: false, place: None };
        let told = no_place(&needed, "X ст. 99", "art/99", "undated", &articles);
        assert_eq!(told["near"], json!(["X ст. 100", "X ст. 98", "X ст. 90"]));
    }
}
