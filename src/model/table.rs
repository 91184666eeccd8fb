//! A table of a source as data: its cells with their places, what is doubtful about it.

use serde::{Deserialize, Serialize};

/// A table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its number: `10.1`.
    pub number: String,
    /// Its title, or empty.
    pub title: String,
    /// The pages it stands on, from 1.
    pub pages: Vec<u32>,
    /// The one unit of all its values, or empty.
    pub unit: String,
    /// Notes below it.
    pub notes: Vec<String>,
    /// Its cells, row by row; row 0 and column 0 are headings.
    pub cells: Vec<Cell>,
    /// What is doubtful about it.
    pub doubts: Vec<String>,
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Row, from 0.
    pub r: usize,
    /// Column, from 0.
    pub c: usize,
    /// Rows that it covers.
    pub rowspan: usize,
    /// Columns that it covers.
    pub colspan: usize,
    /// A heading of a row or a column.
    pub header: bool,
    /// What it says.
    pub text: String,
    /// Its box on the page: left, top, width, height as fractions, where it is known.
    #[serde(rename = "box")]
    pub place: Option<[f64; 4]>,
    /// What is doubtful about it.
    pub doubt: Option<String>,
    /// Its node, where the table is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
}

impl Cell {
    /// A cell that covers itself only.
    #[must_use]
    pub fn new(r: usize, c: usize, header: bool, text: &str) -> Self {
        Self { r, c, rowspan: 1, colspan: 1, header, text: text.to_owned(), ..Self::default() }
    }
}
