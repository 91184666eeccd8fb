//! The step `calculate`: named inputs with their units and where each comes from, a formula, a result. Nothing is run.

use crate::engine::knowledge::norms::{self as lexicon, Calculation, Input};
use crate::engine::knowledge::phrases;
use crate::engine::quantity::expression::{Fault, evaluate, quantity};
use crate::engine::quantity::units::unit;
use crate::workspaces::norms::perform::inputs::{self, Sourced};
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::units;
use crate::workspaces::norms::perform::words::{Bag, Term};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The calculation that a question asks for: its words are met, and every amount that only the person knows is given, or
/// a calculation is asked for in so many words. Else the question looks something up.
#[must_use]
pub fn wanted(asked: &Asked) -> Option<&'static Calculation> {
    let words = phrases::tokens(&asked.text);
    let lexicon = lexicon::shared();
    let told = lexicon.calculate.found(&words);
    let whole = |one: &Calculation| {
        let mut used = Vec::new();
        one.inputs.iter().all(|input| given(input, asked, &mut used).is_some() || input.address.is_some())
    };
    let placed = |one: &Calculation| !one.town || !asked.proper.is_empty();
    let meant =
        |one: &&Calculation| one.all.iter().all(|group| group.found(&words)) && !one.not.found(&words) && placed(one);
    lexicon.calculations.iter().find(|one| meant(one) && (told || whole(one)))
}

/// The addresses that it needs.
#[must_use]
pub fn needs(asked: &Asked) -> Vec<String> {
    let inputs = wanted(asked).map(|one| one.inputs.as_slice()).unwrap_or_default();
    let mut out: Vec<String> = inputs.iter().filter_map(|input| input.address.clone()).collect();
    let mut seen = BTreeSet::new();
    out.retain(|address| seen.insert(address.clone()));
    out
}

/// The step of the plan.
#[must_use]
pub fn step(asked: &Asked) -> Option<Value> {
    let sum = wanted(asked)?;
    let mut used = Vec::new();
    let inputs: Vec<Value> = sum
        .inputs
        .iter()
        .map(|input| {
            let value = given(input, asked, &mut used);
            let source = match (&value, &input.address) {
                (Some(_), _) => "дано".to_owned(),
                (None, Some(address)) => address.clone(),
                (None, None) => "спросить".to_owned(),
            };
            json!({"name": input.name, "value": value.unwrap_or_default(), "unit": input.unit, "source": source})
        })
        .collect();
    let rounding = if sum.rounding.is_empty() { "none" } else { sum.rounding.as_str() };
    Some(json!({"expression": sum.formula, "inputs": inputs, "unit": sum.unit, "rounding": rounding}))
}

/// The value that the question gives for an input: the number after its words, else the next amount of its kind.
fn given(input: &Input, asked: &Asked, used: &mut Vec<usize>) -> Option<String> {
    if input.address.is_some() && input.after.is_none() {
        return None;
    }
    let text = asked.text.as_str();
    let wanted = unit(&input.unit)?.dimension;
    let amounts: Vec<(usize, &str, &str)> = numbers(text);
    let near = |start: usize| -> bool {
        let Some(after) = &input.after else { return true };
        let from = text[..start].char_indices().rev().nth(40).map_or(0, |(at, _)| at);
        after.found(&phrases::tokens(&text[from..start]))
    };
    // The nearest words win: «колонна Ø700, стержни Ø25».
    let fits = |(start, _, name): &&(usize, &str, &str)| {
        !used.contains(start) && (name.is_empty() || unit(name).is_some_and(|unit| unit.dimension == wanted))
    };
    let found = if input.after.is_some() {
        amounts
            .iter()
            .filter(fits)
            .filter(|(start, ..)| near(*start))
            // Of two amounts behind the same word the first is its own.
            .max_by_key(|(start, ..)| {
                let word = input.after.as_ref().map_or(0, |after| last_word(after, &text[..*start]));
                (word, Reverse(*start))
            })
    } else {
        amounts.iter().find(fits)
    };
    let (start, number, name) = found?;
    used.push(*start);
    let own = if name.is_empty() { input.unit.as_str() } else { name };
    let in_unit = quantity(number, own).ok()?;
    in_unit.value.over(unit(&input.unit)?.factor).map(|value| value.to_string())
}

/// Where the phrase stands last before a number: later is nearer.
fn last_word(after: &phrases::Phrases, text: &str) -> usize {
    let words = phrases::tokens(text);
    (0..words.len()).rev().find(|from| after.found(&words[*from..])).unwrap_or(0)
}

