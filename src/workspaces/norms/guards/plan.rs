//! G81: a plan has steps that can be carried out: known tools, addresses that read, documents that are documents.

use crate::engine::turn::{Problem, Rejection};
use crate::workspaces::norms::guards::Guarded;
use crate::workspaces::norms::lookup;
use crate::workspaces::norms::settle::decision;
use serde_json::{Value, json};

/// See the module.
///
/// # Errors
/// No step that can be carried out.
pub fn check(mut output: Value) -> Guarded {
    let mut decisions = Vec::new();
    let mut kept = Vec::new();
    let given = output["steps"].as_array().cloned().unwrap_or_default();
    for (index, mut step) in given.into_iter().enumerate() {
        let at = format!("/steps/{index}");
        if let Some(why) = fault(&step) {
            decisions.push(decision("G81_step", format!("Шаг плана убран: {why}."), &at));
            continue;
        }
        // A document that the register does not know restricts the search to nothing.
        if let Some(list) = step["input"]["documents"].as_array().cloned() {
            let known: Vec<Value> = list
                .iter()
                .filter(|name| name.as_str().is_some_and(|name| lookup::document_id(name).is_some()))
                .cloned()
                .collect();
            if known.len() < list.len() {
                decisions.push(decision("G81_document", "Из шага плана убраны документы без понятного номера.", &at));
            }
            step["input"]["documents"] = json!(known);
        }
        kept.push(step);
    }
    kept.truncate(crate::workspaces::norms::machine::STEPS as usize);
    for (index, step) in kept.iter_mut().enumerate() {
        step["step_number"] = json!(index + 1);
    }
    if kept.is_empty() && !decisions.is_empty() {
        return Err(Rejection::from(Problem::new("G81_plan", "no step of the plan can be carried out").at("/steps")));
    }
    output["steps"] = json!(kept);
    Ok((output, decisions))
}

fn fault(step: &Value) -> Option<&'static str> {
    let input = &step["input"];
    let filled = |key: &str| input[key].as_str().is_some_and(|text| !text.trim().is_empty());
    match step["tool"].as_str().unwrap_or_default() {
        "search" => {
            let words = input["keywords"]
                .as_array()
                .is_some_and(|list| list.iter().any(|word| word.as_str().is_some_and(|word| !word.trim().is_empty())));
            (!words).then_some("у поиска нет слов")
        }
        "open_address" | "read_table" => {
            let node = filled("node_id") && input["node_id"].as_str().is_some_and(|id| id.starts_with("norm://"));
            let reads = lookup::address_of(input).is_some();
            (!node && !reads).then_some("адрес не читается")
        }
        "calculate" => {
            let inputs = input["inputs"].as_array().is_some_and(|list| !list.is_empty());
            (!filled("expression") || !inputs).then_some("у расчёта нет формулы или входов")
        }
        "ask_user" => (!filled("question")).then_some("вопрос пуст"),
        _ => Some("такого инструмента нет"),
    }
}
