//! Two laid-out texts compared: clauses are matched by their ids, words inside a clause are compared.
//!
//! The result is data: every block with its fate, every word with its kind. Taking all changes gives the text of the
//! second version, refusing all gives the first; [`html`] and the exporters only write it down.

mod blocks;
pub mod html;
pub mod words;

#[cfg(test)]
mod tests;

use crate::engine::document::flow::Piece;
use crate::model::compare::{RunKind, TextChange, TextFate, TextRun};
use blocks::Piecemeal;
use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::{BTreeMap, BTreeSet};

/// What a block looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Right-aligned, above a title.
    Above,
    /// A title.
    Title,
    /// City and date: two cells.
    Place,
    /// A paragraph without a number.
    Paragraph,
    /// A section's heading.
    Heading,
    /// A numbered clause of this level.
    Clause(usize),
    /// The head of a table.
    Head,
    /// A row of a table.
    Row,
    /// A side in the signature table: lines parted by a line feed.
    Side,
}

/// A paragraph, a row of a table or a side's column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Id of the clause, or a name of the place such as `preamble.1`.
    pub place: String,
    /// What became of it. A moved block stands twice: removed and added, both told as moved.
    pub fate: TextFate,
    /// Where it stands: [`RunKind::Same`] for both versions.
    pub stands: RunKind,
    /// What it looks like.
    pub shape: Shape,
    /// Whether it begins a page.
    pub new_page: bool,
    /// Its number in the first version; empty for none.
    pub number_from: String,
    /// Its number in the second version; empty for none.
    pub number_to: String,
    /// One for a paragraph, two for city and date, as many as columns for a row.
    pub cells: Vec<Vec<TextRun>>,
}

/// The comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Redline {
    /// In the order of the text; what is gone stands before what came in its place.
    pub blocks: Vec<Block>,
}

/// Blocks that are drawn together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group<'a> {
    /// A paragraph of its own.
    Paragraph(&'a Block),
    /// Rows of one table.
    Table(&'a [Block]),
    /// Columns of the signature table.
    Sides(&'a [Block]),
}

/// The text as lines: what taking or refusing all changes must give.
#[must_use]
pub fn lines(pieces: &[Piece]) -> Vec<String> {
    blocks::of(pieces).iter().map(Piecemeal::line).collect()
}

/// Compares two laid-out texts.
#[must_use]
pub fn compare(from: &[Piece], to: &[Piece]) -> Redline {
    let (old, new) = (blocks::of(from), blocks::of(to));
    let keys = |list: &[Piecemeal]| list.iter().map(|block| block.key.clone()).collect::<Vec<_>>();
    let (old_keys, new_keys) = (keys(&old), keys(&new));
    let (had, has): (BTreeSet<_>, BTreeSet<_>) = (old_keys.iter().collect(), new_keys.iter().collect());
    let mut out = Vec::with_capacity(new.len());
    for op in capture_diff_slices(Algorithm::Myers, &old_keys, &new_keys) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            let pairs = old[old_index..old_index + len].iter().zip(&new[new_index..new_index + len]);
            out.extend(pairs.map(|(old, new)| both(old, new)));
            continue;
        }
        let gone = old[op.old_range()].iter().map(|b| one(b, RunKind::Deleted, has.contains(&b.key)));
        let came = new[op.new_range()].iter().map(|b| one(b, RunKind::Inserted, had.contains(&b.key)));
        out.extend(gone.chain(came));
    }
    Redline { blocks: out }
}

/// A block of both versions.
fn both(old: &Piecemeal, new: &Piecemeal) -> Block {
    let cells: Vec<Vec<TextRun>> = old.cells.iter().zip(&new.cells).map(|(a, b)| words::compare(a, b)).collect();
    let fate = match (old.cells == new.cells, old.number == new.number) {
        (true, true) => TextFate::Same,
        (true, false) => TextFate::Renumbered,
        _ => TextFate::Changed,
    };
    Block {
        place: new.key.clone(),
        fate,
        stands: RunKind::Same,
        shape: new.shape,
        new_page: new.new_page,
        number_from: old.number.clone(),
        number_to: new.number.clone(),
        cells,
    }
}

