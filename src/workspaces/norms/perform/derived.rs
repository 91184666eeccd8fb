//! A value that a sentence of the same clause changes under a condition which the question names: «для сборных элементов
//! уменьшают на 5 мм». The change is a calculation with both of its places.

use crate::engine::citation::numbers::amounts;
use crate::workspaces::norms::perform::calculate::computed;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::words::{Bag, terms};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The sign of a change, its amount and unit, if a sentence tells one.
#[must_use]
pub fn change(sentence: &str) -> Option<(char, String, String)> {
    let low = sentence.to_lowercase();
    let down = ["уменьша", "снижа", "меньше по сравнению"].iter().any(|word| low.contains(word));
    let up = ["увеличива", "повыша", "больше по сравнению"].iter().any(|word| low.contains(word));
    let sign = match (down, up) {
        (true, false) => '-',
        (false, true) => '+',
        _ => return None,
    };
    let found = amounts(sentence);
    let mut changes = found.iter().filter(|one| sentence[..one.range.start].trim_end().ends_with(" на"));
    let one = changes.next().filter(|_| changes.next().is_none())?;
    let words = &sentence[one.range.clone()];
    let end = words.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(words.len());
    Some((sign, words[..end].to_owned(), words[end..].trim().to_owned()))
}

/// Whether the question names what the sentence is said of: the first word after «для».
#[must_use]
pub fn is_meant(sentence: &str, asked: &Asked) -> bool {
    let Some(after) = sentence.strip_prefix("Для ").or_else(|| sentence.strip_prefix("для ")) else {
        return false;
    };
    let Some(subject) = terms(after.split([',', ';']).next().unwrap_or(after), &HashSet::new()).into_iter().next()
    else {
        return false;
    };
    let mut said = Bag::of(&asked.text);
    for term in asked.conditions.iter().flatten().chain(&asked.added) {
        said.add(&term.word);
    }
    said.meets(&subject) >= 0.8
}

/// The calculation: the value of the table and its changes, each with its citation.
#[must_use]
pub fn calculation(value: &Value, corrections: &[Value], asked: &Asked) -> Option<Value> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let unit = text(value, "unit");
    let mut inputs = vec![json!({
        "name": "x", "title": text(value, "condition"), "value": text(value, "value"), "unit": unit,
        "source": "", "citation": value["citation"],
    })];
    let mut formula = "x".to_owned();
    let mut rest = Vec::new();
    for one in corrections {
        let sentence = text(one, "text");
        match change(&sentence).filter(|(_, _, own)| *own == unit && is_meant(&sentence, asked)) {
            Some((sign, amount, own)) => {
                let name = format!("k{}", inputs.len());
                formula = format!("{formula} {sign} {name}");
                inputs.push(json!({
                    "name": name, "title": sentence, "value": amount, "unit": own, "source": "",
                    "citation": one["citation"],
                }));
            }
            None => rest.push(sentence),
        }
    }
    if inputs.len() < 2 {
        return None;
    }
    let (exact, result) = computed(&formula, &inputs, &unit, "none").ok()?;
    Some(json!({
        "title": "значение таблицы с поправками пункта, названными в вопросе",
        "formula": formula, "inputs": inputs, "exact": exact, "rounding": "none",
        "result": {"value": result, "unit": unit},
        "note": rest.join(" "),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::question;

    #[test]
    fn a_change_is_read_only_with_its_amount() {
        let sentence = "Для бочек высоту штабеля, указанную в таблице 4.1, уменьшают на 1 м.";
        assert_eq!(change(sentence), Some(('-', "1".to_owned(), "м".to_owned())));
        assert_eq!(change("Высоту уменьшают не менее чем до 2 м."), None);
        assert!(is_meant(sentence, &question::read("высота штабеля бочек", &[])));
        assert!(!is_meant(sentence, &question::read("высота штабеля мешков", &[])));
    }

    #[test]
    fn a_change_that_is_asked_for_is_calculated() {
        let value = json!({"value": "4", "unit": "м", "condition": "В сухом складе", "citation": 1});
        let list = [json!({"text": "Для бочек высоту штабеля уменьшают на 1 м.", "citation": 2})];
        let made = calculation(&value, &list, &question::read("высота штабеля бочек", &[])).unwrap();
        assert_eq!(made["result"], json!({"value": "3", "unit": "м"}));
        assert!(calculation(&value, &list, &question::read("высота штабеля", &[])).is_none());
    }
}
