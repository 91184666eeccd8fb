//! EXECUTE, the pure half: which searches a step makes, and what becomes of the nodes that were read. The runner carries
//! it out over the port.

use crate::engine::address::{Act, Address, find};
use crate::engine::corpus::currency::currency;
use crate::engine::corpus::table_check::{self, Held};
use crate::model::source::{Currency, EditionRow, NodeView, SearchQuery};
use crate::workspaces::norms::perform::words::{Bag, terms};
use regex::Regex;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Hits of one search.
const HITS: u32 = 36;
/// Hits that are read whole.
pub const READ: usize = 22;
/// Characters of a clause that the state keeps.
const TEXT: usize = 6_000;
/// Rows of a table that the state keeps.
pub const ROWS: usize = 80;
/// Tables that are opened because a clause refers to them.
pub const LINKED: usize = 4;

static TABLES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)таблиц(?:е|ы|у|ой|а|ам|ах)?\s+((?:[А-Я]\.)?\d+(?:\.\d+)*[а-я]?)").ok());

/// The searches of a step: one in each named document, or one everywhere.
#[must_use]
pub fn searches(input: &Value) -> Vec<SearchQuery> {
    let strings = |key: &str| -> Vec<&str> {
        input[key].as_array().into_iter().flatten().filter_map(Value::as_str).filter(|t| !t.trim().is_empty()).collect()
    };
    let words = strings("keywords").join(" ");
    let query = |document: Option<String>, limit: u32| SearchQuery {
        q: words.clone(),
        jurisdiction: Some("RU".to_owned()),
        document,
        limit,
        ..SearchQuery::default()
    };
    let documents: Vec<String> = strings("documents").into_iter().filter_map(document_id).collect();
    if documents.is_empty() {
        return vec![query(None, HITS)];
    }
    documents.into_iter().map(|id| query(Some(id), HITS)).collect()
}

/// The id of a document as people or the register name it.
#[must_use]
pub fn document_id(name: &str) -> Option<String> {
    if name.starts_with("ru.") && !name.contains(' ') {
        return Some(name.to_owned());
    }
    find::parse(name).and_then(|address| match &address.act {
        Act::Known(_) | Act::Named(_) => address.act.documents().into_iter().next(),
        _ => None,
    })
}

