//! Stretches of a page as images.

use crate::engine::corpus::boxes::Mark;
use crate::engine::corpus::excerpt::Rect;
use crate::runner::ports::PageImage;
use std::sync::Arc;

/// Stretches of one page with words framed, and what stands on the page.
#[derive(Debug, Clone)]
pub struct Excerpts {
    /// Width of the page in points.
    pub width: f64,
    /// Its height in points.
    pub height: f64,
    /// Pixels of a point.
    pub scale: f64,
    /// Number of pages.
    pub pages: u32,
    /// The number printed on the page, or empty.
    pub printed: String,
    /// What a person must know of the page.
    pub notice: Option<String>,
    /// Its glyphs, or the words that were recognised on it.
    pub marks: Arc<Vec<Mark>>,
    /// Whether frames are painted on the images: not on a page that came as an image.
    pub framed: bool,
    /// For every wish: what of the page is shown, in points, and the image.
    pub images: Vec<(Rect, PageImage)>,
}
