//! Legal sources as the page, the routes and the tools show them: documents, their nodes, hits of a search.

use serde::{Deserialize, Serialize};

/// What kind of document it is. Codes, laws and decrees are laws; the technical ones are guidance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// A code of laws.
    Code,
    /// A law that is no code.
    Law,
    /// A decree of a government.
    Decree,
    /// A set of building rules (СП).
    CodeOfPractice,
    /// Building norms and rules (`СНиП`).
    Snip,
    /// A standard (ГОСТ).
    Standard,
    /// A decision of a court.
    Decision,
    /// Anything that a person brought.
    Other,
}

/// Whether a document is in force, by the product's own register.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Currency {
    /// Nobody has checked.
    #[default]
    Unchecked,
    /// In force when it was checked.
    InForce {
        /// `YYYY-MM-DD`.
        checked_at: String,
    },
    /// No longer in force and not replaced.
    Repealed {
        /// First day without force, `YYYY-MM-DD`.
        from: String,
        /// `YYYY-MM-DD`.
        checked_at: String,
    },
    /// Another document or edition took its place.
    Replaced {
        /// First day of the other one, `YYYY-MM-DD`.
        from: String,
        /// What took its place, as people cite it.
        by: String,
        /// `YYYY-MM-DD`.
        checked_at: String,
    },
}

/// An edition of a document that the corpus holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditionRow {
    /// `ru.sp.63.13330.2018@izm1`; a path segment of every node of it.
    pub edition: String,
    /// `ru.sp.63.13330.2018`.
    pub document: String,
    /// As people cite it: `СП 63.13330.2018`, `ГК РФ`.
    pub short: String,
    /// The full title.
    pub title: String,
    /// `RU`, `UA`, `KR`.
    pub jurisdiction: String,
    /// What it is.
    pub kind: DocumentKind,
    /// What the edition is called: `11.03.2025`, `Изм. 1`, `undated`.
    pub label: String,
    /// First day in force, `YYYY-MM-DD`, if known.
    pub valid_from: Option<String>,
    /// First day no longer in force, `YYYY-MM-DD`, if known.
    pub valid_to: Option<String>,
    /// Whether it is in force today.
    pub currency: Currency,
    /// Number of nodes with text.
    pub nodes: u32,
    /// Number of pages; 0 where the source has none.
    pub pages: u32,
    /// Lower-case hex SHA-256 of the file it came from.
    pub sha256: String,
    /// Name of the file it came from.
    pub file: String,
    /// When it was imported, RFC 3339 UTC.
    pub imported_at: String,
}

/// A node of a document: an article, a part, a clause, a table, a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NodeView {
    /// `norm://ru.gk@2025-03-11/art/333/p/1`.
    pub node_id: String,
    /// The node above it, if any.
    pub parent: Option<String>,
    /// The edition it belongs to.
    pub edition: String,
    /// How the document is cited: `ГК РФ`.
    pub document: String,
    /// `part`, `chapter`, `article`, `clause`, `table`, `row`, `cell`, `note`…
    pub kind: String,
    /// Canonical and documented: `ГК РФ ст. 333 п. 1`.
    pub address: String,
    /// Its heading, or empty.
    pub title: String,
    /// Its own text with that of what stands below it.
    pub text: String,
    /// Index of the page on which it begins, from 1, if the source has pages.
    pub page: Option<u32>,
    /// The source lost something (a flattened table, a sign): nothing of it may be certified.
    pub lossy: bool,
}

/// A page of an edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageView {
    /// The edition it belongs to.
    pub edition: String,
    /// Its index, from 1.
    pub page: u32,
    /// The number printed on it, or empty.
    pub printed: String,
    /// Its text; empty where there is only an image.
    pub text: String,
    /// SHA-256 of its image, where the source is images; else empty.
    pub image: String,
}

/// One result of a search. The field names are those of `GET /api/search`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The node found.
    pub node_id: String,
    /// How the document is cited.
    pub document: String,
    /// Label of the edition.
    pub edition: String,
    /// Canonical address.
    pub address: String,
    /// Heading of the node or of what it stands in.
    pub title: String,
    /// A passage of its text; the words found stand between `\u{2}` and `\u{3}` for the page, and bare in JSON.
    pub snippet: String,
    /// Page index from 1, if there are pages.
    pub page: Option<u32>,
    /// Higher is better; only the order means anything.
    pub score: f64,
}

/// What to search for. The words are words: nothing in them is syntax.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchQuery {
    /// The person's words; an address in them is followed first.
    pub q: String,
    /// Only this jurisdiction: `RU`, `UA`, `KR`.
    pub jurisdiction: Option<String>,
    /// Only this document, by id (`ru.gk`).
    pub document: Option<String>,
    /// Only these kinds; empty means all.
    pub kinds: Vec<DocumentKind>,
    /// Only editions in force on this day, `YYYY-MM-DD`.
    pub on: Option<String>,
    /// Most results; 0 means the default of 10, and 50 is the most.
    pub limit: u32,
}

/// What a box on a page marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoxRole {
    /// The words of a clause, an article, a note.
    Text,
    /// The cell of a table that is cited.
    Cell,
    /// The header of its row.
    RowHeader,
    /// The header of its column.
    ColumnHeader,
}

/// A place on a page, in fractions of its width and height from the top-left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PageBox {
    /// Index of the page, from 1.
    pub page: u32,
    /// Left edge, 0 to 1.
    pub x: f64,
    /// Top edge, 0 to 1.
    pub y: f64,
    /// Width, 0 to 1.
    pub w: f64,
    /// Height, 0 to 1.
    pub h: f64,
    /// What it marks.
    pub role: BoxRole,
}

/// What is marked on the pages of an edition, for one that looks at one of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageBoxes {
    /// The edition.
    pub edition: String,
    /// The page looked at, from 1.
    pub page: u32,
    /// Number of pages.
    pub pages: u32,
    /// The number printed on the page, or empty.
    pub printed: String,
    /// Width of the page in points.
    pub width: f64,
    /// Its height in points.
    pub height: f64,
    /// What is marked, on this page and on others.
    pub boxes: Vec<PageBox>,
    /// What a person must know: no text layer, a page set from text, words that were not found.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub notice: Option<String>,
}

impl PageBoxes {
    /// Boxes of one page.
    pub fn on(&self, page: u32) -> impl Iterator<Item = &PageBox> {
        self.boxes.iter().filter(move |place| place.page == page)
    }
}

/// A page on which words were found, with its image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageImageHit {
    /// The edition.
    pub edition: String,
    /// How the document is cited.
    pub document: String,
    /// What the edition is called.
    pub label: String,
    /// The page, from 1.
    pub page: u32,
    /// The number printed on it, or empty.
    pub printed: String,
    /// Where its image is.
    pub image: String,
    /// Higher is better; only the order means anything.
    pub score: f64,
    /// The words that were found.
    pub words: Vec<String>,
    /// The best place on it.
    pub node_id: String,
    /// Its address.
    pub address: String,
    /// A passage of it.
    pub snippet: String,
}
