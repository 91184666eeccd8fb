//! Pieces as blocks with keys: the same key in two texts means the same place.

use crate::engine::document::flow::{Piece, text};
use crate::engine::document::plain;
use crate::engine::document::redline::Shape;
use crate::model::document_view::{Run, Signature as Side};
use std::collections::BTreeMap;

/// A block of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piecemeal {
    /// Unique within its text.
    pub(super) key: String,
    pub(super) shape: Shape,
    pub(super) new_page: bool,
    pub(super) number: String,
    pub(super) cells: Vec<String>,
}

impl Piecemeal {
    /// Number and cells in one line.
    pub(super) fn line(&self) -> String {
        let number = if self.number.is_empty() { String::new() } else { format!("{}. ", self.number) };
        number + &self.cells.join("\t")
    }
}

/// Cuts pieces into blocks.
pub(super) fn of(pieces: &[Piece]) -> Vec<Piecemeal> {
    let mut cutter = Cutter::default();
    for (i, document) in pieces.split(|piece| *piece == Piece::PageBreak).enumerate() {
        // The contract is always the same document; an attachment is known by its title.
        let title = document.iter().find_map(|piece| match piece {
            Piece::Title(runs) => Some(text(runs)),
            _ => None,
        });
        cutter.document = if i == 0 { String::new() } else { format!("{}/", title.unwrap_or_default()) };
        cutter.new_page = i > 0;
        cutter.clause = String::new();
        document.iter().for_each(|piece| cutter.piece(piece));
    }
    cutter.out
}

#[derive(Default)]
struct Cutter {
    document: String,
    new_page: bool,
    /// The clause that a table follows.
    clause: String,
    seen: BTreeMap<String, usize>,
    out: Vec<Piecemeal>,
}

impl Cutter {
    fn push(&mut self, place: String, shape: Shape, number: &str, cells: Vec<String>) {
        let times = self.seen.entry(place.clone()).or_default();
        *times += 1;
        let key = if *times > 1 { format!("{place}#{times}") } else { place };
        let new_page = std::mem::take(&mut self.new_page);
        self.out.push(Piecemeal { key, shape, new_page, number: number.to_owned(), cells });
    }

    /// A place that has no id of its own.
    fn named(&mut self, name: &str, shape: Shape, number: &str, cells: Vec<String>) {
        self.push(format!("{}{name}", self.document), shape, number, cells);
    }

    fn piece(&mut self, piece: &Piece) {
        let words = |runs: &[Run]| vec![text(runs)];
        match piece {
            Piece::PageBreak => {}
            Piece::Above(runs) => self.named("above", Shape::Above, "", words(runs)),
            Piece::Title(runs) => self.named("title", Shape::Title, "", words(runs)),
            Piece::Place(left, right) => self.named("place", Shape::Place, "", vec![text(left), text(right)]),
            Piece::Paragraph(runs) => self.named("preamble", Shape::Paragraph, "", words(runs)),
            Piece::Heading { number, id, runs } => self.push(id.clone(), Shape::Heading, number, words(runs)),
            Piece::Clause { number, level, id, runs } => {
                self.clause.clone_from(id);
                self.push(id.clone(), Shape::Clause(*level), number, words(runs));
            }
            Piece::Table { head, rows } => {
                let table = self.clause.clone();
                self.push(format!("{table}:{}", head.len()), Shape::Head, "", head.clone());
                for row in rows {
                    let cells: Vec<String> = row.iter().map(|cell| text(cell)).collect();
                    let first = cells.first().map_or("", String::as_str);
                    self.push(format!("{table}:{}:{first}", cells.len()), Shape::Row, "", cells);
                }
            }
            Piece::Signatures { title, sides } => {
                if !title.is_empty() {
                    let (number, words) = title.split_once(". ").unwrap_or(("", title));
                    self.named("signatures", Shape::Heading, number, vec![words.to_owned()]);
                }
                for side in sides {
                    self.side(side);
                }
            }
        }
    }

    fn side(&mut self, side: &Side) {
        self.named(&format!("signatures.{}", side.role), Shape::Side, "", vec![plain::side(side).join("\n")]);
    }
}
