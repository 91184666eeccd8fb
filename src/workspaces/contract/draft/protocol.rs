//! A protocol of disagreements: where the other side's copy reads differently, clause by clause.

use crate::engine::document::flow;
use crate::engine::document::redline;
use crate::engine::document::tree::{Clause, Document, Part, Section, Signature, Table, line};
use crate::model::compare::{RunKind, TextChange, TextFate, TextRun};
use crate::model::protocol::Row;
use crate::workspaces::contract::draft::fill::pen;
use crate::workspaces::contract::draft::version::Laid;
use std::collections::{BTreeMap, BTreeSet};

/// Rows where the texts differ now, and rows that differed from what was shared and are agreed since.
#[must_use]
pub fn rows(shared: &Laid, ours: &Laid, theirs: &Laid) -> Vec<Row> {
    let places = Places::of(&ours.document, &theirs.document);
    let open = told(ours, theirs);
    let differ: BTreeSet<&str> = open.iter().map(|change| owner(&change.clause)).collect();
    let settled = told(shared, theirs);
    let settled = settled.iter().filter(|change| !differ.contains(owner(&change.clause)));
    let open = open.iter().map(|change| places.row(change, false));
    let mut rows = joined(open.chain(settled.map(|change| places.row(change, true))));
    rows.sort_by_key(|row| places.order(&row.clause));
    rows
}

/// Changes of words; a new number alone is no disagreement.
fn told(from: &Laid, to: &Laid) -> Vec<TextChange> {
    let mut changes = redline::compare(&from.pieces, &to.pieces).changes();
    changes.retain(|change| {
        change.change != TextFate::Renumbered && change.runs.iter().any(|run| run.kind != RunKind::Same)
    });
    changes
}

/// The clause that a row of a table belongs to.
fn owner(place: &str) -> &str {
    place.split(':').next().unwrap_or_default()
}

/// Rows of one table become one.
fn joined(rows: impl Iterator<Item = Row>) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    for row in rows {
        let Some(kept) = out.iter_mut().find(|kept| kept.clause == row.clause) else {
            out.push(row);
            continue;
        };
        for (all, one) in
            [(&mut kept.ours, &row.ours), (&mut kept.theirs, &row.theirs), (&mut kept.agreed, &row.agreed)]
        {
            if !all.is_empty() && !one.is_empty() {
                all.push_str("; ");
            }
            all.push_str(one);
        }
    }
    out
}

/// Where a clause stands, in which section, under which number.
struct Places(BTreeMap<String, (usize, String, String)>);

impl Places {
    /// Ours before theirs.
    fn of(ours: &Document, theirs: &Document) -> Self {
        let mut places = Self(BTreeMap::new());
        places.document(ours);
        places.document(theirs);
        places
    }

    fn document(&mut self, document: &Document) {
        let numbers = flow::numbers(document);
        for section in &document.sections {
            let title = if section.title.is_empty() { &document.title } else { &section.title };
            self.put(&section.id, title, &numbers);
            self.clauses(&section.clauses, title, &numbers);
        }
        document.attachments.iter().for_each(|attachment| self.document(attachment));
    }

    fn clauses(&mut self, list: &[Clause], title: &str, numbers: &BTreeMap<String, String>) {
        for clause in list {
            self.put(&clause.id, title, numbers);
            self.clauses(&clause.items, title, numbers);
        }
    }

    fn put(&mut self, id: &str, title: &str, numbers: &BTreeMap<String, String>) {
        let next = self.0.len() + 1;
        let number = numbers.get(id).cloned().unwrap_or_default();
        self.0.entry(id.to_owned()).or_insert_with(|| (next, number, title.to_owned()));
    }

    /// Places without an id (title, preamble) come first.
    fn order(&self, clause: &str) -> usize {
        self.0.get(clause).map_or(0, |place| place.0)
    }

    fn row(&self, change: &TextChange, agreed: bool) -> Row {
        let id = owner(&change.clause);
        let (number, title) =
            self.0.get(id).map_or_else(|| (String::new(), named(id)), |place| (place.1.clone(), place.2.clone()));
        let without = |kind| -> String {
            let kept = change.runs.iter().filter(|run: &&TextRun| run.kind != kind);
            kept.map(|run| run.text.as_str()).collect::<String>().replace(['\n', '\t'], " ")
        };
        let theirs = without(RunKind::Deleted);
        let agreed = match (agreed, theirs.is_empty()) {
            (false, _) => String::new(),
            (true, true) => "Исключить.".to_owned(),
            (true, false) => theirs.clone(),
        };
        Row { clause: id.to_owned(), number, title, ours: without(RunKind::Inserted), theirs, agreed }
    }
}

/// A place without an id in words.
fn named(place: &str) -> String {
    let (document, name) = place.rsplit_once('/').unwrap_or(("", place));
    let words = match name.split(['.', '#']).next().unwrap_or_default() {
        "title" => "Название",
        "place" => "Место и дата",
        "preamble" => "Преамбула",
        "signatures" => "Реквизиты и подписи",
        _ => "Оформление",
    };
    let role = name.strip_prefix("signatures.").map(|role| format!(": {role}")).unwrap_or_default();
    let document = if document.is_empty() { String::new() } else { format!("{document} — ") };
    format!("{document}{words}{role}")
}

/// The protocol as a document: head, table, signatures.
#[must_use]
pub fn document(rows: &[Row], contract: &Document) -> Document {
    let words = if rows.is_empty() {
        "Разногласий по тексту договора нет."
    } else {
        "Стороны рассмотрели условия договора и излагают их в следующих редакциях:"
    };
    let clause = |id: &str, text: &str, table| Clause { id: id.into(), body: line(text), items: Vec::new(), table };
    let last = "Настоящий протокол — неотъемлемая часть договора. В остальном условия договора остаются без изменений.";
    let side = |side: &Signature| Signature { lines: side.lines.iter().take(1).cloned().collect(), ..side.clone() };
    let mut above = line(format!("к документу «{}» ", contract.title));
    above.extend(pen("номер и дата", "№\u{a0}_____ от «___»\u{a0}__________\u{a0}20__\u{a0}г."));
    Document {
        part: Part::Form,
        above: vec![above],
        title: "Протокол разногласий".into(),
        place: contract.place.clone(),
        date: contract.date.clone(),
        sections: vec![Section {
            id: "protocol".into(),
            title: String::new(),
            clauses: vec![
                clause("protocol.table", words, (!rows.is_empty()).then(|| table(rows))),
                clause("protocol.rest", last, None),
            ],
        }],
        sign_title: "Подписи сторон".into(),
        signatures: contract.signatures.iter().map(side).collect(),
        ..Document::default()
    }
}

fn table(rows: &[Row]) -> Table {
    let cell = |text: &str| line(if text.is_empty() { "—" } else { text });
    let place = |row: &Row| match row.number.as_str() {
        "" => row.title.clone(),
        number => format!("п. {number} «{}»", row.title),
    };
    let head = [
        "Пункт договора",
        "Редакция стороны, подготовившей договор",
        "Редакция другой стороны",
        "Согласованная редакция",
    ];
    let row = |row: &Row| vec![line(place(row)), cell(&row.ours), cell(&row.theirs), line(row.agreed.clone())];
    Table { head: head.map(str::to_owned).to_vec(), rows: rows.iter().map(row).collect() }
}