/// Numbers of a text with the unit behind them: place, number, unit or nothing.
fn numbers(text: &str) -> Vec<(usize, &str, &str)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(from) = text[at..].find(|c: char| c.is_ascii_digit()).map(|from| at + from) {
        let tail = &text[from..];
        let end = tail.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(tail.len());
        let number = tail[..end].trim_end_matches([',', '.']);
        let after = tail[number.len()..].trim_start_matches([' ', '\u{a0}']);
        let word_end = after.find(|c: char| c.is_whitespace() || ",.;?!)".contains(c)).unwrap_or(after.len());
        let word = &after[..word_end];
        let name = if unit(word).is_some() { word } else { "" };
        // «В60», «А500»: a class is no amount; «Ø700» is one.
        let class = text[..from].chars().next_back().is_some_and(|c| c.is_alphabetic() && !"øØdDхx".contains(c));
        if !class {
            out.push((from, number, name));
        }
        at = from + end.max(1);
    }
    out
}

/// Carries out the step: inputs from the question, from the evidence, or a question to the person.
#[must_use]
pub fn run(input: &Value, evidence: &[Value], asked: &Asked) -> Value {
    let sum = wanted(asked);
    let mut shown: Vec<Value> = Vec::new();
    let mut formula = input["expression"].as_str().unwrap_or_default().to_owned();
    for given in input["inputs"].as_array().into_iter().flatten() {
        let text = |key: &str| given[key].as_str().unwrap_or_default();
        let own = sum.and_then(|sum| sum.inputs.iter().find(|input| input.name == text("name")));
        let title = own.map_or(text("name"), |own| own.title.as_str());
        let input = |name: &str, title: &str, value: &str, unit: &str, finding: Value| {
            json!({
                "name": name, "title": title, "value": value, "unit": unit, "source": text("source"),
                "finding": finding,
            })
        };
        let one = if text("value").is_empty() {
            let key = own.and_then(|own| own.by.as_deref()).and_then(|by| amount(by, &shown));
            match own.map_or(Sourced::None, |own| inputs::sourced(own, text("source"), evidence, asked, key)) {
                Sourced::One(one) => {
                    let value = one["value"].as_str().unwrap_or_default().to_owned();
                    let unit = own_unit(&one, text("unit"));
                    input(text("name"), title, &value, &unit, one)
                }
                Sourced::Several(list) => return ask(title, &list),
                Sourced::Between(two) => {
                    let name = text("name");
                    let by = own.and_then(|own| own.by.clone()).unwrap_or_default();
                    let unit = shown
                        .iter()
                        .find(|one| one["name"] == by.as_str())
                        .map_or("", |one| one["unit"].as_str().unwrap_or_default())
                        .to_owned();
                    for (at, (key, cell)) in two.into_iter().enumerate() {
                        let value = cell["value"].as_str().unwrap_or_default().to_owned();
                        let own = own_unit(&cell, text("unit"));
                        shown.push(input(
                            &format!("{name}{}", at + 1),
                            &format!("{title}, строка {key}"),
                            &value,
                            &own,
                            cell,
                        ));
                        let key = key.to_string().replace('.', ",");
                        shown.push(input(&format!("{by}{}", at + 1), "ключ строки таблицы", &key, &unit, Value::Null));
                    }
                    // Linear between two rows, as the norm allows.
                    let line = format!("({name}1 + ({name}2 - {name}1) * ({by} - {by}1) / ({by}2 - {by}1))");
                    formula = replaced(&formula, name, &line);
                    continue;
                }
                Sourced::None => return ask(title, &[]),
            }
        } else {
            input(text("name"), title, text("value"), text("unit"), Value::Null)
        };
        if let Err(fault) =
            quantity(one["value"].as_str().unwrap_or_default(), one["unit"].as_str().unwrap_or_default())
        {
            return failed(&fault.to_string());
        }
        shown.push(one);
    }
    let formula = formula.as_str();
    let unit = input["unit"].as_str().unwrap_or_default();
    let rounding = input["rounding"].as_str().unwrap_or("none");
    let (exact, value) = match computed(formula, &shown, unit, rounding) {
        Ok(found) => found,
        Err(fault) => return failed(&fault.to_string()),
    };
    json!({
        "outcome": "OK",
        "calculation": {
            "title": sum.map_or("", |sum| sum.title.as_str()),
            "formula": formula,
            "inputs": shown,
            "exact": exact,
            "rounding": rounding,
            "result": {"value": value, "unit": unit},
            "note": sum.map_or("", |sum| sum.note.as_str()),
        },
    })
}

