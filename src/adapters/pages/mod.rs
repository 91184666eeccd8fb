//! Pages as images with the places of words: PDF as it came, images as they came, texts set on paper here.
//!
//! Image and places come from the same bytes through the same interpreter, so they agree by construction. The
//! interpreter runs in workers only; what is held here are bytes that nobody has looked into, and results.

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
use crate::adapters::worker::job::{Done, Job, Seen};
use crate::adapters::worker::{self, Reply, WorkError};
use crate::engine::corpus::boxes::{self, Mark};
use crate::model::source::{PageBox, PageBoxes};
use crate::runner::excerpts::Excerpts;
use crate::runner::ports::{BoxFuture, PageError, PageImage, Pages, Sought, Sources};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Room for images, in bytes.
const IMAGES: usize = 24 * 1024 * 1024;
/// Room for the bytes of files, in bytes.
const FILES: usize = 40 * 1024 * 1024;
/// Room for glyphs, in bytes.
const GLYPHS: usize = 16 * 1024 * 1024;
/// Room for what is known of editions, in bytes.
const EDITIONS: usize = 24 * 1024 * 1024;
/// Room for what is known of files, and for pages that cannot be drawn, in bytes.
const KNOWN: usize = 1024 * 1024;
/// Pages set at once.
const AT_ONCE: usize = 2;
/// Scales that are drawn.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.5..=4.0;

/// A page without its image.
#[derive(Debug, Default)]
struct Look {
    /// Width and height in points.
    size: (f64, f64),
    marks: Arc<Vec<Mark>>,
}

/// The pages of a corpus.
pub struct Atlas {
    sources: Arc<dyn Sources>,
    images: Cache<(String, u32, u32), PageImage>,
    glyphs: Cache<(String, u32), Arc<Look>>,
    files: Cache<String, Arc<Vec<u8>>>,
    counts: Cache<String, u32>,
    /// Pages at which a worker died, drawing or reading: they are not tried again and again.
    deadly: Cache<(String, u32, bool), ()>,
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
            counts: Cache::new(KNOWN),
            deadly: Cache::new(KNOWN),
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
        // The glyphs come along: whoever looks at a page has it marked as a rule.
        let wanted = self.glyphs.get(&(document.mark.clone(), page)).is_none();
        let reply = self.page(&document, page, Some(scale), wanted).await?;
        let Done::Page(seen) = reply.done else { return Err(WorkError::Unavailable.into()) };
        let (Some((width, height)), Some(bytes)) = (seen.pixels, reply.blobs.into_iter().next()) else {
            return Err(WorkError::Unavailable.into());
        };
        if wanted {
            self.keep_look(&document, page, seen).await?;
        }
        let sha256 = intake::hash(&[&bytes]);
        let image = PageImage { media: "image/png", bytes: Arc::new(bytes), width, height, sha256 };
        let bytes = image.bytes.len();
        self.images.put(key, image.clone(), bytes);
        Ok(image)
    }

    /// The glyphs of a page, or the recognised words of an image.
    async fn marks(&self, document: &Document, page: u32) -> Result<Arc<Vec<Mark>>, PageError> {
        Ok(self.look(document, page).await?.marks.clone())
    }

    async fn look(&self, document: &Document, page: u32) -> Result<Arc<Look>, PageError> {
        if let Some(look) = self.glyphs.get(&(document.mark.clone(), page)) {
            return Ok(look);
        }
        if let Kind::Images = document.kind {
            let hash = self.image_hash(document, page).await?;
            let marks = self.words(&hash, page).await?;
            let image = self.picture(document, page).await?;
            let size = (f64::from(image.width), f64::from(image.height));
            return Ok(self.held(document, page, size, marks));
        }
        let reply = self.page(document, page, None, true).await?;
        let Done::Page(seen) = reply.done else { return Err(WorkError::Unavailable.into()) };
        self.keep_look(document, page, seen).await
    }

    async fn keep_look(&self, document: &Document, page: u32, seen: Seen) -> Result<Arc<Look>, PageError> {
        let own_foot = !matches!(document.kind, Kind::Pdf);
        let mut marks: Vec<Mark> = seen.marks.into_iter().map(|mark| Mark { page, ..mark }).collect();
        if own_foot {
            // The foot line of a sheet is ours and no part of the text.
            marks.retain(|mark| mark.y < source::FOOT);
        } else if marks.is_empty() {
            // A scan: what was recognised on it when it was imported.
            marks = self.words(&keep::words_key(&document.row.sha256, page), page).await?;
        }
        Ok(self.held(document, page, (seen.width, seen.height), marks))
    }

    async fn words(&self, key: &str, page: u32) -> Result<Vec<Mark>, PageError> {
        let words = self.sources.words(key).await?.unwrap_or_default();
        Ok(words.into_iter().map(|word| Mark { page, ..word }).collect())
    }

    fn held(&self, document: &Document, page: u32, size: (f64, f64), marks: Vec<Mark>) -> Arc<Look> {
        let bytes = marks.len() * 80 + 64;
        let look = Arc::new(Look { size, marks: Arc::new(marks) });
        self.glyphs.put((document.mark.clone(), page), look.clone(), bytes);
        look
    }

    /// Has a worker look at a page of a PDF.
    async fn page(&self, document: &Document, page: u32, scale: Option<f32>, marks: bool) -> Result<Reply, PageError> {
        self.ask(document, page, scale.is_some(), |index| Job::Page { index, scale, marks }).await
    }

    /// Has a job done on a page of a PDF, unless a worker has died at it before.
    async fn ask(
        &self,
        document: &Document,
        page: u32,
        draws: bool,
        job: impl FnOnce(usize) -> Job,
    ) -> Result<Reply, PageError> {
        let key = (document.mark.clone(), page, draws);
        if self.deadly.get(&key).is_some() {
            return Err(PageError::TooComplex);
        }
        let (file, index) = self.pdf(document, page).await?;
        let reply = worker::run(job(index), file).await;
        if let Err(WorkError::TooComplex) = reply {
            self.deadly.put(key, (), document.mark.len() + 64);
        }
        Ok(reply?)
    }

    /// Long work of a processor on texts of ours, a little at once.
    async fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, PageError> {
        let broken = || PageError::Unreadable("Страницу не удалось показать: файл повреждён".to_owned());
        let _permit = self.room.acquire().await.map_err(|_| broken())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| broken())
    }
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
