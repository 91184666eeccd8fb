//! Where a node, a quotation or a cell stands on pages. Pure.

use crate::engine::corpus::boxes::{Found, Stream};
use crate::model::source::{BoxRole, PageBox};
use std::ops::Range;

/// Paragraphs of a node that are marked; a chapter is not marked whole.
const MOST_LINES: usize = 60;

/// A cell of a table, by the words around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'a> {
    /// Words of the caption, or empty.
    pub caption: &'a str,
    /// The header of its row.
    pub row: &'a str,
    /// The headers above it, or empty.
    pub columns: &'a [String],
    /// What stands in it.
    pub text: &'a str,
}

/// The words of a quotation: of the node's own place if that is known, else the first.
#[must_use]
pub fn quote(stream: &Stream<'_>, words: &str, near: Option<&Range<usize>>) -> Vec<PageBox> {
    let found = near.and_then(|near| stream.find(words, near)).or_else(|| stream.find(words, &stream.whole()));
    found.map(|found| stream.boxes(&found, BoxRole::Text)).unwrap_or_default()
}

/// The stretch of a node and its boxes: title and paragraphs as far as they are found, in their order.
#[must_use]
pub fn node(stream: &Stream<'_>, title: &str, text: &str) -> Option<(Range<usize>, Vec<PageBox>)> {
    let (mut from, mut all): (usize, Found) = (0, Vec::new());
    for line in std::iter::once(title).chain(text.lines()).take(MOST_LINES).filter(|line| !line.trim().is_empty()) {
        if let Some(found) = stream.find(line, &(from..stream.whole().end)) {
            from = found.last().map_or(from, |last| last.end);
            all.extend(found);
        }
    }
    let range = all.first()?.start..all.last()?.end;
    Some((range, stream.boxes(&all, BoxRole::Text)))
}

/// A cell with its headers: the place of its words that lies in the row of one and the column of the other.
#[must_use]
pub fn cell(stream: &Stream<'_>, cell: &Cell<'_>) -> Vec<PageBox> {
    let whole = stream.whole();
    let caption = stream.all(cell.caption, &whole).into_iter().next();
    let within = caption.map_or(whole.clone(), |found| found.end..whole.end);
    let mut best: Option<(f64, Vec<PageBox>)> = None;
    for row in stream.all(cell.row, &within) {
        let rows = stream.boxes(std::slice::from_ref(&row), BoxRole::RowHeader);
        let Some(band) = around(&rows) else { continue };
        let columns = headers(stream, cell.columns, &(within.start..row.start), band.page);
        let above = columns.last().and_then(|last| around(last));
        for words in stream.all(cell.text, &(row.end..within.end)) {
            if !stream.stands_alone(&words) {
                continue;
            }
            let own = stream.boxes(std::slice::from_ref(&words), BoxRole::Cell);
            let Some(place) = around(&own) else { continue };
            let middle = place.y + place.h / 2.0;
            let inside = place.page == band.page && middle > band.y - band.h * 0.2 && middle < band.y + band.h * 1.2;
            let right = place.x + place.w / 2.0 > band.x + band.w * 0.5;
            if !inside || !right {
                continue;
            }
            let beside = above.map_or(0.0, |above| ((above.x + above.w / 2.0) - (place.x + place.w / 2.0)).abs());
            let apart = above.is_some_and(|above| beside > (above.w + place.w) / 2.0 + 0.02);
            if apart || best.as_ref().is_some_and(|(least, _)| *least <= beside) {
                continue;
            }
            let boxes = own.into_iter().chain(rows.clone()).chain(columns.iter().flatten().copied()).collect();
            best = Some((beside, boxes));
        }
    }
    best.map(|(_, boxes)| boxes).unwrap_or_default()
}

/// Boxes of the headers of a column: the first words below the caption, because a cell may say the same; or those that
/// stand in the same place on the row's own page, where the heading is printed again.
fn headers(stream: &Stream<'_>, columns: &[String], within: &Range<usize>, page: u32) -> Vec<Vec<PageBox>> {
    let header = |words: &String| {
        let found = stream.all(words, within).into_iter().filter(|found| stream.stands_alone(found));
        let mut found = found.map(|found| stream.boxes(&[found], BoxRole::ColumnHeader));
        let first = found.next()?;
        let again = |boxes: &Vec<PageBox>| {
            let (a, b) = (around(&first), around(boxes));
            a.zip(b).is_some_and(|(a, b)| a.page != page && b.page == page && (a.x - b.x).abs() < 0.03)
        };
        Some(found.find(again).unwrap_or_else(|| first.clone()))
    };
    columns.iter().filter(|words| !words.trim().is_empty()).filter_map(header).collect()
}

/// One box around those of the first one's page.
fn around(boxes: &[PageBox]) -> Option<PageBox> {
    let first = *boxes.first()?;
    let join = |whole: PageBox, other: &PageBox| {
        let (right, bottom) = ((whole.x + whole.w).max(other.x + other.w), (whole.y + whole.h).max(other.y + other.h));
        let (x, y) = (whole.x.min(other.x), whole.y.min(other.y));
        PageBox { x, y, w: right - x, h: bottom - y, ..whole }
    };
    Some(boxes.iter().filter(|other| other.page == first.page).fold(first, join))
}
