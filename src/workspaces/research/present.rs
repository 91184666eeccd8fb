//! What the page shows beside the state: names of the steps, remarks.

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

/// See the module.
#[must_use]
pub fn present(snapshot: &Snapshot) -> Presented {
    let labels = NAMES.iter().map(|(step, name)| (format!("/steps/{step}"), (*name).to_owned())).collect();
    let warnings = snapshot.state["warnings"].as_array().into_iter().flatten();
    let notices = warnings.filter_map(Value::as_str).map(str::to_owned).collect();
    Presented { labels, notices, ..Presented::default() }
}
