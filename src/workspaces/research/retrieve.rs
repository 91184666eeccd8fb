//! Step 3, the pure half: what is searched for, how hits of several searches are fused, what a source looks like.

use crate::engine::prompt::sha256;
use crate::model::source::{Currency, DocumentKind, EditionRow, NodeView, SearchQuery};
use crate::workspaces::research::perform::cites;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Characters of a source's text that is no decision.
pub const TEXT_CHARS: usize = 8_000;
/// Characters of a decision's text.
pub const DECISION_CHARS: usize = 24_000;
/// Hints that are searched for beside the first.
const HINTS: usize = 4;
/// What the places of the concepts weigh, the most telling first.
const HEADS: [f64; 6] = [3.0, 2.4, 2.2, 2.0, 1.8, 1.6];
/// Most results of one search.
const EACH: u32 = 12;

/// The three lists of sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// Codes, laws, decrees.
    Laws,
    /// Decisions.
    Cases,
    /// Technical norms, and what a person brought.
    Guidance,
}

impl List {
    /// The list of a kind of document.
    #[must_use]
    pub fn of(kind: DocumentKind) -> Self {
        match kind {
            DocumentKind::Code | DocumentKind::Law | DocumentKind::Decree => Self::Laws,
            DocumentKind::Decision => Self::Cases,
            DocumentKind::CodeOfPractice | DocumentKind::Snip | DocumentKind::Standard | DocumentKind::Other => {
                Self::Guidance
            }
        }
    }

    /// Its name in the output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Laws => "laws",
            Self::Cases => "cases",
            Self::Guidance => "guidance",
        }
    }

    fn kinds(self) -> Vec<DocumentKind> {
        match self {
            Self::Laws => vec![DocumentKind::Code, DocumentKind::Law, DocumentKind::Decree],
            Self::Cases => vec![DocumentKind::Decision],
            Self::Guidance => {
                vec![DocumentKind::CodeOfPractice, DocumentKind::Snip, DocumentKind::Standard, DocumentKind::Other]
            }
        }
    }
}

/// One search with its worth for the fusion.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// The search.
    pub query: SearchQuery,
    /// The list it fills; an address fills the list of its document.
    pub list: Option<List>,
    /// How much a hit of it weighs.
    pub weight: f64,
}

/// How many of a list are wanted.
#[must_use]
pub fn limit(limits: &Value, list: List) -> usize {
    let default = if list == List::Laws { 6 } else { 4 };
    limits[list.as_str()].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(default).min(50)
}

/// The searches for a context.
#[must_use]
pub fn plan(context: &Value, limits: &Value) -> Vec<Ask> {
    let strings = |key: &str| -> Vec<&str> {
        context[key]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter(|t| !t.trim().is_empty())
            .collect()
    };
    let jurisdiction = context["jurisdiction"].as_str().map(str::to_owned);
    let on = context["on"].as_str().map(str::to_owned);
    let query = |q: &str, kinds: Vec<DocumentKind>, limit: u32| SearchQuery {
        q: q.to_owned(),
        jurisdiction: jurisdiction.clone(),
        document: None,
        kinds,
        on: on.clone(),
        limit,
    };
    let mut asks = Vec::new();
    let named = strings("search_hints").first().map(|hint| cites::canonical(hint, jurisdiction.as_deref()));
    for (index, law) in strings("law_filters").into_iter().enumerate() {
        let said = named.as_ref().is_none_or(|named| named.iter().any(|own| own == law));
        // A place that the question names; else the place where the law treats what it is about.
        let weight = if said { 3.0 } else { HEADS.get(index).copied().unwrap_or(0.8) };
        asks.push(Ask { query: query(law, Vec::new(), if said { 4 } else { 1 }), list: None, weight });
    }
    // One look at everything: what stands high here is near to the question, whatever its kind.
    let wanted = [List::Laws, List::Cases, List::Guidance].into_iter().any(|list| limit(limits, list) > 0);
    for hint in strings("search_hints").into_iter().take(1).filter(|_| wanted) {
        asks.push(Ask { query: query(hint, Vec::new(), 2 * EACH), list: None, weight: 2.0 });
    }
    for list in [List::Laws, List::Cases, List::Guidance] {
        if limit(limits, list) == 0 {
            continue;
        }
        for (index, hint) in strings("search_hints").into_iter().take(HINTS + 1).enumerate() {
            let weight = if index == 0 { 1.0 } else { 0.4 };
            asks.push(Ask { query: query(hint, list.kinds(), EACH), list: Some(list), weight });
        }
    }
    asks
}

