//! A little store for tests: it answers needs as the real one does, over nodes in memory.

use crate::engine::address::Address;
use crate::engine::citation::edition::Dates;
use crate::engine::citation::evidence::{Evidence, Need, Place, State, Wording};
use crate::engine::citation::report::Report;
use crate::engine::citation::tokens::{Weight, tokens};
use crate::engine::citation::verdict::{judge, needs};
use crate::model::source::{Currency, DocumentKind, EditionRow, NodeView};
use serde_json::Value;
use std::collections::BTreeMap;

/// Editions and nodes.
#[derive(Debug, Clone, Default)]
pub(super) struct Store {
    pub(super) editions: Vec<EditionRow>,
    pub(super) nodes: Vec<NodeView>,
    /// The words of every node, as an index has them.
    words: BTreeMap<String, String>,
    /// Documents that cannot be asked.
    pub(super) broken: Vec<String>,
}

impl Store {
    /// An edition with articles of two parts; `unit` is the segment of a part.
    pub(super) fn add(
        &mut self,
        document: &str,
        label: &str,
        from: Option<&str>,
        to: Option<&str>,
        unit: &str,
        articles: &[(String, [String; 3])],
    ) {
        let edition = format!("{document}@{label}");
        self.editions.push(EditionRow {
            edition: edition.clone(),
            document: document.into(),
            short: document.into(),
            title: document.into(),
            jurisdiction: document[..2].to_uppercase(),
            kind: DocumentKind::Code,
            label: label.into(),
            valid_from: from.map(str::to_owned),
            valid_to: to.map(str::to_owned),
            currency: Currency::Unchecked,
            nodes: 0,
            pages: 0,
            sha256: String::new(),
            file: String::new(),
            imported_at: String::new(),
        });
        for (number, [title, one, two]) in articles {
            let whole = format!("{one}\n{two}");
            for (path, text, title) in [
                (format!("art/{number}"), whole.as_str(), title.as_str()),
                (format!("art/{number}/{unit}/1"), one, ""),
                (format!("art/{number}/{unit}/2"), two, ""),
            ] {
                self.node(document, label, &path, title, text);
            }
        }
    }

    pub(super) fn node(&mut self, document: &str, label: &str, path: &str, title: &str, text: &str) {
        let node_id = format!("norm://{document}@{label}/{path}");
        let words = tokens(text).into_iter().filter(|token| token.weight != Weight::Sign);
        self.words.insert(node_id.clone(), words.map(|token| token.text).collect::<Vec<_>>().join(" "));
        self.nodes.push(NodeView {
            node_id,
            parent: None,
            edition: format!("{document}@{label}"),
            document: document.into(),
            kind: "article".into(),
            address: Address::from_path(document, path).unwrap().to_string(),
            title: title.into(),
            text: text.into(),
            page: None,
            lossy: false,
        });
    }

    fn document<'a>(&self, node: &'a NodeView) -> &'a str {
        &node.document
    }

    fn answer(&self, need: &Need, evidence: &mut Evidence) {
        match need {
            Need::Place(address) => {
                let documents = address.act.documents();
                let path = address.node_path();
                let own: Vec<&NodeView> =
                    self.nodes.iter().filter(|node| documents.iter().any(|id| id == self.document(node))).collect();
                let at = |path: &str| -> Vec<NodeView> {
                    own.iter()
                        .filter(|node| {
                            node.node_id.split_once('/').is_some()
                                && node.node_id.ends_with(&format!("/{path}"))
                                && node.node_id.matches('/').count() == path.matches('/').count() + 3
                        })
                        .map(|node| (*node).clone())
                        .collect()
                };
                let mut place =
                    Place { state: if own.is_empty() { State::NotHeld } else { State::Held }, ..Place::default() };
                if documents.iter().any(|id| self.broken.contains(id)) {
                    place.state = State::Failed;
                } else {
                    place.nodes = at(&path);
                    place.editions =
                        self.editions.iter().filter(|row| documents.contains(&row.document)).cloned().collect();
                    let mut up = path.as_str();
                    // The nearest node above with what stands below it; the articles when there is none.
                    while place.nodes.is_empty() && place.near.is_empty() {
                        up = up.rsplitn(3, '/').nth(2).unwrap_or_default();
                        place.near = at(up);
                        let below = |node: &&&NodeView| {
                            node.node_id.contains(&format!("/{up}"))
                                && (!up.is_empty() || node.node_id.matches('/').count() == 4)
                        };
                        place.near.extend(own.iter().filter(below).map(|node| (*node).clone()));
                        if up.is_empty() {
                            break;
                        }
                    }
                }
                evidence.add_place(need, place);
            }
            Need::Node(id) => {
                let nodes: Vec<NodeView> = self.nodes.iter().filter(|node| node.node_id == *id).cloned().collect();
                let state = if nodes.is_empty() { State::NotHeld } else { State::Held };
                evidence.add_place(need, Place { state, nodes, editions: self.editions.clone(), ..Place::default() });
            }
            Need::Wording { phrases, .. } => {
                let has = |node: &&NodeView| {
                    let words = self.words.get(&node.node_id).map_or("", String::as_str);
                    phrases.iter().any(|phrase| words.contains(phrase.as_str()))
                };
                let nodes = self.nodes.iter().filter(has).cloned().collect();
                evidence.add_wording(need, Wording { failed: false, nodes, editions: self.editions.clone() });
            }
        }
    }

    /// Reads until nothing is missing, and judges.
    pub(super) fn check(&self, answer: &str, sources: &[Value], as_of: Option<&str>) -> Report {
        let mut evidence = Evidence::default();
        for round in 0.. {
            let open = needs(answer, sources, &evidence);
            assert!(round < 4, "needs do not end: {open:?}");
            if open.is_empty() {
                break;
            }
            for need in &open {
                self.answer(need, &mut evidence);
            }
        }
        judge(answer, sources, &evidence, Dates { as_of, today: "2026-11-22" })
    }
}

/// Articles from 1 on.
pub(super) fn numbered(articles: &[[&str; 3]]) -> Vec<(String, [String; 3])> {
    articles.iter().enumerate().map(|(at, article)| ((at + 1).to_string(), article.map(str::to_owned))).collect()
}
