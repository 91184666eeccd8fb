//! Which places of the held codes a question is about: every clause, table and article by its own words, its headings,
//! the clauses that refer to it and the ways in which people ask for it (`knowledge/asked/norms`). See ADR 0064.

use crate::engine::knowledge::norms as lexicon;
use crate::engine::search::alike::index;
use crate::engine::search::asked;
use crate::engine::search::fields::{Field, Fields, Found, Gathering};
use crate::engine::search::words::{self, Language};
use crate::model::source::{Currency, DocumentKind, EditionRow, NodeView};
use crate::workspaces::norms::lookup;
use crate::workspaces::norms::perform::plainly;
use std::collections::{HashMap, HashSet};

/// Title, own words, headings above, sentences that refer to a table, how people ask, what a table says in its cells.
const FIELDS: [Field; 6] = [
    Field { worth: 2.0, length: 0.30, once: false, rarity: true, aside: false },
    Field { worth: 1.0, length: 0.75, once: false, rarity: true, aside: false },
    Field { worth: 0.5, length: 0.30, once: false, rarity: false, aside: false },
    Field { worth: 1.0, length: 0.50, once: false, rarity: true, aside: false },
    Field { worth: 2.0, length: 0.35, once: false, rarity: true, aside: true },
    Field { worth: 1.0, length: 0.20, once: true, rarity: true, aside: false },
];
/// Characters of a place that are its own words; a longer annex tells by its different words.
const BODY: usize = 6_000;
/// Characters of cells and annexes that are looked at.
const LABELS: usize = 60_000;
/// An annex that is longer is searched like a table.
const LONG: usize = 2_000;
/// Sentences that refer to a table, and characters of each.
const REFERRING: usize = 3;
const SENTENCE: usize = 500;
/// What the best clause that names a table adds to it.
const LINK: f64 = 0.1;
/// What a document that another one has replaced is worth.
const REPLACED: f64 = 0.92;
/// Places of documents that nobody has asked about that stand beside the others.
const APART: usize = 3;

/// The index of all held codes.
#[derive(Debug, Default)]
pub struct Places {
    units: Vec<Unit>,
    by_id: HashMap<String, u32>,
    fields: Fields,
}

#[derive(Debug)]
struct Unit {
    node: String,
    document: String,
    /// Clauses that name it or that it stands behind.
    links: Vec<u32>,
    worth: f64,
    /// Somebody wrote down how its document is asked for.
    asked: bool,
    edition: String,
}

/// A place with how it stands to the question.
#[derive(Debug, Clone, PartialEq)]
pub struct Likely {
    /// Its node.
    pub node: String,
    /// From 0 to 1, beside the best one.
    pub rank: f64,
}

/// The places of a question, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranked {
    /// The places.
    pub places: Vec<Likely>,
    /// How much of what the question could meet the best one meets, from 0 to 1.
    pub met: f64,
    /// How far the second one is behind, from 0 to 1.
    pub gap: f64,
}

/// Whether an edition belongs to the building codes, or is a document of one's own.
#[must_use]
pub fn belongs(row: &EditionRow) -> bool {
    let kinds = [DocumentKind::CodeOfPractice, DocumentKind::Snip, DocumentKind::Standard, DocumentKind::Other];
    row.nodes > 0 && row.jurisdiction == "RU" && (kinds.contains(&row.kind) || spoken_of().contains(&row.document))
}

/// The documents whose places somebody asks for in the knowledge.
fn spoken_of() -> HashSet<String> {
    let Ok(codes) = asked::codes() else { return HashSet::new() };
    let documents = codes.keys().filter_map(|address| crate::engine::address::find::parse(address));
    documents.flat_map(|address| address.act.documents()).collect()
}

/// What a node has below it, as far as it is told with it.
#[derive(Default)]
struct Parts {
    body: String,
    labels: String,
}

