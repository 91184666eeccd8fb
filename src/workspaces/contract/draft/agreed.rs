//! What a type of contract without words of its own says: every fact that the pack knows, by its name.

use crate::engine::document::tree::{Clause, Inline, Section, line};
use crate::engine::knowledge::clauses::Library;
use crate::workspaces::contract::draft::fill::Source;
use crate::workspaces::contract::draft::values;
use std::collections::BTreeSet;

/// Section that tells what the contract is about.
const SUBJECT: &str = "subject";

/// Puts the clause first into the section about the subject; `told` are facts that the choice of a clause already
/// tells, such as «без неустойки».
pub(super) fn insert(source: &Source<'_>, library: &Library, told: &BTreeSet<&str>, sections: &mut Vec<Section>) {
    let Some(clause) = clause(source, told, sections) else { return };
    if let Some(section) = sections.iter_mut().find(|section| section.id == SUBJECT) {
        section.clauses.insert(0, clause);
        return;
    }
    let title = library.sections.iter().find(|spec| spec.id == SUBJECT).map_or("Предмет договора", |spec| &spec.title);
    sections.insert(0, Section { id: SUBJECT.into(), title: title.into(), clauses: vec![clause] });
}

/// «Стороны согласовали: …», one item a fact that no other clause shows.
fn clause(source: &Source<'_>, told: &BTreeSet<&str>, sections: &[Section]) -> Option<Clause> {
    let shown = shown(sections);
    let new = |at: &str| !shown.contains(at) && !told.contains(at);
    let items = facts(source).into_iter().filter(|(pointer, _)| new(pointer));
    let mut items: Vec<Clause> = items
        .enumerate()
        .map(|(i, (_, body))| Clause { id: format!("subject.agreed.{}", i + 1), body, ..Clause::default() })
        .collect();
    let last = items.len().checked_sub(1)?;
    for (i, item) in items.iter_mut().enumerate() {
        item.body.push(Inline::text(if i == last { "." } else { ";" }));
    }
    Some(Clause {
        id: "subject.agreed".into(), body: line("Стороны согласовали:"), items, table: None
    })
}

/// The known facts of the pack with their names, in its order.
pub(super) fn facts(source: &Source<'_>) -> Vec<(String, Vec<Inline>)> {
    let fields = source.facts.pack.fields.iter().filter(|field| !field.pointer.starts_with("/parties/"));
    let known = |pointer: &str| values::show(source.facts.pack, source.facts.domain, pointer, "label").is_some();
    fields
        .filter(|field| field.pointer != "/contract/city" && known(&field.pointer))
        .map(|field| {
            let name = format!("{}: ", field.label.to_lowercase());
            (field.pointer.clone(), vec![Inline::text(name), source.fact(&field.pointer, "label")])
        })
        .collect()
}

fn shown(sections: &[Section]) -> BTreeSet<String> {
    let clauses = sections.iter().flat_map(|section| &section.clauses);
    let lines = clauses.flat_map(|clause| std::iter::once(clause).chain(&clause.items)).flat_map(|clause| &clause.body);
    let pointer = |inline: &Inline| match inline {
        Inline::Value { pointer, .. } => Some(pointer.clone()),
        _ => None,
    };
    lines.filter_map(pointer).collect()
}
