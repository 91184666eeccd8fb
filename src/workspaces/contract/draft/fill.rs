//! Templates filled with facts.

use crate::engine::document::tree::{Inline, Line};
use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::clauses;
use crate::engine::knowledge::template::{self, Node};
use crate::model::facts::Origin;
use crate::workspaces::contract::draft::overlay::Part;
use crate::workspaces::contract::draft::{Facts, attachments, own, values};
use crate::workspaces::contract::intake::issues;
use serde_json::Value;
use std::collections::BTreeSet;

/// Whether a node of a worded term says words or a fact of the pack.
fn plain(node: &Node) -> bool {
    matches!(node, Node::Text(_)) || matches!(node, Node::Fact { form, .. } if form != WORDED)
}

/// The form of a term that a model worded.
const WORDED: &str = "worded";

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
                Node::Fact { pointer, form } if form == WORDED => self.worded(pointer, out),
                Node::Fact { pointer, form } => {
                    let fact = self.fact(pointer, form);
                    // A rate without its period leaves no space behind.
                    if let (Inline::Value { text, .. }, Some(Inline::Text { text: before })) = (&fact, out.last_mut())
                        && text.is_empty()
                    {
                        before.truncate(before.trim_end_matches(' ').len());
                    }
                    out.push(match (out.last(), fact) {
                        (Some(Inline::Text { text: before }), Inline::Value { text, pointer, origin }) => {
                            Inline::Value { text: once(before, text), pointer, origin }
                        }
                        (_, fact) => fact,
                    });
                }
                Node::Side { role, form } => out.push(Inline::text(self.side(role, form))),
                // A mark of an attachment only says whether its group stands.
                Node::Ref(id) if clauses::annex(id).is_some() => {}
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

    /// A term that a model worded: its words are one value of its place, the facts that it names are theirs.
    fn worded(&self, at: &str, out: &mut Line) {
        let words = self.facts.domain.pointer(at).and_then(Value::as_str).unwrap_or_default();
        // Its own slots name facts; a term in a term would have no end.
        let nodes = template::parse(words).unwrap_or_else(|_| vec![Node::Text(words.to_owned())]);
        for node in nodes {
            match node {
                // Also within a group; a number of a clause is none that the person named.
                Node::Fact { form, .. } if form == WORDED => {}
                Node::Ref(_) => {}
                Node::Group(inner) if !inner.iter().all(plain) => {}
                Node::Text(text) => out.push(self.value(&own::with_titles(self.facts, &text), at)),
                node => self.nodes(&[node], out),
            }
        }
    }

    fn present(&self, node: &Node) -> bool {
        match node {
            Node::Fact { pointer, form } if form == WORDED => {
                self.facts.domain.pointer(pointer).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty())
            }
            Node::Fact { pointer, form } => values::show(self.facts.pack, self.facts.domain, pointer, form).is_some(),
            Node::Ref(id) => match clauses::annex(id) {
                Some(annex) => attachments::stands(self.facts, annex) == id.starts_with(clauses::ANNEX),
                None => self.ids.contains(id),
            },
            _ => true,
        }
    }

    /// Whether a text says anything: one made of groups alone, of which none stands, is no clause.
    pub(super) fn says(&self, text: &str) -> bool {
        let stands = |node: &Node| match node {
            Node::Group(inner) => inner.iter().all(|node| self.present(node)),
            Node::Text(text) => !text.trim().is_empty(),
            _ => true,
        };
        template::parse(text).is_ok_and(|nodes| nodes.is_empty() || nodes.iter().any(stands)) || text.is_empty()
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

/// A value without the words that the clause says right before it: «по этапам: по этапам 100 тысяч».
fn once(before: &str, value: String) -> String {
    let Some(said) = before.strip_suffix(": ") else { return value };
    let said: Vec<String> = said.split_whitespace().map(str::to_lowercase).collect();
    let low = value.to_lowercase();
    for count in (1..=said.len().min(4)).rev() {
        let phrase = said[said.len() - count..].join(" ");
        let Some(rest) = low.strip_prefix(&phrase) else { continue };
        // One word alone is repeated only where it is a heading of its own: «Товар: товар — …».
        let heads = rest.trim_start().starts_with([':', '—', '–']);
        let ends = rest.starts_with(|c: char| !c.is_alphanumeric());
        if ends && (count > 1 || heads) && low.len() == value.len() {
            let rest = value[phrase.len()..]
                .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '—' | '–' | ','));
            return if rest.is_empty() { value } else { rest.to_owned() };
        }
    }
    value
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

#[cfg(test)]
mod tests {
    use super::once;

    #[test]
    fn what_a_clause_says_is_not_said_again_by_its_value() {
        for (before, value, want) in [
            ("Заказчик оплачивает работы по этапам: ", "по этапам сто тысяч аванс", "сто тысяч аванс"),
            ("Товар: ", "товар — кирпич", "кирпич"),
            ("Передаются сведения: ", "сведения о клиентах", "сведения о клиентах"),
            ("Работы по этапам: ", "по этапам", "по этапам"),
            ("Работы по этапам ", "по этапам 1 и 2", "по этапам 1 и 2"),
        ] {
            assert_eq!(once(before, value.to_owned()), want);
        }
    }
}
