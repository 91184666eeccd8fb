//! A page of a source that comes as text only, parted into what is set on paper: headings, paragraphs, tables. Pure.
//!
//! Tables are drawn from the nodes of the edition, so what a cell says and where it stands agree; the lines that they
//! were rebuilt from are left out. A table that goes on over the end of a page is drawn whole where it begins.

use crate::engine::corpus::boxes::key;
use crate::engine::corpus::read::captions::Table as Caption;
use crate::engine::corpus::read::{clean, numbers};
use crate::model::source::NodeView;
use std::collections::HashMap;

/// Rows of a table that are set together where there are no pages to follow.
const ROWS: usize = 24;

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

/// The tables of an edition whose cells are known and whose page is, in their order.
#[must_use]
pub fn tables(outline: &[NodeView]) -> Vec<Table> {
    let below = children(outline);
    let tables = outline.iter().filter(|node| node.kind == "table" && !node.lossy);
    tables
        .filter_map(|node| {
            let page = node.page?;
            let grid = grid(node, &below)?;
            let words = key(&node.text).into_iter().chain(grid.columns.iter().flat_map(|text| key(text)));
            let words = words.chain(grid.rows.iter().flat_map(|row| match row {
                Row::Part(text) => key(text),
                Row::Cells(cells) => cells.iter().flat_map(|cell| key(cell)).collect(),
            }));
            let words = words.collect();
            Some(Table { page, caption: key(&caption(node)), words, grid })
        })
        .collect()
}

/// Nodes by the one they stand right below.
fn children(outline: &[NodeView]) -> HashMap<&str, Vec<&NodeView>> {
    let mut below: HashMap<&str, Vec<&NodeView>> = HashMap::new();
    for node in outline {
        below.entry(node.parent.as_deref().unwrap_or_default()).or_default().push(node);
    }
    below
}

/// «Таблица 4.1».
fn caption(table: &NodeView) -> String {
    format!("Таблица {}", table.node_id.rsplit("table/").next().unwrap_or_default())
}

/// The cells of a table; `None` when nobody knows them.
fn grid(table: &NodeView, below: &HashMap<&str, Vec<&NodeView>>) -> Option<Grid> {
    let under = |node: &NodeView| below.get(node.node_id.as_str()).map(Vec::as_slice).unwrap_or_default();
    let mut grid = Grid { columns: vec![String::new()], rows: Vec::new() };
    let mut part = "";
    for child in under(table) {
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
    // The heading stands above the columns and names that of the rows.
    let column: Vec<char> = grid.columns.iter().skip(1).flat_map(|column| key(column)).collect();
    if !key(&table.text).ends_with(&column) || column.is_empty() {
        grid.columns[0].clone_from(&table.text);
    } else if let Some(own) = grid.columns.get(1).and_then(|last| table.text.strip_suffix(last.as_str())) {
        grid.columns[0] = own.trim().to_owned();
    }
    known.then_some(grid)
}

/// What is set one after another, and the nodes that begin with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece<'a> {
    /// The nodes, outer first.
    pub nodes: Vec<&'a NodeView>,
    /// What is set.
    pub blocks: Vec<Block>,
}

/// The pieces of an edition without pages. A table whose cells are known is set as one, a long one in parts with the
/// headings again; its rows and cells are in it.
#[must_use]
pub fn flow(outline: &[NodeView]) -> Vec<Piece<'_>> {
    let below = children(outline);
    let mut out: Vec<Piece<'_>> = Vec::new();
    let mut within: Option<String> = None;
    for node in outline {
        // What stands in a table besides its cells, a note for one, is text.
        let cell = ["column", "row", "row_header", "cell"].contains(&node.kind.as_str());
        if cell && within.as_ref().is_some_and(|table| node.node_id.starts_with(table.as_str())) {
            continue;
        }
        let known = (node.kind == "table" && !node.lossy).then(|| grid(node, &below)).flatten();
        match known {
            Some(grid) => {
                within = Some(format!("{}/", node.node_id));
                let rows = below.get(node.node_id.as_str()).map(Vec::as_slice).unwrap_or_default();
                let rows = rows.iter().copied().filter(|child| child.kind == "row");
                out.extend(parts(node, rows, &grid));
            }
            None => out.push(Piece { nodes: vec![node], blocks: of_node(node) }),
        }
    }
    out
}

/// A table in parts that fit on a sheet.
fn parts<'a>(table: &'a NodeView, mut rows: impl Iterator<Item = &'a NodeView>, grid: &Grid) -> Vec<Piece<'a>> {
    let part = |(number, chunk): (usize, &[Row])| {
        let own = chunk.iter().filter(|row| matches!(row, Row::Cells(_))).count();
        let mut nodes = if number == 0 { vec![table] } else { Vec::new() };
        nodes.extend(rows.by_ref().take(own));
        let heading = match (number, table.title.as_str()) {
            (0, "") => caption(table),
            (0, title) => format!("{} — {title}", caption(table)),
            _ => caption(table).replacen("Таблица", "Продолжение таблицы", 1),
        };
        let grid = Grid { columns: grid.columns.clone(), rows: chunk.to_vec() };
        Piece { nodes, blocks: vec![Block::Heading(heading), Block::Table(grid)] }
    };
    grid.rows.chunks(ROWS).enumerate().map(part).collect()
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
fn of_node(node: &NodeView) -> Vec<Block> {
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
