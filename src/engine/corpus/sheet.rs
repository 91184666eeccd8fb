//! A page of a source that comes as text only, parted into what is set on paper: headings, paragraphs, tables. Pure.
//!
//! Tables are drawn from the nodes of the edition, so what a cell says and where it stands agree; the lines that they
//! were rebuilt from are left out. A table that goes on over the end of a page is drawn whole where it begins.

use crate::engine::corpus::boxes::key;
use crate::engine::corpus::read::captions::Table as Caption;
use crate::engine::corpus::read::{clean, numbers};
use crate::model::source::NodeView;
use std::collections::HashMap;

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// Running text.
    Paragraph(String),
    /// A table.
    Table(Grid),
}

/// A table with its columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grid {
    /// Headings of the columns, that of the row headers first; empty when there are none.
    pub columns: Vec<String>,
    /// Rows of cells, all of one length.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// The heading of the rows below it, over all columns.
    Part(String),
    /// Cells.
    Cells(Vec<String>),
}

/// A table of an edition that could be rebuilt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Page on which its caption stands.
    pub page: u32,
    /// Its caption as the key of [`crate::engine::corpus::boxes`]: with number and title.
    caption: Vec<char>,
    grid: Grid,
    /// The key of everything in it: a line of the source whose key is in here belongs to it.
    words: Vec<char>,
}

/// The tables of an edition whose cells are known, in their order.
#[must_use]
pub fn tables(outline: &[NodeView]) -> Vec<Table> {
    let mut below: HashMap<&str, Vec<&NodeView>> = HashMap::new();
    for node in outline {
        below.entry(node.parent.as_deref().unwrap_or_default()).or_default().push(node);
    }
    let under = |node: &NodeView| below.get(node.node_id.as_str()).map(Vec::as_slice).unwrap_or_default();
    let tables = outline.iter().filter(|node| node.kind == "table" && !node.lossy);
    tables
        .filter_map(|node| {
            let page = node.page?;
            let mut grid = Grid { columns: vec![String::new()], rows: Vec::new() };
            let mut part = "";
            for child in under(node) {
                match child.kind.as_str() {
                    "column" => grid.columns.push(child.text.clone()),
                    "row" => {
                        let cells: Vec<String> = under(child).iter().map(|cell| cell.text.clone()).collect();
                        let above = cells.first().and_then(|own| child.title.strip_suffix(own.as_str()));
                        let above = above.unwrap_or_default().trim_end_matches([' ', '—']);
                        if above != part && !above.is_empty() {
                            grid.rows.push(Row::Part(above.to_owned()));
                        }
                        part = above;
                        grid.rows.push(Row::Cells(cells));
                    }
                    _ => {}
                }
            }
            let known = grid.rows.iter().any(|row| matches!(row, Row::Cells(cells) if cells.len() > 1));
            let number = node.node_id.rsplit("table/").next().unwrap_or_default();
            // The heading stands above the columns and names that of the rows.
            let column: Vec<char> = grid.columns.iter().skip(1).flat_map(|column| key(column)).collect();
            let head = key(&node.text);
            if !head.ends_with(&column) || column.is_empty() {
                grid.columns[0].clone_from(&node.text);
            } else if let Some(own) = grid.columns.get(1).and_then(|last| node.text.strip_suffix(last.as_str())) {
                grid.columns[0] = own.trim().to_owned();
            }
            let words = head.into_iter().chain(grid.columns.iter().flat_map(|text| key(text)));
            let words = words.chain(grid.rows.iter().flat_map(|row| match row {
                Row::Part(text) => key(text),
                Row::Cells(cells) => cells.iter().flat_map(|cell| key(cell)).collect(),
            }));
            let words = words.collect();
            known.then(|| Table { page, caption: key(&format!("Таблица {number}")), words, grid })
        })
        .collect()
}

/// The pieces of a page's text; `tables` are those of the edition, `page` is this one.
#[must_use]
pub fn blocks(text: &str, page: u32, tables: &[Table]) -> Vec<Block> {
    let lines: Vec<String> = text.lines().map(clean::line).filter(|line| !line.is_empty()).collect();
    let mut out = Vec::new();
    // A table that began on the page before may go on here.
    let open = tables.iter().rfind(|table| table.page + 1 == page);
    let mut at = open.map_or(0, |table| belongs(&lines, table));
    while at < lines.len() {
        let line = &lines[at];
        at += 1;
        if Caption::caption(line, page).is_some() {
            out.push(Block::Heading(line.clone()));
            let is_it = |table: &&Table| table.page == page && key(line).starts_with(&table.caption);
            if let Some(table) = tables.iter().filter(is_it).max_by_key(|table| table.caption.len()) {
                out.push(Block::Table(table.grid.clone()));
                at += belongs(&lines[at..], table);
            } else if let Some(mut loose) = Caption::caption(line, page) {
                // Cells whose rows nobody knows stand one below the other, as the source has them.
                while at < lines.len() && !ends(&lines[at]) && loose.take(&lines[at]) {
                    out.push(Block::Paragraph(lines[at].clone()));
                    at += 1;
                }
                out.push(Block::Paragraph(String::new()));
            }
        } else if is_heading(line) {
            out.push(Block::Heading(line.clone()));
        } else {
            match out.last_mut() {
                Some(Block::Paragraph(text)) if !opens(line) => clean::append(text, line),
                _ => out.push(Block::Paragraph(line.clone())),
            }
        }
    }
    out
}

/// What never is a cell.
fn ends(line: &str) -> bool {
    let low = clean::squeezed(line).to_lowercase();
    low.starts_with("примечани") || low.starts_with("таблица") || numbers::clause(line).is_some() && line.len() > 40
}

/// Lines at the beginning that a table was rebuilt from.
fn belongs(lines: &[String], table: &Table) -> usize {
    let is_of = |line: &&String| {
        let own = key(line);
        // A word broken at the end of a line keeps its hyphen in the line only.
        let own = own.strip_suffix(&['-']).unwrap_or(&own);
        own.is_empty() || table.words.windows(own.len()).any(|words| words == own)
    };
    lines.iter().take_while(is_of).count()
}

/// The pieces of a node for sources without pages.
#[must_use]
pub fn of_node(node: &NodeView) -> Vec<Block> {
    let mut out = Vec::new();
    let name = if node.title.is_empty() { node.address.clone() } else { format!("{}. {}", node.address, node.title) };
    let heads = ["article", "chapter", "section", "part", "division", "subdivision", "paragraph", "annex"];
    if !node.title.is_empty() || heads.contains(&node.kind.as_str()) {
        out.push(Block::Heading(name));
    }
    out.extend(node.text.lines().filter(|line| !line.trim().is_empty()).map(|line| Block::Paragraph(line.to_owned())));
    out
}

/// Whether a line begins a paragraph whatever stood before it.
fn opens(line: &str) -> bool {
    let item = line.starts_with(['-', '–', '—']) || line.chars().nth(1) == Some(')');
    item || numbers::clause(line).is_some() || line.starts_with("Статья ") || line.starts_with("Стаття ")
}

/// A line in capitals, or one with the mark of a heading.
fn is_heading(line: &str) -> bool {
    let letters: Vec<char> = line.chars().filter(|c| c.is_alphabetic()).collect();
    line.starts_with('#') || letters.len() > 5 && letters.iter().all(|c| c.is_uppercase())
}
