//! What the fields of the pipeline's inputs mean, for whoever knows only the list of tools. The schemas are the seed's,
//! letter for letter, and say nothing of it; the words are laid over them in the list.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// Tool, place in its input schema, words.
const FIELDS: &[(&str, &str, &str)] = &[
    (
        "classify_intent",
        "/properties/query",
        "The request in the person's own words, at most 16 KB: Russian, Ukrainian, Korean or English.",
    ),
    (
        "classify_intent",
        "/properties/context",
        "What is known beside the request, all optional: language (ru, uk, ko, en), jurisdiction (RU, UA, KR), documents \
         (ids of attached documents), previous (the question before), previous_act, previous_place. {} or absent when \
         nothing is known.",
    ),
    (
        "retrieve_legal_sources",
        "/properties/context",
        "What to look for: search_hints (the question first, then other words for it), law_filters (addresses such as \
         «ГК РФ ст. 333»), jurisdiction (RU, UA, KR), on (YYYY-MM-DD: the day whose editions count). Without search_hints \
         and law_filters nothing is found.",
    ),
    (
        "retrieve_legal_sources",
        "/properties/limits",
        "Most items of each list; 0 leaves the list out. Default: 6 laws, 4 cases, 4 guidance.",
    ),
    ("retrieve_legal_sources", "/properties/limits/properties/laws", "Most codes, laws and decrees; default 6."),
    ("retrieve_legal_sources", "/properties/limits/properties/cases", "Most court decisions; default 4."),
    (
        "retrieve_legal_sources",
        "/properties/limits/properties/guidance",
        "Most technical norms and other texts; default 4.",
    ),
    (
        "extract_document_sections",
        "/properties/documents",
        "Texts to divide, together at most 2 MB. Sections come back under the id given here.",
    ),
    (
        "extract_document_sections",
        "/properties/documents/items/properties/id",
        "Any name that tells the documents apart.",
    ),
    (
        "extract_document_sections",
        "/properties/documents/items/properties/text",
        "The whole text as it stands; offsets of the answer count its Unicode characters.",
    ),
    (
        "extract_document_sections",
        "/properties/documents/items/properties/source",
        "Where the text comes from, for people; it changes nothing.",
    ),
    (
        "analyze_legal_patterns",
        "/properties/documents",
        "Decisions to look through: objects with id and text, and sections as extract_document_sections returned them.",
    ),
    (
        "analyze_legal_patterns",
        "/properties/query",
        "The question, so that passages about it come first; without it all patterns are listed.",
    ),
    (
        "validate_response",
        "/properties/answer",
        "The text to check, Markdown or plain. Citations are read where they stand: «[1]» is the first of sources, «ст. 333 \
         ГК РФ» is looked up in the corpus; quotations stand in «…» or \"…\".",
    ),
    (
        "validate_response",
        "/properties/sources",
        "What [1], [2]… mean, in order: objects with node_id or id (norm://…), or address, or title with text. [] when \
         the answer cites by address only.",
    ),
    (
        "get_legal_advice",
        "/properties/query",
        "The legal question in the person's own words, at most 16 KB; one question a call.",
    ),
    (
        "get_legal_advice",
        "/properties/context",
        "What is known beside the question, all optional: language, jurisdiction (RU, UA, KR), previous (the question \
         before), previous_act, previous_place.",
    ),
    (
        "get_legal_advice",
        "/properties/output_format",
        "The form of answer_text: markdown (default), plain or html. Citations are the same in all three.",
    ),
    (
        "get_legal_advice",
        "/properties/documents",
        "Texts that the question is about (a contract, a letter), together at most 300 KB. Needed for questions about «this \
         contract»; they are answered from and never quoted as law.",
    ),
    ("get_legal_advice", "/properties/documents/items/properties/id", "Any name that tells the documents apart."),
    (
        "get_legal_advice",
        "/properties/documents/items/properties/title",
        "What people call the document; the id when absent.",
    ),
    ("get_legal_advice", "/properties/documents/items/properties/text", "The whole text as it stands."),
];

/// Lays the words over a schema of a tool's input.
pub(super) fn describe(tool: &str, schema: &mut JsonObject) {
    let mut whole = Value::Object(std::mem::take(schema));
    for (_, place, words) in FIELDS.iter().filter(|(own, ..)| *own == tool) {
        if let Some(Value::Object(field)) = whole.pointer_mut(place) {
            field.entry("description").or_insert_with(|| json!(words));
        }
    }
    if let Value::Object(described) = whole {
        *schema = described;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::schema;

    /// Every field of a schema that has no words, as pointers.
    fn silent(schema: &Value, at: &str, out: &mut Vec<String>) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let own = format!("{at}/properties/{name}");
            if field["description"].as_str().is_none_or(str::is_empty) {
                out.push(own.clone());
            }
            silent(field, &own, out);
            silent(&field["items"], &format!("{own}/items"), out);
        }
    }

    #[test]
    fn every_field_of_the_pipeline_is_described_and_every_word_has_its_field() {
        for tool in FIELDS.iter().map(|(tool, ..)| *tool) {
            let plain = schema::record(&schema::tools::input(tool)).unwrap().schema.clone();
            let mut own = plain.as_object().cloned().unwrap();
            describe(tool, &mut own);
            let described = Value::Object(own);
            let mut left = Vec::new();
            silent(&described, "", &mut left);
            assert_eq!(left, Vec::<String>::new(), "{tool}");
            for (_, place, _) in FIELDS.iter().filter(|(known, ..)| *known == tool) {
                assert!(plain.pointer(place).is_some(), "{tool} {place}");
            }
        }
    }
}
