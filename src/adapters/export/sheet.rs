//! A page of a source that comes as text only, set on paper: always the same bytes for the same text.
//!
//! One page of the source is one sheet. What does not fit is set smaller, and in the end the sheet grows.

use crate::adapters::export::ExportError;
use crate::adapters::export::font::{Face, get, knows};
use crate::adapters::export::page::{Align, Dress, PAGE, Placed, place, wrap};
use crate::engine::corpus::sheet::{Block, Grid, Row};
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::{Document, SerializeSettings};

const LEFT: f32 = 48.0;
const TOP: f32 = 44.0;
const WIDTH: f32 = PAGE.0 - 2.0 * LEFT;
const BOTTOM: f32 = PAGE.1 - 50.0;
/// Sizes that are tried, one after another.
const SIZES: [f32; 6] = [11.0, 10.0, 9.0, 8.0, 7.0, 6.5];
/// Space between the words of a cell and its rules.
const PAD: f32 = 3.0;

/// Sheets as one PDF, each with its foot line.
///
/// # Errors
/// A broken embedded font, or what the writer says.
pub fn write(title: &str, sheets: &[(&[Block], &str)]) -> Result<Vec<u8>, ExportError> {
    let broken = |why: &str| ExportError { format: "pdf", why: why.to_owned() };
    let (regular, bold) = get(false).zip(get(true)).ok_or_else(|| broken("the embedded fonts cannot be read"))?;
    let mut document = Document::new_with(SerializeSettings::default());
    for (blocks, foot) in sheets {
        let set = Sheet::fitted(regular, bold, blocks);
        let height = PAGE.1.max(set.y + 50.0);
        let settings = PageSettings::from_wh(PAGE.0, height).ok_or_else(|| broken("page size"))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        surface.set_fill(Some(Fill::default()));
        let dress = Dress { size: 8.0, align: Align::Center, width: WIDTH, ..Dress::body() };
        let foot = place(regular, &[(*foot).to_owned()], &dress, LEFT, height - 32.0, true);
        for line in set.lines.iter().chain(&foot) {
            let face = if line.bold { bold } else { regular };
            for part in face.shape(&line.text, line.size, line.stretch) {
                let at = Point::from_xy(line.x + part.x, line.y);
                surface.draw_glyphs(at, &part.glyphs, part.font, part.text, line.size, false);
            }
        }
        for [x, y, width, height] in &set.rules {
            let mut path = PathBuilder::new();
            if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                path.push_rect(rect);
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        surface.finish();
        page.finish();
    }
    document.set_metadata(Metadata::new().title(title.to_owned()).producer("LegalAGI".into()));
    document.finish().map_err(|error| broken(&format!("{error:?}")))
}

/// Whether some sign of these blocks stands in no embedded face, so that «?» is drawn for it.
#[must_use]
pub fn lacks(blocks: &[Block]) -> bool {
    let unknown = |text: &str| text.chars().any(|c| !c.is_whitespace() && !c.is_control() && !knows(c));
    blocks.iter().any(|block| match block {
        Block::Heading(text) | Block::Paragraph(text) => unknown(text),
        Block::Table(grid) => {
            let of = |row: &Row| match row {
                Row::Part(text) => unknown(text),
                Row::Cells(cells) => cells.iter().any(|cell| unknown(cell)),
            };
            grid.columns.iter().any(|column| unknown(column)) || grid.rows.iter().any(of)
        }
    })
}

/// Blocks shared out over sheets, as many as they need: for sources without pages.
#[must_use]
pub fn paginate(blocks: Vec<Block>) -> Vec<Vec<Block>> {
    let Some((regular, bold)) = get(false).zip(get(true)) else { return vec![blocks] };
    let mut out: Vec<Vec<Block>> = Vec::new();
    let mut sheet = Sheet::new(regular, bold, SIZES[0]);
    for block in blocks {
        let height = Sheet::height(regular, bold, &block);
        let full = sheet.y > TOP && sheet.y + height > BOTTOM;
        match out.last_mut() {
            Some(last) if !full => {
                sheet.y += height;
                last.push(block);
            }
            _ => {
                sheet.y = TOP + height;
                out.push(vec![block]);
            }
        }
    }
    out
}

struct Sheet<'a> {
    regular: &'a Face,
    bold: &'a Face,
    size: f32,
    lines: Vec<Placed>,
    rules: Vec<[f32; 4]>,
    y: f32,
}

impl<'a> Sheet<'a> {
    fn new(regular: &'a Face, bold: &'a Face, size: f32) -> Self {
        Self { regular, bold, size, lines: Vec::new(), rules: Vec::new(), y: TOP }
    }

    /// At the largest size at which everything fits, or the smallest.
    fn fitted(regular: &'a Face, bold: &'a Face, blocks: &[Block]) -> Self {
        let set = |size: f32| {
            let mut sheet = Self::new(regular, bold, size);
            blocks.iter().for_each(|block| sheet.block(block));
            sheet
        };
        let mut sheet = set(SIZES[0]);
        for size in &SIZES[1..] {
            if sheet.y <= BOTTOM {
                break;
            }
            sheet = set(*size);
        }
        sheet
    }

