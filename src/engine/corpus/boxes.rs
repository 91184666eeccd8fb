//! Where words stand on pages: glyphs with their boxes in, a quotation or a cell looked for, merged line boxes out. Pure.
//!
//! Text and glyphs are compared by a key: folded, without spaces, without hyphens inside words, look-alikes in one
//! script. So line breaks, broken words and spacing never matter, and a box never stands where the words are not.

use crate::engine::fold;
use crate::model::source::{BoxRole, PageBox};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Fewest letters of a part that may stand apart from the rest, as over the end of a page.
const PART: usize = 12;
/// Most letters between two parts of one quotation: what the print puts between two pages.
const BETWEEN: usize = 400;

/// A glyph, or a recognised word, with its place as fractions of the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Page, from 1.
    pub page: u32,
    /// What it says.
    pub text: String,
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
    /// Its line runs up or down the page.
    pub vertical: bool,
}

impl Mark {
    /// The middle of the box.
    #[must_use]
    pub fn middle(&self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    fn blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The glyphs of some pages in their order, with the key that words are looked up by.
#[derive(Debug)]
pub struct Stream<'a> {
    marks: &'a [Mark],
    key: Vec<char>,
    /// For every letter of the key: its glyph.
    at: Vec<usize>,
}

/// Words that were found: stretches of the key in their order.
pub type Found = Vec<Range<usize>>;

impl<'a> Stream<'a> {
    /// Reads the glyphs.
    #[must_use]
    pub fn new(marks: &'a [Mark]) -> Self {
        let mut text = String::new();
        let mut starts = Vec::with_capacity(marks.len());
        for (index, mark) in marks.iter().enumerate() {
            starts.push(text.len());
            text.push_str(&mark.text);
            // Lines and words are parted, so that a hyphen inside a word is told from a dash before one.
            if marks.get(index + 1).is_some_and(|next| parted(mark, next)) {
                text.push(' ');
            }
        }
        let mut stream = Self { marks, key: Vec::new(), at: Vec::new() };
        for (letter, from) in letters(&text) {
            stream.key.push(letter);
            stream.at.push(starts.partition_point(|start| *start <= from).saturating_sub(1));
        }
        stream
    }

    /// Whether there is anything to find.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    /// Every place of these words, whole.
    #[must_use]
    pub fn all(&self, words: &str, within: &Range<usize>) -> Vec<Range<usize>> {
        let wanted = key(words);
        let within = within.start..within.end.min(self.key.len());
        if wanted.is_empty() || within.len() < wanted.len() {
            return Vec::new();
        }
        let last = within.end - wanted.len();
        let starts = (within.start..=last).filter(|at| self.key[*at..at + wanted.len()] == wanted[..]);
        starts.map(|at| at..at + wanted.len()).collect()
    }

    /// The first place of these words: whole, or in parts with little between them, as over the end of a page.
    #[must_use]
    pub fn find(&self, words: &str, within: &Range<usize>) -> Option<Found> {
        if let Some(found) = self.all(words, within).into_iter().next() {
            return Some(vec![found]);
        }
        self.in_parts(&key(words), within)
    }

    fn in_parts(&self, wanted: &[char], within: &Range<usize>) -> Option<Found> {
        let end = within.end.min(self.key.len());
        let seed = wanted.get(..PART)?;
        let mut from = within.start;
        while let Some(start) = self.next(seed, from..end) {
            if let Some(found) = self.chain(wanted, start, end) {
                return Some(found);
            }
            from = start + 1;
        }
        None
    }

    /// The rest of the words from a place on, in as few parts as there are; `None` when some are missing.
    fn chain(&self, wanted: &[char], start: usize, end: usize) -> Option<Found> {
        let (mut done, mut at) = (0, start);
        let mut found = Vec::new();
        while done < wanted.len() {
            let same = wanted[done..].iter().zip(&self.key[at..end]).take_while(|(a, b)| a == b).count();
            if same == 0 {
                return None;
            }
            found.push(at..at + same);
            done += same;
            at += same;
            if done == wanted.len() {
                break;
            }
            // What follows must be long enough not to be met by chance.
            let next = wanted.get(done..(done + PART).min(wanted.len()))?;
            if next.len() < PART.min(4) {
                return None;
            }
            at = self.next(next, at..end.min(at + BETWEEN))?;
        }
        Some(found)
    }

    fn next(&self, wanted: &[char], within: Range<usize>) -> Option<usize> {
        let last = within.end.checked_sub(wanted.len())?;
        (within.start..=last).find(|at| self.key[*at..at + wanted.len()] == *wanted)
    }

    /// The whole stream.
    #[must_use]
    pub fn whole(&self) -> Range<usize> {
        0..self.key.len()
    }

    /// Letters of the key on one page.
    #[must_use]
    pub fn page(&self, page: u32) -> Range<usize> {
        let on = |at: &usize| self.marks[*at].page;
        let start = self.at.partition_point(|at| on(at) < page);
        start..self.at.partition_point(|at| on(at) <= page)
    }

    /// The glyphs of a stretch, without spaces.
    #[must_use]
    pub fn marks(&self, range: &Range<usize>) -> Vec<&'a Mark> {
        let mut out: Vec<&Mark> = Vec::new();
        let mut last = None;
        for at in &self.at[range.clone()] {
            if last != Some(*at) {
                out.push(&self.marks[*at]);
            }
            last = Some(*at);
        }
        out
    }