impl Places {
    /// The index of editions with all their nodes.
    #[must_use]
    pub fn of(editions: &[(EditionRow, Vec<NodeView>)]) -> Self {
        let mut gathering = Gathering::new(&FIELDS);
        let mut out = Self::default();
        let mut links: Vec<(String, String)> = Vec::new();
        let mut asked_of: HashSet<String> = HashSet::new();
        let none = HashMap::new();
        let codes = asked::codes().unwrap_or(&none);
        for (row, nodes) in editions {
            let by_id: HashMap<&str, &NodeView> = nodes.iter().map(|node| (node.node_id.as_str(), node)).collect();
            let mut parts: HashMap<&str, Parts> = HashMap::new();
            let mut phrases: HashMap<&str, String> = HashMap::new();
            let mut referring: HashMap<String, Vec<&str>> = HashMap::new();
            for node in nodes {
                let Some(unit) = unit_of(node, &by_id) else { continue };
                let own = parts.entry(unit.node_id.as_str()).or_default();
                match node.kind.as_str() {
                    "row" | "cell" | "column" | "row_header" => append(&mut own.labels, &node.text, LABELS),
                    _ => append(&mut own.body, &node.text, LABELS),
                }
                if let Some(asked) = codes.get(&node.address) {
                    let own = phrases.entry(unit.node_id.as_str()).or_default();
                    asked.iter().for_each(|phrase| append(own, phrase, usize::MAX));
                }
                if unit.kind != "table" {
                    for number in lookup::tables_in(&node.text) {
                        let table = lookup::table_id(&row.edition, &number);
                        links.push((table.clone(), unit.node_id.clone()));
                        let said = referring.entry(table).or_default();
                        if said.len() < REFERRING {
                            said.push(sentence(&node.text, &number));
                        }
                    }
                }
            }
            if !phrases.is_empty() {
                asked_of.insert(row.document.clone());
            }
            let replaced = matches!(row.currency, Currency::Replaced { .. });
            for node in nodes.iter().filter(|node| is_unit(node)) {
                let own = parts.remove(node.node_id.as_str()).unwrap_or_default();
                let crumbs = crumbs(node, &by_id, row);
                let said = referring.get(&node.node_id).map(|said| said.join(" ")).unwrap_or_default();
                if node.kind == "table" {
                    links.extend(node.parent.clone().map(|clause| (node.node_id.clone(), clause)));
                }
                let wide = node.kind == "table" || node.kind == "annex" && own.body.len() > LONG;
                let labels = if wide { format!("{} {}", own.labels, own.body) } else { String::new() };
                let body: String = own.body.chars().take(BODY).collect();
                if body.trim().is_empty() && labels.trim().is_empty() && node.title.trim().is_empty() {
                    continue;
                }
                let asked = phrases.get(node.node_id.as_str()).map(String::as_str).unwrap_or_default();
                let unit = gathering.add(&[&node.title, &body, &crumbs, &said, asked, &words_only(&labels)]);
                out.by_id.insert(node.node_id.clone(), unit);
                out.units.push(Unit {
                    node: node.node_id.clone(),
                    document: row.document.clone(),
                    links: Vec::new(),
                    worth: if replaced { REPLACED } else { 1.0 },
                    asked: false,
                    edition: row.edition.clone(),
                });
            }
        }
        out.units.iter_mut().for_each(|unit| unit.asked = asked_of.contains(&unit.document));
        for (table, clause) in links {
            let (Some(table), Some(clause)) = (out.by_id.get(&table), out.by_id.get(&clause)) else { continue };
            let links = &mut out.units[index(*table)].links;
            if table != clause && !links.contains(clause) {
                links.push(*clause);
            }
        }
        let weak: HashSet<String> = lexicon::shared().weak.iter().map(|word| stem(word)).collect();
        out.fields = gathering.finish(&weak);
        out
    }

