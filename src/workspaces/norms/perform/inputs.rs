//! Where the inputs of a calculation stand in the norm: a cell or sentence that the question chooses; a number of the
//! formula itself, which must stand in the named place; a value between two rows, where the norm lets one interpolate.

use crate::engine::address::find;
use crate::engine::knowledge::norms::Input;
use crate::workspaces::norms::perform::question::{self, Asked};
use crate::workspaces::norms::perform::reading;
use crate::workspaces::norms::perform::sentences::ASIDE;
use crate::workspaces::norms::perform::sentences::units;
use serde_json::{Value, json};

/// What was found for an input.
pub enum Sourced {
    /// One place.
    One(Value),
    /// Several, between which the question does not choose.
    Several(Vec<Value>),
    /// The key lies between two rows: each with its key.
    Between(Box<[(f64, Value); 2]>),
    /// Nothing.
    None,
}

/// The evidence at an address.
fn item<'v>(source: &str, evidence: &'v [Value]) -> Option<&'v Value> {
    let address = find::parse(source)?;
    let path = format!("/{}", address.node_path());
    let named = address.act.documents();
    evidence.iter().find(|item| {
        item["node_id"].as_str().is_some_and(|id| id.ends_with(&path))
            && (named.is_empty()
                || named.iter().any(|id| item["document_id"] == id.as_str())
                || item["document_id"].is_null())
    })
}

/// The value that the norm has at the input's address, under the conditions of the question; `key` is the amount by which
/// the rows of a table are read.
#[must_use]
pub fn sourced(own: &Input, source: &str, evidence: &[Value], asked: &Asked, key: Option<f64>) -> Sourced {
    let Some(item) = item(source, evidence) else { return Sourced::None };
    if let Some(value) = &own.value {
        return constant(item, value).map_or(Sourced::None, Sourced::One);
    }
    // What the input is about, with the conditions of the question: its other words are about the whole.
    let words = own.words.as_deref().unwrap_or_default();
    let mut about =
        if own.asked { question::read(&format!("{words} {}", asked.text), &[]) } else { question::read(words, &[]) };
    about.conditions.extend(asked.conditions.iter().cloned());
    about.classes.clone_from(&asked.classes);
    about.proper.clone_from(&asked.proper);
    about.added.extend(asked.added.iter().cloned());
    if let Some(key) = key {
        return between(item, &about, key);
    }
    let mut findings = reading::place(item, &about).findings;
    findings.retain(|one| one["note"] != ASIDE);
    match findings.as_slice() {
        [] => Sourced::None,
        [one] => Sourced::One(one.clone()),
        _ => Sourced::Several(findings),
    }
}

/// The sentence of a place in which a number of the formula stands.
fn constant(item: &Value, value: &str) -> Option<Value> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let wanted = value.replace('.', ",");
    // The value as it is printed: a pack is checked against its quotation («1.2» for 1,2).
    let finding = |quote: &str, node: &Value| {
        let value = printed(quote, &wanted).unwrap_or(value);
        json!({
            "kind": "clause", "entity": item["title"], "variable": "", "value": value, "unit": "",
            "conditions": [quote], "quote": quote, "node_id": node, "group": item["node_id"], "score": 1.0,
        })
    };
    let body = text(&item["text"]);
    if let Some(unit) = units(&body).into_iter().find(|unit| printed(&body[unit.at.clone()], &wanted).is_some()) {
        return Some(finding(body[unit.at].trim(), &item["node_id"]));
    }
    for row in item["table"]["rows"].as_array().into_iter().flatten() {
        for cell in row["cells"].as_array().into_iter().flatten() {
            if printed(&text(&cell["text"]), &wanted).is_some() {
                let mut found = finding(&text(&cell["text"]), &cell["node_id"]);
                found["kind"] = json!("cell");
                found["conditions"] = json!([text(&row["label"])]);
                return Some(found);
            }
        }
    }
    None
}

/// A number that stands in a text as a number of its own, as the text writes it.
fn printed<'t>(text: &'t str, wanted: &str) -> Option<&'t str> {
    let own = text.replace('.', ",");
    let whole = |at: usize| {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let before = own[..at].chars().next_back();
        let mut after = own[at + wanted.len()..].chars();
        let (next, further) = (after.next(), after.next());
        !(digit(before) || before == Some(',') || digit(next) || next == Some(',') && digit(further))
    };
    let at = own.match_indices(wanted).map(|(at, _)| at).find(|at| whole(*at))?;
    text.get(at..at + wanted.len())
}

/// The cell of a key, or those of the rows on both sides of it; never beyond the table.
fn between(item: &Value, about: &Asked, key: f64) -> Sourced {
    let mut wide = about.clone();
    // The key chooses its row itself.
    wide.said.clear();
    wide.given.clear();
    wide.terms.retain(|term| term.weight > 0.5);
    let mut findings = reading::place(item, &wide).findings;
    findings.retain(|one| one["note"] != ASIDE);
    let mut rows: Vec<(f64, Value)> = Vec::new();
    for one in findings {
        let label = one["conditions"][0].as_str().unwrap_or_default();
        let tail = label.rsplit(|c: char| !(c.is_ascii_digit() || c == ',')).find(|part| !part.is_empty());
        let Some(own) = tail.and_then(|tail| tail.replace(',', ".").parse::<f64>().ok()) else { continue };
        if rows.iter().any(|(known, _)| (known - own).abs() < f64::EPSILON) {
            // Two columns are left: nothing says which.
            return Sourced::Several(rows.into_iter().map(|(_, one)| one).chain([one]).collect());
        }
        rows.push((own, one));
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(above) = rows.iter().position(|(own, _)| *own >= key - 1e-9) else { return Sourced::None };
    if (rows[above].0 - key).abs() < 1e-9 {
        return Sourced::One(rows.swap_remove(above).1);
    }
    match above.checked_sub(1) {
        Some(below) => Sourced::Between(Box::new([rows[below].clone(), rows[above].clone()])),
        None => Sourced::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_the_formula_must_stand_in_its_place() {
        let place = json!({"node_id": "norm://a/p/5", "title": "", "text": "5.1 Шаг не более 0,5h и не более 300 мм."});
        assert_eq!(constant(&place, "300").unwrap()["value"], "300");
        let dotted = json!({"node_id": "norm://a/p/6", "title": "", "text": "6 Запас 1.2 - для полок."});
        assert_eq!(constant(&dotted, "1,2").unwrap()["value"], "1.2", "as it is printed");
        assert!(
            constant(&place, "0,5").is_some() && constant(&place, "30").is_none() && constant(&place, "5").is_none()
        );
    }

    #[test]
    fn between_rows_and_never_beyond() {
        let row = |key: &str, value: &str| json!({"node_id": key, "label": format!("Высота, м: {key}"), "cells": [{"node_id": format!("c{key}"), "text": value}]});
        let item = json!({"node_id": "t", "kind": "table", "title": "", "text": "", "table": {"head": "Коэффициент", "columns": [{"node_id": "1", "text": "коэффициент"}], "rows": [row("10", "1,0"), row("20", "1,5")]}});
        let about = question::read("коэффициент по высоте", &[]);
        assert!(matches!(between(&item, &about, 10.0), Sourced::One(one) if one["value"] == "1,0"));
        assert!(
            matches!(between(&item, &about, 15.0), Sourced::Between(two) if two[0].1["value"] == "1,0" && two[1].1["value"] == "1,5")
        );
        assert!(matches!(between(&item, &about, 25.0), Sourced::None));
        assert!(matches!(between(&item, &about, 5.0), Sourced::None));
    }
}
