//! Stages of a contract: facts first, then skeleton, clauses, final; back at any time, with the document kept aside.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::clauses::{self, Book};
use crate::engine::turn::{Problem, Rejection};
use crate::engine::{document::flow, migrate, schema};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::snapshot::{Aside, Snapshot};
use crate::workspaces::contract::draft::overlay::SHELVED;
use crate::workspaces::contract::draft::{self, Draft, Facts, Variant};
use crate::workspaces::contract::steps;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A variant that a request wished for; read by the performer, never stored.
pub const WISHED: &str = "wished_variant";

/// The stage of a state.
#[must_use]
pub fn of(state: &Value) -> &str {
    state["meta"]["stage"].as_str().unwrap_or("pre_skeleton")
}

/// Whether a step can be run on this version.
///
/// # Errors
/// What has to be done first.
pub fn admits(step: &str, snapshot: &Snapshot) -> Result<(), ApiError> {
    let conflict = |why: &str| Err(ApiError::new(ErrorCode::Conflict, why));
    let stage = of(&snapshot.state);
    match step {
        steps::SKELETON if snapshot.state["gate"]["ready_for_skeleton"] != true => {
            conflict("Структуру можно строить, когда сведений достаточно: ответьте на оставшиеся вопросы.")
        }
        steps::DRAFT_CLAUSES if stage == "pre_skeleton" => conflict("Сначала постройте структуру: шаг SKELETON."),
        steps::FINAL_CHECK if !matches!(stage, "clauses" | "final") => {
            conflict("Сначала напишите пункты: шаг DRAFT_CLAUSES.")
        }
        _ => Ok(()),
    }
}

/// The state in the schema that knows documents.
///
/// # Errors
/// `S03_migration` for a state of an unknown schema.
pub fn opened(state: Value) -> Result<Value, Rejection> {
    migrate::to(schema::STATE_2, state, migrate::MIGRATIONS)
        .map_err(|error| Problem::new("S03_migration", error.to_string()).into())
}

/// Back to the facts: the document waits beside the state, which is one of schema 1.0.0 again.
pub fn shelve(state: &mut Value, aside: &mut Aside) {
    let Some(document) = state.as_object_mut().and_then(|map| map.remove("document")) else { return };
    aside.extra.insert(SHELVED.to_owned(), document);
    state["meta"]["stage"] = json!("pre_skeleton");
    state["meta"]["schema_id"] = json!(schema::STATE);
    state["meta"]["schema_version"] = json!("1.0.0");
}

/// What a document of this state is made from: facts, library.
///
/// # Errors
/// `G30_no_pack`: nothing is known of the deal, so there are no words for it.
pub fn ground<'a>(
    state: &'a Value,
    aside: &'a Aside,
    knowledge: &'a Knowledge,
) -> Result<(Facts<'a>, &'static Book), Rejection> {
    let facts = Facts::told(&state["domain"], &aside.ledger, knowledge)
        .ok_or_else(|| Problem::new("G30_no_pack", "nothing is known of the deal"))?;
    let book = clauses::embedded().map_err(|error| Problem::new("G30_no_pack", error.to_string()))?;
    Ok((facts, book))
}

/// The variant that a document names.
#[must_use]
pub fn variant(document: &Value) -> Variant {
    document["variant"].as_str().and_then(Variant::parse).unwrap_or_default()
}

/// How every clause reads, by id; clauses with parts of their own also by the ids of those.
///
/// # Errors
/// `G33_reference`: a reference that leads nowhere.
pub fn texts(drafted: &Draft) -> Result<BTreeMap<String, String>, Rejection> {
    let pieces = flow::lay(&drafted.document)
        .map_err(|dangling| Problem::new("G33_reference", dangling.to_string()).at("/patch/ops"))?;
    let clause = |piece: &flow::Piece| match piece {
        flow::Piece::Clause { id, runs, .. } => Some((id.clone(), flow::text(runs))),
        _ => None,
    };
    Ok(pieces.iter().filter_map(clause).collect())
}

/// The document of a version, with all that was written in it.
///
/// # Errors
/// As [`ground`].
pub fn document(snapshot: &Snapshot, knowledge: &Knowledge, variant: Option<Variant>) -> Result<Draft, Rejection> {
    let (facts, book) = ground(&snapshot.state, &snapshot.aside, knowledge)?;
    Ok(draft::draft_of(facts, snapshot, book, variant))
}
