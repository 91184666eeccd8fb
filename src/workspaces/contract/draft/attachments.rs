//! Documents beside the contract: deeds, schedules, receipts.

use crate::engine::document::tree::{Clause, Document, Inline, Line, Part, Section, line};
use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::clauses::{self, AttachmentSpec, Library};
use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::template::{self, Node};
use crate::workspaces::contract::draft::fill::{Source, pen};
use crate::workspaces::contract::draft::{Facts, date, day_of_signing, number, parties, place, schedule, values};

/// The attachments that these facts want, numbered.
pub(super) fn all(source: &Source<'_>, library: &Library, title: &str) -> Vec<Document> {
    let wanted = library.attachments.iter().filter(|spec| attached(source.facts, spec));
    wanted.enumerate().map(|(i, spec)| one(source, spec, i + 1, title)).collect()
}

/// Whether the document with this id is attached to the contract of these facts.
pub(super) fn stands(facts: Facts<'_>, id: &str) -> bool {
    let specs = clauses::embedded().map(|book| book.attachments(&facts.pack.id)).unwrap_or_default();
    specs.iter().any(|spec| spec.id == id && attached(facts, spec))
}

/// A document is attached when its conditions hold and it says something: a form of an event of its own is filled in then, a
/// schedule has its days and sums, anything else has a line that a fact fills.
fn attached(facts: Facts<'_>, spec: &AttachmentSpec) -> bool {
    let says = || match spec.part.as_str() {
        "schedule" => schedule::is_whole(facts.domain),
        _ => spec.is_later() || spec.clauses.iter().any(|text| is_told(facts, text)),
    };
    condition::all(&spec.when, facts.domain) && says()
}

/// Whether a line of an attachment says something of this deal: it has no blank for the pen, and a fact of it is known.
fn is_told(facts: Facts<'_>, text: &str) -> bool {
    let nodes = template::parse(text).unwrap_or_default();
    let all = template::all(&nodes);
    let pen = all.iter().any(|(node, grouped)| matches!(node, Node::Blank(_)) && !grouped);
    let known = |node: &Node| match node {
        Node::Fact { pointer, form } => values::show(facts.pack, facts.domain, pointer, form).is_some(),
        _ => false,
    };
    !pen && all.iter().any(|(node, _)| known(node))
}

fn one(source: &Source<'_>, spec: &AttachmentSpec, index: usize, title: &str) -> Document {
    let part = match spec.part.as_str() {
        "act" => Part::Act,
        "schedule" => Part::Schedule,
        "receipt" => Part::Receipt,
        _ => Part::Form,
    };
    // A clause whose only words are a group of missing facts is no clause.
    let told = spec.clauses.iter().filter(|text| spec.is_later() || is_told(source.facts, text));
    let bodies = told.map(|text| source.fill(text)).filter(|body| !body.is_empty());
    let clause = |(i, body)| Clause { id: format!("{}.{}", spec.id, i + 1), body, ..Clause::default() };
    let mut clauses: Vec<Clause> = bodies.enumerate().map(clause).collect();
    if part == Part::Schedule {
        clauses.insert(0, schedule::clause(source, &format!("{}.table", spec.id)));
    }
    // Deeds and receipts are signed on a day of their own.
    let dated = spec.is_later();
    let deed = spec.title.to_lowercase().contains("акт") && part != Part::Receipt;
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
    // A form is named as one: it binds when it is filled in and signed.
    let form = |document: &Document| {
        let later = document.part == Part::Act || document.part == Part::Receipt || !document.date.is_empty();
        if later { format!("{} (форма)", document.title) } else { document.title.clone() }
    };
    let names: Vec<String> = attached.iter().map(form).chain(brought.cloned()).collect();
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
