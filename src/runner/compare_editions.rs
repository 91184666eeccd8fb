//! Two editions of a document, place by place.

use crate::engine::corpus::compare::{Change, Piece, compare};
use crate::engine::corpus::editions::is_partial;
use crate::model::compare::TextFate;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::source::{EditionRow, NodeView};
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::ports::StoreError;
use serde_json::{Value, json};

/// Parts of a row: the row says what they say.
const PARTS: [&str; 3] = ["cell", "column", "row_header"];

/// Two editions, and every place of both with what became of it.
#[derive(Debug, Clone)]
pub struct Compared {
    /// The first.
    pub from: EditionRow,
    /// The second.
    pub to: EditionRow,
    /// Places in their order, those with the same words too.
    pub changes: Vec<Change>,
    /// Places that one of them does not hold, because it is a part of the document: nothing is known of them.
    pub unheld: usize,
}

impl Compared {
    /// How many places had each fate.
    #[must_use]
    pub fn counts(&self) -> Value {
        let count = |fate: TextFate| self.changes.iter().filter(|change| change.fate == fate).count();
        let mut counts = json!({
            "same": count(TextFate::Same), "changed": count(TextFate::Changed),
            "added": count(TextFate::Added), "removed": count(TextFate::Removed),
        });
        if self.unheld > 0 {
            counts["unheld"] = json!(self.unheld);
        }
        counts
    }

    /// The places that differ.
    #[must_use]
    pub fn differing(&self) -> Vec<&Change> {
        self.changes.iter().filter(|change| change.fate != TextFate::Same).collect()
    }
}

/// Compares two editions by their ids.
///
/// # Errors
/// One that is not held; storage.
pub async fn editions(app: &App, a: &str, b: &str) -> Result<Compared, ApiError> {
    let stored = |error: StoreError| fail::of_store(&error);
    let held = app.sources.editions().await.map_err(stored)?;
    let find = |name: &str, field: &str| {
        let message = format!("Редакции {name} нет в базе. Их список: GET /api/corpus.");
        let missing = || ApiError::new(ErrorCode::NotFound, message).with("field", field);
        held.iter().find(|row| row.edition == name).cloned().ok_or_else(missing)
    };
    let (from, to) = (find(a, "a")?, find(b, "b")?);
    between(app, from, to).await.map_err(stored)
}

/// Compares two editions that are held.
///
/// # Errors
/// Storage.
pub async fn between(app: &App, from: EditionRow, to: EditionRow) -> Result<Compared, StoreError> {
    let old = app.sources.outline(&from.edition).await?;
    let new = app.sources.outline(&to.edition).await?;
    let mut changes = app.aside(|| compare(&pieces(&old), &pieces(&new))).await;
    let before = changes.len();
    // What a partial edition does not hold is not removed from the document, and nothing in the whole one is new.
    let both = [from.clone(), to.clone()];
    let unknown = match (is_partial(&from, &both), is_partial(&to, &both)) {
        (true, _) => Some(TextFate::Added),
        (_, true) => Some(TextFate::Removed),
        _ => None,
    };
    changes.retain(|change| Some(change.fate) != unknown);
    let unheld = before - changes.len();
    Ok(Compared { from, to, changes, unheld })
}

/// The places of an edition with words of their own, from its nodes in reading order.
fn pieces(outline: &[NodeView]) -> Vec<Piece> {
    let piece = |node: &NodeView| {
        let (_, path) = node.node_id.strip_prefix("norm://")?.split_once('/')?;
        let said = [node.title.trim(), node.text.trim()];
        let text = said.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
        let speaks = !text.is_empty() && !PARTS.contains(&node.kind.as_str());
        speaks.then(|| Piece { path: path.to_owned(), address: node.address.clone(), text })
    };
    outline.iter().filter_map(piece).collect()
}
