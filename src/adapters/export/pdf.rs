//! PDF through krilla: own line breaking, embedded fonts, selectable text, bookmarks, PDF/A-2b.

use crate::adapters::export::ExportError;
use crate::adapters::export::font::{Face, get};
use crate::adapters::export::page::{Align, BOTTOM, Dress, LEFT, PAGE, Page, Placed, TOP, WIDTH, place, wrap};
use crate::engine::document::flow::{Piece, text};
use crate::engine::document::{plain, table};
use crate::model::document_view::Signature as Side;
use krilla::configure::{Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::{Document, SerializeSettings};

/// The moment as the writer has it, in UTC.
fn moment(at: jiff::Timestamp) -> DateTime {
    let civil = jiff::tz::TimeZone::UTC.to_datetime(at);
    let small = |part: i8| u8::try_from(part).unwrap_or_default();
    DateTime::new(u16::try_from(civil.year()).unwrap_or_default())
        .month(small(civil.month()))
        .day(small(civil.day()))
        .hour(small(civil.hour()))
        .minute(small(civil.minute()))
        .second(small(civil.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}

fn broken(why: impl ToString) -> ExportError {
    ExportError { format: "pdf", why: why.to_string() }
}

/// The file, made at a time (RFC 3339) that its metadata carry.
///
/// # Errors
/// A broken embedded font, a time that is none, or what the writer says.
pub fn write(title: &str, pieces: &[Piece], at: &str) -> Result<Vec<u8>, ExportError> {
    let at: jiff::Timestamp = at.parse().map_err(broken)?;
    let (regular, bold) = get(false).zip(get(true)).ok_or_else(|| broken("the embedded fonts cannot be read"))?;
    let mut layout = Layout { regular, bold, pages: vec![Page::default()], y: TOP, bookmarks: Vec::new() };
    for (i, piece) in pieces.iter().enumerate() {
        layout.piece(piece, pieces.get(i + 1));
    }
    layout.finish(title, moment(at))
}

struct Layout {
    regular: &'static Face,
    bold: &'static Face,
    pages: Vec<Page>,
    /// How far the current page is filled.
    y: f32,
    /// Title, page, height.
    bookmarks: Vec<(String, usize, f32)>,
}

impl Layout {
    fn face(&self, dress: &Dress) -> &'static Face {
        if dress.bold { self.bold } else { self.regular }
    }

    fn page(&mut self) -> &mut Page {
        if self.pages.is_empty() {
            self.pages.push(Page::default());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    fn new_page(&mut self) {
        self.pages.push(Page::default());
        self.y = TOP;
    }

    /// A new page when less than `height` is left.
    fn need(&mut self, height: f32) {
        if self.y + height > BOTTOM && self.y > TOP {
            self.new_page();
        }
    }

    /// A paragraph that may go over pages, two lines at least on each side.
    fn paragraph(&mut self, words: &str, dress: Dress) {
        let face = self.face(&dress);
        let lines = wrap(face, words, &dress);
        let at_top = self.y <= TOP;
        self.y += if at_top { 0.0 } else { dress.before };
        let mut rest = lines.as_slice();
        let mut dress = dress;
        while !rest.is_empty() {
            let mut fit = 0;
            while fit < rest.len() && self.y + dress.leading() * lines_of(fit + 1) <= BOTTOM {
                fit += 1;
            }
            if rest.len() - fit == 1 {
                // No widow: one more line goes along, or all when only one would stay.
                fit = if fit > 2 { fit - 1 } else { 0 };
            }
            if (fit == 0 || fit == 1 && rest.len() > 1) && self.y > TOP {
                self.new_page();
                continue;
            }
            let (now, later) = rest.split_at(fit.max(1).min(rest.len()));
            let placed = place(face, now, &dress, LEFT, self.y, later.is_empty());
            self.page().lines.extend(placed);
            self.y += dress.leading() * lines_of(now.len());
            dress.first = 0.0;
            rest = later;
            if !rest.is_empty() {
                self.new_page();
            }
        }
        self.y += dress.after;
    }

    fn piece(&mut self, piece: &Piece, next: Option<&Piece>) {
        let body = Dress::body();
        match piece {
            Piece::PageBreak => self.new_page(),
            Piece::Above(line) => self.paragraph(&text(line), Dress { align: Align::Right, ..body }),
            Piece::Title(line) => {
                self.bookmarks.push((text(line), self.pages.len() - 1, self.y));
                let dress = Dress { bold: true, size: 14.0, align: Align::Center, before: 6.0, after: 12.0, ..body };
                self.paragraph(&text(line), dress);
            }
            Piece::Place(left, right) => {
                let start = self.y;
                self.paragraph(&text(left), Dress { align: Align::Left, ..body });
                self.y = start;
                self.paragraph(&text(right), Dress { align: Align::Right, after: 12.0, ..body });
            }
            Piece::Paragraph(line) => self.paragraph(&text(line), Dress { first: 35.4, ..body }),
            Piece::Heading { number, runs, .. } => self.heading(&format!("{number}. {}", text(runs))),
            Piece::Clause { number, level, runs, .. } => {
                let indent = if *level > 2 { 20.0 } else { 0.0 };
                if matches!(next, Some(Piece::Clause { level: below, .. }) if below > level) {
                    self.need(body.leading() * 3.0);
                }
                let dress = Dress { indent, width: WIDTH - indent, ..body };
                self.paragraph(&format!("{number}.\u{a0}{}", text(runs)), dress);
            }
            Piece::Table { head, rows } => {
                let rows: Vec<Vec<String>> =
                    rows.iter().map(|row| row.iter().map(|cell| text(cell)).collect()).collect();
                let right = table::right(&rows);
                let shares = table::shares(head, &rows);
                self.row(head, &shares, &right, true);
                for cells in &rows {
                    self.row(cells, &shares, &right, table::is_total(cells));
                }
                self.y += 8.0;
            }
            Piece::Signatures { title, sides } => self.signatures(title, sides),
        }
    }

    /// A heading stays with three lines of what follows: a paragraph of three is not split.
    fn heading(&mut self, words: &str) {
        let dress = Dress { bold: true, align: Align::Center, before: 12.0, after: 6.0, ..Dress::body() };
        self.need(dress.before + dress.after + dress.leading() * 4.0);
        self.bookmarks.push((words.to_owned(), self.pages.len() - 1, self.y));
        self.paragraph(words, dress);
    }

    /// A row of a table.
    fn row(&mut self, cells: &[String], shares: &[f32], right: &[bool], bold: bool) {
        const PAD: f32 = 4.0;
        let width = |i: usize| WIDTH * shares.get(i).copied().unwrap_or_default();
        let align = |i: usize| if right.get(i) == Some(&true) { Align::Right } else { Align::Left };
        let dress = |i: usize| Dress { bold, align: align(i), width: width(i) - 2.0 * PAD, ..Dress::body() };
        let face = self.face(&dress(0));
        let wrapped: Vec<Vec<String>> = cells.iter().enumerate().map(|(i, cell)| wrap(face, cell, &dress(i))).collect();
        let lines = wrapped.iter().map(Vec::len).max().unwrap_or(1);
        let height = dress(0).leading() * lines_of(lines) + PAD;
        self.need(height);
        let (y, mut x) = (self.y, LEFT);
        for (i, lines) in wrapped.iter().enumerate() {
            let placed = place(face, lines, &dress(i), x + PAD, y, true);
            let own = width(i);
            let page = self.page();
            page.lines.extend(placed);
            page.rules.extend([
                [x, y, own, 0.5],
                [x, y + height, own, 0.5],
                [x, y, 0.5, height],
                [x + own, y, 0.5, height],
            ]);
            x += own;
        }
        self.y += height;
    }

    /// Columns of requisites, below them the signatures on one line; never split.
    fn signatures(&mut self, title: &str, sides: &[Side]) {
        let (who, below) = self.columns(sides, plain::requisites, 0.0, true);
        let (pens, height) = self.columns(sides, plain::pens, below + 18.0, false);
        let head = if title.is_empty() { 12.0 } else { 50.0 };
        self.need(height + head);
        if title.is_empty() {
            self.y += 12.0;
        } else {
            self.heading(title);
        }
        let y = self.y;
        let lines = who.into_iter().chain(pens).map(|line| Placed { y: line.y + y, ..line });
        self.page().lines.extend(lines);
        self.y += height;
    }

    /// Lines of all sides side by side from `top` down, and where the longest column ends.
    fn columns(&self, sides: &[Side], lines: fn(&Side) -> Vec<String>, top: f32, head: bool) -> (Vec<Placed>, f32) {
        let column = WIDTH / lines_of(sides.len().max(1));
        let (mut placed, mut bottom) = (Vec::new(), top);
        for (i, side) in sides.iter().enumerate() {
            let mut y = top;
            for (n, line) in lines(side).iter().enumerate() {
                let body = Dress { align: Align::Left, width: column - 10.0, ..Dress::body() };
                let dress = Dress { bold: head && n == 0, ..body };
                let face = self.face(&dress);
                let wrapped = wrap(face, line, &dress);
                placed.extend(place(face, &wrapped, &dress, LEFT + column * lines_of(i), y, true));
                y += dress.leading() * lines_of(wrapped.len());
            }
            bottom = bottom.max(y);
        }
        (placed, bottom)
    }

    fn finish(self, title: &str, at: DateTime) -> Result<Vec<u8>, ExportError> {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A2_B)
            .finish()
            .map_err(|_| broken("no PDF/A-2b"))?;
        let mut document = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
        let settings = || PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| broken("page size"));
        let count = self.pages.len();
        for (i, page) in self.pages.iter().enumerate() {
            let mut sheet = document.start_page_with(settings()?);
            let mut surface = sheet.surface();
            surface.set_fill(Some(Fill::default()));
            let small = Dress { size: 9.0, align: Align::Center, ..Dress::body() };
            let [before, between, behind] = super::of_pages(title);
            let footer = format!("{before}{}{between}{count}{behind}", i + 1);
            let foot = place(self.regular, &[footer], &small, LEFT, BOTTOM + 16.0, true);
            let head =
                place(self.regular, &[title.to_owned()], &Dress { align: Align::Right, ..small }, LEFT, 22.0, true);
            for line in head.iter().chain(&page.lines).chain(&foot) {
                let face = if line.bold { self.bold } else { self.regular };
                for part in face.shape(&line.text, line.size, line.stretch) {
                    let at = Point::from_xy(line.x + part.x, line.y);
                    surface.draw_glyphs(at, &part.glyphs, part.font, part.text, line.size, false);
                }
            }
            for [x, y, width, height] in &page.rules {
                let mut path = PathBuilder::new();
                if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                    path.push_rect(rect);
                }
                if let Some(path) = path.finish() {
                    surface.draw_path(&path);
                }
            }
            surface.finish();
            sheet.finish();
        }
        let mut outline = Outline::new();
        for (words, page, y) in self.bookmarks {
            outline.push_child(OutlineNode::new(words, XyzDestination::new(page, Point::from_xy(LEFT, y))));
        }
        document.set_outline(outline);
        document.set_metadata(
            Metadata::new()
                .title(title.to_owned())
                .language(super::language_of(title).into())
                .producer("LegalAGI".into())
                .creation_date(at),
        );
        document.finish().map_err(|error| broken(format!("{error:?}")))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few lines or columns")]
fn lines_of(count: usize) -> f32 {
    count as f32
}
