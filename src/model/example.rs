//! The example corpus by its ids: what rests on its invented rules says so wherever it is shown.

use crate::model::source::EditionRow;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How ids of its documents begin.
const DOCUMENT: &str = "demo.";
/// How addresses in it begin.
const ADDRESS: &str = "norm://demo.";

/// What the installation holds of legal sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shelf {
    /// Nothing: research and norms cannot answer.
    Empty,
    /// The example corpus alone.
    Example,
    /// Sources that somebody brought.
    Own,
}

impl Shelf {
    /// By the editions that are held.
    #[must_use]
    pub fn of(editions: &[EditionRow]) -> Self {
        match editions.iter().all(|row| is_example(&row.document)) {
            _ if editions.is_empty() => Self::Empty,
            true => Self::Example,
            false => Self::Own,
        }
    }
}

/// Whether a document, an edition or an address belongs to the example corpus.
#[must_use]
pub fn is_example(id: &str) -> bool {
    id.starts_with(DOCUMENT) || id.starts_with(ADDRESS)
}

/// Whether anything in a state points into the example corpus.
#[must_use]
pub fn rests_on_it(state: &Value) -> bool {
    match state {
        Value::String(text) => text.starts_with(ADDRESS),
        Value::Array(all) => all.iter().any(rests_on_it),
        Value::Object(all) => all.values().any(rests_on_it),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_anywhere_in_a_state_is_found_and_words_about_one_are_not() {
        assert!(rests_on_it(&json!({"sources": [{"node_id": "norm://demo.warehouse.rules@2/art/4"}]})));
        for other in
            [json!({"node": "norm://ru.gk@2025/art/1"}), json!({"query": "что такое norm://demo.x"}), json!(null)]
        {
            assert!(!rests_on_it(&other), "{other}");
        }
        assert!(is_example("demo.sklad.pravyla@2025") && !is_example("ru.demo.law"));
    }
}
