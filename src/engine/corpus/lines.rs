//! Lines of text from the glyphs of a page: what stands side by side is a line, what stands far apart is another cell.
//! Pure.

use crate::engine::corpus::boxes::Mark;

/// Shares of the height of a letter: a gap that is a space, one that parts cells, one that parts them despite a space.
const SPACE: f64 = 0.12;
const CELL: f64 = 1.4;
const FAR: f64 = 3.0;

/// The text of a page, a line each, in the order in which it was drawn. `aspect` is the page's height by its width.
#[must_use]
pub fn text(marks: &[Mark], aspect: f64) -> String {
    let mut out = String::new();
    let mut last: Option<&Mark> = None;
    let mut space = false;
    for mark in marks {
        if mark.text.trim().is_empty() {
            space = true;
            continue;
        }
        if let Some(before) = last {
            match between(before, mark, aspect, space) {
                Step::Word => out.push(' '),
                Step::Line => out.push('\n'),
                Step::Letter => {}
            }
        }
        out.push_str(mark.text.trim());
        (last, space) = (Some(mark), false);
    }
    out
}

enum Step {
    Letter,
    Word,
    Line,
}

/// What parts two glyphs.
fn between(before: &Mark, mark: &Mark, aspect: f64, space: bool) -> Step {
    if before.vertical != mark.vertical {
        return Step::Line;
    }
    // Along the line and across it, in one unit: shares of the page's width.
    let (gap, size, a, b) = if mark.vertical {
        // Words that run up or down: the distance is what counts, not its direction.
        let (up, down) = (before.y - mark.y - mark.h, mark.y - before.y - before.h);
        let gap = up.max(down) * aspect;
        (gap, mark.w, (before.x, before.x + before.w), (mark.x, mark.x + mark.w))
    } else {
        let gap = mark.x - before.x - before.w;
        (gap, mark.h * aspect, (before.y, before.y + before.h), (mark.y, mark.y + mark.h))
    };
    let common = a.1.min(b.1) - a.0.max(b.0);
    let same = common > 0.4 * (a.1 - a.0).min(b.1 - b.0);
    // Back by more than a letter: another line, or something drawn over.
    if !same || gap < -1.2 * size || gap > if space { FAR } else { CELL } * size {
        Step::Line
    } else if space || gap > SPACE * size {
        Step::Word
    } else {
        Step::Letter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str, x: f64, y: f64) -> Vec<Mark> {
        let letter = |(n, c): (usize, char)| Mark {
            page: 1,
            text: c.to_string(),
            x: x + n as f64 * 0.01,
            y,
            w: 0.01,
            h: 0.015,
            vertical: false,
        };
        text.chars().enumerate().map(letter).collect()
    }

    #[test]
    fn lines_words_and_cells() {
        let mut marks = letters("Склад сухой", 0.1, 0.1);
        marks.extend(letters("и тёплый", 0.1, 0.12));
        marks.extend(letters("12", 0.5, 0.12));
        // Words parted by room instead of a space.
        marks.extend(letters("пол", 0.1, 0.14));
        marks.extend(letters("ровный", 0.134, 0.14));
        assert_eq!(text(&marks, 1.414), "Склад сухой\nи тёплый\n12\nпол ровный");
        assert_eq!(text(&[], 1.414), "");
    }

    #[test]
    fn a_raised_sign_stays_on_its_line_and_a_turned_word_is_a_line() {
        let mut marks = letters("12 м", 0.1, 0.1);
        marks.push(Mark { y: 0.097, h: 0.009, ..letters("2", 0.14, 0.1).remove(0) });
        for (n, c) in "вдоль".chars().enumerate() {
            let y = 0.8 - n as f64 * 0.01;
            marks.push(Mark { page: 1, text: c.to_string(), x: 0.02, y, w: 0.015, h: 0.01, vertical: true });
        }
        assert_eq!(text(&marks, 1.414), "12 м2\nвдоль");
    }
}
