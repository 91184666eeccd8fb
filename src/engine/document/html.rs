//! HTML: escaped text, classes by origin, ids of clauses, no style of its own.

use crate::engine::document::flow::Piece;
use crate::model::document_view::{Mark, Run, Runs, Signature as Side};
use std::fmt::Write as _;

/// Pieces as an `<article>`.
#[must_use]
pub fn fragment(pieces: &[Piece]) -> String {
    let mut out = String::from("<article class=\"document\" lang=\"ru\">\n");
    for piece in pieces {
        block(piece, &mut out);
    }
    out.push_str("</article>\n");
    out
}

/// A page of its own, readable without a style sheet.
#[must_use]
pub fn page(title: &str, pieces: &[Piece]) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"ru\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n</head>\n<body>\n{}</body>\n</html>\n",
        escape(title),
        fragment(pieces)
    )
}

/// The same with a stamp that a printer repeats on every page.
#[must_use]
pub fn stamped(title: &str, pieces: &[Piece], stamp: &str) -> String {
    let mark = format!("<body>\n<div style=\"position:fixed;top:0;right:0\">{}</div>\n", escape(stamp));
    page(title, pieces).replacen("<body>\n", &mark, 1)
}

fn block(piece: &Piece, out: &mut String) {
    let _ = match piece {
        Piece::PageBreak => writeln!(out, "<hr class=\"page-break\">"),
        Piece::Above(line) => writeln!(out, "<p class=\"above\">{}</p>", runs(line)),
        Piece::Title(line) => writeln!(out, "<h1>{}</h1>", runs(line)),
        Piece::Place(left, right) => writeln!(
            out,
            "<p class=\"place\"><span class=\"city\">{}</span> <span class=\"date\">{}</span></p>",
            runs(left),
            runs(right)
        ),
        Piece::Paragraph(line) => writeln!(out, "<p>{}</p>", runs(line)),
        Piece::Heading { number, id, runs: line } => {
            writeln!(out, "<h2 id=\"{}\"><span class=\"number\">{number}.</span> {}</h2>", anchor(id), runs(line))
        }
        Piece::Clause { number, level, id, runs: line } => writeln!(
            out,
            "<p class=\"clause level-{level}\" id=\"{}\" data-clause=\"{}\"><span class=\"number\">{number}.</span> {}</p>",
            anchor(id),
            escape(id),
            runs(line)
        ),
        Piece::Table { head, rows } => {
            let cells = |cells: &[Runs]| cells.iter().map(|c| format!("<td>{}</td>", runs(c))).collect::<String>();
            let head: String = head.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
            let rows: String = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
            writeln!(out, "<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>")
        }
        Piece::Signatures { title, sides } => {
            if !title.is_empty() {
                let _ = writeln!(out, "<h2>{}</h2>", escape(title));
            }
            let cells: String = sides.iter().map(|s| format!("<td>{}</td>", side(s))).collect();
            writeln!(out, "<table class=\"signatures\">\n<tbody><tr>{cells}</tr></tbody>\n</table>")
        }
    };
}

fn side(side: &Side) -> String {
    let mut out = format!("<p><strong>{}:</strong></p>", escape(&side.role));
    for line in &side.lines {
        let _ = write!(out, "<p>{}</p>", runs(line));
    }
    if let Some(post) = &side.post {
        let _ = write!(out, "<p>{}</p>", escape(post));
    }
    let _ = write!(out, "<p class=\"pen\">{}</p>", runs(&side.sign));
    if side.seal {
        out.push_str("<p>М.П.</p>");
    }
    out
}

fn runs(line: &[Run]) -> String {
    line.iter()
        .map(|run| {
            let text = escape(&run.text);
            match &run.mark {
                Mark::Plain => text,
                Mark::Fact { pointer, origin } => format!(
                    "<span class=\"fact {}\" data-pointer=\"{}\">{text}</span>",
                    origin.map_or("unknown", |origin| origin.as_str()),
                    escape(pointer)
                ),
                Mark::Missing { pointer } => {
                    format!("<span class=\"missing\" data-pointer=\"{}\">{text}</span>", escape(pointer))
                }
                Mark::Blank { pointer } => {
                    format!("<span class=\"blank\" data-pointer=\"{}\">{text}</span>", escape(pointer))
                }
                Mark::Ref { target } => format!("<a href=\"#{}\">{text}</a>", anchor(target)),
            }
        })
        .collect()
}

/// An id for anchors: ids of clauses have dots, which selectors would read.
#[must_use]
pub fn anchor(id: &str) -> String {
    let safe: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("c-{safe}")
}

/// Text as HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
