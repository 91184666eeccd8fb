//! The tree of facts: from the raw domain to labelled nodes in reading order.

use crate::model::facts::{Ledger, LedgerEntry};
use crate::model::pointer;
use crate::model::session::SessionView;
use serde_json::Value;

/// A node of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// JSON Pointer into `domain`.
    pub pointer: String,
    /// Name for people.
    pub label: String,
    /// Whether it, or something below it, differs from the version before.
    pub changed: bool,
    /// What it holds.
    pub content: Content,
}

/// What a node holds.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "most nodes are leaves")]
pub enum Content {
    /// Children in reading order.
    Branch(Vec<Node>),
    /// A value.
    Leaf(Leaf),
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    /// The value for people.
    pub shown: String,
    /// The raw value as a form would send it back.
    pub raw: String,
    /// `text`, `amount`, `date`, `code` (a word of the program's own), `number`, `flag` or `empty`.
    pub kind: &'static str,
    /// Where it comes from.
    pub entry: Option<LedgerEntry>,
}

/// Words for values that have no text of their own.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// For `true`.
    pub yes: &'static str,
    /// For `false`.
    pub no: &'static str,
    /// For null, empty objects and empty arrays.
    pub empty: &'static str,
}

/// Names that read first, in this order; the rest follows by name.
const READING_ORDER: [&str; 28] = [
    "contract", "type", "title", "parties", "object", "subject", "vehicle", "property", "goods", "service", "loan",
    "price", "payment", "term", "deposit", "delivery", "lessor", "landlord", "lender", "seller", "customer", "kind",
    "name", "make", "model", "year", "amount", "currency",
];

/// Builds the tree of a view.
#[must_use]
pub fn build(view: &SessionView, words: Words) -> Vec<Node> {
    children(view, words, "", &view.domain)
}

fn children(view: &SessionView, words: Words, parent: &str, value: &Value) -> Vec<Node> {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_by_key(|key| READING_ORDER.iter().position(|k| k == key).unwrap_or(READING_ORDER.len()));
            keys.into_iter()
                .filter_map(|key| {
                    map.get(key).map(|child| node(view, words, pointer::join(parent, key), humanise(key), child))
                })
                .collect()
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, child)| node(view, words, format!("{parent}/{i}"), format!("№ {}", i + 1), child))
            .collect(),
        _ => Vec::new(),
    }
}

fn node(view: &SessionView, words: Words, pointer: String, fallback: String, value: &Value) -> Node {
    let label = view.labels.get(&pointer).cloned().unwrap_or(fallback);
    let below = children(view, words, &pointer, value);
    let changed = view.changed.iter().any(|c| pointer::is_within(c, &pointer) || c == &pointer);
    let content =
        if below.is_empty() { Content::Leaf(leaf(view, words, &pointer, value)) } else { Content::Branch(below) };
    Node { pointer, label, changed, content }
}

fn leaf(view: &SessionView, words: Words, pointer: &str, value: &Value) -> Leaf {
    let (raw, kind) = match value {
        Value::String(text) => (text.clone(), kind_of(pointer, text, view.shown.get(pointer))),
        Value::Number(number) => (number.to_string(), "number"),
        Value::Bool(flag) => (flag.to_string(), "flag"),
        Value::Null | Value::Array(_) | Value::Object(_) => (String::new(), "empty"),
    };
    let own = || match value {
        Value::Bool(true) => words.yes.to_owned(),
        Value::Bool(false) => words.no.to_owned(),
        _ if kind == "empty" => words.empty.to_owned(),
        _ => raw.clone(),
    };
    let shown = view.shown.get(pointer).cloned().unwrap_or_else(own);
    Leaf { shown, raw, kind, entry: view.ledger.get(pointer).cloned() }
}

/// Whether a leaf of this kind is a string.
#[must_use]
pub fn is_text(kind: &str) -> bool {
    matches!(kind, "text" | "amount" | "date")
}

fn kind_of(pointer: &str, text: &str, shown: Option<&String>) -> &'static str {
    let bytes = text.as_bytes();
    let date = bytes.len() == 10
        && bytes.iter().enumerate().all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() });
    let code = || bytes.iter().all(|b| b.is_ascii_lowercase() || *b == b'_');
    let currency = || bytes.len() == 3 && bytes.iter().all(u8::is_ascii_uppercase);
    if date {
        "date"
    } else if pointer.ends_with("/amount") {
        "amount"
    } else if shown.is_some_and(|shown| shown != text) && (code() || currency()) {
        "code"
    } else {
        "text"
    }
}

