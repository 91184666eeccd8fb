//! What the store hands out of a whole session: as it is carried away, and as it lies in the trash.

use crate::model::ids::Version;
use crate::model::session::SessionRow;
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

/// A session that can still be brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trashed {
    /// Its row.
    pub row: SessionRow,
    /// When it was deleted, RFC 3339, UTC.
    pub at: String,
}
