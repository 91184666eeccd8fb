//! «Простыми словами»: what the contract says, on one page, beside the contract.

use crate::engine::document::tree::{Clause, Document, Inline, Part, Section, line};
use crate::engine::knowledge::clauses::Book;
use crate::engine::knowledge::condition;
use crate::workspaces::contract::draft::fill::Source;
use crate::workspaces::contract::draft::{Facts, Variant, choose, library, own, without_end};
use std::collections::BTreeSet;

/// The page.
#[must_use]
pub fn explain(facts: Facts<'_>, book: &Book, variant: Variant) -> Document {
    let endless = without_end(facts.domain);
    let facts = Facts { domain: endless.as_ref().unwrap_or(facts.domain), ..facts };
    let (library, _) = library(facts, book, variant, &BTreeSet::new());
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
    let own = chosen.iter().filter(|(spec, _)| spec.plain.is_none() && (spec.rest || own::is_own(&spec.id)));
    main.extend(own.map(|(spec, text)| {
        Clause {
            items: spec
                .items
                .iter()
                .enumerate()
                .map(|(i, item)| clause(&format!("{}.{}", spec.id, i + 1), source.item(item)))
                .collect(),
            ..clause(&spec.id, source.fill(text))
        }
    }));
    let duties = facts.pack.duties.iter().filter(|duty| condition::all(&duty.when, facts.domain));
    let duties: Vec<Clause> = duties
        .map(|duty| {
            clause(
                &format!("duty.{}", duty.id),
                line(format!("{} ({}).", duty.text.trim_end_matches('.'), duty.article)),
            )
        })
        .collect();
    let profile = facts.profile();
    let profile = profile.map(|one| clause("profile", line(format!("{}. {} ({})", one.title, one.note, one.article))));
    let duties: Vec<Clause> = profile.into_iter().chain(duties).collect();
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
