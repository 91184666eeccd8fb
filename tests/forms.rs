//! Every form of a printed table (`knowledge/norms/tables.toml`) fits its print in the shared norms: a form that fits
//! nothing is no knowledge. Skipped, visibly, without the shared norms.

#![cfg(feature = "engine")]

#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::engine::corpus::read::{self, Format, Source};
use legalagi::engine::knowledge::table_forms;

#[test]
fn every_form_fits_its_print() {
    let Some(norms) = skip::shared("corpora/ru-construction-norms") else { return };
    let (forms, _) = table_forms::embedded().unwrap();
    let mut left: Vec<(&str, &str)> = forms.iter().map(|form| (form.document.as_str(), form.table.as_str())).collect();
    left.dedup();
    for entry in std::fs::read_dir(norms).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Ok(read) = read::read(Format::PagesJson, Source { name: &name, text: &text, jurisdiction: None }) else {
            continue;
        };
        for edition in &read {
            left.retain(|(document, table)| {
                let laid = forms.iter().filter(|form| form.document == *document && form.table == *table);
                let rows: usize = laid.clone().map(|form| form.rows).sum();
                let first = laid.map(|form| form.heading(0)).next().unwrap_or_default();
                // The one with the first heading of the form is laid by it; a table may stand in the text again.
                let held = |at: usize| {
                    let below = edition.nodes.iter().filter(|node| node.parent == Some(at));
                    let columns = below.clone().find(|node| node.kind == "column");
                    columns.is_some_and(|column| column.text == first)
                        && below.filter(|node| node.kind == "row").count() >= rows
                };
                let own =
                    edition.short == *document
                        && edition.nodes.iter().enumerate().any(|(at, node)| {
                            node.kind == "table" && node.path == format!("table/{table}") && held(at)
                        });
                !own
            });
        }
    }
    assert!(left.is_empty(), "forms that fit no print: {left:?}");
}
