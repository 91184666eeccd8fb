//! What the check has to read, and what came of reading it. The caller reads; the check only looks.

use crate::engine::address::Address;
use crate::model::source::{EditionRow, NodeView};
use std::collections::BTreeMap;

/// Something to read before an answer can be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// The nodes at an address in every edition held ([`Place`]).
    Place(Address),
    /// The node with this id, from a source that names it ([`Place`]).
    Node(String),
    /// Nodes in which a wording may stand, of any document ([`Wording`]): search for each phrase, exact words first.
    Wording {
        /// The quotation.
        quote: String,
        /// Its most telling words in a row.
        phrases: Vec<String>,
        /// Documents to search first, by id; then all others.
        documents: Vec<String>,
    },
}

impl Need {
    /// The key under which [`Evidence`] keeps the answer.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Place(address) => place_key(address),
            Self::Node(id) => format!("node {id}"),
            Self::Wording { quote, .. } => wording_key(quote),
        }
    }
}

pub(crate) fn place_key(address: &Address) -> String {
    format!("place {} {}", address.act.documents().join("|"), address)
}

pub(crate) fn wording_key(quote: &str) -> String {
    format!("wording {quote}")
}

/// Whether a source could be asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum State {
    /// An edition of the document is held.
    Held,
    /// No edition of it is held.
    #[default]
    NotHeld,
    /// It could not be asked: an error, a timeout. Says nothing about what exists.
    Failed,
}

/// What stands at an address.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Place {
    /// Of the document.
    pub state: State,
    /// The nodes there, in every edition held.
    pub nodes: Vec<NodeView>,
    /// When there is no node: the nearest node above that exists, then what stands right below it, per edition.
    pub near: Vec<NodeView>,
    /// The nodes above those at the address, the nearest first: the line that leads to an item stands there.
    pub above: Vec<NodeView>,
    /// All editions of the document that are held.
    pub editions: Vec<EditionRow>,
}

/// Where a wording may stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wording {
    /// The search did not answer: then nothing follows from finding nothing.
    pub failed: bool,
    /// Nodes found, with their text.
    pub nodes: Vec<NodeView>,
    /// Editions of the documents of the nodes.
    pub editions: Vec<EditionRow>,
}

/// Everything that was read, by [`Need::key`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    /// For [`Need::Place`] and [`Need::Node`].
    pub places: BTreeMap<String, Place>,
    /// For [`Need::Wording`].
    pub wordings: BTreeMap<String, Wording>,
}

impl Evidence {
    /// Keeps what stands at an address or under an id.
    pub fn add_place(&mut self, need: &Need, place: Place) {
        self.places.insert(need.key(), place);
    }

    /// Keeps what a search for a wording found.
    pub fn add_wording(&mut self, need: &Need, wording: Wording) {
        self.wordings.insert(need.key(), wording);
    }

    pub(crate) fn has(&self, need: &Need) -> bool {
        let key = need.key();
        self.places.contains_key(&key) || self.wordings.contains_key(&key)
    }
}
