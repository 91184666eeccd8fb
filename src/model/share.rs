//! A link that opens a session to somebody else: a copy of it to the other side, or its document to a lawyer.

use crate::model::ids::{SessionId, Version};
use serde::{Deserialize, Serialize};

/// What is kept of a link: never its token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// SHA-256 of the token, hex: names the link, opens nothing.
    pub id: String,
    /// The session that was shared.
    pub session: SessionId,
    /// The copy that the link opens; without one it opens the document of the session itself, for a lawyer.
    pub copy: Option<SessionId>,
    /// The version that was copied, or that stood when the link was made.
    pub version: Version,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// RFC 3339, UTC; absent while the link works.
    pub revoked_at: Option<String>,
}

/// What a copy carries beside the answer or the document with its cited places; nothing unless it was ticked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// The question, in the person's words.
    #[serde(default)]
    pub question: bool,
    /// The documents that were attached.
    #[serde(default)]
    pub documents: bool,
}

impl Share {
    /// Whether the link opens anything.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.revoked_at.is_none()
    }
}