/// A key as words: `payment_day` → `Payment day`.
#[must_use]
pub fn humanise(key: &str) -> String {
    let words = key.replace(['_', '-'], " ");
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The name of a fact with the name of what it belongs to: «Арендатор: ИНН».
#[must_use]
pub fn full_name(view: &SessionView, pointer: &str) -> String {
    let name = |pointer: &str| {
        let last = pointer.rsplit('/').next().unwrap_or_default();
        view.labels.get(pointer).cloned().unwrap_or_else(|| humanise(last))
    };
    match pointer.rsplit_once('/') {
        Some((parent, _)) if !parent.is_empty() => format!("{}: {}", name(parent), name(pointer)),
        _ => name(pointer),
    }
}

/// The same for a fact whose own name is known; it may be gone from the view.
#[must_use]
pub fn name_among(view: &SessionView, pointer: &str, own: &str) -> String {
    let parent = pointer.rsplit_once('/').and_then(|(parent, _)| view.labels.get(parent));
    match parent {
        _ if own.is_empty() => full_name(view, pointer),
        Some(parent) if parent != own => format!("{parent}: {own}"),
        _ => own.to_owned(),
    }
}

/// The nodes whose name, value or pointer contains the words; ancestors of a hit stay, a hit branch stays whole.
#[must_use]
pub fn filter(nodes: Vec<Node>, query: &str) -> Vec<Node> {
    let query = query.trim().to_lowercase();
    if query.is_empty() { nodes } else { nodes.into_iter().filter_map(|node| keep(node, &query)).collect() }
}

fn keep(node: Node, query: &str) -> Option<Node> {
    let hit = |text: &str| text.to_lowercase().contains(query);
    let own_hit = hit(&node.label) || hit(&node.pointer);
    match node.content {
        _ if own_hit => Some(node),
        Content::Leaf(ref leaf) => hit(&leaf.shown).then_some(node),
        Content::Branch(below) => {
            let below: Vec<Node> = below.into_iter().filter_map(|child| keep(child, query)).collect();
            (!below.is_empty()).then_some(Node { content: Content::Branch(below), ..node })
        }
    }
}

/// The values at a pointer or below it, in reading order, with their pointers and names.
#[must_use]
pub fn leaves_below(nodes: &[Node], at: &str) -> Vec<(String, String, Leaf)> {
    let mut found = Vec::new();
    for node in nodes {
        match &node.content {
            Content::Branch(below) => found.extend(leaves_below(below, at)),
            Content::Leaf(leaf) if pointer::is_within(&node.pointer, at) => {
                found.push((node.pointer.clone(), node.label.clone(), leaf.clone()));
            }
            Content::Leaf(_) => {}
        }
    }
    found
}

/// The first entry of the ledger at a pointer or below it; of a sum, its amount.
#[must_use]
pub fn first_below<'l>(ledger: &'l Ledger, at: &str) -> Option<(&'l String, &'l LedgerEntry)> {
    ledger.0.iter().find(|(leaf, _)| pointer::is_within(leaf, at)).map(|(leaf, entry)| (leaf, entry.as_ref()))
}

/// How many values there are.
#[must_use]
pub fn count(nodes: &[Node]) -> usize {
    nodes
        .iter()
        .map(|node| match &node.content {
            Content::Branch(below) => count(below),
            Content::Leaf(_) => 1,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{Content, Node, Words, build, count, filter, humanise};
    use crate::ui::logic::sample;

    const WORDS: Words = Words { yes: "да", no: "нет", empty: "не указано" };

    fn tree() -> Vec<Node> {
        build(&sample::view(), WORDS)
    }

    #[test]
    fn every_leaf_is_there_with_label_and_value() {
        let nodes = tree();
        assert_eq!(count(&nodes), sample::view().ledger.0.len());
        let hits = filter(nodes, "арендная плата");
        let Content::Branch(price) = &hits[0].content else { panic!("branch") };
        let Content::Branch(rent) = &price[0].content else { panic!("branch") };
        let Content::Leaf(amount) = &rent[0].content else { panic!("leaf") };
        assert_eq!((rent[0].pointer.as_str(), amount.shown.as_str()), ("/price/rent/amount", "30 000 ₽"));
        assert!(amount.entry.is_some());
    }

    #[test]
    fn reading_order_then_search() {
        let order: Vec<String> = tree().into_iter().map(|n| n.pointer).collect();
        assert_eq!(order[0], "/contract");
        assert_eq!(filter(tree(), "  ").len(), order.len());
        assert_eq!(count(&filter(tree(), "LADA")), 1);
        assert!(filter(tree(), "такого здесь нет").is_empty());
    }

    #[test]
    fn a_composite_has_its_leaves() {
        let rent: Vec<String> = super::leaves_below(&tree(), "/price/rent").into_iter().map(|(at, ..)| at).collect();
        assert_eq!(rent, ["/price/rent/amount", "/price/rent/currency", "/price/rent/period"]);
        assert!(super::leaves_below(&tree(), "/price/re").is_empty());
        let view = sample::view();
        let first = super::first_below(&view.ledger, "/price/rent").map(|(at, _)| at.as_str());
        assert_eq!(first, Some("/price/rent/amount"));
    }

    #[test]
    fn changes_reach_the_ancestors() {
        let changed: Vec<String> = tree().into_iter().filter(|n| n.changed).map(|n| n.pointer).collect();
        assert!(changed.contains(&"/price".to_owned()));
        assert!(!changed.contains(&"/contract".to_owned()));
    }

    #[test]
    fn kinds() {
        let shown = "арендатор".to_owned();
        assert_eq!(super::kind_of("/term/start", "2026-12-01", Some(&shown)), "date");
        assert_eq!(super::kind_of("/price/rent/amount", "30000.00", Some(&shown)), "amount");
        assert_eq!(super::kind_of("/use/repair", "lessee", Some(&shown)), "code");
        assert_eq!(super::kind_of("/price/rent/currency", "RUB", Some(&shown)), "code");
        assert_eq!(super::kind_of("/object/model", "vesta", Some(&"vesta".to_owned())), "text");
        assert_eq!(super::kind_of("/parties/lessee/inn", "7700000016", None), "text");
    }

    #[test]
    fn names() {
        let full = |pointer| super::full_name(&sample::view(), pointer);
        assert_eq!(full("/parties/lessee/inn"), "Арендатор: ИНН");
        assert_eq!(full("/gone/for_good"), "Gone: For good");
        assert_eq!(full("/price"), "Цена");
        let among = |pointer, own| super::name_among(&sample::view(), pointer, own);
        assert_eq!(among("/parties/lessee/inn", "ИНН"), "Арендатор: ИНН");
        assert_eq!(among("/gone/for_good", "Залог"), "Залог");
        assert_eq!(among("/parties/lessee/inn", ""), "Арендатор: ИНН");
        assert_eq!(humanise("payment_day"), "Payment day");
        assert_eq!(humanise(""), "");
    }
}
