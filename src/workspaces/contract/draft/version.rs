//! The contract of a stored version, laid out: what comparisons and protocols read.

use crate::engine::document::flow::{self, Dangling, Piece};
use crate::engine::document::tree::Document;
use crate::engine::knowledge::load::LoadError;
use crate::engine::knowledge::{Knowledge, clauses};
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::{Facts, Variant, draft_of};
use crate::workspaces::contract::state;

/// A document with its pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// The tree.
    pub document: Document,
    /// Laid out, attachments included.
    pub pieces: Vec<Piece>,
}

/// Why a version has no laid-out text.
#[derive(Debug, thiserror::Error)]
pub enum Unlaid {
    /// The clause libraries cannot be read.
    #[error("{0}")]
    Clauses(#[from] LoadError),
    /// A reference leads nowhere.
    #[error("{0}")]
    Reference(#[from] Dangling),
}

/// The contract as a version has it, with the words that people wrote in it; `None` while its type is unknown.
///
/// # Errors
/// A fault of the clause libraries, never of the facts.
pub fn laid(snapshot: &Snapshot, knowledge: &Knowledge, variant: Option<Variant>) -> Result<Option<Laid>, Unlaid> {
    let domain = &snapshot.state["domain"];
    let Some(pack) = state::contract_type(domain).and_then(|id| knowledge.pack(id)) else { return Ok(None) };
    let facts = Facts { pack, domain, ledger: &snapshot.aside.ledger };
    let document = draft_of(facts, snapshot, clauses::embedded()?, variant).document;
    let pieces = flow::lay(&document)?;
    Ok(Some(Laid { document, pieces }))
}
