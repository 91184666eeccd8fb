//! The tools as a client lists them: names from the step table and the corpus tools, schemas from the registry.

use crate::engine::schema;
use crate::runner::app::App;
use crate::runner::corpus_tools;
use crate::server::mcp::fields;
use crate::workspaces::research::steps;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;
use std::sync::Arc;

/// Name, title for people, description for models.
const WORDS: &[(&str, &str, &str)] = &[
    (
        steps::CLASSIFY,
        "Определить задачу",
        "Classifies a legal request: service, task, depth, jurisdiction and language. Deterministic without a model.",
    ),
    (
        steps::RETRIEVE,
        "Найти источники",
        "Finds laws, cases and guidance for a query context in the local corpus. Every item is stored text with its \
         canonical address, edition and currency; nothing is invented.",
    ),
    (
        steps::SECTIONS,
        "Разделить документы на части",
        "Splits statutes, court decisions (Russian, Ukrainian) and technical norms into structural sections with \
         offsets in Unicode characters.",
    ),
    (
        steps::PATTERNS,
        "Доводы и риски",
        "Collects arguments that succeeded and risk factors from court decisions, each with the passage it rests on.",
    ),
    (
        steps::VALIDATE,
        "Проверить ответ",
        "Checks every citation of an answer against its source and reports issues (QUOTE_ALTERED, MISATTRIBUTED, \
         CONTRADICTED, UNRESOLVED, OUTDATED_EDITION, LOCATED, UNVERIFIED, NUMBER_UNSUPPORTED, COVERAGE); a quotation cut \
         where its meaning turns is QUOTE_ALTERED with reason cut. Each claim stands in _meta.claims. Call it before showing an answer.",
    ),
    (
        steps::ADVICE,
        "Ответ на правовой вопрос",
        "Runs the whole pipeline for a question: classify, search, section, analyse, answer, check. Returns the answer \
         with numbered citations, their sources and the verdicts. Reports progress once per step.",
    ),
    (
        corpus_tools::SEARCH,
        "Поиск по корпусу",
        "Full-text search over the corpus of statutes, decisions and norms; an address in the query («ст. 333 ГК РФ», \
         «СП 63 п. 10.3.2») is followed first.",
    ),
    (
        corpus_tools::DOCUMENTS,
        "Поиск документов",
        "Finds pages of norms for semantic_keywords, in expected_documents first: each page with the address of its \
         image, the words found and the best place on it; null when there is none. With query instead: one row per \
         document with its best passage.",
    ),
    (
        corpus_tools::PROVISION,
        "Открыть норму",
        "Returns the text at a legal address (article, part, clause, table) in every edition held, with dates, \
         currency and what stands below it.",
    ),
    (
        corpus_tools::CITATION,
        "Проверить цитату",
        "Checks one citation: does the place exist, do the words stand there, is the edition the right one. Are \
         words cut off that turn their meaning? Only VERIFIED is checked; LOCATED means that the place exists, no more; a \
         source that is not held is UNVERIFIED, never wrong.",
    ),
    (
        corpus_tools::SOURCES,
        "Что есть в корпусе",
        "Lists the editions in the corpus: dates, currency by the product's own register, counts, hash, when imported.",
    ),
    (
        corpus_tools::ASK,
        "Спросить нормы",
        "Answers a question about building norms (СП, СНиП, ГОСТ, ФЗ, ПП) with number, unit, condition, document, edition, \
         clause, table cell and page. Several conditions come as branches with a question; numbers that stand in no cited \
         place are struck through; what is not held is said so.",
    ),
    (
        corpus_tools::EDITIONS,
        "Сравнить редакции",
        "Compares two editions of a document place by place: same, changed with a character diff, added, removed.",
    ),
];

/// The names of the tools, in the order of the list.
pub fn names() -> impl Iterator<Item = &'static str> {
    let steps = steps::STEPS.iter().map(|step| step.id).filter(|id| !steps::INTERNAL.contains(id));
    steps.chain([steps::ADVICE]).chain(corpus_tools::NAMES.iter().copied())
}

/// All tools.
#[must_use]
pub fn list(app: &App) -> Vec<Tool> {
    names().map(|name| tool(app, name)).collect()
}

/// One tool.
#[must_use]
pub fn get(app: &App, name: &str) -> Option<Tool> {
    names().find(|own| *own == name).map(|own| tool(app, own))
}

fn tool(app: &App, name: &'static str) -> Tool {
    let (_, title, description) = WORDS.iter().find(|(own, _, _)| *own == name).copied().unwrap_or((name, name, ""));
    // A model answers otherwise each time, and it lives elsewhere.
    let open = app.llm.performer().is_model && asks_model(name);
    let hints =
        ToolAnnotations::with_title(title).read_only(true).destructive(false).idempotent(!open).open_world(open);
    let mut input = file(&schema::tools::input(name));
    fields::describe(name, Arc::make_mut(&mut input));
    Tool::new(name, description, input)
        .with_title(title)
        .with_raw_output_schema(file(&schema::tools::output(name)))
        .with_annotations(hints)
}

fn asks_model(name: &str) -> bool {
    match steps::by_id(name) {
        // With a prompt a model performs the step, or remarks on what code made of it.
        Some(step) => !step.prompt.is_empty(),
        None => name == steps::ADVICE || name == corpus_tools::ASK,
    }
}

/// A schema as its file has it: the id is the registry's, and clients would keep schemas by it.
fn file(id: &str) -> Arc<JsonObject> {
    let mut schema = schema::record(id).map(|record| record.schema.clone()).unwrap_or_default();
    match schema.as_object_mut() {
        Some(object) => {
            object.remove("$id");
            Arc::new(std::mem::take(object))
        }
        None => Arc::new(JsonObject::from_iter([("type".to_owned(), Value::from("object"))])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_words_and_both_schemas() {
        let names: Vec<&str> = names().collect();
        assert_eq!(names.len(), WORDS.len());
        for name in names {
            assert!(WORDS.iter().any(|(own, _, words)| *own == name && !words.is_empty()), "{name}");
            for id in [schema::tools::input(name), schema::tools::output(name)] {
                let file = file(&id);
                assert_eq!(file["type"], "object", "{id}");
                assert!(file.contains_key("title") && !file.contains_key("$id"), "{id}");
            }
        }
    }
}
