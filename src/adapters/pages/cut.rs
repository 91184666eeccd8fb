//! Stretches of a page cut out with their words framed, and pixels of images that come from elsewhere.

use crate::adapters::intake;
use crate::adapters::pages::draw::DrawError;
use crate::adapters::pages::source::Kind;
use crate::adapters::pages::{Atlas, draw, picture};
use crate::adapters::worker::WorkError;
use crate::adapters::worker::job::{Done, Job};
use crate::engine::corpus::excerpt::{self, Rect, SCALE};
use crate::model::source::{BoxRole, PageBox};
use crate::runner::excerpts::Excerpts;
use crate::runner::ports::{PageError, PageImage};
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::Pixmap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Sides of an image that is looked at, in pixels.
const MOST_PIXELS: u32 = 8_000;

impl Atlas {
    pub(super) async fn cut_out(
        &self,
        edition: &str,
        page: u32,
        wanted: &[Vec<PageBox>],
    ) -> Result<Excerpts, PageError> {
        let document = self.document(edition).await?;
        document.check(page)?;
        let marks = self.marks(&document, page).await?;
        let (width, height) = self.size_of(&document, page).await?;
        let view = self.sources.page(edition, page).await?;
        let printed = view.map(|view| view.printed).unwrap_or_default();
        let notice = self.notice(&document, page, false, None).await?;
        let pages = document.pages;
        if let Kind::Images = document.kind {
            // A file that came as an image is handed on as it came.
            let image = self.picture(&document, page).await?;
            let cut = Rect { x: 0.0, y: 0.0, w: width, h: height };
            let images = wanted.iter().map(|_| (cut, image.clone())).collect();
            return Ok(Excerpts { width, height, scale: 1.0, pages, printed, notice, marks, framed: false, images });
        }
        let places: Vec<Vec<(BoxRole, Rect)>> = wanted
            .iter()
            .map(|cut| {
                let points = |one: &PageBox| (one.role, excerpt::in_points(one, width, height));
                cut.iter().map(points).collect()
            })
            .collect();
        if places.is_empty() {
            let (scale, images) = (SCALE, Vec::new());
            return Ok(Excerpts { width, height, scale, pages, printed, notice, marks, framed: true, images });
        }
        let reply = self.ask(&document, page, true, |index| Job::Cuts { index, places }).await?;
        let Done::Cuts { scale, cuts } = reply.done else { return Err(WorkError::Unavailable.into()) };
        let image = |((cut, width, height), bytes): ((Rect, u32, u32), Vec<u8>)| {
            let sha256 = intake::hash(&[&bytes]);
            (cut, PageImage { media: "image/png", bytes: Arc::new(bytes), width, height, sha256 })
        };
        let images = cuts.into_iter().zip(reply.blobs).map(image).collect();
        Ok(Excerpts { width, height, scale, pages, printed, notice, marks, framed: true, images })
    }
}

/// The scale of a drawn page; what of it every cut shows, with its size in pixels; the cuts as PNG.
type Cuts = (f64, Vec<(Rect, u32, u32)>, Vec<Vec<u8>>);

/// The page drawn once and cut as often as is asked. In a worker.
///
/// # Errors
/// A place that lies on no page; an image that could not be written.
pub fn cuts(page: &Page<'_>, places: &[Vec<(BoxRole, Rect)>]) -> Result<Cuts, DrawError> {
    let (width, height) = draw::size(page);
    #[expect(clippy::cast_possible_truncation, reason = "a scale of a page")]
    let (whole, scale) = draw::pixels(page, SCALE as f32);
    let (mut cuts, mut images) = (Vec::with_capacity(places.len()), Vec::with_capacity(places.len()));
    for boxes in places {
        let rects: Vec<Rect> = boxes.iter().map(|(_, place)| *place).collect();
        let cut = excerpt::around(&rects, width, height);
        let mut part = part(&whole, &cut, scale).ok_or(DrawError::Damaged)?;
        let size = (u32::from(part.width()), u32::from(part.height()));
        excerpt::paint(part.data_as_u8_slice_mut(), size, &excerpt::frames(boxes, &cut, scale, size));
        cuts.push((cut, size.0, size.1));
        images.push(part.into_png().map_err(|_| DrawError::Damaged)?);
    }
    Ok((scale, cuts, images))
}

/// A part of an image; `None` when it does not lie in it.
fn part(whole: &Pixmap, cut: &Rect, scale: f64) -> Option<Pixmap> {
    let (left, top, right, bottom) = cut.pixels(scale);
    let narrow = |value: u32| u16::try_from(value).ok();
    let (right, bottom) = (right.min(u32::from(whole.width())), bottom.min(u32::from(whole.height())));
    let mut part = Pixmap::new(narrow(right.checked_sub(left)?)?, narrow(bottom.checked_sub(top)?)?);
    if part.width() == 0 || part.height() == 0 {
        return None;
    }
    part.set_may_have_transparency(false);
    let row = usize::from(part.width()) * 4;
    let from = whole.data_as_u8_slice();
    for (y, line) in part.data_as_u8_slice_mut().chunks_exact_mut(row).enumerate() {
        let start = ((top as usize + y) * usize::from(whole.width()) + left as usize) * 4;
        line.copy_from_slice(from.get(start..start + row)?);
    }
    Some(part)
}

/// The RGBA pixels of a PNG of this size; `None` for anything else. The file may come from anybody.
#[must_use]
pub fn rgba(bytes: &[u8], size: (u32, u32)) -> Option<Vec<u8>> {
    let (media, width, height) = picture::read(bytes)?;
    if media != "image/png" || (width, height) != size || width.max(height) > MOST_PIXELS {
        return None;
    }
    // A decoder that stumbles over a hostile file has found a damaged file.
    let read = catch_unwind(AssertUnwindSafe(|| Pixmap::from_png(std::io::Cursor::new(bytes)).ok())).ok()??;
    (u32::from(read.width()) == width && u32::from(read.height()) == height).then(|| read.data_as_u8_slice().to_vec())
}
