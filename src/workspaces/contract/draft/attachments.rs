//! Documents beside the contract: deeds, schedules, receipts.

use crate::engine::document::tree::{Clause, Document, Inline, Line, Part, Section, line};
use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::clauses::{AttachmentSpec, Library};
use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::template::{self, Node};
use crate::workspaces::contract::draft::fill::{Source, pen};
use crate::workspaces::contract::draft::{date, day_of_signing, number, parties, place, schedule};

/// The attachments that these facts want, numbered.
pub(super) fn all(source: &Source<'_>, library: &Library, title: &str) -> Vec<Document> {
    let wanted = library.attachments.iter().filter(|spec| condition::all(&spec.when, source.facts.domain));
    wanted.enumerate().map(|(i, spec)| one(source, spec, i + 1, title)).collect()
}

fn one(source: &Source<'_>, spec: &AttachmentSpec, index: usize, title: &str) -> Document {
    let part = match spec.part.as_str() {
        "act" => Part::Act,
        "schedule" => Part::Schedule,
        "receipt" => Part::Receipt,
        _ => Part::Form,
    };
    // A clause whose only words are a group of missing facts is no clause.
    let bodies = spec.clauses.iter().map(|text| source.fill(text)).filter(|body| !body.is_empty());
    let clause = |(i, body)| Clause { id: format!("{}.{}", spec.id, i + 1), body, ..Clause::default() };
    let mut clauses: Vec<Clause> = bodies.enumerate().map(clause).collect();
    if part == Part::Schedule {
        clauses.insert(0, schedule::clause(source, &format!("{}.table", spec.id)));
    }
    // Deeds and receipts are signed on a day of their own.
    let dated = part == Part::Receipt || spec.title.to_lowercase().contains("акт");
    let deed = dated && part != Part::Receipt;
    let mut preamble: Vec<Line> = Vec::new();
    if deed {
        preamble.push(parties::sides(source));
    }
    preamble.extend(spec.preamble.iter().map(|text| source.fill(text)).filter(|line| !line.is_empty()));
    let signatures = parties::pens(source);
    let author = if part == Part::Receipt { spec.preamble.first().and_then(|text| author(text)) } else { None };
    let author = author.and_then(|role| source.facts.pack.parties.iter().position(|party| party.role == role));
    Document {
        part,
        above: above(source, index, title),
        place: if dated { place(source) } else { Line::new() },
        date: if dated { day_of_signing() } else { Line::new() },
        title: spec.title.clone(),
        preamble,
        sections: vec![Section { id: spec.id.clone(), title: String::new(), clauses }],
        signatures: match author {
            Some(index) => signatures.into_iter().skip(index).take(1).collect(),
            None => signatures,
        },
        ..Document::default()
    }
}

/// Where the document belongs: its number, the contract, the contract's number and date.
fn above(source: &Source<'_>, index: usize, title: &str) -> Vec<Line> {
    let contract = lower(&phrase::decline(title, Case::Dative, false));
    vec![line(format!("Приложение №\u{a0}{index}")), line(format!("к {contract}")), of_contract(source)]
}

/// «№ 5 от «___» ____ 20__ г.»: what is told of the contract's number and day, and a line for the day that is not.
fn of_contract(source: &Source<'_>) -> Line {
    let mut out = number(source);
    out.push(Inline::text(if out.is_empty() { "от " } else { " от " }));
    out.extend(match source.facts.domain.pointer("/contract/date") {
        Some(_) => date(source),
        None => pen("дата", "«___»\u{a0}__________\u{a0}20__\u{a0}г."),
    });
    out
}

/// Who writes a receipt: the side that its first words name.
fn author(text: &str) -> Option<String> {
    template::parse(text).ok()?.into_iter().find_map(|node| match node {
        Node::Side { role, .. } => Some(role),
        _ => None,
    })
}

/// The clause that lists the attachments; papers that the parties bring themselves stand behind them.
pub(super) fn list(pack: &Pack, attached: &[Document]) -> Option<Clause> {
    let start = |text: &str| text.to_lowercase().chars().take(10).collect::<String>();
    let own: Vec<String> = attached.iter().map(|document| start(&document.title)).collect();
    let brought = pack.attachments.iter().filter(|name| {
        let paper = ["Копия", "Выписка", "План", "Устав", "Отказ"].iter().any(|first| name.starts_with(first));
        paper && !own.contains(&start(name))
    });
    let names: Vec<String> = attached.iter().map(|d| d.title.clone()).chain(brought.cloned()).collect();
    if names.is_empty() {
        return None;
    }
    let last = names.len();
    let item = |(i, name): (usize, String)| Clause {
        id: format!("final.attachments.{}", i + 1),
        body: vec![Inline::text(format!(
            "приложение №\u{a0}{} — {}{}",
            i + 1,
            lower(&name),
            if i + 1 == last { "." } else { ";" }
        ))],
        ..Clause::default()
    };
    Some(Clause {
        id: "final.attachments".into(),
        body: line(format!("К {} прилагаются:", phrase::decline("договор", Case::Dative, false))),
        items: names.into_iter().enumerate().map(item).collect(),
        table: None,
    })
}

fn lower(name: &str) -> String {
    let mut chars = name.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_lowercase).collect();
    first + chars.as_str()
}
