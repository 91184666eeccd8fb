//! The table of rules as data: `knowledge/lint/rules.toml`.

use crate::model::issue::Severity;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../../knowledge/lint/rules.toml");

static TABLE: LazyLock<Table> = LazyLock::new(|| toml::from_str(TEXT).unwrap_or_default());

/// A rule as a lawyer reads it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Code: `L01`.
    pub id: String,
    /// Name in English: `penalty_year`.
    pub key: String,
    /// How much a finding hurts, unless the case is special.
    pub severity: Severity,
    /// What is wrong.
    pub title: String,
    /// What comes of it.
    pub why: String,
    /// Where the law says so; «правило продукта» where no law does.
    pub article: String,
    /// How far the article was checked; nothing for a rule of the product.
    #[serde(default)]
    pub proof: Option<crate::model::terms::Proof>,
    /// Kinds of contract, with the role that alone has by law what the rule looks for.
    #[serde(default)]
    pub lawful: BTreeMap<String, String>,
    /// First words of documents that lie beside a text, where the rule looks for what a text lacks.
    #[serde(default)]
    pub outside: Vec<String>,
    /// Whether a document with it is not final.
    #[serde(default)]
    pub blocks_gate: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[expect(dead_code, reason = "who stands for the table; read by people")]
    review: Option<crate::engine::knowledge::pack::Review>,
    #[serde(rename = "rule")]
    rules: Vec<Rule>,
}

/// Every rule, in the order of the table.
#[must_use]
pub fn rules() -> &'static [Rule] {
    &TABLE.rules
}

/// The rule with this code.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Rule> {
    rules().iter().find(|rule| rule.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::lint::rules::{FINDERS, finder};
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_has_a_finder_and_back() {
        let table: Table = toml::from_str(TEXT).unwrap();
        let ids: BTreeSet<&str> = table.rules.iter().map(|rule| rule.id.as_str()).collect();
        let keys: BTreeSet<&str> = table.rules.iter().map(|rule| rule.key.as_str()).collect();
        assert!(table.rules.len() >= 40 && ids.len() == table.rules.len() && keys.len() == ids.len());
        assert!(table.rules.iter().all(|rule| finder(&rule.id).is_some()), "a rule without a finder");
        assert!(FINDERS.iter().all(|(id, _)| ids.contains(id)), "a finder without a rule");
        assert_eq!(FINDERS.len(), ids.len());
    }
}