    /// Whether a stretch is a word of its own: nothing visible touches it on its line.
    #[must_use]
    pub fn stands_alone(&self, range: &Range<usize>) -> bool {
        let own = self.marks(range);
        let (Some(first), Some(last)) = (own.first(), own.last()) else { return false };
        let touches = |mark: &Mark, gap: f64| same_line(first, mark) && gap.abs() < mark.h * 0.25;
        let before = range.start.checked_sub(1).map(|at| &self.marks[self.at[at]]);
        let after = self.at.get(range.end).map(|at| &self.marks[*at]);
        let before = before.is_some_and(|mark| touches(mark, first.x - mark.x - mark.w));
        let is_sign = |mark: &Mark| mark.text.chars().all(|c| "*)†‡".contains(c));
        let after = after.is_some_and(|mark| touches(mark, mark.x - last.x - last.w) && !is_sign(mark));
        !before && !after
    }

    /// Boxes of what was found, one per line.
    #[must_use]
    pub fn boxes(&self, found: &[Range<usize>], role: BoxRole) -> Vec<PageBox> {
        let mut out = Vec::new();
        for range in found {
            let mut line: Option<(PageBox, &Mark)> = None;
            for mark in self.marks(range) {
                match &mut line {
                    Some((whole, last)) if goes_on(whole, last, mark) => {
                        extend(whole, mark);
                        *last = mark;
                    }
                    _ => {
                        out.extend(line.take().map(|(whole, _)| whole));
                        line = Some((of(mark, role), mark));
                    }
                }
            }
            out.extend(line.map(|(whole, _)| whole));
        }
        out
    }
}

fn of(mark: &Mark, role: BoxRole) -> PageBox {
    PageBox { page: mark.page, x: mark.x, y: mark.y, w: mark.w, h: mark.h, role }
}

fn extend(whole: &mut PageBox, mark: &Mark) {
    let (right, bottom) = ((whole.x + whole.w).max(mark.x + mark.w), (whole.y + whole.h).max(mark.y + mark.h));
    whole.x = whole.x.min(mark.x);
    whole.y = whole.y.min(mark.y);
    whole.w = right - whole.x;
    whole.h = bottom - whole.y;
}

fn same_line(a: &Mark, b: &Mark) -> bool {
    let (a0, a1, b0, b1) = if a.vertical { (a.x, a.x + a.w, b.x, b.x + b.w) } else { (a.y, a.y + a.h, b.y, b.y + b.h) };
    let common = a1.min(b1) - a0.max(b0);
    a.page == b.page && a.vertical == b.vertical && common > 0.5 * (a1 - a0).min(b1 - b0)
}

/// Whether room or the end of a line stands between two glyphs.
fn parted(mark: &Mark, next: &Mark) -> bool {
    !same_line(mark, next) || !mark.vertical && next.x - mark.x - mark.w > mark.h * 0.17
}

/// Whether a glyph stands on the line of a box and is no far-away cell or column.
fn goes_on(whole: &PageBox, last: &Mark, mark: &Mark) -> bool {
    let (from, to, start, size) = if mark.vertical {
        (whole.y, whole.y + whole.h, mark.y, mark.w)
    } else {
        (whole.x, whole.x + whole.w, mark.x, mark.h)
    };
    let end = start + if mark.vertical { mark.h } else { mark.w };
    // Fractions of width and height are not the same length: a page is about one and a half times as high.
    let reach = size * 3.0;
    same_line(last, mark) && start < to + reach && end > from - reach
}

/// The words whose middles lie in the boxes, in the order of the glyphs.
#[must_use]
pub fn under(marks: &[Mark], boxes: &[PageBox]) -> String {
    let inside = |mark: &Mark| {
        let (x, y) = mark.middle();
        let holds =
            |b: &PageBox| b.page == mark.page && (b.x..=b.x + b.w).contains(&x) && (b.y..=b.y + b.h).contains(&y);
        boxes.iter().any(holds)
    };
    let mut out = String::new();
    let (mut last, mut space) = (None, false);
    for mark in marks.iter().filter(|mark| inside(mark)) {
        if mark.blank() {
            space = true;
            continue;
        }
        if space || last.is_some_and(|last| parted(last, mark)) {
            out.push(' ');
        }
        out.push_str(&mark.text);
        (last, space) = (Some(mark), false);
    }
    out.trim().to_owned()
}

/// What two texts are compared by.
#[must_use]
pub fn key(text: &str) -> Vec<char> {
    letters(text).map(|(letter, _)| letter).collect()
}

/// Letters of the key with the bytes they come from.
fn letters(text: &str) -> impl Iterator<Item = (char, usize)> {
    let folded = fold::fold(text);
    let all: Vec<(usize, char)> = folded.text.char_indices().filter(|(_, c)| *c != ' ').collect();
    // Right behind a letter, and a letter comes next, be it on the next line: the word goes on.
    let hyphen = |index: usize| {
        let inside = folded.text[..all[index].0].chars().next_back().is_some_and(char::is_alphabetic);
        all[index].1 == '-' && inside && all.get(index + 1).is_some_and(|(_, c)| c.is_alphabetic())
    };
    let kept: Vec<(char, usize)> = (0..all.len())
        .filter(|index| !hyphen(*index))
        .map(|index| {
            let (at, c) = all[index];
            (fold::one_script(c), folded.original(at..at + c.len_utf8()).start)
        })
        .collect();
    kept.into_iter()
}

#[cfg(test)]
#[path = "boxes_tests.rs"]
mod tests;
