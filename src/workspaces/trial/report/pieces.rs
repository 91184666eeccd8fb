//! The report as pieces of a document: what every writer of files takes.

use crate::engine::document::flow::Piece;
use crate::model::document_view::{Mark, Run, Runs};
use crate::workspaces::trial::report::names::name;
use serde_json::Value;

/// Which part of a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Everything.
    Whole,
    /// Without the private page.
    Open,
    /// The private page alone.
    Private,
}

impl Which {
    /// By its name in queries.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "whole" => Some(Self::Whole),
            "public" => Some(Self::Open),
            "settlement" => Some(Self::Private),
            _ => None,
        }
    }

    fn takes(self, section: &Value) -> bool {
        match self {
            Self::Whole => true,
            Self::Open => section["private"] != true,
            Self::Private => section["private"] == true,
        }
    }
}

/// The report as data, without the sections that the part does not have.
#[must_use]
pub fn part(report: &Value, which: Which) -> Value {
    let mut value = report.clone();
    if let Some(sections) = value["sections"].as_array_mut() {
        sections.retain(|section| which.takes(section));
    }
    value
}

/// Title and pieces.
#[must_use]
pub fn pieces(report: &Value, which: Which) -> (String, Vec<Piece>) {
    let title = report["title"].as_str().unwrap_or_default().to_owned();
    let mut out = vec![Piece::Title(line(&title))];
    let sections = report["sections"].as_array();
    for section in sections.into_iter().flatten().filter(|section| which.takes(section)) {
        if section["private"] == true && which == Which::Whole {
            out.push(Piece::PageBreak);
        }
        let number = section["number"].as_u64().unwrap_or_default();
        let id = format!("report.{number}");
        let heading = section["title"].as_str().unwrap_or_default();
        out.push(Piece::Heading { number: number.to_string(), id: id.clone(), runs: line(heading) });
        let lines = section["lines"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for (index, words) in lines.enumerate() {
            let number = format!("{number}.{}", index + 1);
            out.push(Piece::Clause { id: format!("{id}.{}", index + 1), number, level: 2, runs: line(words) });
        }
        let table = &section["table"];
        let bare =
            section["lines"].as_array().is_none_or(Vec::is_empty) && table["rows"].as_array().is_none_or(Vec::is_empty);
        if bare {
            out.push(Piece::Paragraph(line(&name(report["language"].as_str().unwrap_or("ko"), "nothing"))));
        }
        if let Some(rows) = table["rows"].as_array().filter(|rows| !rows.is_empty()) {
            let head =
                table["head"].as_array().into_iter().flatten().filter_map(|cell| cell.as_str().map(str::to_owned));
            let cells = |row: &Value| {
                row.as_array().into_iter().flatten().map(|cell| line(cell.as_str().unwrap_or_default())).collect()
            };
            out.push(Piece::Table { head: head.collect(), rows: rows.iter().map(cells).collect() });
        }
    }
    let footer = &report["footer"];
    let hash = footer["event_log_sha256"].as_str().unwrap_or_default();
    let lang = report["language"].as_str().unwrap_or("ko");
    out.push(Piece::Paragraph(line(&format!(
        "{} · {} · SHA-256 {hash}",
        name(lang, "simulation_only"),
        footer["law_as_of"].as_str().unwrap_or_default()
    ))));
    (title, out)
}

fn line(words: &str) -> Runs {
    vec![Run { text: words.to_owned(), mark: Mark::Plain }]
}
