//! What a number of an answer is bound to: document, edition, table, conditions of its row and column, unit, direction of
//! its bound, notes. A number that is not bound whole is never certified.

use crate::engine::corpus::table_check::units;
use crate::workspaces::norms::perform::sentences::LOOSE;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The binding of a number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// As the document is cited.
    pub document: String,
    /// The edition.
    pub edition: String,
    /// The table or the clause.
    pub place: String,
    /// Conditions of the row, or the words of the item.
    pub row: String,
    /// Conditions of the column, or empty.
    pub column: String,
    /// The unit.
    pub unit: String,
    /// `min`, `max`, `range`, or empty.
    pub bound: String,
    /// Notes of the table.
    pub notes: Vec<String>,
    /// What is doubtful about the table.
    pub doubts: Vec<String>,
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Binds a finding of a place.
#[must_use]
pub fn bind(item: &Value, one: &Value) -> Binding {
    let cell = one["kind"] == "cell";
    let conditions = strings(&one["conditions"]);
    let notes = item["table"]["notes"].as_array().into_iter().flatten();
    let table = &item["table"];
    let column = if cell { text(one, "variable").to_owned() } else { String::new() };
    let row = conditions.first().cloned().unwrap_or_default();
    // «Наибольшая из средних» in the heading of a table names a column of it, no bound: there only «не более» is one, and
    // «Наибольшая высота» in its title.
    let said = if cell {
        let title = text(item, "title").to_lowercase();
        let over = format!("{} {title}", text(table, "head").to_lowercase());
        let bounds = over.match_indices("не ").filter_map(|(at, _)| over.get(at..)?.split_whitespace().nth(1));
        let mut over: Vec<String> = bounds.map(|word| format!("не {word}")).collect();
        over.extend(greatest(&title));
        format!("{column} {} {}", over.join(", "), text(one, "value"))
    } else {
        conditions.join(" ")
    };
    Binding {
        document: text(item, "document").to_owned(),
        edition: text(item, "edition_id").to_owned(),
        place: text(item, "address").to_owned(),
        row,
        column,
        unit: text(one, "unit").to_owned(),
        bound: bound(&said).to_owned(),
        notes: if cell { notes.map(|note| text(note, "text").to_owned()).collect() } else { Vec::new() },
        doubts: if cell { strings(&table["doubts"]) } else { Vec::new() },
    }
}

/// «Наибольшая», «минимальное» of a title, but for «наибольшая из …».
fn greatest(title: &str) -> Vec<String> {
    let words: Vec<&str> = title.split_whitespace().collect();
    let of_some = |at: usize| words.get(at + 1) == Some(&"из");
    let told = words.iter().enumerate().filter(|(at, word)| !bound(word).is_empty() && !of_some(*at));
    told.map(|(_, word)| (*word).to_owned()).collect()
}

/// The direction of a bound: least, most, both, or none.
#[must_use]
pub fn bound(words: &str) -> &'static str {
    const LEAST: [&str; 7] = ["не менее", "не ниже", "не меньше", "не уже", "минимальн", "наименьш", "не реже"];
    const MOST: [&str; 8] =
        ["не более", "не выше", "не больше", "не шире", "максимальн", "наибольш", "не должн превыша", "не превыша"];
    let low = words.to_lowercase();
    let has = |list: &[&str]| list.iter().any(|words| low.contains(words));
    match (has(&LEAST), has(&MOST)) {
        (true, false) => "min",
        (false, true) => "max",
        (true, true) => "range",
        _ => "",
    }
}

/// Why a number is not bound whole; `measured` when what is asked has a unit.
#[must_use]
pub fn faults(binding: &Binding, item: &Value, one: &Value, measured: bool) -> Vec<&'static str> {
    if one["kind"] != "cell" {
        // A bare number of a sentence counts or multiplies something; of a measure it is half a value.
        if one["note"] == LOOSE {
            return vec![LOOSE];
        }
        let marked = text(one, "value").starts_with(char::is_alphabetic);
        return if measured && binding.unit.is_empty() && !marked {
            vec!["единица не найдена"]
        } else {
            Vec::new()
        };
    }
    let table = &item["table"];
    let columns: Vec<&str> = table["columns"].as_array().into_iter().flatten().map(|one| text(one, "text")).collect();
    let mut out = Vec::new();
    if binding.row.trim().is_empty() {
        out.push("строка без имени");
    }
    if columns.len() > 1 && (binding.column.is_empty() || !columns.contains(&binding.column.as_str())) {
        out.push("графа не названа");
    }
    if measured && binding.unit.is_empty() {
        out.push("единица не найдена");
    }
    // A unit of another column's heading does not govern this one.
    let own = units(&binding.column);
    if !binding.unit.is_empty() && !own.is_empty() && !own.contains(&binding.unit.as_str()) {
        out.push("единица другой графы");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn directions_of_bounds() {
        assert_eq!(bound("Высота штабеля, м, не более"), "max");
        assert_eq!(bound("принимают не менее 40 мм"), "min");
        assert_eq!(bound("не менее 3 и не более 16"), "range");
        assert_eq!(bound("коэффициент"), "");
        assert_eq!(greatest("таблица 1 — наибольшая высота штабеля"), ["наибольшая"]);
        assert!(greatest("максимальная из средних скоростей ветра").is_empty());
    }

    #[test]
    fn a_number_without_unit_or_column_is_not_bound() {
        let item = json!({"document": "ПС 1", "edition_id": "e", "address": "ПС 1 табл. 1", "title": "",
            "table": {"head": "", "columns": [{"text": "Rs, МПа"}, {"text": "d, мм"}], "doubts": [], "notes": []}});
        let cell = |unit: &str, column: &str| json!({"kind": "cell", "value": "435", "unit": unit, "variable": column, "conditions": ["А500", column]});
        let found = |one: &Value, measured: bool| faults(&bind(&item, one), &item, one, measured);
        assert_eq!(found(&cell("МПа", "Rs, МПа"), true), [] as [&str; 0]);
        assert_eq!(found(&cell("", "Rs, МПа"), true), ["единица не найдена"]);
        assert_eq!(found(&cell("мм", "Rs, МПа"), true), ["единица другой графы"]);
        assert_eq!(found(&cell("МПа", "чужая"), true), ["графа не названа"]);
    }
}
