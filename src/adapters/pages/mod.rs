//! Pages as images with the places of words: PDF as it came, images as they came, texts set on paper here.
//!
//! Image and places come from the same bytes through the same interpreter, so they agree by construction.

pub mod cache;
pub mod cut;
pub mod draw;
mod find;
pub mod keep;
pub mod ocr;
pub mod picture;
mod source;

use crate::adapters::intake;
use crate::adapters::pages::cache::Cache;
use crate::adapters::pages::source::{Document, Kind};
use crate::engine::corpus::boxes::{self, Mark};
use crate::model::source::{PageBox, PageBoxes};
use crate::runner::ports::{BoxFuture, Excerpts, PageError, PageImage, Pages, Sought, Sources};
use hayro::hayro_syntax::Pdf;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Room for images, in bytes.
const IMAGES: usize = 64 * 1024 * 1024;
/// Room for opened files, in bytes.
const FILES: usize = 128 * 1024 * 1024;
/// Room for glyphs, in bytes.
const GLYPHS: usize = 48 * 1024 * 1024;
/// Room for what is known of editions, in bytes.
const EDITIONS: usize = 64 * 1024 * 1024;
/// Pages drawn at once.
const AT_ONCE: usize = 2;
/// Scales that are drawn.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.5..=4.0;

/// The pages of a corpus.
pub struct Atlas {
    sources: Arc<dyn Sources>,
    images: Cache<(String, u32, u32), PageImage>,
    glyphs: Cache<(String, u32), Arc<Vec<Mark>>>,
    files: Cache<String, Arc<Pdf>>,
    editions: Cache<String, Arc<source::Layout>>,
    room: Semaphore,
}

impl std::fmt::Debug for Atlas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Atlas").field("image_bytes", &self.images.bytes()).finish_non_exhaustive()
    }
}

impl Atlas {
    /// Over this corpus.
    #[must_use]
    pub fn new(sources: Arc<dyn Sources>) -> Self {
        Self {
            sources,
            images: Cache::new(IMAGES),
            glyphs: Cache::new(GLYPHS),
            files: Cache::new(FILES),
            editions: Cache::new(EDITIONS),
            room: Semaphore::new(AT_ONCE),
        }
    }

    /// The words whose middles lie in boxes, page after page: what a citation is checked against.
    ///
    /// # Errors
    /// No such edition or page; storage.
    pub async fn words_under(&self, edition: &str, boxes: &[PageBox]) -> Result<String, PageError> {
        let document = self.document(edition).await?;
        let mut pages: Vec<u32> = boxes.iter().map(|place| place.page).collect();
        pages.sort_unstable();
        pages.dedup();
        let mut out = String::new();
        for page in pages {
            out.push_str(&boxes::under(self.marks(&document, page).await?.as_ref(), boxes));
        }
        Ok(out)
    }

    /// Bytes of the images held now.
    #[must_use]
    pub fn image_bytes(&self) -> usize {
        self.images.bytes()
    }

    async fn drawn(&self, edition: &str, page: u32, scale: f32) -> Result<PageImage, PageError> {
        let scale = if scale.is_finite() { scale.clamp(*SCALES.start(), *SCALES.end()) } else { 2.0 };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 50 and 400")]
        let percent = (scale * 100.0).round() as u32;
        let document = self.document(edition).await?;
        document.check(page)?;
        let key = (document.mark.clone(), page, percent);
        if let Some(image) = self.images.get(&key) {
            return Ok(image);
        }
        if let Kind::Images = document.kind {
            let image = self.picture(&document, page).await?;
            let bytes = image.bytes.len();
            self.images.put(key, image.clone(), bytes);
            return Ok(image);
        }
        let (pdf, index) = self.pdf(&document, page).await?;
        let image = self.aside(move || picture_of(&pdf, index, scale)).await??;
        let bytes = image.bytes.len();
        self.images.put(key, image.clone(), bytes);
        Ok(image)
    }

    /// The glyphs of a page, or the recognised words of an image.
    async fn marks(&self, document: &Document, page: u32) -> Result<Arc<Vec<Mark>>, PageError> {
        let key = (document.mark.clone(), page);
        if let Some(marks) = self.glyphs.get(&key) {
            return Ok(marks);
        }
        let marks = if let Kind::Images = document.kind {
            let hash = self.image_hash(document, page).await?;
            let words = self.sources.words(&hash).await?.unwrap_or_default();
            words.into_iter().map(|word| Mark { page, ..word }).collect()
        } else {
            let (pdf, index) = self.pdf(document, page).await?;
            let own_foot = !matches!(document.kind, Kind::Pdf);
            let own = self.aside(move || source::marks_of(&pdf, index, page, own_foot)).await??;
            if own.is_empty() && !own_foot {
                // A scan: what was recognised on it when it was imported.
                let words = self.sources.words(&keep::words_key(&document.row.sha256, page)).await?.unwrap_or_default();
                words.into_iter().map(|word| Mark { page, ..word }).collect()
            } else {
                own
            }
        };
        let marks = Arc::new(marks);
        let bytes = marks.len() * 80;
        self.glyphs.put(key, marks.clone(), bytes);
        Ok(marks)
    }

    /// Long work of a processor, a little at once; a file that brings the interpreter down is the file's fault.
    async fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, PageError> {
        let broken = || PageError::Unreadable("Страницу не удалось показать: файл повреждён".to_owned());
        let _permit = self.room.acquire().await.map_err(|_| broken())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| broken())
    }
}

fn picture_of(pdf: &Pdf, index: usize, scale: f32) -> Result<PageImage, PageError> {
    let broken = |error: draw::DrawError| PageError::Unreadable(error.to_string());
    let page = pdf.pages().get(index).ok_or_else(|| broken(draw::DrawError::Damaged))?;
    let (bytes, width, height) = draw::image(page, scale).map_err(broken)?;
    let sha256 = intake::hash(&[&bytes]);
    Ok(PageImage { media: "image/png", bytes: Arc::new(bytes), width, height, sha256 })
}

impl Pages for Atlas {
    fn image<'a>(&'a self, edition: &'a str, page: u32, scale: f32) -> BoxFuture<'a, Result<PageImage, PageError>> {
        Box::pin(self.drawn(edition, page, scale))
    }

    fn boxes<'a>(&'a self, sought: &'a Sought) -> BoxFuture<'a, Result<PageBoxes, PageError>> {
        Box::pin(self.found(sought))
    }

    fn excerpts<'a>(
        &'a self,
        edition: &'a str,
        page: u32,
        wanted: &'a [Vec<PageBox>],
    ) -> BoxFuture<'a, Result<Excerpts, PageError>> {
        Box::pin(self.cut_out(edition, page, wanted))
    }
}
