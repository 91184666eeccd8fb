//! The schemas of the research pipeline: the seed's files, letter for letter, with ids that this registry gives them.

/// `$id` of the state of a research session.
pub const STATE: &str = "schema://legalagi/research/state/1.0.0";

/// Step or tool, schema of its input, schema of its output.
pub const FILES: &[(&str, &str, &str)] = &[
    (
        "classify_intent",
        include_str!("../../../schemas/research/classify_intent.input.schema.json"),
        include_str!("../../../schemas/research/classify_intent.output.schema.json"),
    ),
    (
        "build_query_context",
        include_str!("../../../schemas/research/build_query_context.input.schema.json"),
        include_str!("../../../schemas/research/build_query_context.output.schema.json"),
    ),
    (
        "retrieve_legal_sources",
        include_str!("../../../schemas/research/retrieve_legal_sources.input.schema.json"),
        include_str!("../../../schemas/research/retrieve_legal_sources.output.schema.json"),
    ),
    (
        "extract_document_sections",
        include_str!("../../../schemas/research/extract_document_sections.input.schema.json"),
        include_str!("../../../schemas/research/extract_document_sections.output.schema.json"),
    ),
    (
        "analyze_legal_patterns",
        include_str!("../../../schemas/research/analyze_legal_patterns.input.schema.json"),
        include_str!("../../../schemas/research/analyze_legal_patterns.output.schema.json"),
    ),
    (
        "synthesize_answer",
        include_str!("../../../schemas/research/synthesize_answer.input.schema.json"),
        include_str!("../../../schemas/research/synthesize_answer.output.schema.json"),
    ),
    (
        "validate_response",
        include_str!("../../../schemas/research/validate_response.input.schema.json"),
        include_str!("../../../schemas/research/validate_response.output.schema.json"),
    ),
    (
        "get_legal_advice",
        include_str!("../../../schemas/research/get_legal_advice.input.schema.json"),
        include_str!("../../../schemas/research/get_legal_advice.output.schema.json"),
    ),
];

/// What a model may remark on the steps that code performs; the files name themselves.
pub const REMARKS: &[&str] = &[
    include_str!("../../../schemas/research/remarks/retrieve_legal_sources.schema.json"),
    include_str!("../../../schemas/research/remarks/extract_document_sections.schema.json"),
    include_str!("../../../schemas/research/remarks/validate_response.schema.json"),
];

/// The file of the state; it names itself.
pub const STATE_FILE: &str = include_str!("../../../schemas/research/state.schema.json");

/// `$id` of the input schema of a step or tool.
#[must_use]
pub fn input(name: &str) -> String {
    format!("schema://legalagi/research/{name}/input/1.0.0")
}

/// `$id` of the output schema of a step or tool.
#[must_use]
pub fn output(name: &str) -> String {
    format!("schema://legalagi/research/{name}/output/1.0.0")
}
