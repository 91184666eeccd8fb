//! Terms in the person's own words: a section of their own, each with the slots of the facts that it names.

use crate::engine::document::tree::{Clause, Inline, Section};
use crate::model::pointer;
use crate::workspaces::contract::draft::fill::Source;
use crate::workspaces::contract::wire::OWN;
use serde_json::Value;

/// The section of the clause library for terms that belong to no other: these join it when it stands.
const SPECIAL: &str = "special";
/// Id of the section.
const SECTION: &str = "own";
/// Its title.
const TITLE: &str = "Особые условия";
/// Sections that close a contract: own terms stand before them.
const LAST: [&str; 4] = ["disputes", "final", "other", "misc"];

/// Puts the terms before the closing sections. The words are evidence of themselves: each is one value of its place.
pub(super) fn insert(source: &Source<'_>, sections: &mut Vec<Section>) {
    let Some(Value::Object(terms)) = source.facts.domain.pointer(OWN) else { return };
    let own = terms.iter().filter_map(|(title, words)| Some((title, words.as_str()?.trim())));
    let clauses: Vec<Clause> = own
        .filter(|(_, words)| !words.is_empty())
        .enumerate()
        .map(|(i, (title, words))| {
            let at = pointer::join(OWN, title);
            let closed = if words.ends_with(['.', '!', '?']) { words.to_owned() } else { format!("{words}.") };
            let body = source.fill(&closed).into_iter().map(|inline| match inline {
                Inline::Text { text } => source.value(&text, &at),
                other => other,
            });
            Clause { id: format!("{SECTION}.{}", i + 1), body: body.collect(), ..Clause::default() }
        })
        .collect();
    if clauses.is_empty() {
        return;
    }
    if let Some(special) = sections.iter_mut().find(|section| section.id == SPECIAL) {
        special.clauses.extend(clauses);
        return;
    }
    let place = sections.iter().position(|section| LAST.contains(&section.id.as_str())).unwrap_or(sections.len());
    sections.insert(place, Section { id: SECTION.into(), title: TITLE.into(), clauses });
}
