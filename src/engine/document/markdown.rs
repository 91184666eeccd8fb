//! Markdown.

use crate::engine::document::flow::Piece;
use crate::engine::document::plain;
use crate::model::document_view::{Mark, Run};

/// Pieces as Markdown; marks that Markdown would read are escaped.
#[must_use]
pub fn render(pieces: &[Piece]) -> String {
    let mut blocks = Vec::new();
    for piece in pieces {
        blocks.push(match piece {
            Piece::PageBreak => "---".to_owned(),
            Piece::Above(line) => format!("*{}*", runs(line)),
            Piece::Title(line) => format!("# {}", runs(line)),
            Piece::Place(left, right) => format!("{} · {}", runs(left), runs(right)),
            Piece::Paragraph(line) => runs(line),
            Piece::Heading { number, runs: line, .. } => format!("## {number}. {}", runs(line)),
            // An escaped dot keeps «4.1.» from becoming a list.
            Piece::Clause { number, runs: line, .. } => format!("{number}\\. {}", runs(line)),
            Piece::Table { head, rows } => {
                let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
                let mut lines = vec![row(head.iter().map(|cell| escape(cell)).collect())];
                lines.push(row(vec!["---".to_owned(); head.len()]));
                lines.extend(rows.iter().map(|cells| row(cells.iter().map(|cell| runs(cell)).collect())));
                lines.join("\n")
            }
            Piece::Signatures { title, sides } => {
                let sides = sides.iter().map(|side| {
                    let lines: Vec<String> = plain::side(side).iter().map(|line| escape(line)).collect();
                    lines.join("  \n")
                });
                let head = (!title.is_empty()).then(|| format!("## {}", escape(title)));
                head.into_iter().chain(sides).collect::<Vec<_>>().join("\n\n")
            }
        });
    }
    blocks.join("\n\n") + "\n"
}

fn runs(line: &[Run]) -> String {
    line.iter()
        .map(|run| match run.mark {
            Mark::Missing { .. } => format!("**{}**", escape(&run.text)),
            _ => escape(&run.text),
        })
        .collect()
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '|' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
