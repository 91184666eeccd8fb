//! What a worker can be asked for, and what it answers.

use crate::adapters::extract::ExtractError;
use crate::adapters::pages::draw::DrawError;
use crate::engine::corpus::boxes::Mark;
use crate::engine::corpus::excerpt::Rect;
use crate::model::source::BoxRole;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A job. The file comes beside it as bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "snake_case")]
pub enum Job {
    /// The text of a contract: DOCX, PDF, text.
    Text,
    /// The text of a legal source: longer, pages parted by form feeds.
    Source,
    /// A legal source whose bytes are text, as editions.
    Editions {
        /// Its format, as on the command line.
        format: String,
        /// The name of the file, which may say what it is.
        name: String,
        /// `RU`, `UA`, `KR`.
        jurisdiction: Option<String>,
    },
    /// How many pages a PDF has.
    Count,
    /// One page of a PDF.
    Page {
        /// The page, from 0.
        index: usize,
        /// Pixels of a point, where an image is wanted.
        scale: Option<f32>,
        /// Whether the glyphs are wanted.
        marks: bool,
    },
    /// One page of a PDF drawn once and cut around places.
    Cuts {
        /// The page, from 0.
        index: usize,
        /// For every cut: its places in points.
        places: Vec<Vec<(BoxRole, Rect)>>,
    },
    /// The words of an image; the answer is what tesseract prints.
    Ocr {
        /// `rus+eng`.
        languages: String,
    },
    /// Whether an evidence pack proves what it says.
    Pack,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum Done {
    /// The text is the first blob.
    Text,
    /// Editions: as JSON they are the first blob, where there is no reason why there are none.
    Editions {
        /// Why the file gives no edition.
        refused: Option<String>,
    },
    /// Pages.
    Count {
        /// How many.
        pages: u32,
    },
    /// A page; its image as PNG is the first blob, where one was wanted.
    Page(Seen),
    /// Cuts; their images as PNG are the blobs.
    Cuts {
        /// Pixels of a point.
        scale: f64,
        /// What of the page each shows, and its size in pixels.
        cuts: Vec<(Rect, u32, u32)>,
    },
    /// What tesseract printed is the first blob.
    Ocr,
    /// The result of the check.
    Pack {
        /// As JSON.
        checked: Value,
    },
}

/// What was seen of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Its width in points.
    pub width: f64,
    /// Its height in points.
    pub height: f64,
    /// Its glyphs, where they were wanted; the page in them is 0.
    pub marks: Vec<Mark>,
    /// Width and height of the image.
    pub pixels: Option<(u32, u32)>,
}

/// Why a file gives nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It gives no text.
    #[error("{0}")]
    Text(ExtractError),
    /// It cannot be drawn.
    #[error("{0}")]
    Draw(DrawError),
    /// The reader stumbled over it.
    #[error("panicked")]
    Panicked,
}

impl Refusal {
    /// What happened, for a person who wants to see a page.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Text(reason) => reason.remedy(),
            Self::Draw(DrawError::Encrypted) => DrawError::ENCRYPTED,
            Self::Draw(DrawError::Damaged) => DrawError::DAMAGED,
            Self::Panicked => "Страницу не удалось показать: файл повреждён",
        }
    }
}