/// A block of one version.
fn one(block: &Piecemeal, stands: RunKind, moved: bool) -> Block {
    let cell =
        |text: &String| if text.is_empty() { vec![] } else { vec![TextRun { kind: stands, text: text.clone() }] };
    let number = |own: RunKind| if stands == own { block.number.clone() } else { String::new() };
    Block {
        place: block.key.clone(),
        fate: match (moved, stands) {
            (true, _) => TextFate::Moved,
            (false, RunKind::Deleted) => TextFate::Removed,
            (false, _) => TextFate::Added,
        },
        stands,
        shape: block.shape,
        new_page: block.new_page,
        number_from: number(RunKind::Deleted),
        number_to: number(RunKind::Inserted),
        cells: block.cells.iter().map(cell).collect(),
    }
}

impl Block {
    /// The number with its full stop, as runs.
    #[must_use]
    pub fn number(&self) -> Vec<TextRun> {
        let run = |kind, number: &String| TextRun { kind, text: format!("{number}. ") };
        match self.stands {
            RunKind::Same if self.number_from == self.number_to => vec![run(RunKind::Same, &self.number_to)],
            _ => vec![run(RunKind::Deleted, &self.number_from), run(RunKind::Inserted, &self.number_to)],
        }
        .into_iter()
        .filter(|run| run.text != ". ")
        .collect()
    }

    /// Number and cells in one line, cells parted by a tab.
    #[must_use]
    pub fn runs(&self) -> Vec<TextRun> {
        let mut out = self.number();
        for (i, cell) in self.cells.iter().enumerate() {
            if i > 0 {
                out.push(TextRun { kind: self.stands, text: "\t".into() });
            }
            out.extend(cell.iter().cloned());
        }
        out
    }
}

impl Redline {
    /// The text with all changes taken, or with all refused.
    #[must_use]
    pub fn lines(&self, taken: bool) -> Vec<String> {
        let without = if taken { RunKind::Deleted } else { RunKind::Inserted };
        let kept = self.blocks.iter().filter(|block| block.stands != without);
        kept.map(|block| block.runs().into_iter().filter(|run| run.kind != without).map(|run| run.text).collect())
            .collect()
    }

    /// Blocks as they are drawn: rows in tables, sides next to each other.
    #[must_use]
    pub fn groups(&self) -> Vec<Group<'_>> {
        let kind = |block: &Block| match block.shape {
            Shape::Head | Shape::Row => 1,
            Shape::Side => 2,
            _ => 0,
        };
        let together = |a: &Block, b: &Block| kind(a) == kind(b) && kind(a) > 0 && b.shape != Shape::Head;
        self.blocks
            .chunk_by(together)
            .map(|blocks| match kind(&blocks[0]) {
                1 => Group::Table(blocks),
                2 => Group::Sides(blocks),
                _ => Group::Paragraph(&blocks[0]),
            })
            .collect()
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.fate == TextFate::Same)
    }

    /// What differs, block by block; a moved block once, at its new place.
    #[must_use]
    pub fn changes(&self) -> Vec<TextChange> {
        let gone = self.blocks.iter().filter(|block| block.fate == TextFate::Moved && block.stands == RunKind::Deleted);
        let gone: BTreeMap<&str, &Block> = gone.map(|block| (block.place.as_str(), block)).collect();
        let told = |block: &&Block| {
            block.fate != TextFate::Same && (block.fate != TextFate::Moved || block.stands == RunKind::Inserted)
        };
        let change = |block: &Block| {
            let before = gone.get(block.place.as_str()).filter(|_| block.fate == TextFate::Moved);
            let runs = match before {
                Some(old) => words::compare(&old.words(), &block.words()),
                None => block.runs().into_iter().skip(block.number().len()).collect(),
            };
            TextChange {
                clause: block.place.clone(),
                change: block.fate,
                number_from: before.map_or(&block.number_from, |old| &old.number_from).clone(),
                number_to: block.number_to.clone(),
                runs,
            }
        };
        self.blocks.iter().filter(told).map(change).collect()
    }
}

impl Block {
    fn words(&self) -> String {
        let runs = self.runs().into_iter().skip(self.number().len());
        runs.map(|run| run.text).collect()
    }
}
