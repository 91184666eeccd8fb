//! Lines and pages: breaking, justification, what stays together.

use crate::adapters::export::font::Face;

/// A4 and its margins in points: left 30, right 15, top and bottom 20 mm.
pub(super) const PAGE: (f32, f32) = (595.28, 841.89);
/// Left edge of the text.
pub(super) const LEFT: f32 = 85.04;
/// Width of the text.
pub(super) const WIDTH: f32 = PAGE.0 - LEFT - 42.52;
/// Upper edge of the text.
pub(super) const TOP: f32 = 56.69;
/// Lower edge of the text.
pub(super) const BOTTOM: f32 = PAGE.1 - 56.69;

/// Where a line stands between its edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Center,
    Right,
    Both,
}

/// A paragraph's dress.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dress {
    pub(super) bold: bool,
    pub(super) size: f32,
    pub(super) align: Align,
    /// From the left edge of the text.
    pub(super) indent: f32,
    /// The first line, further.
    pub(super) first: f32,
    pub(super) width: f32,
    pub(super) before: f32,
    pub(super) after: f32,
}

impl Dress {
    /// Body text over the whole width.
    pub(super) fn body() -> Self {
        Self {
            bold: false,
            size: 12.0,
            align: Align::Both,
            indent: 0.0,
            first: 0.0,
            width: WIDTH,
            before: 0.0,
            after: 3.0,
        }
    }

    /// Height of a line.
    pub(super) fn leading(&self) -> f32 {
        self.size * 1.25
    }
}

/// A line at its place on a page.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub(super) x: f32,
    /// The base line.
    pub(super) y: f32,
    pub(super) bold: bool,
    pub(super) size: f32,
    /// Added to every space.
    pub(super) stretch: f32,
    pub(super) text: String,
}

/// What one page holds.
#[derive(Debug, Clone, Default)]
pub(super) struct Page {
    pub(super) lines: Vec<Placed>,
    /// Thin rules: x, y, width, height.
    pub(super) rules: Vec<[f32; 4]>,
}

/// Words of a text in lines no wider than the dress allows; only an ordinary space breaks.
pub(super) fn wrap(face: &Face, text: &str, dress: &Dress) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut width) = (String::new(), 0.0);
    let space = face.width(" ", dress.size);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let own = face.width(word, dress.size);
        let room = dress.width - if lines.is_empty() { dress.first } else { 0.0 };
        if !line.is_empty() && width + space + own > room {
            lines.push(std::mem::take(&mut line));
            width = 0.0;
        }
        // A word wider than its room goes on in the next line instead of over the edge.
        if line.is_empty() && own > room {
            width = 0.0;
            for c in word.chars() {
                let own = face.width(c.encode_utf8(&mut [0; 4]), dress.size);
                if !line.is_empty() && width + own > room {
                    lines.push(std::mem::take(&mut line));
                    width = 0.0;
                }
                line.push(c);
                width += own;
            }
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
            width += space;
        }
        line.push_str(word);
        width += own;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Places lines of a paragraph from `y` down, at `x`; the last line is not stretched.
pub(super) fn place(face: &Face, lines: &[String], dress: &Dress, x: f32, mut y: f32, last: bool) -> Vec<Placed> {
    let mut out = Vec::new();
    for (i, text) in lines.iter().enumerate() {
        y += dress.leading();
        let first = if i == 0 { dress.first } else { 0.0 };
        let slack = dress.width - first - face.width(text, dress.size);
        let gaps = text.matches(' ').count();
        let ends = last && i + 1 == lines.len();
        #[expect(clippy::cast_precision_loss, reason = "spaces in a line")]
        let stretch = if dress.align == Align::Both && !ends && gaps > 0 { slack.max(0.0) / gaps as f32 } else { 0.0 };
        let shift = match dress.align {
            Align::Center => slack / 2.0,
            Align::Right => slack,
            Align::Left | Align::Both => 0.0,
        };
        let (bold, size) = (dress.bold, dress.size);
        let x = x + dress.indent + first + shift;
        out.push(Placed { x, y: y - size * 0.25, bold, size, stretch, text: text.clone() });
    }
    out
}
