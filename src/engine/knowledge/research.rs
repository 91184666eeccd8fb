//! The lexicon of research: tasks, hints, headings, markers. `knowledge/research/README.md` describes the files.

use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::knowledge::phrases::Phrases;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;

/// Where a file's content comes from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// What it was written from.
    pub source: String,
    /// Its day.
    pub edition: String,
    /// Who checked it; `unreviewed` when nobody did.
    pub checked_by: String,
}

/// Phrases under `any`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Any {
    /// The phrases.
    pub any: Phrases,
}

/// A task and the words that ask for it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskRule {
    /// One of the seed's tasks.
    pub task: String,
    /// One of the seed's services.
    pub service: String,
    /// Words that ask for it.
    pub any: Phrases,
    /// What one phrase weighs.
    pub weight: f64,
    /// Whether it makes little sense without a document.
    #[serde(default)]
    pub needs_document: bool,
}

/// What is done when no rule speaks.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fallback {
    /// The service.
    pub service: String,
    /// The task.
    pub task: String,
}

/// Words for the depth of an answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Depth {
    /// A long one.
    pub deep: Phrases,
    /// A short one.
    pub quick: Phrases,
}

/// Words that name a jurisdiction.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jurisdiction {
    /// `RU`, `UA`, `KR`.
    pub code: String,
    /// The words.
    pub any: Phrases,
}

/// `intent.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Where it comes from.
    pub review: Review,
    /// When no rule speaks.
    pub fallback: Fallback,
    /// Words for documents.
    pub documents: Any,
    /// Rules in order.
    #[serde(rename = "rule")]
    pub rules: Vec<TaskRule>,
    /// Words that only Ukrainian has.
    pub ukrainian: Any,
    /// Depth words.
    pub depth: Depth,
    /// Jurisdictions in order.
    #[serde(rename = "jurisdiction")]
    pub jurisdictions: Vec<Jurisdiction>,
}

/// Words that mean the same.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Synonym {
    /// Language of the words.
    pub language: String,
    /// The words.
    pub words: Vec<String>,
}

/// A court or a branch of courts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Court {
    /// How the filter names it.
    pub name: String,
    /// Words that mean it.
    pub any: Phrases,
    /// Where it sits.
    pub jurisdiction: String,
    /// The code it follows, in Ukraine.
    #[serde(default)]
    pub procedure: Option<String>,
}

/// A procedural code of Ukraine.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Procedure {
    /// `cpc`, `epc`, `cac`, `crpc`.
    pub code: String,
    /// Words that mean it.
    pub any: Phrases,
    /// The letter at the end of a case number; empty means none.
    pub suffix: String,
}

/// `hints.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// Where it comes from.
    pub review: Review,
    /// Synonyms.
    #[serde(rename = "synonym")]
    pub synonyms: Vec<Synonym>,
    /// Courts.
    #[serde(rename = "court")]
    pub courts: Vec<Court>,
    /// Procedures.
    #[serde(rename = "procedure")]
    pub procedures: Vec<Procedure>,
}

/// Headings of a decision.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionHeads {
    /// Before the facts.
    pub facts: Vec<String>,
    /// Before the operative part.
    pub operative: Vec<String>,
    /// Beginnings of paragraphs with reasons.
    pub reasons: Phrases,
}

/// `sections.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sections {
    /// Where it comes from.
    pub review: Review,
    /// Decisions.
    pub decision: DecisionHeads,
}

/// A kind of clause of a contract.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseKind {
    /// Stable.
    pub key: String,
    /// Its name in Russian.
    pub title_ru: String,
    /// Its name in Ukrainian.
    pub title_uk: String,
    /// Words that show it.
    pub any: Phrases,
}

/// What a contract should have.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    /// Its name in Russian.
    pub title_ru: String,
    /// Its name in Ukrainian.
    pub title_uk: String,
    /// The kind of clause that fulfils it.
    pub clause: String,
    /// The norm; empty when there is none.
    pub act: String,
}

/// `markers.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Markers {
    /// Where it comes from.
    pub review: Review,
    /// Arguments that carried.
    pub argument: Any,
    /// What went wrong for somebody.
    pub risk: Any,
    /// The claim was granted.
    pub satisfied: Any,
    /// The claim was refused.
    pub denied: Any,
    /// Conditions.
    pub condition: Any,
    /// Exceptions.
    pub exception: Any,
    /// Dangerous words of contracts.
    pub contract_risk: Any,
    /// Kinds of clauses.
    #[serde(rename = "clause")]
    pub clauses: Vec<ClauseKind>,
    /// What a contract should have.
    #[serde(rename = "duty")]
    pub duties: Vec<Duty>,
}

/// The whole lexicon.
#[derive(Debug, Clone)]
pub struct Lexicon {
    /// Tasks.
    pub intent: Intent,
    /// Hints.
    pub hints: Hints,
    /// Headings.
    pub sections: Sections,
    /// Markers.
    pub markers: Markers,
}

static LEXICON: LazyLock<Result<Lexicon, LoadError>> = LazyLock::new(|| {
    Ok(Lexicon {
        intent: one("intent.toml", include_str!("../../../knowledge/research/intent.toml"))?,
        hints: one("hints.toml", include_str!("../../../knowledge/research/hints.toml"))?,
        sections: one("sections.toml", include_str!("../../../knowledge/research/sections.toml"))?,
        markers: one("markers.toml", include_str!("../../../knowledge/research/markers.toml"))?,
    })
});

fn one<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, LoadError> {
    load::toml_file(&format!("research/{file}"), text)
}

/// The lexicon that the program carries.
///
/// # Errors
/// A file that cannot be read, with its line.
pub fn embedded() -> Result<&'static Lexicon, LoadError> {
    LEXICON.as_ref().map_err(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::schema;

    #[test]
    fn the_files_are_read_and_name_only_tasks_of_the_seed() {
        let lexicon = embedded().unwrap();
        let id = schema::research::output("classify_intent");
        for rule in &lexicon.intent.rules {
            let value = serde_json::json!(
                {"service": rule.service, "task": rule.task, "inputs": {}, "depth": "standard"}
            );
            assert_eq!(schema::check(&id, &value), [], "{}", rule.task);
        }
        let tasks: std::collections::BTreeSet<&str> = lexicon.intent.rules.iter().map(|r| r.task.as_str()).collect();
        assert_eq!(tasks.len(), 12, "every task has a rule");
        for duty in &lexicon.markers.duties {
            assert!(lexicon.markers.clauses.iter().any(|clause| clause.key == duty.clause), "{}", duty.clause);
        }
        let reviews =
            [&lexicon.intent.review, &lexicon.hints.review, &lexicon.sections.review, &lexicon.markers.review];
        assert!(reviews.iter().all(|r| !r.source.is_empty() && !r.edition.is_empty() && !r.checked_by.is_empty()));
    }
}
