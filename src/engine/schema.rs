//! The schema registry: embedded files by `$id`, compiled once, never resolved over the network or from disk.

use crate::engine::turn::Problem;
use crate::registry as own;
use jsonschema::{Draft, Validator};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub mod norms;
pub mod research;
pub mod tools;
pub mod trial;

/// A schema with its place in the registry; `schemas/schema_registry_record.schema.json` describes it.
#[derive(Debug, Clone, serde::Serialize)]
pub struct SchemaRecord {
    /// `$id`, e.g. `schema://legalagi/pre_skeleton_state/1.0.0`.
    pub schema_id: String,
    /// Semantic version, the last part of the id.
    pub schema_version: String,
    /// `backward_compatible` or `breaking` against the version before.
    pub compatibility: String,
    /// What a reader of older documents has to do.
    pub migration_notes: String,
    /// The schema itself.
    pub schema: Value,
}

/// `$id` of the contract state in stage `pre_skeleton`.
pub const STATE: &str = "schema://legalagi/pre_skeleton_state/1.0.0";
/// `$id` of the canonical step output.
pub const STEP_OUTPUT: &str = "schema://legalagi/llm_step_output/1.0.0";
/// `$id` of the strict wire schema that a model is asked to fill.
pub const STEP_WIRE: &str = "schema://legalagi/llm_step_wire/1.0.0";

/// `$id` of what a model answers to the words of a person.
pub const DIALOGUE_WIRE: &str = "schema://legalagi/llm_dialogue_wire/1.0.0";

/// `$id` of the contract state in every stage.
pub const STATE_2: &str = "schema://legalagi/pre_skeleton_state/2.0.0";
/// `$id` of the canonical output of the steps that write the document.
pub const STEP_OUTPUT_2: &str = "schema://legalagi/llm_step_output/2.0.0";
/// `$id` of the wire schema of the steps that write the document.
pub const STEP_WIRE_2: &str = "schema://legalagi/llm_step_wire/2.0.0";

const FIRST: (&str, &str) = (COMPATIBLE, "The first version.");
const COMPATIBLE: &str = "backward_compatible";
const BREAKING: &str = "breaking";

/// File, compatibility with the version before, what a reader of older documents does.
const FILES: &[(&str, (&str, &str))] = &[
    (include_str!("../../schemas/pre_skeleton_state.schema.json"), FIRST),
    (
        include_str!("../../schemas/pre_skeleton_state-2.0.0.schema.json"),
        (BREAKING, "Opens the stages skeleton, clauses and final, and adds document; a 1.0.0 state is a 2.0.0 state."),
    ),
    (include_str!("../../schemas/llm_step_output.schema.json"), FIRST),
    (
        include_str!("../../schemas/llm_step_output-2.0.0.schema.json"),
        (BREAKING, "Adds SKELETON, DRAFT_CLAUSES, FINAL_CHECK and their next actions."),
    ),
    (
        include_str!("../../schemas/llm_step_wire.schema.json"),
        (COMPATIBLE, "Derived for strict mode; decoded to llm_step_output."),
    ),
    (
        include_str!("../../schemas/llm_step_wire-2.0.0.schema.json"),
        (BREAKING, "Derived for strict mode; decoded to llm_step_output 2.0.0."),
    ),
    (include_str!("../../schemas/llm_dialogue_wire.schema.json"), FIRST),
    (include_str!("../../schemas/schema_registry_record.schema.json"), FIRST),
    (include_str!("../../schemas/contract_pack.schema.json"), FIRST),
    (include_str!("../../schemas/clause_library.schema.json"), FIRST),
];

struct Registry {
    records: BTreeMap<String, SchemaRecord>,
    validators: BTreeMap<String, Validator>,
}

fn read(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| format!("a schema file is not JSON: {e}"))
}

impl Registry {
    fn add(&mut self, schema: Value, compatibility: &str, notes: &str) -> Result<(), String> {
        let id = schema["$id"].as_str().ok_or("a schema file has no $id")?.to_owned();
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            // `format` only annotates in 2020-12; dates must be dates.
            .should_validate_formats(true)
            .build(&schema)
            .map_err(|e| format!("{id}: {e}"))?;
        let record = SchemaRecord {
            schema_version: id.rsplit('/').next().unwrap_or_default().to_owned(),
            compatibility: compatibility.into(),
            migration_notes: notes.into(),
            schema_id: id.clone(),
            schema,
        };
        self.validators.insert(id.clone(), validator);
        self.records.insert(id, record);
        Ok(())
    }
}

static REGISTRY: LazyLock<Result<Registry, String>> = LazyLock::new(|| {
    let mut registry = Registry { records: BTreeMap::new(), validators: BTreeMap::new() };
    for (text, (compatibility, notes)) in FILES {
        registry.add(read(text)?, compatibility, notes)?;
    }
    registry.add(read(research::STATE_FILE)?, FIRST.0, FIRST.1)?;
    for text in trial::FILES.iter().chain(research::REMARKS).chain(norms::FILES) {
        registry.add(read(text)?, FIRST.0, FIRST.1)?;
    }
    for text in own::schemas() {
        registry.add(read(text)?, FIRST.0, FIRST.1)?;
    }
    for (name, input, output) in research::FILES.iter().chain(tools::FILES) {
        for (id, text) in [(tools::input(name), input), (tools::output(name), output)] {
            // The seed's files name no id and stay as they are; ours do the same.
            let mut schema = read(text)?;
            schema["$id"] = Value::String(id);
            registry.add(schema, FIRST.0, FIRST.1)?;
        }
    }
    Ok(registry)
});

/// Checks that every embedded schema compiles; called when the process starts.
///
/// # Errors
/// Names the schema and the reason.
pub fn self_check() -> Result<(), String> {
    REGISTRY.as_ref().map(|_| ()).map_err(Clone::clone)
}

/// The record of a schema.
#[must_use]
pub fn record(id: &str) -> Option<&'static SchemaRecord> {
    REGISTRY.as_ref().ok()?.records.get(id)
}

/// All records, by id.
pub fn records() -> impl Iterator<Item = &'static SchemaRecord> {
    REGISTRY.as_ref().ok().into_iter().flat_map(|registry| registry.records.values())
}

/// The schema that a state names itself by; the first one when it names none.
#[must_use]
pub fn of_state(state: &Value) -> &'static str {
    let named = &state["meta"]["schema_id"];
    own::states().find(|id| named == id).unwrap_or(STATE)
}

/// Validates a value; at most 20 problems, each with the pointer into the value (rule `S01_schema`).
#[must_use]
pub fn check(id: &str, value: &Value) -> Vec<Problem> {
    let Some(validator) = REGISTRY.as_ref().ok().and_then(|registry| registry.validators.get(id)) else {
        return vec![Problem::new("S02_unknown_schema", format!("no schema {id} in the registry"))];
    };
    validator
        .iter_errors(value)
        .take(20)
        // Masked: a message must not carry the whole value back.
        .map(|error| Problem::new("S01_schema", error.masked().to_string()).at(error.instance_path().to_string()))
        .collect()
}
