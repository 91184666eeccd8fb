//! What the store hands out of a whole session: as it is carried away, and as it lies in the trash.

use crate::model::ids::Version;
use crate::model::session::{SessionRow, WorkspaceId};
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use serde_json::Value;

/// A version as it is carried away.
#[derive(Debug, Clone, PartialEq)]
pub struct Past {
    /// Its number.
    pub version: Version,
    /// What made it.
    pub cause: String,
    /// RFC 3339, UTC.
    pub at: String,
    /// RFC 6902 operations on `{"state","aside"}` against the version before; against null for version 0.
    pub ops: Value,
}

/// A whole session, as it stood at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// The row of the list.
    pub row: SessionRow,
    /// Versions, from 0.
    pub versions: Vec<Past>,
    /// The dialogue with the version that brought each turn, oldest first.
    pub turns: Vec<(Version, Turn)>,
    /// Every trace, oldest first.
    pub traces: Vec<TraceEntry>,
}

/// Which sessions are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Words of the title, in any case; empty: every session.
    pub words: String,
    /// Only of this workspace.
    pub workspace: Option<WorkspaceId>,
    /// Those that were put away, instead of the others.
    pub archived: bool,
    /// At most so many.
    pub limit: u32,
    /// Go on behind this place, [`Listed::next`] of the page before.
    pub after: Option<String>,
}

impl Listing {
    /// Whether a title holds the words.
    #[must_use]
    pub fn matches(&self, title: &str) -> bool {
        self.words.is_empty() || folded(title).contains(&folded(&self.words))
    }

    /// Whether a row stands behind the place where the page before ended.
    #[must_use]
    pub fn is_behind(&self, row: &SessionRow) -> bool {
        self.after.as_ref().is_none_or(|after| place(row) < *after)
    }

    /// One page of rows that are sorted and wanted: at most [`Self::limit`], with the place to go on from.
    #[must_use]
    pub fn page(&self, mut rows: Vec<SessionRow>) -> Listed {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        Listed { next: rows.last().filter(|_| more).map(place), rows }
    }
}

/// Where a row stands in the list, newest first: the later, the greater.
fn place(row: &SessionRow) -> String {
    format!("{}_{}", row.updated_at, row.session_id)
}

fn folded(text: &str) -> String {
    text.to_lowercase().replace('ё', "е")
}

/// A page of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// The sessions.
    pub rows: Vec<SessionRow>,
    /// Where the next page begins, if there is one.
    pub next: Option<String>,
}

/// What a person changes about a session's place in the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description {
    /// Its name; `Some(None)` takes the person's name away.
    pub title: Option<Option<String>>,
    /// When it was put away (RFC 3339, UTC); `Some(None)` brings it back.
    pub archived_at: Option<Option<String>>,
}

/// A session that can still be brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trashed {
    /// Its row.
    pub row: SessionRow,
    /// When it was deleted, RFC 3339, UTC.
    pub at: String,
}
