//! DOCX through docx-rs: named styles, automatic numbering, REF fields, header and footer, signature table.

use crate::adapters::export::ExportError;
use crate::engine::document::flow::{Piece, text};
use crate::engine::document::html::anchor;
use crate::engine::document::{plain, table};
use crate::model::document_view::{Mark, Run as Span, Signature as Side};
use docx_rs::{
    AbstractNumbering, AlignmentType, Docx, FieldCharType, Footer, Header, IndentLevel, InstrText, Level, LevelJc,
    LevelText, LineSpacing, LineSpacingType, NumPages, NumberFormat, Numbering, NumberingId, PageMargin, PageNum,
    Paragraph, Run, RunFonts, SpecialIndentType, Start, Style, StyleType, Tab, TabValueType, Table, TableCell,
    TableCellMargins, TableLayoutType, TableRow, WidthType,
};
use std::io::Cursor;

/// Twentieths of a point in a millimetre.
const MM: f32 = 56.693;
/// Width of the text: A4 without margins of 30 and 15 mm, in twentieths of a point.
pub(super) const WIDTH: usize = 9354;
/// Numbering of sections and clauses.
const CONTRACT_LIST: usize = 2;

#[expect(clippy::cast_possible_truncation, reason = "millimetres of a page")]
pub(super) fn mm(value: f32) -> i32 {
    (value * MM).round() as i32
}

/// The file, made at a time (RFC 3339) that its properties carry.
///
/// # Errors
/// What the packer says.
pub fn write(title: &str, pieces: &[Piece], at: &str) -> Result<Vec<u8>, ExportError> {
    let mut writer =
        Writer { docx: frame(title).created_at(at).updated_at(at), list: CONTRACT_LIST, new_page: false, bookmark: 0 };
    for piece in pieces {
        writer.piece(piece);
    }
    // After a table a body ends with a paragraph, and this one takes no room.
    writer.add(Paragraph::new().line_spacing(LineSpacing::new().line(20).line_rule(LineSpacingType::Exact)));
    let mut bytes = Cursor::new(Vec::new());
    writer.docx.pack(&mut bytes).map_err(|error| ExportError { format: "docx", why: error.to_string() })?;
    Ok(bytes.into_inner())
}

/// Page, styles, numbering, header and footer.
pub(super) fn frame(title: &str) -> Docx {
    let fonts = RunFonts::new().ascii("Times New Roman").hi_ansi("Times New Roman").cs("Times New Roman");
    let margin = PageMargin {
        top: mm(20.0),
        bottom: mm(20.0),
        left: mm(30.0),
        right: mm(15.0),
        header: mm(10.0),
        footer: mm(10.0),
        gutter: 0,
    };
    let small = |text: &str| Run::new().add_text(text);
    let header = Paragraph::new().style("Header").add_run(small(title));
    let [before, between, behind] = super::of_pages(title);
    let footer = Paragraph::new()
        .style("Footer")
        .add_run(small(before))
        .add_page_num(PageNum::new())
        .add_run(small(between))
        .add_num_pages(NumPages::new())
        .add_run(small(behind));
    let style =
        |id: &str, name: &str| Style::new(id, StyleType::Paragraph).name(name).based_on("Normal").q_format(true);
    let spacing = |before: u32, after: u32| LineSpacing::new().before(before).after(after);
    Docx::new()
        .default_fonts(fonts)
        .default_size(24)
        .page_size(11906, 16838)
        .page_margin(margin)
        .header(Header::new().add_paragraph(header))
        .footer(Footer::new().add_paragraph(footer))
        .add_style(Style::new("Normal", StyleType::Paragraph).name("Normal").align(AlignmentType::Both))
        .add_style(style("Title", "Title").align(AlignmentType::Center).bold().size(28).line_spacing(spacing(120, 240)))
        .add_style(
            style("Heading1", "heading 1")
                .align(AlignmentType::Center)
                .bold()
                .outline_lvl(0)
                .line_spacing(spacing(240, 120)),
        )
        .add_style(style("Clause", "Пункт").align(AlignmentType::Both).line_spacing(spacing(0, 60)))
        .add_style(style("Subclause", "Подпункт").align(AlignmentType::Both).line_spacing(spacing(0, 60)))
        .add_style(style("Header", "header").align(AlignmentType::Right).size(18))
        .add_style(style("Footer", "footer").align(AlignmentType::Center).size(18))
        .add_style(style("Above", "Над заголовком").align(AlignmentType::Right))
        .add_abstract_numbering(
            AbstractNumbering::new(CONTRACT_LIST)
                .add_level(level(0, "%1.", 0).paragraph_style("Heading1"))
                .add_level(level(1, "%1.%2.", 0))
                .add_level(level(2, "%1.%2.%3.", 400))
                .add_level(level(3, "%1.%2.%3.%4.", 800)),
        )
        .add_numbering(Numbering::new(CONTRACT_LIST, CONTRACT_LIST))
}

