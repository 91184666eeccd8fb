//! G41: a query context keeps what rules found, adds at most eight hints, and only addresses that can be read.

use crate::engine::knowledge::research;
use crate::model::trace::Decision;
use crate::workspaces::research::guards::decision;
use crate::workspaces::research::perform::context::{HINT_CHARS, HINTS};
use crate::workspaces::research::perform::{cites, context};
use serde_json::{Value, json};

/// Hints that a performer may add to those of the rules.
const MORE: usize = 8;

/// See the module.
#[must_use]
pub fn check(input: &Value, mut output: Value) -> (Value, Vec<Decision>) {
    let mut decisions = Vec::new();
    let Ok(lexicon) = research::embedded() else { return (output, decisions) };
    let rules = context::perform(input, lexicon);
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let own = strings(&rules["search_hints"]);
    let new: Vec<String> = strings(&output["search_hints"])
        .into_iter()
        .map(|hint| hint.trim().chars().take(HINT_CHARS).collect::<String>())
        .filter(|hint| !hint.is_empty() && !own.contains(hint))
        .collect();
    if new.len() > MORE {
        decisions.push(decision("G41_hints", "Подсказок больше восьми: лишние убраны.", "/search_hints"));
    }
    let mut hints = own;
    hints.extend(new.into_iter().take(MORE));
    hints.truncate(HINTS + MORE);
    output["search_hints"] = json!(hints);
    let mut laws = strings(&rules["law_filters"]);
    for law in strings(&output["law_filters"]) {
        if laws.contains(&law) {
            continue;
        }
        if cites::readable(&law) {
            laws.push(law);
        } else {
            decisions.push(decision(
                "G41_address",
                format!("«{law}» не читается как адрес нормы: убрано."),
                "/law_filters",
            ));
        }
    }
    let ukraine = input["intent"]["inputs"]["jurisdiction"] == "UA";
    if let Some(map) = output.as_object_mut() {
        match laws.is_empty() {
            true => drop(map.remove("law_filters")),
            false => drop(map.insert("law_filters".into(), json!(laws))),
        }
        if !ukraine && map.remove("procedure_code").is_some() {
            decisions.push(decision(
                "G41_procedure",
                "Код процедуры есть только для Украины: убран.",
                "/procedure_code",
            ));
        }
        if let Some(code) = rules.get("jurisdiction") {
            map.insert("jurisdiction".into(), code.clone());
        }
    }
    (output, decisions)
}
