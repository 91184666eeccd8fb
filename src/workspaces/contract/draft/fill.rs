//! Templates filled with facts.

use crate::engine::document::tree::{Inline, Line};
use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::template::{self, Node};
use crate::model::facts::Origin;
use crate::workspaces::contract::draft::overlay::Part;
use crate::workspaces::contract::draft::{Facts, own, values};
use crate::workspaces::contract::intake::issues;
use serde_json::Value;
use std::collections::BTreeSet;

/// Facts, and the clauses that references may name.
pub(super) struct Source<'a> {
    /// The facts.
    pub(super) facts: Facts<'a>,
    /// Ids of the document's clauses.
    pub(super) ids: &'a BTreeSet<String>,
}

/// A line for the pen that no fact fills.
pub(super) fn pen(label: &str, text: &str) -> Line {
    vec![Inline::Blank { label: label.into(), text: text.into(), pointer: String::new() }]
}

impl Source<'_> {
    /// A text with its slots filled; a text that does not parse stands as it is (the loader refuses such files).
    pub(super) fn fill(&self, text: &str) -> Line {
        let mut out = self.item(text);
        capital(&mut out);
        out
    }

    /// The same for an item of an enumeration, which goes on with its sentence.
    pub(super) fn item(&self, text: &str) -> Line {
        let Ok(nodes) = template::parse(text) else { return vec![Inline::text(text)] };
        let mut out = Line::new();
        self.nodes(&nodes, &mut out);
        one_stop(&mut out);
        out
    }

    /// As [`Self::fill`], without a capital: a piece from the middle of a clause.
    pub(super) fn fill_plain(&self, text: &str) -> Line {
        let Ok(nodes) = template::parse(text) else { return vec![Inline::text(text)] };
        let mut out = Line::new();
        self.nodes(&nodes, &mut out);
        out
    }

    /// A template as a person edits it: groups decided, slots apart from words.
    pub(super) fn parts(&self, text: &str) -> Vec<Part> {
        let mut out = Vec::new();
        self.flat(&template::parse(text).unwrap_or_default(), &mut out);
        out
    }

    fn flat(&self, nodes: &[Node], out: &mut Vec<Part>) {
        for node in nodes {
            match node {
                Node::Text(text) => out.push(Part::Text { text: text.clone() }),
                Node::Group(inner) if inner.iter().all(|node| self.present(node)) => self.flat(inner, out),
                Node::Group(_) => {}
                node => out.push(Part::Slot { slot: node.source() }),
            }
        }
    }

    /// A line as it reads, with the ids of clauses for their numbers.
    pub(super) fn words(&self, line: &[Inline]) -> String {
        line.iter()
            .map(|inline| match inline {
                Inline::Text { text } | Inline::Value { text, .. } | Inline::Blank { text, .. } => text.clone(),
                Inline::Missing { label, .. } => format!("[{label}]"),
                Inline::Ref { target } => format!("{{#{target}}}"),
            })
            .collect()
    }

    fn nodes(&self, nodes: &[Node], out: &mut Line) {
        for node in nodes {
            match node {
                Node::Text(text) => out.push(Inline::text(text)),
                Node::Fact { pointer, form } => out.push(self.fact(pointer, form)),
                Node::Side { role, form } => out.push(Inline::text(self.side(role, form))),
                Node::Ref(id) => out.push(Inline::Ref { target: id.clone() }),
                Node::Blank(label) => {
                    out.push(Inline::Blank {
                        label: label.clone(),
                        text: "____________".into(),
                        pointer: String::new(),
                    });
                }
                Node::Group(inner) if inner.iter().all(|node| self.present(node)) => self.nodes(inner, out),
                Node::Group(_) => {}
            }
        }
    }

    fn present(&self, node: &Node) -> bool {
        match node {
            Node::Fact { pointer, form } => values::show(self.facts.pack, self.facts.domain, pointer, form).is_some(),
            Node::Ref(id) => self.ids.contains(id),
            _ => true,
        }
    }

    /// The title of a side in a case.
    pub(super) fn side(&self, role: &str, form: &str) -> String {
        let title = self.facts.pack.party(role).map_or(role, |party| party.title.as_str());
        phrase::decline(title, Case::parse(form).unwrap_or(Case::Nominative), true)
    }

    /// A fact, its placeholder, or a line for the pen when nothing in the pack asks for it.
    pub(super) fn fact(&self, at: &str, form: &str) -> Inline {
        let Facts { pack, domain, .. } = self.facts;
        // The words of a person as a clause.
        if let Some(quote) = domain.pointer(at).and_then(Value::as_str).filter(|_| form == "clause") {
            return self.value(&own::spoken(self.facts, quote), at);
        }
        match values::show(pack, domain, at, form) {
            Some(text) => self.value(&text, at),
            None if form == "period" => Inline::text(values::period("day", at)),
            None if self.facts.needs(at) => Inline::Missing { label: label(self.facts, at), pointer: at.to_owned() },
            None => Inline::Blank { label: label(self.facts, at), text: "____________".into(), pointer: at.to_owned() },
        }
    }

    /// Text that shows the fact at a pointer.
    pub(super) fn value(&self, text: &str, at: &str) -> Inline {
        Inline::Value { text: text.to_owned(), pointer: at.to_owned(), origin: self.origin(at) }
    }

    /// The origin of a fact; of a composite one, the least certain of its leaves.
    fn origin(&self, at: &str) -> Option<Origin> {
        const LEAST_CERTAIN_FIRST: [Origin; 5] =
            [Origin::Assumed, Origin::Computed, Origin::Default, Origin::Confirmed, Origin::Stated];
        let entries = self.facts.ledger.within(at);
        let origins: Vec<Origin> = entries.map(|(_, entry)| entry.origin).collect();
        LEAST_CERTAIN_FIRST.into_iter().find(|origin| origins.contains(origin))
    }
}

fn label(facts: Facts<'_>, at: &str) -> String {
    let label = facts.pack.field_of(at).map_or_else(|| issues::label(facts.pack, at), |field| field.label.clone());
    label.to_lowercase()
}

/// A clause begins with a capital, whatever its first slot was filled with.
pub(super) fn capital(line: &mut Line) {
    if let Some(Inline::Text { text } | Inline::Value { text, .. }) = line.first_mut() {
        *text = crate::engine::text::case::capitalise(text);
    }
}

/// «1 шт.» at the end of a sentence brings its full stop along.
fn one_stop(line: &mut Line) {
    let mut stopped = false;
    for inline in line {
        match inline {
            Inline::Text { text } => {
                if stopped && text.starts_with('.') {
                    text.remove(0);
                }
                stopped = text.ends_with('.');
            }
            Inline::Value { text, .. } => stopped = text.ends_with('.'),
            _ => stopped = false,
        }
    }
}