fn level(number: usize, text: &str, left: i32) -> Level {
    Level::new(number, Start::new(1), NumberFormat::new("decimal"), LevelText::new(text), LevelJc::new("left"))
        .suffix(docx_rs::LevelSuffixType::Space)
        .indent(Some(left), Some(SpecialIndentType::FirstLine(0)), None, None)
}

struct Writer {
    docx: Docx,
    /// The numbering of the current plain list.
    list: usize,
    /// Whether the next paragraph begins a page.
    new_page: bool,
    bookmark: usize,
}

impl Writer {
    fn add(&mut self, paragraph: Paragraph) {
        let paragraph = if std::mem::take(&mut self.new_page) { paragraph.page_break_before(true) } else { paragraph };
        let docx = std::mem::take(&mut self.docx);
        self.docx = docx.add_paragraph(paragraph);
    }

    fn place(&mut self, table: Table) {
        let docx = std::mem::take(&mut self.docx);
        self.docx = docx.add_table(table);
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::PageBreak => {
                self.new_page = true;
                self.list += 1;
                let list = AbstractNumbering::new(self.list).add_level(level(0, "%1.", 0));
                let docx = std::mem::take(&mut self.docx);
                self.docx = docx.add_abstract_numbering(list).add_numbering(Numbering::new(self.list, self.list));
            }
            Piece::Above(line) => self.add(runs(Paragraph::new().style("Above"), line)),
            Piece::Title(line) => self.add(runs(Paragraph::new().style("Title"), line)),
            Piece::Place(left, right) => {
                let tab = Tab::new().val(TabValueType::Right).pos(WIDTH);
                let start = runs(Paragraph::new().add_tab(tab).line_spacing(LineSpacing::new().after(240)), left);
                self.add(runs(start.add_run(Run::new().add_tab()), right));
            }
            Piece::Paragraph(line) => {
                let first = Some(SpecialIndentType::FirstLine(mm(12.5)));
                self.add(runs(Paragraph::new().style("Clause").indent(Some(0), first, None, None), line));
            }
            Piece::Heading { id, runs: line, .. } => {
                let start = self.numbered("Heading1", CONTRACT_LIST, 0).keep_next(true);
                let paragraph = self.marked(start, id, line);
                self.add(paragraph);
            }
            Piece::Clause { level, id, runs: line, .. } => {
                let style = if *level > 2 { "Subclause" } else { "Clause" };
                let list = if *level == 1 { self.list } else { CONTRACT_LIST };
                let start = self.numbered(style, list, level - 1);
                let paragraph = self.marked(start, id, line);
                self.add(paragraph);
            }
            Piece::Table { head, rows } => {
                self.place(grid(head, rows));
            }
            Piece::Signatures { title, sides } => self.signatures(title, sides),
        }
    }

    fn signatures(&mut self, title: &str, sides: &[Side]) {
        // The number of the section comes from the list.
        if let Some((number, words)) = title.split_once(". ") {
            let line = vec![Span { text: words.to_owned(), mark: Mark::Plain }];
            let start = self.numbered("Heading1", CONTRACT_LIST, 0).keep_next(true);
            let paragraph = self.marked(start, &format!("signatures-{number}"), &line);
            self.add(paragraph);
        } else {
            self.add(Paragraph::new().keep_next(true));
        }
        let width = WIDTH / sides.len().max(1);
        let row = |cell: fn(&Side) -> TableCell| {
            TableRow::new(sides.iter().map(|side| cell(side).width(width, WidthType::Dxa)).collect()).cant_split()
        };
        self.place(
            Table::without_borders(vec![row(requisites), row(pens)])
                .set_grid(vec![width; sides.len()])
                .width(WIDTH, WidthType::Dxa)
                .layout(TableLayoutType::Fixed)
                .margins(TableCellMargins::new().margin(0, 80, 0, 0)),
        );
    }

    fn numbered(&self, style: &str, list: usize, level: usize) -> Paragraph {
        Paragraph::new().style(style).numbering(NumberingId::new(list), IndentLevel::new(level))
    }

    /// A paragraph that references can name.
    fn marked(&mut self, paragraph: Paragraph, id: &str, line: &[Span]) -> Paragraph {
        self.bookmark += 1;
        let start = paragraph.add_bookmark_start(self.bookmark, bookmark(id));
        runs(start, line).add_bookmark_end(self.bookmark)
    }
}

