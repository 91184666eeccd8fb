//! The embedded faces and the widths of their glyphs.
//!
//! PT Serif, SIL Open Font License 1.1 (`assets/fonts/OFL.txt`); it covers Cyrillic, «№» and «₽». What it lacks (Hangul,
//! ideographs, Greek, mathematical signs) comes from a part of Noto Sans KR under the same licence
//! (`assets/fonts/OFL-NotoSansKR.txt`), upright in bold text too.

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

static KOREAN: LazyLock<Option<Face>> =
    LazyLock::new(|| face(include_bytes!("../../../assets/fonts/NotoSansKR-Regular.otf")));

/// A stretch of text in one face.
pub(super) struct Shaped<'t> {
    /// How far right of the beginning it starts.
    pub(super) x: f32,
    /// Its face, for the writer.
    pub(super) font: Font,
    /// Its words.
    pub(super) text: &'t str,
    /// Their glyphs.
    pub(super) glyphs: Vec<KrillaGlyph>,
}

/// Whether some face has a character.
pub(super) fn knows(c: char) -> bool {
    let has = |face: Option<&Face>| face.is_some_and(|face| face.glyphs.contains_key(&c));
    has(REGULAR.as_ref()) || has(KOREAN.as_ref())
}

impl Face {
    /// The face that has a character, with its glyph and advance; «?» of this one where none has it.
    fn glyph(&self, c: char) -> (&Self, u32, f32) {
        let own = self.glyphs.get(&c).map(|glyph| (self, glyph));
        let found = own.or_else(|| KOREAN.as_ref().and_then(|other| Some((other, other.glyphs.get(&c)?))));
        let (face, (id, advance)) = found.or_else(|| Some((self, self.glyphs.get(&'?')?))).unwrap_or((self, &(0, 0.5)));
        (face, *id, *advance)
    }

    /// Width of a text at a size.
    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.glyph(c).2).sum::<f32>() * size
    }

    /// A text in stretches of one face each; every space is wider by `stretch` points.
    pub(super) fn shape<'t>(&self, text: &'t str, size: f32, stretch: f32) -> Vec<Shaped<'t>> {
        let mut out: Vec<Shaped<'t>> = Vec::new();
        let (mut from, mut x) = (0, 0.0);
        for (at, c) in text.char_indices() {
            let (face, id, advance) = self.glyph(c);
            let advance = if c == ' ' { advance + stretch / size } else { advance };
            let end = at + c.len_utf8();
            if out.last().is_none_or(|last| last.font != face.font) {
                from = at;
                out.push(Shaped { x, font: face.font.clone(), text: "", glyphs: Vec::new() });
            }
            if let Some(last) = out.last_mut() {
                last.text = &text[from..end];
                let own = at - from..end - from;
                last.glyphs.push(KrillaGlyph::new(GlyphId::new(id), advance, 0.0, 0.0, 0.0, own, None));
            }
            x += advance * size;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn korean_words_come_from_a_face_that_has_them() {
        let face = get(false).expect("a face");
        let text = "제1조 (目的) п. 2 ≤ λ";
        let shaped = face.shape(text, 10.0, 0.0);
        assert_eq!(shaped.iter().map(|part| part.text).collect::<String>(), text);
        assert_eq!(shaped[0].text, "제");
        assert!(shaped[0].font != shaped[1].font && shaped[1].text == "1");
        let end = shaped
            .last()
            .map_or(0.0, |last| last.x + last.glyphs.iter().map(|glyph| glyph.x_advance * 10.0).sum::<f32>());
        assert!((end - face.width(text, 10.0)).abs() < 0.01);
        assert!(shaped.windows(2).all(|pair| pair[0].x < pair[1].x));
        for part in shaped {
            for glyph in part.glyphs {
                assert!(glyph.text_range.end <= part.text.len() && glyph.glyph_id.to_u32() != 0);
            }
        }
    }

    #[test]
    fn every_syllable_is_there_and_what_is_not_is_known() {
        assert!(('가'..='힣').all(knows));
        assert!("ㄱㆍ「」①③甲乙法律№₽«»≥√∑αω".chars().all(knows));
        assert!(!"\u{1f600}ก".chars().any(knows));
    }

    #[test]
    fn cyrillic_is_one_stretch_as_ever() {
        let face = get(true).expect("a face");
        assert_eq!(face.shape("Договор аренды № 5", 12.0, 1.0).len(), 1);
        assert!(face.shape("", 12.0, 0.0).is_empty());
    }
}
