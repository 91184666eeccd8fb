//! The bindings of a pack: document, edition, row, column and unit of every number are those of its citation.

use crate::workspaces::norms::evidence_pack::check::Finding;
use crate::workspaces::norms::evidence_pack::{PACK, Pack};
use crate::workspaces::norms::perform::binding::Binding;
use serde_json::Value;

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// What is wrong with the bindings.
#[must_use]
pub fn check(pack: &Pack) -> Vec<Finding> {
    let answer = &pack.final_answer;
    let citations = answer["citations"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut found = Vec::new();
    for one in answer["numbers"].as_array().into_iter().flatten() {
        let Ok(binding) = serde_json::from_value::<Binding>(one["binding"].clone()) else { continue };
        let index = one["citation"].as_u64().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let Some(cited) = index.and_then(|index| citations.get(index)) else { continue };
        for what in differs(&binding, one, cited) {
            let message = format!("{what} числа {} — не те, что у его цитаты: не пользуйтесь им.", text(one, "value"));
            found.push(Finding::error("P17_binding", format!("{PACK}: final_answer.numbers"), message));
        }
    }
    found
}

fn differs(binding: &Binding, number: &Value, cited: &Value) -> Vec<&'static str> {
    let mut out = Vec::new();
    if binding.document != text(cited, "document") {
        out.push("документ");
    }
    if binding.edition != text(cited, "edition_id") {
        out.push("редакция");
    }
    if binding.unit != text(number, "unit") {
        out.push("единица");
    }
    if cited["kind"] == "cell" {
        let (row, column) = (text(&cited["row_header"], "text"), text(&cited["column_header"], "text"));
        if !row.is_empty() && !binding.row.ends_with(row) {
            out.push("строка");
        }
        if !column.is_empty() && binding.column != column {
            out.push("графа");
        }
        if !text(cited, "address").starts_with(&binding.place) {
            out.push("таблица");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_binding_that_is_not_of_its_citation_is_told() {
        let binding = Binding {
            document: "ПС 1".into(),
            edition: "e".into(),
            place: "ПС 1 табл. 1".into(),
            row: "Здания — А500".into(),
            column: "Rs, МПа".into(),
            unit: "МПа".into(),
            ..Binding::default()
        };
        let cited = json!({"kind": "cell", "document": "ПС 1", "edition_id": "e", "address": "ПС 1 табл. 1 строка 3",
            "row_header": {"text": "А500"}, "column_header": {"text": "Rs, МПа"}});
        let number = json!({"value": "435", "unit": "МПа"});
        assert_eq!(differs(&binding, &number, &cited), [] as [&str; 0]);
        assert_eq!(differs(&binding, &json!({"value": "435", "unit": "кПа"}), &cited), ["единица"]);
        let mut other = cited.clone();
        other["column_header"]["text"] = json!("Rsc, МПа");
        other["document"] = json!("ПС 2");
        assert_eq!(differs(&binding, &number, &other), ["документ", "графа"]);
    }
}
