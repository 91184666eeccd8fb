//! The schemas of the tools that the product adds to the seed's: search, places, citations, the list of sources.

use crate::engine::schema::research;

/// Tool, schema of its input, schema of its output.
pub const FILES: &[(&str, &str, &str)] = &[
    (
        "search_corpus",
        include_str!("../../../schemas/mcp/search_corpus.input.schema.json"),
        include_str!("../../../schemas/mcp/search_corpus.output.schema.json"),
    ),
    (
        "search_documents",
        include_str!("../../../schemas/mcp/search_documents.input.schema.json"),
        include_str!("../../../schemas/mcp/search_documents.output.schema.json"),
    ),
    (
        "get_provision",
        include_str!("../../../schemas/mcp/get_provision.input.schema.json"),
        include_str!("../../../schemas/mcp/get_provision.output.schema.json"),
    ),
    (
        "validate_citation",
        include_str!("../../../schemas/mcp/validate_citation.input.schema.json"),
        include_str!("../../../schemas/mcp/validate_citation.output.schema.json"),
    ),
    (
        "list_sources",
        include_str!("../../../schemas/mcp/list_sources.input.schema.json"),
        include_str!("../../../schemas/mcp/list_sources.output.schema.json"),
    ),
];

fn is_own(name: &str) -> bool {
    FILES.iter().any(|(own, _, _)| *own == name)
}

/// `$id` of the input schema of any tool.
#[must_use]
pub fn input(name: &str) -> String {
    if is_own(name) { format!("schema://legalagi/mcp/{name}/input/1.0.0") } else { research::input(name) }
}

/// `$id` of the output schema of any tool.
#[must_use]
pub fn output(name: &str) -> String {
    if is_own(name) { format!("schema://legalagi/mcp/{name}/output/1.0.0") } else { research::output(name) }
}
