//! What the pages about legal sources show: a search, and a document at a place.

use crate::model::source::{EditionRow, Hit, NodeView, PageBoxes, SearchQuery};
use serde::{Deserialize, Serialize};

/// Results that share a document, for narrowing a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facet {
    /// What goes into the query.
    pub value: String,
    /// How people call it.
    pub title: String,
    /// How many of the results.
    pub count: u32,
}

/// The search page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchPage {
    /// What was asked.
    pub query: SearchQuery,
    /// What was found; the words found stand between `\u{2}` and `\u{3}`.
    pub hits: Vec<Hit>,
    /// Documents among the results.
    pub documents: Vec<Facet>,
    /// Jurisdictions of the corpus.
    pub jurisdictions: Vec<String>,
    /// Everything that is held.
    pub editions: Vec<EditionRow>,
    /// What the person should know about this search; empty when there is nothing.
    pub notice: String,
}

/// A document at a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourcePage {
    /// The edition.
    pub edition: EditionRow,
    /// From the top down to what is shown, without it.
    pub above: Vec<NodeView>,
    /// What is shown: an article, a clause with what stands below it; absent at the top of a document.
    pub shown: Option<NodeView>,
    /// Below it, in order; at the top of a document its topmost nodes.
    pub parts: Vec<NodeView>,
    /// The parts are only named, because each is read alone; otherwise their words are shown.
    pub contents: bool,
    /// The node that was asked for; among the parts, or the shown one.
    pub target: String,
    /// The one before what is shown.
    pub before: Option<NodeView>,
    /// The one behind it.
    pub behind: Option<NodeView>,
}

/// A page of an edition with what is marked on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageSheet {
    /// The edition.
    pub edition: EditionRow,
    /// The page and its boxes.
    pub boxes: PageBoxes,
    /// The node that is marked, without its text.
    pub node: Option<NodeView>,
}
