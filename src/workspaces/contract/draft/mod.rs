//! From facts to a document: chosen clauses, filled templates, requisites, attachments. Pure; works from the first
//! answer on, with placeholders for what is missing.
//!
//! [`draft`] makes the contract with its attachments, [`plain::explain`] the page «простыми словами».

mod attachments;
mod fill;
mod parties;
pub mod plain;
pub mod protocol;
mod schedule;
mod values;
pub mod version;

#[cfg(test)]
mod protocol_tests;
#[cfg(test)]
mod redline_tests;
#[cfg(test)]
mod tests;

use crate::engine::document::tree::{Clause, Document, Inline, Section, line};
use crate::engine::knowledge::clauses::{Book, ClauseSpec, Library};
use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::Pack;
use crate::model::facts::Ledger;
use crate::model::pointer;
use fill::Source;
use serde_json::Value;
use std::collections::BTreeSet;

/// In whose favour the words are chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Variant {
    /// The first side of the contract.
    Party1,
    /// Neither.
    #[default]
    Neutral,
    /// The second side.
    Party2,
}

impl Variant {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Party1, Self::Neutral, Self::Party2];

    /// `party_1`, `neutral`, `party_2`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "party_1" => Some(Self::Party1),
            "neutral" => Some(Self::Neutral),
            "party_2" => Some(Self::Party2),
            _ => None,
        }
    }

    /// The clause's words in this variant; `None` when the variant leaves it out.
    fn text(self, clause: &ClauseSpec) -> Option<&str> {
        let own = match self {
            Self::Party1 => clause.party_1.as_deref(),
            Self::Party2 => clause.party_2.as_deref(),
            Self::Neutral => None,
        };
        Some(own.unwrap_or(&clause.text)).filter(|text| !text.is_empty())
    }
}

/// What a document is made from.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The type of contract.
    pub pack: &'a Pack,
    /// The facts.
    pub domain: &'a Value,
    /// Where they come from.
    pub ledger: &'a Ledger,
}

/// A drafted contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The contract with its attachments.
    pub document: Document,
    /// Facts that no clause shows and no choice of clauses used.
    pub unused: Vec<String>,
}

/// The contract as it stands.
#[must_use]
pub fn draft(facts: Facts<'_>, book: &Book, variant: Variant) -> Draft {
    draft_without(facts, book, variant, &BTreeSet::new())
}

/// The contract without some clauses; references to them go with their brackets.
#[must_use]
pub fn draft_without(facts: Facts<'_>, book: &Book, variant: Variant, removed: &BTreeSet<String>) -> Draft {
    let library = book.of(facts.pack);
    let chosen = choose(&library, facts.domain, variant, removed);
    let ids = chosen.iter().map(|(clause, _)| clause.id.clone()).collect();
    let source = Source { facts, ids: &ids };
    let mut sections: Vec<Section> = Vec::new();
    for spec in &library.sections {
        let clauses = chosen.iter().filter(|(clause, _)| clause.section() == spec.id);
        let clauses: Vec<Clause> = clauses.map(|(clause, text)| self::clause(&source, clause, text)).collect();
        if !clauses.is_empty() {
            sections.push(Section { id: spec.id.clone(), title: spec.title.clone(), clauses });
        }
    }
    let title = library.title.clone().unwrap_or_else(|| facts.pack.title.clone());
    let attached = attachments::all(&source, &library, &title);
    if let (Some(list), Some(last)) = (attachments::list(facts.pack, &attached), sections.last_mut()) {
        last.clauses.push(list);
    }
    let document = Document {
        title,
        number: fill::pen("номер", "№\u{a0}_____"),
        place: place(&source),
        date: fill::pen("дата", "«___»\u{a0}____________\u{a0}20__\u{a0}г."),
        preamble: vec![parties::preamble(&source)],
        sections,
        sign_title: "Адреса, реквизиты и подписи сторон".into(),
        signatures: parties::signatures(&source),
        attachments: attached,
        ..Document::default()
    };
    let unused = unused(facts, &library, &document);
    Draft { document, unused }
}

fn choose<'l>(
    library: &'l Library,
    domain: &Value,
    variant: Variant,
    removed: &BTreeSet<String>,
) -> Vec<(&'l ClauseSpec, &'l str)> {
    let fits = |clause: &&ClauseSpec| condition::all(&clause.when, domain) && !removed.contains(&clause.id);
    library.clauses.iter().filter(fits).filter_map(|clause| Some((clause, variant.text(clause)?))).collect()
}

fn clause(source: &Source<'_>, spec: &ClauseSpec, text: &str) -> Clause {
    let item = |(i, text): (usize, &String)| Clause {
        id: format!("{}.{}", spec.id, i + 1),
        body: source.fill(text),
        ..Clause::default()
    };
    Clause {
        id: spec.id.clone(),
        body: source.fill(text),
        items: spec.items.iter().enumerate().map(item).collect(),
        table: None,
    }
}

fn place(source: &Source<'_>) -> Vec<Inline> {
    let mut out = line("г.\u{a0}");
    match source.facts.domain.pointer("/contract/city").and_then(Value::as_str) {
        Some(city) => out.push(source.value(city, "/contract/city")),
        None => out.push(Inline::Blank {
            label: "город".into(),
            text: "____________".into(),
            pointer: "/contract/city".into(),
        }),
    }
    out
}

/// Leaves of `domain` that neither the text nor the choice of a clause used.
fn unused(facts: Facts<'_>, library: &Library, document: &Document) -> Vec<String> {
    let shown = document.pointers();
    let asked: BTreeSet<&str> =
        library.clauses.iter().flat_map(|clause| clause.when.iter().map(|condition| condition.at.as_str())).collect();
    let used = |leaf: &str| {
        let within = |list: &BTreeSet<&str>| list.iter().any(|at| pointer::is_within(leaf, at));
        leaf == "/contract/type"
            || leaf.ends_with("/kind") && leaf.starts_with("/parties/")
            || within(&shown)
            || within(&asked)
    };
    pointer::leaves(facts.domain)
        .into_iter()
        .filter(|(leaf, value)| condition::is_present(value) && !used(leaf))
        .map(|(leaf, _)| leaf)
        .collect()
}
