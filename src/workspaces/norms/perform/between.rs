//! Numbers that no norm prints: between two values of a key where the place lets one interpolate, and changed by what a
//! note multiplies it by. Both stand on printed numbers and are calculated; what a description leads to is never certified.

use crate::engine::citation::numbers::{Amount, amounts};
use crate::engine::fold::folded;
use crate::engine::knowledge::required::{Given, Requirement, key_names};
use crate::workspaces::norms::perform::calculate::computed;
use crate::workspaces::norms::perform::cells::lacks;
use crate::workspaces::norms::perform::conditions;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::ranges::in_digits;
use crate::workspaces::norms::perform::required::Meant;
use crate::workspaces::norms::perform::units;
use crate::workspaces::norms::perform::words::{Bag, Term, terms};
use regex::Regex;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::LazyLock;

/// What is said of a value between whose keys the question lies.
pub const BETWEEN: &str = "одно из двух значений, между которыми норма велит интерполировать";
/// What is said of a number that a note multiplies by.
pub const FACTOR: &str = "множитель из примечания, условие которого названо в вопросе";
/// Two numbers that are one.
const SAME: f64 = 1e-9;
/// How well a word of a note's condition has to be met: by itself or one of its root.
const ROOT: f64 = 0.7;
/// Letters of a word between the name of a key and its number.
const APART: usize = 12;
/// Letters from which the name of a key is the stem of a word.
const STEM: usize = 4;