    /// The places that a question is about, among the editions that may be read, in the named documents if it names any.
    /// Of a place that stands in several editions the best one counts.
    #[must_use]
    pub fn rank(&self, question: &str, editions: &[String], documents: &[String], limit: usize) -> Ranked {
        let spelled = plainly::spelled(question);
        let Found { all, bare, most } = self.fields.find(&format!("{question} {spelled}"));
        let fits = |unit: &Unit| {
            editions.contains(&unit.edition) && (documents.is_empty() || documents.contains(&unit.document))
        };
        let worth = |id: u32, scores: &HashMap<u32, f64>| {
            let unit = &self.units[index(id)];
            let own = scores.get(&id).copied().unwrap_or_default();
            let linked = unit.links.iter().filter_map(|link| scores.get(link)).copied().fold(0.0, f64::max);
            unit.worth * (own + LINK * linked)
        };
        let sorted = |scores: &HashMap<u32, f64>| {
            let own = scores.keys().filter(|id| fits(&self.units[index(**id)]));
            let mut list: Vec<(u32, f64)> = own.map(|id| (*id, worth(*id, scores))).collect();
            list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let mut seen: HashSet<(&str, &str)> = HashSet::new();
            list.retain(|(id, _)| seen.insert(self.place(*id)));
            list
        };
        let list = sorted(&all);
        let Some(first) = list.first().map(|(_, score)| *score).filter(|score| *score > 0.0) else {
            return Ranked::default();
        };
        let gap = list.get(1).map_or(1.0, |(_, second)| 1.0 - second / first);
        let likely = |id: u32, rank: f64| Likely { node: self.units[index(id)].node.clone(), rank };
        let mut places: Vec<Likely> = list.iter().take(limit).map(|(id, score)| likely(*id, score / first)).collect();
        // Nobody wrote down how a document of one's own is asked for: its places stand by their words alone.
        let plain = sorted(&bare);
        let top = plain.first().map_or(1.0, |(_, score)| *score).max(f64::MIN_POSITIVE);
        for (id, score) in plain.iter().filter(|(id, _)| !self.units[index(*id)].asked).take(APART) {
            let one = likely(*id, score / top);
            match places.iter_mut().find(|known| known.node == one.node) {
                Some(known) => known.rank = known.rank.max(one.rank),
                None => places.push(one),
            }
        }
        places.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        Ranked { places, met: first / most.max(f64::MIN_POSITIVE), gap }
    }
}

impl Places {
    /// The document of a unit and its place in whatever edition.
    fn place(&self, id: u32) -> (&str, &str) {
        let unit = &self.units[index(id)];
        let path = unit.node.strip_prefix("norm://").and_then(|rest| rest.strip_prefix(unit.edition.as_str()));
        (&unit.document, path.unwrap_or(&unit.node))
    }
}

/// Whether a node is ranked by itself.
fn is_unit(node: &NodeView) -> bool {
    matches!(node.kind.as_str(), "clause" | "article" | "table" | "annex" | "term" | "section")
}

/// The unit that a node is told with: itself, or the nearest one above.
fn unit_of<'n>(node: &'n NodeView, by_id: &HashMap<&str, &'n NodeView>) -> Option<&'n NodeView> {
    let mut at = node;
    for _ in 0..8 {
        if is_unit(at) {
            return Some(at);
        }
        at = by_id.get(at.parent.as_deref()?).copied()?;
    }
    None
}

/// Headings above a node, with the title of the document.
fn crumbs(node: &NodeView, by_id: &HashMap<&str, &NodeView>, row: &EditionRow) -> String {
    let mut out = vec![row.title.as_str()];
    let mut above = node.parent.as_deref();
    for _ in 0..8 {
        let Some(parent) = above.and_then(|id| by_id.get(id)) else { break };
        out.push(&parent.title);
        above = parent.parent.as_deref();
    }
    out.join(" ")
}

/// The words around the number of a table.
fn sentence<'t>(text: &'t str, number: &str) -> &'t str {
    let at = text.find(number).unwrap_or(0);
    let from = text[..at].rfind(". ").map_or(0, |dot| dot + 2);
    let to = text[at..].find(". ").map_or(text.len(), |dot| at + dot);
    let piece = &text[from..to];
    piece.char_indices().nth(SENTENCE).map_or(piece, |(end, _)| &piece[..end])
}

fn append(text: &mut String, more: &str, most: usize) {
    if text.len() < most && !more.trim().is_empty() {
        text.push_str(more);
        text.push('\n');
    }
}

/// A text without its numbers: values of cells are not what a table is found by.
fn words_only(text: &str) -> String {
    let number = |word: &&str| {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        !(digit(word.chars().next()) && digit(word.chars().last()))
    };
    text.split_whitespace().filter(number).collect::<Vec<_>>().join(" ")
}

fn stem(word: &str) -> String {
    words::stems(word, Language::Russian).pop().unwrap_or_default()
}
