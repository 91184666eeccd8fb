//! «Простыми словами»: what the contract says, on one page, beside the contract.

use crate::engine::document::tree::{Clause, Document, Inline, Part, Section, line};
use crate::engine::knowledge::clauses::Book;
use crate::engine::knowledge::condition;
use crate::workspaces::contract::draft::agreed;
use crate::workspaces::contract::draft::fill::{Source, capital};
use crate::workspaces::contract::draft::{Facts, Variant, choose};
use std::collections::BTreeSet;

/// The page.
#[must_use]
pub fn explain(facts: Facts<'_>, book: &Book, variant: Variant) -> Document {
    let library = book.of(facts.pack);
    let chosen = choose(&library, facts, variant, &BTreeSet::new());
    let ids = chosen.iter().map(|(clause, _)| clause.id.clone()).collect();
    let source = Source { facts, ids: &ids };
    let mut main = Vec::new();
    for (i, party) in facts.pack.parties.iter().enumerate() {
        let at = format!("/parties/{}/name", party.role);
        main.push(clause(
            &format!("who.{}", i + 1),
            vec![Inline::text(format!("{} — ", party.title)), source.fact(&at, ""), Inline::text(".")],
        ));
    }
    for section in &library.sections {
        for (spec, _) in chosen.iter().filter(|(spec, _)| spec.section() == section.id) {
            main.extend(spec.plain.as_ref().map(|text| clause(&spec.id, source.fill(text))));
        }
    }
    if !book.has(&facts.pack.id) {
        let agreed = agreed::facts(&source).into_iter().enumerate();
        main.extend(agreed.map(|(i, (_, mut body))| {
            capital(&mut body);
            body.push(Inline::text("."));
            clause(&format!("agreed.{}", i + 1), body)
        }));
    }
    let duties = facts.pack.duties.iter().filter(|duty| condition::all(&duty.when, facts.domain));
    let duties: Vec<Clause> = duties
        .map(|duty| {
            clause(
                &format!("duty.{}", duty.id),
                line(format!("{} ({}).", duty.text.trim_end_matches('.'), duty.article)),
            )
        })
        .collect();
    let mut sections =
        vec![Section { id: "main".into(), title: "О чём договорились".into(), clauses: main }];
    if !duties.is_empty() {
        sections.push(Section { id: "duty".into(), title: "Что нужно сделать".into(), clauses: duties });
    }
    Document {
        part: Part::Plain,
        title: format!("Простыми словами: {}", facts.pack.short),
        preamble: vec![line("Это пояснение для сторон, а не часть договора: обязательны только слова договора.")],
        sections,
        ..Document::default()
    }
}

fn clause(id: &str, body: Vec<Inline>) -> Clause {
    Clause { id: id.to_owned(), body, ..Clause::default() }
}
