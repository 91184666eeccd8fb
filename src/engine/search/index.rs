//! What the index holds of an edition: which nodes are found by words, and their words.

use crate::engine::corpus::{Imported, ImportedNode};
use crate::engine::search::words::{self, Language};
use std::collections::HashMap;

/// The words of one node, parted by spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Index of the node.
    pub node: usize,
    /// Its title, folded.
    pub title: String,
    /// Its text with what stands below it, folded.
    pub body: String,
    /// Stems of the title.
    pub title_stem: String,
    /// Stems of the text.
    pub body_stem: String,
    /// Stems of the titles above it.
    pub crumbs: String,
    /// The folded text, for parts of words; empty where stems are better.
    pub grams: String,
}

/// Most characters of a node that are indexed: a transitional chapter of forty pages drowns no other.
const MOST: usize = 60_000;

/// Whether a node is found by words itself; the others are found in what they stand in.
#[must_use]
pub fn is_passage(nodes: &[ImportedNode], index: usize) -> bool {
    match nodes[index].kind.as_str() {
        "article" | "term" | "table" | "figure" | "annex" | "passage" => true,
        "section" => true,
        "clause" => {
            let mut above = nodes[index].parent;
            while let Some(at) = above {
                match nodes[at].kind.as_str() {
                    "article" | "part" | "subclause" => return false,
                    _ => above = nodes[at].parent,
                }
            }
            true
        }
        _ => false,
    }
}

/// The rows of an edition.
#[must_use]
pub fn rows(edition: &Imported) -> Vec<Row> {
    let language = Language::of_jurisdiction(&edition.jurisdiction);
    let nodes = &edition.nodes;
    let passages: Vec<bool> = (0..nodes.len()).map(|index| is_passage(nodes, index)).collect();
    // The text of a node that is no passage belongs to the nearest one above.
    let mut texts: HashMap<usize, String> = HashMap::new();
    // Cells repeat what their row says.
    let said = |node: &ImportedNode| !matches!(node.kind.as_str(), "cell" | "column" | "row_header");
    for (index, node) in nodes.iter().enumerate().filter(|(_, node)| said(node)) {
        let mut owner = Some(index);
        while let Some(at) = owner.filter(|at| !passages[*at]) {
            owner = nodes[at].parent;
        }
        let Some(owner) = owner else { continue };
        let text = texts.entry(owner).or_default();
        if owner != index && !node.title.is_empty() && node.kind != "row" {
            text.push_str(&node.title);
            text.push('\n');
        }
        text.push_str(&node.text);
        text.push('\n');
    }
    let mut cutter = Cutter { language, known: HashMap::new() };
    let mut rows = Vec::new();
    for (index, node) in nodes.iter().enumerate().filter(|(index, _)| passages[*index]) {
        let text = texts.remove(&index).unwrap_or_default();
        let text: String = text.chars().take(MOST).collect();
        let mut crumbs = Vec::new();
        let mut above = node.parent;
        while let Some(at) = above {
            crumbs.push(nodes[at].title.as_str());
            above = nodes[at].parent;
        }
        let (title, title_stem) = cutter.cut(&node.title);
        let (body, body_stem) = cutter.cut(&text);
        let (_, crumbs) = cutter.cut(&crumbs.join(" "));
        let grams = if language == Language::Russian { String::new() } else { format!("{title} {body}") };
        rows.push(Row { node: index, title, body, title_stem, body_stem, crumbs, grams });
    }
    rows
}

/// Cuts texts of one language; a word is stemmed once.
struct Cutter {
    language: Language,
    known: HashMap<String, String>,
}

impl Cutter {
    fn cut(&mut self, text: &str) -> (String, String) {
        let (mut words, mut stems) = (String::new(), String::new());
        for token in words::tokens(text) {
            if !words.is_empty() {
                words.push(' ');
                stems.push(' ');
            }
            words.push_str(&token.word);
            if let Some(stem) = self.known.get(&token.word) {
                stems.push_str(stem);
            } else {
                let stem = words::stems(&token.word, self.language).join(" ");
                stems.push_str(&stem);
                self.known.insert(token.word, stem);
            }
        }
        (words, stems)
    }
}
