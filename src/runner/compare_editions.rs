//! Two editions of a document, place by place.

use crate::engine::corpus::compare::{Change, Piece, compare};
use crate::model::compare::TextFate;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::source::{EditionRow, NodeView};
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::ports::StoreError;

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
}

impl Compared {
    /// How many places had this fate.
    #[must_use]
    pub fn count(&self, fate: TextFate) -> usize {
        self.changes.iter().filter(|change| change.fate == fate).count()
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
    let old = app.sources.outline(a).await.map_err(stored)?;
    let new = app.sources.outline(b).await.map_err(stored)?;
    let changes = compare(&pieces(&old), &pieces(&new));
    Ok(Compared { from, to, changes })
}

/// The places of an edition with words of their own, from its nodes in reading order.
#[must_use]
pub fn pieces(outline: &[NodeView]) -> Vec<Piece> {
    let piece = |node: &NodeView| {
        let (_, path) = node.node_id.strip_prefix("norm://")?.split_once('/')?;
        let said = [node.title.trim(), node.text.trim()];
        let text = said.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
        let speaks = !text.is_empty() && !PARTS.contains(&node.kind.as_str());
        speaks.then(|| Piece { path: path.to_owned(), address: node.address.clone(), text })
    };
    outline.iter().filter_map(piece).collect()
}
