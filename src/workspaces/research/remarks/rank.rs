//! Step 3: a model may put found sources into another order and leave some out. It adds none and changes no word of
//! them, and what the person named by its address stays.

use super::{head, refused};
use crate::model::trace::Decision;
use crate::workspaces::research::perform::answer::source::is_scope;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The lists of the output, in the order in which an answer numbers them.
const LISTS: [&str; 3] = ["laws", "cases", "guidance"];
/// Characters of a source that a model reads to judge it.
const HEAD: usize = 500;

/// The sources, if there is a choice among them.
#[must_use]
pub fn shown(input: &Value, output: &Value) -> Option<Value> {
    let lists: Vec<Vec<Value>> = LISTS
        .iter()
        .map(|list| {
            let items = output[*list].as_array().into_iter().flatten();
            items
                .map(|item| {
                    let text = head(item["text"].as_str().unwrap_or_default(), HEAD);
                    json!({"id": item["id"], "title": item["title"], "address": item["address"], "text": text})
                })
                .collect()
        })
        .collect();
    let total: usize = lists.iter().map(Vec::len).sum();
    let [laws, cases, guidance] = lists.try_into().ok()?;
    (total > 1).then(|| json!({"context": input["context"], "laws": laws, "cases": cases, "guidance": guidance}))
}

/// See the module.
#[must_use]
pub fn apply(input: &Value, mut output: Value, remarks: &Value) -> (Value, Vec<Decision>) {
    let mut decisions = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let known = |id: &str| LISTS.iter().any(|list| has(&output[*list], id));
    for id in remarks["keep"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if known(id) {
            let next = places.len();
            places.entry(id).or_insert(next);
        } else {
            decisions.push(refused("Источника с таким id поиск не находил: убрано.", "/keep"));
        }
    }
    if places.is_empty() {
        decisions.push(refused("Модель не назвала ни одного найденного источника: порядок поиска остался.", "/keep"));
        return (output, decisions);
    }
    let named: Vec<String> = input["context"]["law_filters"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    for list in LISTS {
        let Some(items) = output[list].as_array_mut() else { continue };
        let before = items.len();
        items.retain(|item| place(&places, item).is_some() || is_named(&named, item) || is_scope(item));
        if items.len() < before {
            decisions
                .push(refused(format!("Модель убрала источников: {}.", before - items.len()), &format!("/{list}")));
        }
        // What the person named and the model forgot stands first: the question is about it.
        items.sort_by_key(|item| place(&places, item).map_or(0, |place| place + 1));
    }
    (output, decisions)
}

fn has(list: &Value, id: &str) -> bool {
    list.as_array().is_some_and(|items| items.iter().any(|item| item["id"] == id))
}

fn place(places: &BTreeMap<&str, usize>, item: &Value) -> Option<usize> {
    places.get(item["id"].as_str()?).copied()
}

/// Whether an address of the question is this source or a place in it.
fn is_named(named: &[String], item: &Value) -> bool {
    let Some(address) = item["address"].as_str().filter(|address| !address.is_empty()) else { return false };
    named.iter().any(|name| {
        let inside = |whole: &str, part: &str| part.strip_prefix(whole).is_some_and(|rest| rest.starts_with(' '));
        name == address || inside(address, name) || inside(name, address)
    })
}
