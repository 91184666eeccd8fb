//! What the page shows beside the state: names of the steps, remarks.

use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::workspaces::Presented;
use crate::workspaces::research::steps;
use serde_json::Value;

/// What each step is called.
const NAMES: &[(&str, &str)] = &[
    (steps::CLASSIFY, "Что спрашивают"),
    (steps::CONTEXT, "Что искать"),
    (steps::RETRIEVE, "Источники"),
    (steps::SECTIONS, "Разделы"),
    (steps::PATTERNS, "Доводы и риски"),
    (steps::ANSWER, "Ответ"),
    (steps::VALIDATE, "Проверка цитат"),
];

/// What a version changes for a person: the question, the documents, the answer.
pub const ROOTS: &[&str] = &["/query", "/documents/*", "/answer"];

/// What each of these places is called.
const PLACES: &[(&str, &str)] = &[("/query", "Вопрос"), ("/documents", "Документ"), ("/answer", "Ответ")];

/// See the module.
#[must_use]
pub fn present(snapshot: &Snapshot) -> Presented {
    let steps = NAMES.iter().map(|(step, name)| (format!("/steps/{step}"), (*name).to_owned()));
    let places = PLACES.iter().map(|(place, name)| ((*place).to_owned(), (*name).to_owned()));
    let documents = snapshot.state["documents"].as_object().into_iter().flatten();
    let titles = documents.filter_map(|(id, document)| {
        document["title"].as_str().map(|title| (pointer::join("/documents", id), title.to_owned()))
    });
    let labels = steps.chain(places).chain(titles).collect();
    let warnings = snapshot.state["warnings"].as_array().into_iter().flatten();
    let notices = warnings.filter_map(Value::as_str).map(str::to_owned).collect();
    Presented { labels, notices, ..Presented::default() }
}
