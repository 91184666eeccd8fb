//! A stretch of a page with the cited words framed: where it is cut, how frames are painted, whether they stand. Pure.
//!
//! Cutting and checking use the same arithmetic, so a frame that was painted is found again, and a box that was moved
//! afterwards is not.

use crate::model::source::{BoxRole, PageBox};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Pixels of a point.
pub const SCALE: f64 = 2.0;
/// Points of the page that are shown above and below the framed words.
const AROUND: f64 = 60.0;
/// Pixels between words and their frame.
const GAP: f64 = 2.0;
/// The frame of the words or the cell.
pub const MAIN: [u8; 3] = [200, 16, 46];
/// The frame of a header.
pub const HEADER: [u8; 3] = [35, 64, 160];
/// What white becomes under a header.
const TINT: [u16; 3] = [255, 243, 196];

/// A rectangle from the top-left corner: of a page in points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// Whether another one lies in it, but for a hair.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        const HAIR: f64 = 1.0;
        other.x >= self.x - HAIR
            && other.y >= self.y - HAIR
            && other.x + other.w <= self.x + self.w + HAIR
            && other.y + other.h <= self.y + self.h + HAIR
    }

    /// Whether it is a place at all: finite, not turned inside out.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        [self.x, self.y, self.w, self.h].iter().all(|side| side.is_finite() && *side >= 0.0 && *side < 1e6)
            && self.w > 0.0
            && self.h > 0.0
    }

    /// Left, top, right and bottom in pixels.
    #[must_use]
    pub fn pixels(&self, scale: f64) -> (u32, u32, u32, u32) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float saturates")]
        let at = |side: f64| (side * scale).round().max(0.0) as u32;
        (at(self.x), at(self.y), at(self.x + self.w), at(self.y + self.h))
    }
}

/// A box of a page in points.
#[must_use]
pub fn in_points(place: &PageBox, width: f64, height: f64) -> Rect {
    let fine = |value: f64| (value * 1000.0).round() / 1000.0;
    Rect { x: fine(place.x * width), y: fine(place.y * height), w: fine(place.w * width), h: fine(place.h * height) }
}

/// What is cut out around boxes: the whole width of the page, with some lines above and below.
#[must_use]
pub fn around(boxes: &[Rect], width: f64, height: f64) -> Rect {
    let top = boxes.iter().map(|place| place.y).fold(height, f64::min);
    let bottom = boxes.iter().map(|place| place.y + place.h).fold(0.0, f64::max);
    let top = (top - AROUND).floor().max(0.0);
    let bottom = (bottom + AROUND).ceil().min(height.floor());
    Rect { x: 0.0, y: top, w: width.floor(), h: (bottom - top).max(1.0) }
}

/// A frame in pixels of a cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    header: bool,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

/// The frames of boxes on a cut of so many pixels, headers first: the words themselves lie on top.
#[must_use]
pub fn frames(boxes: &[(BoxRole, Rect)], cut: &Rect, scale: f64, size: (u32, u32)) -> Vec<Frame> {
    let (left, top, ..) = cut.pixels(scale);
    let mut out: Vec<Frame> = boxes
        .iter()
        .map(|(role, place)| {
            let wide = Rect {
                x: place.x - GAP / scale,
                y: place.y - GAP / scale,
                w: place.w + 2.0 * GAP / scale,
                h: place.h + 2.0 * GAP / scale,
            };
            let (x0, y0, x1, y1) = wide.pixels(scale);
            Frame {
                header: matches!(role, BoxRole::RowHeader | BoxRole::ColumnHeader),
                left: x0.saturating_sub(left).min(size.0.saturating_sub(1)),
                top: y0.saturating_sub(top).min(size.1.saturating_sub(1)),
                right: x1.saturating_sub(left).min(size.0.saturating_sub(1)),
                bottom: y1.saturating_sub(top).min(size.1.saturating_sub(1)),
            }
        })
        .collect();
    out.sort_by_key(|frame| !frame.header);
    out
}

/// The pixels of the frames with their colours, by row and column.
fn strokes(frames: &[Frame], size: (u32, u32)) -> BTreeMap<(u32, u32), [u8; 3]> {
    let mut out = BTreeMap::new();
    for frame in frames {
        let (thick, colour) = if frame.header { (1, HEADER) } else { (3, MAIN) };
        let mut put = |x: u32, y: u32| {
            if x < size.0 && y < size.1 {
                out.insert((y, x), colour);
            }
        };
        // Thick outwards: words under a frame stay readable.
        for step in 0..thick {
            let (left, top) = (frame.left.saturating_sub(step), frame.top.saturating_sub(step));
            let (right, bottom) = (frame.right.saturating_add(step), frame.bottom.saturating_add(step));
            for x in left..=right.min(size.0) {
                put(x, top);
                put(x, bottom);
            }
            for y in top..=bottom.min(size.1) {
                put(left, y);
                put(right, y);
            }
        }
    }
    out
}