/// What the key of a question chooses.
#[derive(Debug)]
pub enum Keyed {
    /// A value that is printed for it.
    One(Meant, &'static Given),
    /// The two around it, and the number that was asked for.
    Two([(Meant, &'static Given); 2], f64),
}

fn value(text: &str) -> Option<f64> {
    text.replace(['−', '–'], "-").replace(',', ".").parse().ok()
}

/// The number that a question gives for a key: the one of its name, else the only one of its unit.
#[must_use]
pub fn key(by: &str, asked: &Asked) -> Option<f64> {
    let (names, unit) = key_names(by);
    let text = in_digits(&asked.text.to_lowercase());
    let measure = amounts(&format!("1 {unit}")).into_iter().next().filter(|_| !unit.is_empty());
    for name in names {
        // A symbol is a word of its own; the stem of a word has an ending.
        let ending = if name.chars().count() >= STEM { r"\p{L}{0,4}" } else { "" };
        let name = regex::escape(&name.to_lowercase());
        let pattern = Regex::new(&format!(
            r"(?:^|[^\p{{L}}]){name}{ending}[^\p{{L}}\d\-−.,;]{{0,3}}(?:\p{{L}}{{1,{APART}}}[^\p{{L}}\d\-−.,;]{{1,3}})?([-−]?\d+(?:[.,]\d+)?)"
        ));
        if let Some(found) = pattern.ok()?.captures(&text) {
            let number = found.get(1)?;
            // «На глубине 300 см» where the key is in metres.
            let own = amounts(&text[number.start()..]).into_iter().next().filter(|own| own.range.start == 0);
            return match (own, measure.as_ref()) {
                (Some(own), Some(one)) if own.dimension == one.dimension => {
                    Some(own.base.nearest() / one.base.nearest())
                }
                _ => value(number.as_str()),
            };
        }
    }
    let one = measure?;
    let own = asked.given.iter().filter(|own| own.dimension == one.dimension);
    let mut own: Vec<f64> = own.map(|own| own.base.nearest() / one.base.nearest()).collect();
    own.dedup_by(|a, b| (*a - *b).abs() < SAME);
    match own.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether a condition goes on beyond its key: «1,5 и менее», «4 и более».
fn beyond(given: &Given, above: bool) -> bool {
    let words: &[&str] = if above {
        &["и более", "более", "свыше", "≥", ">"]
    } else {
        &["и менее", "менее", "до ", "≤", "<"]
    };
    words.iter().any(|word| given.when.contains(word))
}

/// The values that the key of a question chooses; none when the descriptions have no key, the question gives none, or its
/// words leave more than one row.
#[must_use]
pub fn keyed(near: &[Meant], asked: &Asked) -> Option<Keyed> {
    let by = near.iter().map(|one| one.requirement.by.as_str()).find(|by| !by.is_empty())?;
    let key = key(by, asked)?;
    let all: Vec<(Meant, &'static Given)> = near
        .iter()
        .filter(|one| one.requirement.by == by)
        .flat_map(|one| one.requirement.values.iter().map(|given| (*one, given)))
        .filter(|(_, given)| !given.at.is_empty())
        .collect();
    let bare = |(one, given): &(Meant, &'static Given)| match near.len() {
        1 => given.row.clone(),
        _ => format!("({}) {}", one.requirement.what.replace(['(', ')'], " "), given.row),
    };
    let labels: Vec<String> = all.iter().map(bare).collect();
    let over = if near.len() == 1 { Bag::of(&near[0].requirement.what) } else { Bag::default() };
    let left = conditions::met(&labels, asked, &over, &[]);
    let first = labels.get(*left.first()?)?;
    if left.iter().any(|at| labels[*at] != *first) {
        return None;
    }
    let mut row: Vec<(f64, (Meant, &'static Given))> =
        left.iter().filter_map(|at| Some((value(&all[*at].1.at)?, all[*at]))).collect();
    row.sort_by(|a, b| a.0.total_cmp(&b.0));
    let above = row.iter().position(|(at, _)| *at >= key - SAME);
    let one = |at: usize| row.get(at).map(|(_, (meant, given))| Keyed::One(*meant, given));
    match above {
        Some(at) if (row[at].0 - key).abs() < SAME => one(at),
        Some(0) => one(0).filter(|_| beyond(row[0].1.1, false)),
        Some(at) => Some(Keyed::Two([row[at - 1].1, row[at].1], key)),
        None => one(row.len() - 1).filter(|_| row.last().is_some_and(|(_, own)| beyond(own.1, true))),
    }
}

/// What the notes of a requirement multiply by under conditions that the question names: every word before the first comma
/// of a condition has to be there, and a number in it has to be the question's.
#[must_use]
pub fn factors(requirement: &'static Requirement, asked: &Asked) -> Vec<&'static Given> {
    let said = Bag::of(&asked.text);
    let holds = |given: &&Given| {
        let decides = given.when.split(", ").next().unwrap_or_default();
        let words = terms(decides, &HashSet::new());
        let denied = |term: &Term| asked.without.iter().any(|one| one.stem == term.stem) || lacks(&asked.text, term);
        let told = |term: &Term| said.meets(term) >= ROOT && !denied(term);
        let own = amounts(&given.when);
        let same = |one: &Amount| asked.given.iter().any(|own| own.dimension == one.dimension && own.base == one.base);
        let mut words =
            words.iter().filter(|term| term.weight > 0.5 && units::dimension(&term.word).is_none()).peekable();
        words.peek().is_some() && words.all(told) && own.iter().all(same)
    };
    requirement.factors.iter().filter(holds).collect()
}

/// The key of a value, as a finding carries it.
#[must_use]
pub fn carried(requirement: &Requirement, given: &Given, asked: f64) -> Value {
    let (names, unit) = key_names(&requirement.by);
    // The stem of a word is no name to be shown.
    let shown = |name: &&str| name.chars().count() < STEM || name.contains('/') || name.starts_with(char::is_uppercase);
    let name = names.first().copied().filter(shown).unwrap_or(unit);
    json!({"name": name, "at": given.at, "asked": asked.to_string().replace('.', ",")})
}

/// The calculation over one value or two, and the factors, each with its citation; none when their numbers cannot be
/// reckoned with.
#[must_use]
pub fn calculation(values: &[Value], numbers: &[Value], factors: &[(Value, usize)]) -> Option<Value> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let unit = text(numbers.first()?, "unit");
    let mut inputs = Vec::new();
    let mut input = |name: &str, title: &str, value: &str, unit: &str, citation: Value| {
        inputs.push(json!({
            "name": name, "title": title, "value": value, "unit": unit,
            "source": if citation.is_null() { "дано" } else { "" }, "citation": citation,
        }));
    };
    let mut formula = match (values, numbers) {
        ([a, b], [low, high]) => {
            let name = Some(text(&a["key"], "name")).filter(|name| !name.is_empty());
            let name = name.map_or_else(String::new, |name| format!(", {name}"));
            input("x1", "значение нормы при первом ключе", &text(low, "value"), &unit, low["citation"].clone());
            input("x2", "значение нормы при втором ключе", &text(high, "value"), &unit, high["citation"].clone());
            input("k1", &format!("первый ключ{name}"), &text(&a["key"], "at"), "", Value::Null);
            input("k2", &format!("второй ключ{name}"), &text(&b["key"], "at"), "", Value::Null);
            input("k", &format!("ключ вопроса{name}"), &text(&a["key"], "asked"), "", Value::Null);
            "x1 + (x2 - x1) * (k - k1) / (k2 - k1)".to_owned()
        }
        ([_], [only]) => {
            input("x", &text(only, "condition"), &text(only, "value"), &unit, only["citation"].clone());
            "x".to_owned()
        }
        _ => return None,
    };
    for (at, (one, citation)) in factors.iter().enumerate() {
        let name = format!("f{}", at + 1);
        let percent = text(one, "unit").ends_with('%');
        let own = if percent { "%" } else { "" };
        input(&name, &text(one, "entity"), &text(one, "value"), own, json!(citation));
        let times = match (percent, text(one, "variable") == DOWN) {
            (false, _) => name,
            (true, false) => format!("(1 + {name})"),
            (true, true) => format!("(1 - {name})"),
        };
        formula = format!("({formula}) * {times}");
    }
    let (exact, result) = computed(&formula, &inputs, &unit, "none").ok()?;
    let title = match (values.len(), factors.is_empty()) {
        (2, true) => "линейная интерполяция между двумя значениями",
        (2, false) => "линейная интерполяция между двумя значениями с множителем примечания",
        _ => "значение с множителем примечания",
    };
    Some(json!({
        "title": title, "formula": formula, "inputs": inputs, "exact": exact, "rounding": "none",
        "result": {"value": result, "unit": unit}, "note": "",
    }))
}

/// What is said of a number that stands at another value of a symbol than the question gives.
pub const ASTRAY: &str = "в вопросе другое значение условия, чем в строке или графе";

/// Whether a question gives a symbol another number than a row or column does: «IL = 0,4» beside «IL = 0». Ranges and bounds
/// are no other number.
#[must_use]
pub fn is_astray(question: &str, label: &str) -> bool {
    static GIVEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:^|[\s(,;:])([\p{L}]{1,3}(?:/[\p{L}]{1,3})?)\s*=?\s*([-−]?\d+(?:[.,]\d+)?)").ok()
    });
    let Some(pattern) = GIVEN.as_ref() else { return false };
    let told = |text: &str| -> Vec<(String, f64, usize)> {
        let found = pattern.captures_iter(text);
        found
            .filter_map(|one| Some((folded(&one[1]), value(&one[2])?, one.get(2)?.end())))
            .filter(|(name, ..)| !crate::engine::search::words::is_stop(name) && units::dimension(name).is_none())
            .collect()
    };
    let given: Vec<(String, f64, usize)> =
        told(question).into_iter().filter(|(_, _, end)| question[..*end].contains('=')).collect();
    let ranged = |end: usize| {
        let behind = label[end..].trim_start();
        behind.starts_with(['-', '–', '—']) || ["и ", "до ", "или "].iter().any(|word| behind.starts_with(word))
    };
    let own = told(label);
    given.iter().any(|(name, asked, _)| {
        let mut same = own.iter().filter(|(known, ..)| known == name).peekable();
        same.peek().is_some() && same.all(|(_, at, end)| (at - asked).abs() > SAME && !ranged(*end))
    })
}

/// Of a change by per cent: it lessens.
pub const DOWN: &str = "уменьшает";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::question;

    fn requirement() -> &'static Requirement {
        let given = |value: &str, when: &str, at: &str| Given {
            value: value.to_owned(),
            unit: "кПа".to_owned(),
            when: when.to_owned(),
            at: at.to_owned(),
            row: when.split(", ").next().unwrap().to_owned(),
            down: false,
        };
        Box::leak(Box::new(Requirement {
            address: "ПС 1 табл. 1".to_owned(),
            documents: vec!["x".to_owned()],
            what: "сопротивление слоя насыпи".to_owned(),
            values: vec![
                given("20", "крупный грунт, глубина 1 м и менее", "1"),
                given("40", "крупный грунт, глубина 3 м", "3"),
                given("10", "мелкий грунт, глубина 1 м и менее", "1"),
                given("16", "мелкий грунт, глубина 3 м", "3"),
            ],
            by: "глубин, м".to_owned(),
            factors: vec![given("0,8", "свежая насыпь", ""), given("1,5", "слой 25 мм, не больше", "")],
        }))
    }

    fn chosen(text: &str) -> String {
        let meant = [Meant { requirement: requirement(), fit: 90.0 }];
        match keyed(&meant, &question::read(text, &[])) {
            Some(Keyed::One(_, given)) => given.value.clone(),
            Some(Keyed::Two([(_, low), (_, high)], key)) => format!("{}..{} {key}", low.value, high.value),
            None => "-".to_owned(),
        }
    }

    #[test]
    fn a_key_chooses_its_value_or_the_two_around_it() {
        assert_eq!(chosen("сопротивление насыпи из крупного грунта на глубине 2 м"), "20..40 2");
        assert_eq!(chosen("сопротивление насыпи из мелкого грунта на глубине 300 см"), "16");
        assert_eq!(chosen("сопротивление насыпи из мелкого грунта на глубине 0,5 м"), "10", "«и менее»");
        assert_eq!(chosen("сопротивление насыпи из мелкого грунта на глубине 5 м"), "-", "beyond the table");
        assert_eq!(chosen("сопротивление насыпи на глубине 2 м"), "-", "coarse or fine was not said");
        assert_eq!(chosen("сопротивление насыпи из мелкого грунта"), "-");
    }

    #[test]
    fn a_cell_at_another_value_of_a_symbol_is_astray() {
        assert!(is_astray("сопротивление суглинка e = 0,7, IL = 0,4", "Суглинки — e = 0,7; IL = 0"));
        assert!(!is_astray("сопротивление суглинка e = 0,7, IL = 1", "Суглинки — e = 0,7; IL = 1"));
        assert!(!is_astray("сопротивление суглинка IL = 0,4", "Суглинки, IL 0,25–0,5"));
        assert!(!is_astray("сопротивление суглинка", "Суглинки — e = 0,7; IL = 0"));
    }

    #[test]
    fn a_note_multiplies_only_what_the_question_names() {
        let told = |text: &str| -> Vec<&str> {
            factors(requirement(), &question::read(text, &[])).into_iter().map(|one| one.value.as_str()).collect()
        };
        assert_eq!(told("сопротивление свежей насыпи"), ["0,8"]);
        assert_eq!(told("сопротивление насыпи, слой 25 мм"), ["1,5"]);
        assert!(told("сопротивление насыпи, слой 30 мм").is_empty());
        assert!(told("сопротивление старой насыпи").is_empty());
    }

    #[test]
    fn what_lies_between_is_calculated_with_its_citations() {
        let value = |at: &str| json!({"key": {"name": "глубина", "at": at, "asked": "2"}});
        let number = |value: &str, citation: u32| json!({"value": value, "unit": "кПа", "condition": "песок", "citation": citation});
        let two = [value("1"), value("3")];
        let numbers = [number("20", 1), number("40", 2)];
        let made = calculation(&two, &numbers, &[]).unwrap();
        assert_eq!(made["result"], json!({"value": "30", "unit": "кПа"}));
        let factor = json!({"value": "0,8", "unit": "", "entity": "свежая насыпь"});
        let made = calculation(&two, &numbers, &[(factor, 3)]).unwrap();
        assert_eq!(made["result"]["value"], "24");
        let raised = json!({"value": "30", "unit": "%", "entity": "плотный песок"});
        assert_eq!(calculation(&two[..1], &numbers[..1], &[(raised, 3)]).unwrap()["result"]["value"], "26");
    }
}