/// Places found so far, with their fused worth.
#[derive(Debug, Default)]
pub struct Fused(BTreeMap<String, (List, f64)>);

impl Fused {
    /// Adds a hit at a rank from 0 of a search.
    pub fn add(&mut self, node: &str, list: List, weight: f64, rank: usize) {
        let worth = weight / (20.0 + f64::from(u32::try_from(rank).unwrap_or(u32::MAX)));
        let entry = self.0.entry(node.to_owned()).or_insert((list, 0.0));
        entry.1 += worth;
    }

    /// The nodes of a list, best first; ties by id.
    #[must_use]
    pub fn best(&self, list: List) -> Vec<(String, f64)> {
        let mut all: Vec<(String, f64)> = self
            .0
            .iter()
            .filter(|(_, (own, _))| *own == list)
            .map(|(node, (_, worth))| (node.clone(), *worth))
            .collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all
    }
}

/// Whether a place is quoted better as a part of what stands above it.
#[must_use]
pub fn lifts(node: &NodeView, list: List) -> bool {
    match list {
        List::Laws => !matches!(
            node.kind.as_str(),
            "article" | "chapter" | "division" | "section" | "annex" | "document" | "supplement"
        ),
        List::Cases => true,
        List::Guidance => matches!(node.kind.as_str(), "row" | "cell"),
    }
}

/// A source as the output lists it.
#[must_use]
pub fn item(node: &NodeView, edition: &EditionRow, list: List, score: f64) -> Value {
    let most = if list == List::Cases { DECISION_CHARS } else { TEXT_CHARS };
    let text: String = node.text.chars().take(most).collect();
    let (in_force, checked_at) = match &edition.currency {
        Currency::Unchecked => ("unchecked", None),
        Currency::InForce { checked_at } => ("in_force", Some(checked_at)),
        Currency::Repealed { checked_at, .. } => ("repealed", Some(checked_at)),
        Currency::Replaced { checked_at, .. } => ("replaced", Some(checked_at)),
    };
    let title = match (node.title.trim(), list) {
        ("", _) | (_, List::Cases) => edition.title.clone(),
        (title, _) => title.to_owned(),
    };
    let mut item = json!({
        "id": node.node_id,
        "source": "corpus",
        "title": title,
        "url": node.node_id,
        "text": text,
        "address": node.address,
        "document": edition.short,
        "edition": edition.label,
        "jurisdiction": edition.jurisdiction,
        "in_force": in_force,
        "hash": sha256(&format!("{}\n{}", node.address, node.text)),
        "score": (score * 10_000.0).round() / 10_000.0,
    });
    if node.text.chars().count() > most {
        item["cut"] = json!(true);
    }
    if node.lossy {
        item["lossy"] = json!(true);
    }
    for (key, day) in [("from", &edition.valid_from), ("to", &edition.valid_to)] {
        if let Some(day) = day {
            item[key] = json!(day);
        }
    }
    if let Some(day) = checked_at {
        item["checked_at"] = json!(day);
    }
    if let Some(page) = node.page {
        item["page"] = json!(page);
    }
    if list == List::Laws && node.kind == "article" {
        item["article"] = json!(node.address);
    }
    if list == List::Cases {
        item["court"] = json!(edition.title);
        if let Some(day) = &edition.valid_from {
            item["date"] = json!(day);
        }
    }
    item
}

/// What an empty corpus answers: confidence 0, since there was nothing to search in.
#[must_use]
pub fn nothing_held() -> Value {
    json!({"cases": [], "laws": [], "guidance": [], "confidence": 0})
}

/// The output from the three lists; the share of hints that brought something.
#[must_use]
pub fn output(mut lists: BTreeMap<List, Vec<Value>>, asked: usize, answered: usize) -> Value {
    let mut take = |list: List| lists.remove(&list).unwrap_or_default();
    let (laws, cases, guidance) = (take(List::Laws), take(List::Cases), take(List::Guidance));
    let found = laws.len() + cases.len() + guidance.len();
    let mut output = json!({"cases": cases, "laws": laws, "guidance": guidance});
    if found > 0 && asked > 0 {
        let part = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        output["confidence"] = json!((part(answered) / part(asked) * 100.0).round().max(1.0) / 100.0);
    }
    output
}
