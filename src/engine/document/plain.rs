//! Plain text.

use crate::engine::document::flow::{Piece, text};
use crate::model::document_view::Signature as Side;
use std::fmt::Write as _;

/// Pieces as plain text, an empty line between them.
#[must_use]
pub fn render(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        let block = match piece {
            Piece::PageBreak => "\u{2014}\u{2014}\u{2014}".to_owned(),
            Piece::Title(runs) => text(runs).to_uppercase(),
            Piece::Above(runs) | Piece::Paragraph(runs) => text(runs),
            Piece::Place(left, right) => format!("{}\t{}", text(left), text(right)),
            Piece::Heading { number, runs, .. } => format!("{number}. {}", text(runs)),
            Piece::Clause { number, runs, .. } => format!("{number}. {}", text(runs)),
            Piece::Table { head, rows } => {
                let row = |cells: Vec<String>| cells.join(" | ");
                let rows = rows.iter().map(|cells| row(cells.iter().map(|cell| text(cell)).collect()));
                std::iter::once(row(head.clone())).chain(rows).collect::<Vec<_>>().join("\n")
            }
            Piece::Signatures { title, sides } => {
                let mut block = title.clone();
                for side in sides {
                    let _ = write!(block, "\n\n{}", self::side(side).join("\n"));
                }
                block.trim_start().to_owned()
            }
        };
        out.push_str(&block);
        out.push_str("\n\n");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The lines of one side: role, requisites, post, pen, seal.
#[must_use]
pub fn side(side: &Side) -> Vec<String> {
    let mut lines = requisites(side);
    lines.extend(pens(side));
    lines
}

/// Who the side is: role and requisites.
#[must_use]
pub fn requisites(side: &Side) -> Vec<String> {
    let mut lines = vec![format!("{}:", side.role)];
    lines.extend(side.lines.iter().map(|line| text(line)));
    lines
}

/// Where the side signs: post, pen, seal.
#[must_use]
pub fn pens(side: &Side) -> Vec<String> {
    let mut lines: Vec<String> = side.post.iter().cloned().collect();
    lines.push(text(&side.sign));
    if side.seal {
        lines.push("М.П.".to_owned());
    }
    lines
}