/// Names of bookmarks have no hyphens.
fn bookmark(id: &str) -> String {
    anchor(id).replace('-', "_")
}

fn runs(mut paragraph: Paragraph, line: &[Span]) -> Paragraph {
    for span in line {
        let words = || Run::new().add_text(&span.text);
        paragraph = match &span.mark {
            Mark::Missing { .. } => paragraph.add_run(words().highlight("yellow")),
            Mark::Ref { target } => {
                let field = InstrText::Unsupported(format!(" REF {} \\r \\h ", bookmark(target)));
                let code = Run::new().add_field_char(FieldCharType::Begin, false).add_instr_text(field);
                let code = code.add_field_char(FieldCharType::Separate, false);
                let end = Run::new().add_field_char(FieldCharType::End, false);
                paragraph.add_run(code).add_run(words()).add_run(end)
            }
            _ => paragraph.add_run(words()),
        };
    }
    paragraph
}

/// A table whose rows never split.
fn grid(head: &[String], rows: &[Vec<Vec<Span>>]) -> Table {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| text(cell)).collect()).collect();
    let shares = table::shares(head, &rows);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a page")]
    let widths: Vec<usize> = shares.iter().map(|share| (share * WIDTH as f32) as usize).collect();
    let right = table::right(&rows);
    let row = |cells: &[String], bold: bool| {
        let cell = |(i, (text, width)): (usize, (&String, &usize))| {
            let align = if right.get(i) == Some(&true) { AlignmentType::Right } else { AlignmentType::Left };
            let run = Run::new().add_text(text);
            let paragraph = Paragraph::new().align(align).add_run(if bold { run.bold() } else { run });
            TableCell::new().width(*width, WidthType::Dxa).add_paragraph(paragraph)
        };
        TableRow::new(cells.iter().zip(&widths).enumerate().map(cell).collect()).cant_split()
    };
    let body = rows.iter().map(|cells| row(cells, table::is_total(cells)));
    Table::new(std::iter::once(row(head, true)).chain(body).collect())
        .set_grid(widths.clone())
        .width(WIDTH, WidthType::Dxa)
        .layout(TableLayoutType::Fixed)
        .margins(TableCellMargins::new().margin(30, 80, 30, 80))
}

/// Role and requisites; they stay with the pens below.
fn requisites(side: &Side) -> TableCell {
    let left = || Paragraph::new().align(AlignmentType::Left).keep_next(true);
    let role = left().add_run(Run::new().add_text(format!("{}:", side.role)).bold());
    side.lines.iter().fold(TableCell::new().add_paragraph(role), |cell, line| cell.add_paragraph(runs(left(), line)))
}

/// Post, pen, seal.
fn pens(side: &Side) -> TableCell {
    let mut above = 360;
    plain::pens(side).iter().fold(TableCell::new(), |cell, line| {
        let spacing = LineSpacing::new().before(std::mem::take(&mut above));
        let paragraph = Paragraph::new().align(AlignmentType::Left).line_spacing(spacing);
        cell.add_paragraph(paragraph.add_run(Run::new().add_text(line)))
    })
}
