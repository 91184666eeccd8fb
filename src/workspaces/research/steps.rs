//! The seven steps of the research pipeline, in their order.

use crate::engine::step::{Answer, Kind, Step};
use crate::workspaces::research::flow;

/// Service, task, depth and jurisdiction of a question.
pub const CLASSIFY: &str = "classify_intent";
/// What to search for.
pub const CONTEXT: &str = "build_query_context";
/// Laws, cases and guidance from the corpus.
pub const RETRIEVE: &str = "retrieve_legal_sources";
/// Their structural sections.
pub const SECTIONS: &str = "extract_document_sections";
/// Arguments and risks.
pub const PATTERNS: &str = "analyze_legal_patterns";
/// The answer.
pub const ANSWER: &str = "synthesize_answer";
/// The check of every citation.
pub const VALIDATE: &str = "validate_response";
/// The whole pipeline as one tool.
pub const ADVICE: &str = "get_legal_advice";

/// Glue of the pipeline: not offered as tools to other programs.
pub const INTERNAL: &[&str] = &[CONTEXT, ANSWER];

const STATE: &str = crate::engine::schema::research::STATE;

/// All steps.
pub static STEPS: &[Step] = &[
    Step {
        id: CLASSIFY,
        kind: Kind::Model,
        answer: Answer::Whole("/steps/classify_intent"),
        prompt: "classify-intent-step",
        output: "schema://legalagi/research/classify_intent/output/1.0.0",
        wire: "schema://legalagi/research/classify_intent/output/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 2,
        settle: |proposal, _| flow::settle(CLASSIFY, proposal),
    },
    Step {
        id: CONTEXT,
        kind: Kind::Model,
        answer: Answer::Whole("/steps/build_query_context"),
        prompt: "build-query-context-step",
        output: "schema://legalagi/research/build_query_context/output/1.0.0",
        wire: "schema://legalagi/research/build_query_context/output/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 2,
        settle: |proposal, _| flow::settle(CONTEXT, proposal),
    },
    Step {
        id: RETRIEVE,
        kind: Kind::Retrieve,
        answer: Answer::Whole("/steps/retrieve_legal_sources"),
        prompt: "retrieve-legal-sources-step",
        output: "schema://legalagi/research/retrieve_legal_sources/output/1.0.0",
        wire: "schema://legalagi/research/retrieve_legal_sources/remarks/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 0,
        settle: |proposal, _| flow::settle(RETRIEVE, proposal),
    },
    Step {
        id: SECTIONS,
        kind: Kind::Code,
        answer: Answer::Whole("/steps/extract_document_sections"),
        prompt: "extract-document-sections-step",
        output: "schema://legalagi/research/extract_document_sections/output/1.0.0",
        wire: "schema://legalagi/research/extract_document_sections/remarks/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 0,
        settle: |proposal, _| flow::settle(SECTIONS, proposal),
    },
    Step {
        id: PATTERNS,
        kind: Kind::Model,
        answer: Answer::Whole("/steps/analyze_legal_patterns"),
        prompt: "analyze-legal-patterns-step",
        output: "schema://legalagi/research/analyze_legal_patterns/output/1.0.0",
        wire: "schema://legalagi/research/analyze_legal_patterns/output/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 2,
        settle: |proposal, _| flow::settle(PATTERNS, proposal),
    },
    Step {
        id: ANSWER,
        kind: Kind::Model,
        answer: Answer::Whole("/steps/synthesize_answer"),
        prompt: "synthesize-answer-step",
        output: "schema://legalagi/research/synthesize_answer/output/1.0.0",
        wire: "schema://legalagi/research/synthesize_answer/output/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 2,
        settle: |proposal, _| flow::settle(ANSWER, proposal),
    },
    Step {
        id: VALIDATE,
        kind: Kind::Retrieve,
        answer: Answer::Whole("/steps/validate_response"),
        prompt: "validate-response-step",
        output: "schema://legalagi/research/validate_response/output/1.0.0",
        wire: "schema://legalagi/research/validate_response/remarks/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 0,
        settle: |proposal, _| flow::settle(VALIDATE, proposal),
    },
];

/// The step of this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.id == id)
}
