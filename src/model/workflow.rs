//! A named sequence of research steps.

use serde::{Deserialize, Serialize};

/// Kept as data; run on any question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workflow {
    /// `UUIDv7`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Steps in the order of the pipeline.
    pub steps: Vec<String>,
    /// RFC 3339, UTC.
    pub created_at: String,
}
