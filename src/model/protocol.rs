//! A protocol of disagreements as a page and a program get it.

use crate::model::ids::Version;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One row: a clause that both sides put differently, or did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Id of the clause, or a name of the place.
    pub clause: String,
    /// «4.2»; empty for a place without a number.
    pub number: String,
    /// The section or the place.
    pub title: String,
    /// Our wording; empty when we have none.
    pub ours: String,
    /// Their wording; empty when they have none.
    pub theirs: String,
    /// The wording that both have come to; empty while they differ.
    pub agreed: String,
}

/// A fact that differs; the person may take theirs over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FactRow {
    /// JSON Pointer into `domain`.
    pub pointer: String,
    /// Its name for people, if it has one.
    pub label: Option<String>,
    /// Ours; null when we have none.
    pub ours: Value,
    /// Theirs; null when they have none.
    pub theirs: Value,
    /// Ours in words.
    pub shown_ours: Option<String>,
    /// Theirs in words.
    pub shown_theirs: Option<String>,
}

/// The protocol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Protocol {
    /// Its title.
    pub title: String,
    /// Clauses, in the order of the text.
    pub rows: Vec<Row>,
    /// Facts.
    pub facts: Vec<FactRow>,
}

/// A link to a copy, as the owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkRow {
    /// Names the link, opens nothing.
    pub id: String,
    /// The copy that it opens.
    pub copy: String,
    /// The version that was copied.
    pub version: Version,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// RFC 3339, UTC; absent while the link works.
    pub revoked_at: Option<String>,
    /// How many versions the other side has made.
    pub answered: Version,
}

/// What the page about sharing shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sharing {
    /// Title of the contract.
    pub title: String,
    /// Whether a question or documents can be added to a copy.
    pub has_parts: bool,
    /// Links, oldest first.
    pub links: Vec<LinkRow>,
    /// Path of the link that was just opened; shown once, because its token is not kept.
    pub fresh: Option<String>,
    /// The protocol against a copy, if one was asked for and both have a text.
    pub protocol: Option<Protocol>,
}