fn offset(x: u32, y: u32, width: u32) -> usize {
    (y as usize * width as usize + x as usize) * 4
}

/// Paints frames on RGBA pixels; what does not fit is left as it is.
pub fn paint(pixels: &mut [u8], size: (u32, u32), frames: &[Frame]) {
    for frame in frames.iter().filter(|frame| frame.header) {
        for y in frame.top..=frame.bottom.min(size.1) {
            for x in frame.left..=frame.right.min(size.0) {
                if let Some(pixel) = pixels.get_mut(offset(x, y, size.0)..).and_then(|rest| rest.get_mut(..3)) {
                    for (value, tint) in pixel.iter_mut().zip(TINT) {
                        *value = u8::try_from(u16::from(*value) * tint / 255).unwrap_or(u8::MAX);
                    }
                }
            }
        }
    }
    for ((y, x), colour) in strokes(frames, size) {
        if let Some(pixel) = pixels.get_mut(offset(x, y, size.0)..).and_then(|rest| rest.get_mut(..3)) {
            pixel.copy_from_slice(&colour);
        }
    }
}

/// Whether every frame stands on RGBA pixels where it belongs.
#[must_use]
pub fn framed(pixels: &[u8], size: (u32, u32), frames: &[Frame]) -> bool {
    let strokes = strokes(frames, size);
    let stands = |((y, x), colour): (&(u32, u32), &[u8; 3])| {
        pixels.get(offset(*x, *y, size.0)..).and_then(|rest| rest.get(..3)) == Some(colour.as_slice())
    };
    !strokes.is_empty() && strokes.iter().all(stands)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Rect = Rect { x: 200.0, y: 300.0, w: 20.0, h: 12.0 };
    const HEAD: Rect = Rect { x: 40.0, y: 300.0, w: 80.0, h: 12.0 };

    fn painted(boxes: &[(BoxRole, Rect)], cut: &Rect) -> (Vec<u8>, (u32, u32)) {
        let (left, top, right, bottom) = cut.pixels(SCALE);
        let size = (right - left, bottom - top);
        let mut pixels = vec![255; offset(0, size.1, size.0)];
        paint(&mut pixels, size, &frames(boxes, cut, SCALE, size));
        (pixels, size)
    }

    #[test]
    fn a_frame_is_found_where_it_was_painted_and_nowhere_else() {
        let boxes = [(BoxRole::Cell, CELL), (BoxRole::RowHeader, HEAD)];
        let cut = around(&[CELL, HEAD], 595.0, 842.0);
        assert_eq!(cut, Rect { x: 0.0, y: 240.0, w: 595.0, h: 132.0 });
        let (pixels, size) = painted(&boxes, &cut);
        assert!(framed(&pixels, size, &frames(&boxes, &cut, SCALE, size)));
        for (dx, dy) in [(1.0, 0.0), (0.0, 1.0), (-4.0, 0.0), (0.0, 30.0), (200.0, 0.0)] {
            let moved = [(BoxRole::Cell, Rect { x: CELL.x + dx, y: CELL.y + dy, ..CELL }), boxes[1]];
            assert!(!framed(&pixels, size, &frames(&moved, &cut, SCALE, size)), "{dx} {dy}");
        }
        let wider = [(BoxRole::Cell, Rect { w: 25.0, ..CELL }), boxes[1]];
        assert!(!framed(&pixels, size, &frames(&wider, &cut, SCALE, size)));
        // The words under the frame are untouched.
        let middle = offset(420, 132, size.0);
        assert_eq!(pixels[middle..middle + 3], [255, 255, 255]);
    }

    #[test]
    fn places_at_the_edge_of_a_page_or_out_of_reason_do_no_harm() {
        for place in [
            Rect { x: 0.0, y: 0.0, w: 595.0, h: 842.0 },
            Rect { x: 590.0, y: 838.0, w: 5.28, h: 3.9 },
            Rect { x: 1e5, y: 1e5, w: 1.0, h: 1.0 },
        ] {
            let cut = around(&[place], 595.28, 841.89);
            let (pixels, size) = painted(&[(BoxRole::Text, place)], &cut);
            assert!(size.0 <= 1190 && size.1 <= 1684, "{size:?}");
            assert!(framed(&pixels, size, &frames(&[(BoxRole::Text, place)], &cut, SCALE, size)), "{place:?}");
        }
        for bad in [f64::NAN, f64::INFINITY, -1.0, 1e9] {
            assert!(!Rect { x: bad, ..CELL }.is_sound());
        }
        assert!(!framed(&[], (0, 0), &[]));
    }
}
