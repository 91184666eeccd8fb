//! A comparison as HTML: `<ins>`, `<del>`, classes by fate, nothing from elsewhere.

use crate::engine::document::html::{anchor, escape};
use crate::engine::document::redline::{Block, Group, Redline, Shape};
use crate::model::compare::{RunKind, TextFate, TextRun};
use std::fmt::Write as _;

/// The comparison as an `<article>`.
#[must_use]
pub fn fragment(redline: &Redline) -> String {
    let mut out = String::from("<article class=\"document redline\" lang=\"ru\">\n");
    for group in redline.groups() {
        match group {
            Group::Paragraph(block) => paragraph(block, &mut out),
            Group::Table(rows) => table(rows, &mut out),
            Group::Sides(blocks) => sides(blocks, &mut out),
        }
    }
    out.push_str("</article>\n");
    out
}

/// A page of its own, readable without a style sheet.
#[must_use]
pub fn page(title: &str, redline: &Redline) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"ru\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n</head>\n<body>\n{}</body>\n</html>\n",
        escape(title),
        fragment(redline)
    )
}

fn paragraph(block: &Block, out: &mut String) {
    if block.new_page {
        out.push_str("<hr class=\"page-break\">\n");
    }
    let words = runs(&block.runs());
    let (tag, class) = match block.shape {
        Shape::Title => ("h1", "title".to_owned()),
        Shape::Heading => ("h2", "heading".to_owned()),
        Shape::Above => ("p", "above".to_owned()),
        Shape::Place => ("p", "place".to_owned()),
        Shape::Clause(level) => ("p", format!("clause level-{level}")),
        _ => ("p", "paragraph".to_owned()),
    };
    // A block that moved stands twice: only one of them has the id.
    let numbered = matches!(block.shape, Shape::Heading | Shape::Clause(_)) && block.stands != RunKind::Deleted;
    let id = if numbered { format!(" id=\"{}\"", anchor(&block.place)) } else { String::new() };
    let clause = escape(&block.place);
    let _ = writeln!(out, "<{tag} class=\"{class} {}\"{id} data-clause=\"{clause}\">{words}</{tag}>", fate(block));
}

fn table(rows: &[Block], out: &mut String) {
    out.push_str("<table>\n<tbody>\n");
    for row in rows {
        let (tag, class) = if row.shape == Shape::Head { ("th", "head ") } else { ("td", "") };
        let cells: String = row.cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", runs(cell))).collect();
        let _ = writeln!(out, "<tr class=\"{class}{}\">{cells}</tr>", fate(row));
    }
    out.push_str("</tbody>\n</table>\n");
}

fn sides(sides: &[Block], out: &mut String) {
    let cells: String =
        sides.iter().map(|side| format!("<td class=\"{}\"><p>{}</p></td>", fate(side), runs(&side.runs()))).collect();
    let _ = writeln!(out, "<table class=\"signatures\">\n<tbody><tr>{cells}</tr></tbody>\n</table>");
}

fn fate(block: &Block) -> &'static str {
    match block.fate {
        TextFate::Same => "same",
        TextFate::Renumbered => "renumbered",
        TextFate::Changed => "changed",
        TextFate::Moved => "moved",
        TextFate::Added => "added",
        TextFate::Removed => "removed",
    }
}

fn runs(line: &[TextRun]) -> String {
    line.iter()
        .map(|run| {
            let text = escape(&run.text).replace('\n', "<br>");
            match run.kind {
                RunKind::Same => text,
                RunKind::Inserted => format!("<ins>{text}</ins>"),
                RunKind::Deleted => format!("<del>{text}</del>"),
            }
        })
        .collect()
}
