//! What the pages of an edition come from.

use crate::adapters::export::sheet as typeset;
use crate::adapters::intake::hash;
use crate::adapters::pages::{Atlas, picture};
use crate::adapters::worker;
use crate::engine::corpus::sheet::{self, Block, Table};
use crate::model::source::{EditionRow, NodeView, PageView};
use crate::runner::ports::{PageError, PageImage};
use std::collections::HashMap;
use std::sync::Arc;

/// Version of the setting of texts: part of what images are known by.
const SETTING: u32 = 3;
/// The foot line of a sheet stands below this share of its height.
pub(super) const FOOT: f64 = 0.955;

/// An edition with pages.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) row: EditionRow,
    pub(super) kind: Kind,
    pub(super) pages: u32,
    /// What its pages are known by: changes with the content.
    pub(super) mark: String,
}

/// Where pages come from.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// The file itself.
    Pdf,
    /// Images of pages.
    Images,
    /// Text per page.
    Texts(Arc<Layout>),
    /// Text without pages, shared out over sheets.
    Flow(Arc<Layout>),
}

/// What the setting of an edition needs.
#[derive(Debug, Default)]
pub(super) struct Layout {
    tables: Vec<Table>,
    sheets: Vec<Vec<Block>>,
    /// First sheet of every node.
    places: HashMap<String, u32>,
}

impl Document {
    /// Whether there is such a page.
    pub(super) fn check(&self, page: u32) -> Result<(), PageError> {
        if (1..=self.pages).contains(&page) { Ok(()) } else { Err(PageError::NoPage { page, pages: self.pages }) }
    }

    /// The page on which a node begins.
    pub(super) fn page_of(&self, node: &NodeView) -> Option<u32> {
        match &self.kind {
            Kind::Flow(layout) => {
                let mut id = node.node_id.as_str();
                loop {
                    match layout.places.get(id) {
                        Some(page) => return Some(*page),
                        None => id = id.rsplit_once('/')?.0,
                    }
                }
            }
            _ => node.page,
        }
    }
}

impl Atlas {
    pub(super) async fn document(&self, edition: &str) -> Result<Document, PageError> {
        let held = self.sources.editions().await?;
        let row = held.into_iter().find(|row| row.edition == edition).ok_or(PageError::NoEdition)?;
        let mark = format!("{}:{}:{SETTING}", row.edition, row.sha256);
        if self.sources.media(&row.sha256).await?.as_deref() == Some("application/pdf") {
            let pages = self.counted(&row.sha256).await?;
            return Ok(Document { row, kind: Kind::Pdf, pages, mark });
        }
        if row.pages == 0 {
            let layout = self.layout(&row, &mark).await?;
            let pages = count(layout.sheets.len());
            return Ok(Document { row, kind: Kind::Flow(layout), pages, mark });
        }
        let first = self.sources.page(edition, 1).await?;
        let kind = match first {
            Some(page) if !page.image.is_empty() => Kind::Images,
            _ => Kind::Texts(self.layout(&row, &mark).await?),
        };
        let pages = row.pages;
        Ok(Document { row, kind, pages, mark })
    }

    async fn layout(&self, row: &EditionRow, mark: &String) -> Result<Arc<Layout>, PageError> {
        if let Some(layout) = self.editions.get(mark) {
            return Ok(layout);
        }
        let outline = self.sources.outline(&row.edition).await?;
        let bytes = outline.iter().map(|node| node.text.len() + 200).sum();
        let flows = row.pages == 0;
        let layout = self.aside(move || Arc::new(if flows { flow(&outline) } else { texts(&outline) })).await?;
        self.editions.put(mark.clone(), layout.clone(), bytes);
        Ok(layout)
    }

    /// A file of the corpus, as it came.
    async fn file(&self, sha256: &str) -> Result<Arc<Vec<u8>>, PageError> {
        let key = sha256.to_owned();
        if let Some(file) = self.files.get(&key) {
            return Ok(file);
        }
        let gone = || PageError::Unreadable("Файл этой редакции не сохранён: импортируйте его снова".to_owned());
        let file = Arc::new(self.sources.file(sha256).await?.ok_or_else(gone)?.bytes);
        self.files.put(key, file.clone(), file.len());
        Ok(file)
    }

