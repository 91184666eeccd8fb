//! From what is sought to boxes: the node, the pages it may stand on, what is to be said about them.

use crate::adapters::export::sheet as typeset;
use crate::adapters::pages::Atlas;
use crate::adapters::pages::source::{Document, Kind};
use crate::engine::corpus::boxes::{Mark, Stream};
use crate::engine::corpus::place::{self, Cell};
use crate::model::source::{BoxRole, NodeView, PageBox, PageBoxes};
use crate::runner::ports::{PageError, Sought};

/// Pages that a node is looked for on, from the one where it begins.
const REACH: u32 = 3;

const NO_TEXT: &str = "У этой страницы нет текстового слоя: место не выделено. Распознавание включается, когда \
     установлен tesseract с русским языком; после установки импортируйте документ снова.";
const NOT_FOUND: &str = "Эти слова на странице не найдены: место не выделено.";
const SET: &str = "Страница набрана по тексту источника: это не печатный оригинал, формулы и рисунки могли пропасть.";
const RECOGNISED: &str = "Слова распознаны на изображении: сверьте их с ним.";
const LACKS: &str = "Некоторых знаков нет во встроенных шрифтах: вместо них стоит «?», читайте текст источника.";
const LOSSY: &str = "При чтении источника в этом месте что-то потеряно: сверьте с оригиналом.";

impl Atlas {
    pub(super) async fn found(&self, sought: &Sought) -> Result<PageBoxes, PageError> {
        let document = self.document(&sought.edition).await?;
        let node = match &sought.node {
            None => None,
            Some(id) => {
                let node = self.sources.node(id).await?.filter(|node| node.edition == sought.edition);
                Some(node.ok_or(PageError::NoNode)?)
            }
        };
        let start = node.as_ref().and_then(|node| document.page_of(node));
        let page = sought.page.or(start).unwrap_or(1);
        document.check(page)?;
        let first = start.unwrap_or(page).clamp(1, document.pages);
        let boxes = self.boxes_of(&document, first, node.as_ref(), sought.quote.as_deref()).await?;
        let (width, height) = self.size_of(&document, page).await?;
        let view = self.sources.page(&sought.edition, page).await?;
        let printed = view.map(|view| view.printed).unwrap_or_default();
        let asked = node.is_some() || sought.quote.is_some();
        let notice = self.notice(&document, page, asked && boxes.is_empty(), node.as_ref()).await?;
        let (edition, pages) = (sought.edition.clone(), document.pages);
        Ok(PageBoxes { edition, page, pages, printed, width, height, boxes, notice })
    }

    pub(super) async fn notice(
        &self,
        document: &Document,
        page: u32,
        missed: bool,
        node: Option<&NodeView>,
    ) -> Result<Option<String>, PageError> {
        let mut words: Vec<&str> = Vec::new();
        if self.marks(document, page).await?.is_empty() {
            words.push(NO_TEXT);
        } else {
            words.extend(missed.then_some(NOT_FOUND));
            words.extend(node.is_some_and(|node| node.lossy).then_some(LOSSY));
            match document.kind {
                Kind::Images => words.push(RECOGNISED),
                Kind::Texts(_) | Kind::Flow(_) => {
                    words.push(SET);
                    words.extend(typeset::lacks(&self.blocks(document, page).await?).then_some(LACKS));
                }
                Kind::Pdf => {}
            }
        }
        Ok((!words.is_empty()).then(|| words.join(" ")))
    }

    pub(super) async fn size_of(&self, document: &Document, page: u32) -> Result<(f64, f64), PageError> {
        Ok(self.look(document, page).await?.size)
    }

    async fn boxes_of(
        &self,
        document: &Document,
        first: u32,
        node: Option<&NodeView>,
        quote: Option<&str>,
    ) -> Result<Vec<PageBox>, PageError> {
        let mut marks: Vec<Mark> = Vec::new();
        let mut boxes = Vec::new();
        // Most stand on one page: others are read when they are needed.
        for page in first..=document.pages.min(first.saturating_add(REACH - 1)) {
            marks.extend(self.marks(document, page).await?.iter().cloned());
            let stream = Stream::new(&marks);
            let (found, whole) = match node {
                Some(node) if is_tabular(node) && quote.is_none() => (self.table_boxes(&stream, node).await?, true),
                Some(node) => of_node(&stream, node, quote),
                None => (quote.map(|words| place::quote(&stream, words, None)).unwrap_or_default(), true),
            };
            boxes = found;
            if whole && !boxes.is_empty() {
                break;
            }
        }
        Ok(boxes)
    }

    /// A cell with its headers; a row with all its cells.
    async fn table_boxes(&self, stream: &Stream<'_>, node: &NodeView) -> Result<Vec<PageBox>, PageError> {
        let row = if node.kind == "row" { node.node_id.as_str() } else { node.parent.as_deref().unwrap_or_default() };
        let Some((table, _)) = row.rsplit_once("/row/") else { return Ok(Vec::new()) };
        let header = self.sources.node(&format!("{row}/col/0")).await?.map(|node| node.text).unwrap_or_default();
        let number = table.rsplit("table/").next().unwrap_or_default();
        let caption = format!("Таблица {number}");
        let cells = match node.kind.as_str() {
            "cell" => vec![node.clone()],
            _ => self.sources.below(&node.edition, Some(row)).await?,
        };
        let mut out: Vec<PageBox> = Vec::new();
        for cell in cells.iter().filter(|cell| cell.kind == "cell") {
            let column = cell.node_id.rsplit('/').next().unwrap_or_default();
            let heading = self.sources.node(&format!("{table}/col/{column}")).await?.map(|node| node.text);
            let columns: Vec<String> = heading.into_iter().filter(|text| !text.is_empty()).collect();
            let wanted = Cell { caption: &caption, row: &header, columns: &columns, text: &cell.text };
            for found in place::cell(stream, &wanted) {
                if !out.contains(&found) {
                    out.push(found);
                }
            }
        }
        Ok(out)
    }
}

fn is_tabular(node: &NodeView) -> bool {
    matches!(node.kind.as_str(), "cell" | "row")
}

/// Boxes of a node or of words in it, and whether all of it was found.
fn of_node(stream: &Stream<'_>, node: &NodeView, quote: Option<&str>) -> (Vec<PageBox>, bool) {
    let own = place::node(stream, &node.title, &node.text);
    match quote {
        Some(words) => (place::quote(stream, words, own.as_ref().map(|(range, _)| range)), true),
        None => {
            let boxes = own.map(|(_, boxes)| boxes).unwrap_or_default();
            let last = node.text.lines().rfind(|line| !line.trim().is_empty());
            let whole = last.is_none_or(|last| stream.find(last, &stream.whole()).is_some());
            (boxes.into_iter().map(|found| PageBox { role: BoxRole::Text, ..found }).collect(), whole)
        }
    }
}