    fn height(regular: &'a Face, bold: &'a Face, block: &Block) -> f32 {
        let mut sheet = Self::new(regular, bold, SIZES[0]);
        sheet.block(block);
        sheet.y - TOP
    }

    fn dress(&self) -> Dress {
        Dress { size: self.size, width: WIDTH, align: Align::Left, after: self.size * 0.35, ..Dress::body() }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(text) => self.paragraph(text.trim_start_matches(['#', ' ']), true),
            Block::Paragraph(text) => text.split('\n').for_each(|line| self.paragraph(line, false)),
            Block::Table(grid) => self.table(grid),
        }
    }

    fn paragraph(&mut self, text: &str, bold: bool) {
        let dress = Dress { bold, before: if bold { self.size * 0.5 } else { 0.0 }, ..self.dress() };
        let face = if bold { self.bold } else { self.regular };
        let lines = wrap(face, text, &dress);
        self.y += dress.before;
        self.lines.extend(place(face, &lines, &dress, LEFT, self.y, true));
        self.y += dress.leading() * count(lines.len()) + dress.after;
    }

    fn table(&mut self, grid: &Grid) {
        let lengths = grid.rows.iter().map(|row| if let Row::Cells(cells) = row { cells.len() } else { 1 });
        let columns = lengths.chain([grid.columns.len()]).max().unwrap_or(0);
        if columns == 0 {
            return;
        }
        let (size, widths) = self.widths(grid, columns);
        let whole = [widths.iter().sum()];
        self.y += 2.0;
        if grid.columns.iter().any(|column| !column.is_empty()) {
            self.row(&grid.columns, &widths, size, true);
        }
        for row in &grid.rows {
            match row {
                Row::Part(text) => self.row(std::slice::from_ref(text), &whole, size, true),
                Row::Cells(cells) => self.row(cells, &widths, size, false),
            }
        }
        self.y += self.size * 0.6;
    }

    /// A size at which the longest word of every column fits, and the widths.
    fn widths<'g>(&self, grid: &'g Grid, columns: usize) -> (f32, Vec<f32>) {
        let of = |row: &'g Row| if let Row::Cells(cells) = row { Some(cells) } else { None };
        let cells =
            |index: usize| grid.rows.iter().filter_map(of).chain([&grid.columns]).filter_map(move |row| row.get(index));
        // At one point: the longest word, and the whole of the longest cell.
        let least = |index: usize| {
            let words = cells(index).flat_map(|cell| cell.split(' '));
            words.map(|word| self.bold.width(word, 1.0)).fold(0.5, f32::max)
        };
        let whole = |index: usize| cells(index).map(|cell| self.bold.width(cell, 1.0)).fold(1.0, f32::max);
        let (least, whole): (Vec<f32>, Vec<f32>) = (0..columns).map(|index| (least(index), whole(index))).unzip();
        let room = WIDTH - 2.0 * PAD * count(columns);
        let sum: f32 = least.iter().sum();
        let size = (room / sum).min(self.size * 0.95).max(4.0);
        let spare = (room - sum * size).max(0.0);
        let wish: Vec<f32> = least.iter().zip(&whole).map(|(least, whole)| (whole - least) * size).collect();
        let wishes: f32 = wish.iter().sum::<f32>().max(0.001);
        let share = (spare / wishes).min(1.0);
        let width = |(least, wish): (&f32, &f32)| least * size + wish * share + 2.0 * PAD;
        (size, least.iter().zip(&wish).map(width).collect())
    }

    fn row(&mut self, cells: &[String], widths: &[f32], size: f32, bold: bool) {
        let face = if bold { self.bold } else { self.regular };
        let dress = |index: usize, cell: &str| {
            let left = index == 0 || cell.chars().filter(|c| c.is_alphabetic()).count() > 6;
            let align = if left { Align::Left } else { Align::Center };
            Dress { bold, size, align, width: widths[index] - 2.0 * PAD + 0.1, ..self.dress() }
        };
        let cells = || cells.iter().take(widths.len()).enumerate();
        let wrapped: Vec<Vec<String>> = cells().map(|(index, cell)| wrap(face, cell, &dress(index, cell))).collect();
        let lines = wrapped.iter().map(Vec::len).max().unwrap_or(1);
        let height = size * 1.25 * count(lines) + 2.0 * PAD;
        let mut x = LEFT;
        let (mut placed, mut rules) = (Vec::new(), Vec::new());
        for (index, cell) in cells() {
            let (own, width) = (&wrapped[index], widths[index]);
            placed.extend(place(face, own, &dress(index, cell), x + PAD, self.y + PAD, true));
            rules.extend([
                [x, self.y, width, 0.5],
                [x, self.y + height, width, 0.5],
                [x, self.y, 0.5, height],
                [x + width, self.y, 0.5, height],
            ]);
            x += width;
        }
        self.lines.extend(placed);
        self.rules.extend(rules);
        self.y += height;
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few lines or columns")]
fn count(count: usize) -> f32 {
    count as f32
}
