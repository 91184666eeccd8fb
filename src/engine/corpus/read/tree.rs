//! Building the tree of an edition: nodes in reading order, each with the way down to it.

use crate::engine::corpus::ImportedNode;
use crate::engine::corpus::read::clean;
use crate::engine::work;
use std::collections::{HashMap, HashSet};

/// Grows the nodes of one edition.
#[derive(Debug)]
pub struct Tree {
    short: String,
    nodes: Vec<ImportedNode>,
    /// Open nodes from the top down: index, depth.
    open: Vec<(usize, u8)>,
    paths: HashSet<String>,
    /// The number that the next node of a taken path tries first.
    seconds: HashMap<String, usize>,
}

/// A node to open.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    /// `article`, `part`, `clause`…
    pub kind: &'a str,
    /// Its segment of the path: `art/333`.
    pub segment: String,
    /// What the address adds: `ст. 333`.
    pub label: String,
    /// Heading, or empty.
    pub title: String,
    /// Smaller is higher in the tree; a node closes all open ones of its own depth and below.
    pub depth: u8,
    /// Page on which it begins.
    pub page: Option<u32>,
    /// The way begins here: nothing above it is part of path and address («ст.» below «глава»).
    pub rooted: bool,
}

impl Tree {
    /// An empty tree of a document that is cited so.
    #[must_use]
    pub fn new(short: &str) -> Self {
        Self {
            short: short.to_owned(),
            nodes: Vec::new(),
            open: Vec::new(),
            paths: HashSet::new(),
            seconds: HashMap::new(),
        }
    }

    /// How the document is cited.
    #[must_use]
    pub fn short(&self) -> &str {
        &self.short
    }

    /// Opens a node below the nearest open one of smaller depth; returns its index.
    pub fn open(&mut self, place: Place<'_>) -> usize {
        while self.open.last().is_some_and(|(_, depth)| *depth >= place.depth) {
            self.open.pop();
        }
        let parent = self.open.last().map(|(index, _)| *index);
        let above = if place.rooted { None } else { parent.map(|index| &self.nodes[index]) };
        let path = above.map_or_else(|| place.segment.clone(), |node| format!("{}/{}", node.path, place.segment));
        let address = match above {
            Some(node) => format!("{} {}", node.address, place.label),
            None => format!("{} {}", self.short, place.label),
        };
        let path = self.unique(path);
        let index = self.nodes.len();
        self.nodes.push(ImportedNode {
            parent,
            kind: place.kind.to_owned(),
            path,
            address: address.trim().to_owned(),
            title: place.title,
            text: String::new(),
            page: place.page,
            lossy: false,
        });
        self.open.push((index, place.depth));
        index
    }

    /// A path that no other node has: a second one of the same number says so.
    fn unique(&mut self, path: String) -> String {
        if self.paths.insert(path.clone()) {
            return path;
        }
        // The search goes on where it ended for this path, so that a thousand equal headings are not counted anew.
        let number = self.seconds.entry(path.clone()).or_insert(2);
        loop {
            work::spend(1);
            let own = format!("{path}~{number}");
            *number += 1;
            if self.paths.insert(own.clone()) {
                return own;
            }
        }
    }

    /// Adds a line to the text of the innermost open node; `false` when none is open.
    pub fn line(&mut self, line: &str) -> bool {
        let Some((index, _)) = self.open.last() else { return false };
        clean::append(&mut self.nodes[*index].text, line);
        true
    }

    /// Adds a paragraph of its own.
    pub fn paragraph(&mut self, line: &str) -> bool {
        let Some((index, _)) = self.open.last() else { return false };
        let text = &mut self.nodes[*index].text;
        if !text.is_empty() && !line.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
        true
    }

    /// The innermost open node.
    #[must_use]
    pub fn last(&self) -> Option<&ImportedNode> {
        self.open.last().map(|(index, _)| &self.nodes[*index])
    }

    /// The same, to be changed.
    pub fn last_mut(&mut self) -> Option<&mut ImportedNode> {
        self.open.last().map(|(index, _)| &mut self.nodes[*index])
    }

    /// The innermost open node of a kind.
    #[must_use]
    pub fn inside(&self, kind: &str) -> Option<&ImportedNode> {
        self.open.iter().rev().map(|(index, _)| &self.nodes[*index]).find(|node| node.kind == kind)
    }

    /// Closes nodes of this depth and below.
    pub fn close(&mut self, depth: u8) {
        while self.open.last().is_some_and(|(_, own)| *own >= depth) {
            self.open.pop();
        }
    }

    /// Whether a path is taken.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// All nodes, parents before children, in reading order.
    #[must_use]
    pub fn finish(mut self) -> Vec<ImportedNode> {
        head_clauses(&mut self.nodes);
        self.nodes
    }
}

/// A clause whose only words are a heading («4.2 Эвакуационные выходы») above other clauses: the words are its title.
fn head_clauses(nodes: &mut [ImportedNode]) {
    for index in 0..nodes.len() {
        let followed = nodes.get(index + 1).is_some_and(|next| next.parent == Some(index) && next.kind == "clause");
        let node = &mut nodes[index];
        let heading = node.kind == "clause" && followed && node.title.is_empty() && !node.text.contains('\n');
        if heading && node.text.chars().count() < 200 && !node.text.ends_with(['.', ';', ':', ',']) {
            let words = node.text.split_once(' ').map_or("", |(_, words)| words);
            node.title = words.to_owned();
            node.text.clear();
        }
    }
}
