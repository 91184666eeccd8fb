//! The texts of two versions of a contract compared.

use crate::engine::document::redline::{self, Redline};
use crate::engine::knowledge::Knowledge;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::Variant;
use crate::workspaces::contract::draft::version::{Laid, laid};

/// The texts compared, with the title of the document; `None` while neither has a type.
///
/// # Errors
/// A document that cannot be laid out, in words for the log.
pub fn between(
    from: &Snapshot,
    to: &Snapshot,
    knowledge: &Knowledge,
    variant: Option<Variant>,
) -> Result<Option<(String, Redline)>, String> {
    let draft = |snapshot| laid(snapshot, knowledge, variant).map_err(|error| error.to_string());
    let (old, new) = (draft(from)?, draft(to)?);
    let Some(title) = new.as_ref().or(old.as_ref()).map(|laid| laid.document.title.clone()) else { return Ok(None) };
    let pieces = |laid: Option<Laid>| laid.map(|laid| laid.pieces).unwrap_or_default();
    let (old, new) = (pieces(old), pieces(new));
    Ok(Some((title, redline::compare(&old, &new))))
}