/// Whether every word of a question stands in what a calculation says of itself or in its places: a word that is nowhere
/// («спец») may ask for something else.
#[must_use]
pub fn is_about(made: &Value, asked: &Asked, evidence: &[Value]) -> bool {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut bag = Bag::of(&format!("{} {}", text(&made["title"]), text(&made["note"])));
    for input in made["inputs"].as_array().into_iter().flatten() {
        bag.add(&text(&input["title"]));
    }
    for item in evidence {
        for key in ["text", "title", "document_title", "clause"] {
            bag.add(&text(&item[key]));
        }
        for row in item["table"]["rows"].as_array().into_iter().flatten() {
            bag.add(&text(&row["label"]));
        }
    }
    let known = |term: &Term| {
        let word = phrases::tokens(&term.word);
        let groups = wanted(asked).map(|sum| sum.all.as_slice()).unwrap_or_default();
        bag.meets(term) > 0.0 || groups.iter().any(|group| group.found(&word)) || units::dimension(&term.word).is_some()
    };
    let figure = |term: &Term| term.word.contains(|c: char| c.is_ascii_digit());
    asked.terms.iter().chain(&asked.added).all(|term| term.weight <= 0.5 || figure(term) || known(term))
}

/// What a formula gives over its inputs: exact as it is shown, and rounded as it was asked.
///
/// # Errors
/// [`Fault`]
pub fn computed(formula: &str, inputs: &[Value], unit: &str, rounding: &str) -> Result<(String, String), Fault> {
    let mut names = BTreeMap::new();
    for input in inputs {
        let text = |key: &str| input[key].as_str().unwrap_or_default();
        names.insert(text("name").to_owned(), quantity(text("value"), text("unit"))?);
    }
    let exact = evaluate(formula, &names, unit)?;
    let value = match rounding {
        "down" => exact.down(),
        "up" => exact.up(),
        _ => exact.places(6),
    };
    Ok((exact.places(4).to_string(), value.to_string()))
}

fn own_unit(finding: &Value, otherwise: &str) -> String {
    let named = finding["unit"].as_str().unwrap_or_default();
    if unit(named).is_some() && !named.is_empty() { named.to_owned() } else { otherwise.to_owned() }
}

/// The amount of an input that is known already, in its own unit.
fn amount(name: &str, shown: &[Value]) -> Option<f64> {
    let one = shown.iter().find(|one| one["name"] == name)?;
    one["value"].as_str()?.replace(',', ".").parse().ok()
}

/// A formula with a name replaced by its line; other names that begin alike stay.
fn replaced(formula: &str, name: &str, line: &str) -> String {
    let mut out = String::new();
    let mut rest = formula;
    while let Some(at) = rest.find(name) {
        let (before, from) = rest.split_at(at);
        let after = &from[name.len()..];
        let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let whole = !part(before.chars().next_back()) && !part(after.chars().next());
        out.push_str(before);
        out.push_str(if whole { line } else { name });
        rest = after;
    }
    out + rest
}

fn ask(title: &str, choices: &[Value]) -> Value {
    let label = |one: &Value| {
        let conditions = one["conditions"].as_array().into_iter().flatten().filter_map(Value::as_str);
        conditions.collect::<Vec<_>>().join("; ")
    };
    let choices: Vec<Value> = choices.iter().map(|one| json!({"id": one["node_id"], "label": label(one)})).collect();
    json!({
        "outcome": "AMBIGUOUS_INFO",
        "question": {
            "question": format!("Для расчёта нужно значение: {title}. Уточните его."),
            "choices": choices,
            "why": "без него формула не считается",
        },
    })
}

fn failed(why: &str) -> Value {
    json!({"outcome": "INFO_NOT_FOUND", "missing": [format!("расчёт не сделан: {why}")]})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::question;

    #[test]
    fn the_climate_of_a_named_town_goes_into_the_formula() {
        let told = |text: &str| wanted(&question::read(text, &[])).map(|one| one.id.as_str());
        assert_eq!(told("Требуемое сопротивление теплопередаче стены жилого дома в Перми"), Some("r_town_wall"));
        assert_eq!(told("Требуемое сопротивление теплопередаче стены жилого дома"), None, "no town");
        assert_eq!(told("Требуемое сопротивление теплопередаче чердака жилого дома в Омске"), Some("r_town_attic"));
        assert_eq!(told("Требуемое сопротивление теплопередаче стены школы при ГСОП 5000"), Some("r_req_wall"));
    }

    #[test]
    fn inputs_are_read_from_the_question() {
        let asked = question::read("Площадь прямоугольной комнаты размером 4 м на 350 см?", &[]);
        let step = step(&asked).unwrap();
        let made = run(&step, &[], &asked);
        assert_eq!(made["calculation"]["result"], json!({"value": "14", "unit": "м²"}), "{step:#}");
        let asked =
            question::read("Сколько стержней диаметром 20 мм поместится в круглой колонне диаметром 700 мм?", &[]);
        let step = super::step(&asked).unwrap();
        assert_eq!(
            (&step["inputs"][0]["value"], &step["inputs"][1]["value"]),
            (&json!("700"), &json!("20")),
            "{step:#}"
        );
        let open = run(&step, &[], &asked);
        assert!(open["question"].is_object());
    }
}