/// Documents of a step that the corpus does not hold, as people cite them.
#[must_use]
pub fn absent(input: &Value, editions: &[EditionRow]) -> Vec<String> {
    let names = input["documents"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let held = |id: &str| editions.iter().any(|row| row.document == id && row.nodes > 0);
    names
        .filter(|name| document_id(name).is_none_or(|id| !held(&id)))
        .map(|name| format!("{name}: документа нет в базе"))
        .collect()
}

/// Numbers of the tables that a text refers to.
#[must_use]
pub fn tables_in(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let Some(pattern) = TABLES.as_ref() else { return out };
    for found in pattern.captures_iter(text) {
        let number = found[1].to_owned();
        if !out.contains(&number) {
            out.push(number);
        }
    }
    out.truncate(LINKED);
    out
}

/// The place of a table in an edition.
#[must_use]
pub fn table_id(edition: &str, number: &str) -> String {
    format!("norm://{edition}/table/{number}")
}

/// Whether an edition is in force on a day, as data.
#[must_use]
pub fn status(row: &EditionRow, on: &str) -> Value {
    let found = match currency(&row.document, &row.label, on) {
        Currency::Unchecked => row.currency.clone(),
        other => other,
    };
    let mut value = json!(found);
    // What is not yet replaced on that day is not replaced for that day.
    if let Currency::Replaced { from, .. } | Currency::Repealed { from, .. } = &found
        && on < from.as_str()
    {
        value = json!({"status": "unchecked"});
    }
    value["valid_from"] = json!(row.valid_from);
    value["valid_to"] = json!(row.valid_to);
    value
}

/// Cuts a text at a letter.
fn cut(text: &str) -> String {
    text.chars().take(TEXT).collect()
}

/// A place as evidence.
#[must_use]
pub fn item(node: &NodeView, row: &EditionRow, own: &str, crumbs: &str, on: &str) -> Value {
    json!({
        "node_id": node.node_id,
        "kind": if node.kind == "table" { "table" } else { "clause" },
        "term": node.kind == "term",
        "parent": node.parent,
        "edition_id": row.edition,
        "edition": row.label,
        "document": row.short,
        "document_id": row.document,
        "document_title": row.title,
        "address": node.address,
        "title": node.title,
        "crumbs": crumbs,
        "text": cut(own),
        "page": node.page,
        "lossy": node.lossy,
        "currency": status(row, on),
    })
}

/// A row of a table with its header and its cells.
#[must_use]
pub fn row(row: &NodeView, below: &[NodeView]) -> Value {
    let header = below.iter().find(|node| node.kind == "row_header");
    let cells: Vec<Value> = below
        .iter()
        .filter(|node| node.kind == "cell")
        .map(|cell| json!({"node_id": cell.node_id, "address": cell.address, "text": cell.text, "lossy": cell.lossy}))
        .collect();
    json!({
        "node_id": row.node_id,
        "address": row.address,
        "label": row.title,
        "header_id": header.map(|node| node.node_id.clone()).unwrap_or_default(),
        "header": header.map(|node| node.text.clone()).unwrap_or_default(),
        "text": row.text,
        "lossy": row.lossy,
        "cells": cells,
    })
}

/// The table of a place, with what is doubtful about it.
#[must_use]
pub fn table(place: &NodeView, head: &str, columns: &[NodeView], rows: Vec<Value>, notes: &[NodeView]) -> Value {
    let list = |nodes: &[NodeView]| -> Vec<Value> {
        nodes.iter().map(|node| json!({"node_id": node.node_id, "text": node.text})).collect()
    };
    let text = |value: &'_ Value| value.as_str().unwrap_or_default().to_owned();
    let read: Vec<(String, Vec<String>, bool)> = rows
        .iter()
        .map(|row| {
            let cells = row["cells"].as_array().into_iter().flatten();
            (text(&row["label"]), cells.map(|cell| text(&cell["text"])).collect(), row["lossy"] == true)
        })
        .collect();
    let number = place.node_id.rsplit("table/").next().unwrap_or_default().split('~').next().unwrap_or_default();
    let held = Held {
        document: &place.document,
        number,
        lossy: place.lossy,
        head,
        columns: columns.iter().map(|column| column.text.as_str()).collect(),
        rows: read
            .iter()
            .map(|(label, values, lossy)| (label.as_str(), values.iter().map(String::as_str).collect(), *lossy))
            .collect(),
    };
    let found = table_check::doubts(&held);
    let grave = found.iter().any(|doubt| doubt.grave);
    let doubts: Vec<String> = found.into_iter().map(|doubt| doubt.text).collect();
    json!({
        "head": head, "columns": list(columns), "rows": rows, "notes": list(notes), "lossy": grave, "doubts": doubts,
    })
}

/// The rows of a long table that a question may mean: those with one of its words, else the first ones.
#[must_use]
pub fn rows_for<'n>(rows: &'n [NodeView], keywords: &[String]) -> Vec<&'n NodeView> {
    if rows.len() <= ROWS {
        return rows.iter().collect();
    }
    let wanted = Bag::of(&keywords.join(" "));
    let words = |row: &&NodeView| terms(&row.title, &HashSet::new()).iter().any(|term| wanted.meets(term) >= 1.0);
    let named: Vec<&NodeView> = rows.iter().filter(words).take(ROWS).collect();
    if named.is_empty() { rows.iter().take(ROWS).collect() } else { named }
}

/// The text of a node without that of the nodes below it.
#[must_use]
pub fn own_text<'t>(full: &'t str, below: &[NodeView]) -> &'t str {
    let starts = |node: &NodeView| {
        let first = [node.title.as_str(), node.text.as_str()].into_iter().find(|text| !text.trim().is_empty())?;
        full.find(first.lines().next().unwrap_or(first))
    };
    match below.iter().filter_map(starts).min() {
        Some(at) => full[..at].trim_end(),
        None => full,
    }
}

/// The address of a step, if it reads as one.
#[must_use]
pub fn address_of(input: &Value) -> Option<Address> {
    find::parse(input["address"].as_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_a_text_refers_to() {
        assert_eq!(
            tables_in("принимают по таблице 6.8, для грунта - таблицу Г.1 и таблицы 10.1а"),
            ["6.8", "Г.1", "10.1а"]
        );
        assert!(tables_in("столы и таблицы").is_empty());
    }

    #[test]
    fn documents_by_any_name() {
        assert_eq!(document_id("СП 63.13330.2018").as_deref(), Some("ru.sp.63.13330.2018"));
        assert_eq!(document_id("ru.sp.63.13330.2018").as_deref(), Some("ru.sp.63.13330.2018"));
        assert!(document_id("бетон").is_none());
        let asked = json!({"keywords": ["слой"], "documents": ["СП 63.13330.2018", "чепуха"]});
        assert_eq!(searches(&asked).len(), 1);
        assert_eq!(absent(&asked, &[]).len(), 2);
    }
}
