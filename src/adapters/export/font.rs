//! The embedded faces and the widths of their glyphs.
//!
//! PT Serif, SIL Open Font License 1.1 (`assets/fonts/OFL.txt`); it covers Cyrillic, «№» and «₽».

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A face with the glyphs of the characters that documents use.
pub(super) struct Face {
    /// For the writer.
    pub(super) font: Font,
    /// Glyph and advance in ems, by character.
    glyphs: HashMap<char, (u32, f32)>,
}

static REGULAR: LazyLock<Option<Face>> =
    LazyLock::new(|| face(include_bytes!("../../../assets/fonts/PTSerif-Regular.ttf")));
static BOLD: LazyLock<Option<Face>> = LazyLock::new(|| face(include_bytes!("../../../assets/fonts/PTSerif-Bold.ttf")));

/// The regular or the bold face; `None` when the embedded file is broken.
pub(super) fn get(bold: bool) -> Option<&'static Face> {
    if bold { BOLD.as_ref() } else { REGULAR.as_ref() }
}

fn face(bytes: &'static [u8]) -> Option<Face> {
    let reader = FontRef::new(bytes).ok()?;
    let metrics = reader.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = f32::from(reader.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let glyph = |(code, id): (u32, skrifa::GlyphId)| {
        Some((char::from_u32(code)?, (id.to_u32(), metrics.advance_width(id)? / em)))
    };
    let glyphs = reader.charmap().mappings().filter_map(glyph).collect();
    Some(Face { font: Font::new(bytes.to_vec().into(), 0)?, glyphs })
}

impl Face {
    fn glyph(&self, c: char) -> (u32, f32) {
        self.glyphs.get(&c).or_else(|| self.glyphs.get(&'?')).copied().unwrap_or((0, 0.5))
    }

    /// Width of a text at a size.
    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.glyph(c).1).sum::<f32>() * size
    }

    /// The glyphs of a text; every space is wider by `stretch` points.
    pub(super) fn shape(&self, text: &str, size: f32, stretch: f32) -> Vec<KrillaGlyph> {
        let glyph = |(at, c): (usize, char)| {
            let (id, advance) = self.glyph(c);
            let advance = if c == ' ' { advance + stretch / size } else { advance };
            KrillaGlyph::new(GlyphId::new(id), advance, 0.0, 0.0, 0.0, at..at + c.len_utf8(), None)
        };
        text.char_indices().map(glyph).collect()
    }
}