    /// The pages of a PDF of the corpus.
    async fn counted(&self, sha256: &str) -> Result<u32, PageError> {
        let key = sha256.to_owned();
        if let Some(pages) = self.counts.get(&key) {
            return Ok(pages);
        }
        let pages = worker::count(self.file(sha256).await?).await?;
        self.counts.put(key, pages, 160);
        Ok(pages)
    }

    /// The PDF that holds a page, and the page's place in it.
    pub(super) async fn pdf(&self, document: &Document, page: u32) -> Result<(Arc<Vec<u8>>, usize), PageError> {
        document.check(page)?;
        let index = page as usize - 1;
        if matches!(document.kind, Kind::Pdf | Kind::Images) {
            return Ok((self.file(&document.row.sha256).await?, index));
        }
        let key = format!("{}#{page}", document.mark);
        if let Some(file) = self.files.get(&key) {
            return Ok((file, 0));
        }
        let blocks = self.blocks(document, page).await?;
        let foot = format!("{} · {page} / {} · набрано по тексту источника", document.row.short, document.pages);
        let title = document.row.title.clone();
        let made = move || typeset::write(&title, &[(&blocks, &foot)]).map_err(|error| error.to_string());
        let file = Arc::new(self.aside(made).await?.map_err(PageError::Unreadable)?);
        self.files.put(key, file.clone(), file.len());
        Ok((file, 0))
    }

    /// What is set on a sheet; nothing for pages that come as they are.
    pub(super) async fn blocks(&self, document: &Document, page: u32) -> Result<Vec<Block>, PageError> {
        Ok(match &document.kind {
            Kind::Pdf | Kind::Images => Vec::new(),
            Kind::Flow(layout) => layout.sheets.get(page as usize - 1).cloned().unwrap_or_default(),
            Kind::Texts(layout) => {
                let view = self.sources.page(&document.row.edition, page).await?;
                let text = view.map(|view| view.text).unwrap_or_default();
                sheet::blocks(&text, page, &layout.tables)
            }
        })
    }

    /// The row of a page that is an image.
    async fn row_of(&self, document: &Document, page: u32) -> Result<PageView, PageError> {
        let none = PageError::NoPage { page, pages: document.pages };
        self.sources.page(&document.row.edition, page).await?.ok_or(none)
    }

    pub(super) async fn image_hash(&self, document: &Document, page: u32) -> Result<String, PageError> {
        Ok(self.row_of(document, page).await?.image)
    }

    /// An image of a page as it was imported.
    pub(super) async fn picture(&self, document: &Document, page: u32) -> Result<PageImage, PageError> {
        let own = self.image_hash(document, page).await?;
        let gone = || {
            PageError::Unreadable(
                "Изображение страницы не сохранено: удалите редакцию и импортируйте её снова".to_owned(),
            )
        };
        let file = self.sources.file(&own).await?.ok_or_else(gone)?;
        let broken = || PageError::Unreadable("Изображение повреждено: скачайте файл заново".to_owned());
        let (media, width, height) = picture::read(&file.bytes).ok_or_else(broken)?;
        let sha256 = hash(&[&file.bytes]);
        Ok(PageImage { media, bytes: Arc::new(file.bytes), width, height, sha256 })
    }
}

fn texts(outline: &[NodeView]) -> Layout {
    Layout { tables: sheet::tables(outline), ..Layout::default() }
}

/// Nodes in reading order over sheets.
fn flow(outline: &[NodeView]) -> Layout {
    let (mut blocks, mut owners) = (Vec::new(), Vec::new());
    for piece in sheet::flow(outline) {
        owners.extend(piece.nodes.iter().map(|node| (node.node_id.clone(), blocks.len())));
        blocks.extend(piece.blocks);
    }
    let sheets = typeset::paginate(blocks);
    let mut ends = Vec::with_capacity(sheets.len());
    sheets.iter().fold(0, |sum, sheet| {
        ends.push(sum + sheet.len());
        sum + sheet.len()
    });
    let page = |block: usize| count(ends.partition_point(|end| *end <= block).min(sheets.len().saturating_sub(1)) + 1);
    let places = owners.into_iter().map(|(id, block)| (id, page(block))).collect();
    Layout { tables: Vec::new(), sheets, places }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
