//! PDF through hayro: the image of a page, and its glyphs with their places from the same interpreter.

use crate::engine::corpus::boxes::Mark;
use hayro::hayro_interpret::font::{Glyph, GlyphRun};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, interpret_page,
};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::kurbo::{Affine, BezPath, Point, Rect};
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use serde::{Deserialize, Serialize};

/// Above and below the base line, in thousandths of the size: what capitals and tails need.
const RISE: f64 = 760.0;
const FALL: f64 = -220.0;
/// A side of a page's image, in pixels.
const MOST_PIXELS: f32 = 6_000.0;

/// Why a PDF cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum DrawError {
    /// Closed with a password.
    #[error("{}", Self::ENCRYPTED)]
    Encrypted,
    /// Not a PDF that can be read.
    #[error("{}", Self::DAMAGED)]
    Damaged,
}

impl DrawError {
    /// What is said of a file that needs a password.
    pub const ENCRYPTED: &str = "PDF защищён паролем: снимите защиту и импортируйте файл снова";
    /// What is said of a broken file.
    pub const DAMAGED: &str = "PDF повреждён: скачайте файл заново и импортируйте снова";
}

/// Reads a file.
///
/// # Errors
/// [`DrawError`]
pub fn open(bytes: Vec<u8>) -> Result<Pdf, DrawError> {
    match Pdf::new(bytes) {
        Ok(pdf) if !pdf.pages().is_empty() => Ok(pdf),
        Err(LoadPdfError::Decryption(_)) => Err(DrawError::Encrypted),
        _ => Err(DrawError::Damaged),
    }
}

/// The size of a page in points.
#[must_use]
pub fn size(page: &Page<'_>) -> (f64, f64) {
    let (width, height) = page.render_dimensions();
    (f64::from(width), f64::from(height))
}

/// A page as PNG, with its width and height in pixels.
///
/// # Errors
/// The image could not be written.
pub fn image(page: &Page<'_>, scale: f32) -> Result<(Vec<u8>, u32, u32), DrawError> {
    let (drawn, _) = pixels(page, scale);
    let (width, height) = (u32::from(drawn.width()), u32::from(drawn.height()));
    let png = drawn.into_png().map_err(|_| DrawError::Damaged)?;
    Ok((png, width, height))
}

/// The pixels of a page, and the scale that it was drawn at: a large sheet is drawn smaller.
#[must_use]
pub fn pixels(page: &Page<'_>, scale: f32) -> (Pixmap, f64) {
    let (width, height) = page.render_dimensions();
    let scale = scale.min(MOST_PIXELS / width.max(height).max(1.0));
    let look = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let cache = RenderCache::new();
    let drawn = render(page, &cache, &InterpreterSettings::default(), &RenderSettings::default(), &look);
    (drawn, f64::from(scale))
}

/// The glyphs of a page in the order in which they are drawn.
#[must_use]
pub fn marks(page: &Page<'_>, number: u32) -> Vec<Mark> {
    let (width, height) = size(page);
    let transform = page.initial_transform(true).to_kurbo();
    let target = Rect::new(0.0, 0.0, width, height);
    let cache = InterpreterCache::new();
    let mut context = Context::new(transform, target, &cache, page.xref(), InterpreterSettings::default());
    let mut reader = Reader { page: number, width: width.max(1.0), height: height.max(1.0), marks: Vec::new() };
    interpret_page(page, &mut context, &mut reader);
    reader.marks
}

/// Looks at the glyphs and draws nothing.
struct Reader {
    page: u32,
    width: f64,
    height: f64,
    marks: Vec<Mark>,
}

impl Reader {
    fn glyph(&mut self, glyph: &Glyph<'_>, transform: Affine) {
        let text = match glyph.as_unicode() {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(text)) => text,
            None => return,
        };
        let advance = match glyph {
            Glyph::Outline(outline) => outline.advance_width(),
            Glyph::Type3(drawn) => drawn.advance_width(),
        };
        let advance = f64::from(advance.unwrap_or(500.0)).max(1.0);
        let corners = [(0.0, FALL), (advance, FALL), (0.0, RISE), (advance, RISE)];
        let corners = corners.map(|(x, y)| transform * Point::new(x, y));
        let edge = |pick: fn(&Point) -> f64, best: fn(f64, f64) -> f64| corners.iter().map(pick).reduce(best);
        let (Some(left), Some(right)) = (edge(|p| p.x, f64::min), edge(|p| p.x, f64::max)) else { return };
        let (Some(top), Some(bottom)) = (edge(|p| p.y, f64::min), edge(|p| p.y, f64::max)) else { return };
        let along = transform * Point::new(advance, 0.0) - transform * Point::ORIGIN;
        let inside = right > 0.0 && left < self.width && bottom > 0.0 && top < self.height;
        if !(inside && along.x.is_finite() && along.y.is_finite()) {
            return;
        }
        let (left, right) = (left.max(0.0), right.min(self.width));
        let (top, bottom) = (top.max(0.0), bottom.min(self.height));
        self.marks.push(Mark {
            page: self.page,
            text,
            x: left / self.width,
            y: top / self.height,
            w: (right - left) / self.width,
            h: (bottom - top) / self.height,
            vertical: along.y.abs() > along.x.abs(),
        });
    }
}

impl<'a> Device<'a> for Reader {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        // Filled and stroked text comes twice.
        if matches!(mode, DrawMode::Stroke(_)) && self.marks.last().is_some_and(|last| repeats(last, run)) {
            return;
        }
        for glyph in run.glyphs() {
            self.glyph(glyph, props.transform * glyph.transform());
        }
    }
}

/// Whether a stroked run ends with the glyph that was filled last.
fn repeats(last: &Mark, run: &GlyphRun<'_, '_>) -> bool {
    let text = run.glyphs().last().and_then(|glyph| glyph.as_unicode());
    match text {
        Some(BfString::Char(c)) => last.text.chars().eq([c]),
        Some(BfString::String(text)) => last.text == text,
        None => false,
    }
}
