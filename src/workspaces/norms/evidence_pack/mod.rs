//! An answer with everything that it stands on, in one file that can be checked without this program's database.
//!
//! `pack.json` is the answer word for word with, for every citation, the edition, the glyphs of the page around the
//! cited words, their boxes, and the image of that stretch of the page with the boxes framed. `answer.html` shows the
//! same to a person, `manifest.json` lists every file with its hash. `write` makes the files, `html` the page, `check`
//! reads them all back as the files of a stranger.

pub mod check;
pub mod check_binding;
pub mod check_numbers;
pub mod check_places;
pub mod html;
pub mod write;

#[cfg(test)]
mod tests;

use crate::engine::corpus::boxes::{self, Mark};
use crate::engine::corpus::excerpt::Rect;
use crate::model::source::{BoxRole, PageBox};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Name of the format.
pub const FORMAT: &str = "legalagi-evidence-pack";
/// Newest version of the format that this program reads.
pub const FORMAT_VERSION: u32 = 1;
/// The data.
pub const PACK: &str = "pack.json";
/// The page for people.
pub const PAGE: &str = "answer.html";
/// The list of files with their hashes.
pub const MANIFEST: &str = "manifest.json";
/// The folder of the images.
pub const IMAGES: &str = "pages/";
/// A side of an image, in pixels.
pub const MOST_PIXELS: u32 = 8_000;
/// Bytes of an image.
pub const MOST_IMAGE: usize = 32 * 1024 * 1024;

/// The data of a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// [`FORMAT`].
    pub format: String,
    /// [`FORMAT_VERSION`] of the writer.
    pub format_version: u32,
    /// SHA-256 of the session's id: tells the owner which one it was and opens it to nobody.
    pub session_sha256: String,
    /// The version of the state.
    pub state_version: u32,
    /// When that version was made, RFC 3339.
    pub at: String,
    /// The question, in the person's words.
    pub question: String,
    /// What the person answered to questions back.
    pub told: Vec<Told>,
    /// The day of which the answer speaks.
    pub as_of: String,
    /// Where the run stood: `completed`, `human_review`…
    pub status: String,
    /// The answer of the state, word for word.
    pub final_answer: Value,
    /// What each citation stands on, in their order.
    pub evidence: Vec<Evidence>,
}

/// An answer to a question back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// The person's own words, or empty.
    pub text: String,
    /// The words of the choice that was picked.
    pub picked: Option<String>,
}

/// What a citation stands on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Number of the citation, from 1.
    pub citation: u64,
    /// The edition; `None` when the corpus holds it no longer.
    pub edition: Option<Edition>,
    /// The words of the place as they were read, wider than the quote.
    pub ground: String,
    /// What a person must know of the pages.
    pub notice: Option<String>,
    /// Stretches of pages with the cited words framed.
    pub views: Vec<View>,
    /// Why there is no image.
    pub reason: Option<String>,
}

/// The edition of a document, as the corpus held it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Its id.
    pub edition: String,
    /// How the document is cited.
    pub short: String,
    /// The full title.
    pub title: String,
    /// What the edition is called.
    pub label: String,
    /// First day in force, if known.
    pub valid_from: Option<String>,
    /// First day no longer in force, if known.
    pub valid_to: Option<String>,
    /// SHA-256 of the file it was read from.
    pub source_sha256: String,
}

/// A stretch of a page. Lengths are points from the page's top-left corner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The page, from 1.
    pub page: u32,
    /// How many there are.
    pub pages: u32,
    /// The number printed on it, or empty.
    pub printed: String,
    /// Width of the page.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What of it the image shows.
    pub crop: Rect,
    /// Pixels of a point.
    pub scale: f64,
    /// What is framed.
    pub boxes: Vec<Place>,
    /// The glyphs, or recognised words, that stand in the crop, in the order of the page.
    pub glyphs: Vec<Glyph>,
    /// The image.
    pub image: Image,
}

/// A framed place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// What it marks.
    pub role: BoxRole,
    /// Where it is.
    #[serde(flatten)]
    pub at: Rect,
}

/// A glyph or a recognised word.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Glyph {
    /// What it says.
    pub text: String,
    /// Where it is.
    #[serde(flatten)]
    pub at: Rect,
    /// Its line runs up or down the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vertical: bool,
}

/// An image in the pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// Its name in the pack.
    pub file: String,
    /// `image/png` or `image/jpeg`.
    pub media: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Lower-case hex SHA-256 of its bytes.
    pub sha256: String,
    /// Whether the frames are painted on it: not on a page that came as an image.
    pub framed: bool,
}

impl View {
    /// A rectangle as fractions of the page.
    #[must_use]
    pub fn fractions(&self, at: &Rect, role: BoxRole) -> PageBox {
        PageBox {
            page: self.page,
            x: at.x / self.width,
            y: at.y / self.height,
            w: at.w / self.width,
            h: at.h / self.height,
            role,
        }
    }

    /// The words that stand under the places of a role.
    #[must_use]
    pub fn words(&self, role: BoxRole) -> String {
        let marks: Vec<Mark> = self
            .glyphs
            .iter()
            .map(|glyph| {
                let at = self.fractions(&glyph.at, BoxRole::Text);
                let (text, vertical) = (glyph.text.clone(), glyph.vertical);
                Mark { page: self.page, text, x: at.x, y: at.y, w: at.w, h: at.h, vertical }
            })
            .collect();
        let own = self.boxes.iter().filter(|place| place.role == role);
        let places: Vec<PageBox> = own.map(|place| self.fractions(&place.at, role)).collect();
        boxes::under(&marks, &places)
    }
}

impl Evidence {
    /// The words under the places of a role, page after page.
    #[must_use]
    pub fn words(&self, role: BoxRole) -> String {
        self.views.iter().map(|view| view.words(role)).filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// The role of the cited words themselves.
#[must_use]
pub fn main_role(citation: &Value) -> BoxRole {
    if citation["kind"] == "cell" { BoxRole::Cell } else { BoxRole::Text }
}

/// Whether two texts are the same but for spaces, line ends and the spelling of signs.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    boxes::key(a) == boxes::key(b)
}
